"""Where rulebooks stand: those that ship, by name, and files, by path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from errno import ENAMETOOLONG
from functools import partial
from importlib.resources import files
from pathlib import Path

from .source import Source

ENDING = ".rules"


def shipped() -> tuple[str, ...]:
    """The names of the rulebooks that ship, in alphabetical order."""
    return tuple(sorted(name for name, _ in _shipped()))


def shipped_source(name: str) -> Source | None:
    """The text of a shipped rulebook, None where none has that name."""
    content = next((content for known, content in _shipped() if known == name), None)
    return None if content is None else Source(f"{name}{ENDING}", content())


def is_there(path: Path) -> bool:
    """Whether something has this path; what is too long for a path, or has a character that none has, is nowhere."""
    try:
        return path.exists()
    except ValueError:
        return False
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            return False
        raise


def _shipped() -> Iterator[tuple[str, Callable[[], str]]]:
    for entry in files("cardwright.rulebooks").iterdir():
        if entry.name.endswith(ENDING):
            yield entry.name.removesuffix(ENDING), partial(entry.read_text, "utf-8")
