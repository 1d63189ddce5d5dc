"""Cardwright: write the rules of your own house, and play them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if not (Path(__file__).parent / "dsl").is_dir():
    # In a checkout the parts lie beside this folder; in a wheel they lie inside it.
    __path__.append(str(Path(__file__).parents[1]))

if TYPE_CHECKING:
    from cardwright.dsl import NotFound, Rulebook, RulebookError, shipped
    from cardwright.interpreter import (
        Ambiguous,
        CardwrightError,
        Game,
        Illegal,
        Invalid,
        Match,
        Play,
        Situation,
        State,
        load,
    )

__all__ = [
    "Ambiguous",
    "CardwrightError",
    "Game",
    "Illegal",
    "Invalid",
    "Match",
    "NotFound",
    "Play",
    "Rulebook",
    "RulebookError",
    "Situation",
    "State",
    "load",
    "shipped",
]

_FROM_DSL = frozenset({"NotFound", "Rulebook", "RulebookError", "shipped"})


def __getattr__(name: str) -> Any:
    """Load what is asked for only then, so that `import cardwright` costs nothing (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    part = import_module("cardwright.dsl" if name in _FROM_DSL else "cardwright.interpreter")
    value = globals()[name] = getattr(part, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
