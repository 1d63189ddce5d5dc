"""A rules sheet as plain text, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator

from ..lines import wrapped
from .document import Block, Grid, Line, Points, Remark, Sheet, plain

_WIDTH = 78
_WIDEST = 24
"""Names of rows up to this width stand beside what is said of them."""


def as_text(sheet: Sheet) -> str:
    """The whole sheet."""
    return "\n".join([sheet.title, sheet.subtitle, "", *text_lines(sheet)]) + "\n"


def text_lines(sheet: Sheet) -> Iterator[str]:
    """The sections, line by line."""
    for number, section in enumerate(sheet.sections):
        if number:
            yield ""
        yield section.title
        for block in section.blocks:
            yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Points(items=items):
            for item in items:
                yield from wrapped(plain(item), _WIDTH, "  ", "    ")
        case Remark(line=line):
            yield from wrapped(plain(line), _WIDTH, "  ", "    ")
        case Grid(head=head, rows=rows):
            if head:
                yield from wrapped(f"({'; '.join(head)})", _WIDTH, "  ", "    ")
            yield from _rows(rows)


def _rows(rows: tuple[tuple[Line, ...], ...]) -> Iterator[str]:
    """What names a row set flush, with what is said of it beside."""
    from rich.cells import cell_len

    named = [(plain(row[0]), "; ".join(filter(None, map(plain, row[1:])))) for row in rows]
    longest = min(max(cell_len(name) for name, _ in named), _WIDEST)
    for name, said in named:
        if cell_len(name) > longest:
            yield from wrapped(name, _WIDTH, "  ", "    ")
            yield from wrapped(said, _WIDTH, " " * (longest + 4), " " * (longest + 6))
        else:
            yield from wrapped(said, _WIDTH, f"  {name}{' ' * (longest - cell_len(name))}  ", " " * (longest + 6))
