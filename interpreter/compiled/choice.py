"""Which engine plays a game: the definition, its module in plain Python, or machine code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from ..deal import Carried, Deal
from ..errors import CardwrightError, Invalid
from ..position import Position
from ..rules import Rules
from ..state import State
from .layout import CannotCompile

if TYPE_CHECKING:
    from .engine import NativeEngine, PlayedOut, PythonEngine

Engine: TypeAlias = Literal["definition", "python", "native"]
Wanted: TypeAlias = Literal["auto", "definition", "python", "native"]
_PATIENCE = 3
"""So many hands are played by the definition before a game is compiled that nobody has asked to be."""


class NoEngine(CardwrightError):
    """The engine asked for does not play this rulebook; the message says why."""


class Engines:
    """The engines of one game. `auto`: what is fastest; to compile it is only paid for once that is worth it."""

    def __init__(self, rules: Rules, wanted: Wanted = "auto") -> None:
        if wanted not in get_args(Wanted):
            raise Invalid(f"there is no engine `{wanted}`; there are {', '.join(get_args(Wanted))}")
        self._rules = rules
        self.wanted = wanted
        self._begun = 0

    @cached_property
    def _compiled(self) -> PythonEngine | str:
        """The module in plain Python, or why there is none."""
        from .engine import PythonEngine

        try:
            return PythonEngine(self._rules)
        except CannotCompile as reason:
            return str(reason)

    @cached_property
    def _native(self) -> NativeEngine | str:
        """Machine code, or why there is none."""
        from .engine import NativeEngine

        try:
            return NativeEngine(self._rules)
        except CannotCompile as reason:
            return str(reason)

    @property
    def states(self) -> PythonEngine | None:
        """What plays hand by hand; None: the definition. Raises NoEngine."""
        if self.wanted == "definition":
            return None
        if isinstance(self._compiled, str):
            if self.wanted != "auto":
                raise NoEngine(f"the engine `{self.wanted}` cannot play this rulebook: {self._compiled}")
            return None
        return self._compiled

    @property
    def whole_hands(self) -> PythonEngine | NativeEngine | None:
        """What plays whole hands; None: the definition. Raises NoEngine."""
        if self.wanted == "native" or (self.wanted == "auto" and find_spec("llvmlite") is not None):
            if not isinstance(self._native, str):
                return self._native
            if self.wanted == "native":
                raise NoEngine(f"the engine `native` cannot play this rulebook: {self._native}")
        return self.states

    @property
    def name(self) -> Engine:
        """The engine of whole hands."""
        engine = self.whole_hands
        return "definition" if engine is None else engine.name

    @property
    def reason(self) -> str:
        """Why it is this one."""
        if self.wanted != "auto":
            return "it was asked for"
        engine = self.whole_hands
        if engine is None:
            return str(self._compiled)
        if engine.name == "native":
            return "it is the fastest"
        if find_spec("llvmlite") is None:
            return "machine code takes Numba: `pip install cardwright[fast]`"
        return str(self._native)

    # ---- hands -------------------------------------------------------------------------------------------------

    def _ready(self) -> PythonEngine | None:
        """What plays hands one by one now."""
        if self.wanted == "auto" and self._begun < _PATIENCE:
            self._begun += 1
            return None
        return self.states

    def start(self, deal: Deal, carried: Carried) -> State:
        """The first state of a hand that is dealt."""
        from .states import begun

        engine = self._ready()
        if engine is not None:
            try:
                return begun(engine, deal, carried)
            except CannotCompile:
                # Points that are no whole numbers.
                pass
        return State(self._rules, self._rules.start(deal, carried))

    def at(self, position: Position) -> State:
        """The state of a position."""
        from .states import standing

        engine = self._ready()
        if engine is not None:
            try:
                return standing(engine, position)
            except CannotCompile:
                pass
        return State(self._rules, position)

    def playouts(self, hands: int, seed: int, first: int) -> Sequence[PlayedOut]:
        """Hands dealt from a seed and played at random."""
        engine = self.whole_hands
        if engine is None:
            from .defined import playouts

            return playouts(self._rules, hands, seed, first)
        return engine.playouts(hands, seed, first)
