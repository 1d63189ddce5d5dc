"""A rules sheet as a document: sections of points, tables and remarks, with cards among the words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Face:
    """A card, a rank by itself or a tile as it is drawn: what stands in its corner, the sign of its suit, the halves
    of a tile."""

    rank: str
    suit: str = ""
    red: bool = False
    halves: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The face in plain text."""
        if not self.halves:
            return f"[{self.rank}{self.suit}]"
        return f"[{('-' if any(half.isdecimal() for half in self.halves) else '').join(self.halves)}]"


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards side by side."""

    faces: tuple[Face, ...]

    @property
    def text(self) -> str:
        """The cards in plain text."""
        return "".join(face.text for face in self.faces)


Line: TypeAlias = tuple[str | Cards, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """A list of things to know."""

    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the first column names its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A paragraph."""

    line: Line


Block: TypeAlias = Points | Grid | Remark


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a sheet under a title."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet; `language` is its tag."""

    title: str
    subtitle: str
    language: str
    sections: tuple[Section, ...] = field(default=())


def plain(line: Line) -> str:
    """A line in plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in line)
