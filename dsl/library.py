"""The rulebooks that ship with the package, and rulebooks found by name or path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path

from . import model
from .near import near
from .pipeline import Checked, check, read
from .settle import Given
from .source import Source

ENDING = ".rules"


class NotFound(LookupError):
    """No rulebook has this name, and no file this path."""


def shipped() -> tuple[str, ...]:
    """The names of the rulebooks that ship, in alphabetical order."""
    return tuple(sorted(name for name, _ in _shipped()))


def find(name_or_path: str | Path) -> Checked:
    """Check a shipped rulebook by its name, or a file by its path. Raises NotFound, OSError when unreadable."""
    text = str(name_or_path)
    for name, content in _shipped():
        if name == text:
            return check(Source(f"{name}{ENDING}", content()))
    path = Path(name_or_path)
    if path.exists():
        return read(path)
    names = shipped()
    close = near(text, names)
    raise NotFound(
        f"there is no rulebook `{text}` and no such file; "
        + (f"did you mean `{close[0]}`?" if close else "shipped: " + ", ".join(names))
    )


def load_rulebook(name_or_path: str | Path, options: Given | None = None) -> model.Rulebook:
    """The model of a rulebook under these answers. Raises RulebookError when it has errors, NotFound, or OSError."""
    return find(name_or_path).settle(options)


def _shipped() -> Iterator[tuple[str, Callable[[], str]]]:
    for entry in files("cardwright.rulebooks").iterdir():
        if entry.name.endswith(ENDING):
            yield entry.name.removesuffix(ENDING), partial(entry.read_text, "utf-8")
