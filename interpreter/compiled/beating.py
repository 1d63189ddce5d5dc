"""Which plays beat the table, and which of two plays beats the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardwright.dsl import model

from ..contest import Relation
from .layout import CannotCompile
from .measures import Strength, whole_size
from .source import Words

if TYPE_CHECKING:
    from .plays import PlayWriter


class Beating:
    """Writes what beats what, from the relations of all combinations."""

    def __init__(self, writer: PlayWriter) -> None:
        self._writer = writer
        self.source, self.cards, self.plays = writer.source, writer.cards, writer.plays

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
        return Strength(self.source, self.cards, self.plays, matcher.rule, {}, self._writer.reversed, rules)

    def _scaled(self, rung: int) -> bool:
        """Whether strengths of a combination are compared digit by digit."""
        return self.strength(rung).scaled

    def _compare(self, rung: int) -> str:
        """`compare_<name>(key, other)`: 1, 0 or -1; 2 where the two cannot be compared."""
        name = f"compare_{self._writer.names[rung]}"
        source = self.source

        def write() -> None:
            digits = self.strength(rung).digits()
            told = f"Whether one {self._writer.title(rung)} is stronger, digit by digit; 2: they cannot be compared."
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

        return self._writer.once(name, write)

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

    def write_plays_to(self) -> None:
        source, hand, table = self.source, self._writer.hand, self._writer.table
        matchers, challengers = self.plays.matchers, self.plays.challengers
        cards, most = ", ".join(hand), len(self.cards.layout.pieces.all)
        for rung in range(len(matchers)):
            self._writer.find(rung)
        tests: list[int] = []
        for table_rung, answers in enumerate(challengers):
            for rung, relation in answers:
                self._answers(rung, relation, table_rung, lambda *_: None, lambda: tests.append(1))
        beats = self._writer.beats() if tests else ""
        told = "Every play in a hand that beats the table; all plays where its rung is -1."
        with source.function(f"plays_to{self._writer.suffix}", f"{cards}, whole, {', '.join(table)}, out, n", told):
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
            with source.block(f"if {beats}({play}, {', '.join(self._writer.table)}):"):
                with source.block(f"for column in range({columns}):"):
                    source.line("out[kept, column] = out[at, column]")
                source.line("kept += 1")
        with source.block("if n <= len(out):"):
            source.line("n = kept")

    def _found(self, rung: int, cards: str, limits: str) -> None:
        call = f"n = {self._writer.find(rung)}({cards}, {limits}, out, n)"
        if not self.plays.matchers[rung].planner.untouched:
            self.source.line(call)
            return
        with self.source.block("if whole:"):
            size = self.cards.count(self._writer.hand)
            if limits.startswith("t_size"):
                with self.source.block(f"if {size} == t_size:"):
                    self.source.line(call)
            else:
                rest = limits.split(", ", 2)[2]
                self.source.line(f"n = {self._writer.find(rung)}({cards}, {size}, {size}, {rest}, out, n)")

    def write_can_beat(self) -> None:
        source, hand, table = self.source, self._writer.hand, self._writer.table
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
                    lines.append((at, f"{only}{self._writer.some(rung)}({cards}, {low}, {high}, {floor}, {want})"))

                def tested(rung: int = rung, relation: Relation = relation, at: int = table_rung,
                           only: str = untouched) -> None:  # fmt: skip
                    low, high = ("t_size", "t_size") if relation.same_size else ("1", str(most))
                    if only:
                        low = high = self.cards.count(hand)
                    name = f"some_{self._writer.names[rung]}__over"
                    self._writer.once(name, lambda: self._writer.write_some_over(rung, name))
                    reached = self._reached(relation, at)
                    only = f"{reached} and {only}" if reached != "True" else only
                    lines.append((at, f"{only}{name}({cards}, {low}, {high}, {', '.join(table)})"))

                self._answers(rung, relation, table_rung, by_size, tested)
        told = "Whether a hand has a play that beats the table."
        with source.function(f"can_beat{self._writer.suffix}", f"{cards}, whole, {', '.join(table)}", told):
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
            rung = self._on(bombs.rule, name, self._writer.table)
            if rung.isdecimal() or name in bombs.beats_whole:
                return "True"
            if rung != "-1":
                terms.append(f"{rung} >= 0")
            if bombs.rule.beats is not None and name in bombs.beats_types:
                terms.append(f"({self._writer.needs.in_class(bombs.rule.beats, self._writer.table)})")
        return f"({' or '.join(terms) or 'False'})"

    def write_beats(self) -> None:
        source = self.source
        with source.function(
            f"beats{self._writer.suffix}",
            f"{', '.join((*self._writer.play, *self._writer.table))}",
            "Whether a play beats another.",
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
            mine = self._on(bombs.rule, names[rung], self._writer.play)
            theirs = self._on(bombs.rule, names[table], self._writer.table)
            source.line(f"mine = {mine}")
            source.line(f"theirs = {theirs}")
            with source.block("if mine >= 0 and theirs >= 0 and mine > theirs:"):
                source.line("return True")
            if bombs.rule.beats is not None and names[table] in bombs.beats_types:
                below = (
                    "True"
                    if names[table] in bombs.beats_whole
                    else self._writer.needs.in_class(bombs.rule.beats, self._writer.table)
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
                self._writer.needs.size_of_part(key.part, (str(at), *play[1:]))
                for at, play in ((rung, self._writer.play), (table, self._writer.table))
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
                    told = f"({rung} if {self._writer.needs.in_class(cls, play)} else {told})"
        return told
