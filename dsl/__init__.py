"""From the text of a rulebook to its model."""

from .allowing import allow
from .cards import CardSlip, card_slip
from .codes import CODES, Code
from .diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, apply, problem, rewrite
from .errors import CardwrightError
from .formatting import Formatted, format_source
from .library import NotFound, find, load_rulebook
from .meaning import differences, meaning
from .model import Rulebook
from .mutants import AllowedSlip, Mutant, allowed_slips, mutants
from .near import near
from .parser import LANGUAGE_VERSION, Parsed, parse
from .pipeline import Checked, RulebookError, check, check_text, examples_apart, read
from .predicates import Denied, Includes, Joined, Meets, Predicate, read_predicate
from .render import as_data, render_concise, render_human, render_json, render_sarif
from .settle import Given, Settings, as_text
from .shelf import examples_beside, shipped
from .source import Source, Span
from .variants import head, name_from
from .words import RESERVED, STATEMENTS

__all__ = [
    "CODES",
    "LANGUAGE_VERSION",
    "RESERVED",
    "STATEMENTS",
    "AllowedSlip",
    "Applicability",
    "CardSlip",
    "CardwrightError",
    "Checked",
    "Code",
    "Denied",
    "Diagnostic",
    "Edit",
    "Fix",
    "Formatted",
    "Given",
    "Includes",
    "Joined",
    "Meets",
    "Mutant",
    "NotFound",
    "Parsed",
    "Predicate",
    "Rulebook",
    "RulebookError",
    "Settings",
    "Severity",
    "Source",
    "Span",
    "allow",
    "allowed_slips",
    "apply",
    "as_data",
    "as_text",
    "card_slip",
    "check",
    "check_text",
    "differences",
    "examples_apart",
    "examples_beside",
    "find",
    "format_source",
    "head",
    "load_rulebook",
    "meaning",
    "mutants",
    "name_from",
    "near",
    "parse",
    "problem",
    "read",
    "read_predicate",
    "render_concise",
    "render_human",
    "render_json",
    "render_sarif",
    "rewrite",
    "shipped",
]
