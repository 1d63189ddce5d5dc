"""Games by name: the shipped rulebooks, and rulebooks in files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardwright.dsl import load_rulebook

from .game import Game


def load(name_or_path: str | Path, options: Mapping[str, bool | int | str] | None = None) -> Game:
    """The game of a shipped rulebook (by name) or a file (by path); what is not answered has its first answer.

    Yes/no options are answered with booleans, numbers with ints (or text), all others with text. Raises RulebookError
    with diagnostics where the rulebook or an answer is wrong, NotFound where there is no such rulebook."""
    return Game(load_rulebook(name_or_path, options))
