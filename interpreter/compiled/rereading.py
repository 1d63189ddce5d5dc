"""As which other combination the cards of a play may have to be read, and whether they are found in several ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardwright.dsl import model

from .found import Filled
from .layout import CannotCompile
from .planning import plan
from .shapes import apart, most_ranks
from .source import Words

if TYPE_CHECKING:
    from .plays import PlayWriter


class Rereading:
    """Writes tests for the combinations that are above another one."""

    def __init__(self, writer: PlayWriter) -> None:
        self._writer = writer
        self.source, self.cards, self.plays = writer.source, writer.cards, writer.plays

    def above(self, rung: int) -> list[int]:
        """The combinations as which the cards of a play of this one may have to be read instead."""
        found = self._fitting(rung)
        for other in found:
            searched = not self._plain(other, rung) and self._writer.listed(other) is None
            # A search finds cards as they are read, which may be as something that is above the other one alone.
            if searched and set(self._fitting(other)) - set(found):
                raise CannotCompile("cards that can be read in several ways, of which not all are above one another")
        return [other for other in found if not self._covered(other, found, rung)]

    def _fitting(self, rung: int) -> list[int]:
        """The combinations above one that cards of its plays may fit."""
        found: list[int] = []
        matchers, contest = self.plays.matchers, self.plays.contest
        mine = matchers[rung]
        for other, matcher in enumerate(matchers):
            low = max(mine.planner.span[0], matcher.planner.span[0])
            high = min(mine.planner.span[1], matcher.planner.span[1])
            if other == rung or low > high or not contest.may_outrank(other, rung):
                continue
            rules = (mine.planner.rules, matcher.planner.rules)
            if self._untouched_apart(rung, other) or apart(*rules, self.plays.pieces):
                continue
            listed = self._writer.listed(other)
            if listed is not None and all(mine.match(play.cards) is None for play in listed):
                continue
            if not contest.outranks(other, rung):
                raise CannotCompile("whether cards are read as another combination hangs on more than what they are")
            found.append(other)
        return found

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
        listed = self._writer.listed(rung)
        return listed is not None and any(
            self._writer.listed(other) is None
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

    def is_listed(self, rung: int) -> str:
        """`is_<name>(m0..)`: whether cards are one of the listed plays of a combination."""
        name = f"is_{self._writer.names[rung]}"

        def write() -> None:
            listed = self._writer.listed(rung) or ()
            cards = self.cards.names("m")
            packed = [self.cards.layout.pack(play.cards) for play in listed]
            tables = [self.source.table("LISTED", [w[at] for w in packed] or [0]) for at in range(len(cards))]
            with self.source.function(name, ", ".join(cards), f"Whether cards are a {self._writer.title(rung)}."):
                with self.source.block(f"for at in range({len(listed)}):"):
                    same = self.cards.same(cards, tuple(f"{table}[at]" for table in tables))
                    with self.source.block(f"if {same}:"):
                        self.source.line("return True")
                self.source.line("return False")

        return self._writer.once(name, write)

    def fits(self, other: int, filled: Filled, rung: int, marks: Callable[[], Words]) -> str:
        """Whether the cards of a play fit another combination too."""
        planner = self.plays.matchers[other].planner
        if planner.untouched and not self.plays.matchers[rung].planner.untouched:
            raise CannotCompile("an untouched hand that can be read in several ways")
        if self._writer.listed(other) is not None:
            return f"{self.is_listed(other)}({', '.join(filled.words)})"
        rules = planner.rules
        part = rules[0].part
        mine = filled.parts[0].rule
        if not self._plain(other, rung) or not isinstance(part, model.Sized):
            some = f"{self._writer.some(other)}({', '.join(filled.words)}, {filled.size}, {filled.size}, -1, -1)"
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
        name = f"in_order_{self._writer.names[rung]}"
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

        return self._writer.once(name, write)

    def repeats(self, rung: int) -> bool:
        """Whether the same cards may fill the pattern in several ways. Raises CannotCompile where it could not be said
        which of them is the strongest."""
        found = self._writer.listed(rung) is None and self._repeats(rung)
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
