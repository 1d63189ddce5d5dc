"""Learning environments for any rulebook: PettingZoo, Gymnasium, OpenSpiel; with `pip install "cardwright[rl]"`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .needed import numpy

if find_spec("numpy") is None:
    numpy()  # Every part takes it: whoever lacks it is told so here, and nobody else waits for it.

if TYPE_CHECKING:
    from cardwright.interpreter import TooMany, Universe, family_of, universe_of

    from .aec import CardwrightEnv, aec_env
    from .batch import Batch
    from .layout import Layout, Tensor
    from .setup import Setup
    from .single import SeatEnv, seat_env
    from .spiel import register
    from .tensors import Tensors

_PARTS = {
    "Batch": ".batch",
    "CardwrightEnv": ".aec",
    "Layout": ".layout",
    "SeatEnv": ".single",
    "Setup": ".setup",
    "Tensor": ".layout",
    "Tensors": ".tensors",
    "aec_env": ".aec",
    "register": ".spiel",
    "seat_env": ".single",
}

__all__ = [
    "Batch",
    "CardwrightEnv",
    "Layout",
    "SeatEnv",
    "Setup",
    "Tensor",
    "Tensors",
    "TooMany",
    "Universe",
    "aec_env",
    "family_of",
    "register",
    "seat_env",
    "universe_of",
]


def __getattr__(name: str) -> Any:
    """Load a part, and its libraries, when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PARTS.get(name, "cardwright.interpreter"), __name__), name)
