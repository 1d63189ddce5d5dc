"""Loops over runs of ranks, and over groups of several ranks."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import accumulate
from math import comb

from ..play import Window
from .found import PartFound
from .loops import Earlier, Loop, Shared, Then, Writing, amount, plural
from .source import Words


@dataclass(frozen=True)
class Run(Loop):
    """One piece of each rank of a run; all runs are equally long, so that loops stand in one another."""

    windows: tuple[Window, ...]
    one_suit: bool
    """Whether the pool is of one suit, so that a rank has one piece."""
    largest: int

    @property
    def runs(self) -> tuple[Window, ...]:
        """All."""
        return self.windows

    @property
    def repeats(self) -> bool:
        """Where the same ranks are a run in several ways."""
        return len(set(map(frozenset, self.windows))) < len(self.windows)

    def told(self) -> str:
        """In words."""
        which = plural(len(self.windows), "run") + f" of {len(self.windows[0])}" if self.rule.windows else "all ranks"
        return f"{which}{'' if self.one_suit else ', every choice of a piece from each rank'}"

    def ways(self, held: int) -> int:
        """The most where the pieces lie evenly among the ranks of a run."""
        length = len(self.windows[0])
        each = 1 if self.one_suit else min(self.largest, -(-held // length))
        return len(self.windows) * int(each**length) if held >= length else 0

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """A loop over runs; where no rank is missing, loops over the pieces of each rank."""
        source, cards, length = to.source, to.cards, len(self.windows[0])
        run = source.new("run")
        ranks = source.table("RUN_RANKS", [rank for window in self.windows for rank in window])
        names = to.named("marks", cards.rank_marks(pool))
        marks = [
            source.table("RUN_MARKS", [cards.marks_of(window)[word] for window in self.windows])
            for word in range(to.layout.words)
        ]
        missing = " and ".join(f"{mark}[{run}] & ~{has} == 0" for mark, has in zip(marks, names, strict=True))
        with source.block(f"for {run} in range({len(self.windows)}):"), ExitStack() as stack:
            stack.enter_context(source.block(f"if {missing}:"))
            words: Words = ()
            chosen: list[str] = []
            for at in range(length):
                rank, one = source.new("rank"), source.new("one")
                source.line(f"{rank} = {ranks}[{run} * {length} + {at}]" if length > 1 else f"{rank} = {ranks}[{run}]")
                fields = cards.of_rank(pool, rank)
                if self.one_suit:
                    source.line(f"{one} = {fields}")
                else:
                    stack.enter_context(source.each(one, to.fields.choose(1, 1), fields))
                chosen.append(one)
                added = to.fields.placed(one, rank)
                words = to.named("m", cards.add(words, added) if words else added)
            alike = to.fields.suited(chosen) if shared.suit is None else None
            window = run if self.rule.windows is not None else None
            then(PartFound(self.rule, words, str(length), shared.rank, shared.suit, window, alike))


@dataclass(frozen=True)
class Groups(Loop):
    """So many pieces of each rank of a run, as an odometer turns."""

    windows: tuple[Window, ...]
    least: int
    most: int
    largest: int

    @property
    def runs(self) -> tuple[Window, ...]:
        """All."""
        return self.windows

    def told(self) -> str:
        """In words."""
        lengths = sorted({len(window) for window in self.windows})
        return (
            f"{plural(len(self.windows), 'run')} of {amount(lengths[0], lengths[-1])} ranks, "
            f"every choice of {amount(self.least, self.most)} from each rank"
        )

    def ways(self, held: int) -> int:
        """The most where the pieces lie evenly among the ranks of a run."""
        total = 0
        for window in self.windows:
            each = min(self.largest, -(-held // len(window)))
            if held >= self.least * len(window):
                total += sum(comb(max(each, self.least), k) for k in range(self.least, self.most + 1)) ** len(window)
        return total

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """A loop over runs; within, each rank has a number that says which choice is next."""
        source, layout, cards, least, most = to.source, to.layout, to.cards, self.least, self.most
        longest = max(map(len, self.windows))
        run, length, at, rank = source.new("run"), source.new("length"), source.new("at"), source.new("rank")
        turned, fields = source.new("turned"), source.new("fields")
        sums = tuple(source.new("sum") for _ in range(layout.words))
        starts = source.table("RUN_AT", list(accumulate(map(len, self.windows), initial=0))[:-1])
        ranks = source.table("RUN_RANKS", [rank for window in self.windows for rank in window])
        lengths = source.table("RUN_LENGTH", [len(window) for window in self.windows])
        choices, counts = to.fields.choices(least, most)
        have = source.new("have")
        source.line(f"{have} = {' | '.join(_has(to, pool, rank, least) for rank in range(len(layout.ranks)))}")
        needed = source.table("RUN_NEEDS", [sum(1 << rank for rank in window) for window in self.windows])
        source.line(f"{turned} = room({longest + 1})")
        source.line(f"{fields} = room({longest + 1})")
        for name in sums:
            source.line(f"{name} = room({longest + 2})")
        with source.block(f"for {run} in range({len(self.windows)}):"), ExitStack() as stack:
            source.line(f"{length} = {lengths}[{run}]")
            fits = f"{length} * {least} <= {to.high}"
            if to.alone:
                fits += f" and {length} * {most} >= {to.low}"
            stack.enter_context(source.block(f"if {needed}[{run}] & ~{have} == 0 and {fits}:"))
            with source.block(f"for {at} in range({length}):"):
                source.line(f"{fields}[{at}] = {cards.of_rank(pool, f'{ranks}[{starts}[{run}] + {at}]')}")
                source.line(f"{turned}[{at}] = 0")
            source.line(f"{at} = 0")
            with source.block(f"while {at} >= 0:"):
                with source.block(f"if {turned}[{at}] == {counts}[{fields}[{at}]]:"):
                    source.line(f"{turned}[{at}] = 0")
                    source.line(f"{at} -= 1")
                    source.line("continue")
                source.line(f"{rank} = {ranks}[{starts}[{run}] + {at}]")
                one = source.new("chosen")
                source.line(f"{one} = {to.fields.chosen(choices, f'{fields}[{at}]', f'{turned}[{at}]')}")
                source.line(f"{turned}[{at}] += 1")
                for name, added in zip(sums, to.fields.placed(one, rank), strict=True):
                    source.line(f"{name}[{at} + 1] = {name}[{at}] + {added}")
                with source.block(f"if {at} + 1 < {length}:"):
                    source.line(f"{at} += 1")
                    source.line("continue")
                words = to.named("m", tuple(f"{name}[{length}]" for name in sums))
                size = length
                if least != most or least > 1:
                    size = source.new("size")
                    source.line(f"{size} = {cards.count(words) if least != most else f'{length} * {least}'}")
                window = run if self.rule.windows is not None else None
                then(PartFound(self.rule, words, size, shared.rank, shared.suit, window))


@dataclass(frozen=True)
class Ranks(Loop):
    """So many of each of several ranks that need not be neighbours, as an odometer turns over all ranks: at every
    rank nothing may be chosen as well."""

    least: int
    most: int
    groups: tuple[int, int] | None
    """How many ranks; None: as many as a part before spans."""
    ranks: int
    largest: int

    def told(self) -> str:
        """In words."""
        number = amount(*self.groups) if self.groups is not None else "as many"
        return f"every choice of {number} ranks, and of {amount(self.least, self.most)} pieces from each"

    def ways(self, held: int) -> int:
        """The most."""
        each = min(self.largest, held)
        ranks = min(self.ranks, held // self.least)
        low, high = self.groups if self.groups is not None else (1, ranks)
        one = sum(comb(each, k) for k in range(self.least, self.most + 1))
        return sum(comb(ranks, number) * one**number for number in range(low, min(high, ranks) + 1))

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """A place for every rank, with the number of the next choice there."""
        source, layout, cards, number = to.source, to.layout, to.cards, self.ranks
        if self.groups is None:
            times = to.times(self.rule, earlier)
            low = high = times
        else:
            low, high = map(str, self.groups)
        choices, counts = to.fields.choices(self.least, self.most, none=True)
        at, one, turned, taken = (source.new(base) for base in ("at", "chosen", "turned", "groups"))
        sums = tuple(source.new("sum") for _ in range(layout.words))
        source.line(f"{turned} = room({number + 1})")
        source.line(f"{taken} = room({number + 2})")
        for name in sums:
            source.line(f"{name} = room({number + 2})")
        source.line(f"{at} = 0")
        with source.block(f"while {at} >= 0:"):
            held = source.new("held")
            source.line(f"{held} = {cards.of_rank(pool, at)}")
            with source.block(f"if {turned}[{at}] == {counts}[{held}]:"):
                source.line(f"{turned}[{at}] = 0")
                source.line(f"{at} -= 1")
                source.line("continue")
            source.line(f"{one} = {to.fields.chosen(choices, held, f'{turned}[{at}]')}")
            source.line(f"{turned}[{at}] += 1")
            for name, added in zip(sums, to.fields.placed(one, at), strict=True):
                source.line(f"{name}[{at} + 1] = {name}[{at}] + {added}")
            source.line(f"{taken}[{at} + 1] = {taken}[{at}] + (1 if {one} != 0 else 0)")
            left = f"{taken}[{at} + 1] + {number - 1} - {at} < {low}"
            with source.block(f"if {taken}[{at} + 1] > {high} or {left}:"):
                source.line("continue")
            with source.block(f"if {at} + 1 < {number}:"):
                source.line(f"{at} += 1")
                source.line("continue")
            words = to.named("m", tuple(f"{name}[{number}]" for name in sums))
            size = source.new("size")
            counted = f"{taken}[{number}] * {self.least}" if self.least == self.most else cards.count(words)
            source.line(f"{size} = {counted}")
            then(PartFound(self.rule, words, size, shared.rank, shared.suit))


def _has(to: Writing, pool: Words, rank: int, least: int) -> str:
    """A bit for a rank that has enough pieces."""
    enough = to.fields.enough(to.cards.of_rank(pool, str(rank)), least)
    return f"({enough}) << {rank}" if not to.source.native else f"({1 << rank} if {enough} else 0)"


def lengths(windows: Sequence[Window]) -> set[int]:
    """How long runs are."""
    return {len(window) for window in windows}
