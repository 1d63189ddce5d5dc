"""A rulebook resolved and typed, its options still open: every value with the guard under which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .. import ast
from .. import model as m
from ..source import Source, Span
from .guards import ALWAYS, Guard, OptionInfo
from .symbols import Symbols

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Alternative(Generic[T]):
    """A value, and the guard under which it stands. A value None could not be read, which is reported."""

    value: T
    guard: Guard
    span: Span
    claims: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def unread(self) -> bool:
        """Whether the value could not be read."""
        return self.value is None


@dataclass(slots=True)
class Draft:
    """A declaration with its fields; `guard` tells when it is declared at all."""

    kind: str
    name: str
    span: Span
    name_span: Span
    title: str | None = None
    guard: Guard = ALWAYS
    variable: str | None = None
    claims: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fields: dict[str, tuple[Alternative[Any], ...]] = field(default_factory=dict)

    def nodes(self, *fields: str) -> Iterator[m.Node]:
        """Every node of the model in some of the fields, or in all."""
        for name in fields or self.fields:
            for one in self.fields.get(name, ()):
                yield from m.nodes(one.value)


@dataclass(frozen=True, slots=True)
class Use:
    """A place that names a declaration where it must not be absent."""

    kind: str
    name: str
    span: Span
    guard: Guard


@dataclass(slots=True)
class Program:
    """Everything that was declared. `drafts` keeps the order of the file."""

    file: ast.File
    source: Source
    symbols: Symbols
    options: dict[str, OptionInfo]
    option_nodes: dict[str, ast.Option]
    drafts: list[Draft]
    nevers: list[tuple[Guard, str | None, Span]]
    uses: list[Use]
    # The payments that effects make, in play.
    in_play: frozenset[str] = frozenset()
    free: list[m.Free] = field(default_factory=list)
    sources: list[m.Cited] = field(default_factory=list)
    examples: list[m.Example] = field(default_factory=list)
    tongues: list[m.Tongue] = field(default_factory=list)

    def forbids(self, setting: Mapping[str, str]) -> bool:
        """Whether answers to some of the options can never go together."""
        return any(
            guard.allowed and guard.options <= setting.keys() and guard.holds(setting) for guard, _, _ in self.nevers
        )

    def of_kind(self, *kinds: str) -> Iterable[Draft]:
        """The declarations of some kinds, in the order of the file."""
        return (draft for draft in self.drafts if draft.kind in kinds)


def citations(notes: Iterable[ast.Note]) -> tuple[str, ...]:
    """The claim ids that notes cite, in order, once each."""
    return tuple(dict.fromkeys(claim for note in notes for claim in note.claims))


def texts(notes: Iterable[ast.Note]) -> tuple[str, ...]:
    """What notes say."""
    return tuple(note.text for note in notes)
