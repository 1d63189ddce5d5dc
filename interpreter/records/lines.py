"""The values on the lines of a record, each read where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from .data import MOST_DIGITS, RecordError
from .problems import shown
from .text import ANSWERS, NOTHING

_PAID = re.compile(r"(\S+) (?:pays (\S+)|scores) (\S+)(?: for (\S+) by (\S+))?")
_BROKEN = re.compile(r"(\S+)(?: before (\S+))?")
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
BLANKS = re.compile(r"[ \t]+")


@dataclass(frozen=True, slots=True)
class Told:
    """A part of a line, and where it stands."""

    text: str
    line: int
    column: int

    def fail(self, message: str, help: str | None = None) -> NoReturn:
        """Raise RecordError for it."""
        fail(self.line, self.column, message, help)

    def words(self) -> list[Told]:
        """Its words; none where a dash says so."""
        if self.text == NOTHING:
            return []
        return [
            Told(word.group(), self.line, self.column + word.start()) for word in re.finditer(r"[^ \t]+", self.text)
        ]

    def matching(self, pattern: re.Pattern[str], message: str, help: str) -> tuple[Told | None, ...]:
        """The groups of a pattern that all of it fits, blanks counted once."""
        found = pattern.fullmatch(BLANKS.sub(" ", self.text))
        if not found:
            self.fail(message, help)
        return tuple(None if text is None else Told(text, self.line, self.column + found.start(group))
                     for group, text in enumerate(found.groups(), 1))  # fmt: skip


def fail(line: int, column: int, message: str, help: str | None = None) -> NoReturn:
    """Raise RecordError for a place in a text."""
    raise RecordError(f"line {line}, column {column}: {message}", line=line, column=column, help=help)


def word(told: Told) -> str:
    """What is written."""
    return told.text


def number(told: Told) -> int:
    """A whole number."""
    if not _NUMBER.fullmatch(told.text):
        told.fail(f"`{shown(told.text)}` is no whole number of at most {MOST_DIGITS} digits")
    return int(told.text)


def amount(told: Told) -> int | str:
    """A number of points; fractions are text."""
    return told.text if "/" in told.text else number(told)


def seat(told: Told) -> int:
    """A seat, from 0."""
    if not re.fullmatch(r"P[1-9][0-9]{0,2}", told.text):
        told.fail(f"`{shown(told.text)}` is no seat", "seats are `P1`, `P2`, … in the order of turns")
    return int(told.text[1:]) - 1


def turned(told: Told) -> bool:
    """That something is reversed."""
    if told.text != "reversed":
        told.fail(f"`{shown(told.text)}` is not `reversed`", "leave the line out where nothing is reversed")
    return True


def answer(told: Told) -> bool | int | str:
    """An answer of the table."""
    if told.text in ANSWERS:
        return ANSWERS[told.text]
    if re.fullmatch(r"-?[0-9]+", told.text):
        return number(told)
    quoted = re.fullmatch('"([^"]*)"', told.text)
    return quoted[1] if quoted else told.text


def each(read: Callable[[Told], Any]) -> Callable[[Told], tuple[Any, ...]]:
    """What reads every word so."""
    return lambda told: tuple(map(read, told.words()))


def payment(name: str, told: Told) -> dict[str, Any]:
    """Who pays whom how much."""
    first, second, points, debtor, duty = told.matching(
        _PAID, "this is no payment", "write `P2 pays P1 3`, or `P1 scores 3`; `for P3 by DUTY` where a breach moved it"
    )
    assert first is not None and points is not None
    return {
        "payment": name,
        "payer": None if second is None else seat(first),
        "payee": seat(second or first),
        "amount": amount(points),
        "moved": None if debtor is None or duty is None else {"owed_by": seat(debtor), "duty": duty.text},
    }


def breach(name: str, told: Told) -> dict[str, Any]:
    """Who broke a duty, and before whom."""
    offender, protected = told.matching(_BROKEN, "this is no breach", "write `P2`, or `P2 before P3`")
    assert offender is not None
    return {"duty": name, "offender": seat(offender), "protected": None if protected is None else seat(protected)}
