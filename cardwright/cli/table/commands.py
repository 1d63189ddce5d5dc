"""What a person types at the table: cards, or a command, read generously."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Word: TypeAlias = Literal["moves", "hint", "look", "rules", "scores", "sort", "help", "quit", "nothing", "decline"]


@dataclass(frozen=True, slots=True)
class Do:
    """A command; `about` is what was typed after it."""

    word: Word
    about: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """An action: cards, `pass`, a claim, a bid, cards given or laid face down."""

    text: str


@dataclass(frozen=True, slots=True)
class Pick:
    """The action of this number in the list of legal ones; `sure`: it was written `#7`, and means nothing else."""

    number: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """A question about a play, written out or by its number."""

    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Bidding:
    """A bid, as it was typed after `bid`."""

    text: str


Command: TypeAlias = Do | Act | Pick | Why | Bidding

# Of several words for one thing, the first that is no card is the one that people are told.
_WORDS: dict[str, Word] = {
    "": "nothing",
    "?": "moves", "m": "moves", "moves": "moves", "plays": "moves", "list": "moves",
    "hint": "hint", "tip": "hint",
    "look": "look", "l": "look", "hand": "look", "table": "look",
    "rules": "rules", "r": "rules",
    "scores": "scores", "score": "scores",
    "sort": "sort", "s": "sort",
    "h": "help", "help": "help", "??": "help",
    "q": "quit", "quit": "quit", "exit": "quit", "bye": "quit",
    "no": "decline", "n": "decline", "decline": "decline",
}  # fmt: skip
_PASSES = ("p", "pass", "-", ".")
_VERBS = {"g": "give", "give": "give", "d": "discard", "discard": "discard", "lay": "discard"}
"""What may stand before cards that are not played."""


def read_command(line: str, cards: Callable[[str], str | None]) -> Command:
    """The command in a line. `cards` reads cards, None where there are none: what can be read as cards is cards,
    whatever else it might be; a `/` in front says that a command is meant."""
    text = " ".join(line.split())
    forced = text.startswith("/")
    text = text.removeprefix("/").strip()
    spelled = None if forced else cards(text)
    if spelled is not None:
        return Act(spelled)
    first, _, rest = text.partition(" ")
    word = first.casefold()
    number = _number(text)
    if number is not None:
        return Pick(number, sure=text.startswith("#"))
    if word == "bid":
        return Bidding(rest)
    if word in _PASSES and not rest:
        return Act("pass")
    if word == "why":
        verb, _, others = rest.partition(" ")
        if verb.casefold() in _VERBS and others:
            return Why(f"{_VERBS[verb.casefold()]} {cards(others) or others}")
        asked = cards(rest)
        if asked is not None:
            return Why(asked)
        return Why("pass" if rest.casefold() in _PASSES else rest, _number(rest))
    if word == "play" and rest:
        return read_command(rest, cards)
    if word in _VERBS and rest:
        return Act(f"{_VERBS[word]} {cards(rest) or rest}")
    if word in _WORDS:
        return Do(_WORDS[word], rest)
    return Act(text)


def spelling(meant: Word | Literal["pass", "discard"], cards: Callable[[str], str | None]) -> str:
    """How a command is typed at this table: by its first word that is not also the name of a card."""
    words = {"pass": _PASSES, "discard": tuple(word for word, verb in _VERBS.items() if verb == "discard")}
    known = words.get(meant) or tuple(word for word, named in _WORDS.items() if named == meant)
    return next((word for word in known if cards(word) is None), f"/{known[0]}")


def is_command(text: str) -> bool:
    """Whether a text would be a command, were it no card."""
    word = text.strip().casefold()
    return word in _WORDS or word in _PASSES


def _number(text: str) -> int | None:
    """The number in `14` or `#14`."""
    from cardwright.interpreter import short_number

    return short_number(text.removeprefix("#").strip())
