"""The compiled engines of a rulebook: its module in plain Python, and as machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, overload

from ..actions import Action
from ..errors import Invalid
from ..following import PlayedOut
from ..randomness import SEEDS
from ..rules import Rules
from ..values import normal
from . import lowering
from .cache import digest, keep
from .choice import can_make_machine_code
from .codec import ENDED, Codec, Record
from .layout import CannotCompile
from .module import Program
from .playing_out import Facts
from .states import in_order

_ROWS = 4096
"""For how many actions there is room at first."""


@dataclass(frozen=True)
class Playouts(Sequence[PlayedOut]):
    """What came of many hands. `numbers`: one row after another (an array of NumPy in the native engine)."""

    numbers: Any
    facts: Facts
    scale: int
    """In which parts of a point scores are told in `numbers`."""

    def __len__(self) -> int:
        return len(self.numbers) // self.facts.length

    @overload
    def __getitem__(self, index: int) -> PlayedOut: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlayedOut]: ...
    def __getitem__(self, index: int | slice) -> PlayedOut | Sequence[PlayedOut]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        start = index % len(self) * self.facts.length
        row = [int(number) for number in self.numbers[start : start + self.facts.length]]

        def field(name: str) -> tuple[int, ...]:
            at = self.facts.at.get(name)
            return () if at is None else tuple(row[at : at + self.facts.size[name]])

        def seat(number: int) -> int | None:
            return None if number < 0 else number

        ended = ENDED[field("ENDED")[0]]
        assert ended is not None, "hands are played out to their end"
        return PlayedOut(
            ended=ended,
            winner=seat(field("WINNER")[0]),
            scores=tuple(normal(Fraction(score, self.scale)) for score in field("SCORES")),
            left=field("LEFT"),
            lead=seat(field("LEAD")[0]),
            asked=field("ASKED"),
            plays=field("PLAYS"),
            passes=field("PASSES")[0],
            tricks=field("TRICKS")[0],
            claims=field("CLAIMS"),
            won_by=seat(next(iter(field("WON_BY")), -1)),
            breaches=field("BREACHES"),
            paid=field("PAID"),
            roles=tuple(map(seat, field("ROLES"))),
            broken=field("BROKEN")[0],
        )

    def __iter__(self) -> Iterator[PlayedOut]:
        return (self[at] for at in range(len(self)))


class PythonEngine:
    """A rulebook's module in plain Python. Raises CannotCompile. `deck`: as in Program."""

    name: Literal["python", "native"] = "python"

    def __init__(self, rules: Rules, deck: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.program = program = Program(rules, deck=deck)
        self.path = keep(f"{rules.rulebook.name}-{digest(program.text)}", program.text)
        """The file that has the text, for who wants to read it or step through it."""
        self.module: Mapping[str, Callable[..., Any]] = {}
        exec(compile(program.text, str(self.path or f"<{rules.rulebook.name}, compiled>"), "exec"), self.module)
        self.codec = Codec(rules, program.layout, program.slots, self.module, program.scales)
        at = program.slots.at
        self.turn, self.ended, self.doing = at["TURN"], at["ENDED"], at["DOING"]
        self._reversed = at.get("REVERSED_RANKS")

    def reversed(self, vector: Sequence[int]) -> bool:
        """Whether the ranks are upside down in a state."""
        return self._reversed is not None and vector[self._reversed].bit_count() % 2 == 1

    def actions(self, vector: Sequence[int]) -> dict[Action, Record]:
        """The legal actions of a state with their records, as the definition lists them."""
        rows: list[Record] = []
        self.module["legal"](vector, rows)
        return in_order(self.codec, rows, self.reversed(vector))

    def playouts(self, hands: int, seed: int, first: int = 0) -> Playouts:
        """Hands dealt from a seed and played at random, from the `first`-th on: whichever they are played with, hands
        of the same seed and number are the same."""
        check(hands, seed, first)
        numbers = [0] * (hands * self.program.facts.length)
        self.module["playouts"](seed, first, hands, numbers)
        return Playouts(numbers, self.program.facts, self.program.scale)


class NativeEngine:
    """A rulebook's module as machine code. Raises CannotCompile. `deck`: as in Program."""

    name: Literal["python", "native"] = "native"

    def __init__(self, rules: Rules, deck: Sequence[int] | None = None) -> None:
        if not can_make_machine_code():
            raise CannotCompile("machine code takes llvmlite and NumPy: `pip install cardwright[fast]`")
        from .native import NativeModule, machine

        self.program = program = Program(rules, native=True, deck=deck)
        known = digest(program.text, machine().encode(), *(path.read_bytes() for path in LOWERED if path.is_file()))
        self.path = keep(f"{rules.rulebook.name}-native-{known}", program.text)
        self.module = NativeModule(program.text, program.columns, self.path)
        self._playouts = self.module.playouts
        self._most = _ROWS

    def _rows(self, number: int) -> Any:
        import numpy as np

        return np.zeros((number, self.program.columns), np.int64)

    def playouts(self, hands: int, seed: int, first: int = 0) -> Playouts:
        """Hands dealt from a seed and played at random, from the `first`-th on, all inside machine code. Threads may do
        so at the same time."""
        import numpy as np

        check(hands, seed, first)
        length, done = self.program.facts.length, 0
        out = self._rows(self._most)  # Each call has its own: the lock of Python is not held.
        numbers = np.zeros(hands * length, np.int64)
        signed = seed - SEEDS if seed >= SEEDS // 2 else seed
        while done < hands:
            done += self._playouts(signed, first + done, hands - done, numbers[done * length :], out)
            if done < hands:
                needed = int(numbers[done * length])
                if needed < 0:
                    raise Invalid(f"hand {first + done} comes to where nothing is legal")
                self._most = max(self._most, 2 * needed)
                out = self._rows(self._most)
        return Playouts(numbers, self.program.facts, self.program.scale)


_PARTS = ("bodies.py", "lowering.py", "native.py", "signatures.py")
LOWERED = tuple(Path(lowering.__file__).with_name(name) for name in _PARTS)
"""What decides how a text is turned into machine code."""


def check(hands: int, seed: int, first: int) -> None:
    """Raise Invalid for what is no number of hands, and no seed."""
    if hands < 0 or first < 0:
        raise Invalid("hands are counted, and numbered, from 0")
    if not 0 <= seed < SEEDS:
        raise Invalid(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
