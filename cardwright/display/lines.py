"""Lines of text: in signs that stdout has, and no wider than there is room."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator

_CLOSING = "，。、；：！？）」』》,.;:!?)"


def has_signs() -> bool:
    """Whether stdout can write suit signs and Chinese."""
    try:
        "♠♥♦♣鋤大弟…·×✓✗".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wrapped(text: str, room: int = 78, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of so many columns, wide characters counted as two: broken at blanks, and between wide
    characters, which have none. `first` and `rest` stand before the first line and the others."""
    from rich.cells import cell_len

    lines, line = [], first
    for unit in _units(text):
        bare = line in (first, rest)
        if not bare and cell_len(line) + cell_len(unit.rstrip()) > room:
            lines.append(line.rstrip())
            line, unit = rest, unit.lstrip()
        line += unit.lstrip() if bare else unit
    return [*lines, line.rstrip()]


def _units(text: str) -> Iterator[str]:
    """What a line must not be broken inside: words with the blank before them, and wide characters, each with the
    closing signs behind it."""
    unit, wide = "", False
    for sign in text:
        is_wide = unicodedata.east_asian_width(sign) in "WF"
        closes = sign in _CLOSING
        if unit and not closes and (sign.isspace() or is_wide or wide):
            yield unit
            unit = ""
        unit += " " if sign.isspace() else sign
        wide = is_wide or (wide and closes)
    if unit:
        yield unit
