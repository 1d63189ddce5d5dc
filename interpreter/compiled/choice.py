"""Which engine plays: the definition, a module in plain Python, or machine code."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from ..deal import Carried, Deal
from ..errors import CardwrightError, Invalid
from ..position import Position
from ..rules import Rules
from ..state import State
from .layout import CannotCompile

if TYPE_CHECKING:
    from ..following import PlayedOut
    from .engine import NativeEngine, PythonEngine

Engine: TypeAlias = Literal["definition", "python", "native"]
Wanted: TypeAlias = Literal["auto", "definition", "python", "native"]
_PATIENCE = 3
"""So many hands are played by the definition before a game is compiled that nobody has asked to be."""
_MANY = 2000
"""For fewer hands machine code is not worth making: plain Python plays the same ones."""


class NoEngine(CardwrightError):
    """The engine asked for does not play this, or is not installed; the message says why.

    >>> import cardwright
    >>> print(cardwright.NoEngine("native", "a bot of your own goes by states"))
    the engine `native` cannot play this: a bot of your own goes by states
    """

    def __init__(self, wanted: str, why: str) -> None:
        super().__init__(f"the engine `{wanted}` cannot play this: {why}")


def as_wanted(name: str) -> Wanted:
    """What may be asked for. Raises Invalid."""
    if name not in get_args(Wanted):
        raise Invalid(f"there is no engine `{name}`; there are {', '.join(get_args(Wanted))}", name)
    wanted: Wanted = name  # type: ignore[assignment]
    return wanted


class Engines:
    """The engines of one game. `auto`: what is fastest; to compile it is only paid for once that is worth it."""

    def __init__(self, rules: Rules, wanted: str = "auto") -> None:
        self._rules = rules
        self.wanted = as_wanted(wanted)
        self._begun = 0
        self._played = 0
        self._made: dict[tuple[bool, tuple[int, ...] | None], PythonEngine | NativeEngine | str] = {}
        """What was compiled, or why it cannot be: for machine code or not, and for which order of the deck."""

    def python(self, deck: tuple[int, ...] | None = None) -> PythonEngine:
        """The module in plain Python. Raises CannotCompile."""
        from .engine import PythonEngine

        made = self._compiled(PythonEngine, deck)
        assert isinstance(made, PythonEngine)
        return made

    def native(self, deck: tuple[int, ...] | None = None) -> NativeEngine:
        """Machine code. Raises CannotCompile."""
        from .engine import NativeEngine

        made = self._compiled(NativeEngine, deck)
        assert isinstance(made, NativeEngine)
        return made

    def _compiled(
        self, kind: type[PythonEngine] | type[NativeEngine], deck: tuple[int, ...] | None
    ) -> PythonEngine | NativeEngine:
        key = kind.name == "native", deck
        if key not in self._made:
            try:
                self._made[key] = kind(self._rules, deck)
            except CannotCompile as reason:
                self._made[key] = str(reason)
        made = self._made[key]
        if isinstance(made, str):
            raise CannotCompile(made)
        return made

    def whole_hands(
        self, wanted: Wanted, hands: int | None = None, deck: tuple[int, ...] | None = None
    ) -> tuple[PythonEngine | NativeEngine | None, str]:
        """What plays so many whole hands (None: a great many), and why; None: the definition. Raises NoEngine."""
        why = "it was asked for"
        if wanted == "definition":
            return None, why
        if wanted == "native" or (wanted == "auto" and (hands is None or hands >= _MANY)):
            try:
                return self.native(deck), why if wanted == "native" else "it is the fastest"
            except CannotCompile as reason:
                if wanted == "native":
                    raise NoEngine(wanted, str(reason)) from None
                why = str(reason)
        try:
            return self.python(deck), why
        except CannotCompile as reason:
            if wanted == "python":
                raise NoEngine(wanted, str(reason)) from None
            return None, str(reason)

    @property
    def states(self) -> PythonEngine | None:
        """What plays hand by hand; None: the definition. Raises NoEngine."""
        if self.wanted == "definition":
            return None
        try:
            return self.python()
        except CannotCompile as reason:
            if self.wanted != "auto":
                raise NoEngine(self.wanted, str(reason)) from None
            return None

    @property
    def name(self) -> Engine:
        """The engine of whole hands."""
        engine, _ = self.whole_hands(self.wanted)
        return "definition" if engine is None else engine.name

    @property
    def reason(self) -> str:
        """Why it is this one."""
        return self.whole_hands(self.wanted)[1]

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
        self._played += max(0, hands)
        engine, _ = self.whole_hands(self.wanted, self._played)
        if engine is None:
            from .defined import playouts

            return playouts(self._rules, hands, seed, first)
        return engine.playouts(hands, seed, first)


def can_make_machine_code() -> bool:
    """Whether the libraries that it takes are there."""
    return find_spec("llvmlite") is not None and find_spec("numpy") is not None
