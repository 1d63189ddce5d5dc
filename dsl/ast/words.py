"""The smallest nodes: places, notes, words, and what was agreed."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ..frozen import Frozen, frozen
from ..source import Span


@frozen
class Node(Frozen):
    """Anything with a place in the text."""

    span: Span


@frozen
class Note(Node):
    """A `##` note: what it says, and the claims it cites, ranges written out."""

    text: str
    claims: tuple[str, ...]


@frozen
class Noted(Node):
    """A node that notes can belong to."""

    notes: tuple[Note, ...] = field(default=(), kw_only=True)


@frozen
class Name(Node):
    """A word that names something: where it is declared, or where it is used (also as an expression)."""

    text: str


@frozen
class Text(Node):
    """A text in quotation marks; `value` is what stands between them."""

    value: str


@frozen
class Number(Node):
    """A whole number, as `4` or `4 or more`."""

    value: int
    or_more: bool = False


@frozen
class Piece(Node):
    """A word that begins with a capital, a digit or a suit's sign: a piece, a rank, a suit, a seat."""

    text: str


@frozen
class Joined(Node):
    """Pieces joined with `-`: cards played together, a run of ranks, the pips of a tile."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The pieces joined again."""
        return "-".join(piece.text for piece in self.pieces)


@frozen
class Sign(Node):
    """An operator: `<`, `=`, `>`, `<=` or `>=`."""

    text: str


Card: TypeAlias = Piece
Cards: TypeAlias = Piece | Joined
Answer: TypeAlias = Name | Number | Piece | Joined


@frozen
class Setting(Node):
    """`name = answer or answer`, `name` (no answers: yes), or a name after `without` (denied)."""

    name: Name
    answers: tuple[Answer, ...] = ()
    denied: bool = False


@frozen
class Agreement(Node):
    """`with …, … without …, …`; all of its settings hold together."""

    settings: tuple[Setting, ...]
