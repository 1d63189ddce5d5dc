"""Warnings that an author allows: `## allow CW612: why`, at the end of a line or on a line of its own above it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .codes import CODES
from .diagnostics import Diagnostic, Severity, problem
from .mutants import SLIP
from .source import Source, Span

_NOTE = re.compile(r'^(?:[^"#]|"[^"]*")*(##[ \t]*allow[ \t]+((?:CW\d|slip\b).*?))[ \t]*$', re.IGNORECASE)
_GIVEN = re.compile(r"(CW\d{3})[ \t]*:[ \t]*(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Allow:
    """One such note: the code it allows, the line it is about, and its place."""

    code: str
    line: int
    span: Span


def allow(source: Source, diagnostics: Iterable[Diagnostic], *, whole: bool = True) -> tuple[Diagnostic, ...]:
    """The diagnostics without those that are allowed, and with those about notes that allow nothing. `whole`: nothing
    more will be found, so that a note nothing needs can be told."""
    found = list(diagnostics)
    kept: list[Diagnostic] = []
    used: set[_Allow] = set()
    allows, unclear = _notes(source)
    for each in found:
        place = (each.code, each.span.line, each.span.file)
        note = next((one for one in allows if (one.code, one.line, one.span.file) == place), None)
        if note is None or each.severity is Severity.ERROR:
            kept.append(each)
        else:
            used.add(note)
    kept += unclear
    if whole:
        kept += [_unused(one, found) for one in allows if one not in used]
    return tuple(kept)


def _notes(source: Source) -> tuple[list[_Allow], list[Diagnostic]]:
    """The notes of a text that allow something, and what is wrong with others."""
    allows: list[_Allow] = []
    unclear: list[Diagnostic] = []
    for number, line in enumerate(source.lines, 1):
        note = _NOTE.match(line)
        if note is None:
            continue
        span = source.span(number, note.start(1) + 1, number, note.end(1) + 1)
        if SLIP.fullmatch(note.group(2)):
            continue
        given = _GIVEN.fullmatch(note.group(2))
        if given is None or given.group(1).upper() not in CODES:
            message = "this note allows nothing: it wants the code of a warning, and a reason"
            help = "write `## allow CW612: why`, or leave out the word `allow`"
            if note.group(2).lower().startswith("slip"):
                message = "this note allows no slip: it wants the declaration, what is written as what, and a reason"
                help = "write ``## allow slip in flush, `of a suit` as ``: why``, or leave out the word `allow`"
            unclear.append(problem("CW908", message, span, help=help))
            continue
        alone = not line[: note.start(1)].strip()
        allows.append(
            _Allow(given.group(1).upper(), next(_following(source, number), number) if alone else number, span)
        )
    return allows, unclear


def _following(source: Source, number: int) -> Iterator[int]:
    """The lines after one that hold more than comments."""
    for at, line in enumerate(source.lines[number:], number + 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield at


def _unused(note: _Allow, found: Iterable[Diagnostic]) -> Diagnostic:
    """What to say of a note that allows nothing that was found."""
    if CODES[note.code].severity == "error":
        return problem(
            "CW909", f"`{note.code}` is an error, and cannot be allowed", note.span, help="mend what is wrong"
        )
    other = next((each.span.line for each in found if each.code == note.code), None)
    help = "take the note away" if other is None else f"`{note.code}` stands at line {other}: put the note there"
    return problem("CW909", f"nothing here needs `{note.code}` to be allowed", note.span, help=help)
