"""Loops over single pieces: one, so many, a piece for each item of a list; and, where nothing better is known, over
all subsets, each of them tested."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import comb
from typing import ClassVar

from cardwright.dsl import model

from ..play import Window
from .found import PartFound
from .layout import CannotCompile
from .loops import Earlier, Loop, Shared, Then, Writing, amount
from .source import Words

_NESTED = 6
"""So many pieces are chosen by loops in one another; more of them by a stack."""


@dataclass(frozen=True)
class Single(Loop):
    """One piece, low to high."""

    def told(self) -> str:
        """In words."""
        return "every single piece"

    def ways(self, held: int) -> int:
        """All."""
        return held

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """Bit by bit, or a loop over kinds."""
        source, layout = to.source, to.layout
        ranks = source.table("RANK_OF_KIND", layout.rank_of_kind)
        if layout.single and layout.words == 1:
            left, one = source.new("left"), source.new("one")
            floor = to.start_bits() if to.start_bits is not None and not earlier else ""
            source.line(f"{left} = {pool[0]}{floor}")
            with source.block(f"while {left} != 0:"):
                source.line(f"{one} = {left} & -{left}")
                source.line(f"{left} ^= {one}")
                rank = f"{ranks}[{source.high_bit(one)}]"
                then(PartFound(self.rule, (one,), "1", shared.rank or rank, shared.suit))
            return
        kind = source.new("kind")
        held = f"if {to.cards.of_kind(pool, kind)} != 0:"
        with source.block(f"for {kind} in range({len(layout.fields)}):"), source.block(held):
            words = to.named("m", to.cards.one_of(kind))
            then(PartFound(self.rule, words, "1", shared.rank or f"{ranks}[{kind}]", shared.suit))


@dataclass(frozen=True)
class Some(Loop):
    """So many pieces, whatever they are."""

    least: int
    most: int | None
    copies: int
    """How many pieces may be equal."""

    def told(self) -> str:
        """In words."""
        times = " per rank of another part" if self.rule.per is not None else ""
        return f"every choice of {amount(self.least, self.most)} pieces{times}".replace(" 1 pieces", " one piece")

    def ways(self, held: int) -> int:
        """All, as if no two were equal."""
        most = held if self.most is None or self.rule.per is not None else min(self.most, held)
        return sum(comb(held, k) for k in range(self.least, most + 1))

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """The pieces are laid out in a row, and chosen by their places."""
        times = to.times(self.rule, earlier)
        if self.least == self.most and self.least <= _NESTED and times == "1":
            with nested(to, *row(to, pool), self.least) as (words, kinds):
                rank = shared.rank
                if self.least == 1 and rank is None:
                    rank = to.source.table("RANK_OF_KIND", to.layout.rank_of_kind) + f"[{kinds[0]}]"
                then(PartFound(self.rule, words, str(self.least), rank, shared.suit, kinds=kinds))
            return
        with chosen(to, pool, self.least, self.most, times) as (words, size):
            then(PartFound(self.rule, words, size, shared.rank, shared.suit))


@dataclass(frozen=True)
class Items(Loop):
    """A piece for each item of a list. `items`: which pieces (by number in `Pieces`) and how many of them."""

    items: tuple[tuple[frozenset[int], int], ...]
    run: Window | None = None
    """The run that they are written as, by positions of ranks."""

    @property
    def runs(self) -> tuple[Window, ...]:
        """The one that is written."""
        return () if self.run is None else (self.run,)

    @property
    def repeats(self) -> bool:
        """Where a piece fits several items."""
        sets = [pieces for pieces, _ in self.items]
        return any(not one.isdisjoint(other) for at, one in enumerate(sets) for other in sets[at + 1 :])

    def told(self) -> str:
        """In words."""
        number = sum(number for _, number in self.items)
        return f"every choice of a piece for each of {number} items" if number > 1 else "every piece that is listed"

    def ways(self, held: int) -> int:
        """The most."""
        total = 1
        for pieces, number in self.items:
            total *= comb(min(held, len(pieces) * number), number)
        return total

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """Item after item, each among the pieces that those before have left."""
        total = sum(number for _, number in self.items)
        if total > 2 * _NESTED:
            raise CannotCompile("a list of more pieces than loops can stand in one another")
        window = "0" if self.run is not None else None

        def item(at: int, words: Words) -> None:
            if at == len(self.items):
                then(PartFound(self.rule, words, str(total), shared.rank, shared.suit, window))
                return
            pieces, number = self.items[at]
            taken = any(not pieces.isdisjoint(before) for before, _ in self.items[:at])
            free = to.cards.minus(pool, tuple(f"({word})" for word in words)) if taken else pool
            free = tuple(f"({word})" for word in free)
            kinds = row(to, to.named("left", to.cards.masked(free, pieces)))
            with nested(to, *kinds, number, words) as (more, _):
                item(at + 1, more)

        item(0, ())


@dataclass(frozen=True)
class AllKinds(Loop):
    """One of every piece that the deck has."""

    kinds: frozenset[int]

    def told(self) -> str:
        """In words."""
        return "one of every piece"

    def ways(self, held: int) -> int:
        """One."""
        return 1

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """Whether they are there."""
        words = to.cards.constant(self.kinds)
        with to.source.block(f"if {to.cards.includes(tuple(f'({word})' for word in pool), words)}:"):
            then(PartFound(self.rule, words, str(len(self.kinds)), shared.rank, shared.suit))


@dataclass(frozen=True)
class Subsets(Loop):
    """Every choice of pieces, tested for being what the part asks."""

    tries: ClassVar[bool] = True
    least: int
    most: int | None
    each: tuple[int, int | None] | None
    """How many pieces of each value; None: no groups are asked."""
    groups: tuple[int, int | None] | None
    """How many values; None: as many as a part before spans."""
    attribute: model.Attribute
    windows: tuple[Window, ...] | None
    copies: int

    @property
    def runs(self) -> tuple[Window, ...]:
        """All."""
        return self.windows or ()

    def told(self) -> str:
        """In words."""
        return f"every subset of {amount(self.least, self.most)} pieces, tested one after the other"

    def ways(self, held: int) -> int:
        """All, as if no two were equal."""
        most = held if self.most is None or self.rule.per is not None else min(self.most, held)
        return sum(comb(held, k) for k in range(self.least, most + 1))

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """The loops of any pieces, and the tests within."""
        source, cards = to.source, to.cards
        times = to.times(self.rule, earlier)
        if self.each is not None and self.attribute == "suit":
            suited = frozenset().union(*to.layout.pieces.by_suit)
            pool = cards.masked(tuple(f"({word})" for word in pool), suited)
        with chosen(to, pool, self.least, self.most, times) as (words, size), ExitStack() as stack:
            if self.each is not None:
                self._test_groups(to, words, times, stack)
            window = None
            if self.windows is not None:
                window = source.new("run")
                marks = to.named("marks", cards.rank_marks(words))
                if self.each is None:
                    ranks = " + ".join(f"popcount({mark})" for mark in marks)
                    stack.enter_context(source.block(f"if {ranks} == {size}:"))
                told = [cards.marks_of(run) for run in self.windows]
                tables = [source.table("RUN_MARKS", [row[word] for row in told] or [0]) for word in range(len(words))]
                stack.enter_context(source.block(f"for {window} in range({len(self.windows)}):"))
                same = " and ".join(f"{table}[{window}] == {mark}" for table, mark in zip(tables, marks, strict=True))
                stack.enter_context(source.block(f"if {same}:"))
            then(PartFound(self.rule, words, size, shared.rank, shared.suit, window))

    def _test_groups(self, to: Writing, words: Words, times: str, stack: ExitStack) -> None:
        """Whether there are as many values as asked, and as many pieces of each."""
        assert self.each is not None
        source, cards = to.source, to.cards
        values, value, many, right = (source.new(base) for base in ("values", "value", "many", "right"))
        masks = cards.masks(self.attribute)
        number = cards.values(self.attribute)
        source.line(f"{values} = 0")
        source.line(f"{right} = True")
        with source.block(f"for {value} in range({number}):"):
            of_value = tuple(f"({word} & {mask}[{value}])" for word, mask in zip(words, masks, strict=True))
            source.line(f"{many} = {cards.count(of_value)}")
            with source.block(f"if {many} != 0:"):
                source.line(f"{values} += 1")
                least, most = self.each
                wrong = f"{many} < {least}" + (f" or {many} > {most}" if most is not None else "")
                with source.block(f"if {wrong}:"):
                    source.line(f"{right} = False")
        if self.groups is None:
            fits = f"{values} == {times}"
        else:
            low, high = self.groups
            fits = f"{low} <= {values}" + (f" <= {high}" if high is not None else "")
        stack.enter_context(source.block(f"if {right} and {fits}:"))


# ---- pieces in a row -----------------------------------------------------------------------------------------------


def row(to: Writing, pool: Words) -> tuple[str, str]:
    """The kinds of all pieces of a pool, one after the other, high to low, copies side by side; and how many."""
    source, layout = to.source, to.layout
    kinds, found, kind, held = (source.new(base) for base in ("kinds", "found", "kind", "held"))
    source.line(f"{kinds} = room({len(layout.pieces.all)})")
    source.line(f"{found} = 0")
    if layout.single and layout.words == 1:
        left = source.new("left")
        source.line(f"{left} = {pool[0]}")
        with source.block(f"while {left} != 0:"):
            source.line(f"{kind} = {source.high_bit(left)}")
            source.line(f"{left} ^= {to.cards.one_of(kind)[0]}")
            source.line(f"{kinds}[{found}] = {kind}")
            source.line(f"{found} += 1")
        return kinds, found
    with source.block(f"for {kind} in range({len(layout.fields) - 1}, -1, -1):"):
        source.line(f"{held} = {to.cards.of_kind(pool, kind)}")
        with source.block(f"for _ in range({held}):"):
            source.line(f"{kinds}[{found}] = {kind}")
            source.line(f"{found} += 1")
    return kinds, found


@contextmanager
def nested(
    to: Writing, kinds: str, found: str, size: int, words: Words = ()
) -> Iterator[tuple[Words, tuple[str, ...]]]:
    """Loops in one another that choose so many pieces of a row; yields them (with those before) and their kinds."""
    source, before = to.source, ""
    chosen: tuple[str, ...] = ()
    with ExitStack() as stack:
        for number in range(size):
            at = source.new("at")
            left = size - 1 - number
            first = f"{before} + 1, " if before else ("0, " if left else "")
            stack.enter_context(source.block(f"for {at} in range({first}{found}{f' - {left}' if left else ''}):"))
            kind = source.new("kind")
            source.line(f"{kind} = {kinds}[{at}]")
            if not to.layout.single:
                start = f"{before} + 1" if before else "0"
                stack.enter_context(source.block(f"if {at} == {start} or {kinds}[{at} - 1] != {kind}:"))
            added = to.cards.one_of(kind)
            words = to.named("m", to.cards.add(words, added) if words else added)
            before, chosen = at, (*chosen, kind)
        yield words, chosen


@contextmanager
def chosen(to: Writing, pool: Words, low: int, high: int | None, times: str) -> Iterator[tuple[Words, str]]:
    """Any number of pieces: which are chosen stands on a stack. Yields them and how many they are."""
    source, layout = to.source, to.layout
    kinds, found = row(to, pool)
    taken, depth, next_ = source.new("taken"), source.new("depth"), source.new("next")
    least, most = source.new("least"), source.new("most")
    sums = tuple(source.new("sum") for _ in range(layout.words))
    source.line(f"{taken} = room({len(layout.pieces.all) + 1})")
    for name in sums:
        source.line(f"{name} = room({len(layout.pieces.all) + 2})")
    lowest = str(low) if times == "1" else f"{low} * {times}"
    bounds = [found, to.high]
    if high is not None:
        bounds.append(str(high) if times == "1" else f"{high} * {times}")
    source.line(f"{least} = {f'max({lowest}, {to.low})' if to.alone else lowest}")
    source.line(f"{most} = min({', '.join(bounds)})")
    source.line(f"{depth} = 0")
    source.line(f"{next_} = 0")
    with source.block(f"while {depth} >= 0:"):
        full = f"{depth} == {most} or {next_} >= {found} or {found} - {next_} < {least} - {depth}"
        with source.block(f"if {full}:"):
            source.line(f"{depth} -= 1")
            with source.block(f"if {depth} >= 0:"):
                source.line(f"{next_} = {taken}[{depth}] + 1")
                if not layout.single:
                    same = f"{kinds}[{next_}] == {kinds}[{taken}[{depth}]]"
                    with source.block(f"while {next_} < {found} and {same}:"):
                        source.line(f"{next_} += 1")
            source.line("continue")
        source.line(f"{taken}[{depth}] = {next_}")
        kind = source.new("kind")
        source.line(f"{kind} = {kinds}[{next_}]")
        for name, added in zip(sums, to.cards.one_of(kind), strict=True):
            source.line(f"{name}[{depth} + 1] = {name}[{depth}] + {added}")
        source.line(f"{depth} += 1")
        source.line(f"{next_} += 1")
        with source.block(f"if {depth} >= {least}:"):
            yield to.named("m", tuple(f"{name}[{depth}]" for name in sums)), depth
