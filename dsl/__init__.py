"""From the text of a rulebook to its model."""

from .codes import CODES, Code
from .diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, apply, problem, rewrite
from .source import Source, Span

__all__ = [
    "CODES",
    "Applicability",
    "Code",
    "Diagnostic",
    "Edit",
    "Fix",
    "Severity",
    "Source",
    "Span",
    "apply",
    "problem",
    "rewrite",
]
