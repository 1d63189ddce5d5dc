"""The text of a rulebook, and places in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: lines and columns from 1, columns in code points, the end exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def start(self) -> Span:
        """The empty span where this one begins."""
        return Span(self.file, self.line, self.column, self.line, self.column)

    @property
    def end(self) -> Span:
        """The empty span where this one ends."""
        return Span(self.file, self.end_line, self.end_column, self.end_line, self.end_column)

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def overlaps(self, other: Span) -> bool:
        """Whether the two spans share a place, or one is empty and lies in or at the other."""
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.end_line, other.end_column)
            and ((other.line, other.column) <= (self.end_line, self.end_column))
        )

    def contains(self, other: Span) -> bool:
        """Whether the other span lies within this one."""
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.line, other.column)
            and ((other.end_line, other.end_column) <= (self.end_line, self.end_column))
        )


@dataclass(frozen=True, slots=True)
class Source:
    """A named text. Line ends of every kind become `\\n` and a byte order mark is dropped.

    `path` is where it was read, None if it is no file. `bases`: the texts of the rulebooks that this one alters, whose
    spans it can show as well.
    """

    name: str
    text: str
    path: Path | None = field(default=None, repr=False, compare=False)
    bases: tuple[Source, ...] = field(default=(), repr=False, compare=False)
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = self.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "lines", tuple(text.split("\n")))

    def altering(self, bases: Iterable[Source]) -> Source:
        """The same text, as one that alters others."""
        return replace(self, bases=tuple(bases))

    @property
    def all(self) -> tuple[Source, ...]:
        """This text and those it alters."""
        return (self, *self.bases)

    def holding(self, span: Span) -> Source:
        """The text that a span is of: this one, or one of those it alters."""
        return next((base for base in self.bases if base.name == span.file), self)

    def slice(self, span: Span) -> str:
        """The text a span covers."""
        if span.file != self.name and self.bases:
            base = self.holding(span)
            if base is not self:
                return base.slice(span)
        if span.line == span.end_line:
            return self._line(span.line)[span.column - 1 : span.end_column - 1]
        first = self._line(span.line)[span.column - 1 :]
        last = self._line(span.end_line)[: span.end_column - 1]
        return "\n".join((first, *self.lines[span.line : span.end_line - 1], last))

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """A span of this text."""
        return Span(self.name, line, column, end_line, end_column)

    @property
    def whole(self) -> Span:
        """The span of the whole text."""
        return self.span(1, 1, len(self.lines), len(self.lines[-1]) + 1)

    def _line(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""
