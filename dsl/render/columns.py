"""How wide text is on a screen, and lines cut to fit."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_TAB = 4
_DOTS = "…"


def shown(text: str) -> str:
    """The text with every character visible and of a known width: tabs as blanks, control characters as `�`."""
    return "".join(_shown(char) for char in text)


def width(text: str) -> int:
    """How many columns a text takes: Chinese signs take two, marks on other letters none."""
    return sum(_width(char) for char in text)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a line as it is shown, with the columns from which and to which something is marked."""

    text: str
    start: int
    end: int


def excerpt(line: str, column: int, end_column: int, room: int) -> Excerpt:
    """The part of a line around the columns (from 1, the end exclusive) that fits into so many columns of a screen."""
    start, end = column - 1, max(end_column - 1, column - 1)
    before, marked, after = shown(line[:start]), shown(line[start:end]), shown(line[end:])
    lead = tail = ""
    if width(before) + width(marked) + width(after) > room:
        # The marked part comes first, then what stands before it, then what follows.
        room -= 2 * width(_DOTS)
        marked = _first(marked, room)
        left = room - width(marked)
        kept = _last(before, max(left // 2, left - width(after)))
        lead = _DOTS if kept != before else ""
        before = kept
        kept = _first(after, left - width(before))
        tail = _DOTS if kept != after else ""
        after = kept
    at = width(lead) + width(before)
    return Excerpt(f"{lead}{before}{marked}{after}{tail}".rstrip(), at, at + max(width(marked), 1))


def _first(text: str, room: int) -> str:
    taken = 0
    for index, char in enumerate(text):
        taken += _width(char)
        if taken > room:
            return text[:index]
    return text


def _last(text: str, room: int) -> str:
    taken = 0
    for index in range(len(text) - 1, -1, -1):
        taken += _width(text[index])
        if taken > room:
            return text[index + 1 :]
    return text


def _shown(char: str) -> str:
    if char == "\t":
        return " " * _TAB
    category = unicodedata.category(char)
    return "�" if category in ("Cc", "Cs", "Cf", "Zl", "Zp") else char


def _width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
