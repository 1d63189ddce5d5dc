"""Names, types and guards: from the tree of a rulebook to its program."""

from .context import Context
from .program import Program
from .report import Report
from .resolve import MOST_ANSWERS, MOST_DECLARATIONS, MOST_LISTED, MOST_OPTIONS, resolve
from .scope import PLAYER_FACTS

__all__ = [
    "MOST_ANSWERS",
    "MOST_DECLARATIONS",
    "MOST_LISTED",
    "MOST_OPTIONS",
    "PLAYER_FACTS",
    "Context",
    "Program",
    "Report",
    "resolve",
]
