"""The model made final for one setting: numbers of options filled in, and nothing left of what was not agreed.

A class that was not agreed is empty: it is left out of lists, and a condition that asks for it is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

from .. import model as m

T = TypeVar("T")

_NAMED = (m.TypeClass, m.RungsClass, m.WhereClass)


@cache
def _fields(type_: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(type_) if field.name not in ("span", "kind", "claims", "notes"))


class Rewriter:
    """Fills in one setting. `present` holds the names of all declarations that were agreed."""

    def __init__(self, settings: Mapping[str, str], present: frozenset[str]) -> None:
        self.settings = settings
        self.present = present

    def rewrite(self, value: T) -> T:
        """The value with every option's number filled in and every list without what is absent."""
        return self._any(value)  # type: ignore[no-any-return]

    def listed(self, classes: Iterable[m.Class]) -> tuple[m.Class, ...]:
        """The classes that are there."""
        return tuple(self._any(cls) for cls in classes if not self.absent(cls))

    def absent(self, cls: m.Class) -> bool:
        """Whether a class names what was not agreed."""
        match cls:
            case m.TypeClass(combination=name) | m.RungsClass(rungs=name):
                return name not in self.present
            case m.WhereClass(base=base):
                return self.absent(base)
            case m.UnionClass(parts=parts):
                return bool(parts) and all(map(self.absent, parts))
            case _:
                return False

    def _any(self, value: Any) -> Any:
        if isinstance(value, tuple):
            changed = tuple(self._any(one) for one in value)
            return changed if any(a is not b for a, b in zip(changed, value, strict=True)) else value
        if not isinstance(value, m.Node):
            return value
        if isinstance(value, m.Number):
            return value if value.option is None else replace(value, value=int(self.settings[value.option]))
        if isinstance(value, _NAMED) and self.absent(value):
            return m.UnionClass(parts=(), span=value.span)
        if isinstance(value, m.Claimed) and value.claim not in self.present:
            return m.AnyOf(terms=(), span=value.span)
        if isinstance(value, m.UnionClass):
            return replace(value, parts=self.listed(value.parts))
        changes = {}
        kind: Any = type(value)
        for name in _fields(kind):
            before = getattr(value, name)
            if before.__class__ in (str, int, bool, type(None)):
                continue
            after = self._any(before)
            if after is not before:
                changes[name] = after
        return replace(value, **changes) if changes else value
