"""Loops that fill one part of a pattern, each with its name, its cost and the lines of program it is written as.

Here are those for pieces that share a value: so many of a rank, copies of a piece, whatever is within one suit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import comb
from typing import ClassVar

from cardwright.dsl import model

from ..parts import PartRule
from ..play import Window
from .cards import CardWords
from .fields import Fields
from .found import PartFound
from .layout import CardLayout
from .source import Source, Words

Then = Callable[[PartFound], None]
Earlier = tuple[PartFound, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """What all cards of a pool have in common, each as the text of an expression."""

    rank: str | None = None
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """Where loops are written, and what is known there. `low` and `high`: how many cards the whole play may have."""

    fields: Fields
    low: str
    high: str
    alone: bool
    """Whether the part is the whole pattern."""
    start: Callable[[], str] | None = None
    """Writes where the ranks begin that are high enough; None: all are looked at."""
    start_bits: Callable[[], str] | None = None
    """The same for single pieces, as a cut of the lowest bits."""

    @property
    def source(self) -> Source:
        """The program."""
        return self.fields.source

    @property
    def cards(self) -> CardWords:
        """What is asked of cards."""
        return self.fields.cards

    @property
    def layout(self) -> CardLayout:
        """Where cards lie."""
        return self.fields.layout

    def named(self, base: str, words: Words) -> Words:
        """Names for words, which are worked out once."""
        names = tuple(self.source.new(base) for _ in words)
        self.cards.set(names, words)
        return names

    def times(self, rule: PartRule, earlier: Earlier) -> str:
        """By how much the amount of a part is multiplied: how many ranks a part before spans."""
        if rule.per is None:
            return "1"
        part = earlier[rule.per]
        if part.rank is not None:
            return "1"
        name = self.source.new("spanned")
        self.source.line(f"{name} = {self.cards.count_ranks(part.words)}")
        return name


@dataclass(frozen=True)
class Loop(ABC):
    """The loops that fill one part. `runs`: the runs that are told apart, by the positions of ranks."""

    tries: ClassVar[bool] = False
    """Whether it tries choices that need not fill the part."""
    skips_used: ClassVar[bool] = False
    """Whether it passes over ranks that parts before have, where that is asked."""
    rule: PartRule

    @property
    def runs(self) -> tuple[Window, ...]:
        """The runs that `PartFound.window` numbers."""
        return ()

    @property
    def repeats(self) -> bool:
        """Whether the same pieces may be found several times."""
        return len(set(map(frozenset, self.runs))) < len(self.runs)

    @abstractmethod
    def told(self) -> str:
        """What the loops go through, in words."""

    @abstractmethod
    def ways(self, held: int) -> int:
        """How many choices are looked at, at most, among so many pieces."""

    @abstractmethod
    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """Write the loops, with what is done for each way to fill the part innermost."""


def amount(least: int, most: int | None) -> str:
    """An amount in words."""
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


def plural(number: int, one: str, many: str = "") -> str:
    """So many of something."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


@dataclass(frozen=True)
class OfRank(Loop):
    """So many pieces of one rank."""

    skips_used: ClassVar[bool] = True
    least: int
    most: int
    largest: int
    """How many pieces the largest rank has."""

    def told(self) -> str:
        """In words."""
        return f"for each rank every choice of {amount(self.least, self.most)} of its pieces"

    def ways(self, held: int) -> int:
        """The most where ranks are complete."""
        full, rest = divmod(held, self.largest)
        return sum(full * comb(self.largest, k) + comb(rest, k) for k in range(self.least, self.most + 1))

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """A loop over ranks, in it one over choices."""
        source, layout = to.source, to.layout
        rank, held, chosen = source.new("rank"), source.new("held"), source.new("chosen")
        start = to.start() if to.start is not None and not earlier else "0"
        limits = f"{start}, {len(layout.ranks)}" if start != "0" else str(len(layout.ranks))
        some = to.cards.some_rank(pool, self.least) if not earlier else None
        with ExitStack() as stack:
            if some is not None:
                stack.enter_context(source.block(f"if {some}:"))
            stack.enter_context(source.block(f"for {rank} in range({limits}):"))
            source.line(f"{held} = {to.cards.of_rank(pool, rank)}")
            wanted = [to.fields.enough(held, self.least), *self._unused(to, rank, earlier)]
            stack.enter_context(source.block(f"if {' and '.join(wanted)}:"))
            stack.enter_context(source.each(chosen, to.fields.choose(self.least, self.most), held))
            words = to.named("m", to.fields.placed(chosen, rank))
            size = str(self.least) if self.least == self.most else f"{to.fields.counts()}[{chosen}]"
            then(PartFound(self.rule, words, size, rank=rank, suit=shared.suit))

    def _unused(self, to: Writing, rank: str, earlier: Earlier) -> list[str]:
        """That a rank is used by no part before, where that is asked."""
        if not any(v is not None and v.attribute == "rank" for v in (self.rule.another, self.rule.others)):
            return []
        return [
            f"{rank} != {part.rank}" if part.rank is not None else f"{to.cards.of_rank(part.words, rank)} == 0"
            for part in earlier
        ]


@dataclass(frozen=True)
class OfKind(Loop):
    """So many copies of one piece."""

    least: int
    most: int

    def told(self) -> str:
        """In words."""
        return f"for each piece {amount(self.least, self.most)} equal ones"

    def ways(self, held: int) -> int:
        """The most."""
        return held // self.least

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """A loop over kinds, in it one over numbers."""
        source, layout = to.source, to.layout
        kind, number, held = source.new("kind"), source.new("number"), source.new("held")
        with source.block(f"for {kind} in range({len(layout.fields)}):"):
            source.line(f"{held} = {to.cards.of_kind(pool, kind)}")
            with source.block(f"for {number} in range({self.least}, min({held}, {self.most}) + 1):"):
                words = to.named("m", tuple(f"{number} * {one}" for one in to.cards.one_of(kind)))
                rank = source.table("RANK_OF_KIND", layout.rank_of_kind)
                suits = [-1 if (s := layout.pieces.suits[card]) is None else int(s) for card in layout.order]
                suit = source.table("SUIT_OF_KIND", suits)
                known = None if -1 in suits else f"{suit}[{kind}]"
                then(PartFound(self.rule, words, number, rank=f"{rank}[{kind}]", suit=known))


@dataclass(frozen=True)
class Within(Loop):
    """For each value of an attribute: what is found among the pieces that have it."""

    attribute: model.Attribute
    values: int
    least: int
    """How many pieces there must be at least."""
    inner: Loop = field()

    @property
    def runs(self) -> tuple[Window, ...]:
        """Those within."""
        return self.inner.runs

    @property
    def repeats(self) -> bool:
        """Whether those within do."""
        return self.inner.repeats

    def told(self) -> str:
        """In words."""
        return f"within each {self.attribute.replace('identity', 'kind of piece')} {self.inner.told()}"

    def ways(self, held: int) -> int:
        """The most where all pieces have the same value."""
        return self.inner.ways(held)

    def write(self, to: Writing, pool: Words, earlier: Earlier, shared: Shared, then: Then) -> None:
        """A loop over values."""
        source = to.source
        value = source.new({"identity": "kind"}.get(self.attribute, self.attribute))
        with source.block(f"for {value} in range({self.values}):"):
            masks = to.cards.masks(self.attribute)
            words = tuple(f"{held} & {mask}[{value}]" for held, mask in zip(pool, masks, strict=True))
            bucket = to.named("suited" if self.attribute == "suit" else "those", words)
            of_kind = source.table("RANK_OF_KIND", to.layout.rank_of_kind)
            known = {
                "rank": lambda: Shared(value, shared.suit),
                "suit": lambda: Shared(shared.rank, value),
                "identity": lambda: Shared(f"{of_kind}[{value}]", shared.suit),
            }[self.attribute]()
            with source.block(f"if {to.cards.count(bucket)} >= {self.least}:"):
                self.inner.write(to, bucket, earlier, known, then)
