"""A play: the pieces, and the combination they are played as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

Cards: TypeAlias = tuple[int, ...]
"""Pieces by their identity index, sorted; equal indices are equal pieces of several copies."""


@dataclass(frozen=True, slots=True)
class Play:
    """Pieces with their reading. Two plays are the same when pieces and combination are."""

    pieces: Cards
    combination: str
    cards: tuple[str, ...] = field(compare=False)
    parts: tuple[tuple[str, Cards], ...] = field(compare=False, repr=False)
    """The named parts of the pattern with the cards that fill them."""
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
        for label, cards in self.parts:
            if label == name:
                return cards
        return None
