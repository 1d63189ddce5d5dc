"""How many cards the parts of a pattern can have together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.dsl import model

from .generation import most as most_of
from .parts import PartRule


def sizes(rules: Sequence[PartRule], most: int) -> frozenset[int]:
    """How many cards the parts can have together, where amounts are multiplied by the ranks of a part as well."""
    counted = {rule.per for rule in rules}
    # For each number of cards so far: how many ranks the parts have that others are repeated for.
    found: set[tuple[int, tuple[tuple[int, int], ...]]] = {(0, ())}
    for at, rule in enumerate(rules):
        after: set[tuple[int, tuple[tuple[int, int], ...]]] = set()
        for size, ranks in found:
            times = 1 if rule.per is None else dict(ranks)[rule.per]
            for cards, groups in _amounts(rule, times, most - size):
                spanned = (groups,) if groups is not None else range(1, cards + 1)
                after |= (
                    {(size + cards, (*ranks, (at, n))) for n in spanned} if at in counted else {(size + cards, ranks)}
                )
        found = after
    return frozenset(size for size, _ in found)


def _amounts(rule: PartRule, times: int, most: int) -> Iterator[tuple[int, int | None]]:
    """How many cards a part can have, up to so many, and of how many ranks they are; None where it depends."""
    match rule.part:
        case model.EachOf(each=each, groups=groups, attribute=attribute):
            for number in range(groups.least, min(most, most_of(groups)) + 1):
                for cards in range(number * each.least, min(most, number * most_of(each)) + 1):
                    yield cards, number if attribute == "rank" else None
        case model.Every():
            yield 0 if rule.groups is None else len(rule.groups.present), None
        case model.Listed():
            yield len(rule.items), None
        case model.Lacking():
            yield 0, 0
        case model.Sized(amount=amount):
            for cards in range(amount.least * times, min(most, most_of(amount) * times) + 1):
                yield cards, None
