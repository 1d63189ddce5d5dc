"""What cards and tiles look like on a sheet."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.dsl import model

from ..naming import Names
from .document import Cards, Face

DICE = "⚀⚁⚂⚃⚄⚅"


def drawn(pieces: Iterable[str], names: Names) -> Cards:
    """Pieces by name, side by side."""
    known = {piece.name: piece for piece in names.rulebook.deck.pieces}
    return Cards(tuple(_face(known[piece], names) for piece in pieces))


def drawn_rank(rank: str, names: Names) -> Face:
    """A rank by itself: of tiles, and where a rank has one piece only, that piece."""
    pieces = [piece for piece in names.rulebook.deck.pieces if piece.rank == rank]
    return _face(pieces[0], names) if len(pieces) == 1 else Face(names.card(rank))


def _face(piece: model.Piece, names: Names) -> Face:
    halves = tuple(_half(number, names) for number in piece.faces)
    rank, suit = names.corner(piece)
    return Face(rank, suit, names.red[piece.index], halves)


def _half(pips: int, names: Names) -> str:
    """Half a tile: as dice show it, where they do."""
    return DICE[pips - 1] if names.signs and 1 <= pips <= len(DICE) else str(pips)
