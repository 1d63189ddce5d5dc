"""A rulebook resolved and typed, its options still open: every value with the guard under which it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .. import ast
from .. import model as m
from ..source import Source, Span
from .guards import ALWAYS, Guard, OptionInfo, answers_of
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

    @property
    def first_answers(self) -> dict[str, str]:
        """The setting that holds where nothing is answered."""
        return {name: option.default for name, option in self.options.items()}

    def forbids(self, setting: Mapping[str, str]) -> bool:
        """Whether answers to some of the options can never go together."""
        return any(
            guard.allowed and guard.options <= setting.keys() and guard.holds(setting) for guard, _, _ in self.nevers
        )

    def permitted(self, setting: Mapping[str, str], fixed: Collection[str]) -> dict[str, str] | None:
        """A whole setting that may be, with the `fixed` answers of this one: others are changed only where a `never`
        wants it. None where there is none."""
        guard = next((guard for guard, _, _ in self.nevers if guard.allowed and guard.holds(setting)), None)
        if guard is None:
            return dict(setting)
        for name, forbidden in guard.allowed:
            if name in fixed:
                continue
            for answer in answers_of(self.options[name], [guard for guard, _, _ in self.nevers]):
                if answer not in forbidden:
                    found = self.permitted({**setting, name: answer}, {*fixed, name})
                    if found is not None:
                        return found
        return None

    def of_kind(self, *kinds: str) -> Iterable[Draft]:
        """The declarations of some kinds, in the order of the file."""
        return (draft for draft in self.drafts if draft.kind in kinds)


def citations(notes: Iterable[ast.Note]) -> tuple[str, ...]:
    """The claim ids that notes cite, in order, once each."""
    return tuple(dict.fromkeys(claim for note in notes for claim in note.claims))


def texts(notes: Iterable[ast.Note]) -> tuple[str, ...]:
    """What notes say."""
    return tuple(note.text for note in notes)
