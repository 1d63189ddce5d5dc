"""The plays of a rulebook as functions of a program: which there are in a hand, which beat the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, cmp_to_key
from itertools import islice
from typing import Protocol

from cardwright.dsl import model

from ..contest import Relation
from ..play import Cards, Play
from ..plays import Plays
from ..strength import compare
from .cards import CardWords
from .fields import Fields
from .filling import Filler
from .found import Filled
from .layout import CannotCompile
from .measures import Strength, whole_size
from .planning import PatternPlan, plan
from .shapes import apart, most_ranks
from .source import Source, Words, ident

_FEW = 16
"""Combinations with so few plays are listed one by one."""
_LISTED = 512
"""Those with so few are where no loops find them."""


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


@dataclass(frozen=True, slots=True)
class Listed:
    """One play of a combination that has few."""

    key: int
    same: int
    cards: Cards


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
        self._needs = needs
        self._reversed = reversed_ranks
        self._fields = Fields(source, cards.layout, cards)
        self._names = [f"{ident(matcher.rule.combination.name)}{suffix}" for matcher in plays.matchers]
        self._listed: dict[int, tuple[Listed, ...] | None] = {}

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
        return self._once(f"plays_to{self.suffix}", self._write_plays_to)

    def can_beat(self) -> str:
        """`can_beat(h0.., whole, table..)`: whether a hand has a play that beats the table."""
        return self._once(f"can_beat{self.suffix}", self._write_can_beat)

    def beats(self) -> str:
        """`beats(play.., table..)`: whether a play beats another."""
        return self._once(f"beats{self.suffix}", self._write_beats)

    def readings(self) -> str:
        """`readings(m0.., whole, out, n)`: what cards are played as; `whole`: they are an untouched hand."""
        return self._once(f"readings{self.suffix}", self._write_readings)

    def formed(self, rung: int) -> str:
        """`formed_<name>(h0.., low, high, out, n)`: the plays of one combination with so many pieces."""
        name = f"formed_{self._names[rung]}"

        def write() -> None:
            told = f"Every {self._title(rung)} of so many pieces in a hand."
            hand = ", ".join(self.hand)
            find = self.find(rung)
            with self.source.function(name, f"{hand}, low, high, out, n", told):
                self.source.line(f"return {find}({hand}, low, high, -1, -1, out, n)")

        return self._once(name, write)

    def find(self, rung: int) -> str:
        """`find_<name>(h0.., low, high, floor, want, out, n)`: those with a `KEY` above `floor` and, if `want` is not
        -1, that `SAME`."""
        name = f"find_{self._names[rung]}"
        return self._once(name, lambda: self._write_find(rung, name))

    def some(self, rung: int) -> str:
        """`some_<name>(h0.., low, high, floor, want)`: whether there is one."""
        name = f"some_{self._names[rung]}"
        return self._once(name, lambda: self._write_some(rung, name))

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
                    Filler(self._fields, rules).fill(
                        hand, "low", "high", lambda filled: self.source.line("return True")
                    )
                self.source.line("return False")

        return self._once(name, write)

    def held(self, pattern: model.Pattern) -> list[Cards] | PatternPlan:
        """What is looked for in a hand that may include a pattern: these cards, or what the loops find."""
        planner = self.plays.planner(pattern)
        rules = planner.rules
        if not planner.untouched and not any(isinstance(rule.part, model.Lacking) for rule in rules):
            listed = self._listing(pattern, lambda cards: True, _FEW)
            if listed is not None:
                return listed
        return plan(rules, self.cards.layout)

    def pattern_plan(self, rung: int) -> PatternPlan:
        """The loops that find a combination of which not all plays are listed."""
        return plan(self.plays.matchers[rung].planner.rules, self.cards.layout)

    def _once(self, name: str, write: Callable[[], None]) -> str:
        self.cards.define(name, write)
        return name

    def _title(self, rung: int) -> str:
        return self.plays.matchers[rung].rule.combination.name.replace("_", " ")

    # ---- one combination ---------------------------------------------------------------------------------------

    def _write_find(self, rung: int, name: str) -> None:
        source, hand = self.source, self.hand
        parameters = f"{', '.join(hand)}, low, high, floor, want, out, n"
        told = f"Every {self._title(rung)} of so many pieces in a hand, if it is stronger than `floor`."
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
        told = f"Whether a hand has a {self._title(rung)} of so many pieces that is stronger than `floor`."
        with self.source.function(name, f"{', '.join(hand)}, low, high, floor, want", told):
            self._search(rung, hand, lambda key, same, size, words: self.source.line("return True"), "False")
            self.source.line("return False")

    def _write_some_over(self, rung: int, name: str) -> None:
        source, hand, table = self.source, self.hand, ", ".join(self.table)
        self._ready(rung)
        beats = self.beats()
        told = f"Whether a hand has a {self._title(rung)} that beats the table."

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
                self._is(other)

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
        filler = Filler(self._fields, rules)
        strength = Strength(source, self.cards, self.plays, matcher.rule, filler.windows, self._reversed, rules)
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
                    stack.enter_context(source.block(f"if {self._needs.needs(rung, filled)}:"))
                marks = self._marks(filled.words)
                others = [self._fits(other, filled, rung, marks) for other in self.above(rung)]
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

    # ---- combinations with few plays -----------------------------------------------------------------------------

    def listed(self, rung: int) -> tuple[Listed, ...] | None:
        """All plays of a combination as they are read, if there are few."""
        if rung not in self._listed:
            # Numbers in a list are for plays that can all be compared.
            found = None if self.strength(rung).scaled else self._list(rung, _FEW)
            if found is None and not self.strength(rung).scaled and not self._loops(rung):
                found = self._list(rung, _LISTED)
            self._listed[rung] = found
        return self._listed[rung]

    def _loops(self, rung: int) -> bool:
        """Whether there are loops that find the plays of a combination."""
        rules = self.plays.matchers[rung].planner.rules
        aside = Source(self.source.native)
        cards = CardWords(aside, self.cards.layout)
        filler = Filler(Fields(aside, cards.layout, cards), rules)
        rule = self.plays.matchers[rung].rule
        strength = Strength(aside, cards, self.plays, rule, filler.windows, self._reversed, rules)

        def measured(filled: Filled) -> None:
            strength.key(filled)
            strength.same(filled)

        try:
            filler.fill(cards.names("h"), "low", "high", measured)
        except CannotCompile:
            return False
        return True

    def _list(self, rung: int, most: int) -> tuple[Listed, ...] | None:
        matcher = self.plays.matchers[rung]
        whole = matcher.planner.untouched

        def read(cards: Cards) -> bool:
            return any(play.rung == rung for play in self.plays.readings(cards, whole))

        found = self._listing(matcher.rule.combination.pattern, read, most)
        if found is None:
            return None
        plays = [play for cards in found for play in self.plays.readings(cards, whole) if play.rung == rung]
        return tuple(self._numbered(plays))

    def _listing(self, pattern: model.Pattern, wanted: Callable[[Cards], bool], most: int) -> list[Cards] | None:
        """All cards that fill a pattern, if they are few."""
        planner = self.plays.planner(pattern)
        found: dict[Cards, None] = {}
        filled = planner.fill(planner.pool(self.plays.pieces.all))
        for number, fillings in enumerate(islice(filled, 8 * most)):
            found.setdefault(tuple(sorted(card for filling in fillings for card in filling.cards)))
            if len(found) > most or number == 8 * most - 1:
                return None
        return [cards for cards in sorted(found) if wanted(cards)]

    def _numbered(self, plays: Sequence[Play]) -> Iterable[Listed]:
        """Plays of one combination with the numbers by which they are compared."""
        if not plays:
            return
        rule = self.plays.matchers[plays[0].rung].rule
        pieces = len(self.cards.layout.pieces.all)
        shared = [at for at, m in enumerate(rule.same) if not (m.key.what == "size" and m.key.part is None)]
        sames: dict[Play, int] = {}
        others: dict[tuple[object, ...], int] = {}
        for play in plays:
            number = 0
            for at in shared:
                if rule.same[at].key.what not in ("size", "length"):
                    number = others.setdefault((at, play.same), len(others))
                    continue
                number = number * (pieces + 1) + play.same[at]
            if rule.compare and rule.compare[0].partial:
                number = others.setdefault((number, play.strength[0][0]), len(others))
            sames[play] = number

        def compared(one: Play, other: Play) -> int:
            result = compare(rule.compare, one.strength, other.strength)
            if result is None:
                raise CannotCompile("plays that cannot be compared with one another")
            return result

        for same in sorted(set(sames.values())):
            group = sorted((play for play in plays if sames[play] == same), key=cmp_to_key(compared))
            key = 0
            for at, play in enumerate(group):
                key += bool(at) and compared(group[at - 1], play) < 0
                yield Listed(key, same, play.pieces)

    # ---- other readings of the same cards ------------------------------------------------------------------------

    def above(self, rung: int) -> list[int]:
        """The combinations as which the cards of a play of this one may have to be read instead."""
        found: list[int] = []
        matchers, contest = self.plays.matchers, self.plays.contest
        mine = matchers[rung]
        for other, matcher in enumerate(matchers):
            low = max(mine.planner.span[0], matcher.planner.span[0])
            high = min(mine.planner.span[1], matcher.planner.span[1])
            if other == rung or low > high or not contest.may_outrank(other, rung):
                continue
            if self._untouched_apart(rung, other) or apart(
                mine.planner.rules, matcher.planner.rules, self.plays.pieces
            ):
                continue
            listed = self.listed(other)
            if listed is not None and all(mine.match(play.cards) is None for play in listed):
                continue
            if not contest.outranks(other, rung):
                raise CannotCompile("whether cards are read as another combination hangs on more than what they are")
            found.append(other)
        for other in found:
            if not self._plain(other, rung) and self.listed(other) is None and set(self.above(other)) - set(found):
                raise CannotCompile("cards that can be read in several ways, of which not all are above one another")
        return [other for other in found if not self._covered(other, found, rung)]

    def _plain(self, other: int, rung: int) -> bool:
        """Whether what is known of a play of one combination tells at a glance if its cards fit another one too."""
        matcher, mine = self.plays.matchers[other], self.plays.matchers[rung].planner.rules
        rules = matcher.planner.rules
        return (
            len(rules) == 1
            and len([rule for rule in mine if not isinstance(rule.part, model.Lacking)]) == 1
            and isinstance(rules[0].part, model.Sized)
            and rules[0].members is None
            and not rules[0].not_alike
            and matcher.rule.combination.needs is None
        )

    def _covered(self, rung: int, others: Sequence[int], below: int) -> bool:
        """Whether all the few plays of a combination fit one of the others too, of which it can be told at a glance
        whether cards fit it."""
        listed = self.listed(rung)
        return listed is not None and any(
            self.listed(other) is None
            and self._plain(other, below)
            and all(self.plays.matchers[other].match(play.cards) is not None for play in listed)
            for other in others
        )

    def _untouched_apart(self, rung: int, other: int) -> bool:
        """Whether a play that must be an untouched hand has no number of cards that the other one has."""
        matchers = self.plays.matchers
        if not matchers[other].planner.untouched and not matchers[rung].planner.untouched:
            return False
        low, high = matchers[rung if matchers[other].planner.untouched else other].planner.span
        if matchers[other].planner.untouched is matchers[rung].planner.untouched:
            return False
        return not any(low <= size <= high for size in self.plays.hand_sizes)

    def _is(self, rung: int) -> str:
        """`is_<name>(m0..)`: whether cards are one of the listed plays of a combination."""
        name = f"is_{self._names[rung]}"

        def write() -> None:
            listed = self.listed(rung) or ()
            cards = self.cards.names("m")
            packed = [self.cards.layout.pack(play.cards) for play in listed]
            tables = [self.source.table("LISTED", [w[at] for w in packed] or [0]) for at in range(len(cards))]
            with self.source.function(name, ", ".join(cards), f"Whether cards are a {self._title(rung)}."):
                with self.source.block(f"for at in range({len(listed)}):"):
                    same = self.cards.same(cards, tuple(f"{table}[at]" for table in tables))
                    with self.source.block(f"if {same}:"):
                        self.source.line("return True")
                self.source.line("return False")

        return self._once(name, write)

    def _fits(self, other: int, filled: Filled, rung: int, marks: Callable[[], Words]) -> str:
        """Whether the cards of a play fit another combination too."""
        planner = self.plays.matchers[other].planner
        if planner.untouched and not self.plays.matchers[rung].planner.untouched:
            raise CannotCompile("an untouched hand that can be read in several ways")
        if self.listed(other) is not None:
            return f"{self._is(other)}({', '.join(filled.words)})"
        rules = planner.rules
        part = rules[0].part
        mine = filled.parts[0].rule
        if not self._plain(other, rung) or not isinstance(part, model.Sized):
            some = f"{self.some(other)}({', '.join(filled.words)}, {filled.size}, {filled.size}, -1, -1)"
            ranks = most_ranks(rules, self.plays.pieces)
            if ranks is None or planner.span[0] <= ranks:
                return some
            return f"{self.cards.count_marks(marks())} <= {ranks} and {some}"
        found = filled.parts[0]
        terms: list[str] = []
        low, high = planner.span
        if not filled.size.isdecimal() or not low <= int(filled.size) <= high:
            terms.append(f"{low} <= {filled.size} <= {high}")
        for values in rules[0].alike:
            match values.attribute:
                case "rank" if found.rank is None:
                    terms.append(f"{self.cards.count_marks(marks())} == 1")
                case "suit" if found.suit is None:
                    terms.append(found.one_suit or f"{self.cards.shared(filled.words, 'suit')} >= 0")
                case "identity":
                    terms.append(f"{self.cards.shared(filled.words, 'identity')} >= 0")
        if rules[0].windows is not None and set(mine.by_values) != set(rules[0].by_values):
            terms.append(f"{self._is_run(other)}({', '.join((*marks(), filled.size))})")
        return " and ".join(terms) or "True"

    def _is_run(self, rung: int) -> str:
        """`in_order_<name>(r0.., size)`: whether so many cards of these ranks are one of the runs of a combination."""
        name = f"in_order_{self._names[rung]}"
        layout, source = self.cards.layout, self.source

        def write() -> None:
            rule = self.plays.matchers[rung].planner.rules[0]
            windows = [
                frozenset(layout.rank_at[rank] for rank in ranks)
                for ranks in rule.by_values
                if all(rank in layout.rank_at for rank in ranks)
            ]
            told = [self.cards.marks_of(window) for window in windows]
            marks, sizes = self.cards.names("r"), {len(window) for window in windows}
            about = "Whether cards, by their ranks and number, are neighbours, one of each rank."
            with source.function(name, ", ".join((*marks, "size")), about):
                tables = [source.table("RUN_MARKS", [row[at] for row in told]) for at in range(layout.words)]
                if not source.native and layout.words == len(sizes) == 1:
                    source.line(f"return r0 in {tables[0]} and size == {sizes.pop()}")
                    return
                with source.block(f"for at in range({len(told)}):"):
                    same = " and ".join(f"{table}[at] == {mark}" for table, mark in zip(tables, marks, strict=True))
                    with source.block(f"if {same}:"):
                        length = source.table("RUN_SIZE", [len(window) for window in windows])
                        source.line(f"return size == {length}[at]")
                source.line("return False")

        return self._once(name, write)

    def repeats(self, rung: int) -> bool:
        """Whether the same cards may fill the pattern in several ways. Raises CannotCompile where it could not be said
        which of them is the strongest."""
        found = self.listed(rung) is None and self._repeats(rung)
        if found and any(measure.partial for measure in self.plays.matchers[rung].rule.compare):
            raise CannotCompile("its cards could be read in several ways that cannot be compared with one another")
        return found

    def _repeats(self, rung: int) -> bool:
        rules = self.plays.matchers[rung].planner.rules
        parts = [rule for rule in rules if not isinstance(rule.part, model.Lacking)]
        loops = plan(rules, self.cards.layout).loops
        if len(parts) == 1 or any(loop.repeats for loop in loops):
            return any(loop.repeats for loop in loops)
        apart_ = all(
            one.members is not None and other.members is not None and one.members.isdisjoint(other.members)
            for at, one in enumerate(parts)
            for other in parts[at + 1 :]
        )
        if apart_:
            return False
        # One group of a rank that is larger than all else, and the rest any other pieces, or one other group.
        first, rest = parts[0], parts[1:]
        larger = (
            isinstance(first.part, model.Sized)
            and any(values.attribute == "rank" for values in first.alike)
            and first.windows is None
            and len(rest) == 1
            and isinstance(rest[0].part, model.Sized)
            and rest[0].per is None
            and rest[0].part.amount.most is not None
            and rest[0].part.amount.most < first.part.amount.least
            and any(v is not None and v.attribute == "rank" for v in (rest[0].another, rest[0].others))
        )
        return not larger

    # ---- what beats what -----------------------------------------------------------------------------------------

    def _answers(self, rung: int, relation: Relation, table: int, sizes: Callable[[str, str, str, str], None],
                 tested: Callable[[], None]) -> None:  # fmt: skip
        """How the plays of a type that beat one of another are found: by size, floor and what is shared, or tested."""
        rule = self.plays.matchers[rung].rule
        most = str(len(self.cards.layout.pieces.all))
        if relation.simple and not self._scaled(rung):
            floor = "t_key - 1" if rule.combination.equal == "falls" else "t_key"
            low, high = ("t_size", "t_size") if rule.same_size else ("1", most)
            sizes(low, high, floor, "t_same" if self._shares(rung) else "-1")
        elif relation.always:
            sizes("t_size", "t_size", "-1", "-1")
        elif not relation.same and relation.ladder is None and self.bombs_always(rung, relation, table):
            sizes("1", most, "-1", "-1")
        else:
            tested()

    def _shares(self, rung: int) -> bool:
        return self.strength(rung).shares

    def strength(self, rung: int) -> Strength:
        """How plays of a combination are told in numbers."""
        matcher = self.plays.matchers[rung]
        rules = matcher.planner.rules
        return Strength(self.source, self.cards, self.plays, matcher.rule, {}, self._reversed, rules)

    def _scaled(self, rung: int) -> bool:
        """Whether strengths of a combination are compared digit by digit."""
        return self.strength(rung).scaled

    def _compare(self, rung: int) -> str:
        """`compare_<name>(key, other)`: 1, 0 or -1; 2 where the two cannot be compared."""
        name = f"compare_{self._names[rung]}"
        source = self.source

        def write() -> None:
            digits = self.strength(rung).digits()
            told = f"Whether one {self._title(rung)} is stronger, digit by digit; 2: they cannot be compared."
            with source.function(name, "key, other", told):
                weight = 1
                for number, _ in digits:
                    weight *= number
                for number, step in digits:
                    weight //= number
                    source.line(f"mine, theirs = key // {weight} % {number}, other // {weight} % {number}")
                    with source.block("if mine != theirs:"):
                        if step:
                            apart = f"(mine - 1) // {step} != (theirs - 1) // {step}"
                            with source.block(f"if mine != 0 and theirs != 0 and {apart}:"):
                                source.line("return 2")
                        source.line("return 1 if mine > theirs else -1")
                source.line("return 0")

        return self._once(name, write)

    def bombs_always(self, rung: int, relation: Relation, table: int) -> bool:
        """Whether bombs of one type beat all plays of another, whatever both are."""
        names = [matcher.rule.combination.name for matcher in self.plays.matchers]
        for bombs in relation.bombs:
            mine, theirs = bombs.rungs.get(names[rung], ()), bombs.rungs.get(names[table], ())
            if not mine or any(test is not None for _, test in mine):
                continue
            if not theirs and names[table] in bombs.beats_whole:
                return True
            whole = any(test is None for _, test in theirs)
            if whole and min(r for r, _ in mine) > max(r for r, _ in theirs):
                return True
        return False

    def beaten_by(self, table: int) -> list[tuple[int, str]]:
        """The combinations that beat one, and how their plays are found, in words."""
        found: list[tuple[int, str]] = []
        for rung, relation in self.plays.challengers[table]:
            if relation.ladder is not None:
                self._ladder_shares(rung, table)

            def by_size(low: str, high: str, floor: str, want: str, rung: int = rung) -> None:
                size = "of the same size" if low == "t_size" else "of any size"
                stronger = {"t_key": ", if stronger", "t_key - 1": ", if at least as strong"}.get(floor, "")
                found.append((rung, f"{size}{stronger}{', among those that share as much' * (want == 't_same')}"))

            def tested(rung: int = rung, relation: Relation = relation) -> None:
                size = "of the same size" if relation.same_size else "of any size"
                found.append((rung, f"{size}, each compared with the table"))

            self._answers(rung, relation, table, by_size, tested)
        return found

    def _write_plays_to(self) -> None:
        source, hand, table = self.source, self.hand, self.table
        matchers, challengers = self.plays.matchers, self.plays.challengers
        cards, most = ", ".join(hand), len(self.cards.layout.pieces.all)
        for rung in range(len(matchers)):
            self.find(rung)
        tests: list[int] = []
        for table_rung, answers in enumerate(challengers):
            for rung, relation in answers:
                self._answers(rung, relation, table_rung, lambda *_: None, lambda: tests.append(1))
        beats = self.beats() if tests else ""
        told = "Every play in a hand that beats the table; all plays where its rung is -1."
        with source.function(f"plays_to{self.suffix}", f"{cards}, whole, {', '.join(table)}, out, n", told):
            with source.block("if t_rung < 0:"):
                for rung in range(len(matchers)):
                    self._found(rung, cards, f"1, {most}, -1, -1")
                source.line("return n")
            for table_rung, answers in enumerate(challengers):
                with source.block(f"if t_rung == {table_rung}:"):
                    for rung, relation in answers:

                        def by_size(low: str, high: str, floor: str, want: str, rung: int = rung) -> None:
                            self._found(rung, cards, f"{low}, {high}, {floor}, {want}")

                        def tested(rung: int = rung, relation: Relation = relation, at: int = table_rung) -> None:
                            low, high = ("t_size", "t_size") if relation.same_size else ("1", str(most))
                            with source.block(f"if {self._reached(relation, at)}:"):
                                source.line("first = n" if source.native else "first = len(out)")
                                self._found(rung, cards, f"{low}, {high}, -1, -1")
                                if source.native:
                                    self._keep(beats)
                                else:
                                    told = f"{beats}(*p[1:], {', '.join(table)})"
                                    source.line(f"out[first:] = [p for p in out[first:] if {told}]")

                        self._answers(rung, relation, table_rung, by_size, tested)
                    source.line("return n")
            source.line("return n")

    def _keep(self, beats: str) -> None:
        """Of the actions from `first` on those that beat the table."""
        source = self.source
        columns = 5 + self.cards.layout.words
        source.line("kept = first")
        with source.block("for at in range(first, min(n, len(out))):"):
            play = ", ".join(f"out[at, {column}]" for column in range(1, columns))
            with source.block(f"if {beats}({play}, {', '.join(self.table)}):"):
                with source.block(f"for column in range({columns}):"):
                    source.line("out[kept, column] = out[at, column]")
                source.line("kept += 1")
        with source.block("if n <= len(out):"):
            source.line("n = kept")

    def _found(self, rung: int, cards: str, limits: str) -> None:
        call = f"n = {self.find(rung)}({cards}, {limits}, out, n)"
        if not self.plays.matchers[rung].planner.untouched:
            self.source.line(call)
            return
        with self.source.block("if whole:"):
            size = self.cards.count(self.hand)
            if limits.startswith("t_size"):
                with self.source.block(f"if {size} == t_size:"):
                    self.source.line(call)
            else:
                rest = limits.split(", ", 2)[2]
                self.source.line(f"n = {self.find(rung)}({cards}, {size}, {size}, {rest}, out, n)")

    def _write_can_beat(self) -> None:
        source, hand, table = self.source, self.hand, self.table
        cards, most = ", ".join(hand), len(self.cards.layout.pieces.all)
        lines: list[tuple[int, str]] = []
        for table_rung, answers in enumerate(self.plays.challengers):
            for rung, relation in sorted(answers, key=lambda item: item[1].same):
                untouched = "whole and " if self.plays.matchers[rung].planner.untouched else ""

                def by_size(low: str, high: str, floor: str, want: str, rung: int = rung, at: int = table_rung,
                            only: str = untouched) -> None:  # fmt: skip
                    if only:
                        size = self.cards.count(hand)
                        only = f"{only}{low} <= {size} <= {high} and "
                        low = high = size
                    lines.append((at, f"{only}{self.some(rung)}({cards}, {low}, {high}, {floor}, {want})"))

                def tested(rung: int = rung, relation: Relation = relation, at: int = table_rung,
                           only: str = untouched) -> None:  # fmt: skip
                    low, high = ("t_size", "t_size") if relation.same_size else ("1", str(most))
                    if only:
                        low = high = self.cards.count(hand)
                    name = f"some_{self._names[rung]}__over"
                    self._once(name, lambda: self._write_some_over(rung, name))
                    reached = self._reached(relation, at)
                    only = f"{reached} and {only}" if reached != "True" else only
                    lines.append((at, f"{only}{name}({cards}, {low}, {high}, {', '.join(table)})"))

                self._answers(rung, relation, table_rung, by_size, tested)
        told = "Whether a hand has a play that beats the table."
        with source.function(f"can_beat{self.suffix}", f"{cards}, whole, {', '.join(table)}", told):
            for table_rung in range(len(self.plays.matchers)):
                asked = [line for at, line in lines if at == table_rung]
                with source.block(f"if t_rung == {table_rung}:"):
                    for line in asked:
                        with source.block(f"if {line}:"):
                            source.line("return True")
                    source.line("return False")
            source.line("return False")

    def _reached(self, relation: Relation, table: int) -> str:
        """Whether plays of a type may beat the very play that lies on the table."""
        if relation.same or relation.ladder is not None:
            return "True"
        name, terms = self.plays.matchers[table].rule.combination.name, []
        for bombs in relation.bombs:
            rung = self._on(bombs.rule, name, self.table)
            if rung.isdecimal() or name in bombs.beats_whole:
                return "True"
            if rung != "-1":
                terms.append(f"{rung} >= 0")
            if bombs.rule.beats is not None and name in bombs.beats_types:
                terms.append(f"({self._needs.in_class(bombs.rule.beats, self.table)})")
        return f"({' or '.join(terms) or 'False'})"

    def _write_beats(self) -> None:
        source = self.source
        with source.function(
            f"beats{self.suffix}", f"{', '.join((*self.play, *self.table))}", "Whether a play beats another."
        ):
            for table, answers in enumerate(self.plays.challengers):
                with source.block(f"if t_rung == {table}:"):
                    for rung, relation in answers:
                        with source.block(f"if rung == {rung}:"):
                            self._write_relation(rung, relation, table)
                    source.line("return False")
            source.line("return False")

    def _write_relation(self, rung: int, relation: Relation, table: int) -> None:
        source = self.source
        rule = self.plays.matchers[rung].rule
        if relation.same:
            terms = ["size == t_size"] if rule.same_size else []
            if self._shares(rung):
                terms.append("same == t_same")
            falls = rule.combination.equal == "falls"
            if self._scaled(rung):
                compared = f"{self._compare(rung)}(key, t_key)"
                terms.append(f"0 <= {compared} <= 1" if falls else f"{compared} == 1")
            else:
                terms.append("key >= t_key" if falls else "key > t_key")
            with source.block(f"if {' and '.join(terms)}:"):
                source.line("return True")
        if relation.ladder is not None:
            with source.block(f"if {self._ladder_shares(rung, table)}:"):
                source.line("return True")
        for bombs in relation.bombs:
            names = [matcher.rule.combination.name for matcher in self.plays.matchers]
            mine = self._on(bombs.rule, names[rung], self.play)
            theirs = self._on(bombs.rule, names[table], self.table)
            source.line(f"mine = {mine}")
            source.line(f"theirs = {theirs}")
            with source.block("if mine >= 0 and theirs >= 0 and mine > theirs:"):
                source.line("return True")
            if bombs.rule.beats is not None and names[table] in bombs.beats_types:
                below = (
                    "True" if names[table] in bombs.beats_whole else self._needs.in_class(bombs.rule.beats, self.table)
                )
                with source.block(f"if mine >= 0 and theirs < 0 and {below}:"):
                    source.line("return True")
        source.line("return False")

    def _ladder_shares(self, rung: int, table: int) -> str:
        """Whether plays of two types share what both types ask plays to share."""
        mine, theirs = self.plays.matchers[rung].rule, self.plays.matchers[table].rule
        whole = any(whole_size(m.key) for m in (*mine.same, *theirs.same))
        others = [[m for m in rule.same if not whole_size(m.key)] for rule in (mine, theirs)]
        terms = ["size == t_size"] if whole else []
        named = [{m.identity: m.key for m in measures} for measures in others]
        partial = any(m.partial for m in (*mine.compare, *theirs.compare))
        if (
            named[0].keys() == named[1].keys()
            and all(m.key.what in ("size", "length") for m in others[0])
            and not partial
        ):
            if named[0]:
                terms.append("same == t_same")
            return " and ".join(terms) or "True"
        for key in {**named[0], **named[1]}.values():
            if key.what != "size" or key.part is None:
                raise CannotCompile("plays of several types that must share more than sizes")
            sizes = [
                self._needs.size_of_part(key.part, (str(at), *play[1:]))
                for at, play in ((rung, self.play), (table, self.table))
            ]
            terms.append(" == ".join(sizes))
        return " and ".join(terms) or "True"

    def _on(self, bombs: model.Bombs, name: str, play: Words) -> str:
        """The rung of a play in a list of bombs as an expression; -1: none."""
        classes = self.plays.classes
        told = "-1"
        for rung, tier in enumerate(bombs.order):
            for cls in tier:
                if name not in classes.types(cls):
                    continue
                if name in classes.whole_types(cls):
                    told = str(rung)
                else:
                    told = f"({rung} if {self._needs.in_class(cls, play)} else {told})"
        return told

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
