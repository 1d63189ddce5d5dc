"""All slips of a rulebook: what they change, where, and the text that comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .. import ast
from ..diagnostics import Edit, Fix, apply
from ..source import Source, Span
from .alterations import alterations
from .ways import KINDS, Kind

__all__ = ["KINDS", "Kind", "Mutant", "mutants"]

# What says nothing about how a hand is played or paid.
_ASIDE = (ast.Cited, ast.Options, ast.Never, ast.Examples, ast.Names, ast.Always)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rulebook with one slip. `name`: the declaration that it is in; `span`: all that is written otherwise."""

    kind: Kind
    name: str
    edits: tuple[Edit, ...]
    source: Source

    @property
    def span(self) -> Span:
        """From the first to the last change."""
        spans = sorted(edit.span for edit in self.edits)
        return spans[0].to(spans[-1])

    @property
    def changed(self) -> Source:
        """The text with the slip in it."""
        return Source(self.source.name, apply(self.source, [Fix(self.edits)]), self.source.path)

    @property
    def was(self) -> str:
        """What is written otherwise, as it is, on one line."""
        start, end = self._ends
        return _on_one_line("\n".join(self.source.lines)[start:end])

    @property
    def becomes(self) -> str:
        """The same as it would be."""
        start, end = self._ends
        now, then = "\n".join(self.source.lines), "\n".join(self.changed.lines)
        return _on_one_line(then[start : len(then) - len(now) + end])

    @property
    def _ends(self) -> tuple[int, int]:
        """Where the span begins and ends, counted from the start of the text."""
        span, lines = self.span, self.source.lines
        before, above = (sum(len(line) + 1 for line in lines[: at - 1]) for at in (span.line, span.end_line))
        return before + span.column - 1, above + span.end_column - 1

    def lines(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lines that differ, as they are and as they would be."""
        now, then = list(self.source.lines), list(self.changed.lines)
        while now and then and now[0] == then[0]:
            del now[0], then[0]
        while now and then and now[-1] == then[-1]:
            del now[-1], then[-1]
        return tuple(now), tuple(then)


def mutants(file: ast.File, source: Source) -> Iterator[Mutant]:
    """Every slip in the rules of a file, in the order of the text; of the same text only one."""
    known: set[frozenset[Edit]] = set()
    base = () if file.header.base is None else (file.header.base,)
    for statement in (*base, *file.statements):
        if isinstance(statement, _ASIDE):
            continue
        for slip in sorted(alterations(statement, source), key=lambda slip: min(edit.span for edit in slip.edits)):
            if frozenset(slip.edits) not in known:
                known.add(frozenset(slip.edits))
                yield Mutant(slip.kind, _name(statement), slip.edits, source)


def _on_one_line(text: str) -> str:
    return " ".join(re.sub(r"#[^\n]*", "", text).split())


def _name(statement: ast.Statement | ast.Base) -> str:
    """What a statement is known by; a block of lines has only its kind."""
    if isinstance(statement, ast.Change):
        return _name(statement.declaration)
    named = getattr(statement, "name", None)
    return named.text if isinstance(named, ast.Name) else getattr(statement, "kind", type(statement).__name__.lower())
