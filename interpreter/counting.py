"""How many plays there are in the whole deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice, product
from math import prod
from typing import TYPE_CHECKING

from cardwright.dsl import model

from .apart import apart
from .errors import Unanswerable
from .matching import Matcher
from .parts import PartRule, Values, within
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
            worked_out = self.by_formula(matcher)
            if worked_out is None or worked_out.total() <= _MOST_PLAYS // 10:
                known = self._count_found(matcher)
            else:
                rivals = [m for m in self._plays.matchers if m is not matcher and not apart(m, matcher)]
                if rivals or matcher.rule.combination.needs is not None:
                    raise Unanswerable(f"there are too many plays of `{matcher.rule.combination.name}` to count")
                known = worked_out
            self._known[matcher.rung] = known
        return known

    def by_formula(self, matcher: Matcher) -> Counter[int] | None:
        """How many plays the pattern has if no other type takes any, by a formula; None where there is none."""
        if len(matcher.planner.rules) > 1:
            return None
        rule = matcher.planner.rules[0]
        match rule.part:
            case model.Every():
                size = len(rule.groups.present) if rule.groups is not None else 0
                fits = any(low <= size <= high for low, high in self._sizes(matcher))
                return Counter({size: self._every(rule)}) if fits else Counter()
            case model.Sized(amount=amount) if not (matcher.planner.untouched or rule.another or rule.others):
                return self._in_windows(rule, rule.ranks, model.Amount(least=1, most=1), amount)
            case model.EachOf(each=each, groups=groups) if not matcher.planner.untouched and rule.groups is not None:
                return self._in_windows(rule, rule.groups, each, groups)
            case _:
                return None

    def _in_windows(
        self, rule: PartRule, values: Values, each: model.Amount, length: model.Amount
    ) -> Counter[int] | None:
        """For every run so long, a product of the ways to take so many pieces of each of its values."""
        if rule.windows is None or rule.alike or rule.not_alike:
            return None
        allowed = set(self._plays.pieces.all) if rule.members is None else rule.members
        ways: dict[int, Counter[int]] = {}
        for value in values.present:
            copies = [self._plays.pieces.copies[card] for card in sorted(allowed) if values.of[card] == value]
            ways[value] = Counter({size: number for size, number in _choices(copies).items() if within(size, each)})
        found: Counter[int] = Counter()
        for run in rule.by_values:
            if not within(len(run), length):
                continue
            chosen = Counter({0: 1})
            for value in run:
                chosen = _joined(chosen, ways.get(value, Counter()))
            found += chosen
        return found

    def _count_found(self, matcher: Matcher) -> Counter[int]:
        """Count what the plan finds in the full deck."""
        planner, deck = matcher.planner, self._plays.pieces.all
        filled = chain.from_iterable(planner.fill(planner.pool(deck), sizes) for sizes in self._sizes(matcher))
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

    def _sizes(self, matcher: Matcher) -> list[tuple[int, int]]:
        """The sizes that can be played, from and to: any, and those of whole hands if they must be untouched."""
        if not matcher.planner.untouched:
            return [(1, len(self._plays.pieces.all))]
        return [(size, size) for size in self._plays.hand_sizes]

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


def _choices(copies: Iterable[int]) -> Counter[int]:
    """By size, the multisets of pieces that are there so many times each."""
    found = Counter({0: 1})
    for number in copies:
        found = _joined(found, Counter(dict.fromkeys(range(number + 1), 1)))
    return found


def _joined(one: Counter[int], other: Counter[int]) -> Counter[int]:
    """By size, the pairs of a choice from one and a choice from the other."""
    found: Counter[int] = Counter()
    for (size, number), (more, times) in product(one.items(), other.items()):
        found[size + more] += number * times
    return found
