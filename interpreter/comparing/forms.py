"""What a declaration says, whatever it is called, wherever it stands: two are alike when their forms are equal."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeAlias

from cardwright.dsl import model

Form: TypeAlias = Hashable

# What the type `Name` is called, in modules whose annotations are text and in others.
_NAMED = re.compile(r"\bName\b|StringConstraints")
_PROSE = frozenset({"span", "claims", "notes", "title", "lines"})


@cache
def _fields(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a kind of node that say something, each with whether it holds names."""
    found = (field for field in fields(kind) if field.name not in _PROSE)
    return tuple((field.name, bool(_NAMED.search(str(field.type)))) for field in found)


class Forms:
    """The forms of one rulebook, its names as `names` translates them. What is named elsewhere (an order, a set, the
    rungs of a ladder) is told in full, so that its name does not matter; with `by_name` it is not told, only named.
    Options are their answers."""

    def __init__(self, rulebook: model.Rulebook, names: Mapping[str, str], by_name: bool = False) -> None:
        self._names = names
        self._by_name = by_name
        self._orders = {order.name: order for order in rulebook.orders}
        self._sets = {declared.name: declared for declared in rulebook.sets}
        self._rungs: dict[str, Form] = {ladder.name: self._names_in(ladder.order) for ladder in rulebook.ladders}
        self._bombs = {listed.name: listed.order for listed in rulebook.bombs}
        self._families = {scale.family: scale for scale in rulebook.deck.rank_scales}

    def of(self, value: object) -> Form:
        """The form of a node, or of several."""
        match value:
            case tuple():
                return tuple(map(self.of, value))
            case model.Number(value=number):
                return ("number", number)
            case model.SetClass() | model.RungsClass() | model.FamilyClass() if self._by_name:
                return self._plain(value)
            case model.SetClass(set=name):
                return self.of(self._sets[name].value)
            case model.RungsClass(rungs=name):
                return ("rungs", self._rungs[name] if name in self._rungs else self.of(self._bombs[name]))
            case model.FamilyClass(family=name):
                ranks = (self.name(rank) for tier in self._families[name].tiers for rank in tier)
                return ("family", tuple(sorted(ranks)))
            case model.Key(name=name, by=by):
                place = name if value.what == "place" else None
                return (self._plain(replace(value, name=None, by=None)), self._order(place), self._order(by))
            case model.InOrder(order=order):
                return (self._plain(replace(value, order=None)), self._order(order))
            case model.Ladder():
                return (self.name(value.name), value.beats, self._names_in(value.order))
            case model.Node():
                return self._plain(value)
            case _:
                return value

    def nameless(self, declared: model.Declared) -> Form:
        """The form of a declaration, whatever it is called."""
        return self.of(replace(declared, name="-"))

    def name(self, name: str) -> str:
        """A name as the other rulebook has it."""
        return self._names.get(name, name)

    def _order(self, name: str | None) -> Form:
        if name is None or self._by_name:
            return None if name is None else self.name(name)
        return self._names_in(self._orders[name].tiers)

    def _plain(self, node: model.Node) -> Form:
        kind: Any = type(node)
        return (
            kind.__name__,
            *(
                self._names_in(getattr(node, name)) if named else self.of(getattr(node, name))
                for name, named in _fields(kind)
            ),
        )

    def _names_in(self, value: object) -> Form:
        if isinstance(value, tuple):
            return tuple(map(self._names_in, value))
        return self.name(value) if isinstance(value, str) else self.of(value)
