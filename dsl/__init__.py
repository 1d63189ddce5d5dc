"""From the text of a rulebook to its model."""

from .allowing import allow
from .cards import CardSlip, card_slip
from .codes import CODES, Code
from .diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, apply, problem, rewrite
from .formatting import Formatted, format_source
from .library import NotFound, check, check_text, find, load_rulebook, shipped
from .model import Rulebook
from .near import near
from .parser import LANGUAGE_VERSION, Parsed, parse
from .pipeline import Checked, RulebookError, read
from .render import as_data, render_concise, render_human, render_json, render_sarif
from .settle import Given, Settings, as_text
from .source import Source, Span

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
    "Formatted",
    "Given",
    "NotFound",
    "Parsed",
    "Rulebook",
    "RulebookError",
    "Settings",
    "Severity",
    "Source",
    "Span",
    "allow",
    "apply",
    "as_data",
    "as_text",
    "card_slip",
    "check",
    "check_text",
    "find",
    "format_source",
    "load_rulebook",
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
