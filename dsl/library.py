"""The rulebooks that ship with the package, and rulebooks found by name or path."""

from __future__ import annotations

from pathlib import Path

from . import model
from .errors import CardwrightError
from .near import near
from .pipeline import Checked, check, read
from .settle import Given
from .shelf import is_there, shipped, shipped_source
from .source import Source

_LONGEST_SHOWN = 200


class NotFound(CardwrightError, LookupError):
    """No rulebook has this name, and no file this path.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("hkk")
    ... except cardwright.NotFound as error:
    ...     print(error)
    there is no rulebook `hkk` and no such file; did you mean `hk`?
    """


def find(name_or_path: str | Path) -> Checked:
    """Check a shipped rulebook by its name, a file by its path, or a text, which has more than one line. Raises
    NotFound, OSError when unreadable."""
    if not isinstance(name_or_path, str | Path):
        raise NotFound(f"a rulebook is named by text or by a path, not by `{name_or_path!r}`")
    text = str(name_or_path)
    if isinstance(name_or_path, str) and "\n" in text:
        return check(Source("text", text))
    source = shipped_source(text)
    if source is not None:
        return check(source)
    path = Path(name_or_path)
    if text and is_there(path):
        if path.is_dir():
            raise NotFound(f"`{text}` is a folder, not a rulebook")
        return read(path)
    names = shipped()
    close = [name for name in names if name == text.casefold()] or near(text.casefold(), names)
    file = path.with_name(f"{path.name}.rules") if path.name else path
    if path.name and is_there(file):
        close = [str(file)]
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    raise NotFound(
        f"there is no rulebook `{shown}` and no such file; "
        + (f"did you mean `{close[0]}`?" if close else "shipped: " + ", ".join(names))
    )


def load_rulebook(name_or_path: str | Path, options: Given | None = None) -> model.Rulebook:
    """The model of a rulebook under these answers. Raises RulebookError when it has errors, NotFound, or OSError."""
    return find(name_or_path).settle(options)
