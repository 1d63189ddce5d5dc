"""Many hands of one rulebook side by side, as arrays of NumPy, for learners that choose for all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args

import numpy as np
import numpy.typing as npt

from cardwright.interpreter import (
    Action,
    Answers,
    Game,
    Invalid,
    NoEngine,
    State,
    Universe,
    as_seed,
    compiled,
    load,
    new_seed,
)

Numbers = npt.NDArray[np.int64]
Wanted = Literal["auto", "native", "python"]
ROW = ("verb", "combination", "key", "same", "size")
"""What the first columns of `rows` say; the words of the cards follow."""
_MOST = 1 << 24
"""So many hands take more memory than machines have."""
_LAST = 1 << 62
_SIGNED = (1 << 63) - 1
_UNUSED = 63
"""The last bit of a word has no card."""


class Batch:
    """`hands` hands of a rulebook (its name, its file, or a game), each in a place from 0 on. In place `i` the hands
    `first + i`, `first + i + hands`, .. of the seed are played, one after another; with `again=False` the first alone.
    Hands that are over as they are dealt are passed over.

    All arrays are those that the next step writes to: copy what is to be kept. They can be read alone. `relative`:
    observations count seats from who acts. `table`: with it, `ids` has the numbers of legal actions. Raises NoEngine
    where no program plays the rulebook, and what `load` raises."""

    def __init__(
        self,
        rulebook: str | Path | Game,
        hands: int,
        seed: int | None = None,
        *,
        options: Answers | None = None,
        first: int = 0,
        again: bool = True,
        relative: bool = True,
        table: compiled.numbering.Table | None = None,
        engine: Wanted = "auto",
    ) -> None:
        if engine not in get_args(Wanted):
            raise Invalid(f"there is no engine `{engine}` for batches; there are {', '.join(get_args(Wanted))}")
        if isinstance(rulebook, Game) and options is not None:
            raise Invalid("a game has its answers already: options go with a rulebook")
        self.game = rulebook if isinstance(rulebook, Game) else load(rulebook, options)
        self.seed = new_seed() if seed is None else as_seed(_whole(seed, "a seed"))
        # Numbers of Python from here on: those of NumPy overflow, and arrays would be too small.
        hands, first = _whole(hands, "how many hands there are"), _whole(first, "the number of the first hand")
        if hands < 1 or first < 0:
            raise Invalid("a batch has at least one hand, and hands are numbered from 0")
        if hands > _MOST or first > _LAST:
            raise Invalid(f"a batch has at most {_MOST:,} hands, and their numbers end at 2^62")
        self._hands, self.engine_reason = self._made(engine, hands, again, relative, table)
        self._table = 0 if table is None else len(table)
        self._over: npt.NDArray[np.bool_] = np.zeros(hands, np.bool_)
        self.begin(np.arange(first, first + hands))

    def _made(
        self, engine: Wanted, hands: int, again: bool, relative: bool, table: compiled.numbering.Table | None
    ) -> tuple[compiled.hands.Hands, str]:
        """What plays, and why it does."""
        fast = engine == "native" or (engine == "auto" and compiled.choice.can_make_machine_code())
        made = compiled.hands.NativeHands if fast else compiled.hands.PythonHands
        try:
            known = None if table is None else compiled.numbering.numbered(self.game.rules, _of(self.game, table))
            found = made(self.game.rules, hands, self.seed, again, relative, known)
        except compiled.layout.CannotCompile as why:
            raise NoEngine(engine, str(why)) from None
        if engine != "auto":
            return found, "it was asked for"
        return found, "it is the fastest" if fast else "machine code takes llvmlite: `pip install cardwright[fast]`"

    def __len__(self) -> int:
        return self._hands.count

    def __reduce__(self) -> NoReturn:
        raise TypeError("a batch cannot be copied or pickled: make another of the same seed, and `begin` its hands")

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} hands of {self.game.rulebook.name}, {self.engine}>"

    @property
    def relative(self) -> bool:
        """Whether observations count seats from who acts."""
        return self._hands.turned

    @property
    def engine(self) -> Literal["native", "python"]:
        """What plays: machine code, or the same in plain Python, which is far slower."""
        return self._hands.name

    # ---- where the hands are -----------------------------------------------------------------------------------

    @property
    def turn(self) -> Numbers:
        """The seat that acts in each hand; -1 once it is over."""
        return _shown(self._hands.turns)

    @property
    def numbers(self) -> Numbers:
        """The number of the hand in each place."""
        return _shown(self._hands.numbers)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Where the last step has ended a hand."""
        return self._over

    @property
    def finished(self) -> Numbers:
        """The number of the hand that ended last in each place; -1: none has."""
        return _shown(self._hands.finished)

    @property
    def points(self) -> Numbers:
        """What that hand paid each seat, in whole parts of which `scale` are a point: a row for each place."""
        return _shown(self._hands.scores)

    @property
    def scale(self) -> int:
        """How many parts make a point."""
        return self._hands.program.scale

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The same in points."""
        return self.points / self.scale

    @property
    def broken(self) -> Numbers:
        """Which promise of the rulebook (from 1) those scores break; 0: none."""
        return _shown(self._hands.broken)

    # ---- what is legal -----------------------------------------------------------------------------------------

    @property
    def offsets(self) -> Numbers:
        """Where in `rows` the legal actions of each hand begin; one more number says where they all end."""
        return _shown(self._hands.offsets)

    @property
    def counts(self) -> Numbers:
        """How many legal actions there are in each hand; 0 where it is over."""
        offsets = self._hands.offsets
        return offsets[1:] - offsets[:-1]

    @property
    def rows(self) -> Numbers:
        """All legal actions, hand after hand, in numbers: the columns of `ROW`, then the words of the cards."""
        return _shown(self._hands.rows[: self.offsets[-1]])

    @property
    def ids(self) -> Numbers:
        """Their numbers in the table. Raises Invalid where the batch has no table."""
        if self._hands.known is None:
            raise Invalid("actions have numbers where the batch is given a table of them")
        return _shown(self._hands.ids[: self.offsets[-1]])

    def mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """For each hand and each action of the table whether it is legal; into `out`, if it is given."""
        ids, shape = self.ids, (len(self), self._table)
        if out is None:
            out = np.zeros(shape, np.bool_)
        elif not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != np.bool_:
            raise Invalid(f"what is legal is written to an array of bool of shape {shape}")
        else:
            out[:] = False
        known = ids >= 0
        out[np.repeat(np.arange(len(self)), self.counts)[known], ids[known]] = True
        return out

    def padded(self, values: npt.NDArray[Any], width: int | None = None, fill: int = -1) -> npt.NDArray[Any]:
        """What belongs to legal actions (`ids`, `rows`, scores of your own) as a row for every hand, filled up to
        `width` (otherwise the longest list)."""
        counts = self.counts
        values = np.asarray(values)
        if values.shape[:1] != (counts.sum(),):
            raise Invalid(f"values are needed for {counts.sum()} legal actions, not of shape {values.shape}")
        wide = int(counts.max()) if width is None else _whole(width, "a width")
        if wide < counts.max():
            raise Invalid(f"a hand has {counts.max()} legal actions, and there is room for {wide}")
        out = np.full((len(self), wide, *values.shape[1:]), fill, values.dtype)
        out[np.arange(wide) < counts[:, None]] = values
        return out

    def choices(self, ids: npt.ArrayLike) -> Numbers:
        """The places in the lists of legal actions of these numbers, one for each hand. Raises Invalid where one is
        not legal."""
        wanted, counts = self._checked(ids), self.counts
        found = np.flatnonzero(self.ids == np.repeat(wanted, counts))
        live = np.flatnonzero(counts)
        owner = np.searchsorted(self.offsets[1:], found, side="right")
        if not np.array_equal(owner, live):
            wrong = int(np.setdiff1d(live, owner)[0])
            raise Invalid(f"the action {wanted[wrong]} is not legal in hand {wrong} of the batch")
        chosen = np.zeros(len(self), np.int64)
        chosen[owner] = found - self.offsets[owner]
        return chosen

    # ---- steps -------------------------------------------------------------------------------------------------

    def step(self, choices: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Do in every hand the legal action with this place in its list; tells which hands that has ended. Where a
        hand is over already, nothing happens. Raises Invalid where there is no such action, and then nothing is done
        in any hand."""
        self._hands.act(self._checked(choices))
        np.not_equal(self._hands.done, 0, out=self._over)
        return self._over

    def begin(self, numbers: npt.ArrayLike) -> None:
        """Deal anew: to each place the hand with this number; nothing happens where it is negative."""
        wanted = self._checked(numbers)
        if wanted.max() > _LAST + _MOST:
            raise Invalid("the numbers of hands end at 2^62")
        self._hands.begin(wanted)
        np.not_equal(self._hands.done, 0, out=self._over)
        if self._hands.step and self.numbers.min() < 0:
            raise Invalid("hand after hand is over as it is dealt")

    def _checked(self, numbers: npt.ArrayLike) -> Numbers:
        try:
            found = np.asarray(numbers)
        except ValueError:
            raise Invalid(f"{len(self)} whole numbers are needed, one for each hand, not a ragged list") from None
        if found.shape != (len(self),) or found.dtype.kind not in "iu":
            raise Invalid(f"{len(self)} whole numbers are needed, one for each hand, not {found.dtype} {found.shape}")
        if found.dtype.kind == "u" and found.max() > _SIGNED:
            raise Invalid(f"{found.max()} is the number of nothing here")
        return np.ascontiguousarray(found, np.int64)

    # ---- what is seen ------------------------------------------------------------------------------------------

    @property
    def fields(self) -> Mapping[str, compiled.seeing.Field]:
        """What observations are made of: for each name where its numbers are, their shape, and what they say."""
        return self._hands.program.seen.fields

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return self._hands.program.seen.length

    def observe(self, out: Numbers | None = None) -> Numbers:
        """What the seat to act sees in every hand, a row for each; into `out`, if it is given."""
        shape = (len(self), self.width)
        if out is None:
            out = np.zeros(shape, np.int64)
        elif not (isinstance(out, np.ndarray) and out.shape == shape and out.dtype == np.int64 and out.flags.carray):
            raise Invalid(f"observations are written to an array of int64 in C order, of shape {shape}")
        self._hands.see(out)
        return out

    def field(self, observed: Numbers, name: str) -> Numbers:
        """One field of observations, in its shape."""
        found = self.fields.get(name)
        if found is None:
            raise Invalid(f"observations of this game have no `{name}`; they have {', '.join(self.fields)}")
        return observed[:, found.at : found.at + found.size].reshape(len(observed), *found.shape)

    @property
    def paid_scales(self) -> Mapping[str, int]:
        """In which parts of a point the field `paid` tells each payment, where not in points."""
        return self._hands.program.scales

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards by name, in the order in which they are counted."""
        return tuple(self.game.pieces.names[card] for card in self._hands.program.layout.order)

    def cards(self, words: Numbers, *, as_pieces: bool = False) -> npt.NDArray[np.uint8]:
        """How many cards of each kind there are: `words` is a field of cards, or `rows[:, 5:]`. `as_pieces`: in the
        order of the pieces of the game, not of `kinds`."""
        at, width = self._places[as_pieces], self._hands.program.layout.width
        bits = np.unpackbits(np.ascontiguousarray(words, "<i8").view(np.uint8), axis=-1, bitorder="little")
        counts = bits[..., at]
        for bit in range(1, width):
            counts += bits[..., np.where(at == _UNUSED, at, at + bit)] << bit
        return counts

    @cached_property
    def _places(self) -> tuple[Numbers, Numbers]:
        """From which bit on each kind is counted, and each piece; what the deck lacks, where nothing ever is."""
        layout = self._hands.program.layout
        kinds = np.array([64 * field.word + field.shift for field in layout.fields])
        pieces = np.full(len(self.game.pieces), _UNUSED)
        pieces[list(layout.order)] = kinds
        return kinds, pieces

    # ---- hand by hand ------------------------------------------------------------------------------------------

    def state(self, place: int) -> State:
        """The hand in a place as a state, which can be asked everything. It is made anew each time: slow."""
        return self.game.standing(self._hands.codec.position(self._hands.vector(self._place(place))))

    def actions(self, place: int) -> list[Action]:
        """The legal actions of a hand, in the order of its list."""
        hands, place = self._hands, self._place(place)
        reversed_ranks = hands.reversed(hands.vector(place))
        rows = self.rows[self.offsets[place] : self.offsets[place + 1]].tolist()
        return [hands.codec.read_action(row, reversed_ranks) for row in rows]

    def action(self, place: int, choice: int) -> str:
        """A legal action of a hand as it is written."""
        row = self.rows[self.offsets[self._place(place)] :][: self.counts[place]]
        if not 0 <= _whole(choice, "a choice") < len(row):
            raise Invalid(f"hand {place} of the batch has {len(row)} legal actions, which are numbered from 0")
        hands = self._hands
        return str(hands.codec.read_action(row[choice].tolist(), hands.reversed(hands.vector(place))))

    def _place(self, place: int) -> int:
        place = _whole(place, "a place")
        if not 0 <= place < len(self):
            raise Invalid(f"the places of the batch are 0 to {len(self) - 1}")
        return place


def _shown(array: Numbers) -> Numbers:
    """An array that can be read alone: the kernel relies on what stands in it."""
    view = array.view()
    view.flags.writeable = False
    return view


def _of(game: Game, table: compiled.numbering.Table) -> compiled.numbering.Table:
    """The table, where it counts the pieces of this game."""
    if not hasattr(table, "key_of_play"):
        raise TypeError(f"a table of actions is a Universe, not {type(table).__name__}")
    if isinstance(table, Universe) and table.game.pieces.names != game.pieces.names:
        raise Invalid(f"the table of actions is one of `{table.game.rulebook.name}`, which has another deck")
    return table


def _whole(number: Any, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise TypeError(f"{what} is told as a whole number, not as {type(number).__name__}")
    return int(number)
