"""Everything that is wrong with a rulebook, from its text."""

from __future__ import annotations

from .diagnostics import Diagnostic
from .parser import parse
from .source import Source


def check_text(text: str, name: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a rulebook given as text."""
    return parse(Source(name, text)).diagnostics
