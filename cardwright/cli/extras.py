"""Libraries that only some verbs need: whether they are there, and how to get them."""

from __future__ import annotations

from importlib.util import find_spec

from .failures import Trouble


def needed(module: str, extra: str, what: str) -> None:
    """Raise Trouble, with the command that helps, unless a module is there."""
    if find_spec(module) is None:
        raise Trouble(f"{what} needs `{module}`, which is not installed", f'pip install "cardwright[{extra}]"')
