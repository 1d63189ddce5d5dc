"""The words that a generated module is written in, as plain Python has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Action = tuple[int, ...]


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Functions stay as they are."""
    return function


def table(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """A table is a tuple."""
    return numbers


popcount = int.bit_count


def room(size: int) -> list[int]:
    """Room for so many numbers, all of them 0."""
    return [0] * size


def scratch(rows: int, columns: int) -> list[Action]:
    """Room for so many actions, which grows by itself."""
    return []


def merge(out: list[Action], first: int, n: int, words: int) -> int:
    """Of actions (from `first` on) with the same cards the strongest stays."""
    best: dict[tuple[int, ...], Action] = {}
    for action in out[first:]:
        cards = action[-words:]
        known = best.get(cards)
        if known is None or action[2] > known[2]:
            best[cards] = action
    out[first:] = best.values()
    return n
