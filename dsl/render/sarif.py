"""Diagnostics as SARIF 2.1.0, the format that code scanning services read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from ..codes import CODES, Code
from ..diagnostics import Applicability, Diagnostic, Fix
from ..source import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """A log with one run, whose rules are the codes that occur."""
    found = list(diagnostics)
    codes = sorted({each.code for each in found})
    index = {code: number for number, code in enumerate(codes)}
    driver = {"name": "Cardwright", "rules": [_rule(CODES[code]) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, index[each.code]) for each in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    page = code.page()
    return {
        "id": code.id,
        "name": "".join(word.capitalize() for word in code.name.split("_")),
        "shortDescription": {"text": code.title},
        # The whole page travels along, so the address only has to be a name that never changes.
        "help": {"text": page, "markdown": page},
        "helpUri": f"urn:cardwright:diagnostic:{code.id}",
        "defaultConfiguration": {"level": code.severity},
    }


def _result(diagnostic: Diagnostic, index: int) -> dict[str, Any]:
    message = diagnostic.message if diagnostic.help is None else f"{diagnostic.message}\n{diagnostic.help}"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": diagnostic.severity.value,
        "message": {"text": message},
        "locations": [{"physicalLocation": _place(diagnostic.span)}],
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(span), "message": {"text": text}}
            for number, (span, text) in enumerate(diagnostic.labels, 1)
        ]
    if diagnostic.fix and diagnostic.fix.applicability is not Applicability.DISPLAY:
        result["fixes"] = [_fix(diagnostic.fix, diagnostic.help or diagnostic.message)]
    return result


def _fix(fix: Fix, description: str) -> dict[str, Any]:
    files: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        files.setdefault(edit.span.file, []).append(replacement)
    changes = [
        {"artifactLocation": {"uri": _uri(file)}, "replacements": replacements} for file, replacements in files.items()
    ]
    return {"description": {"text": description}, "artifactChanges": changes}


def _place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(span.file)}, "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
