"""What can go wrong when a game is asked something: one small tree."""

from __future__ import annotations

from types import UnionType
from typing import Any


class CardwrightError(Exception):
    """Any misuse of a game that its caller can put right."""


class Invalid(CardwrightError):
    """The text is no notation of this deck; `text` and `start` say where."""

    def __init__(self, message: str, text: str = "", start: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.start = start


class Illegal(CardwrightError):
    """The action cannot be taken now; `reasons` say why."""

    def __init__(self, message: str, reasons: object = None) -> None:
        super().__init__(message)
        self.reasons = reasons


class Ambiguous(CardwrightError):
    """The cards can be played in several ways; `readings` names them."""

    def __init__(self, message: str, readings: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.readings = readings


class Unanswerable(CardwrightError):
    """The question has no exact answer that can be worked out (nothing is ever estimated). `field`: what the situation
    would have to tell."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def of_type(value: Any, wanted: type | UnionType, said: str) -> Any:
    """The value, where it is of the type that it should be; TypeError with a sentence otherwise."""
    if not isinstance(value, wanted):
        raise TypeError(f"{said}, not {type(value).__name__}")
    return value
