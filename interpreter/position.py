"""A hand in progress as plain data: everything that decides how it can go on, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from .play import Cards, Play

Termination: TypeAlias = Literal["out", "claim", "void"]
"""How a hand ended: by cards running out, by a claim that goes out, or voided by a claim."""

NOBODY = -1
"""No seat (and, where a piece is meant, no piece)."""

FOR_TRICK, FOR_HAND, FOR_ALL_HANDS = 1, 2, 4
"""For how long something is the other way round: a bit each, so that one turn can end while another one lasts."""

Duration: TypeAlias = Literal["trick", "hand", "all_hands"]
DURATIONS: Final[dict[Duration, int]] = {"trick": FOR_TRICK, "hand": FOR_HAND, "all_hands": FOR_ALL_HANDS}


class Breach(NamedTuple):
    """A duty broken by a seat, and the seat that the duty protected."""

    duty: str
    offender: int
    protected: int


class Gift(NamedTuple):
    """Pieces that changed hands before the lead. Who gave and who took know which."""

    giver: int
    taker: int
    cards: Cards


class Paid(NamedTuple):
    """What a payment has come to so far, for a pair of seats, while the hand is played; nobody may be the payer."""

    payment: str
    payer: int
    payee: int
    amount: int | Fraction


class Special(NamedTuple):
    """What a hand with auctions, steps, effects or discards has beside the rest; without any it is `PLAIN`."""

    doing: str = ""
    """The auction or step before the lead that somebody is being asked in; empty once the hand is led."""
    starter: int = NOBODY
    """Who is asked first in auctions that start at random; NOBODY once there are no more."""
    opens: Literal["", "first hand", "later hands"] = ""
    """Which line of `play` says who opens, until the first lead."""
    calls: tuple[int, ...] = ()
    """The calls of the auction so far, in the order of asking; 0 passes."""
    roles: tuple[tuple[str, int], ...] = ()
    """Who has which role."""
    bids: tuple[tuple[int, ...], ...] = ()
    """The highest bid of every seat in the auction for each of the roles; 0 for none."""
    kitty: Cards = ()
    kitty_by: int = NOBODY
    """Who has taken the kitty: it was turned up then."""
    gifts: tuple[Gift, ...] = ()
    last_places: tuple[int, ...] = ()
    """The place of every seat in the last hand, where a step asks for it and the lead is still to come."""
    sizes: tuple[int, ...] = ()
    """How many pieces every seat has as its untouched hand, where steps change that."""
    discards: tuple[Cards, ...] = ()
    """What each seat has laid down, face down."""
    paid: tuple[Paid, ...] = ()
    """What effects have made players pay."""
    reversed_ranks: int = 0
    """For how long the ranks are the other way round: bits, and an odd number of them turns the ranks."""
    reversed_turns: int = 0
    """The same for the order of turns."""

    @property
    def ranks_reversed(self) -> bool:
        """Whether the ranks are the other way round now."""
        return self.reversed_ranks.bit_count() & 1 == 1

    @property
    def turns_reversed(self) -> bool:
        """Whether the turns go the other way round now."""
        return self.reversed_turns.bit_count() & 1 == 1


PLAIN = Special()
"""Nothing beside the rest: what every state of most rulebooks has."""


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
    special: Special = PLAIN
    """What auctions, steps, effects and discards leave behind."""


def seats_after(at: Position, seat: int) -> Iterator[int]:
    """All other seats in the order of turns, the way turns go now."""
    players = len(at.hands)
    step = -1 if at.special.reversed_turns and at.special.turns_reversed else 1
    return ((seat + step * distance) % players for distance in range(1, players))
