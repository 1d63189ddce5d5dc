"""A hand in progress as plain data: everything that decides how it can go on, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from .play import Cards, Play

Termination: TypeAlias = Literal["out", "claim", "void"]
"""How a hand ended: by cards running out, by a claim that goes out, or voided by a claim."""

NOBODY = -1
"""No seat (and, where a piece is meant, no piece)."""


class Breach(NamedTuple):
    """A duty broken by a seat, and the seat that the duty protected."""

    duty: str
    offender: int
    protected: int


class Position(NamedTuple):
    """What a state keeps. A tuple, because games are played through millions of them.

    Fields from `leader` on are kept only if the rulebook reads them (see `memory`); otherwise they stay empty."""

    hands: tuple[Cards, ...]
    turn: int
    """Who acts; NOBODY once the hand is over."""
    table: Play | None = None
    table_by: int = NOBODY
    """Who made the play to beat (and, where it is read, who won the last trick)."""
    answers: tuple[str, ...] | None = None
    """While claims are asked for: what was answered so far, in the order of asking; an empty text declines."""
    opener: int = NOBODY
    """Who opens; after the first lead only if something reads it."""
    opening_card: int = NOBODY
    """The piece that the opening play must contain."""
    ended: Termination | None = None
    leader: int = NOBODY
    """Who led the trick."""
    dropped: int = 0
    """A bit for every seat that is out of the trick."""
    opening: bool = False
    """Whether the first lead is still to come."""
    out: tuple[int, ...] = ()
    """Who has no cards left, in the order of going out."""
    breaches: tuple[Breach, ...] = ()
    claimed: tuple[tuple[int, str], ...] = ()
    """Claims that were done, opened for all to see."""
    plays: tuple[tuple[Play, ...], ...] = ()
    """What each seat has played in this hand."""
    piles: tuple[Cards, ...] = ()
    trick: Cards = ()
    """All cards played in this trick."""
    last_winner: int = NOBODY
    last_loser: int = NOBODY
    totals: tuple[int | Fraction, ...] = ()
    """The points of the match before this hand."""
