"""Options, orders, blocks and sentences."""

from __future__ import annotations

from typing import TypeAlias

from ..frozen import frozen
from ..source import Span
from .expressions import Choice
from .patterns import Pattern
from .words import Agreement, Answer, Cards, Joined, Name, Node, Noted, Piece, Sign, Text


@frozen
class Cited(Noted):
    """`source HK "…"`."""

    id: Piece
    title: Text


@frozen
class Numbers(Node):
    """The numbers an option may be: `first` is in force, `high` is None where there is no upper end."""

    first: int
    low: int
    high: int | None = None


@frozen
class Option(Noted):
    """One question to the table: a list of answers, or numbers."""

    name: Name
    answers: tuple[Answer, ...] | Numbers


@frozen
class Options(Noted):
    """`options { … }`."""

    options: tuple[Option, ...]


@frozen
class Never(Noted):
    """`never "why" with …`: answers that do not go together."""

    why: Text | None
    agreement: Agreement


@frozen
class Slide(Node):
    """A rung of an order: one entry, or `first .. last`, one step at a time."""

    first: Cards
    last: Cards | None = None


@frozen
class Ranking(Noted):
    """One alternative of an order, low to high, with one sign between each two rungs."""

    slides: tuple[Slide, ...]
    signs: tuple[Sign, ...]
    agreement: Agreement | None = None


@frozen
class Order(Noted):
    """`order name: …` or `family name: …`."""

    kind: str
    name: Name
    rankings: tuple[Ranking, ...]


@frozen
class Set(Noted):
    """`set name: …`."""

    name: Name
    choice: Choice


@frozen
class Let(Noted):
    """`let name: …`, or `let name of KIND variable: …`."""

    name: Name
    of: Name | None
    variable: Name | None
    choice: Choice


@frozen
class Always(Noted):
    """`always name: …`."""

    name: Name
    choice: Choice


@frozen
class Free(Noted):
    """`free a, b`."""

    names: tuple[Name, ...]


@frozen
class Field(Noted):
    """`name: value | value`."""

    name: Name
    choice: Choice


@frozen
class CardsField(Noted):
    """`cards: …` or `holding: …`."""

    name: Name
    patterns: tuple[Pattern, ...]


@frozen
class Tile(Noted):
    """A piece and its pips."""

    piece: Piece
    pips: Joined


@frozen
class TilesField(Noted):
    """`tiles: …`."""

    name: Name
    tiles: tuple[Tile, ...]


AnyField: TypeAlias = Field | CardsField | TilesField


@frozen
class Block(Noted):
    """`kind name "title" with … { fields }`, the kind being deck, combination, ladder, bombs, claims, claim, duty, …"""

    kind: str
    kind_span: Span
    name: Name | None
    title: Text | None
    agreement: Agreement | None
    fields: tuple[AnyField, ...]


@frozen
class Word(Node):
    """A word of a sentence; `type` is its terminal: NAME, INT, PIECE, RUN, OR_MORE, COMMA, or a keyword."""

    text: str
    type: str


@frozen
class Phrase(Noted):
    """One alternative of a sentence; articles are already read over."""

    words: tuple[Word, ...]
    agreement: Agreement | None = None


@frozen
class Line(Noted):
    """A line of deal, play or match."""

    name: Name
    phrases: tuple[Phrase, ...]


@frozen
class Sentences(Noted):
    """`deal { … }`, `play { … }` or `match { … }`."""

    kind: str
    kind_span: Span
    lines: tuple[Line, ...]
