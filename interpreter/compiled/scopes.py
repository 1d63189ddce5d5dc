"""What formulas can ask for, and where a program has it. Here: while combinations judge their own cards; in
`scenes` is the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from .lifting import names_in
from .values import FALSE, APlay, Held, Log, Nothing, Num, Seat, Seats, Truth, Value, constant

_ABSENT: Mapping[str, Value] = {
    **dict.fromkeys(("leading", "opening", "answers", "pass", "going_out", "zero_sum"), Truth(FALSE)),
    **dict.fromkeys(("losers", "players"), Seats(lambda seat: FALSE, constant(0))),
}


Fact: TypeAlias = "Value | Callable[[], Value]"
"""What a fact is; or how it is found, where that takes a function that few rulebooks need."""


class Moment:
    """What players have and have done, at the moment that is spoken of. This one knows nothing: it is when a
    combination judges its own cards."""

    judging = True
    """Whether cards are what they fit, whatever they are read as."""
    names: tuple[str, ...] = ()
    """Local names that are spoken of."""

    def cards(self, seat: Seat) -> Num:
        """How many pieces a player holds."""
        return constant(0)

    def hand(self, seat: Seat) -> Held | Nothing:
        """What a player holds: no cards, where there is no player."""
        return Nothing()

    def pile(self, seat: Seat) -> Held | Nothing:
        """What a player has taken."""
        return Nothing()

    def plays(self, seat: Seat | None) -> Log | Held | Nothing:
        """What a player (None: everybody) has played."""
        return Nothing()

    def place(self, seat: Seat) -> Num:
        """Which player to go out this one was; 0 while that is open."""
        return constant(0)

    def points(self, seat: Seat) -> Num:
        """The points of a player in the match."""
        return constant(0)

    def bid(self, seat: Seat, role: str | None) -> Num:
        """The highest bid of a player."""
        return constant(0)

    def role(self, role: str) -> Seat:
        """Who has a role."""
        return Seat("-1")

    def placed(self, place: int) -> Seat:
        """Who alone had a place in the last hand."""
        return Seat("-1")

    def claimed(self, seat: Seat, claim: str) -> str:
        """Whether a player went out on a claim, or was paid for it."""
        return FALSE


@dataclass(frozen=True)
class Scope:
    """What an expression may ask: facts, variables that stand for something, the member that is looked at."""

    moment: Moment = field(default_factory=Moment)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    variables: Mapping[str, Value] = field(default_factory=dict)
    element: Value = field(default_factory=Nothing)
    taken: tuple[str, ...] = ()
    """Local names that are in use beside those that values speak of."""

    def fact(self, name: str) -> Value:
        """A fact; one that nobody has told does not exist."""
        known = self.facts.get(name)
        if known is None:
            return _ABSENT.get(name, Nothing())
        return known() if callable(known) else known

    def knowing(self, **facts: Fact) -> Scope:
        """The same with other facts."""
        return replace(self, facts={**self.facts, **{_FACTS.get(name, name): value for name, value in facts.items()}})

    def bound(self, variable: str | None, value: Value) -> Scope:
        """The same with a variable that stands for something."""
        return self if variable is None else replace(self, variables={**self.variables, variable: value})

    def looking_at(self, element: Value) -> Scope:
        """The same with another member to look at."""
        return replace(self, element=element)

    @cached_property
    def names(self) -> frozenset[str]:
        """The local names that are in use."""
        found = set((*self.taken, *self.moment.names))
        for value in (*self.facts.values(), *self.variables.values(), self.element):
            found.update(_names(value))
        return frozenset(found)

    def local(self, base: str) -> str:
        """A name for a local variable that is not in use."""
        number, name = 1, base
        while name in self.names:
            number += 1
            name = f"{base}{number}"
        return name

    def using(self, *names: str) -> Scope:
        """The same with more local names in use."""
        return replace(self, taken=(*self.taken, *names))


_FACTS = {"passing": "pass"}


def _names(value: Any) -> set[str]:
    """The local names in the texts of a value."""
    if isinstance(value, str):
        return set(names_in(value))
    if isinstance(value, Seats):
        return _names(value.holds("0"))
    if isinstance(value, tuple):
        return {name for item in value for name in _names(item)}
    if is_dataclass(value) and not isinstance(value, type):
        return {name for item in fields(value) for name in _names(getattr(value, item.name))}
    return set()


def of_a_play(play: APlay) -> Scope:
    """What is known while a combination judges its own cards: the play alone."""
    return Scope(Moment(), {"play": play}, {}, play)
