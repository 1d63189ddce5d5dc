"""How cards are written and read: `3D-3C`, `3D 3C`, `♦3`, `TS`, `6-6`, and the names of every tongue."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.dsl import model

from .errors import Invalid

_SPACES = re.compile(r"[\s,，、]+")
_JOINS = re.compile(r"[-–—‐‑−]")
_SUIT_SIGNS = {"♠": "♠♤", "♥": "♥♡", "♦": "♦♢", "♣": "♣♧"}
_MOST_DIGITS = 6
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def short_number(text: str) -> int | None:
    """A whole number of few digits, as people type bids, counts and places in a list; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


class Notation:
    """Reads cards of one deck, generously: any case, either way round, signs, names of the tongues, and pips."""

    def __init__(self, deck: model.Deck, tongues: tuple[model.Tongue, ...] = ()) -> None:
        self._pieces: dict[str, int] = {}
        spoken: dict[str, list[str]] = {}
        for tongue in tongues:
            for naming in tongue.names:
                spoken.setdefault(naming.id, []).append(naming.text)
        for name in [*deck.suits, *deck.ranks]:
            spoken.setdefault(name, []).append(name)
        for names in spoken.values():
            for sign in [name for name in names if name in _SUIT_SIGNS]:
                names.extend(_SUIT_SIGNS[sign])
            if "10" in names:
                names.append("T")
        # Later spellings never take a name from an earlier one, so exact names are entered first.
        for piece in deck.pieces:
            self._enter(piece.name, piece.index)
        for piece in deck.pieces:
            for written in _spellings(piece, spoken):
                self._enter(written, piece.index)
        self._most_bits = max((name.count("-") + 1 for name in self._pieces), default=1)

    def _enter(self, text: str, index: int) -> None:
        self._pieces.setdefault(_plain(text), index)

    def parse(self, text: str) -> tuple[int, ...]:
        """The cards written, sorted; raises Invalid with the place of the first thing that is no card."""
        found: list[int] = []
        start = 0
        for word in _SPACES.split(text):
            at = text.find(word, start)
            start = at + len(word)
            if word:
                found.extend(self._word(word, text, at))
        if not found:
            raise Invalid("there is no card here", text)
        return tuple(sorted(found))

    def _word(self, word: str, text: str, at: int) -> Iterator[int]:
        """The cards of one word: a card, or cards joined; as many joined pieces as possible make one name (`6-6`)."""
        index = self._pieces.get(_plain(word))
        if index is not None:
            yield index
            return
        bits = _JOINS.split(word)
        first = 0
        while first < len(bits):
            for last in range(min(len(bits), first + self._most_bits), first, -1):
                index = self._pieces.get(_plain("-".join(bits[first:last])))
                if index is not None:
                    yield index
                    first = last
                    break
            else:
                bit = bits[first]
                where = at + sum(len(b) + 1 for b in bits[:first])
                raise Invalid(f"`{bit}` is no card of this deck" if bit else "a card is missing at `-`", text, where)


def _plain(text: str) -> str:
    """The form under which spellings are looked up."""
    text = text.translate(_WIDE).replace("\ufe0f", "").replace("\ufe0e", "").casefold()
    return _JOINS.sub("-", text)


def _spellings(piece: model.Piece, spoken: dict[str, list[str]]) -> Iterator[str]:
    """Every further way to write a piece."""
    yield from spoken.get(piece.name, ())
    ranks = spoken.get(piece.rank, [piece.rank])
    if piece.suit is None:
        yield from ranks
    else:
        suits = spoken.get(piece.suit, [piece.suit])
        yield from (rank + suit for rank in ranks for suit in suits)
        yield from (suit + rank for rank in ranks for suit in suits)
    if piece.faces:
        yield "-".join(map(str, piece.faces))
        yield "-".join(map(str, reversed(piece.faces)))
        yield piece.name.replace("_", " ")
