"""The libraries of `pip install "cardwright[rl]"`, loaded only where they are used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def needed(name: str, what: str) -> ModuleType:
    """A module. Raises ImportError, which says what to install, where it is not there."""
    try:
        return import_module(name)
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] != name.partition(".")[0]:
            raise
        raise ImportError(
            f'{what} takes the library `{name.partition(".")[0]}`: pip install "cardwright[rl]"', name=error.name
        ) from error


def numpy() -> ModuleType:
    """NumPy."""
    return needed("numpy", "an observation as numbers")
