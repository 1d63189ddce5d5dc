"""Which of several names may have been meant."""

from __future__ import annotations

from collections.abc import Iterable


def near(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The candidates that may have been meant: nearest first, at most a third of the name away."""
    furthest = len(name) // 3
    found = sorted(
        (distance, candidate)
        for candidate in dict.fromkeys(candidates)
        if candidate != name and (distance := _distance(name, candidate, furthest)) <= furthest
    )
    return tuple(candidate for _, candidate in found[:limit])


def _distance(left: str, right: str, limit: int) -> int:
    """How many letters to add, drop, change or swap with their neighbour; more than `limit` where it is more."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, row = row, [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
        if min(row) > limit:
            return limit + 1
    return row[-1]
