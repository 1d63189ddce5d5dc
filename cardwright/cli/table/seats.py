"""Who sits where: people, and bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardwright.interpreter import Bot


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a table, in the order of turns. Every seat is a person's or a bot's."""

    players: int
    people: tuple[int, ...]
    bots: Mapping[int, Bot]

    @property
    def hot(self) -> bool:
        """Whether several people share the screen."""
        return len(self.people) > 1

    @property
    def you(self) -> int | None:
        """The one person, if there is one alone."""
        return self.people[0] if len(self.people) == 1 else None

    def after(self, seat: int) -> tuple[int, ...]:
        """The other seats, in the order in which they play after this one."""
        return tuple((seat + step) % self.players for step in range(1, self.players))


def seat_name(seat: int) -> str:
    """A seat as everybody calls it."""
    return f"P{seat + 1}"
