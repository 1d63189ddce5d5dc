"""Frozen, slotted dataclasses for the nodes of trees, made in a quarter of the time.

`dataclass(frozen=True, slots=True)` writes and compiles six methods for every class. A rulebook is checked in a fresh
process most of the time and there are some two hundred kinds of nodes, so five of the six stand in a base class here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")


class Frozen:
    """What the classes made by `frozen` share: equal by their fields, hashable, never changed, printed like a call."""

    __slots__ = ()
    _names: ClassVar[tuple[str, ...]]
    _values: ClassVar[Any]

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return bool(self._values(self) == self._values(other))

    def __hash__(self) -> int:
        return hash(self._values(self))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__qualname__}({given})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._names)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(self._names, state, strict=True):
            object.__setattr__(self, name, value)


def inside(value: object, kind: type[T], besides: frozenset[str] = frozenset()) -> Iterator[T]:
    """A node of a kind of tree and every node of it inside, but those in fields named `besides`; of a tuple, those of
    each member."""
    if isinstance(value, tuple):
        for one in value:
            yield from inside(one, kind, besides)
    elif isinstance(value, kind):
        yield value
        for name in value._names:  # type: ignore[attr-defined]
            if name not in besides:
                yield from inside(getattr(value, name), kind, besides)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a subclass of Frozen a dataclass. Defaults are values: a factory of defaults is not needed for nodes."""
    return _made(cls, keywords=False)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def node(cls: type[T]) -> type[T]:
    """The same, for classes whose fields are all given by name."""
    return _made(cls, keywords=True)


def _made(cls: type[T], *, keywords: bool) -> type[T]:
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=keywords)(cls)
    made._names = tuple(one.name for one in fields(made))
    made._values = staticmethod(attrgetter(*made._names))
    made.__init__ = _initializer(made)
    return made  # type: ignore[no-any-return]


def _initializer(cls: Any) -> Any:
    known: dict[str, Any] = {}
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for one in fields(cls):
        known[f"put_{one.name}"] = getattr(cls, one.name).__set__
        parameter = one.name
        if one.default is not MISSING:
            known[f"default_{one.name}"] = one.default
            parameter += f"=default_{one.name}"
        (named if one.kw_only else plain).append(parameter)
        body.append(f" put_{one.name}(self, {one.name})")
    parameters = ", ".join(["self", *plain, *(["*", *named] if named else [])])
    exec(f"def __init__({parameters}):\n" + "\n".join(body), known)
    return known["__init__"]
