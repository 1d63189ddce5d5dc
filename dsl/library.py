"""The rulebooks that ship with the package, and rulebooks found by name or path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from errno import ENAMETOOLONG
from functools import partial
from importlib.resources import files
from pathlib import Path

from . import model
from .near import near
from .pipeline import Checked, check, read
from .settle import Given
from .source import Source

ENDING = ".rules"
_LONGEST_SHOWN = 200


class NotFound(LookupError):
    """No rulebook has this name, and no file this path."""


def shipped() -> tuple[str, ...]:
    """The names of the rulebooks that ship, in alphabetical order."""
    return tuple(sorted(name for name, _ in _shipped()))


def find(name_or_path: str | Path) -> Checked:
    """Check a shipped rulebook by its name, or a file by its path. Raises NotFound, OSError when unreadable."""
    if not isinstance(name_or_path, str | Path):
        raise NotFound(f"a rulebook is named by text or by a path, not by `{name_or_path!r}`")
    text = str(name_or_path)
    for name, content in _shipped():
        if name == text:
            return check(Source(f"{name}{ENDING}", content()))
    path = Path(name_or_path)
    if text and _is_there(path):
        if path.is_dir():
            raise NotFound(f"`{text}` is a folder, not a rulebook")
        return read(path)
    names = shipped()
    close = [name for name in names if name == text.casefold()] or near(text.casefold(), names)
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    raise NotFound(
        f"there is no rulebook `{shown}` and no such file; "
        + (f"did you mean `{close[0]}`?" if close else "shipped: " + ", ".join(names))
    )


def _is_there(path: Path) -> bool:
    """Whether something has this path; what is too long for a path, or has a character that none has, is nowhere."""
    try:
        return path.exists()
    except ValueError:
        return False
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            return False
        raise


def load_rulebook(name_or_path: str | Path, options: Given | None = None) -> model.Rulebook:
    """The model of a rulebook under these answers. Raises RulebookError when it has errors, NotFound, or OSError."""
    return find(name_or_path).settle(options)


def _shipped() -> Iterator[tuple[str, Callable[[], str]]]:
    for entry in files("cardwright.rulebooks").iterdir():
        if entry.name.endswith(ENDING):
            yield entry.name.removesuffix(ENDING), partial(entry.read_text, "utf-8")
