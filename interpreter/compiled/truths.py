"""Conditions in programs: every kind of expression that is true or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.dsl import model

from .scopes import Scope
from .values import (
    FALSE,
    TRUE,
    APlay,
    Held,
    Kind,
    Log,
    Nothing,
    Num,
    RankAt,
    Seat,
    SuitAt,
    Truth,
    Value,
    as_play,
    both,
    constant,
    denied,
    either,
    level,
    no_program,
    wrapped,
)

if TYPE_CHECKING:
    from .formulas import Formulas


class Truths:
    """Writes conditions; for the values in them it asks the formulas."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self._kit = formulas.kit

    def _all_of(self, node: model.AllOf, scope: Scope) -> Value:
        return Truth(both(*(self._formulas.truth(term, scope) for term in node.terms)))

    def _any_of(self, node: model.AnyOf, scope: Scope) -> Value:
        return Truth(either(*(self._formulas.truth(term, scope) for term in node.terms)))

    def _not(self, node: model.Not, scope: Scope) -> Value:
        return Truth(denied(self._formulas.truth(node.term, scope)))

    def _chain(self, node: model.Chain, scope: Scope) -> Value:
        values = [self._formulas.value(term, scope) for term in node.terms]
        pairs = zip(node.ops, values[:-1], values[1:], strict=True)
        return Truth(both(*(self._compared(op, a, b) for op, a, b in pairs)))

    def _compared(self, op: str, left: Value, right: Value) -> str:
        match left, right:
            case (Nothing(), _) | (_, Nothing()):
                return FALSE
            case Num(), Num():
                a, b = level(left, right)
                return _ordered(op, a, b)
            case RankAt(), RankAt():
                return self._formulas.properties.compare_ranks(op, left, right)
            case SuitAt(), SuitAt():
                return self._formulas.properties.compare_suits(op, left, right)
            case _ if op == "=":
                return self._same(left, right, False)
            case _:
                return no_program("a comparison of things of this kind")

    def _is_same(self, node: model.IsSame, scope: Scope) -> Value:
        return Truth(
            self._same(self._formulas.value(node.left, scope), self._formulas.value(node.right, scope), node.denied)
        )

    def _same(self, left: Value, right: Value, is_denied: bool) -> str:
        """Whether two things that exist are the same, or are not."""
        sign = "!=" if is_denied else "=="
        match left, right:
            case (Nothing(), _) | (_, Nothing()):
                return FALSE
            case Num(), Num():
                a, b = level(left, right)
                found = _ordered("=", a, b)
                return (
                    f"{a.text} != {b.text}"
                    if is_denied and found not in (TRUE, FALSE)
                    else (denied(found) if is_denied else found)
                )
            case Truth(text=a), Truth(text=b):
                same = either(both(a, b), both(denied(a), denied(b)))
                return denied(same) if is_denied else same
            case Seat(), Seat():
                return self._same_number(left, right, sign)
            case RankAt(), RankAt():
                return self._same_number(left, right, sign)
            case SuitAt(), SuitAt():
                return self._same_number(left, right, sign)
            case Kind(), Kind():
                return f"{left.text} {sign} {right.text}"
            case APlay(), APlay():
                same = both(f"{left.rung} == {right.rung}", self._kit.cards.same(left.words, right.words))
                return both(left.exists, right.exists, denied(same) if is_denied else same)
            case Held(), Held():
                same = self._kit.cards.same(tuple(map(wrapped, left.words)), tuple(map(wrapped, right.words)))
                return both(left.exists, right.exists, denied(same) if is_denied else same)
            case _:
                return no_program("a comparison of things of this kind")

    def _same_number(self, left: Seat | RankAt | SuitAt, right: Seat | RankAt | SuitAt, sign: str) -> str:
        """Whether two positions are the same, where both are there."""
        if left.text.isdecimal() and right.text.isdecimal():
            return TRUE if (left.text == right.text) is (sign == "==") else FALSE
        if "-1" in (left.text, right.text):
            return FALSE
        same = f"{left.text} {sign} {right.text}"
        there = [] if left.sure else [f"{left.text} >= 0"]
        if sign == "==":
            # Where one is there and they are the same, the other is there too.
            return same if left.sure or right.sure else both(*there, same)
        return both(*there, *([] if right.sure else [f"{right.text} >= 0"]), same)

    def _is_between(self, node: model.IsBetween, scope: Scope) -> Value:
        value, low, high = (self._formulas.value(part, scope) for part in (node.value, node.low, node.high))
        inside = both(self._compared("<=", low, value), self._compared("<=", value, high))
        if not node.denied:
            return Truth(inside)
        return Truth(both(self._exists(value), denied(inside)))

    def _exists(self, value: Value) -> str:
        match value:
            case Nothing():
                return FALSE
            case Seat():
                return value.exists
            case RankAt() | SuitAt():
                return TRUE if value.sure else f"{value.text} >= 0"
            case Held() | APlay():
                return value.exists
            case _:
                return TRUE

    def _is_in(self, node: model.IsIn, scope: Scope) -> Value:
        thing = self._formulas.value(node.subject, scope)
        exists = self._exists(thing)
        inside = FALSE if exists == FALSE else self._inside(node.of, thing, scope)
        if node.denied:
            return Truth(both(exists, denied(inside)))
        found = both(exists, inside)
        passing = scope.fact("pass")
        if exists != TRUE and isinstance(passing, Truth) and passing.text != FALSE:
            # A pass is no play; only the class `pass` holds it.
            of_pass = self._formulas.members.has_pass(node.of, scope)
            found = either(found, both(passing.text, denied(exists), of_pass))
        return Truth(found)

    def _inside(self, cls: model.Class, thing: Value, scope: Scope) -> str:
        """Whether a thing that exists is in a class."""
        match thing:
            case APlay():
                return self._formulas.members.is_in(cls, thing, scope)
            case RankAt():
                return self._formulas.members.has_rank(cls, thing, scope)
            case SuitAt():
                return self._formulas.members.has_suit(cls, thing, scope)
            case Kind():
                return self._formulas.members.has_kind(cls, thing, scope)
            case Held(words=words):
                pieces = (
                    self._formulas.members.has_all(cls, thing, scope)
                    if self._formulas.members.has_pieces(cls)
                    else FALSE
                )
                plays = (
                    self._formulas.forming.reads(cls, thing, scope) if self._formulas.members.of_plays(cls) else FALSE
                )
                return both(self._kit.cards.any(tuple(map(wrapped, words))), either(pieces, plays))
            case Log():
                outside = self._formulas.gathering.how_many(
                    thing, scope, lambda play, inner: denied(self._formulas.members.has_play(cls, as_play(play), inner))
                )
                return both(f"{self._formulas.gathering.size(thing, scope).text} > 0", f"{outside.text} == 0")
            case _:
                return no_program("a thing of this kind in a class")

    def _is_highest(self, node: model.IsHighest, scope: Scope) -> Value:
        thing = self._formulas.value(node.subject, scope)
        exists = self._exists(thing)
        held = self._formulas.cards_in(self._formulas.value(node.cards, scope), scope)
        found = FALSE
        if exists != FALSE and held is not None:
            if self._formulas.members.of_plays(node.of):
                found = (
                    self._formulas.forming.is_highest(node, thing, held, scope) if isinstance(thing, APlay) else FALSE
                )
            else:
                found = self._highest_card(node, thing, held, scope)
        return Truth(both(exists, denied(found)) if node.denied else found)

    def _highest_card(self, node: model.IsHighest, thing: Value, held: Held, scope: Scope) -> str:
        """Whether all cards of a thing have the highest (lowest) place of those of a class that are held."""
        cards, pieces = self._formulas.cards_in(thing, scope), self._formulas.members.pieces(node.of)
        if cards is None or pieces is None:
            return no_program("the highest of cards that hang on the game")
        kit, source = self._kit, self._kit.source
        places = kit.rules.pieces.card_places
        tiers: dict[object, list[int]] = {}
        for card in sorted(kit.layout.order, key=lambda card: places[card], reverse=node.extreme == "highest"):
            tiers.setdefault(places[card], []).append(card)

        def write() -> None:
            for tier in tiers.values():
                asked = [card for card in tier if card in pieces]
                if asked:
                    with source.block(f"if {kit.cards.some_of(held.words, asked)}:"):
                        source.line(f"return {kit.cards.only_of(cards.words, tier)}")
            source.line("return False")

        told = f"Whether cards have the {node.extreme} place of those that are held."
        return both(cards.exists, held.exists, kit.lifting.call(f"has_{node.extreme}", told, write))

    def _has(self, node: model.Has, scope: Scope) -> Value:
        cards = self._formulas.cards_in(self._formulas.value(node.subject, scope), scope)
        if cards is None:
            return Truth(FALSE)
        pieces = both(cards.exists, self._formulas.members.has_some(node.of, cards, scope))
        plays = (
            self._formulas.forming.includes(node.of, cards, scope)
            if self._formulas.members.of_plays(node.of)
            else FALSE
        )
        return Truth(either(pieces, plays))

    def _has_count(self, node: model.HasCount, scope: Scope) -> Value:
        thing = self._formulas.value(node.subject, scope)
        exists = self._exists(thing)
        if exists == FALSE:
            return Truth(FALSE)
        anything = isinstance(node.of, model.Anything) and node.of.of == "pieces"
        known = scope.moment.cards(thing) if anything and isinstance(thing, Seat) else None
        found = self._formulas.counted(node.of, thing, scope) if known is None else known
        return Truth(both(exists, _ordered(">=" if node.or_more else "=", found, constant(node.count))))

    def _played(self, node: model.Played, scope: Scope) -> Value:
        player = self._formulas.seat(node.player, scope)
        plays = scope.moment.plays(player)
        if player.exists == FALSE or not isinstance(plays, Log):
            return Truth(FALSE)
        source = self._kit.source
        anything = isinstance(node.of, model.Anything)

        def write() -> None:
            with self._formulas.gathering.each(plays, scope) as (play, _, inner):
                test = TRUE if anything else self._formulas.members.has_play(node.of, as_play(play), inner)
                if test == TRUE:
                    source.line("return True")
                else:
                    with source.block(f"if {test}:"):
                        source.line("return True")
            source.line("return False")

        told = "Whether a player has played such a play."
        return Truth(both(player.exists, self._kit.lifting.call("has_played", told, write)))

    def _claimed(self, node: model.Claimed, scope: Scope) -> Value:
        player = self._formulas.seat(node.player, scope)
        return Truth(both(player.exists, scope.moment.claimed(player, node.claim)))

    def _wins(self, node: model.Wins, scope: Scope) -> Value:
        player, winner = self._formulas.seat(node.player, scope), scope.fact("winner")
        return Truth(self._same(player, winner, False))

    def _beats(self, node: model.Beats, scope: Scope) -> Value:
        play, table = self._formulas.value(node.play, scope), self._formulas.value(node.table, scope)
        if not isinstance(play, APlay) or not isinstance(table, APlay):
            return Truth(FALSE)
        if scope.moment.judging or play.turned or table.turned:
            return no_program("what the play that is judged beats, or one that is read otherwise now")
        call = f"{self._formulas.forming.plays.beats()}({', '.join((*play.record, *table.record))})"
        return Truth(both(play.exists, table.exists, call))


def _ordered(op: str, a: Num, b: Num) -> str:
    """How two numbers over one denominator compare, where it matters what they are."""
    if a.constant is not None and b.constant is not None:
        one, other = a.constant, b.constant
        told = {"=": one == other, "<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other}
        return TRUE if told[op] else FALSE
    if a.low is not None and b.high is not None:
        if op in ("<=", "=", "<") and (a.low > b.high or (op == "<" and a.low >= b.high)):
            return FALSE
        if op in (">=", ">") and (a.low > b.high or (op == ">=" and a.low >= b.high)):
            return TRUE
    if a.high is not None and b.low is not None:
        if op in (">=", "=", ">") and (a.high < b.low or (op == ">" and a.high <= b.low)):
            return FALSE
        if op in ("<=", "<") and (a.high < b.low or (op == "<=" and a.high <= b.low)):
            return TRUE
    return f"{a.text} {'==' if op == '=' else op} {b.text}"
