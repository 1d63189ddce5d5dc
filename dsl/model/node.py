"""What every node of the model has: a kind, and the place in the rulebook it was read from."""

from typing import Annotated, ClassVar

from pydantic import ConfigDict, StringConstraints

from ..frozen import Frozen, node
from ..source import Span

Name = Annotated[str, StringConstraints(min_length=1)]


@node
class Node(Frozen):
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
