"""What a condition or a formula may ask: the facts of a game, each with its value where it does not exist."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .play import Cards, Play


def placed(places: tuple[int, ...], place: int) -> int | None:
    """The seat that alone has a place: 1 is the first, -1 the last. None where nobody has, or several are level."""
    if place > 0:
        return places.index(place) if places.count(place) == 1 else None
    from_end = tuple(1 + sum(other > own for other in places) for own in places)
    return placed(from_end, -place)


class Env:
    """What an expression may ask. Every fact is an attribute, here with its value when it does not exist; whoever
    asks sets or overrides what is known. `variables`, `element` and `play` are bound while something is worked out."""

    player: int | None = None
    next_player: int | None = None
    hand: Cards = ()
    table: Play | None = None
    leading: bool = False
    opening: bool = False
    answers: bool = False
    opener: int | None = None
    trick_winner: int | None = None
    last_winner: int | None = None
    last_loser: int | None = None
    last_places: tuple[int, ...] = ()
    """The place of every seat in the last hand; equal ones are level."""
    plays: tuple[Play, ...] = ()
    play: Play | None = None
    passing: bool = False
    """The fact `pass`."""
    rest: Cards = ()
    going_out: bool = False
    winner: int | None = None
    losers: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    last_player: int | None = None
    last_play: Play | None = None
    beaten_player: int | None = None
    """Who had made the play that an effect saw beaten."""
    payer: int | None = None
    payee: int | None = None
    zero_sum: bool = False

    element: Any = None

    def __init__(self) -> None:
        self.variables: dict[str, Any] = {}

    def cards_of(self, player: int) -> int:
        """How many pieces a player holds."""
        return len(self.hand_of(player))

    def hand_of(self, player: int) -> Cards:
        """The pieces a player holds."""
        return ()

    def plays_of(self, player: int) -> tuple[Play, ...]:
        """What a player has played in this hand."""
        return ()

    def has_played(self, player: int) -> bool:
        """Whether a player has played anything in this hand."""
        return bool(self.plays_of(player))

    def pile_size_of(self, player: int) -> int:
        """How many pieces a player has taken."""
        return len(self.pile_of(player))

    def pile_of(self, player: int) -> Cards:
        """The pieces a player has taken."""
        return ()

    def place_of(self, player: int) -> int:
        """Which player to go out this one was (1 is the first); 0 while that is open."""
        return 0

    def points_of(self, player: int) -> int | Fraction:
        """The points of a player in the match."""
        return 0

    def bid_of(self, player: int, role: str | None = None) -> int:
        """The highest bid of a player in the auction for a role (None: in any); 0 for none."""
        return 0

    def role(self, role: str) -> int | None:
        """Who has a role; nobody before it is given."""
        return None

    def claimed(self, player: int, claim: str) -> bool:
        """Whether the player went out, or was paid, on a claim."""
        return False

    def calculate(self, target: str, name: str, value: Any) -> int | Fraction:
        """The result of a `let`, `table` or `factors`, for a value or (None) for the hand."""
        return 0
