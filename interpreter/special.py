"""What is legal where there are auctions and steps before the lead, or where cards are laid face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .actions import Action, Discard, Pass
from .legal import Legality
from .position import Position
from .preparing import Preparing, choices


@dataclass(frozen=True)
class SpecialLegality(Legality):
    """Legality with all that most rulebooks do without. `discards`: who does not beat lays cards face down instead of
    passing."""

    preparing: Preparing
    names: tuple[str, ...]
    discards: bool

    def untouched(self, at: Position) -> bool:
        """Whether the player whose turn it is still has the hand as dealt, or as the steps before the lead left it."""
        sizes = at.special.sizes or self.sizes
        return len(at.hands[at.turn]) == sizes[at.turn]

    def to_discard(self, at: Position) -> int:
        """How many pieces are laid down by who does not beat: as many as the play to beat has, or all; 0 for who
        leads."""
        return 0 if at.table is None or not self.discards else min(at.table.size, len(at.hands[at.turn]))

    def instead(self, at: Position) -> Iterator[Action]:
        """The pass, or every choice of pieces to lay down."""
        if not self.discards:
            yield from super().instead(at)
            return
        for cards in choices(at.hands[at.turn], self.to_discard(at)):
            yield Discard(cards, tuple(self.names[card] for card in cards))

    def allows(self, at: Position, action: Action) -> bool:
        """Whether an action is allowed before duties are asked."""
        match action:
            case Pass() if self.discards:
                return False
            case Discard(pieces=pieces):
                if not self.discards or len(pieces) != self.to_discard(at):
                    return False
                return not Counter(pieces) - Counter(at.hands[at.turn]) and self.otherwise(at)
            case _:
                return super().allows(at, action)

    def legal(self, at: Position) -> Iterator[Action]:
        """Every legal action, those of an auction or a step included."""
        if at.ended is None and at.special.doing:
            return self.preparing.legal(at)
        return super().legal(at)

    def is_legal(self, at: Position, action: Action) -> bool:
        """Whether an action is legal, without listing the others."""
        if at.ended is None and at.special.doing:
            return self.preparing.is_legal(at, action)
        return super().is_legal(at, action)
