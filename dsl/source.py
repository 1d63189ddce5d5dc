"""The text of a rulebook, and places in it."""

from __future__ import annotations

from dataclasses import dataclass, field


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
        """Whether the two spans of the same file share a place, or one is empty and lies in or at the other."""
        return (self.line, self.column) <= (other.end_line, other.end_column) and (
            (other.line, other.column) <= (self.end_line, self.end_column)
        )

    def contains(self, other: Span) -> bool:
        """Whether the other span of the same file lies within this one."""
        return (self.line, self.column) <= (other.line, other.column) and (
            (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )


@dataclass(frozen=True, slots=True)
class Source:
    """A named text. Line ends of every kind become `\\n` and a byte order mark is dropped."""

    name: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = self.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "lines", tuple(text.split("\n")))

    def slice(self, span: Span) -> str:
        """The text a span covers."""
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
