"""The words that a generated module is written in, as Numba has them: whole numbers of a machine word, arrays.

Importing this takes Numba: `pip install cardwright[fast]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, register_jitable

WORD_BITS = 62
"""How many bits of a machine word cards may take: the sign and one bit for sums are left."""

_ARRAYS = {"s": types.int64[::1], "scores": types.int64[::1], "out": types.int64[:, ::1]}
"""Parameters that are arrays; all others are whole numbers."""


def jit(function: Callable[..., Any]) -> Any:
    """A function compiled once, for the one kind of argument that each of its parameters has."""
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount]
    kinds = tuple(_ARRAYS.get(name, types.int64) for name in parameters)
    return njit(kinds, cache=True, nogil=True, error_model="numpy")(function)


def table(numbers: tuple[int, ...]) -> Any:
    """A table is an array."""
    return np.array(numbers, np.int64)


@intrinsic  # type: ignore[misc]
def popcount(_context: Any, number: Any) -> Any:
    """How many bits of a number are set."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[misc]
def high_bit(_context: Any, number: Any) -> Any:
    """The place of the highest bit of a number that is not 0."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), generate


@register_jitable  # type: ignore[misc]
def room(size: int) -> Any:
    """Room for so many numbers, all of them 0."""
    return np.zeros(size, np.int64)


@register_jitable  # type: ignore[misc]
def scratch(rows: int, columns: int) -> Any:
    """Room for so many actions."""
    return np.empty((rows, columns), np.int64)


@register_jitable  # type: ignore[misc]
def merge(out: Any, first: int, n: int, words: int) -> int:
    """Of actions (from `first` on) with the same cards the strongest stays; returns how many actions there are."""
    if n > len(out):
        return n
    columns = out.shape[1]
    # Places of actions by their cards, open addressing.
    size = 16
    while size < 3 * (n - first):
        size *= 2
    places = np.full(size, -1, np.int64)
    kept = first
    for at in range(first, n):
        mixed = np.uint64(0)
        for column in range(columns - words, columns):
            mixed = (mixed ^ np.uint64(out[at, column])) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed & np.uint64(size - 1))
        while True:
            place = places[slot]
            if place < 0:
                places[slot] = kept
                for column in range(columns):
                    out[kept, column] = out[at, column]
                kept += 1
                break
            same = True
            for column in range(columns - words, columns):
                if out[place, column] != out[at, column]:
                    same = False
            if same:
                if out[at, 2] > out[place, 2]:
                    for column in range(columns):
                        out[place, column] = out[at, column]
                break
            slot = (slot + 1) & (size - 1)
    return kept
