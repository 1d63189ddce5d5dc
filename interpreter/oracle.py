"""Plays by definition: every way to deal cards to parts is tried. Obviously right, slow, and what the rest is
tested against."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cardwright.dsl import model

from .parts import PartRule
from .pieces import minus
from .play import Cards, Filling, Play
from .plays import Plays


def subsets(cards: Cards) -> list[Cards]:
    """Every sub-multiset of cards, each once, the empty one left out."""
    return sorted({chosen for size in range(1, len(cards) + 1) for chosen in combinations(sorted(cards), size)})


def ways(rules: tuple[PartRule, ...], cards: Cards) -> Iterator[tuple[Filling, ...]]:
    """Every way in which exactly these cards fill all parts."""
    return _ways(rules, cards, (), cards)


def _ways(
    rules: tuple[PartRule, ...], left: Cards, earlier: tuple[Filling, ...], whole: Cards
) -> Iterator[tuple[Filling, ...]]:
    if len(earlier) == len(rules):
        if not left:
            yield earlier
        return
    rule = rules[len(earlier)]
    last = len(earlier) == len(rules) - 1
    for chosen in [left] if last else [(), *subsets(left)]:
        for filling in rule.ways(chosen, earlier, whole):
            yield from _ways(rules, minus(left, chosen), (*earlier, filling), whole)


def readings(plays: Plays, cards: Cards, untouched: bool = False) -> tuple[Play, ...]:
    """What cards are played as, by trying every way to fill every pattern."""
    matchers = [matcher for matcher in plays.matchers if untouched or not matcher.planner.untouched]
    found = [matcher.strongest(cards, ways(matcher.planner.rules, cards)) for matcher in matchers]
    highest = plays.contest.highest(tuple(play for play in found if play is not None))
    return highest if len(highest) < 2 else tuple(play.named() for play in highest)


def generate(plays: Plays, hand: Cards, table: Play | None = None, untouched: bool = False) -> list[Play]:
    """Every play in a hand (that beats the table), by trying every subset of it."""
    hand = tuple(sorted(hand))
    found = [
        play
        for cards in subsets(hand)
        for play in readings(plays, cards, untouched and cards == hand)
        if table is None or plays.beats(play, table)
    ]
    return sorted(found, key=lambda play: (play.rung, play.pieces))


def holds(plays: Plays, pattern: model.Pattern, cards: Cards) -> bool:
    """Whether cards include what a pattern asks, by trying every subset of them."""
    rules = plays.planner(pattern).rules
    return any(True for chosen in [(), *subsets(cards)] for _ in _ways(rules, chosen, (), cards))


def unbeatable(plays: Plays, play: Play, hand_size: int) -> bool:
    """Whether no play of the rest of the deck beats this one, by trying every set of the sizes in question."""
    rest = plays.pieces.without(play.pieces)
    return not any(
        plays.beats(other, play)
        for size in range(1, len(rest) + 1)
        for cards in combinations(rest, size)
        for other in plays.readings(cards, size == hand_size)
    )
