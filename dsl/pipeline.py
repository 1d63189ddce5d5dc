"""Every stage after another: from the text of a rulebook to all that is wrong with it, or to its model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from . import model
from .diagnostics import Diagnostic, Severity, problem
from .parser import MOST_CHARACTERS, MOST_PROBLEMS, Parsed, parse
from .resolve import Program, Report, resolve
from .settle import Given, check_everywhere, each_answer_once, settle
from .source import Source

# What leaves a line that cannot be trusted: whatever else seems wrong on it may only follow.
_BROKEN = frozenset({"CW102", "CW104", "CW105", "CW106", "CW108"})
# What may be missing only because a stretch of text could not be read.
_AFTERMATH = frozenset({"CW207", "CW208", "CW212", "CW405", "CW709"})
# No character is more bytes than four.
MOST_BYTES = 4 * MOST_CHARACTERS


class RulebookError(Exception):
    """A rulebook that cannot be played as it stands; `diagnostics` says why, `source` is its text."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], source: Source) -> None:
        self.diagnostics = diagnostics
        self.source = source
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(f"{first.span}: {first.message}{more}")


@dataclass(frozen=True, slots=True)
class Checked:
    """A rulebook that was read, resolved and typed, with everything found; its options are still open."""

    source: Source
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that keep it from being played."""
        return tuple(each for each in self.diagnostics if each.severity is Severity.ERROR)

    def settings(self) -> tuple[dict[str, str], ...]:
        """Settings in which together every answer of every option occurs, the first answers first."""
        return tuple(each_answer_once(self.program)) if self.program is not None else ()

    def settle(self, given: Given | None = None) -> model.Rulebook:
        """The rulebook under these answers, the first ones for what is not given. Raises RulebookError."""
        if self.errors or self.program is None:
            raise RulebookError(self.errors, self.source)
        report = Report()
        rulebook = settle(self.program, {} if given is None else given, report)
        if rulebook is None or report.failed:
            found = tuple(each for each in report.found if each.severity is Severity.ERROR)
            raise RulebookError(found, self.source)
        return rulebook


def check(source: Source) -> Checked:
    """Read, resolve and type a rulebook, and check what depends on answers under every answer that matters."""
    parsed = parse(source)
    if parsed.ast is None:
        return Checked(source, None, parsed.diagnostics)
    base = parsed.ast.header.base
    if base is not None:
        told = problem(
            "CW910",
            "variants of another rulebook are not executed yet",
            base.span,
            help="flatten it by hand for now: write the whole rulebook with its changes",
        )
        return Checked(source, None, (*parsed.diagnostics, told))
    report = Report()
    program = resolve(parsed.ast, source, report, [told.span for told in parsed.diagnostics])
    if not parsed.diagnostics and not any(each.code == "CW910" for each in report.found):
        check_everywhere(program, report)
    # A field that nobody knows is read by its looks: what does not fit in it follows from its name.
    found = [each for each in report.found if not _aftermath(each, parsed)]
    strange = {each.span.line for each in found if each.code == "CW206"}
    first = [each for each in parsed.diagnostics if each.code not in _BROKEN or each.span.line not in strange]
    return Checked(source, program, _in_order([*first, *found]))


def _in_order(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What was found in the order of the text; of more than anybody reads, the first errors."""
    found.sort(key=lambda each: (each.span.line, each.span.column))
    kept = [each for each in found if each.code != "CW903"]
    if len(kept) > MOST_PROBLEMS:
        errors = [each for each in kept if each.severity is Severity.ERROR][:MOST_PROBLEMS]
        others = [each for each in kept if each.severity is not Severity.ERROR]
        chosen = {id(each) for each in (*errors, *others[: MOST_PROBLEMS - len(errors)])}
        kept = [each for each in kept if id(each) in chosen]
        more = problem("CW903", f"and {len(found) - len(kept):,} more", kept[-1].span)
        return (*kept, more)
    return tuple(found)


def _aftermath(diagnostic: Diagnostic, parsed: Parsed) -> bool:
    """Whether a diagnostic may only follow from what could not be read."""
    if not parsed.diagnostics:
        return False
    if diagnostic.code in _AFTERMATH and parsed.skipped:
        return True
    if diagnostic.code == "CW206":
        return any(skipped.overlaps(diagnostic.span) for skipped in parsed.skipped)
    lines = [told.span.line for told in parsed.diagnostics if told.code in _BROKEN]
    if diagnostic.span.line in lines:
        return True
    words = set(re.findall(r"\w+", parsed.source.slice(diagnostic.span)))
    return (
        bool(words & parsed.lost)
        or any(skipped.overlaps(diagnostic.span) for skipped in parsed.skipped)
        or any(
            told.span.contains(diagnostic.span) or diagnostic.span.contains(told.span) for told in parsed.diagnostics
        )
    )


def check_text(text: str, name: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a rulebook given as text."""
    return check(Source(name, text)).diagnostics


def read(path: Path) -> Checked:
    """Check a file. What is not text is a diagnostic; what cannot be opened raises OSError. Of a file that is longer
    than any rulebook, or has no end, no more is read than shows that."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        return check(Source(str(path), data.decode("utf-8", "replace")))
    try:
        return check(Source(str(path), data.decode("utf-8")))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        source = Source(str(path), data.decode("utf-8", "replace"))
        span = source.span(line, 1, line, 1)
        told = problem(
            "CW101",
            f"this file is not UTF-8 text: byte {error.start + 1} cannot be read",
            span,
            help="save it as UTF-8",
        )
        return Checked(source, None, (told,))
