"""What is known of cards while a pattern is filled: the loops of a program bind it, keys and tests read it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..parts import PartRule
from .source import Words


@dataclass(frozen=True, slots=True)
class PartFound:
    """A part that is filled: its cards and what they have in common, each as the text of an expression."""

    rule: PartRule
    words: Words
    size: str
    rank: str | None = None
    """The position of the rank that all its cards have."""
    suit: str | None = None
    """The suit (by its number in `Pieces`) that all its cards have."""
    window: str | None = None
    """Which of its runs the cards are."""
    one_suit: str | None = None
    """Whether all its cards are of one suit, where that can be told without looking at them again."""
    kinds: tuple[str, ...] = ()
    """The positions of the kinds of all its cards, high to low, where they are known one by one."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The parts of a play, in order, and all its cards."""

    words: Words
    size: str
    parts: tuple[PartFound, ...] = field(default=())

    def part(self, label: str | None) -> PartFound | None:
        """A part by its label; None: the only one."""
        if label is None:
            return self.parts[0] if len(self.parts) == 1 else None
        return next((part for part in self.parts if part.rule.label == label), None)
