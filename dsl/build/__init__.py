"""From the tree of the grammar to the AST."""

from .statements import build

__all__ = ["build"]
