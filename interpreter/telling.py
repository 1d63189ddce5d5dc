"""Sentences about a game in parts, so that whoever shows them calls things by the names that people see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from cardwright.dsl import model

from .play import Play


class Naming(Protocol):
    """What things are called."""

    def thing(self, name: str) -> str:
        """A declared name."""
        ...

    def card(self, name: str) -> str:
        """A piece, a rank or a suit."""
        ...

    def fact(self, name: str) -> str:
        """Something that is known of the game."""
        ...

    def count(self, number: int) -> str:
        """So many pieces."""
        ...

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        """The sentence of a declaration."""
        ...


class AsWritten:
    """Names as the rulebook writes them, in words; `facts` names those that are called otherwise here."""

    def __init__(self, rulebook: model.Rulebook | None = None, facts: Mapping[str, str] | None = None) -> None:
        self._facts = dict(facts or {})
        tiles = rulebook is not None and any(piece.faces for piece in rulebook.deck.pieces)
        self._piece = "tile" if tiles else "card"

    def thing(self, name: str) -> str:
        """A declared name, in words."""
        return name.replace("_", " ")

    def card(self, name: str) -> str:
        """A piece, a rank or a suit."""
        return name

    def fact(self, name: str) -> str:
        """Something that is known of the game, in words."""
        return self._facts.get(name) or name.replace("_", " ")

    def count(self, number: int) -> str:
        """So many cards, or tiles."""
        return f"{number} {self._piece}" if number == 1 else f"{number} {self._piece}s"

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        """The sentence that the rulebook gives."""
        return otherwise


@dataclass(frozen=True, slots=True)
class Thing:
    """A declared name."""

    name: str


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces: joined when they are played, listed when they are held; with the reading where it must be said."""

    cards: tuple[str, ...]
    joined: bool = True
    reading: str = ""

    @classmethod
    def of(cls, play: Play) -> Put:
        """A play as it is written."""
        return cls(play.cards, True, play.text.partition("=")[2])


@dataclass(frozen=True, slots=True)
class Many:
    """So many pieces."""

    number: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of a declaration; `otherwise` where it has none."""

    name: str
    otherwise: str


Said: TypeAlias = str | Thing | Put | Many | Sentence


def tell(parts: Iterable[Said], naming: Naming) -> str:
    """A sentence, with everything called as `naming` has it."""
    return "".join(_told(part, naming) for part in parts)


def _told(part: Said, naming: Naming) -> str:
    match part:
        case Thing(name=name):
            return naming.thing(name)
        case Put(cards=cards, joined=joined, reading=reading):
            shown = ("-" if joined else " ").join(map(naming.card, cards))
            return f"{shown}={reading}" if reading else shown
        case Many(number=number):
            return naming.count(number)
        case Sentence(name=name, otherwise=otherwise):
            return naming.sentence(name, otherwise) or otherwise
        case _:
            return part
