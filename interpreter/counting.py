"""How many plays there are in the whole deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from cardwright.dsl import model

from .errors import Unanswerable
from .matching import Matcher
from .parts import PartRule, Values
from .play import Cards

if TYPE_CHECKING:
    from .plays import Plays

_MOST_PLAYS = 500_000


class Counts:
    """Counts the plays of one rulebook as sets (or multisets) of pieces of the full deck; free readings count apart."""

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self._known: dict[int, Counter[int]] = {}

    def count(self, combination: str | None = None) -> int:
        """How many plays there are (of one combination), as they are read; raises Unanswerable."""
        return self.by_size(combination).total()

    def by_size(self, combination: str | None = None) -> Counter[int]:
        """How many plays of each size there are (of one combination); raises Unanswerable."""
        result: Counter[int] = Counter()
        for matcher in self._plays.matchers:
            if combination in (None, matcher.rule.combination.name):
                result += self._count(matcher)
        return result

    def _count(self, matcher: Matcher) -> Counter[int]:
        known = self._known.get(matcher.rung)
        if known is None:
            every = matcher.planner.rules[0]
            if isinstance(every.part, model.Every) and len(matcher.planner.rules) == 1:
                known = self._count_every(matcher, every)
            else:
                known = self._count_found(matcher)
            self._known[matcher.rung] = known
        return known

    def _count_found(self, matcher: Matcher) -> Counter[int]:
        """Count what the plan finds in the full deck."""
        planner, deck = matcher.planner, self._plays.pieces.all
        filled = planner.fill(planner.pool(deck), self._size(matcher))
        found: set[Cards] = set()
        for fillings in islice(filled, _MOST_PLAYS + 1):
            found.add(tuple(sorted(card for filling in fillings for card in filling.cards)))
        if len(found) > _MOST_PLAYS or next(filled, None) is not None:
            raise Unanswerable(f"there are too many plays of `{matcher.rule.combination.name}` to count")
        return self._read(matcher, found)

    def _read(self, matcher: Matcher, found: Iterable[Cards]) -> Counter[int]:
        plays, untouched = self._plays, matcher.planner.untouched
        return Counter(
            len(cards)
            for cards in found
            for play in (plays.contest.highest(plays.fits(cards, True)) if untouched else plays.readings(cards))
            if play.rung == matcher.rung
        )

    def _size(self, matcher: Matcher) -> tuple[int, int]:
        """The sizes that can be played: no more than a hand, and exactly a hand if it must be untouched."""
        if not matcher.planner.untouched:
            return (1, len(self._plays.pieces.all))
        dealt = self._plays.rulebook.deal.each
        return (dealt, dealt)

    def _count_every(self, matcher: Matcher, rule: PartRule) -> Counter[int]:
        """One piece of each value: a product of the numbers to choose from, unless another type takes some."""
        size = len(rule.groups.present) if rule.groups is not None else 0
        low, high = self._size(matcher)
        number = self._every(rule) if low <= size <= high else 0
        if number <= _MOST_PLAYS // 10:
            return self._count_found(matcher)
        rivals = [m for m in self._plays.matchers if m is not matcher and may_take(m, matcher, size)]
        if rivals or matcher.rule.combination.needs is not None:
            raise Unanswerable(f"there are too many plays of `{matcher.rule.combination.name}` to count")
        return Counter({size: number})

    def _every(self, rule: PartRule) -> int:
        assert rule.groups is not None
        if rule.not_alike:
            first, *others = rule.not_alike
            free = replace(rule, not_alike=tuple(others))
            return self._every(free) - self._every(replace(free, alike=(*rule.alike, first)))
        chosen: list[list[int]] = [sorted(rule.members if rule.members is not None else set(self._plays.pieces.all))]
        chosen = [[c for c in cards if self._plays.pieces.copies[c]] for cards in chosen]
        for values in rule.alike:
            chosen = [
                [card for card in cards if values.of[card] == value] for cards in chosen for value in values.present
            ]
        groups = rule.groups
        return sum(prod(sum(1 for c in cards if groups.of[c] == value) for value in groups.present) for cards in chosen)


def may_take(other: Matcher, matcher: Matcher, size: int) -> bool:
    """Whether another type might fit plays of this one."""
    low, high = other.planner.span
    if not low <= size <= high:
        return False
    mine, theirs = matcher.planner.rules[0], other.planner.rules[0]
    if not isinstance(theirs.part, model.Every) or len(other.planner.rules) > 1:
        return True
    return not (_attributes(mine.alike) & _attributes(theirs.not_alike)) and not (
        _attributes(theirs.alike) & _attributes(mine.not_alike)
    )


def _attributes(values: tuple[Values, ...]) -> set[str]:
    return {value.attribute for value in values}
