"""The formatter: a rulebook in its one layout, or what keeps it from being laid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import ast
from ..diagnostics import Diagnostic
from ..grammar import tables
from ..lexing import Lexer
from ..parser import parse
from ..render.columns import width
from ..source import Source, Span
from ..tree import Stack, Tree
from .columns import margin, padded
from .layout import Layout
from .rows import Line

# Comments begin at most so far to the right, and at least so far behind a line.
_FARTHEST = 92
_LEAST_GAP = 2


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text in its one layout. `text` is None where there is none: for the mistakes told in `diagnostics`, or, without
    any, where each layout would change what the text says."""

    source: Source
    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()


def format_source(source: Source) -> Formatted:
    """Lay a rulebook out. Only its form has to be right: what its words mean, and whether they fit, is no matter."""
    parsed = parse(source)
    if parsed.ast is None or not parsed.ok:
        return Formatted(source, None, parsed.diagnostics)
    lexer = Lexer(source, tables())
    layout = Layout(_tree(lexer), lexer)
    text = _text(layout.lines())
    changed = _changed(parsed.ast, text)
    if changed:
        # A note belongs to what stands on its line: where lines that were joined give it to something else, they stay.
        text = _text(layout.lines(changed))
        if _changed(parsed.ast, text):
            return Formatted(source, None)
    return Formatted(source, text)


def _changed(file: ast.File, text: str) -> frozenset[int]:
    """The numbers of the parts of a file, its first two lines and its statements, that a text no longer says."""
    new = parse(Source("", text)).ast
    parts = _parts(file)
    if new is None or len(_parts(new)) != len(parts):
        return frozenset(range(len(parts)))
    pairs = zip(parts, _parts(new), strict=True)
    found = frozenset(at for at, (one, other) in enumerate(pairs) if not same(one, other))
    return found if found or same(file, new) else frozenset(range(len(parts)))


def _parts(file: ast.File) -> list[ast.Node]:
    return [*([file.version] if file.version is not None else []), file.header, *file.statements]


def _tree(lexer: Lexer) -> Tree:
    """The tree of a text that is known to be right."""
    stack = Stack(lexer.tables)
    position = 0
    while stack.result is None:
        token = lexer.read(position, stack.states[-1])
        if token is None or not stack.feed(token):
            raise AssertionError("a text without mistakes was not read a second time")
        position = token.end
    return stack.result


def _text(lines: Sequence[Line]) -> str:
    """The lines with their comments, and blank lines between them where the author had some."""
    _comments(lines)
    parts: list[str] = []
    for at, line in enumerate(lines):
        if line.spaced and at:
            parts.append("")
        parts.append(line.text.rstrip())
    return "\n".join(parts) + "\n"


def _comments(lines: Sequence[Line]) -> None:
    """Set the comments at the ends of lines in columns: one for a list of options, one for all the rest."""
    groups: dict[int | None, list[Line]] = {}
    for line in lines:
        if line.comment is not None:
            groups.setdefault(line.block, []).append(line)
    for some in groups.values():
        column = margin([width(line.text) for line in some], _FARTHEST)
        for line in some:
            at = max(column, width(line.text) + _LEAST_GAP)
            line.text = padded(line.text, at) + (line.comment or "")


def same(one: object, other: object) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    if isinstance(one, Span):
        return isinstance(other, Span)
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, ast.Node):
        # The text of an example is as its author set it.
        names = [name for name in type(one)._names if not (name == "text" and isinstance(one, ast.Example))]
        return type(one) is type(other) and all(same(getattr(one, name), getattr(other, name)) for name in names)
    return one == other
