"""Games by name: the shipped rulebooks, and rulebooks in files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardwright.dsl import load_rulebook

from .game import Game


def load(name_or_path: str | Path, options: Mapping[str, bool | int | str] | None = None) -> Game:
    """The game of a shipped rulebook (by name), of a file (by path), or of a text, which has more than one line. What
    is not answered has its first answer.

    Yes/no options are answered with booleans, numbers with ints (or text), all others with text. Raises RulebookError
    with diagnostics where the rulebook or an answer is wrong, NotFound where there is no such rulebook.

    >>> import cardwright
    >>> cardwright.load("hk", options={"triples": False}).options["triples"].answer
    False
    >>> cardwright.load("cardwright 1\\nrulebook club extends hk edition 1 with stake = 5").rulebook.name
    'club'
    >>> rulebook = cardwright.load("hk").rulebook
    >>> cardwright.Rulebook.model_validate_json(rulebook.model_dump_json()) == rulebook
    True
    """
    return Game(load_rulebook(name_or_path, options))
