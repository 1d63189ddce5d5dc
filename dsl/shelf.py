"""Where rulebooks stand: those that ship, by name, and files, by path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from errno import ENAMETOOLONG
from functools import partial
from importlib.resources import files
from pathlib import Path

from .source import Source

ENDING = ".rules"
EXAMPLES = ".examples"


def shipped() -> tuple[str, ...]:
    """The names of the rulebooks that ship, in alphabetical order.

    >>> import cardwright
    >>> cardwright.shipped()[:3]
    ('big_two_two_decks', 'chuo_pai', 'dou_dizhu')
    """
    return tuple(sorted(name for name, _ in _shipped()))


def shipped_source(name: str) -> Source | None:
    """The text of a shipped rulebook, None where none has that name."""
    content = next((content for known, content in _shipped() if known == name), None)
    return None if content is None else Source(f"{name}{ENDING}", content())


def examples_beside(source: Source) -> Source | None:
    """The examples of a rulebook that stand in a file of their own beside it, NAME.examples; None if there are none."""
    if source.path is None:
        name = source.name.removesuffix(ENDING)
        beside = files("cardwright.rulebooks") / f"{name}{EXAMPLES}"
        return Source(beside.name, beside.read_text("utf-8")) if beside.is_file() else None
    path = source.path.with_suffix(EXAMPLES)
    return Source(str(path), path.read_text("utf-8", "replace"), path) if is_there(path) and path.is_file() else None


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
