"""The plays of a rulebook as functions of a program: which there are in a hand, which beat the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Protocol

from cardwright.dsl import model

from ..contest import Relation
from ..play import Cards
from ..plays import Plays
from .beating import Beating
from .cards import CardWords
from .fields import Fields
from .filling import Filler
from .found import Filled
from .listing import FEW, Listed, Listing
from .measures import Strength
from .planning import PatternPlan, plan
from .rereading import Rereading
from .source import Source, Words, ident


class Needs(Protocol):
    """Writes further conditions of combinations, and tests for classes of plays."""

    def needs(self, rung: int, filled: Filled) -> str:
        """Whether what fills a pattern meets the further condition of the combination."""
        ...

    def in_class(self, cls: model.Class, play: Words) -> str:
        """Whether a play (rung, key, same, size, words) is of a class that hangs on no fact of the game."""
        ...

    def size_of_part(self, label: str, play: Words) -> str:
        """How many cards a named part of a play has; 0 where it has no such part."""
        ...


class PlayWriter:
    """Writes the functions about plays. `suffix` tells those apart that have the ranks upside down."""

    def __init__(
        self,
        source: Source,
        plays: Plays,
        cards: CardWords,
        needs: Needs,
        suffix: str = "",
        reversed_ranks: bool = False,
    ) -> None:
        self.source = source
        self.plays = plays
        self.cards = cards
        self.suffix = suffix
        self.needs = needs
        self.reversed = reversed_ranks
        self.fields = Fields(source, cards.layout, cards)
        self.names = [f"{ident(matcher.rule.combination.name)}{suffix}" for matcher in plays.matchers]
        self._listing = Listing(self)
        self._rereading = Rereading(self)
        self._beating = Beating(self)

    # ---- what others call --------------------------------------------------------------------------------------

    @property
    def hand(self) -> Words:
        """The names of a hand's words."""
        return self.cards.names("h")

    @property
    def table(self) -> Words:
        """The names of the record of the play to beat."""
        return ("t_rung", "t_key", "t_same", "t_size", *self.cards.names("t"))

    @property
    def play(self) -> Words:
        """The names of the record of a play."""
        return ("rung", "key", "same", "size", *self.cards.names("m"))

    def plays_to(self) -> str:
        """`plays_to(h0.., whole, table.., out, n)`: every play in a hand that beats the table; all where its rung is
        -1. `whole`: the hand is untouched."""
        return self.once(f"plays_to{self.suffix}", self._beating.write_plays_to)

    def can_beat(self) -> str:
        """`can_beat(h0.., whole, table..)`: whether a hand has a play that beats the table."""
        return self.once(f"can_beat{self.suffix}", self._beating.write_can_beat)

    def beats(self) -> str:
        """`beats(play.., table..)`: whether a play beats another."""
        return self.once(f"beats{self.suffix}", self._beating.write_beats)

    def readings(self) -> str:
        """`readings(m0.., whole, out, n)`: what cards are played as; `whole`: they are an untouched hand."""
        return self.once(f"readings{self.suffix}", self._write_readings)

    def formed(self, rung: int) -> str:
        """`formed_<name>(h0.., low, high, out, n)`: the plays of one combination with so many pieces."""
        name = f"formed_{self.names[rung]}"

        def write() -> None:
            told = f"Every {self.title(rung)} of so many pieces in a hand."
            hand = ", ".join(self.hand)
            find = self.find(rung)
            with self.source.function(name, f"{hand}, low, high, out, n", told):
                self.source.line(f"return {find}({hand}, low, high, -1, -1, out, n)")

        return self.once(name, write)

    def find(self, rung: int) -> str:
        """`find_<name>(h0.., low, high, floor, want, out, n)`: those with a `KEY` above `floor` and, if `want` is not
        -1, that `SAME`."""
        name = f"find_{self.names[rung]}"
        return self.once(name, lambda: self._write_find(rung, name))

    def some(self, rung: int) -> str:
        """`some_<name>(h0.., low, high, floor, want)`: whether there is one."""
        name = f"some_{self.names[rung]}"
        return self.once(name, lambda: self._write_some(rung, name))

    def holds(self, name: str, pattern: model.Pattern) -> str:
        """`<name>(h0..)`: whether a hand includes the pieces of a pattern."""

        def write() -> None:
            hand = self.hand
            planner = self.plays.planner(pattern)
            rules = planner.rules
            with self.source.function(name, ", ".join(hand), "Whether a hand includes what is asked for."):
                if planner.untouched:
                    least, most = planner.span
                    self.source.line(f"low = high = {self.cards.count(hand)}")
                    with self.source.block(f"if not {least} <= low <= {most}:"):
                        self.source.line("return False")
                else:
                    self.source.line(f"low, high = 0, {len(self.cards.layout.pieces.all)}")
                if all(isinstance(rule.part, model.Lacking) for rule in rules):
                    lacking = [self.cards.some_of(hand, item) for rule in rules for item in rule.items]
                    self.source.line(f"return not ({' or '.join(lacking)})")
                    return
                found = self.held(pattern)
                if not isinstance(found, PatternPlan):
                    for cards in found:
                        with self.source.block(f"if {self.cards.includes(hand, self.cards.constant(cards))}:"):
                            self.source.line("return True")
                else:
                    Filler(self.fields, rules).fill(hand, "low", "high", lambda filled: self.source.line("return True"))
                self.source.line("return False")

        return self.once(name, write)

    def held(self, pattern: model.Pattern) -> list[Cards] | PatternPlan:
        """What is looked for in a hand that may include a pattern: these cards, or what the loops find."""
        planner = self.plays.planner(pattern)
        rules = planner.rules
        if not planner.untouched and not any(isinstance(rule.part, model.Lacking) for rule in rules):
            listed = self._listing.fitting(pattern, lambda cards: True, FEW)
            if listed is not None:
                return listed
        return plan(rules, self.cards.layout)

    def pattern_plan(self, rung: int) -> PatternPlan:
        """The loops that find a combination of which not all plays are listed."""
        return plan(self.plays.matchers[rung].planner.rules, self.cards.layout)

    def once(self, name: str, write: Callable[[], None]) -> str:
        self.cards.define(name, write)
        return name

    def title(self, rung: int) -> str:
        return self.plays.matchers[rung].rule.combination.name.replace("_", " ")

    # ---- how it is found ---------------------------------------------------------------------------------------

    def listed(self, rung: int) -> tuple[Listed, ...] | None:
        """All plays of a combination as they are read, if there are few."""
        return self._listing.of(rung)

    def strength(self, rung: int) -> Strength:
        """How plays of a combination are told in numbers."""
        return self._beating.strength(rung)

    def above(self, rung: int) -> list[int]:
        """The combinations as which the cards of a play of this one may have to be read instead."""
        return self._rereading.above(rung)

    def repeats(self, rung: int) -> bool:
        """Whether the same cards may be found in several ways, of which the strongest counts."""
        return self._rereading.repeats(rung)

    def beaten_by(self, table: int) -> list[tuple[int, str]]:
        """Which combinations beat one, and how their plays are found."""
        return self._beating.beaten_by(table)

    def bombs_always(self, rung: int, relation: Relation, table: int) -> bool:
        """Whether some bombs let every play of one type beat every play of another."""
        return self._beating.bombs_always(rung, relation, table)

    # ---- one combination ---------------------------------------------------------------------------------------

    def _write_find(self, rung: int, name: str) -> None:
        source, hand = self.source, self.hand
        parameters = f"{', '.join(hand)}, low, high, floor, want, out, n"
        told = f"Every {self.title(rung)} of so many pieces in a hand, if it is stronger than `floor`."
        repeats = self.repeats(rung)

        def put(key: str, same: str, size: str, words: Words) -> None:
            source.put("1", str(rung), key, same, size, words)

        self._ready(rung)
        with source.function(name, parameters, told):
            if repeats:
                source.line("first = n" if source.native else "first = len(out)")
            self._search(rung, hand, put, "n")
            if repeats:
                source.line(f"n = merge(out, first, n, {self.cards.layout.words})")
            source.line("return n")

    def _write_some(self, rung: int, name: str) -> None:
        hand = self.hand
        self._ready(rung)
        told = f"Whether a hand has a {self.title(rung)} of so many pieces that is stronger than `floor`."
        with self.source.function(name, f"{', '.join(hand)}, low, high, floor, want", told):
            self._search(rung, hand, lambda key, same, size, words: self.source.line("return True"), "False")
            self.source.line("return False")

    def write_some_over(self, rung: int, name: str) -> None:
        source, hand, table = self.source, self.hand, ", ".join(self.table)
        self._ready(rung)
        beats = self.beats()
        told = f"Whether a hand has a {self.title(rung)} that beats the table."

        def put(key: str, same: str, size: str, words: Words) -> None:
            with source.block(f"if {beats}({rung}, {key}, {same}, {size}, {', '.join(words)}, {table}):"):
                source.line("return True")

        with source.function(name, f"{', '.join(hand)}, low, high, {table}", told):
            source.line("floor, want = -1, -1")
            self._search(rung, hand, put, "False")
            source.line("return False")

    def _ready(self, rung: int) -> None:
        """Functions that the search will call are written first."""
        for other in self.above(rung):
            if self.listed(other) is not None:
                self._rereading.is_listed(other)

    def _search(self, rung: int, hand: Words, put: Callable[[str, str, str, Words], None], nothing: str) -> None:
        """The loops over all plays of a combination, with what is done for each."""
        source = self.source
        listed = self.listed(rung)
        if listed is not None:
            self._search_listed(listed, hand, put)
            return
        matcher = self.plays.matchers[rung]
        rules = matcher.planner.rules
        low, high = matcher.planner.span
        if low == high:
            with source.block(f"if not low <= {low} <= high:"):
                source.line(f"return {nothing}")
        filler = Filler(self.fields, rules)
        strength = Strength(source, self.cards, self.plays, matcher.rule, filler.windows, self.reversed, rules)
        starts = strength.leading_rank(rules)
        if starts is not None:
            # With nothing to beat `floor` is -1, which is before every value.
            table = source.table("FIRST_RANK", [0, *starts])
            weight = strength.rest()
            lead = f"floor // {weight}" if weight > 1 else "floor"
            filler.start = lambda: f"{table}[{lead} + 1]"
            shifts = [*self.cards.layout.rank_shifts, self.cards.layout.fields[-1].shift + 1]
            cut = source.table("FIRST_BIT", [shifts[rank] for rank in [0, *starts]])
            filler.start_bits = lambda: f" >> {cut}[{lead} + 1] << {cut}[{lead} + 1]"

        def then(filled: Filled) -> None:
            with ExitStack() as stack:
                key = self._told("key", strength.key(filled))
                if key != "0":
                    stack.enter_context(source.block(f"if {key} > floor:"))
                else:
                    stack.enter_context(source.block("if floor < 0:"))
                same = "0"
                if strength.shares:
                    same = self._told("same", strength.same(filled))
                    stack.enter_context(source.block(f"if want < 0 or want == {same}:"))
                if matcher.rule.combination.needs is not None:
                    stack.enter_context(source.block(f"if {self.needs.needs(rung, filled)}:"))
                marks = self._marks(filled.words)
                others = [self._rereading.fits(other, filled, rung, marks) for other in self.above(rung)]
                if others:
                    stack.enter_context(source.block(f"if not ({' or '.join(others)}):"))
                put(key, same, filled.size, filled.words)

        filler.fill(hand, "low", "high", then, sized=low == high)

    def _marks(self, words: Words) -> Callable[[], Words]:
        """The ranks of cards, marked; worked out where they are first asked for, and once."""

        @cache
        def marks() -> Words:
            told = self.cards.rank_marks(tuple(f"({word})" for word in words))
            return tuple(self._told("marks", text) for text in told)

        return marks

    def _told(self, base: str, text: str) -> str:
        if text.isdecimal():
            return text
        name = self.source.new(base)
        self.source.line(f"{name} = {text}")
        return name

    def _search_listed(
        self, listed: Sequence[Listed], hand: Words, put: Callable[[str, str, str, Words], None]
    ) -> None:
        source = self.source
        if not listed:
            return
        packed = [self.cards.layout.pack(play.cards) for play in listed]
        tables = [source.table("LISTED", [words[at] for words in packed]) for at in range(self.cards.layout.words)]
        keys = source.table("LISTED_KEY", [play.key for play in listed])
        sames = source.table("LISTED_SAME", [play.same for play in listed])
        sizes = source.table("LISTED_SIZE", [len(play.cards) for play in listed])
        at = source.new("at")
        with source.block(f"for {at} in range({len(listed)}):"):
            words = tuple(f"{table}[{at}]" for table in tables)
            wanted = [
                self.cards.includes(hand, words),
                f"low <= {sizes}[{at}] <= high",
                f"{keys}[{at}] > floor",
                f"(want < 0 or want == {sames}[{at}])",
            ]
            with source.block(f"if {' and '.join(wanted)}:"):
                put(f"{keys}[{at}]", f"{sames}[{at}]", f"{sizes}[{at}]", words)

    def _write_readings(self) -> None:
        cards = ", ".join(self.cards.names("m"))
        finds = [self.find(rung) for rung in range(len(self.plays.matchers))]
        with self.source.function(f"readings{self.suffix}", f"{cards}, whole, out, n", "What cards are played as."):
            self.source.line(f"size = {self.cards.count(self.cards.names('m'))}")
            for rung, find in enumerate(finds):
                call = f"n = {find}({cards}, size, size, -1, -1, out, n)"
                if self.plays.matchers[rung].planner.untouched:
                    with self.source.block("if whole:"):
                        self.source.line(call)
                else:
                    self.source.line(call)
            self.source.line("return n")
