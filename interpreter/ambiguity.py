"""Cards that can be read in two ways: found by going through every play of a type, or said to be too many for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from cardwright.dsl import model

from .counting import may_take
from .matching import Matcher
from .play import Cards
from .plays import Plays

MOST_PLAYS = 40_000
"""How many plays of a type are gone through; with more of both types nothing is proved."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two types that neither a ladder nor bombs order and that no `free` names, and cards that are read as both;
    `cards` None: both have too many plays to go through, so it is not known whether there are such cards."""

    types: tuple[str, str]
    cards: Cards | None


def overlaps(plays: Plays) -> Iterator[Overlap]:
    """Every pair of types that share plays, each with one example. What is not yielded is proved not to exist."""
    free = [frozenset(free.types) for free in plays.rulebook.free]
    for one, other in combinations(plays.matchers, 2):
        types = (one.rule.combination.name, other.rule.combination.name)
        if any(names >= set(types) for names in free) or _apart(one, other) or plays.contest.ordered(*types):
            continue
        listed = next(((m, found) for m in (one, other) if (found := _every(plays, m, one, other)) is not None), None)
        if listed is None:
            yield Overlap(types, None)
            continue
        matcher, found = listed
        rival = other if matcher is one else one
        untouched = matcher.planner.untouched or rival.planner.untouched
        for cards in found:
            if rival.match(cards) is None:
                continue
            read = {play.rung for play in plays.readings(cards, untouched)}
            if {one.rung, other.rung} <= read:
                yield Overlap(types, cards)
                break


def _apart(one: Matcher, other: Matcher) -> bool:
    """Whether sizes, suits or repeated ranks alone keep two types apart."""
    low, high = _shared(one, other)
    return (
        low > high
        or {_repeats(one), _repeats(other)} == {True, False}
        or not may_take(one, other, low)
        or not may_take(other, one, low)
    )


def _repeats(matcher: Matcher) -> bool | None:
    """Whether every play of a type has a rank twice (True), or none has (False); None where it depends."""
    twice = False
    for rule in matcher.planner.rules:
        match rule.part:
            case model.EachOf(each=each, attribute="rank"):
                twice = twice or each.least > 1
            case model.Sized(alike=alike, another=another, amount=amount) if {"rank", "identity"} & {*alike, another}:
                twice = twice or amount.least > 1
            case _:
                pass
    if twice:
        return True
    once = len(matcher.planner.rules) == 1 and _is_once_each(matcher.planner.rules[0].part)
    return False if once else None


def _is_once_each(part: object) -> bool:
    """Whether a part has one piece of each of its ranks."""
    match part:
        case model.Sized(in_order=in_order):
            return in_order is not None
        case model.Every(attribute="rank"):
            return True
        case _:
            return False


def _shared(one: Matcher, other: Matcher) -> tuple[int, int]:
    return (max(one.planner.span[0], other.planner.span[0]), min(one.planner.span[1], other.planner.span[1]))


def _every(plays: Plays, matcher: Matcher, one: Matcher, other: Matcher) -> list[Cards] | None:
    """Every play of a type in the full deck, of the sizes that both types have; None if there are too many."""
    planner = matcher.planner
    filled = planner.fill(planner.pool(plays.pieces.all), _shared(one, other))
    found = {
        tuple(sorted(card for filling in fillings for card in filling.cards)) for fillings in islice(filled, MOST_PLAYS)
    }
    return None if next(filled, None) is not None else sorted(found)
