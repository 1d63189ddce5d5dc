"""The random numbers behind deals and bots: SplitMix64, so that a seed means the same on every platform."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import MutableSequence
from typing import TypeVar

from .errors import Invalid, whole

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
SEEDS = 1 << 64


class Stream(ABC):
    """Where chance comes from."""

    __slots__ = ()

    @abstractmethod
    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into an order, every order as likely as the numbers allow."""
        below = self.below
        for last in range(len(items) - 1, 0, -1):
            other = below(last + 1)
            items[last], items[other] = items[other], items[last]


class Seedless(Stream):
    """The random source of the operating system: there is no seed that anybody could find out."""

    __slots__ = ()

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""
        return secrets.randbelow(bound)


class SplitMix64(Stream):
    """Steele, Lea and Flood's SplitMix64. `next` gives 64 bits, `below` a number without bias, `shuffle` orders a list
    by Fisher and Yates, drawing from the last place down. This is the whole definition of what a seed means: another
    program that does the same three things deals the same hands."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = as_seed(seed)

    def next(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely: draws beyond the last whole multiple are thrown away."""
        limit = SEEDS - SEEDS % bound
        while True:
            drawn = self.next()
            if drawn < limit:
                return drawn % bound


def as_seed(seed: int) -> int:
    """A seed that was given, as a number of Python, whose kind of whole number it may not be. Raises Invalid, and
    TypeError for what is no whole number."""
    told = whole(seed, "a seed is a whole number")
    if not 0 <= told < SEEDS:
        raise Invalid(f"a seed is a number from 0 to 2^64 - 1, not {told}")
    return told


def new_seed() -> int:
    """A seed nobody can guess, for who gives none."""
    return secrets.randbits(64)


def derived_seed(seed: int, number: int) -> int:
    """The seed of the `number`-th deal (from 0) of a match. The first deal is that of the match's own seed, so that a
    match and a single hand of one seed begin alike; the others are seeded by the outputs of the seed's stream."""
    seed = as_seed(seed)
    if number == 0:
        return seed
    return SplitMix64((seed + number * _STEP) & _MASK).next()
