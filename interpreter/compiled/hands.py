"""Many hands of one rulebook side by side, as arrays of NumPy: by the kernel of `batching`, or in plain Python.

Hand `j` of a seed is dealt from `derived_seed(seed, j)`, as `playouts` does it, in whichever place it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import numpy as np

from ..errors import Invalid
from ..randomness import SEEDS, derived_seed
from ..rules import Rules
from .batching import ACT, BEGIN, KNOW, LIST, SEE, TRIES
from .cache import digest, keep
from .choice import can_make_machine_code
from .codec import Codec, Record
from .engine import LOWERED
from .layout import CannotCompile
from .module import Program
from .numbering import Lookup, Numbers
from .sides import PLAY

_NONE = -1
ROOM = 64
"""For so many actions of each hand there is room at first."""


class Hands(ABC):
    """What both forms have. `again`: a place whose hand is over gets the hand `count` further on that has a decision.
    `turned`: what is seen counts seats from who acts. `known`: the actions that have numbers, as rows."""

    name: Literal["python", "native"]

    def __init__(
        self, rules: Rules, program: Program, count: int, seed: int, again: bool, turned: bool, known: Numbers | None
    ) -> None:
        self.rules = rules
        self.program = program
        self.codec = Codec(rules, program.layout, program.slots, {}, program.scales)
        self.count, self.seed, self.turned = count, seed, bool(turned)
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

    @abstractmethod
    def begin(self, numbers: Numbers) -> None:
        """Deal hands by their numbers to the places that have one (-1: nothing happens)."""

    @abstractmethod
    def act(self, choices: Numbers) -> None:
        """Do in every hand the action with this place in its list. Raises Invalid, and then nothing is done."""

    @abstractmethod
    def see(self, out: Numbers) -> None:
        """What the seat to act sees in every hand."""

    @abstractmethod
    def vector(self, place: int) -> list[int]:
        """The state of a hand."""

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


def _address(array: Numbers) -> int:
    """Where an array is. It must be kept as long as that is used."""
    address: int = array.ctypes.data
    return address


class NativeHands(Hands):
    """In machine code. Raises CannotCompile."""

    name = "native"

    def __init__(
        self, rules: Rules, count: int, seed: int, again: bool = True, turned: bool = True, known: Numbers | None = None
    ) -> None:
        if not can_make_machine_code():
            raise CannotCompile("machine code takes llvmlite: `pip install cardwright[fast]`")
        from .native import machine

        program = Program(rules, native=True, stepping=True)
        super().__init__(rules, program, count, seed, again, turned, known)
        found = digest(program.text, machine().encode(), *(path.read_bytes() for path in LOWERED if path.is_file()))
        path = keep(f"{rules.rulebook.name}-batch-{found}", program.text)
        self._module, self._batch = _kernel(program.text, program.columns, path)
        self._lock = Lock()
        """Machine code lets go of Python's lock, and no other thread may take arrays from under it."""
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
        listed = np.zeros((rows, self.program.columns), np.int64)
        ids = np.zeros(rows if self.known is not None else 0, np.int64)
        states = (self._states, self._played, self.numbers, self.turns)
        ends = (self.offsets, self.done, self.finished, self.broken, self.scores, self._told)
        self._before = (self._signed, self.step, self.count, *map(_address, states))
        behind = (_address(listed), rows, *map(_address, ends), int(self.turned))
        table = (_address(self._known), len(self._known), _address(self._slots), self._mask, _address(ids))
        # Nothing is called between these: addresses are those of the arrays that are kept, whatever interrupts.
        self.rows, self.ids, self._behind, self._table = listed, ids, behind, table

    def _call(self, work: int, choices: Numbers, seen: Numbers) -> int:
        with self._lock:
            return self._work(work, choices, seen)

    def _work(self, work: int, choices: Numbers, seen: Numbers) -> int:
        return self._batch(work, *self._before, _address(choices), *self._behind, _address(seen), *self._table)

    def _listed(self, work: int, choices: Numbers) -> None:
        with self._lock:
            found = self._work(work | LIST, choices, self._nothing)
            while found > 0:
                self._make_room(2 * max(found, len(self.rows)))
                found = self._work(LIST, choices, self._nothing)
        if found < 0:
            place = int(self._told[0]) - 1
            raise self._wrong(place) if found == _NONE else self._stuck(place)

    def begin(self, numbers: Numbers) -> None:
        self._listed(BEGIN, numbers)

    def act(self, choices: Numbers) -> None:
        self._listed(ACT, choices)

    def see(self, out: Numbers) -> None:
        self._call(SEE, self._nothing, out)

    def vector(self, place: int) -> list[int]:
        found: list[int] = self._states[place].tolist()
        return found


@lru_cache(maxsize=16)
def _kernel(text: str, columns: int, path: Path | None) -> tuple[object, Callable[..., int]]:
    """The module of a text and its kernel: batches of the same rules share them."""
    from .native import NativeModule

    module = NativeModule(text, columns, path)
    return module, module.by_addresses("batch")


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
        self._number = Lookup(rules, known)
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

    def see(self, out: Numbers) -> None:
        row = [0] * self.program.seen.length
        for place, s in enumerate(self._vectors):
            base = max(int(self.turns[place]), 0) if self.turned else 0
            self._module["see"](s, self._played[place], base, row)
            out[place] = row

    def vector(self, place: int) -> list[int]:
        return self._vectors[place][:]
