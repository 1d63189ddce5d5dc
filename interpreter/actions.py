"""What a player can do: play cards, pass, claim, decline, bid, give, discard. The text of an action is its identity."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from .play import Cards, Play


@dataclass(frozen=True, slots=True)
class PlayCards:
    """Play these cards, in this reading."""

    play: Play

    @property
    def pieces(self) -> Cards:
        """The pieces played."""
        return self.play.pieces

    def __str__(self) -> str:
        return self.play.text


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing this time."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class MakeClaim:
    """Claim, before the first lead, what the hand as dealt allows."""

    name: str

    def __str__(self) -> str:
        return f"claim {self.name}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Claim nothing."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid in an auction."""

    bid: int

    def __str__(self) -> str:
        return f"bid {self.bid}"


@dataclass(frozen=True, slots=True)
class Give:
    """Give another player these pieces, before the lead; `cards` are their names."""

    pieces: Cards
    cards: tuple[str, ...] = field(compare=False)

    def __post_init__(self) -> None:
        _in_order(self)

    def __str__(self) -> str:
        return f"give {'-'.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay these pieces down, face down, instead of beating the table; `cards` are their names."""

    pieces: Cards
    cards: tuple[str, ...] = field(compare=False)

    def __post_init__(self) -> None:
        _in_order(self)

    def __str__(self) -> str:
        return f"discard {'-'.join(self.cards)}"


def _in_order(action: Give | Discard) -> None:
    """However pieces were put together, the action is the same: they stand in the order of their numbers."""
    if len(action.cards) == len(action.pieces):
        named = sorted(zip(action.pieces, action.cards, strict=True))
        object.__setattr__(action, "cards", tuple(name for _, name in named))
    object.__setattr__(action, "pieces", tuple(sorted(action.pieces)))


@dataclass(frozen=True, slots=True)
class Attempt:
    """Cards put down that are not one play: they form none, or several."""

    pieces: Cards
    reading: str | None = None


Action: TypeAlias = PlayCards | Pass | MakeClaim | Decline | Bid | Give | Discard

PASS: Final = Pass()
DECLINE: Final = Decline()
