"""Diagnostics for programs, as JSON; docs/diagnostics/README.md describes the shape."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..diagnostics import Diagnostic
from ..source import Span

FORMAT_VERSION = 1


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """One document with all diagnostics."""
    document = {"format_version": FORMAT_VERSION, "diagnostics": [as_data(each) for each in diagnostics]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data."""
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "span": _span(diagnostic.span),
        "labels": [{"span": _span(span), "message": text} for span, text in diagnostic.labels],
        "help": diagnostic.help,
        "fix": None
        if fix is None
        else {
            "applicability": fix.applicability.value,
            "edits": [{"span": _span(edit.span), "text": edit.text} for edit in fix.edits],
        },
        "link": diagnostic.link,
    }


def _span(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
