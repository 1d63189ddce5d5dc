"""Hands that are played on in place, with actions told by number: what learners step through.

Where the rulebook has a compiled module a hand is its list of whole numbers, and states, actions and observations are
only told where somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from .actions import PASS, Action, PlayCards
from .calculations import Number
from .catalogue import largest_hand, most_legal
from .compiled.engine import PythonEngine
from .compiled.layout import CannotCompile
from .compiled.sides import BID
from .compiled.sides import PLAY as PLAYS
from .compiled.states import CompiledState
from .errors import Illegal
from .game import Game
from .observation import Observation
from .play import Cards
from .state import State
from .universe import Universe


class Cursors:
    """Begins hands of one game. `universe`: the numbers of actions; None: the indexed form, in which an action is its
    place in the list of what is legal."""

    def __init__(self, game: Game, universe: Universe | None = None) -> None:
        self.game = game
        self.universe = universe
        self._numbers: dict[tuple[int, int], _Numbers] = {}

    @cached_property
    def size(self) -> int:
        """Actions are numbered from 0 up to this."""
        if self.universe is not None:
            return len(self.universe)
        return most_legal(self.game.rules.plays, largest_hand(self.game.rulebook))

    @cached_property
    def engine(self) -> PythonEngine | None:
        """The compiled module; None where the definition plays."""
        try:
            return PythonEngine(self.game.rules)
        except CannotCompile:
            return None

    @cached_property
    def legal(self) -> Callable[[list[int], list[tuple[int, ...]]], Any]:
        """The function of the module that lists what is legal."""
        return self.compiled.module["legal"]

    @cached_property
    def answers(self) -> int:
        """Where the module keeps how many have answered whether they claim."""
        return self.compiled.program.slots.at["ANSWERS"]

    @cached_property
    def by_cards(self) -> dict[int, int] | None:
        """The numbers of plays by their cards, and that of the pass by none; None where cards do not tell which play
        they are."""
        universe, book = self.universe, self.game.rulebook
        if universe is None or book.play.discards or not universe.is_told_by_cards:
            return None
        known = _Numbers(self, PLAYS, 0)
        known[0] = universe.number(PASS)
        return known

    @cached_property
    def compiled(self) -> PythonEngine:
        """The compiled module, where there is one."""
        assert self.engine is not None, "the definition plays this game"
        return self.engine

    def deal(self, seed: int) -> Cursor:
        """The first hand of a match, as `Game.deal` deals it."""
        engine = self.engine
        if engine is None:
            return Cursor(self, self.game.deal(seed))
        vector = [0] * engine.program.slots.length
        deck = [0] * len(self.game.pieces.all)
        engine.module["begin_hand"](vector, [seed], 0, deck)
        return self._compiled(engine, vector)

    def _compiled(self, engine: PythonEngine, vector: list[int]) -> CompiledCursor:
        return (IndexedCursor if self.universe is None else CompiledCursor)(self, engine, vector)

    def start(self, state: State, hand_number: int = 1) -> Cursor:
        """A hand from a state on."""
        engine = self.engine
        if engine is None:
            return Cursor(self, state)
        if isinstance(state, CompiledState):
            return self._compiled(engine, state._vector[:])
        try:
            return self._compiled(engine, engine.codec.state(state.at, hand_number))
        except CannotCompile:
            return Cursor(self, state)

    def restored(self, kept: tuple[Any, Any]) -> Cursor:
        """A hand of this game as `Cursor.kept` tells it."""
        told, played = kept
        other = self.start(told) if isinstance(told, State) else self._compiled(self.compiled, told)
        other.played = played
        return other

    def numbers(self, verb: int, rung: int) -> _Numbers:
        """The numbers of the actions of a kind by their cards."""
        known = self._numbers.get((verb, rung))
        if known is None:
            known = self._numbers[verb, rung] = _Numbers(self, verb, rung)
        return known


class _Numbers(dict[int, int]):
    """By cards (as one whole number), or by the bid, the numbers of actions; each is looked up when it is first asked
    for."""

    def __init__(self, cursors: Cursors, verb: int, rung: int) -> None:
        super().__init__()
        engine, universe = cursors.engine, cursors.universe
        assert engine is not None and universe is not None
        self._engine, self._universe, self._verb, self._rung = engine, universe, verb, rung

    def __missing__(self, told: int) -> int:
        verb, codec = self._verb, self._engine.codec
        if verb == PLAYS:
            combination = codec.rules.rulebook.combinations[self._rung].name
            number = self._universe.number_of_play(codec.layout.unpack((told,)), combination)
        elif verb == BID:
            number = self._universe.number(codec.read_action((verb, 0, 0, 0, told, 0)))
        else:
            number = self._universe.number(codec.read_action((verb, self._rung, 0, 0, 0, told)))
        self[told] = number
        return number


class Cursor:
    """A hand that is played on. `played`: which cards everybody has played in it, for all to see."""

    __slots__ = ("_actions", "_cursors", "_legal", "_state", "played")

    def __init__(self, cursors: Cursors, state: State) -> None:
        self._cursors = cursors
        self._state = state
        self._legal: list[int] | None = None
        self._actions: dict[int, Action] = {}
        self.played: list[Any] = [[] for _ in range(cursors.game.players)]

    def copy(self) -> Cursor:
        """The same hand, to be played on apart."""
        other = Cursor(self._cursors, self._state)
        other.played = [cards[:] for cards in self.played]
        return other

    @property
    def kept(self) -> tuple[Any, Any]:
        """The hand as plain data."""
        return self._state, [cards[:] for cards in self.played]

    def __deepcopy__(self, memo: object) -> Cursor:
        return self.copy()

    def again(self, state: State) -> Cursor:
        """Another state with the same played cards."""
        other = self._cursors.start(state)
        if type(other) is not type(self):
            other = Cursor(self._cursors, state)
            other.played = [[*self.has_played(seat)] for seat in range(self._cursors.game.players)]
        else:
            other.played = self.copy().played
        return other

    @property
    def is_led(self) -> bool:
        """Whether claims, auctions and steps are over."""
        state = self.state
        return not state.claiming and state.doing is None

    @property
    def turn(self) -> int:
        """The seat that acts; -1 once the hand is over."""
        turn = self._state.turn
        return -1 if turn is None else turn

    @property
    def state(self) -> State:
        """The state of the hand now."""
        return self._state

    @property
    def legal(self) -> list[int]:
        """The numbers of what is legal, rising; nothing once the hand is over."""
        if self._legal is None:
            actions, universe = self._state.legal_actions(), self._cursors.universe
            if universe is None:
                self._actions = dict(enumerate(actions))
            else:
                self._actions = {universe.number(action): action for action in actions}
            self._legal = sorted(self._actions)
        return self._legal

    def action(self, number: int) -> Action:
        """The legal action that has a number. Raises Illegal."""
        if number not in self.legal:
            raise self._refused(number)
        return self._actions[number]

    def _refused(self, number: int) -> Illegal:
        universe = self._cursors.universe
        told = f" (`{universe.texts[number]}`)" if universe is not None and 0 <= number < len(universe) else ""
        return Illegal(f"action {number}{told} is not legal now")

    def play(self, number: int) -> None:
        """Do a legal action. Raises Illegal."""
        action = self.action(number)
        if isinstance(action, PlayCards):
            self.played[self.turn].extend(action.pieces)
        self._state, self._legal = self._state.apply(action), None

    def observe(self, seat: int) -> Observation:
        """What a seat sees."""
        return self._state.observe(seat)

    def has_played(self, seat: int) -> Cards:
        """The cards that a seat has played, by number."""
        return tuple(self.played[seat])

    @property
    def scores(self) -> tuple[Number, ...]:
        """What the hand pays every seat; nothing while it goes on."""
        return self._state.scores


class CompiledCursor(Cursor):
    """The same, played by the compiled module."""

    __slots__ = ("_engine", "_rows", "vector")

    def __init__(self, cursors: Cursors, engine: PythonEngine, vector: list[int]) -> None:
        self._cursors = cursors
        self._engine = engine
        self.vector = vector
        self._legal = None
        self._rows: dict[int, tuple[int, ...]] = {}
        self.played = [0] * cursors.game.players

    def copy(self) -> CompiledCursor:
        """The same hand, to be played on apart."""
        other = type(self)(self._cursors, self._engine, self.vector[:])
        other.played = self.played[:]
        other._legal, other._rows = self._legal, self._rows
        return other

    @property
    def kept(self) -> tuple[Any, Any]:
        """The hand as plain data."""
        return self.vector[:], self.played[:]

    @property
    def turn(self) -> int:
        """The seat that acts; -1 once the hand is over."""
        return self.vector[self._engine.turn]

    @property
    def state(self) -> State:
        """The state of the hand now."""
        return CompiledState(self._engine, self.vector[:])

    @property
    def legal(self) -> list[int]:
        """The numbers of what is legal, rising; nothing once the hand is over."""
        legal = self._legal
        if legal is None:
            if self.vector[self._engine.ended]:
                return []
            rows: list[tuple[int, ...]] = []
            engine, vector, cursors = self._engine, self.vector, self._cursors
            cursors.legal(vector, rows)
            if cursors.by_cards is not None and not vector[engine.doing] and vector[cursors.answers] < 0:
                by_cards = cursors.by_cards
                found = {by_cards[row[5]]: row for row in rows}
            else:
                found = {cursors.numbers(row[0], row[1])[row[4 if row[0] == BID else 5]]: row for row in rows}
            self._rows = found
            legal = self._legal = sorted(found) if len(found) > 1 else [*found]
        return legal

    def action(self, number: int) -> Action:
        """The legal action that has a number. Raises Illegal."""
        if number not in self.legal:
            raise self._refused(number)
        return self._engine.codec.read_action(self._rows[number], self._engine.reversed(self.vector))

    def play(self, number: int) -> None:
        """Do a legal action. Raises Illegal."""
        if self._legal is None:
            self.legal  # noqa: B018
        row = self._rows.get(number)
        if row is None or self.vector[self._engine.ended]:
            raise self._refused(number)
        if row[0] == PLAYS:
            self.played[self.turn] += row[5]
        self._engine.module["apply"](self.vector, *row)
        self._legal = None

    def observe(self, seat: int) -> Observation:
        """What a seat sees."""
        return self.state.observe(seat)

    def has_played(self, seat: int) -> Cards:
        """The cards that a seat has played, by number."""
        return self._engine.codec.layout.unpack((self.played[seat],))

    @property
    def scores(self) -> tuple[Number, ...]:
        """What the hand pays every seat; nothing while it goes on."""
        return self.state.scores


class IndexedCursor(CompiledCursor):
    """The same in the indexed form: an action is its place among what is legal, as the definition lists it."""

    __slots__ = ()

    @property
    def legal(self) -> list[int]:
        """The places of what is legal; none once the hand is over."""
        if self._legal is None:
            engine, vector = self._engine, self.vector
            if vector[engine.ended]:
                return []
            if vector[engine.doing]:
                reversed_ranks = engine.reversed(vector)
                rows = [engine.codec.action(action, reversed_ranks) for action in self.state.legal_actions()]
            else:
                rows = [*engine.actions(vector).values()]
            self._rows = dict(enumerate(rows))
            self._legal = [*self._rows]
        return self._legal
