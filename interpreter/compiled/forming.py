"""Plays that can be formed from cards: whether there is one of a class, how many, and which are the highest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from cardwright.dsl import model

from ..play import Play
from .layout import CannotCompile
from .members import Members
from .moments import Kit
from .properties import Properties
from .scopes import Scope
from .source import ident
from .values import FALSE, TRUE, APlay, Held, Num, both, constant, either, wrapped

_MOST_TOGETHER = 4


class PlayFunctions(Protocol):
    """The functions about plays that a program has: each method returns a name."""

    def beats(self) -> str:
        """`beats(play.., table..)`."""

    def formed(self, rung: int) -> str:
        """`formed_<name>(h0.., low, high, out, n)`."""

    def some(self, rung: int) -> str:
        """`some_<name>(h0.., low, high, floor, want)`."""

    def readings(self) -> str:
        """`readings(m0.., whole, out, n)`."""

    def holds(self, name: str, pattern: model.Pattern) -> str:
        """`<name>(h0..)`: whether cards include what a pattern asks for."""


@dataclass(frozen=True, slots=True)
class Forming:
    """Writes what is asked of plays that are formed from cards."""

    kit: Kit
    members: Members
    properties: Properties
    plays: PlayFunctions

    # ---- rows of plays -----------------------------------------------------------------------------------------

    def _find(self, calls: list[str]) -> None:
        """Lines that gather plays in `found`, `count` of them. Each call has `#` for where it puts them."""
        source, columns = self.kit.source, 5 + self.kit.words
        source.line(f"found = scratch(64, {columns})")
        source.line("count = 0")
        for call in calls:
            source.line(f"count = {call}")
        if not source.native:
            source.line("count = len(found)")
            return
        with source.block("if count > len(found):"):
            source.line(f"found = scratch(count, {columns})")
            source.line("count = 0")
            for call in calls:
                source.line(f"count = {call}")

    def _row(self, at: str, rung: int | None = None, array: str = "found") -> APlay:
        native = self.kit.source.native
        told = [f"{array}[{at}, {n}]" if native else f"{array}[{at}][{n}]" for n in range(1, 5 + self.kit.words)]
        return APlay(str(rung) if rung is not None else told[0], told[1], told[2], told[3], tuple(told[4:]))

    def _formed(self, rung: int, words: tuple[str, ...]) -> str:
        most = len(self.kit.rules.pieces.all)
        return f"{self.plays.formed(rung)}({', '.join(words)}, 1, {most}, found, count)"

    # ---- whether there is one ----------------------------------------------------------------------------------

    def includes(self, cls: model.Class, cards: Held, scope: Scope) -> str:
        """Whether cards include the pieces of a play of the class."""
        return both(
            cards.exists, either(*(self._includes(cls, rung, cards, scope) for rung in self.members.rungs(cls)))
        )

    def _includes(self, cls: model.Class, rung: int, cards: Held, scope: Scope) -> str:
        combination = self.kit.rules.rulebook.combinations[rung]
        if self.kit.rules.plays.matchers[rung].planner.untouched:
            return FALSE
        if scope.moment.judging:
            return self._fitting(cls, rung, cards, scope)
        most = len(self.kit.rules.pieces.all)
        if combination.name in self.kit.rules.plays.whole_types(cls):
            return f"{self.plays.some(rung)}({', '.join(cards.words)}, 1, {most}, -1, -1)"
        source = self.kit.source
        base = f"has_{ident(combination.name)}"

        def write() -> None:
            self._find([self._formed(rung, cards.words)])
            with source.block("for at in range(count):"):
                test = self.members.has_play(cls, self._row("at", rung), scope.using("at", "found", "count"))
                with source.block(f"if {test}:"):
                    source.line("return True")
            source.line("return False")

        return self.kit.lifting.call(base, f"Whether cards include such a {combination.name}.", write)

    def _fitting(self, cls: model.Class, rung: int, cards: Held, scope: Scope) -> str:
        """The same, of cards that fit a combination, whatever they are read as."""
        combination = self.kit.rules.rulebook.combinations[rung]
        if combination.needs is not None:
            raise CannotCompile("a combination asks for another one that has further conditions")
        whole = combination.name in self.kit.rules.plays.whole_types(cls)
        if whole:
            return (
                f"{self.plays.holds(f'fits_{ident(combination.name)}', combination.pattern)}({', '.join(cards.words)})"
            )
        part = combination.pattern.parts[0]
        each = 1
        if isinstance(part, model.EachOf) and part.each.least == part.each.most and part.attribute == "rank":
            each, groups = part.each.least, part.groups
        elif isinstance(part, model.Sized) and part.in_order is not None:
            groups = part.amount
        else:
            raise CannotCompile("which plays cards fit is a matter of search")
        if len(combination.pattern.parts) > 1:
            raise CannotCompile("which plays cards fit is a matter of search")
        most = min(len(self.kit.layout.ranks), len(self.kit.rules.pieces.all) // each, groups.most or 10**9)
        terms = []
        for length in range(groups.least, most + 1):
            size = each * length
            play = APlay(str(rung), _UNKNOWN, _UNKNOWN, str(size), (_UNKNOWN,) * self.kit.words, length=str(length))
            meets = self.members.has_play(cls, play, scope)
            if _UNKNOWN in meets:
                raise CannotCompile("which plays cards fit is a matter of search")
            if meets == FALSE:
                continue
            amount = model.Amount(least=length, most=length)
            exact = replace(part, groups=amount) if isinstance(part, model.EachOf) else replace(part, amount=amount)
            name = f"fits_{ident(combination.name)}__{length}"
            holds = self.plays.holds(name, replace(combination.pattern, parts=(exact,)))
            terms.append(both(meets, f"{holds}({', '.join(cards.words)})"))
        return either(*terms)

    def reads(self, cls: model.Class, cards: Held, scope: Scope) -> str:
        """Whether cards can be read as a play of the class."""
        if scope.moment.judging:
            raise CannotCompile("a combination asks what some of its cards are read as")
        source = self.kit.source

        def write() -> None:
            self._find([f"{self.plays.readings()}({', '.join(cards.words)}, 0, found, count)"])
            with source.block("for at in range(count):"):
                test = self.members.has_play(cls, self._row("at"), scope.using("at", "found", "count"))
                with source.block(f"if {test}:"):
                    source.line("return True")
            source.line("return False")

        return self.kit.lifting.call("read_as", "Whether cards can be read as such a play.", write)

    # ---- how many ----------------------------------------------------------------------------------------------

    def most(self, cls: model.Class, cards: Held, scope: Scope) -> Num:
        """The most plays of the class that share no card."""
        kit, source, names = self.kit, self.kit.source, self.kit.cards.names("h")
        rungs = [r for r in self.members.rungs(cls) if not kit.rules.plays.matchers[r].planner.untouched]
        if not rungs:
            return constant(0)
        if scope.moment.judging:
            raise CannotCompile("a combination counts plays that its cards fit")
        shortest = min(kit.rules.plays.matchers[rung].planner.span[0] for rung in rungs)
        most = kit.most_held // shortest
        if most > _MOST_TOGETHER:
            raise CannotCompile("how many plays can be formed together is a matter of search")

        def write_most() -> None:
            with source.block("if at >= count:"):
                source.line("return 0")
            source.line("most = 0")
            with source.block("for row in range(at, count):"):
                row = self._row("row", array="out")
                with source.block(f"if {kit.cards.includes(names, row.words)}:"):
                    left = ", ".join(kit.cards.minus(names, row.words))
                    source.line(f"most = max(most, 1 + most_together(out, count, row, {left}))")
            source.line("return most")

        def write() -> None:
            self._find([self._formed(rung, cards.words) for rung in rungs])
            chosen = "count"
            if any(kit.rules.rulebook.combinations[r].name not in kit.rules.plays.whole_types(cls) for r in rungs):
                # Only members stay: they are moved to the front.
                source.line("kept = 0")
                with source.block("for at in range(count):"):
                    test = self.members.has_play(cls, self._row("at"), scope.using("at", "found", "count", "kept"))
                    with source.block(f"if {test}:"):
                        if source.native:
                            with source.block(f"for column in range({5 + kit.words}):"):
                                source.line("found[kept, column] = found[at, column]")
                        else:
                            source.line("found[kept] = found[at]")
                        source.line("kept += 1")
                chosen = "kept"
            source.line(f"return most_together(found, {chosen}, 0, {', '.join(cards.words)})")

        def define() -> None:
            told = "How many of the plays from `at` on can be formed together."
            with source.function("most_together", f"out, count, at, {', '.join(names)}", told):
                write_most()

        kit.cards.define("most_together", define)
        call = kit.lifting.call("most_of", "The most plays of a class that share no card.", write)
        return Num(call if cards.exists == TRUE else f"({call} if {cards.exists} else 0)", 0, most)

    # ---- the highest -------------------------------------------------------------------------------------------

    def is_highest(self, node: model.IsHighest, play: APlay, cards: Held, scope: Scope) -> str:
        """Whether a play is among the strongest (weakest) of a class that can be formed from cards."""
        if scope.moment.judging:
            raise CannotCompile("a combination asks which of the plays that its cards fit is the highest")
        rungs = [r for r in self.members.rungs(node.of) if not self.kit.rules.plays.matchers[r].planner.untouched]
        if not rungs:
            return FALSE
        if all(self.kit.rules.plays.matchers[rung].planner.span[1] == 1 for rung in rungs) and (
            self.kit.rules.plays.is_fixed(node.of)
        ):
            return both(play.exists, self._highest_piece(node, rungs, play, cards))
        if play.turned:
            raise CannotCompile("a play that is read otherwise now is compared")
        return both(play.exists, self._highest(node, rungs, play, cards, scope))

    def _highest_piece(self, node: model.IsHighest, rungs: list[int], play: APlay, cards: Held) -> str:
        """The same for plays of one piece: which others are stronger is known beforehand."""
        kit, rules = self.kit, self.kit.rules
        test = rules.plays.in_class(node.of)
        plays: dict[int, list[Play]] = {
            kind: [p for p in rules.plays.readings((card,)) if test(p)] for kind, card in enumerate(kit.layout.order)
        }
        stronger = rules.plays.contest.stronger
        terms = []
        for rung in rungs:
            masks: list[list[int]] = [[], []]
            rows = []
            for found in plays.values():
                own = next((p for p in found if p.rung == rung), None)
                better = [
                    kit.layout.order[kind]
                    for kind, others in plays.items()
                    if own is not None
                    and any(stronger(o, own) if node.extreme == "highest" else stronger(own, o) for o in others)
                ]
                masks[0].append(int(own is not None))
                rows.append(kit.layout.pack(better) if kit.layout.single else self._whole(better))
            kind = kit.cards.lowest(play.words)
            terms_of_rung = [
                f"{wrapped(play.rung)} == {rung}"
                if not play.rung.isdecimal()
                else TRUE
                if play.rung == str(rung)
                else FALSE,
                self._includes_piece(play, cards),
            ]
            if not all(masks[0]):
                terms_of_rung.append(f"{kit.source.table('IS_MEMBER', masks[0])}[{kind}] == 1")
            for word, held in enumerate(cards.words):
                table = kit.source.table(f"OUTDOES_{word}", [row[word] for row in rows])
                terms_of_rung.append(f"{wrapped(held)} & {table}[{kind}] == 0")
            terms.append(both(*terms_of_rung))
        return either(*terms)

    def _whole(self, cards: list[int]) -> tuple[int, ...]:
        masks = [0] * self.kit.words
        for card in cards:
            field = self.kit.layout.fields[self.kit.layout.kind_at[card]]
            masks[field.word] |= field.mask
        return tuple(masks)

    def _includes_piece(self, play: APlay, cards: Held) -> str:
        return self.kit.cards.includes(tuple(map(wrapped, cards.words)), tuple(map(wrapped, play.words)))

    def _highest(self, node: model.IsHighest, rungs: list[int], play: APlay, cards: Held, scope: Scope) -> str:
        kit, source, beats = self.kit, self.kit.source, self.plays.beats()

        def write() -> None:
            inner = scope.using("at", "found", "count", "among")
            self._find([self._formed(rung, cards.words) for rung in rungs])
            source.line("among = False")
            with source.block("for at in range(count):"):
                row = self._row("at")
                member = self.members.has_play(node.of, row, inner)
                mine, other = ", ".join(play.record), ", ".join(row.record)
                up, down = f"{beats}({other}, {mine})", f"{beats}({mine}, {other})"
                if node.extreme == "lowest":
                    up, down = down, up
                same = both(f"{row.rung} == {play.rung}", kit.cards.same(row.words, play.words))
                with source.block(f"if {both(member, same)}:"):
                    source.line("among = True")
                with source.block(f"elif {both(member, up, f'not {down}')}:"):
                    source.line("return False")
            source.line("return among")

        told = f"Whether a play is among the {node.extreme} that can be formed from cards."
        return kit.lifting.call(f"is_{node.extreme}", told, write)


_UNKNOWN = "unknown"
