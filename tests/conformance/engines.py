"""All engines of a rulebook play the same hands, and everything they say at every position is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from random import Random
from typing import Any

from cardwright.interpreter.actions import DECLINE, PASS, Bid, MakeClaim, PlayCards
from cardwright.interpreter.compiled.codec import Record
from cardwright.interpreter.compiled.engine import NativeEngine, PythonEngine
from cardwright.interpreter.compiled.layout import PLAY, CardLayout
from cardwright.interpreter.compiled.states import CompiledState
from cardwright.interpreter.deal import given
from cardwright.interpreter.settlement import InvariantBroken
from cardwright.interpreter.values import normal
from deals import Deals

from cardwright.interpreter import Action, Carried, Deal, Game, Illegal, State

HAS_LLVM = find_spec("llvmlite") is not None
_BEFORE_CARDS = {"TABLE": len(PLAY), "LOG": 1 + len(PLAY), "GIFTS": 2}
"""How many plain numbers stand before the cards of each entry of a slot."""
_CARDS = ("HANDS", "PILES", "TRICK", "KITTY", "DISCARDS", *_BEFORE_CARDS)
_REASONS_ONE_IN = 80
"""One position in so many is asked for reasons: they are told by the definition, which takes its time about it."""


class Mismatch(AssertionError):
    """Two engines say different things; the message has the deal, what was done, and both answers."""


class Native:
    """The machine code of a rulebook, fed with the states of its module in plain Python."""

    def __init__(self, python: PythonEngine) -> None:
        import numpy as np

        self._np = np
        self._engine = engine = NativeEngine(python.rules)
        self._module = engine.module
        self._python = python
        self._starts = _starts(engine.program.layout)
        self._room = np.zeros((4096, engine.program.columns), np.int64)
        self._scores = np.zeros(python.rules.players, np.int64)

    def split(self, cards: int) -> list[int]:
        """Cards of one long word in machine words."""
        ends = [*self._starts[1:], cards.bit_length() + 1]
        return [
            (cards >> start) & ((1 << max(0, end - start)) - 1) for start, end in zip(self._starts, ends, strict=True)
        ]

    def record(self, record: Sequence[int]) -> Record:
        """An action in machine words."""
        return (*record[:-1], *self.split(record[-1]))

    def vector(self, s: Sequence[int]) -> list[int]:
        """A state in machine words."""
        slots = self._python.program.slots
        if len(self._starts) == 1:
            return list(s)
        found: list[int] = []
        for name, at in slots.at.items():
            numbers = s[at : at + slots.size[name]]
            if name not in _CARDS:
                found += numbers
                continue
            entry = _BEFORE_CARDS.get(name, 0) + 1
            for first in range(0, len(numbers), entry):
                found += self.record(numbers[first : first + entry])
        return found

    def state(self, s: Sequence[int]) -> Any:
        """The same as an array."""
        return self._np.array(self.vector(s), self._np.int64)

    def start(self, s: Any, line: int) -> None:
        """As the module does it."""
        self._module.start(s, line)

    def legal(self, s: Any) -> list[Record]:
        """All legal actions."""
        number = self._module.legal(s, self._room)
        if number > len(self._room):
            self._room = self._np.zeros((2 * number, self._room.shape[1]), self._np.int64)
            number = self._module.legal(s, self._room)
        return list(map(tuple, self._room[:number].tolist()))

    def apply(self, s: Any, record: Record) -> None:
        """As the module does it."""
        self._module.apply(s, *self.record(record))

    def settle(self, s: Any) -> tuple[int, list[int]]:
        """Which promise is broken, and the scores."""
        broken = self._module.settle(s, self._scores)
        return broken, self._scores.tolist()


def _starts(layout: CardLayout) -> list[int]:
    """For each machine word how many bits the ones before it have."""
    used = Counter[int]()
    for field in layout.fields:
        used[field.word] += field.width
    return [sum(used[before] for before in range(word)) for word in range(layout.words)]


class Engines:
    """The definition (unless it is left out), the module in plain Python, and machine code where it is asked for."""

    def __init__(self, game: Game, *, definition: bool = True, native: bool = False) -> None:
        self.game = game
        self.definition = definition
        self.python = PythonEngine(game.rules)
        self.native = Native(self.python) if native else None
        self.positions = 0
        """How many have been compared."""
        self.met: Counter[str] = Counter()
        """What the hands came to: how they ended, actions of every kind, plays of every combination."""

    def play_given(self, *hands: str, seed: int) -> None:
        """One hand with these cards. Raises Mismatch."""
        game, carried = self.game, Carried()
        dealt = given(game.rulebook, game.pieces, [game.cards(hand) for hand in hands], seed, carried)
        Hand(self, dealt, carried, Random(seed)).play()

    def play(self, seed: int, hands: int | None = None, positions: int = 0) -> None:
        """So many hands, or hands until there are that many positions. Raises Mismatch."""
        random = Random(seed)
        deals = Deals(self.game, random)
        done, start = 0, self.positions
        while done < hands if hands is not None else self.positions - start < positions:
            dealt, carried = deals.next()
            Hand(self, dealt, carried, random).play()
            done += 1


class Hand:
    """One hand in all engines."""

    def __init__(self, engines: Engines, dealt: Deal, carried: Carried, random: Random) -> None:
        self._engines = engines
        self._random = random
        self._told: list[object] = [dealt, carried]
        python, rules = engines.python, engines.game.rules
        self._s, line = python.codec.dealt(dealt, carried)
        self._z = engines.native.state(self._s) if engines.native else None
        self._state = State(rules, rules.start(dealt, carried)) if engines.definition else None
        python.module["start"](self._s, line)
        if engines.native:
            engines.native.start(self._z, line)

    def _same(self, what: str, one: object, other: object) -> None:
        if one != other:
            raise Mismatch(f"{self._engines.game!r}, {what}:\n  {one}\n  {other}\nafter {self._told}")

    def play(self) -> None:
        """To its end."""
        engines, random = self._engines, self._random
        bold = random.choice((0.0, 0.5, 0.9))
        by_kind = random.random() < 0.4
        while True:
            engines.positions += 1
            records = self._compared()
            if self._s[engines.python.turn] < 0:
                self._compare_ends()
                return
            chosen = self._chosen(records, bold, by_kind)
            self._told.append(chosen)
            verb = chosen[0]
            engines.met[f"verb {verb}" if verb != 1 else f"play {chosen[1]}"] += 1
            if self._state is not None:
                self._state = self._state.apply(self._actions[chosen])
            engines.python.module["apply"](self._s, *chosen)
            if engines.native:
                engines.native.apply(self._z, chosen)

    def _chosen(self, records: list[Record], bold: float, by_kind: bool) -> Record:
        """An action: none that passes or declines as often as `bold`, of all kinds alike where `by_kind` says so."""
        random = self._random
        found = records
        if random.random() < bold:
            found = [record for record in records if record[0] not in (0, 6)] or records
        if by_kind and len(found) > 1:
            kind = random.choice(sorted({record[:2] for record in found}))
            found = [record for record in found if record[:2] == kind]
        return random.choice(found)

    # ---- at a position -----------------------------------------------------------------------------------------

    def _compared(self) -> list[Record]:
        """The legal actions, once everything is compared."""
        engines, s = self._engines, self._s
        python, codec = engines.python, engines.python.codec
        records: list[Record] = []
        python.module["legal"](s, records)
        found = set(records)
        self._same("the module lists actions once", len(found), len(records))
        if engines.native:
            assert self._z is not None
            self._same("machine code has the same state", self._z.tolist(), engines.native.vector(s))
            listed = engines.native.legal(self._z)
            self._same(
                "machine code lists the same actions", sorted(listed), sorted(map(engines.native.record, records))
            )
        if self._state is not None:
            at = self._state.at
            self._same("the position", at, codec.position(s))
            turned = at.special.ranks_reversed
            legal = () if self._state.is_over else self._state.legal_actions()
            self._actions = {codec.action(action, turned): action for action in legal}
            if self._actions.keys() != found:
                missing, extra = self._actions.keys() - found, found - self._actions.keys()
                self._same(
                    f"legal actions at {self._state}", _read(codec, missing, turned), _read(codec, extra, turned)
                )
            if self._random.randrange(_REASONS_ONE_IN) == 0:
                self._compare_reasons(list(self._actions.values()))
        return records

    def _compare_reasons(self, legal: list[Action]) -> None:
        """What is refused is refused by all, for the same reasons; and a position that is read is the same state."""
        state, s, python, random = self._state, self._s, self._engines.python, self._random
        assert state is not None
        compiled = CompiledState(python, s[:])
        self._same("the state", state, compiled)
        self._same("actions in order", list(state.legal_actions()), list(compiled.legal_actions()))
        again: list[Record] = []
        python.module["legal"](python.codec.state(state.at, _hand_number(python, s)), again)
        self._same("actions of a position that is read", set(again), set(self._actions))
        tried: list[Action] = [
            PASS,
            DECLINE,
            Bid(1),
            *(MakeClaim(claim.name) for claim in python.rules.rulebook.claims),
        ]
        if not state.is_over:
            plays = list(python.rules.course(state.at).plays.generate(state.hands[state.at.turn]))
            tried += map(PlayCards, random.sample(plays, min(len(plays), 6)))
        for action in (*tried, *random.sample(legal, min(len(legal), 3))):
            reasons = state.why_not(action)
            self._same(f"whether {action} is legal", reasons is None, action in legal)
            self._same(f"whether {action} is listed", action in legal, action in compiled.legal_actions())
            self._same(f"reasons against {action}", reasons, compiled.why_not(action))
            if reasons is None:
                self._same(f"what {action} leads to", state.apply(action), compiled.apply(action))
                self._same(f"what {action} breaks", state.would_breach(action), compiled.would_breach(action))
                continue
            try:
                compiled.apply(action)
            except Illegal as refused:
                self._same(f"reasons when {action} is refused", reasons, refused.reasons)
            else:
                raise Mismatch(f"{action} is done although it is refused: {state}")

    # ---- at the end --------------------------------------------------------------------------------------------

    def _compare_ends(self) -> None:
        engines, s = self._engines, self._s
        scores = [0] * engines.game.players
        broken = engines.python.module["settle"](s, scores)
        engines.met[f"ended {s[engines.python.ended]}"] += 1
        if engines.native:
            self._same("scores of machine code", (broken, scores), engines.native.settle(self._z))
        if self._state is None:
            return
        state, scale = self._state, engines.python.program.scale
        engines.met["breaches"] += len(state.breaches)
        try:
            told: object = state.scores
        except InvariantBroken as promise:
            told = promise.name
        always = engines.game.rulebook.always
        ours = always[broken - 1].name if broken else tuple(normal(Fraction(score, scale)) for score in scores)
        self._same("scores", told, ours)
        compiled = CompiledState(engines.python, s)
        if not broken:
            self._same("outcomes", state.outcome, compiled.outcome)
            self._same("scores of a state", state.scores, compiled.scores)


def _hand_number(python: PythonEngine, s: Sequence[int]) -> int:
    return int(s[python.program.slots.at["HAND_NUMBER"]])


def _read(codec: Any, records: Any, turned: bool) -> list[str]:
    """Actions as they are written."""
    return [str(codec.read_action(record, turned)) for record in sorted(records)][:8]
