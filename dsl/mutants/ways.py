"""The ways in which a text can be changed a little: one thing for another, neighbours swapped, an item left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from .. import ast
from ..diagnostics import Edit
from ..source import Source, Span

Kind: TypeAlias = Literal["order", "exclusion", "bound", "policy", "rule", "factor"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Alteration:
    """One change: its kind, and what is written instead of what."""

    kind: Kind
    edits: tuple[Edit, ...]


class Text:
    """The text that nodes are cut from."""

    def __init__(self, source: Source) -> None:
        self._lines = source.lines

    def of(self, span: Span) -> str:
        """What stands there."""
        if span.line == span.end_line:
            return self._lines[span.line - 1][span.column - 1 : span.end_column - 1]
        first, *others = self._lines[span.line - 1 : span.end_line]
        *middle, last = others
        return "\n".join([first[span.column - 1 :], *middle, last[: span.end_column - 1]])


Found: TypeAlias = Iterator[Alteration]


def instead(kind: Kind, span: Span, new: str) -> Alteration:
    """One thing written instead of what stands there."""
    return Alteration(kind, (Edit(span, new),))


def swapped(kind: Kind, text: Text, one: ast.Node, other: ast.Node) -> Alteration:
    """Two nodes, each where the other stands."""
    return Alteration(kind, (Edit(one.span, text.of(other.span)), Edit(other.span, text.of(one.span))))


def neighbours(kind: Kind, text: Text, items: Sequence[ast.Node]) -> Found:
    """Each two neighbours swapped."""
    for one, other in pairwise(items):
        yield swapped(kind, text, one, other)


def without(kind: Kind, span: Span) -> Alteration:
    """The text without something."""
    return instead(kind, span, "")


def each_without(kind: Kind, items: Sequence[ast.Node]) -> Found:
    """A list without one of its items, and without the sign beside it."""
    for at, item in enumerate(items):
        if at:
            yield without(kind, items[at - 1].span.end.to(item.span))
        elif len(items) > 1:
            yield without(kind, item.span.to(items[1].span.start))


def by_one(kind: Kind, span: Span, number: int, least: int = 1) -> Found:
    """A number one higher, and one lower."""
    for other in (number + 1, number - 1):
        if other >= least:
            yield instead(kind, span, str(other))


def number_in(span: Span, text: Text, number: int) -> Span | None:
    """Where the digits of a number stand, in a span that has more than them."""
    at = text.of(span).find(str(number))
    if at < 0 or span.line != span.end_line:
        return None
    column = span.column + at
    return Span(span.file, span.line, column, span.line, column + len(str(number)))


def for_other_answers(text: Text, alternatives: Sequence[ast.Node]) -> Found:
    """Neighbours that each hold for what the other was agreed for."""
    for one, other in pairwise(alternatives):
        first, second = getattr(one, "agreement", None), getattr(other, "agreement", None)
        if first is not None and second is not None:
            yield swapped("policy", text, first, second)


def otherwise_guarded(text: Text, agreement: ast.Agreement | None) -> Found:
    """A yes-or-no question that is answered the other way round."""
    match agreement:
        case ast.Agreement(settings=(ast.Setting(answers=(), denied=denied, name=name),), span=span):
            yield instead("policy", span, f"{'with' if denied else 'without'} {name.text}")
