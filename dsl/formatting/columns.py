"""Columns: rows that are set flush where they are near one another in length, and single lines where they are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from ..render.columns import width

T = TypeVar("T")

# Lines are no longer than this where their author leaves a choice.
WIDTH = 120
# How far names, and what follows them, may differ in length to be set in one column.
NEAR_NAMES = 14
NEAR = 32
COMMENT_GAP = 4
# The share of lines that decides where comments begin.
_USUAL = 0.9
_GAP = "   "


def padded(text: str, columns: int) -> str:
    """A text filled up with blanks."""
    return text + " " * (columns - width(text))


def near(items: Sequence[T], length: Callable[[T], int], apart: int) -> Iterator[list[T]]:
    """Items that follow one another, in groups whose lengths differ by at most so much."""
    group: list[T] = []
    low = high = 0
    for item in items:
        here = length(item)
        if group and max(high, here) - min(low, here) > apart:
            yield group
            group = []
        low, high = (min(low, here), max(high, here)) if group else (here, here)
        group.append(item)
    if group:
        yield group


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines: cells of one column flush where they are near in length, and the rows alike before."""
    lines = [row[0] if row else "" for row in rows]
    _align(list(range(len(rows))), rows, 0, lines)
    return lines


def _align(chosen: list[int], rows: Sequence[Sequence[str]], column: int, lines: list[str]) -> None:
    """Append what follows a column to the lines of some rows, which are flush so far."""
    for goes_on, some in groupby(chosen, lambda index: len(rows[index]) > column + 1):
        if not goes_on:
            continue
        for group in near(list(some), lambda index: width(rows[index][column]), NEAR):
            most = max(width(lines[index]) for index in group)
            for index in group:
                lines[index] = padded(lines[index], most) + _GAP + rows[index][column + 1]
            _align(group, rows, column + 1, lines)


def margin(widths: Sequence[int], most: int) -> int:
    """Where comments at the ends of lines begin: behind all lines, but for the few that are far longer than others."""
    ordered = sorted(widths)
    usual = ordered[int((len(ordered) - 1) * _USUAL)]
    longest = ordered[-1] if ordered[-1] - usual <= NEAR else usual
    return min(longest, most) + COMMENT_GAP
