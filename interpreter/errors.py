"""What can go wrong when a game is asked something: one small tree."""

from __future__ import annotations

from operator import index
from types import UnionType
from typing import TYPE_CHECKING, Any

from cardwright.dsl import CardwrightError as CardwrightError

if TYPE_CHECKING:
    from .reasons import Reasons


class Invalid(CardwrightError):
    """The text is no notation of this deck, or something else is not what it has to be; `text` and `start` say where.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("hk").cards("9S 9X")
    ... except cardwright.Invalid as error:
    ...     print(error, "·", error.text, error.start)
    `9X` is no card of this deck · 9S 9X 3
    """

    def __init__(self, message: str, text: str = "", start: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.start = start


class Illegal(CardwrightError):
    """The action cannot be taken now; `reasons` (a `Reasons`) say why.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("hk").deal(seed=7).apply("pass")
    ... except cardwright.Illegal as error:
    ...     print(error, "·", error.reasons.rules)
    pass: who leads cannot pass · ('cannot_pass',)
    """

    def __init__(self, message: str, reasons: Reasons | None = None) -> None:
        super().__init__(message)
        self.reasons = reasons


class Ambiguous(CardwrightError):
    """The cards can be played in several ways; `readings` names them.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("dou_dizhu", {"short_planes": True}).play("3-3-3-4-4-4-5-5-5-6-6-6")
    ... except cardwright.Ambiguous as error:
    ...     print(error.readings)
    ('plane', 'plane_ones')
    """

    def __init__(self, message: str, readings: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.readings = readings


class Unanswerable(CardwrightError):
    """The question has no exact answer that can be worked out (nothing is ever estimated). `field`: what the situation
    would have to tell.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("dou_dizhu").settle({"left": (0, 5, 7), "roles": {"landlord": "P1"}, "bids": {"P1": 2}})
    ... except cardwright.Unanswerable as error:
    ...     print(error.field, "·", error)
    played · this settlement asks what was played: `played` must say so
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def whole(value: Any, said: str) -> int:
    """A whole number of any library; TypeError with a sentence for whatever is none."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{said}, not {type(value).__name__}") from None


def of_type(value: Any, wanted: type | UnionType, said: str) -> Any:
    """The value, where it is of the type that it should be; TypeError with a sentence otherwise."""
    if not isinstance(value, wanted):
        raise TypeError(f"{said}, not {type(value).__name__}")
    return value
