"""Where diagnostics are collected."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Diagnostic


@dataclass(slots=True)
class Report:
    """Collects diagnostics; each is kept once."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic unless the same one stands there already."""
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    @property
    def failed(self) -> bool:
        """Whether any of them is an error."""
        return any(diagnostic.severity.value == "error" for diagnostic in self.found)
