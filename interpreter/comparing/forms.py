"""What a declaration says, whatever it is called, wherever it stands: two are alike when their forms are equal."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from copy import copy
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeAlias

from cardwright.dsl import model

from ..calculations import SEATS

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
        self._parts = self._all_parts(rulebook)
        self._rows: dict[str, str] = {}
        self._variables: dict[str, str] = {}

    def _all_parts(self, rulebook: model.Rulebook) -> dict[str, str]:
        """For each name of a part the combinations that have such a part, and where in their pattern it stands."""
        found: dict[str, list[str]] = {}
        for combination in rulebook.combinations:
            for label, place in _places(combination).items():
                found.setdefault(label, []).append(f"{self.name(combination.name)} {place}")
        return {label: ", ".join(sorted(places)) for label, places in found.items()}

    def _inside(self, declared: model.Declared) -> Forms:
        """The forms inside a declaration: names that mean something only there are told by their places."""
        inner = copy(self)
        inner._variables = {}
        if isinstance(declared, model.Combination):
            inner._parts = {**self._parts, **_places(declared)}
        if isinstance(declared, model.Factors):
            inner._rows = {row.name: f"row {number}" for number, row in enumerate(declared.rows)}
        return inner

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
            case model.Declared():
                return self._inside(value)._plain(value)
            case model.Node():
                return self._plain(value)
            case _:
                return value

    def some(self, node: model.Node, wanted: Iterable[str]) -> Form:
        """The form of some fields of a node."""
        return self._named_fields(node, [(name, named) for name, named in _fields(_kind(node)) if name in wanted])

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
        return (type(node).__name__, *self._named_fields(node, _fields(_kind(node))))

    def _named_fields(self, node: model.Node, wanted: Iterable[tuple[str, bool]]) -> tuple[Form, ...]:
        return tuple(
            self._local(node, name, getattr(node, name)) if named else self.of(getattr(node, name))
            for name, named in wanted
        )

    def _local(self, node: model.Node, field: str, value: object) -> Form:
        """The form of what a field with names holds: names of parts, rows and variables mean something only inside."""
        if isinstance(value, str):
            if field in ("label", "per", "part"):
                return self._parts.get(value, value)
            if field == "instead_of" or isinstance(node, model.FactorRow):
                return self._rows.get(value, value)
            if field == "variable" or isinstance(node, model.Variable):
                return self._variable(value)
        return self._names_in(value)

    def _variable(self, name: str) -> str:
        """A variable by the number of those that came before it; what is a fact as well keeps its name."""
        return name if name in SEATS else self._variables.setdefault(name, f"variable {len(self._variables)}")

    def _names_in(self, value: object) -> Form:
        if isinstance(value, tuple):
            return tuple(map(self._names_in, value))
        return self.name(value) if isinstance(value, str) else self.of(value)


def _kind(node: model.Node) -> Any:
    return type(node)


def _places(combination: model.Combination) -> dict[str, str]:
    """The names of the parts of a pattern, by their places."""
    labels = (getattr(part, "label", None) for part in combination.pattern.parts)
    return {label: f"part {number}" for number, label in enumerate(labels) if label}
