"""States that a compiled module plays: the same to everybody who asks, and turned into a position only where somebody
does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..actions import Action, Attempt, Discard, PlayCards
from ..calculations import Number
from ..deal import Carried, Deal
from ..facts import somebody
from ..legal import LegalActions
from ..position import Position
from ..rules import rules_of
from ..state import Asked, State
from ..values import normal
from .codec import Record

if TYPE_CHECKING:
    from .engine import PythonEngine

Vector = list[int]


class CompiledState(State):
    """A state whose course is compiled. Equal to the state of the definition that has the same position."""

    __slots__ = ("_actions", "_at", "_engine", "_vector")
    _actions: dict[Action, Record] | None
    _at: Position | None
    _engine: PythonEngine
    _vector: Vector

    def __init__(self, engine: PythonEngine, vector: Vector, at: Position | None = None) -> None:
        put = object.__setattr__
        put(self, "rules", engine.rules)
        put(self, "_engine", engine)
        put(self, "_vector", vector)
        put(self, "_at", at)
        put(self, "_actions", None)

    @property
    def at(self) -> Position:
        """The position."""
        known = self._at
        if known is None:
            known = self._engine.codec.position(self._vector)
            object.__setattr__(self, "_at", known)
        return known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if isinstance(other, CompiledState) and other._engine is self._engine and other._vector == self._vector:
            return True
        return self.rules == other.rules and self.at == other.at

    def __hash__(self) -> int:
        return hash((self.rules, self.at))

    def __copy__(self) -> CompiledState:
        return self

    def __deepcopy__(self, memo: object) -> CompiledState:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.rules.rulebook, self.at)

    # ---- what the module knows ---------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat that acts; None once the hand is over."""
        return somebody(self._vector[self._engine.turn])

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self._vector[self._engine.ended] != 0

    def legal_actions(self) -> LegalActions:
        """What the player whose turn it is may do, in the order that the definition has."""
        engine = self._engine
        if self._vector[engine.doing] and not self.is_over:
            return super().legal_actions()
        return _Listed(self)

    @property
    def actions(self) -> dict[Action, Record]:
        """The legal actions, in order, each with its record."""
        known = self._actions
        if known is None:
            known = self._engine.actions(self._vector)
            object.__setattr__(self, "_actions", known)
        return known

    def apply(self, action: Asked) -> State:
        """The state after an action. Raises Invalid, Ambiguous, or Illegal with the reasons."""
        engine, vector, taken = self._engine, self._vector, self._read(action)
        record: Record | None = None
        if isinstance(taken, Attempt) or vector[engine.ended]:
            pass
        elif not vector[engine.doing]:
            record = self.actions.get(taken)
        elif taken in super().legal_actions():
            record = engine.codec.action(taken, engine.reversed(vector))
        if record is None:
            # By the definition: it has the reasons why not.
            return super().apply(action)
        after = vector[:]
        engine.module["apply"](after, *record)
        return CompiledState(engine, after)

    @property
    def scores(self) -> tuple[Number, ...]:
        """What the hand pays every seat; empty while it goes on."""
        if not self.is_over:
            return ()
        scores = [0] * self.rules.players
        if self._engine.module["settle"](self._vector, scores):
            return super().scores
        scale = self._engine.program.scale
        return tuple(scores) if scale == 1 else tuple(normal(Fraction(score, scale)) for score in scores)


class _Listed(LegalActions):
    """The legal actions of a compiled state, all of them listed."""

    __slots__ = ("_state",)

    def __init__(self, state: CompiledState) -> None:
        self._state = state
        self._parse = state.parse_action
        self._listed = tuple(state.actions)

    def __iter__(self) -> Iterator[Action]:
        assert self._listed is not None
        return iter(self._listed)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, PlayCards) and action in self._state.actions:
            return True
        return action in State.legal_actions(self._state)


def in_order(codec: Any, rows: list[Record], reversed_ranks: bool) -> dict[Action, Record]:
    """Actions with their records, as the definition lists them: plays by combination and pieces, then the others."""
    plays: list[tuple[int, tuple[int, ...], Action, Record]] = []
    others: list[tuple[Action, Record]] = []
    laid: list[tuple[tuple[int, ...], Action, Record]] = []
    for row in rows:
        action = codec.read_action(row, reversed_ranks)
        match action:
            case PlayCards(play=play):
                plays.append((play.rung, play.pieces, action, row))
            case Discard(pieces=pieces):
                laid.append((pieces, action, row))
            case _:
                others.append((action, row))
    if len(plays) > 1:
        plays.sort(key=_play_order)
    if len(laid) > 1:
        laid.sort(key=_laid_order)
    found = {action: row for _, _, action, row in plays}
    found.update({action: row for _, action, row in laid})
    found.update(others)
    return found


def _play_order(play: tuple[int, tuple[int, ...], Action, Record]) -> tuple[int, tuple[int, ...]]:
    return play[:2]


def _laid_order(laid: tuple[tuple[int, ...], Action, Record]) -> tuple[int, ...]:
    return laid[0]


def _again(rulebook: Any, at: Position) -> State:
    """An unpickled state: of the definition, which is equal."""
    return State(rules_of(rulebook), at)


def begun(engine: PythonEngine, deal: Deal, carried: Carried) -> CompiledState:
    """The first state of a hand that is dealt. Raises CannotCompile where numbers are no whole ones."""
    vector, line = engine.codec.dealt(deal, carried)
    engine.module["start"](vector, line)
    return CompiledState(engine, vector)


def standing(engine: PythonEngine, at: Position) -> CompiledState:
    """The state of a position. Raises CannotCompile where numbers are no whole ones."""
    return CompiledState(engine, engine.codec.state(at), at)
