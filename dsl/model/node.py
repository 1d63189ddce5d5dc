"""What every node of the model has: a kind, and the place in the rulebook it was read from."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeVar, dataclass_transform

from pydantic import ConfigDict, StringConstraints

from ..source import Span

T = TypeVar("T")
Name = Annotated[str, StringConstraints(min_length=1)]


@dataclass_transform(frozen_default=True, kw_only_default=True)
def node(cls: type[T]) -> type[T]:
    """Make a class a frozen, slotted dataclass. Plain dataclasses load in a quarter of the time of pydantic models,
    and pydantic validates them all the same when a rulebook is read from JSON."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@node
class Node:
    """A frozen piece of a rulebook; `span` is None only for what no text says (a default)."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    span: Span | None = None


@node
class Declared(Node):
    """A named declaration with the claim ids its notes cite and the notes themselves."""

    name: Name
    title: str | None = None
    claims: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
