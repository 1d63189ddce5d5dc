"""How what is wrong with a record is told: never with more than fits on a line, or with signs that steer a terminal."""

from __future__ import annotations

from typing import Any, TypeAlias

from .data import RECORD_VERSION, RecordError

NO_RECORD = "this is no record of a hand: "

Loc: TypeAlias = tuple[str | int, ...]
"""A place in data, as pydantic names it."""


def shown(text: str) -> str:
    """What somebody else wrote, fit to be printed in a message: not long, and without signs that steer a terminal."""
    cut = text if len(text) <= 60 else f"{text[:60]}…"
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in cut)


def too_long(size: int) -> str:
    """That something is longer than it may be."""
    return f"this is too long for a record of a hand: {size:,} bytes"


def at_most(most: int) -> str:
    """How long it may be."""
    return f"at most {most:,} bytes are read"


def check_version(version: int) -> None:
    """Raise RecordError for a record of another version than this Cardwright reads."""
    if version != RECORD_VERSION:
        advice = "update Cardwright to read it" if version > RECORD_VERSION else "there is no such version"
        message = f"this record is of version {version}; this Cardwright reads version {RECORD_VERSION}"
        raise RecordError(message, help=advice)


def place_of(problem: Any, data: Any) -> Loc:
    """Where in the data a problem is: pydantic names the kinds of a value that may be of several, too."""
    for length, step in enumerate(problem["loc"]):
        if (isinstance(data, dict) and step in data) or (isinstance(data, list | tuple) and isinstance(step, int)):
            data = data[step]
        else:
            return tuple(problem["loc"][:length])
    return tuple(problem["loc"])


def said_of(problem: Any, data: Any) -> str:
    """What the model finds wrong with a value, in words."""
    found, message = problem.get("input"), problem["msg"]
    written = f"`{shown(found)}`" if isinstance(found, str) else "this"
    if problem["loc"][0] == "actions":
        return f"{written} cannot stand here: an action is written `P1: 7C-7H`"
    patterns = problem["type"] in ("string_pattern_mismatch", "string_too_long")
    if patterns or place_of(problem, data) != problem["loc"]:
        return f"{written} cannot stand here"
    return f"{written} cannot stand here: {message[:1].lower()}{message[1:]}"
