"""Which hands have been played: numbers in ranges, which may be filled in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Ranges:
    """Whole numbers from 0 in disjoint ranges, each `(first, end)` without its end."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._ranges: list[tuple[int, int]] = []
        for first, end in ranges:
            self.add(first, end - first)

    def __len__(self) -> int:
        return sum(end - first for first, end in self._ranges)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)

    @property
    def end(self) -> int:
        """The number after the last one."""
        return self._ranges[-1][1] if self._ranges else 0

    def add(self, first: int, count: int) -> None:
        """Add so many numbers. Raises ValueError for numbers that are there already, and for none."""
        end = first + count
        if first < 0 or count < 1 or any(first < other_end and other < end for other, other_end in self._ranges):
            raise ValueError(f"{first} to {end} cannot be added")
        merged: list[tuple[int, int]] = []
        for one in sorted([*self._ranges, (first, end)]):
            if merged and merged[-1][1] == one[0]:
                merged[-1] = (merged[-1][0], one[1])
            else:
                merged.append(one)
        self._ranges = merged

    def gaps(self, upto: int) -> list[tuple[int, int]]:
        """The ranges below a number that are not there."""
        found, at = [], 0
        for first, end in self._ranges:
            if at < min(first, upto):
                found.append((at, min(first, upto)))
            at = end
        return [*found, (at, upto)] if at < upto else found


class Work:
    """What is left to do, given out in pieces from the lowest number on."""

    def __init__(self, gaps: Iterable[tuple[int, int]]) -> None:
        self._gaps = list(gaps)

    def __bool__(self) -> bool:
        return bool(self._gaps)

    def take(self, most: int) -> tuple[int, int]:
        """The next numbers, as many as are asked for at most: the first, and how many."""
        first, end = self._gaps[0]
        count = min(most, end - first)
        self._gaps[:1] = [(first + count, end)] if first + count < end else []
        return first, count
