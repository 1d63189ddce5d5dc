"""Diagnostics for people: the line itself, what is meant underlined, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Applicability, Diagnostic, Severity
from ..source import Source, Span
from .columns import excerpt, shown

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_BLUE = "\x1b[1;34m"
_COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
_NARROWEST = 20


def render_human(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    *,
    colour: bool = False,
    columns: int = 100,
) -> str:
    """All diagnostics, a blank line between them. `sources` has the texts by name; one that is missing is not shown."""
    return "\n".join(_Page(sources, colour, columns).diagnostic(each) for each in diagnostics)


class _Page:
    def __init__(self, sources: Mapping[str, Source], colour: bool, columns: int) -> None:
        self.sources = sources
        self.colour = colour
        self.columns = columns

    def diagnostic(self, diagnostic: Diagnostic) -> str:
        tint = _COLOURS[diagnostic.severity]
        head = self._paint(f"{diagnostic.severity.value}[{diagnostic.code}]", tint)
        lines = [f"{head}{self._paint(': ' + shown(diagnostic.message), _BOLD)}"]
        spans = [diagnostic.span, *(span for span, _ in diagnostic.labels)]
        gutter = max(len(str(span.line)) for span in spans)
        lines += self._snippet(diagnostic.span, "", "^", tint, gutter, first=True)
        for span, text in diagnostic.labels:
            lines += self._snippet(span, text, "-", _BLUE, gutter, first=False)
        if diagnostic.help or diagnostic.fix:
            lines.append(self._bar(gutter))
        if diagnostic.help:
            lines.append(self._remark(gutter, "help", diagnostic.help))
        if diagnostic.fix and diagnostic.fix.applicability is Applicability.SAFE:
            for edit in diagnostic.fix.edits:
                lines.append(self._remark(gutter, "fix", self._edit(edit.span, edit.text)))
        return "\n".join(lines) + "\n"

    def _snippet(self, span: Span, text: str, mark: str, tint: str, gutter: int, *, first: bool) -> list[str]:
        arrow = "-->" if first else ":::"
        place = f"{span.file}:{span.line}:{span.column}"
        lines = [f"{' ' * gutter}{self._paint(arrow, _BLUE)} {shown(place)}"]
        source = self.sources.get(span.file)
        if source is None or span.line > len(source.lines):
            return [*lines, f"{self._bar(gutter)} {text}"] if text else lines
        line = source.lines[span.line - 1]
        several = span.end_line > span.line
        end = len(line) + 1 if several else span.end_column
        part = excerpt(line, span.column, end, max(self.columns - gutter - 4, _NARROWEST))
        number = self._paint(f"{span.line:>{gutter}} |", _BLUE)
        below = mark * (part.end - part.start) + (f" … to line {span.end_line}" if several else "")
        marks = " " * part.start + self._paint(f"{below} {shown(text)}".rstrip(), tint)
        return [*lines, self._bar(gutter), f"{number} {part.text}".rstrip(), f"{self._bar(gutter)} {marks}"]

    def _edit(self, span: Span, text: str) -> str:
        source = self.sources.get(span.file)
        old = source.slice(span) if source else ""
        new = text.strip("\n ") or text
        if not old:
            where = f"at {span.line}:{span.column}"
            return f"put in `{shown(new)}` {where}"
        if not text:
            return f"take away `{shown(old)}`"
        return f"write `{shown(new)}`"

    def _remark(self, gutter: int, kind: str, text: str) -> str:
        return f"{' ' * gutter} {self._paint('=', _BLUE)} {self._paint(kind, _BOLD)}: {shown(text)}"

    def _bar(self, gutter: int) -> str:
        return self._paint(f"{' ' * gutter} |", _BLUE)

    def _paint(self, text: str, tint: str) -> str:
        return f"{tint}{text}{_RESET}" if self.colour else text
