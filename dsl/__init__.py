"""From the text of a rulebook to its model."""

from .cards import CardSlip, card_slip
from .codes import CODES, Code
from .diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, apply, problem, rewrite
from .near import near
from .parser import LANGUAGE_VERSION, Parsed, parse
from .pipeline import check_text
from .source import Source, Span

__all__ = [
    "CODES",
    "LANGUAGE_VERSION",
    "Applicability",
    "CardSlip",
    "Code",
    "Diagnostic",
    "Edit",
    "Fix",
    "Parsed",
    "Severity",
    "Source",
    "Span",
    "apply",
    "card_slip",
    "check_text",
    "near",
    "parse",
    "problem",
    "rewrite",
]
