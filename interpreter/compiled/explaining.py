"""The plans of a rulebook in words, read off the objects that write its program: how each combination is found, as what
else its cards may be read, how strength is packed into a number, and what beats it."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.dsl import model

from ..rules import Rules
from ..wording import class_words, key_words, words
from .cards import CardWords
from .found import Filled
from .layout import CannotCompile, CardLayout
from .loops import Loop
from .planning import PatternPlan
from .plays import PlayWriter
from .source import Source, Words


@dataclass(frozen=True, slots=True)
class Search:
    """How the cards of a pattern are found."""

    steps: tuple[str, ...]
    """What is gone through, from the outside in."""
    ways: int
    """How many choices are looked at, at most, in the largest hand."""
    tests: tuple[str, ...]
    """What each of them must pass."""
    tries: bool
    """Whether subsets are tried, most of which may be nothing."""
    reason: str = ""
    """Why no loops find them."""


@dataclass(frozen=True, slots=True)
class Digit:
    """One key of a comparison within the number that tells strength."""

    key: str
    values: int
    scales: bool
    """Whether there are values that cannot be compared."""


@dataclass(frozen=True, slots=True)
class CombinationPlan:
    """All that is decided about a combination."""

    name: str
    search: Search
    readings: tuple[str, ...]
    """The combinations as which its cards may have to be read instead."""
    merged: bool
    """Whether the same cards may be found several times, and the strongest is kept."""
    strength: tuple[Digit, ...]
    shared: tuple[str, ...]
    """What only plays that are compared share."""
    beaten_by: tuple[tuple[str, str], ...]
    """Which combinations beat it, and how their plays are found."""


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a rulebook. `claims`: how it is found that a hand includes a pattern."""

    hand: int
    """How many pieces the largest hand has."""
    combinations: tuple[CombinationPlan, ...]
    claims: tuple[tuple[str, Search], ...]


class _Unwritten:
    """Further conditions are not looked into: only their words are told."""

    def needs(self, rung: int, filled: Filled) -> str:
        """Never asked."""
        raise CannotCompile("nothing is written")

    def in_class(self, cls: model.Class, play: Words) -> str:
        """Never asked."""
        raise CannotCompile("nothing is written")

    def size_of_part(self, label: str, play: Words) -> str:
        """A number that nothing is made of."""
        return "0"


def plans(rules: Rules, held: int | None = None) -> Plans:
    """The plans of all combinations and claims; choices are counted in a hand of so many pieces, or the largest."""
    source, layout = Source(False), CardLayout(rules.pieces)
    hand = held or max(rules.plays.hand_sizes)
    try:
        writer = PlayWriter(source, rules.plays, CardWords(source, layout), _Unwritten())
    except CannotCompile as reason:
        # The deck itself is beyond what programs are made for.
        nothing = Search((), 0, (), True, str(reason))
        return Plans(
            hand,
            tuple(_unplanned(rules, rung, nothing) for rung in range(len(rules.plays.matchers))),
            tuple((claim.name, nothing) for claim in rules.rulebook.claims),
        )
    return Plans(
        hand,
        tuple(_combination(writer, rung, hand) for rung in range(len(rules.plays.matchers))),
        tuple((claim.name, _claim(writer, claim.holding, hand)) for claim in rules.rulebook.claims),
    )


def _combination(writer: PlayWriter, rung: int, hand: int) -> CombinationPlan:
    plays = writer.plays
    matcher = plays.matchers[rung]
    names = [other.rule.combination.name for other in plays.matchers]
    combination = matcher.rule.combination
    tests = [] if combination.needs is None else [words(combination.needs)]
    try:
        listed = writer.listed(rung)
        if listed is not None:
            search = Search((_one_by_one(len(listed)),), len(listed), (), False)
        else:
            search = _search(writer.pattern_plan(rung), hand, tests)
        readings = tuple(names[other] for other in writer.above(rung))
        merged = writer.repeats(rung)
        beaten = tuple((names[by], how) for by, how in writer.beaten_by(rung))
        digits = tuple(Digit(key_words(key), number, scales) for key, number, scales in writer.strength(rung).told())
    except CannotCompile as reason:
        return CombinationPlan(combination.name, Search((), 0, (), True, str(reason)), (), False, (), (), ())
    shared = [key_words(key) for key in combination.same]
    return CombinationPlan(combination.name, search, readings, merged, digits, tuple(shared), beaten)


def _unplanned(rules: Rules, rung: int, nothing: Search) -> CombinationPlan:
    name = rules.rulebook.combinations[rung].name
    return CombinationPlan(name, nothing, (), False, (), (), ())


def _claim(writer: PlayWriter, pattern: model.Pattern, hand: int) -> Search:
    """How it is found that a hand includes a pattern."""
    try:
        found = writer.held(pattern)
        if isinstance(found, PatternPlan):
            return _search(found, hand, [])
        return Search((_one_by_one(len(found)),), len(found), (), False)
    except CannotCompile as reason:
        return Search((), 0, (), True, str(reason))


def _search(plan: PatternPlan, hand: int, tests: list[str]) -> Search:
    lacking = [
        f"without {class_words(rule.part.items[0])}" for rule in plan.lacking if isinstance(rule.part, model.Lacking)
    ]
    unlike = [f"not all of one {v.attribute}" for loop in plan.loops for v in loop.rule.not_alike]
    steps = tuple(_step(loop, at) for at, loop in enumerate(plan.loops))
    return Search(steps, plan.ways(hand), (*lacking, *unlike, *tests), plan.tries)


def _step(loop: Loop, at: int) -> str:
    """One part, and what it may not share with those before."""
    rule = loop.rule
    told = loop.told()
    if rule.members is not None:
        told += f", among {len(rule.members)} kinds of piece"
    for values in (rule.another, rule.others):
        if values is not None and at:
            told += f", of another {values.attribute} than before"
    return told


def _one_by_one(number: int) -> str:
    return "one play, looked for by name" if number == 1 else f"{number} plays, looked for one by one"
