"""What things are called when they are shown: signs for suits, words for combinations, a tongue if one is wished."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING

from cardwright.languages import ENGLISH, LANGUAGES, Language

from .lines import has_signs

if TYPE_CHECKING:
    from cardwright.dsl import Rulebook, model
    from cardwright.interpreter import Action, Play

SIGNS = "symbols"
"""The tongue of signs that may stand for names."""
RED = frozenset("♥♦♡♢")
"""Signs that are printed in red everywhere in the world."""


_TAGS = {tag: language for language in LANGUAGES.values() for tag in (language.tag, *language.same)}


def language_of(lang: str | None) -> Language | None:
    """The language that Cardwright speaks under this tag, whatever its capitals; None for a tongue of rulebooks."""
    return _TAGS.get((lang or ENGLISH.tag).casefold().replace("_", "-"))


class Names:
    """Display names of one rulebook, and the language of what is said about it. Everything shown can be typed again.

    `lang` is a language, whose sentences are told with the names of its tongue; or any tongue of the rulebook, whose
    names stand in English sentences. Raises Invalid for any other. Without `signs`, suits stay letters. `everywhere`:
    for a file, which has all signs, and not for this terminal."""

    def __init__(
        self, rulebook: Rulebook, lang: str | None = None, signs: bool = True, everywhere: bool = False
    ) -> None:
        tongues = {tongue.tongue: {one.id: one for one in tongue.names} for tongue in rulebook.tongues}
        known = everywhere or has_signs()
        language = language_of(lang) if lang not in tongues or lang in LANGUAGES else None
        if language is None and (lang not in tongues or lang == SIGNS):
            from cardwright.interpreter import Invalid

            spoken = ", ".join(f"`{one}`" for one in sorted({*LANGUAGES, *tongues} - {SIGNS}))
            raise Invalid(f"`{rulebook.name}` has no names in `{lang}`; there are {spoken}", lang or "")
        self.rulebook = rulebook
        self.signs = known
        self.language = language if language is not None and known else ENGLISH
        self._called_here: dict[str, str] = {}
        wanted = (lang,) if language is None else language.tongues
        spoken_here = next((tongues[one] for one in wanted if one in tongues), {})
        self._spoken = spoken_here if known else {}
        self._signs = tongues.get(SIGNS, {}) if signs and known else {}
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
        return self.language.say("tiles" if self.tiles else "cards")

    def thing(self, name: str) -> str:
        """A declared name, in the tongue or in words."""
        spoken = self._spoken.get(name)
        return spoken.text if spoken else name.replace("_", " ")

    def fact(self, name: str) -> str:
        """Something that is known of the game, in words."""
        called = self._called_here.get(name)
        return self.language.say(f"fact.{name}") if called is None else self.variable(called)

    def variable(self, name: str) -> str:
        """A name that a clause gives to whatever it looks at: the usual ones in words, others as they are."""
        return self.language.messages.get(f"variable.{name}", name)

    def number(self, value: int, option: str | None) -> str:
        """A number, whichever option says so: what was agreed is settled."""
        return str(value)

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
        return " ".join(map(self._value, text.split(" ")))

    def _value(self, word: str) -> str:
        if word in self._shown:
            return self.card(word)
        return "-".join(map(self.card, word.split("-"))) if "-" in word else self.thing(self._called(word))

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

    def count(self, number: int, or_more: bool = False) -> str:
        """So many cards, in words."""
        piece = "tile" if self.tiles else "card"
        if or_more:
            return self.language.say(f"or_more.{piece}", n=number)
        return self.language.counted(f"count.{piece}", number)

    def action(self, action: Action) -> str:
        """An action as it is spoken of."""
        from cardwright.interpreter import Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards

        match action:
            case PlayCards(play=play):
                return self.play(play)
            case Pass():
                return self.language.say("action.pass")
            case Decline():
                return self.language.say("action.decline")
            case MakeClaim(name=name):
                return self.language.say("action.claim", claim=self.thing(name))
            case Bid(bid=bid):
                return self.language.say("action.bid", n=bid)
            case Give(cards=cards):
                return self.language.say("action.give", cards=self.joined(cards))
            case Discard(cards=cards):
                return self.language.say("action.discard", cards=self.joined(cards))

    def corner(self, piece: model.Piece) -> tuple[str, str]:
        """What stands in the corner of a piece: its rank, and its suit, where it has one."""
        if piece.suit is None:
            return self._shown[piece.name], ""
        rank, suit = self._signs.get(piece.rank), self._signs.get(piece.suit)
        return rank.text if rank and suit else piece.rank, suit.text if suit else piece.suit

    def _card(self, name: str, rank: str, suit: str | None) -> str:
        if suit is not None and suit in self._signs:
            ranks = self._signs.get(rank)
            return f"{ranks.text if ranks else rank}{self._signs[suit].text}"
        return self._called(name) if suit is None else name

    def _called(self, name: str) -> str:
        """What a piece, a rank or a suit is called by itself. Letters of suits stand for themselves."""
        tongues = (self._signs,) if name in self.rulebook.deck.suits else (self._spoken, self._signs)
        return next((tongue[name].text for tongue in tongues if name in tongue), name)
