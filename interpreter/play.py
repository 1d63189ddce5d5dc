"""A play: the pieces, and the combination they are played as."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

Cards: TypeAlias = tuple[int, ...]
"""Pieces by their identity index, sorted; equal indices are equal pieces of several copies."""


Window: TypeAlias = tuple[int, ...]
"""The values (ranks, mostly) of a run, in the order of the run."""


class Filling(NamedTuple):
    """Cards that fill a part of a pattern, and the run they were read as, if the part asks for one."""

    cards: Cards
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Pieces with their reading. Two plays are the same when pieces and combination are.

    >>> import cardwright
    >>> house = cardwright.load("hk").play("KD KC KH 4D 4C")
    >>> house.combination, house.cards, house.text, house.size
    ('full_house', ('KH', 'KC', 'KD', '4C', '4D'), 'KH-KC-KD-4C-4D', 5)
    >>> len(house.pieces), len(house.part("trio")), str(house.named())
    (5, 3, 'KH-KC-KD-4C-4D=full_house')
    """

    pieces: Cards
    combination: str
    cards: tuple[str, ...] = field(compare=False)
    """The names of the pieces as they are written: part after part, a run in its order, otherwise high to low."""
    parts: tuple[tuple[str, Filling], ...] = field(compare=False, repr=False)
    """The parts of the pattern by name (empty: without one) with the cards that fill them."""
    rung: int = field(compare=False, repr=False)
    """The position of the combination in the rulebook."""
    strength: tuple[Any, ...] = field(compare=False, repr=False)
    """The values of the `compare` keys, in their order; None where the play lacks one."""
    same: tuple[Any, ...] = field(compare=False, repr=False)
    """The values of the `same` keys."""
    plain: bool = field(compare=False, repr=False)
    """Whether strengths of this type compare as tuples do: nothing lacking, nothing incomparable."""
    text: str = field(compare=False, repr=False)
    """The notation: cards joined, with the reading where types are free of one another."""

    def __str__(self) -> str:
        return self.text

    @property
    def size(self) -> int:
        """How many pieces."""
        return len(self.pieces)

    def part(self, name: str) -> Cards | None:
        """The cards of a named part, None if the combination has no such part."""
        for label, filling in self.parts:
            if label == name:
                return filling.cards
        return None

    def named(self) -> Play:
        """The same play with its reading in the notation."""
        return replace(self, text=f"{self.text}={self.combination}")
