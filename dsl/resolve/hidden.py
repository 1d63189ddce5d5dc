"""What players cannot see: the cards in the hands of others. How many there are, everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from .. import model as m
from ..source import Span
from .program import Alternative, Draft
from .scope import FACTS, Type

Players: TypeAlias = Mapping[str, bool]
"""The variables that are players; True for the one whose own cards are seen."""

Hidden: TypeAlias = tuple[Span, Span]
"""A place that asks for hidden cards, and the place in it that leads there: another one inside a calculation."""


def hidden_cards(draft: Draft, calculations: Mapping[str, Draft], seer: str | None, *fields: str) -> Iterator[Hidden]:
    """Where some fields of a declaration, or all, ask for cards that are hidden. `seer`: the fact that is the player
    who sees the own hand; None where nobody's cards are known."""
    asked = tuple(draft.fields.get(name, ()) for name in fields or draft.fields)
    players = {} if draft.variable is None else {draft.variable: False}
    return _Looking(seer, calculations).at(asked, players)


class _Looking:
    """Goes through a value and the calculations that it uses."""

    def __init__(self, seer: str | None, calculations: Mapping[str, Draft]) -> None:
        self._seer = seer
        self._calculations = calculations
        self._through: set[tuple[str, bool | None]] = set()

    def at(self, value: Any, players: Players) -> Iterator[Hidden]:
        match value:
            case tuple():
                for one in value:
                    yield from self.at(one, players)
            case Alternative():
                yield from self.at(value.value, players)
            case m.Property(property="size", of=m.Property(property="hand", of=of)):
                yield from self.at(of, players)
            case m.Property(property="hand", of=of) if not self._own(of, players):
                yield from _here(value)
            case m.Has(subject=subject, of=cls) | m.HasCount(subject=subject, of=cls) if self._own(
                subject, players
            ) is False and not (isinstance(cls, m.Anything) and cls.of == "pieces"):
                yield from _here(value)
            case m.Calculation():
                yield from self._inside(value, players)
            case (
                m.Some(variable=variable, among=among)
                | m.Selected(variable=variable, among=among)
                | m.Total(variable=variable, among=among)
                | m.Each(variable=variable, among=among)
            ) if variable is not None and _are_players(among):
                yield from self._parts(value, {**players, variable: False})
            case m.Node():
                yield from self._parts(value, players)

    def _parts(self, node: m.Node, players: Players) -> Iterator[Hidden]:
        for name in node._names:
            yield from self.at(getattr(node, name), players)

    def _inside(self, used: m.Calculation, players: Players) -> Iterator[Hidden]:
        """A calculation that asks for hidden cards, wherever in it."""
        yield from self.at(used.of, players)
        draft = self._calculations.get(used.name)
        own = None if used.of is None else self._own(used.of, players)
        if draft is None or used.span is None or (used.name, own) in self._through:
            return
        self._through.add((used.name, own))
        inner = {} if draft.variable is None or own is None else {draft.variable: own}
        for _, deeper in self.at(tuple(draft.fields.values()), inner):
            yield used.span, deeper

    def _own(self, node: m.Expression, players: Players) -> bool | None:
        """Whether a player is the one who sees the own hand; None for what is no player."""
        match node:
            case m.Fact(fact=fact):
                return fact == self._seer if FACTS[fact] is Type.PLAYER else None
            case m.Variable(name=name):
                return players.get(name)
            case m.Role():
                return False
            case m.Choice(cases=cases):
                each = {self._own(case.value, players) for case in cases}
                return False if False in each else None if None in each else True
            case _:
                return None


def _here(node: m.Expression) -> Iterator[Hidden]:
    if node.span is not None:
        yield node.span, node.span


def _are_players(among: m.Expression) -> bool:
    match among:
        case m.Selected(among=inner):
            return _are_players(inner)
        case m.Fact(fact=fact):
            return FACTS[fact] is Type.PLAYERS
        case _:
            return False
