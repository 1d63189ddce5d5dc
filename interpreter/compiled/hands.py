"""Many hands of one rulebook side by side, as arrays of NumPy: by the kernel of `batching`, or in plain Python.

Hand `j` of a seed is dealt from `derived_seed(seed, j)`, as `playouts` does it, in whichever place it is played."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import Invalid
from ..play import Cards
from ..randomness import SEEDS, derived_seed
from ..rules import Rules
from .batching import ACT, BEGIN, KNOW, LIST, NUMBER, RUNG, SEE, SIZE, TRIES, WHOLE
from .cache import digest, keep
from .codec import Codec, Record
from .engine import LOWERED
from .layout import CannotCompile, CardLayout
from .module import WORD_BITS, Program
from .sides import BID, CLAIM, DECLINE, DISCARD, GIVE, PASS, PLAY

Numbers = npt.NDArray[np.int64]
_NONE = -1
ROOM = 64
"""For so many actions of each hand there is room at first."""


class Hands:
    """What both forms have. `again`: a place whose hand is over gets the hand `count` further on that has a decision.
    `turned`: what is seen counts seats from who acts. `known`: the actions that have numbers, as rows."""

    name: Literal["python", "native"]

    def __init__(
        self, rules: Rules, program: Program, count: int, seed: int, again: bool, turned: bool, known: Numbers | None
    ) -> None:
        self.rules = rules
        self.program = program
        self.codec = Codec(rules, program.layout, program.slots, {}, program.scales)
        self.count, self.seed, self.turned = count, seed, turned
        self.step = count if again else 0
        self.known = known
        self.turns: Numbers = np.full(count, _NONE)
        self.numbers: Numbers = np.full(count, _NONE)
        self.offsets: Numbers = np.zeros(count + 1, np.int64)
        self.done: Numbers = np.zeros(count, np.int64)
        self.finished: Numbers = np.full(count, _NONE)
        self.broken: Numbers = np.zeros(count, np.int64)
        self.scores: Numbers = np.zeros((count, rules.players), np.int64)
        self.rows: Numbers = np.zeros((0, program.columns), np.int64)
        self.ids: Numbers = np.zeros(0, np.int64)

    def begin(self, numbers: Numbers) -> None:
        """Deal hands by their numbers to the places that have one (-1: nothing happens)."""
        raise NotImplementedError

    def act(self, choices: Numbers) -> None:
        """Do in every hand the action with this place in its list. Raises Invalid, and then nothing is done."""
        raise NotImplementedError

    def see(self, out: Numbers) -> None:
        """What the seat to act sees in every hand."""
        raise NotImplementedError

    def vector(self, place: int) -> list[int]:
        """The state of a hand."""
        raise NotImplementedError

    def reversed(self, vector: Sequence[int]) -> bool:
        """Whether the ranks are upside down in a state."""
        at = self.program.slots.at.get("REVERSED_RANKS")
        return at is not None and vector[at].bit_count() % 2 == 1

    def _wrong(self, place: int) -> Invalid:
        legal = int(self.offsets[place + 1] - self.offsets[place])
        return Invalid(f"hand {place} of the batch has {legal} legal actions, which are chosen by numbers from 0")

    @staticmethod
    def _stuck(place: int) -> Invalid:
        return Invalid(f"hand {place} of the batch comes to where nothing is legal")


class NativeHands(Hands):
    """In machine code. Raises CannotCompile."""

    name = "native"

    def __init__(
        self, rules: Rules, count: int, seed: int, again: bool = True, turned: bool = True, known: Numbers | None = None
    ) -> None:
        if find_spec("numba") is None:
            raise CannotCompile("machine code takes Numba: `pip install cardwright[fast]`")
        from .native import NativeModule

        program = Program(rules, native=True, stepping=True)
        super().__init__(rules, program, count, seed, again, turned, known)
        found = digest(program.text, *(path.read_bytes() for path in LOWERED if path.is_file()))
        path = keep(f"{rules.rulebook.name}-batch-{found}", program.text)
        self._batch = NativeModule(f"cardwright_batch_{found}", program.text, program.columns, path).batch
        self._signed = seed - SEEDS if seed >= SEEDS // 2 else seed
        self._states: Numbers = np.zeros((count, program.slots.length), np.int64)
        self._played: Numbers = np.zeros(count * rules.players * program.layout.words, np.int64)
        self._told: Numbers = np.zeros(1, np.int64)
        self._nothing: Numbers = np.zeros(0, np.int64)
        self._known = np.zeros((0, program.columns), np.int64) if known is None else known
        size = 0 if known is None else 1 << max(4, (2 * len(known)).bit_length())
        self._slots: Numbers = np.full(size, _NONE)
        self._mask = max(size - 1, 0)
        self._make_room(ROOM * count)
        if known is not None:
            self._call(KNOW, self._nothing, self._nothing)

    def _make_room(self, rows: int) -> None:
        self.rows = np.zeros((rows, self.program.columns), np.int64)
        self.ids = np.zeros(rows if self.known is not None else 0, np.int64)

    def _call(self, work: int, choices: Numbers, seen: Numbers) -> int:
        return int(
            self._batch(
                work,
                self._signed,
                self.step,
                self.count,
                self._states.reshape(-1),
                self._played,
                self.numbers,
                self.turns,
                choices,
                self.rows,
                self.offsets,
                self.done,
                self.finished,
                self.broken,
                self.scores.reshape(-1),
                self._told,
                int(self.turned),
                seen,
                self._known,
                self._slots,
                self._mask,
                self.ids,
            )
        )

    def _listed(self, work: int, choices: Numbers) -> None:
        found = self._call(work | LIST, choices, self._nothing)
        while found > 0:
            self._make_room(2 * max(found, len(self.rows)))
            found = self._call(LIST, choices, self._nothing)
        if found < 0:
            place = int(self._told[0]) - 1
            raise self._wrong(place) if found == _NONE else self._stuck(place)

    def begin(self, numbers: Numbers) -> None:
        self._listed(BEGIN, numbers)

    def act(self, choices: Numbers) -> None:
        self._listed(ACT, choices)

    def see(self, out: Numbers) -> None:
        self._call(SEE, self._nothing, out.reshape(-1))

    def vector(self, place: int) -> list[int]:
        found: list[int] = self._states[place].tolist()
        return found


class PythonHands(Hands):
    """The same in plain Python, hand by hand. Raises CannotCompile."""

    name = "python"

    def __init__(
        self, rules: Rules, count: int, seed: int, again: bool = True, turned: bool = True, known: Numbers | None = None
    ) -> None:
        program = Program(rules, stepping=True)
        super().__init__(rules, program, count, seed, again, turned, known)
        self._module: dict[str, Any] = {}
        exec(compile(program.text, f"<{rules.rulebook.name}, stepping>", "exec"), self._module)
        self._vectors: list[list[int]] = [[] for _ in range(count)]
        self._played: list[list[int]] = [[] for _ in range(count)]
        self._lists: list[list[Record]] = [[] for _ in range(count)]
        self._ids: dict[tuple[int, ...], list[Record]] = {}
        for row in [] if known is None else known.tolist():
            self._ids.setdefault((row[0], row[SIZE], *row[5:]), []).append(row)
        matchers = rules.plays.matchers
        self._whole = {rung for rung, matcher in enumerate(matchers) if matcher.planner.untouched}
        self._turn = program.slots.at["TURN"]

    def begin(self, numbers: Numbers) -> None:
        for place, number in enumerate(numbers.tolist()):
            if number < 0:
                continue
            self.done[place] = 0
            if self.step:
                self._next(place, number)
            else:
                self._deal(place, number)
                self._ended(place)
        self._list()

    def _deal(self, place: int, number: int) -> None:
        self.numbers[place] = number
        self._vectors[place] = s = [0] * self.program.slots.length
        self._played[place] = [0] * (self.rules.players * self.program.layout.words)
        self._module["begin_hand"](s, [derived_seed(self.seed, number)], 0, [0] * len(self.rules.pieces.all))
        self.turns[place] = s[self._turn]

    def _next(self, place: int, number: int) -> None:
        """The hand of a number, or the next of this place that has a decision."""
        for tried in range(number, number + TRIES * self.step, self.step):
            self._deal(place, tried)
            if self.turns[place] >= 0:
                return
        self.numbers[place] = _NONE

    def _ended(self, place: int) -> None:
        s = self._vectors[place]
        self.turns[place] = s[self._turn]
        if s[self._turn] < 0:
            own = [0] * self.rules.players
            self.done[place], self.finished[place] = 1, self.numbers[place]
            self.broken[place] = self._module["settle"](s, own)
            self.scores[place] = own
            if self.step:
                self._next(place, int(self.numbers[place]) + self.step)

    def act(self, choices: Numbers) -> None:
        chosen: list[Record | None] = []
        for place, (choice, rows) in enumerate(zip(choices.tolist(), self._lists, strict=True)):
            if rows and not 0 <= choice < len(rows):
                raise self._wrong(place)
            chosen.append(rows[choice] if rows else None)
        self.done[:] = 0
        words = self.program.layout.words
        for place, row in enumerate(chosen):
            if row is None:
                continue
            if row[0] == PLAY:
                mine, first = self._played[place], int(self.turns[place]) * words
                for word in range(words):
                    mine[first + word] += row[5 + word]
            self._module["apply"](self._vectors[place], *row)
            self._ended(place)
        self._list()

    def _list(self) -> None:
        for place, s in enumerate(self._vectors):
            rows: list[Record] = []
            self._lists[place] = rows
            if s and s[self._turn] >= 0:
                self._module["legal"](s, rows)
                if not rows:
                    raise self._stuck(place)
        self.offsets[1:] = np.cumsum([len(rows) for rows in self._lists])
        told = [row for rows in self._lists for row in rows]
        self.rows = np.array(told, np.int64).reshape(-1, self.program.columns)
        if self.known is not None:
            self.ids = np.array([self._number(row) for row in told], np.int64)

    def _number(self, row: Record) -> int:
        key = (row[0], row[SIZE], *row[5:])
        if row[0] == PLAY and row[RUNG] in self._whole:
            key = (PLAY, WHOLE, *(0 for _ in row[5:]))
        return next((known[NUMBER] for known in self._ids.get(key, ()) if known[RUNG] in (_NONE, row[RUNG])), _NONE)

    def see(self, out: Numbers) -> None:
        row = [0] * self.program.seen.length
        for place, s in enumerate(self._vectors):
            base = max(int(self.turns[place]), 0) if self.turned else 0
            self._module["see"](s, self._played[place], base, row)
            out[place] = row

    def vector(self, place: int) -> list[int]:
        return self._vectors[place][:]


class Table(Protocol):
    """Actions by their numbers, as `Universe` has them."""

    def __len__(self) -> int:
        """How many there are, those of other answers to the options included."""

    def key(self, number: int) -> tuple[str, str, Cards]:
        """The kind of an action, the name of what it does, its pieces. Raises Invalid for pieces of another deck."""

    def key_of_play(self, cards: Cards, combination: str) -> tuple[str, str, Cards]:
        """The key of a play: it names the combination where the cards can be read in several ways."""


_VERBS = {
    "pass": PASS,
    "decline": DECLINE,
    "claim": CLAIM,
    "bid": BID,
    "play": PLAY,
    "hand": PLAY,
    "give": GIVE,
    "discard": DISCARD,
}


def numbered(rules: Rules, table: Table) -> Numbers:
    """The actions of a table that this game can ask for as rows, in which `NUMBER` has their numbers. Raises
    CannotCompile."""
    layout, copies = CardLayout(rules.pieces, WORD_BITS), rules.pieces.copies
    rungs = {combination.name: rung for rung, combination in enumerate(rules.rulebook.combinations)}
    claims = {claim.name: at for at, claim in enumerate(rules.rulebook.claims)}
    rows: list[Record] = []
    named: set[tuple[int, ...]] = set()
    for number in range(len(table)):
        try:
            kind, name, cards = table.key(number)
        except Invalid:
            continue
        verb, rung, size = _VERBS[kind], 0, len(cards)
        if len(set(cards)) < size and any(cards.count(card) > copies[card] for card in cards):
            continue
        words = layout.pack(cards)
        if verb == PLAY:
            rung = rungs.get(name, _NONE)
            if kind == "hand":
                size = WHOLE
            elif name and table.key_of_play(cards, name)[1] == name:
                named.add(words)
            if name and (rung == _NONE or (kind == "play" and words not in named)):
                continue
        elif verb == CLAIM:
            rung = claims.get(name, _NONE)
        elif verb == BID:
            size = int(name)
        rows.append((verb, rung, number, 0, size, *words))
    # Where the reading has to be named, the cards alone are an action of other answers.
    rows = [row for row in rows if row[0] != PLAY or row[1] >= 0 or row[5:] not in named]
    return np.array(rows, np.int64).reshape(-1, 5 + layout.words)
