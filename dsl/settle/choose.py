"""One declaration under one setting: the alternatives that stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import model as m
from ..resolve.program import Alternative, Draft
from ..source import Span
from .rewrite import Rewriter


@dataclass(frozen=True, slots=True)
class Chosen:
    """The fields of a draft, each with the alternatives that stand under the setting."""

    draft: Draft
    settings: Mapping[str, str]
    rewriter: Rewriter

    def all(self, field: str) -> tuple[Alternative[Any], ...]:
        """Every alternative that stands and could be read."""
        alternatives = self.draft.fields.get(field, ())
        return tuple(one for one in alternatives if not one.unread and one.guard.holds(self.settings))

    def has(self, field: str) -> bool:
        """Whether any alternative of the field stands."""
        return bool(self.all(field))

    def value(self, field: str, default: Any = None) -> Any:
        """The value of a field of which one alternative stands at most."""
        found = self.all(field)
        return self.rewriter.rewrite(found[0].value) if found else default

    def number(self, field: str, default: int) -> int:
        """A field that is a number, or the name of an option that has one."""
        value = self.value(field, default)
        if isinstance(value, m.Number):
            return value.value
        return int(self.settings[value]) if isinstance(value, str) else int(value)

    def span(self, field: str) -> Span:
        """Where the standing alternative is, or the declaration."""
        found = self.all(field)
        return found[0].span if found else self.draft.name_span

    def claims(self, field: str) -> tuple[str, ...]:
        """The claims cited by the standing alternatives of a field."""
        return tuple(dict.fromkeys(claim for one in self.all(field) for claim in one.claims))

    def every_claim(self) -> tuple[str, ...]:
        """The claims cited by the declaration and by everything of it that stands."""
        cited = [*self.draft.claims, *(claim for field in self.draft.fields for claim in self.claims(field))]
        return tuple(dict.fromkeys(cited))
