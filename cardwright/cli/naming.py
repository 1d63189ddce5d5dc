"""What things are called when they are shown: signs for suits, words for combinations, a tongue if one is wished."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING

from .failures import Trouble
from .output import has_signs

if TYPE_CHECKING:
    from cardwright.dsl import Rulebook
    from cardwright.interpreter import Play

SIGNS = "symbols"
"""The tongue of signs that may stand for names."""
RED = frozenset("♥♦♡♢")
"""Signs that are printed in red everywhere in the world."""


class Names:
    """Display names of one rulebook. Everything shown can be typed again. Without `signs`, suits stay letters."""

    def __init__(self, rulebook: Rulebook, lang: str | None = None, signs: bool = True) -> None:
        tongues = {tongue.tongue: {one.id: one for one in tongue.names} for tongue in rulebook.tongues}
        if lang is not None and (lang not in tongues or lang == SIGNS):
            spoken = ", ".join(f"`{tongue}`" for tongue in tongues if tongue != SIGNS) or "none"
            raise Trouble(f"`{rulebook.name}` has no names in `{lang}`", f"its tongues: {spoken}")
        self.rulebook = rulebook
        self._called_here: dict[str, str] = {}
        self._spoken = tongues.get(lang, {}) if lang is not None and has_signs() else {}
        self._signs = tongues.get(SIGNS, {}) if signs and has_signs() else {}
        deck = rulebook.deck
        self.tiles = any(piece.faces for piece in deck.pieces)
        self.cards = tuple(self._card(piece.name, piece.rank, piece.suit) for piece in deck.pieces)
        self._shown = {piece.name: shown for piece, shown in zip(deck.pieces, self.cards, strict=True)}
        self.red = tuple(bool(RED & set(shown)) for shown in self.cards)

    @property
    def title(self) -> str:
        """The title of the rulebook, with its name in the tongue."""
        spoken = self._spoken.get(self.rulebook.name)
        return f"{self.rulebook.title} {spoken.text}" if spoken else self.rulebook.title

    @property
    def pieces(self) -> str:
        """What the pieces are: tiles, or cards."""
        return "tiles" if self.tiles else "cards"

    def thing(self, name: str) -> str:
        """A declared name, in the tongue or in words."""
        spoken = self._spoken.get(name)
        return spoken.text if spoken else name.replace("_", " ")

    def fact(self, name: str) -> str:
        """Something that is known of the game, in words."""
        return self._called_here.get(name) or name.replace("_", " ")

    def calling(self, fact: str, name: str) -> Names:
        """The same names, with one of the facts called otherwise."""
        other = copy(self)
        other._called_here = {**self._called_here, fact: name}
        return other

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        """The sentence of a declaration, in the tongue if it has one."""
        spoken = self._spoken.get(name)
        return spoken.sentence if spoken and spoken.sentence else otherwise

    def card(self, name: str) -> str:
        """A piece, a rank or a suit."""
        return self._shown.get(name) or self._called(name)

    def suit(self, name: str) -> str:
        """A suit by itself: its sign, with its name in the tongue."""
        sign, spoken = self._signs.get(name), self._spoken.get(name)
        return " ".join(text.text for text in (sign, spoken) if text) or name

    def values(self, text: str) -> str:
        """A value that was compared: cards or ranks in a row, or something else, which stays as it is."""
        return " ".join(map(self.card, text.split(" ")))

    def play(self, play: Play) -> str:
        """A play as it is shown, its pieces in the order of its reading; with the reading where it must be said."""
        reading = play.text.partition("=")[2]
        return self.joined(play.cards) + (f"={reading}" if reading else "")

    def joined(self, cards: Iterable[str]) -> str:
        """Cards as they are played."""
        return "-".join(map(self.card, cards))

    @property
    def example(self) -> str:
        """How pieces are typed: one, or two together."""
        one, other = (piece.name for piece in self.rulebook.deck.pieces[:2])
        return f"{one}, or {one} {other}"

    def count(self, number: int) -> str:
        """So many cards, in words."""
        return f"1 {self.pieces[:-1]}" if number == 1 else f"{number} {self.pieces}"

    def _card(self, name: str, rank: str, suit: str | None) -> str:
        if suit is not None and suit in self._signs:
            ranks = self._signs.get(rank)
            return f"{ranks.text if ranks else rank}{self._signs[suit].text}"
        return self._called(name) if suit is None else name

    def _called(self, name: str) -> str:
        """What a piece, a rank or a suit is called by itself. Letters of suits stand for themselves."""
        tongues = (self._signs,) if name in self.rulebook.deck.suits else (self._spoken, self._signs)
        return next((tongue[name].text for tongue in tongues if name in tongue), name)
