"""Names, types and guards: from the tree of a rulebook to its program."""

from .context import Context
from .program import Program
from .report import Report
from .resolve import MOST_ANSWERS, MOST_DECLARATIONS, MOST_LISTED, MOST_OPTIONS, resolve

__all__ = [
    "MOST_ANSWERS",
    "MOST_DECLARATIONS",
    "MOST_LISTED",
    "MOST_OPTIONS",
    "Context",
    "Program",
    "Report",
    "resolve",
]
