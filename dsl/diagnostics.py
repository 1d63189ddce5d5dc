"""What is wrong with a rulebook, as data: one value for every problem found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .codes import CODES
from .source import Source, Span

# So many characters of a name or a line are enough to know it again.
MOST_QUOTED = 60
_QUOTED = re.compile(rf"`[^`]*`|[^\s`]{{{MOST_QUOTED + 1},}}")


class Severity(Enum):
    """How much a diagnostic matters: an error keeps a rulebook from being played."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Applicability(Enum):
    """Whether a fix keeps the meaning (safe), may change it (unsafe), or only shows the idea (display)."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of text and what to write in its place."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A set of edits that belong together; they do not overlap."""

    edits: tuple[Edit, ...]
    applicability: Applicability = Applicability.SAFE


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: `message` says it in the author's words, `help` gives the advice.

    >>> import cardwright
    >>> found, = cardwright.check("cardwright 1\\nrulebook club extends hkk edition 1")
    >>> found.code, found.severity.value, str(found.span), found.message, found.help
    ('CW219', 'error', 'text:2:23', 'no rulebook `hkk` ships with Cardwright', 'did you mean `hk`?')
    >>> found.title, found.link
    ('a base that is not there', 'docs/diagnostics/CW219.md')
    """

    code: str
    severity: Severity
    message: str
    span: Span
    labels: tuple[tuple[Span, str], ...] = ()
    help: str | None = None
    fix: Fix | None = None

    @property
    def title(self) -> str:
        """What every diagnostic of this code is about."""
        return CODES[self.code].title

    @property
    def link(self) -> str:
        """Where the documentation of the code stands, from the root of the project."""
        return f"docs/diagnostics/{self.code}.md"


def problem(
    code: str,
    message: str,
    span: Span,
    *,
    labels: Iterable[tuple[Span, str]] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic with the severity its code is registered with; long quotations are cut."""
    severity = Severity(CODES[code].severity)
    said = tuple((place, cut(text)) for place, text in labels)
    return Diagnostic(code, severity, cut(message), span, said, None if help is None else cut(help), fix)


def cut(message: str) -> str:
    """A message with its long quotations and endless words cut, so that it can be read at a glance."""
    return _QUOTED.sub(_shortened, message)


def _shortened(found: re.Match[str]) -> str:
    mark = "`" if found[0][0] == "`" else ""
    text = found[0].strip("`")
    return found[0] if len(text) <= MOST_QUOTED else f"{mark}{text[: MOST_QUOTED - 1].rstrip()}…{mark}"


def rewrite(span: Span, text: str, applicability: Applicability = Applicability.SAFE) -> Fix:
    """A fix of a single edit."""
    return Fix((Edit(span, text),), applicability)


def apply(source: Source, fixes: Iterable[Fix], *, unsafe: bool = False) -> str:
    """The text after every safe fix (and unsafe ones if asked); of overlapping fixes the first is applied."""
    wanted = {Applicability.SAFE, Applicability.UNSAFE} if unsafe else {Applicability.SAFE}
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    taken: list[tuple[int, int, str]] = []
    for fix in fixes:
        if fix.applicability not in wanted:
            continue
        edits = [
            (
                starts[edit.span.line - 1] + edit.span.column - 1,
                starts[edit.span.end_line - 1] + edit.span.end_column - 1,
                edit.text,
            )
            for edit in fix.edits
        ]
        if all(end <= low or high <= start for start, end, _ in edits for low, high, _ in taken):
            taken += edits
    text = source.text
    for start, end, new in sorted(taken, key=lambda edit: edit[:2], reverse=True):
        text = text[:start] + new + text[end:]
    return text
