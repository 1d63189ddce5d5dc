"""From the text of a rulebook to its model."""

from .cards import CardSlip, card_slip
from .codes import CODES, Code
from .diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, apply, problem, rewrite
from .library import NotFound, find, load_rulebook
from .meaning import differences, meaning
from .model import Rulebook
from .near import near
from .parser import LANGUAGE_VERSION, Parsed, parse
from .pipeline import Checked, RulebookError, check, check_text, read
from .render import render_concise, render_human, render_json, render_sarif
from .settle import Given, as_text
from .shelf import shipped
from .source import Source, Span
from .variants import head, name_from

__all__ = [
    "CODES",
    "LANGUAGE_VERSION",
    "Applicability",
    "CardSlip",
    "Checked",
    "Code",
    "Diagnostic",
    "Edit",
    "Fix",
    "Given",
    "NotFound",
    "Parsed",
    "Rulebook",
    "RulebookError",
    "Severity",
    "Source",
    "Span",
    "apply",
    "as_text",
    "card_slip",
    "check",
    "check_text",
    "differences",
    "find",
    "head",
    "load_rulebook",
    "meaning",
    "name_from",
    "near",
    "parse",
    "problem",
    "read",
    "render_concise",
    "render_human",
    "render_json",
    "render_sarif",
    "rewrite",
    "shipped",
]
