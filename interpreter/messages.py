"""Messages about a game with slots, so that whoever shows them picks the language and calls things by other names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from cardwright.dsl import model

from .play import Play
from .telling import Naming
from .wording import class_words, key_words, words


@dataclass(frozen=True, slots=True)
class Thing:
    """A declared name."""

    name: str


@dataclass(frozen=True, slots=True)
class Things:
    """Several declared names, of which one is meant."""

    names: tuple[str, ...]


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


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys by which plays are compared."""

    keys: tuple[model.Key, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the rulebook."""

    of: model.Expression


@dataclass(frozen=True, slots=True)
class Member:
    """A class of pieces or plays."""

    of: model.Class


Slot: TypeAlias = "str | int | Thing | Things | Put | Many | Sentence | Keys | Condition | Member | Message"


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the catalogue, and what fills its slots."""

    key: str
    slots: Mapping[str, Slot]

    def told(self, naming: Naming) -> str:
        """The message, with everything called as `naming` has it."""
        return naming.language.say(self.key, **{slot: _told(what, naming) for slot, what in self.slots.items()})


def message(key: str, /, **slots: Slot) -> Message:
    """A message of the catalogue with its slots filled."""
    return Message(key, slots)


def _told(what: Slot, naming: Naming) -> str:
    match what:
        case Message():
            return what.told(naming)
        case Thing(name=name):
            return naming.thing(name)
        case Things(names=names):
            return naming.language.join("or", map(naming.thing, names))
        case Put(cards=cards, joined=joined, reading=reading):
            shown = ("-" if joined else " ").join(map(naming.card, cards))
            return f"{shown}={reading}" if reading else shown
        case Many(number=number):
            return naming.count(number)
        case Sentence(name=name, otherwise=otherwise):
            return naming.sentence(name, otherwise) or otherwise
        case Keys(keys=keys):
            return naming.language.join("list", (key_words(key, naming) for key in keys))
        case Condition(of=of):
            return words(of, naming)
        case Member(of=of):
            return class_words(of, naming)
        case _:
            return str(what)


def signed(score: int | Fraction) -> str:
    """A score with its sign; nothing is plain 0."""
    return f"+{score}" if score > 0 else str(score)
