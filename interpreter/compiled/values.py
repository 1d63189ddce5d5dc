"""The values that formulas have in a program: typed, each with the text of expressions that work it out.

The texts have no side effects, and may stand more than once. A thing that may not exist says when it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NoReturn, TypeAlias

from .layout import CannotCompile
from .source import Words

TRUE, FALSE = "True", "False"
_MOST_BITS = 62


# ---- truths --------------------------------------------------------------------------------------------------------


def both(*terms: str) -> str:
    """Whether all of these hold."""
    return _joined("and", terms, FALSE)


def either(*terms: str) -> str:
    """Whether one of these holds."""
    return _joined("or", terms, TRUE)


def denied(term: str) -> str:
    """Whether this does not hold."""
    if term in (TRUE, FALSE):
        return FALSE if term == TRUE else TRUE
    return f"not {wrapped(term)}"


def chosen(when: str, then: str, other: str) -> str:
    """One text or the other."""
    if then == other or when == TRUE:
        return then
    return other if when == FALSE else f"({then} if {when} else {other})"


def wrapped(text: str) -> str:
    """A text that stands for one thing wherever it is put."""
    return text if " " not in text or _is_one(text) else f"({text})"


def _joined(word: str, terms: Iterable[str], deciding: str) -> str:
    kept: list[str] = []
    for term in terms:
        if term == deciding:
            return deciding
        if term not in (TRUE, FALSE) and term not in kept:
            kept.append(term)
    if len(kept) < 2:
        return kept[0] if kept else (TRUE if deciding == FALSE else FALSE)
    return f" {word} ".join(wrapped(term) if _LOOSE.search(term) else term for term in kept)


_LOOSE = re.compile(r" (?:and|or|if) ")
_PRODUCT = re.compile(r"\w+(?: \* \w+)+")


def _is_one(text: str) -> bool:
    """Whether a text is a call, something in brackets, or an item of an array."""
    opened = 0
    for at, sign in enumerate(text):
        if sign in "([":
            opened += 1
        elif sign in ")]":
            opened -= 1
            if not opened and at < len(text) - 1:
                return False
        elif not opened and not (sign.isalnum() or sign == "_"):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Truth:
    """A condition."""

    text: str


# ---- numbers -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Num:
    """A number: a whole one over a denominator that is known beforehand. Between what the whole number lies, where
    that is known too."""

    text: str
    low: int | None = None
    high: int | None = None
    scale: int = 1

    @property
    def constant(self) -> Fraction | None:
        """The number, where it is known."""
        return Fraction(self.low, self.scale) if self.low is not None and self.low == self.high else None

    def over(self, scale: int) -> Num:
        """The same number over a multiple of its denominator."""
        times = scale // self.scale
        if times == 1:
            return self
        if self.low is not None and self.low == self.high:
            return Num(str(self.low * times), self.low * times, self.low * times, scale)
        low, high = (None if end is None else end * times for end in (self.low, self.high))
        return _checked(f"{wrapped(self.text)} * {times}", low, high, scale)


def constant(number: Fraction | int) -> Num:
    """A number that is known."""
    exact = Fraction(number)
    text = str(exact.numerator)
    return Num(text, exact.numerator, exact.numerator, exact.denominator)


def level(*numbers: Num) -> tuple[Num, ...]:
    """The numbers over one denominator."""
    scale = lcm(*(number.scale for number in numbers))
    return tuple(number.over(scale) for number in numbers)


def plus(left: Num, right: Num) -> Num:
    """The sum."""
    a, b = level(left, right)
    if a.constant is not None and b.constant is not None:
        return constant(a.constant + b.constant)
    if a.text == "0" or b.text == "0":
        return b if a.text == "0" else a
    return _checked(f"{a.text} + {b.text}", _end(a.low, b.low), _end(a.high, b.high), a.scale)


def minus(left: Num, right: Num) -> Num:
    """The difference."""
    if right.text == "0":
        return left
    a, b = level(left, right)
    if a.constant is not None and b.constant is not None:
        return constant(a.constant - b.constant)
    low = None if a.low is None or b.high is None else a.low - b.high
    high = None if a.high is None or b.low is None else a.high - b.low
    return _checked(f"{a.text} - {wrapped(b.text)}", low, high, a.scale)


def times(left: Num, right: Num) -> Num:
    """The product."""
    if left.constant is not None and right.constant is not None:
        return constant(left.constant * right.constant)
    for one, other in ((left, right), (right, left)):
        if one.constant == 1:
            return other
        if one.constant == 0:
            return constant(0)
    ends = (left.low, left.high, right.low, right.high)
    low = high = None
    if None not in ends:
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]  # type: ignore[operator]
        low, high = min(corners), max(corners)
    first = left.text if _PRODUCT.fullmatch(left.text) else wrapped(left.text)
    return _checked(f"{first} * {wrapped(right.text)}", low, high, left.scale * right.scale)


def power(base: Num, exponent: Num, table: Callable[[str, Sequence[int]], str]) -> Num:
    """The base raised to a whole exponent; powers of a base that is known are looked up in a `table`."""
    known, often = base.constant, exponent.constant
    if exponent.scale != 1:
        raise CannotCompile("a number is raised to a fraction")
    if known is None:
        if often is None or often < 0:
            raise CannotCompile("a number that is not known is raised to one that is not, or is below 0")
        found = constant(1)
        for _ in range(int(often)):
            found = times(found, base)
        return found
    low, high = exponent.low, exponent.high
    if low is None or high is None or high - low > _MOST_BITS:
        raise CannotCompile("nothing bounds the number that another is raised to")
    if known == 0 and low < 0:
        raise CannotCompile("0 cannot be raised to a negative number")
    powers = [Fraction(known**number) for number in range(low, high + 1)]
    if len(set(powers)) == 1:
        return constant(powers[0])
    scale = lcm(*(one.denominator for one in powers))
    numbers = [int(one * scale) for one in powers]
    if known == 2 and low == 0:
        text = f"(1 << {wrapped(exponent.text)})"
    elif low == 0:
        text = f"{table('POWER', numbers)}[{exponent.text}]"
    else:
        text = f"{table('POWER', numbers)}[{minus(exponent, constant(low)).text}]"
    return _checked(text, min(numbers), max(numbers), scale)


def divided(left: Num, right: Num) -> Num:
    """The quotient, where what divides is known, or one of a few numbers."""
    known = right.constant
    if known == 0:
        raise CannotCompile("a number is divided by 0")
    if known is not None:
        return times(left, constant(1 / known))
    if right.low is None or right.high is None or right.high - right.low > 60 or right.low <= 0:
        raise CannotCompile("a number is divided by one that is not known beforehand")
    whole = lcm(*range(right.low, right.high + 1))
    share = Num(f"{whole} // {wrapped(right.text)}", whole // right.high, whole // right.low, whole)
    return times(times(left, constant(right.scale)), share)


def extreme(which: str, numbers: Iterable[Num]) -> Num:
    """The least or the most of several numbers."""
    found = level(*numbers)
    choose = min if which == "least" else max
    if all(number.constant is not None for number in found):
        return constant(choose(number.constant for number in found if number.constant is not None))
    lows, highs = [number.low for number in found], [number.high for number in found]
    known_lows, known_highs = [end for end in lows if end is not None], [end for end in highs if end is not None]
    low = choose(known_lows) if None not in lows else (max(known_lows, default=None) if which == "most" else None)
    high = choose(known_highs) if None not in highs else (min(known_highs, default=None) if which == "least" else None)
    word = "min" if which == "least" else "max"
    return Num(f"{word}({', '.join(number.text for number in found)})", low, high, found[0].scale)


def _end(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _checked(text: str, low: int | None, high: int | None, scale: int) -> Num:
    if any(end is not None and abs(end).bit_length() > _MOST_BITS for end in (low, high)):
        raise CannotCompile("a number may be too great for a machine word")
    return Num(text, low, high, scale)


# ---- players -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A player; -1 where there is none. `sure`: there is one."""

    text: str
    sure: bool = False

    @property
    def exists(self) -> str:
        """Whether there is one."""
        return TRUE if self.sure else FALSE if self.text == "-1" else f"{self.text} >= 0"


@dataclass(frozen=True, slots=True)
class Seats:
    """Several players: whether one (told as a text) is among them."""

    holds: Callable[[str], str]
    size: Num | None = None
    """How many, where that is said in a word."""


# ---- ranks, suits, pieces, plays -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankAt:
    """A rank, as the position in the layout; -1 where there is none."""

    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class SuitAt:
    """A suit, by its number in `Pieces`; -1 where there is none."""

    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A piece, as the position of its kind in the layout."""

    text: str


@dataclass(frozen=True, slots=True)
class Held:
    """Cards: their words, whether there is such a thing at all, and how many, where that is said in a word."""

    words: Words
    exists: str = TRUE
    size: Num | None = None


@dataclass(frozen=True, slots=True)
class APlay:
    """A play, as its record."""

    rung: str
    key: str
    same: str
    size: str
    words: Words
    exists: str = TRUE
    parts: tuple[tuple[str, Words], ...] = ()
    """The cards of its named parts, where they are at hand."""
    length: str = ""
    """How long it is, where that is all that is known of it."""
    turned: bool = False
    """Whether its numbers may be those it has with the ranks the other way round, so that it cannot be compared."""

    @property
    def record(self) -> tuple[str, ...]:
        """The record in its order."""
        return (self.rung, self.key, self.same, self.size, *self.words)


@dataclass(frozen=True, slots=True)
class Log:
    """What was played in this hand: by everybody, or by one player; those that meet all conditions."""

    by: Seat | None = None
    where: tuple[Callable[[APlay], str], ...] = ()


@dataclass(frozen=True, slots=True)
class RanksOf:
    """The ranks of cards, one for each card."""

    words: Words


@dataclass(frozen=True, slots=True)
class Nothing:
    """What does not exist, whatever it would be."""


Value: TypeAlias = Truth | Num | Seat | Seats | RankAt | SuitAt | Kind | Held | APlay | Log | RanksOf | Nothing


def no_program(what: str) -> NoReturn:
    """What no program is made for."""
    raise CannotCompile(f"no program is made for {what}")


def as_play(value: Value) -> APlay:
    """A value that has to be a play."""
    return value if isinstance(value, APlay) else no_program("a play")


def as_kind(value: Value) -> Kind:
    """A value that has to be a piece."""
    return value if isinstance(value, Kind) else no_program("a piece")
