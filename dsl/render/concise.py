"""Diagnostics for editors: one line each."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from .columns import shown


def render_concise(diagnostics: Iterable[Diagnostic]) -> str:
    """`file:line:column: severity[CODE] message`, one a line."""
    return "".join(
        f"{shown(str(each.span))}: {each.severity.value}[{each.code}] {shown(each.message)}\n" for each in diagnostics
    )
