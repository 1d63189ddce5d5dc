"""Combinations, and what beats what."""

from __future__ import annotations

from typing import Literal

from ..frozen import node
from .expressions import Class, Expression
from .node import Declared, Name, Node
from .patterns import Key, Pattern


@node
class Combination(Declared):
    """A type of play. `compare` empty: all its plays are equal. `same`: what two plays must share to be compared.
    `equal`: whether a play falls to an equal one."""

    pattern: Pattern
    compare: tuple[Key, ...]
    same: tuple[Key, ...]
    needs: Expression | None = None
    equal: Literal["holds", "falls"] = "holds"


@node
class Ladder(Declared):
    """Rungs from low to high, ties share a rung; with `beats` a higher one beats a lower one of the same size."""

    order: tuple[tuple[Name, ...], ...]
    beats: Literal["lower", "nothing"]


@node
class Bombs(Declared):
    """Rungs from low to high: a higher one beats a lower one of any size, and each beats `beats` of any size.
    A rung may be a part of a type (a length)."""

    order: tuple[tuple[Class, ...], ...]
    beats: Class | None = None


@node
class Free(Node):
    """Types that may share pieces: such a play is written with its reading."""

    types: tuple[Name, ...]
