"""Where diagnostics are collected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, Severity, problem
from ..source import Span


@dataclass(slots=True)
class Report:
    """Collects diagnostics; each is kept once."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic unless the same one stands there already."""
        if diagnostic not in self._known:
            self._known.add(diagnostic)
            self.found.append(diagnostic)

    def fail(self, code: str, message: str, span: Span, *, labels: Iterable[tuple[Span, str]] = (),
             help: str | None = None) -> None:  # fmt: skip
        """Report a problem."""
        self.add(problem(code, message, span, labels=labels, help=help))

    @property
    def failed(self) -> bool:
        """Whether any of them is an error."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.found)
