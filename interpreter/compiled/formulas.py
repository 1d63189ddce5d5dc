"""Conditions and formulas as expressions of a program: what `interpreter.expressions` means, written down.

What does not exist makes conditions false and numbers 0. Whatever needs a loop is a function of its own, so that the
text of an expression can stand anywhere."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from cardwright.dsl import model

from ..errors import Unanswerable
from ..pieces import Rank, Suit
from .amounts import Amounts
from .folding import Folding
from .forming import Forming, PlayFunctions
from .found import Filled
from .gathering import Gathering
from .layout import CannotCompile
from .members import Members
from .moments import Kit
from .properties import Properties
from .scopes import Scope, of_a_play
from .source import Words
from .truths import Truths
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
    RanksOf,
    Seat,
    Seats,
    SuitAt,
    Truth,
    Value,
    as_kind,
    as_play,
    both,
    chosen,
    constant,
    denied,
    divided,
    either,
    extreme,
    level,
    minus,
    no_program,
    plus,
    power,
    times,
    wrapped,
)


class Formulas:
    """Writes the expressions and classes of one rulebook. `plays`: the functions about plays (of the same course: with
    the ranks the right way round, or upside down)."""

    def __init__(self, kit: Kit, plays: Callable[[], PlayFunctions]) -> None:
        self.kit = kit
        self.folding = Folding(kit.rules)
        self.properties = Properties(kit)
        self.members = Members(kit, self.folding, self.properties, self.truth)
        self.gathering = Gathering(kit, self.folding, self.properties, self.value)
        self.amounts = Amounts(kit, self.folding, self.value, self.number, self.truth, self.counted)
        self.truths = Truths(self)
        self._plays = plays
        self._forming: Forming | None = None

    @property
    def forming(self) -> Forming:
        """What is asked of plays that are formed from cards."""
        if self._forming is None:
            self._forming = Forming(self.kit, self.members, self.properties, self._plays())
        return self._forming

    # ---- what others ask ---------------------------------------------------------------------------------------

    def truth(self, expression: model.Expression, scope: Scope) -> str:
        """Whether a condition holds."""
        found = self.value(expression, scope)
        return (
            found.text
            if isinstance(found, Truth)
            else FALSE
            if isinstance(found, Nothing)
            else no_program("a condition")
        )

    def number(self, expression: model.Expression, scope: Scope) -> Num:
        """What a formula comes to."""
        found = self.value(expression, scope)
        return (
            found if isinstance(found, Num) else constant(0) if isinstance(found, Nothing) else no_program("a number")
        )

    def seat(self, expression: model.Expression, scope: Scope) -> Seat:
        """Which player is meant."""
        found = self.value(expression, scope)
        return (
            found if isinstance(found, Seat) else Seat("-1") if isinstance(found, Nothing) else no_program("a player")
        )

    def about(self, cls: model.Class, play: APlay | Nothing, scope: Scope) -> str:
        """Whether a duty that binds a class is about an action: a play, or (where there is none) a pass."""
        if isinstance(play, Nothing):
            return self.members.has_pass(cls, scope)
        of_play, of_pass = self.members.has_play(cls, play, scope), self.members.has_pass(cls, scope)
        if play.exists == TRUE or of_play == of_pass:
            return of_play
        return either(both(play.exists, of_play), both(denied(play.exists), of_pass))

    def needs(self, rung: int, filled: Filled) -> str:
        """Whether what fills a pattern meets the further condition of its combination."""
        needs = self.kit.rules.rulebook.combinations[rung].needs
        if needs is None:
            return TRUE
        parts = tuple((part.rule.label, tuple(map(wrapped, part.words))) for part in filled.parts if part.rule.label)
        play = APlay(str(rung), "-1", "-1", wrapped(filled.size), tuple(map(wrapped, filled.words)), parts=parts)
        return self.truth(needs, of_a_play(play))

    def in_class(self, cls: model.Class, play: Words) -> str:
        """Whether a play (its record) is of a class that hangs on no fact of the game."""
        told = APlay(play[0], play[1], play[2], play[3], tuple(play[4:]))
        return self.members.has_play(cls, told, Scope())

    def size_of_part(self, label: str, play: Words) -> str:
        """How many cards a named part of a play (its record) has; 0 where it has no such part."""
        part = self.properties.part(APlay(play[0], play[1], play[2], play[3], tuple(play[4:])), label)
        return wrapped(chosen(part.exists, self.kit.cards.count(part.words), "0"))

    # ---- expressions -------------------------------------------------------------------------------------------

    def value(self, expression: model.Expression, scope: Scope) -> Value:
        """What an expression comes to."""
        if not isinstance(expression, model.Number | model.Fact) and self.folding.is_closed(expression):
            try:
                return self._known(self.folding.worked_out(expression))
            except Unanswerable:
                pass
        kind = "_" + expression.kind
        found: Value = (getattr(self, kind, None) or getattr(self.truths, kind))(expression, scope)
        return found

    def _known(self, value: Any) -> Value:
        """A value that is known beforehand."""
        match value:
            case bool():
                return Truth(TRUE if value else FALSE)
            case Rank():
                return RankAt(str(self.properties.rank_at[int(value)]), True)
            case Suit():
                return SuitAt(str(int(value)), True)
            case int() | Fraction():
                return constant(value)
            case tuple():
                if any(
                    isinstance(item, Rank) or card not in self.kit.layout.kind_at for card in value for item in [card]
                ):
                    return no_program("a list of ranks, or of pieces that are not there")
                return Held(self.kit.cards.constant(value), size=constant(len(value)))
            case None:
                return Nothing()
            case _:
                return no_program("a value")

    def _number(self, node: model.Number, scope: Scope) -> Value:
        return constant(node.value)

    def _cards(self, node: model.CardsValue, scope: Scope) -> Value:
        return no_program("pieces that are not there")

    def _fact(self, node: model.Fact, scope: Scope) -> Value:
        return scope.fact(node.fact)

    def _role(self, node: model.Role, scope: Scope) -> Value:
        return scope.moment.role(node.role)

    def _placed(self, node: model.Placed, scope: Scope) -> Value:
        return scope.moment.placed(node.place)

    def _variable(self, node: model.Variable, scope: Scope) -> Value:
        return scope.variables.get(node.name, Nothing())

    def _element(self, node: model.Element, scope: Scope) -> Value:
        return scope.element

    def _part(self, node: model.PartCards, scope: Scope) -> Value:
        play = self.value(node.of, scope)
        return self.properties.part(play, node.part) if isinstance(play, APlay) else Nothing()

    def _calculation(self, node: model.Calculation, scope: Scope) -> Value:
        return self.amounts.work_out(node, scope)

    # ---- properties --------------------------------------------------------------------------------------------

    def _property(self, node: model.Property, scope: Scope) -> Value:
        thing = self.value(node.of, scope)
        if node.property in ("cards", "hand", "plays", "pile", "place", "points", "bid"):
            return self._of_player(node, thing, scope)
        measure: Callable[[Value, Scope], Value] = getattr(self, f"_measure_{node.property}")
        return measure(thing, scope)

    def _of_player(self, node: model.Property, player: Value, scope: Scope) -> Value:
        if isinstance(player, Nothing):
            return constant(0) if node.property in ("cards", "place", "points", "bid") else self.kit.no_cards
        if not isinstance(player, Seat):
            return no_program("a player")
        moment = scope.moment
        match node.property:
            case "hand":
                return moment.hand(player)
            case "pile":
                return moment.pile(player)
            case "plays":
                return moment.plays(player)
            case "bid":
                role = node.of.role if isinstance(node.of, model.Role) else None
                found = moment.bid(player, role)
            case "cards":
                found = moment.cards(player)
            case "place":
                found = moment.place(player)
            case _:
                found = moment.points(player)
        if player.sure or found.constant == 0:
            return found
        low = None if found.low is None else min(0, found.low)
        high = None if found.high is None else max(0, found.high)
        return Num(chosen(player.exists, found.text, "0"), low, high, found.scale)

    def _measure_rank(self, value: Value, scope: Scope) -> Value:
        match value:
            case RankAt():
                return value
            case Kind():
                return self.properties.rank_of_kind(value)
            case APlay() | Held():
                rank = self.properties.rank(value.words)
                return RankAt(chosen(value.exists, rank.text, "-1"))
            case _:
                return Nothing() if isinstance(value, Nothing) else no_program("a rank")

    def _measure_suit(self, value: Value, scope: Scope) -> Value:
        match value:
            case SuitAt():
                return value
            case Kind():
                return self.properties.suit_of_kind(value)
            case APlay() | Held():
                suit = self.properties.suit(value.words, isinstance(value, APlay))
                return SuitAt(chosen(value.exists, suit.text, "-1"))
            case _:
                return Nothing() if isinstance(value, Nothing) else no_program("a suit")

    def _measure_pips(self, value: Value, scope: Scope) -> Value:
        if isinstance(value, Kind):
            return self.properties.pips_of_kind(value)
        cards = self.cards_in(value, scope)
        return constant(0) if cards is None else self._if(cards.exists, self.properties.pips(cards.words))

    def _measure_size(self, value: Value, scope: Scope) -> Value:
        return self.gathering.size(value, scope)

    def _measure_length(self, value: Value, scope: Scope) -> Value:
        if isinstance(value, APlay):
            return self._if(value.exists, self.properties.length(value))
        cards = self.cards_in(value, scope)
        return constant(0) if cards is None else self._if(cards.exists, self.properties.different_ranks(cards.words))

    def _measure_ranks(self, value: Value, scope: Scope) -> Value:
        cards = self.cards_in(value, scope)
        if cards is None:
            return Nothing()
        return RanksOf(tuple(chosen(cards.exists, word, "0") for word in cards.words))

    def _if(self, exists: str, number: Num) -> Num:
        if exists == TRUE:
            return number
        low, high = (
            (None if number.low is None else min(0, number.low)),
            (None if number.high is None else max(0, number.high)),
        )
        return Num(chosen(exists, number.text, "0"), low, high, number.scale)

    def cards_in(self, value: Value, scope: Scope) -> Held | None:
        """The cards that a value stands for: None where there never are any."""
        match value:
            case Nothing():
                return None
            case Held():
                return value
            case APlay(words=words, exists=exists):
                return Held(words, exists, Num(value.size, 1, len(self.kit.rules.pieces.all)))
            case Kind():
                return self.properties.one(value)
            case Seat():
                hand = scope.moment.hand(value)
                return hand if isinstance(hand, Held) else None
            case Log():
                return self._cards_of_log(value, scope)
            case _:
                return no_program("cards")

    def _cards_of_log(self, log: Log, scope: Scope) -> Held:
        """All cards of several plays."""
        source = self.kit.source
        if not self.kit.layout.single:
            raise CannotCompile("the cards of several plays are gathered, of a deck with several copies")

        def write(word: int) -> None:
            source.line("cards = 0")
            with self.gathering.each(log, scope.using("cards")) as (play, _, _):
                assert isinstance(play, APlay)
                source.line(f"cards += {play.words[word]}")
            source.line("return cards")

        words = [
            self.kit.lifting.call("cards_of_plays", "All cards of several plays.", lambda word=word: write(word))  # type: ignore[misc]
            for word in range(self.kit.words)
        ]
        return Held(tuple(words))

    # ---- numbers -----------------------------------------------------------------------------------------------

    def _arithmetic(self, node: model.Arithmetic, scope: Scope) -> Value:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if node.op == "^":
            return power(left, right, self.kit.source.table)
        work = {"+": plus, "-": minus, "x": times, "/": divided}[node.op]
        return work(left, right)

    def _negative(self, node: model.Negative, scope: Scope) -> Value:
        return minus(constant(0), self.number(node.value, scope))

    def _extreme(self, node: model.Extreme, scope: Scope) -> Value:
        return extreme(node.extreme, [self.number(value, scope) for value in node.values])

    def _count(self, node: model.Count, scope: Scope) -> Value:
        return self.counted(node.of, self.value(node.among, scope), scope)

    def counted(self, cls: model.Class, among: Value, scope: Scope) -> Num:
        """How many members of a class there are among cards or plays."""
        of_plays = self.members.of_plays(cls)
        if isinstance(among, Log) and of_plays:
            # A piece is played once.
            matchers = self.kit.rules.plays.matchers
            shortest = min((matchers[rung].planner.span[0] for rung in self.members.rungs(cls)), default=1)
            most = len(self.kit.rules.pieces.all) // max(1, shortest)
            return self.gathering.how_many(
                among, scope, lambda play, inner: self.members.has_play(cls, as_play(play), inner), most
            )
        cards = self.cards_in(among, scope)
        if cards is None:
            return constant(0)
        if of_plays:
            return self.forming.most(cls, cards, scope)
        pieces = self.members.pieces(cls)
        if pieces is None:
            return self.gathering.how_many(
                cards, scope, lambda kind, inner: self.members.has_kind(cls, as_kind(kind), inner)
            )
        if cards.size is not None and pieces.issuperset(self.kit.layout.order):
            return self._if(cards.exists, cards.size)
        most = sum(self.kit.rules.pieces.copies[card] for card in pieces)
        if not most:
            return constant(0)
        return self._if(cards.exists, Num(self.kit.cards.count_of(cards.words, pieces), 0, most))

    def _total(self, node: model.Total, scope: Scope) -> Value:
        return self.gathering.total(node, scope)

    def _choice(self, node: model.Choice, scope: Scope) -> Value:
        cases: list[tuple[str, Value]] = []
        for case in node.cases:
            when = TRUE if case.when is None else self.truth(case.when, scope)
            if when != FALSE:
                cases.append((when, self.value(case.value, scope)))
            if when == TRUE:
                break
        found = cases[-1][1]
        if cases[-1][0] != TRUE:
            return no_program("a choice without a last case")
        if isinstance(found, Num):
            numbers = level(*(value if isinstance(value, Num) else constant(0) for _, value in cases))
            lows, highs = [number.low for number in numbers], [number.high for number in numbers]
            text = numbers[-1].text
            for (when, _), number in reversed(list(zip(cases[:-1], numbers[:-1], strict=True))):
                text = chosen(when, number.text, text)
            low = None if None in lows else min(low for low in lows if low is not None)
            high = None if None in highs else max(high for high in highs if high is not None)
            return Num(text, low, high, numbers[0].scale)
        for when, value in reversed(cases[:-1]):
            found = self._one_of(when, value, found)
        return found

    def _one_of(self, when: str, value: Value, other: Value) -> Value:
        """One value or the other."""
        match value, other:
            case Nothing(), Nothing():
                return value
            case Nothing(), _:
                return self._one_of(when, self._absent(other), other)
            case _, Nothing():
                return self._one_of(when, value, self._absent(value))
            case APlay(parts=()), APlay(parts=()):
                told = [chosen(when, a, b) for a, b in zip(value.record, other.record, strict=True)]
                exists = either(both(when, value.exists), both(denied(when), other.exists))
                return APlay(
                    told[0], told[1], told[2], told[3], tuple(told[4:]), exists, turned=value.turned or other.turned
                )
            case Truth(text=a), Truth(text=b):
                return Truth(either(both(when, a), both(denied(when), b)))
            case Seat(), Seat():
                return Seat(chosen(when, value.text, other.text), value.sure and other.sure)
            case RankAt(), RankAt():
                return RankAt(chosen(when, value.text, other.text), value.sure and other.sure)
            case SuitAt(), SuitAt():
                return SuitAt(chosen(when, value.text, other.text), value.sure and other.sure)
            case Held(), Held():
                words = tuple(chosen(when, a, b) for a, b in zip(value.words, other.words, strict=True))
                return Held(words, either(both(when, value.exists), both(denied(when), other.exists)))
            case Seats(holds=first), Seats(holds=second):
                return Seats(lambda seat: either(both(when, first(seat)), both(denied(when), second(seat))))
            case _:
                return no_program("a choice between things of this kind")

    def _absent(self, like: Value) -> Value:
        """What does not exist, as a value of this kind."""
        match like:
            case Seat():
                return Seat("-1")
            case RankAt():
                return RankAt("-1")
            case SuitAt():
                return SuitAt("-1")
            case Held():
                return Held(self.kit.no_cards.words, FALSE)
            case APlay():
                return APlay("-1", "0", "0", "0", self.kit.no_cards.words, FALSE)
            case _:
                return no_program("a choice between things of this kind")

    def _some(self, node: model.Some, scope: Scope) -> Value:
        return Truth(self.gathering.some(node, scope))

    def _selected(self, node: model.Selected, scope: Scope) -> Value:
        return self.gathering.selected(node, scope)
