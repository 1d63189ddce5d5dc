"""Every node in a part of the model."""

from __future__ import annotations

from collections.abc import Iterator

from ..frozen import inside
from .node import Node


def nodes(part: object) -> Iterator[Node]:
    """A node and every node inside it; of a tuple, those of each member."""
    return inside(part, Node)
