"""The plays of a rulebook: reading, comparing and generating them. Everything is worked out once and remembered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial

from cardwright.dsl import model

from .chance import Chances
from .classes import ClassBook, PieceSet, PlayTest
from .contest import Comparison, Contest, Relation, TypeRule
from .counting import Counts
from .env import Env
from .errors import Ambiguous, Invalid
from .expressions import Compiler
from .formations import Formations
from .generation import Planner, Pool
from .matching import Matcher
from .parts import PartReader
from .pieces import Pieces
from .play import Cards, Play
from .strength import Keys, length_of
from .unbeatable import Unbeatable
from .values import Compiled
from .watching import Watch

_KEEP_READINGS = 400_000
_KEEP_HANDS = 20_000


class Holding:
    """A hand with the plays found in it so far, by type and size."""

    __slots__ = ("cards", "formed", "pool")

    def __init__(self, cards: Cards, pool: Pool) -> None:
        self.cards = cards
        self.pool = pool
        self.formed: dict[tuple[int, int], tuple[Play, ...]] = {}


class Plays:
    """What a rulebook calls a play, and which play beats which; `reversed_ranks`: with the ranks upside down.

    Reversed are the scales of ranks and the named orders by which plays are compared. Which runs there are is not a
    matter of strength: the same cards make the same combinations either way."""

    def __init__(self, rulebook: model.Rulebook, reversed_ranks: bool = False, watch: Watch | None = None) -> None:
        self.rulebook = rulebook
        self._watch = watch
        deck, orders = rulebook.deck, rulebook.orders
        if reversed_ranks:
            deck = replace(deck, rank_scales=tuple(replace(s, tiers=s.tiers[::-1]) for s in deck.rank_scales))
            orders = tuple(replace(order, tiers=order.tiers[::-1]) for order in orders)
        self.pieces = Pieces(deck, rulebook.tongues)
        steps = (step.act for step in rulebook.steps if step.name in rulebook.play.before)
        self.hand_sizes = model.held_sizes(rulebook.deal, len(self.pieces.all), steps)
        """How many pieces a whole hand can have."""
        self._compiler = Compiler(self.pieces, self, watch)
        self._classes = ClassBook(rulebook, self.pieces, self._compiler.compile, self.length)
        self._reader = PartReader(self.pieces, rulebook.orders, self._classes.fixed_pieces)
        keys = Keys(self.pieces, orders, self._classes.fixed_pieces)
        self.matchers = tuple(self._matcher(keys, rung, c) for rung, c in enumerate(rulebook.combinations))
        self._lengths = [length_of(matcher.planner.rules, self.pieces) for matcher in self.matchers]
        self.contest = Contest(rulebook, tuple(matcher.rule for matcher in self.matchers), self._classes)
        self._with_untouched = any(matcher.planner.untouched for matcher in self.matchers)
        self._readings: dict[Cards, tuple[Play, ...]] = {}
        self._whole_readings: dict[Cards, tuple[Play, ...]] = {}
        self._fitting: dict[tuple[int, bool], tuple[Matcher, ...]] = {}
        self._holdings: dict[Cards, Holding] = {}
        self._formations = Formations(self)

    def _matcher(self, keys: Keys, rung: int, combination: model.Combination) -> Matcher:
        rules = self._reader.read(combination.pattern)
        measures = partial(keys.measure, rules=rules)
        rule = TypeRule(combination, tuple(map(measures, combination.compare)), tuple(map(measures, combination.same)))
        needs = None if combination.needs is None else self._compiler.compile(combination.needs)
        return Matcher(self.pieces, self.planner(combination.pattern), rule, needs, rung, lambda: self.contest)

    def planner(self, pattern: model.Pattern) -> Planner:
        """The plan by which a pattern is found in cards."""
        return Planner(self.pieces, self._reader.read(pattern))

    # ---- readings ----------------------------------------------------------------------------------------------

    def readings(self, cards: Cards, untouched: bool = False) -> tuple[Play, ...]:
        """What the cards are played as: nothing, one play, or several where the rulebook leaves them free.

        `untouched`: the cards are the whole hand as it was dealt."""
        whole = untouched and self._with_untouched
        known = self._whole_readings if whole else self._readings
        found = known.get(cards)
        if found is None:
            if len(known) >= _KEEP_READINGS:
                known.clear()
            cards = tuple(sorted(cards))
            found = known[cards] = self._read(self.contest.highest(self.fits(cards, untouched)))
        if self._watch is not None:
            self._watch.read(found)
        return found

    def _read(self, plays: tuple[Play, ...]) -> tuple[Play, ...]:
        """Plays of the same cards; where there are several, their notation names the reading."""
        if len(plays) < 2:
            return plays
        return tuple(play.named() for play in plays)

    def fits(self, cards: Cards, untouched: bool = False) -> tuple[Play, ...]:
        """Every combination the cards fit, with the parts they fill, whatever they are then read as."""
        cards = tuple(sorted(cards))
        whole = untouched and self._with_untouched
        matchers = self._fitting.get((len(cards), whole))
        if matchers is None:
            matchers = self._fitting[(len(cards), whole)] = tuple(
                matcher
                for matcher in self.matchers
                if matcher.planner.span[0] <= len(cards) <= matcher.planner.span[1]
                and (whole or not matcher.planner.untouched)
            )
        if not cards:
            return ()
        return tuple(play for matcher in matchers if (play := matcher.match(cards)) is not None)

    def parse(self, text: str, untouched: bool = False) -> Play:
        """The play that a text writes: `KD-JD-9D-6D-5D`, with `=combination` where several readings remain."""
        written, _, combination = text.partition("=")
        cards = self.pieces.parse(written)
        plays = self.readings(cards, untouched)
        if combination:
            name = combination.strip()
            plays = tuple(play for play in plays if play.combination == name)
        if not plays:
            raise Invalid(f"`{text.strip()}` is no play" if not combination else f"`{written}` is no `{name}`", text)
        if len(plays) > 1:
            names = tuple(play.combination for play in plays)
            raise Ambiguous(f"`{text.strip()}` can be {' or '.join(names)}", names)
        return plays[0]

    # ---- comparing ---------------------------------------------------------------------------------------------

    def beats(self, play: Play, table: Play) -> bool:
        """Whether a play beats another."""
        return self.contest.beats(play, table)

    def compare(self, play: Play, table: Play) -> Comparison:
        """Which clause decides between two plays, and the values it compares."""
        return self.contest.compare(play, table)

    def length(self, play: Play) -> int:
        """How many ranks the run (or the groups) of a play have; of a play without, how many it has at all."""
        return self._lengths[play.rung](play.pieces, play.parts)

    def unbeatable(self, play: Play) -> bool:
        """Whether no play from the pieces of the deck outside it could beat it, whatever is already gone."""
        return self._unbeatable(play)

    @cached_property
    def _unbeatable(self) -> Unbeatable:
        return Unbeatable(self)

    # ---- generating --------------------------------------------------------------------------------------------

    def holding(self, hand: Cards) -> Holding:
        """A hand with room to remember its plays."""
        known = self._holdings.get(hand)
        if known is None:
            if len(self._holdings) >= _KEEP_HANDS:
                self._holdings.clear()
            hand = tuple(sorted(hand))
            known = self._holdings[hand] = Holding(hand, self.matchers[0].planner.pool(hand))
        return known

    def forget_hands(self) -> None:
        """Forget the plays found in hands; what plays are stays known."""
        self._holdings.clear()

    def generate(self, hand: Cards, table: Play | None = None, untouched: bool = False) -> Iterator[Play]:
        """Every play in a hand (that beats the table), each once: combinations in the order of the rulebook, in
        each the plays by their pieces, compared as tuples of numbers."""
        holding = self.holding(hand)
        whole = self.readings(holding.cards, True) if untouched and self._with_untouched else None
        if table is None:
            for rung in range(len(self.matchers)):
                yield from self._formed_whole(holding, rung, 0, whole)
            return
        size = len(table.pieces)
        falls = self.rulebook.combinations[table.rung].equal == "falls"
        for rung, relation in self.challengers[table.rung]:
            if relation.bombs and not self.contest.reaches(relation, table):
                continue
            plays = self._formed_whole(holding, rung, size if relation.same_size else 0, whole)
            if relation.always:
                for play in plays:
                    if len(play.pieces) == size:
                        yield play
            elif relation.simple and table.plain and not falls:
                strength, same = table.strength, table.same
                for play in plays:
                    if play.plain:
                        if play.strength > strength and play.same == same:
                            yield play
                    elif self.beats(play, table):
                        yield play
            else:
                for play in plays:
                    if self.beats(play, table):
                        yield play

    def _formed_whole(self, holding: Holding, rung: int, size: int, whole: tuple[Play, ...] | None) -> tuple[Play, ...]:
        """The plays of one type; `whole`: what the untouched hand is read as, which decides for the hand itself."""
        plays = self.formed(holding, rung, size)
        if whole is None:
            return plays
        others = [play for play in plays if play.pieces != holding.cards]
        others.extend(play for play in whole if play.rung == rung and (size in (0, len(play.pieces))))
        return tuple(sorted(others, key=lambda play: play.pieces))

    @cached_property
    def challengers(self) -> tuple[tuple[tuple[int, Relation], ...], ...]:
        """For each type the types whose plays may beat one of it."""
        relations = self.contest.relations
        count = range(len(self.matchers))
        return tuple(
            tuple((i, r) for i in count if (r := relations[i][j]).same or r.ladder is not None or r.bombs)
            for j in count
        )

    def formed(self, holding: Holding, rung: int, size: int = 0) -> tuple[Play, ...]:
        """The plays of one type in a hand that is no longer untouched (of one size, if `size` is not 0)."""
        known = holding.formed.get((rung, size))
        if known is not None:
            return known
        planner = self.matchers[rung].planner
        found: set[Cards] = set()
        if not planner.untouched and planner.span[0] <= len(holding.cards):
            found = planner.choices(holding.pool, (size or 1, size or len(holding.cards)))
        get = self._readings.get
        plays: list[Play] = []
        for cards in sorted(found):
            readings = get(cards)
            if readings is None:
                readings = self.readings(cards)
            for play in readings:
                if play.rung == rung:
                    plays.append(play)
        result = holding.formed[(rung, size)] = tuple(plays)
        return result

    # ---- chances and counts ------------------------------------------------------------------------------------

    def chance(self, pattern: model.Pattern, size: int | None = None) -> Fraction:
        """The exact chance that a dealt hand (of `size` pieces) includes a pattern; raises Unanswerable."""
        return self._chances.chance(pattern, size)

    def count(self, combination: str | None = None) -> int:
        """How many plays the full deck holds (of one combination), as they are read; raises Unanswerable."""
        return self._counts.count(combination)

    def count_by_size(self, combination: str | None = None) -> Counter[int]:
        """How many plays of each size the full deck holds; raises Unanswerable."""
        return self._counts.by_size(combination)

    def count_by_formula(self, matcher: Matcher) -> Counter[int] | None:
        """How many plays of each size a type has if no other type takes any, where a formula tells."""
        return self._counts.by_formula(matcher)

    @cached_property
    def _chances(self) -> Chances:
        return Chances(self)

    @cached_property
    def _counts(self) -> Counts:
        return Counts(self)

    @property
    def classes(self) -> ClassBook:
        """The classes of the rulebook."""
        return self._classes

    # ---- classes and expressions -------------------------------------------------------------------------------

    def compile(self, expression: model.Expression) -> Compiled:
        """The closure of an expression."""
        return self._compiler.compile(expression)

    def of_plays(self, cls: model.Class) -> bool:
        """Whether a class has plays among its members."""
        return self._classes.of_plays(cls)

    def is_fixed(self, cls: model.Class) -> bool:
        """Whether what a class holds hangs on no fact of the game."""
        return self._classes.is_fixed(cls)

    def types(self, cls: model.Class) -> frozenset[str]:
        """The combinations that may have plays in a class."""
        return self._classes.types(cls)

    def whole_types(self, cls: model.Class) -> frozenset[str]:
        """The combinations all of whose plays are in a class."""
        return self._classes.whole_types(cls)

    def pieces_in(self, cls: model.Class) -> PieceSet:
        """The pieces of a class, given what is known."""
        return self._classes.pieces_in(cls)

    def plays_in(self, cls: model.Class) -> PlayTest:
        """The test for the plays of a class; a pass is None."""
        return self._classes.plays_in(cls)

    def in_class(self, cls: model.Class) -> Callable[[Play | None], bool]:
        """The test for plays of a class that hangs on no fact of the game."""
        test, env = self._classes.plays_in(cls), Env()
        return lambda play: test(play, env)

    def piece_class(self, cls: model.Class) -> Callable[[int], bool]:
        """The test for pieces of a class that hangs on no fact of the game."""
        return self._classes.fixed_pieces(cls).__contains__

    # ---- what can be formed from cards -------------------------------------------------------------------------

    def holds(self, wanted: model.Class | model.Pattern, cards: Cards, untouched: bool = False) -> bool:
        """Whether cards include such pieces, or the pieces of such a play."""
        if isinstance(wanted, model.Pattern):
            return self._formations.holds(wanted, cards, untouched)
        if not self._classes.fixed_pieces(wanted).isdisjoint(cards):
            return True
        return self.of_plays(wanted) and self._formations.includes(wanted, cards, Env())

    def includes(self, cls: model.Class, cards: Cards, env: Env) -> bool:
        """Whether cards include the pieces of a play of a class."""
        return self._formations.includes(cls, cards, env)

    def most(self, cls: model.Class, cards: Cards, env: Env) -> int:
        """The most plays of a class that share no piece, given what is known."""
        return self._formations.most(cls, cards, env)

    def extremes(self, cls: model.Class, cards: Cards, extreme: str, env: Env) -> frozenset[Play]:
        """The strongest (`highest`) or weakest plays of a class formed from cards, given what is known."""
        return self._formations.extremes(cls, cards, extreme, env)
