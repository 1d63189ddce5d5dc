"""The words that a generated module is written in, as plain Python has them."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any

from ..errors import Invalid
from ..randomness import derived_seed as derived_seed

Action = tuple[int, ...]

_ALL = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


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


def below(streams: MutableSequence[int], at: int, bound: int) -> int:
    """A number from 0 to `bound` - 1 from one of several streams: what `SplitMix64.below` draws."""
    if bound <= 1:
        if bound < 1:
            raise Invalid("a hand comes to where nothing is legal")
        streams[at] = (streams[at] + _STEP) & _ALL
        return 0
    while True:
        streams[at] = mixed = (streams[at] + _STEP) & _ALL
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _ALL
        mixed ^= mixed >> 31
        # Nearly all draws are far from the last whole multiple of `bound`.
        if mixed <= _ALL - bound or mixed < _ALL + 1 - (_ALL + 1) % bound:
            return mixed % bound


def shuffle(streams: MutableSequence[int], at: int, items: MutableSequence[int], number: int) -> None:
    """So many items in a new order: what `SplitMix64.shuffle` draws."""
    state = streams[at]
    for last in range(number - 1, 0, -1):
        bound = last + 1
        while True:
            state = mixed = (state + _STEP) & _ALL
            mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _ALL
            mixed ^= mixed >> 31
            if mixed <= _ALL - bound or mixed < _ALL + 1 - (_ALL + 1) % bound:
                break
        other = mixed % bound
        items[last], items[other] = items[other], items[last]
    streams[at] = state
