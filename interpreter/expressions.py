"""Conditions and formulas, compiled once into closures over what is known when they are asked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter, eq, ge, gt, le, lt
from typing import Any, Protocol

from cardwright.dsl import model

from .env import Env, placed
from .errors import Unanswerable
from .pieces import Pieces, Rank, Suit
from .play import Cards, Play
from .values import Compiled, bound, cards_in, constant, decided, holds_for, met, normal, not_if, several, shared
from .watching import Watch


class Classes(Protocol):
    """What expressions ask about classes and plays."""

    def of_plays(self, cls: model.Class) -> bool: ...
    def pieces_in(self, cls: model.Class) -> Callable[[Env], frozenset[int]]: ...
    def plays_in(self, cls: model.Class) -> Callable[[Play | None, Env], bool]: ...
    def readings(self, cards: Cards) -> tuple[Play, ...]: ...
    def includes(self, cls: model.Class, cards: Cards, env: Env) -> bool: ...
    def most(self, cls: model.Class, cards: Cards, env: Env) -> int: ...
    def extremes(self, cls: model.Class, cards: Cards, extreme: str, env: Env) -> frozenset[Play]: ...
    def beats(self, play: Play, table: Play) -> bool: ...
    def length(self, play: Play) -> int: ...


_FACTS = {"pass": "passing"}
_TESTS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "=": eq, ">": gt, "<=": le, ">=": ge}


class Compiler:
    """Compiles the expressions of one rulebook."""

    def __init__(self, pieces: Pieces, classes: Classes, watch: Watch | None = None) -> None:
        self._pieces = pieces
        self._watch = watch
        self._classes = classes
        self._done: dict[int, tuple[model.Expression, Compiled]] = {}

    def compile(self, expression: model.Expression) -> Compiled:
        """The closure of an expression (the same for the same node)."""
        known = self._done.get(id(expression))
        if known is None:
            made: Compiled = getattr(self, "_" + expression.kind)(expression)
            if self._watch is not None:
                made = self._watch.watched(made, expression)
            known = self._done[id(expression)] = (expression, made)
        return known[1]

    # ---- values and facts --------------------------------------------------------------------------------------

    def _number(self, node: model.Number) -> Compiled:
        return constant(node.value)

    def _rank(self, node: model.RankValue) -> Compiled:
        return constant(self._pieces.rank_at[node.rank])

    def _suit(self, node: model.SuitValue) -> Compiled:
        return constant(self._pieces.suit_at[node.suit])

    def _cards(self, node: model.CardsValue) -> Compiled:
        return constant(tuple(sorted(self._pieces.index_at[name] for name in node.cards)))

    def _fact(self, node: model.Fact) -> Compiled:
        return attrgetter(_FACTS.get(node.fact, node.fact))

    def _role(self, node: model.Role) -> Compiled:
        role = node.role
        return lambda env: env.role(role)

    def _placed(self, node: model.Placed) -> Compiled:
        place = node.place
        return lambda env: placed(env.last_places, place)

    def _variable(self, node: model.Variable) -> Compiled:
        name = node.name
        return lambda env: env.variables.get(name)

    def _element(self, node: model.Element) -> Compiled:
        return attrgetter("element")

    def _part(self, node: model.PartCards) -> Compiled:
        of, name = self.compile(node.of), node.part

        def part(env: Env) -> Any:
            play = of(env)
            return play.part(name) if isinstance(play, Play) else None

        return part

    def _property(self, node: model.Property) -> Compiled:
        of, name = self.compile(node.of), node.property
        if name == "bid":
            # Whoever has a role is asked for the bid that it was won with, among those in other auctions.
            role = node.of.role if isinstance(node.of, model.Role) else None
            return lambda env: 0 if (player := of(env)) is None else env.bid_of(player, role)
        if name in ("cards", "hand", "plays", "pile", "place", "points"):
            ask, nothing = f"{name}_of", 0 if name in ("cards", "place", "points") else ()

            def of_player(env: Env) -> Any:
                player = of(env)
                return nothing if player is None else getattr(env, ask)(player)

            return of_player
        if name == "size" and isinstance(node.of, model.Property) and node.of.property == "pile":
            # How many pieces somebody has taken may be known where the pieces are not.
            owner = self.compile(node.of.of)

            def pile_size(env: Env) -> int:
                player = owner(env)
                return 0 if player is None else env.pile_size_of(player)

            return pile_size
        measure: Callable[[Any], Any] = getattr(self, f"_measure_{name}")
        return lambda env: measure(of(env))

    def _measure_rank(self, value: Any) -> Rank | None:
        ranks = self._pieces.ranks
        return value if isinstance(value, Rank) else shared(ranks, value)

    def _measure_suit(self, value: Any) -> Suit | None:
        suits = self._pieces.suits
        return value if isinstance(value, Suit) else shared(suits, value)

    def _measure_pips(self, value: Any) -> int:
        return sum(self._pieces.pips[card] for card in several(value))

    def _measure_size(self, value: Any) -> int:
        return len(value) if isinstance(value, tuple) else len(several(value))

    def _measure_length(self, value: Any) -> int:
        if isinstance(value, Play):
            return self._classes.length(value)
        return len({self._pieces.ranks[card] for card in several(value)})

    def _measure_ranks(self, value: Any) -> tuple[Rank, ...]:
        pieces = self._pieces
        found = [pieces.ranks[card] for card in several(value)]
        return tuple(sorted(found, key=lambda rank: pieces.rank_places[rank], reverse=True))

    def _calculation(self, node: model.Calculation) -> Compiled:
        target, name = node.target, node.name
        of = constant(None) if node.of is None else self.compile(node.of)
        return lambda env: env.calculate(target, name, of(env))

    # ---- numbers -----------------------------------------------------------------------------------------------

    def _arithmetic(self, node: model.Arithmetic) -> Compiled:
        left, right = self.compile(node.left), self.compile(node.right)
        match node.op:
            case "+":
                return lambda env: normal((left(env) or 0) + (right(env) or 0))
            case "-":
                return lambda env: normal((left(env) or 0) - (right(env) or 0))
            case "x":
                return lambda env: normal((left(env) or 0) * (right(env) or 0))
            case "/":

                def divided(env: Env) -> int | Fraction:
                    by = right(env) or 0
                    if by == 0:
                        raise Unanswerable("a number is divided by 0")
                    return normal(Fraction(left(env) or 0) / by)

                return divided
            case "^":

                def raised(env: Env) -> int | Fraction:
                    base, exponent = Fraction(left(env) or 0), normal(right(env))
                    if isinstance(exponent, Fraction) or (base == 0 and exponent < 0):
                        raise Unanswerable(f"{base} cannot be raised to {exponent}")
                    return normal(base**exponent)

                return raised

    def _negative(self, node: model.Negative) -> Compiled:
        value = self.compile(node.value)
        return lambda env: -(value(env) or 0)

    def _extreme(self, node: model.Extreme) -> Compiled:
        values = [self.compile(value) for value in node.values]
        choose: Callable[[list[Any]], Any] = min if node.extreme == "least" else max
        return lambda env: choose([value(env) or 0 for value in values])

    def _count(self, node: model.Count) -> Compiled:
        return self._counting(node.of, self.compile(node.among))

    def _counting(self, cls: model.Class, among: Compiled) -> Compiled:
        """How many members of a class there are among cards or plays."""
        classes = self._classes
        plays_in, pieces_in, of_plays = classes.plays_in(cls), classes.pieces_in(cls), classes.of_plays(cls)

        def counted(env: Env) -> int:
            things = among(env)
            if isinstance(things, tuple) and things and isinstance(things[0], Play):
                if of_plays:
                    return sum(1 for play in things if plays_in(play, env))
                things = cards_in(things, env)
            cards = cards_in(things, env)
            if of_plays:
                return classes.most(cls, cards, env)
            members = pieces_in(env)
            return sum(1 for card in cards if card in members)

        return counted

    def _total(self, node: model.Total) -> Compiled:
        amount, among, name = self.compile(node.amount), self.compile(node.among), node.variable

        def total(env: Env) -> int | Fraction:
            return normal(sum(bound(env, name, thing, amount) or 0 for thing in several(among(env))))

        return total

    def _choice(self, node: model.Choice) -> Compiled:
        cases = [
            (constant(True) if case.when is None else self.compile(case.when), self.compile(case.value))
            for case in node.cases
        ]

        def chosen(env: Env) -> Any:
            for when, value in cases:
                if when(env):
                    return value(env)
            return None

        return chosen

    # ---- truths ------------------------------------------------------------------------------------------------

    def _all_of(self, node: model.AllOf) -> Compiled:
        return decided([self.compile(term) for term in node.terms], by=False)

    def _any_of(self, node: model.AnyOf) -> Compiled:
        return decided([self.compile(term) for term in node.terms], by=True)

    def _not(self, node: model.Not) -> Compiled:
        term = self.compile(node.term)
        return lambda env: not term(env)

    def _chain(self, node: model.Chain) -> Compiled:
        terms = [self.compile(term) for term in node.terms]
        tests = [_TESTS[op] for op in node.ops]

        def chained(env: Env) -> bool:
            values = [term(env) for term in terms]
            return all(self._compared(test, a, b) for test, (a, b) in zip(tests, pairwise(values), strict=True))

        return chained

    def _compared(self, test: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
        """Compare numbers as numbers, ranks and suits by their place on a scale they share."""
        if left is None or right is None:
            return False
        if isinstance(left, Rank) and isinstance(right, Rank):
            return met(test, self._pieces.rank_places[left], self._pieces.rank_places[right])
        if isinstance(left, Suit) and isinstance(right, Suit):
            return met(test, self._pieces.suit_places[left], self._pieces.suit_places[right])
        return test(left, right)

    def _is_same(self, node: model.IsSame) -> Compiled:
        left, right, denied = self.compile(node.left), self.compile(node.right), node.denied

        def same(env: Env) -> bool:
            a, b = left(env), right(env)
            return a is not None and b is not None and (a == b) is not denied

        return same

    def _is_between(self, node: model.IsBetween) -> Compiled:
        value, low, high = self.compile(node.value), self.compile(node.low), self.compile(node.high)
        denied = node.denied

        def between(env: Env) -> bool:
            at = value(env)
            inside = self._compared(le, low(env), at) and self._compared(le, at, high(env))
            return at is not None and inside is not denied

        return between

    def _is_in(self, node: model.IsIn) -> Compiled:
        subject = self.compile(node.subject)
        plays_in, pieces_in = self._classes.plays_in(node.of), self._classes.pieces_in(node.of)
        pieces, classes = self._pieces, self._classes

        def is_in(env: Env) -> bool:
            thing = subject(env)
            if thing is None:
                # A pass is no play; only the class `pass` holds it.
                return plays_in(None, env) if env.passing else False
            if isinstance(thing, Play):
                return plays_in(thing, env) or (bool(members := pieces_in(env)) and members.issuperset(thing.pieces))
            if isinstance(thing, Rank):
                return bool(pieces.by_rank[thing]) and pieces.by_rank[thing] <= pieces_in(env)
            if isinstance(thing, Suit):
                return bool(pieces.by_suit[thing]) and pieces.by_suit[thing] <= pieces_in(env)
            if isinstance(thing, tuple):
                if not thing or isinstance(thing[0], Play):
                    return bool(thing) and all(plays_in(play, env) for play in thing)
                return pieces_in(env).issuperset(thing) or any(plays_in(play, env) for play in classes.readings(thing))
            return thing in pieces_in(env)

        return not_if(node.denied, subject, is_in)

    def _is_highest(self, node: model.IsHighest) -> Compiled:
        subject, cards, extreme, cls = self.compile(node.subject), self.compile(node.cards), node.extreme, node.of
        classes, pieces = self._classes, self._pieces
        of_plays, pieces_in = classes.of_plays(cls), classes.pieces_in(cls)
        choose = max if extreme == "highest" else min

        def is_highest(env: Env) -> bool:
            thing = subject(env)
            if thing is None:
                return False
            held = cards_in(cards(env), env)
            if of_plays:
                return isinstance(thing, Play) and thing in classes.extremes(cls, held, extreme, env)
            members = pieces_in(env)
            found = [pieces.card_places[card] for card in held if card in members]
            return bool(found) and all(pieces.card_places[card] == choose(found) for card in several(thing))

        return not_if(node.denied, subject, is_highest)

    def _has(self, node: model.Has) -> Compiled:
        subject, classes, cls = self.compile(node.subject), self._classes, node.of
        pieces_in, of_plays = classes.pieces_in(cls), classes.of_plays(cls)

        def has(env: Env) -> bool:
            cards = cards_in(subject(env), env)
            return not pieces_in(env).isdisjoint(cards) or (of_plays and classes.includes(cls, cards, env))

        return has

    def _has_count(self, node: model.HasCount) -> Compiled:
        subject, count, or_more = self.compile(node.subject), node.count, node.or_more
        anything = isinstance(node.of, model.Anything) and node.of.of == "pieces"
        counted = self._counting(node.of, subject)

        def has_count(env: Env) -> bool:
            thing = subject(env)
            if thing is None:
                return False
            # How many pieces somebody holds is known even where the pieces are not.
            found = env.cards_of(thing) if anything and isinstance(thing, int) else counted(env)
            return found >= count if or_more else found == count

        return has_count

    def _played(self, node: model.Played) -> Compiled:
        player, plays_in = self.compile(node.player), self._classes.plays_in(node.of)
        if isinstance(node.of, model.Anything):

            def has_played(env: Env) -> bool:
                seat = player(env)
                return seat is not None and env.has_played(seat)

            return has_played

        def played(env: Env) -> bool:
            seat = player(env)
            return seat is not None and any(plays_in(play, env) for play in env.plays_of(seat))

        return played

    def _claimed(self, node: model.Claimed) -> Compiled:
        player, claim = self.compile(node.player), node.claim

        def claimed(env: Env) -> bool:
            seat = player(env)
            return seat is not None and env.claimed(seat, claim)

        return claimed

    def _wins(self, node: model.Wins) -> Compiled:
        player = self.compile(node.player)

        def wins(env: Env) -> bool:
            seat = player(env)
            return seat is not None and seat == env.winner

        return wins

    def _beats(self, node: model.Beats) -> Compiled:
        play, table, classes = self.compile(node.play), self.compile(node.table), self._classes

        def beats(env: Env) -> bool:
            a, b = play(env), table(env)
            return isinstance(a, Play) and isinstance(b, Play) and classes.beats(a, b)

        return beats

    # ---- sets --------------------------------------------------------------------------------------------------

    def _some(self, node: model.Some) -> Compiled:
        among, where, name = self.compile(node.among), self.compile(node.where), node.variable
        return lambda env: any(bound(env, name, thing, where) for thing in several(among(env)))

    def _selected(self, node: model.Selected) -> Compiled:
        among, where, name = self.compile(node.among), self.compile(node.where), node.variable

        def selected(env: Env) -> tuple[Any, ...]:
            return tuple(thing for thing in several(among(env)) if holds_for(env, name, thing, where))

        return selected
