"""Every node in a part of the model."""

from __future__ import annotations

from collections.abc import Iterator

from .node import Node


def nodes(part: object) -> Iterator[Node]:
    """A node and every node inside it; of a tuple, those of each member."""
    if isinstance(part, tuple):
        for one in part:
            yield from nodes(one)
    elif isinstance(part, Node):
        yield part
        for name in part._names:
            yield from nodes(getattr(part, name))
