"""What language is spoken, and what things are called: by those who show a game, or as the rulebook writes it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Protocol

from cardwright.dsl import model
from cardwright.languages import ENGLISH, LANGUAGES, Language

from .errors import Invalid


class Naming(Protocol):
    """The language that is spoken, and what things are called."""

    @property
    def language(self) -> Language:
        """The language of all messages."""
        ...

    @property
    def tiles(self) -> bool:
        """Whether the pieces are tiles."""
        ...

    def calling(self, fact: str, name: str) -> Naming:
        """The same names, with one of the facts called as a variable is."""
        ...

    def thing(self, name: str) -> str:
        """A declared name."""
        ...

    def card(self, name: str) -> str:
        """A piece, a rank or a suit."""
        ...

    def fact(self, name: str) -> str:
        """Something that is known of the game."""
        ...

    def variable(self, name: str) -> str:
        """A name that a clause gives to whatever it looks at."""
        ...

    def number(self, value: int, option: str | None) -> str:
        """A number; `option` is the option whose answer it is."""
        ...

    def count(self, number: int, or_more: bool = False) -> str:
        """So many pieces."""
        ...

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        """The sentence of a declaration."""
        ...


class AsWritten:
    """Names as the rulebook writes them, in words."""

    def __init__(self, rulebook: model.Rulebook | None = None, language: Language = ENGLISH) -> None:
        self.language = language
        self.tiles = rulebook is not None and any(piece.faces for piece in rulebook.deck.pieces)
        self._called: Mapping[str, str] = {}

    def calling(self, fact: str, name: str) -> AsWritten:
        """The same names, with one of the facts called as a variable is."""
        other = copy(self)
        other._called = {**self._called, fact: name}
        return other

    def thing(self, name: str) -> str:
        """A declared name, in words."""
        return name.replace("_", " ")

    def card(self, name: str) -> str:
        """A piece, a rank or a suit."""
        return name

    def fact(self, name: str) -> str:
        """Something that is known of the game, in words."""
        return self.variable(self._called[name]) if name in self._called else self.language.say(f"fact.{name}")

    def variable(self, name: str) -> str:
        """A name that a clause gives to whatever it looks at: the usual ones in words, others as they are."""
        return self.language.messages.get(f"variable.{name}", name)

    def number(self, value: int, option: str | None) -> str:
        """A number, or the option that it is the answer of."""
        return str(value) if option is None else self.thing(option)

    def count(self, number: int, or_more: bool = False) -> str:
        """So many cards, or tiles."""
        piece = "tile" if self.tiles else "card"
        if or_more:
            return self.language.say(f"or_more.{piece}", n=number)
        return self.language.counted(f"count.{piece}", number)

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        """The sentence that the rulebook gives."""
        return otherwise


class Spoken(AsWritten):
    """A language, with the names that the rulebook has in its tongue; others as they are written."""

    def __init__(self, rulebook: model.Rulebook, language: Language = ENGLISH) -> None:
        super().__init__(rulebook, language)
        tongues = {tongue.tongue: {one.id: one for one in tongue.names} for tongue in rulebook.tongues}
        self._spoken = next((tongues[one] for one in language.tongues if one in tongues), {})
        self._suits = frozenset(rulebook.deck.suits)

    def thing(self, name: str) -> str:
        """A declared name, in the tongue or in words."""
        return self._spoken[name].text if name in self._spoken else super().thing(name)

    def card(self, name: str) -> str:
        """A piece or a rank in the tongue; letters of suits stand for themselves."""
        return self._spoken[name].text if name in self._spoken and name not in self._suits else name

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        """The sentence of a declaration, in the tongue if it has one."""
        spoken = self._spoken.get(name)
        return spoken.sentence if spoken is not None and spoken.sentence else otherwise


def speaking(rulebook: model.Rulebook, language: str = ENGLISH.tag) -> Spoken:
    """A language by its tag, `en` or `zh-Hant`, to tell of a rulebook in: what reasons, events and settlements take as
    their naming. Raises Invalid for a language that Cardwright does not speak.

    >>> import cardwright
    >>> cardwright.speaking(cardwright.load("hk").rulebook, "zh-Hant").thing("full_house")
    '葫蘆'
    """
    if language not in LANGUAGES:
        raise Invalid(f"there is no language `{language}`; there are {', '.join(LANGUAGES)}", language)
    return Spoken(rulebook, LANGUAGES[language])
