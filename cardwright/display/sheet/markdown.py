"""A rules sheet as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .document import Block, Cards, Grid, Line, Points, Remark, Sheet

_SIGNS = re.compile(r"[\\`*|]|<(?=[A-Za-z/!?])|(?<![^\W_])_|_(?![^\W_])|^[#>+-]")
"""Signs where they would mean something: a bracket before a letter, an underscore at the edge of a word."""


def as_markdown(sheet: Sheet) -> str:
    """The whole sheet."""
    lines = [f"# {_escaped(sheet.title)}", "", _escaped(sheet.subtitle)]
    for section in sheet.sections:
        lines += ["", f"## {_escaped(section.title)}"]
        for block in section.blocks:
            lines += ["", *_block(block)]
    return "\n".join(lines) + "\n"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Points(items=items):
            for item in items:
                yield f"- {_line(item)}"
        case Remark(line=line):
            yield _line(line)
        case Grid(head=head, rows=rows):
            titles = head or ("",) * len(rows[0])
            yield f"| {' | '.join(map(_escaped, titles))} |"
            yield f"|{' --- |' * len(titles)}"
            for row in rows:
                yield f"| {' | '.join(map(_line, row))} |"


def _line(line: Line) -> str:
    return "".join(part.text if isinstance(part, Cards) else _escaped(part) for part in line)


def _escaped(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return _SIGNS.sub(r"\\\g<0>", text)
