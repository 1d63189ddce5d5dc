"""Names, types and guards: from the tree of a rulebook to its program."""

from .context import Context
from .program import Program
from .report import Report
from .resolve import resolve

__all__ = ["Context", "Program", "Report", "resolve"]
