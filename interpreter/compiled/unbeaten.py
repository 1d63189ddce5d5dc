"""Plays that take a trick at once in a program: those of a class, and those that nothing in the deck could beat."""

from __future__ import annotations

from itertools import islice

from ..contest import Relation
from ..pieces import minus
from ..play import Cards, Play
from .layout import CannotCompile
from .scopes import Scope
from .sides import Side, Sides
from .source import plain
from .values import FALSE, TRUE, APlay

_TRIED = 2_000
"""So many ways to fill a pattern are looked at, no more."""

_TOLD = 40
"""So many plays are told one by one."""


class UnbeatenWriter:
    """Writes which plays take the trick without the others being asked."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._rule = sides.rulebook.play.won_at_once
        self._known: dict[tuple[str, int], tuple[Play, ...] | None] = {}

    @property
    def asked(self) -> bool:
        """Whether any play does."""
        return self._rule.unbeatable or self._rule.of is not None

    def call(self, side: Side) -> str:
        """Whether the play that is made does."""
        test = f"wins_at_once{side.suffix}({', '.join(self._sides.action[1:])})"
        types, every = self.may_win(), range(len(side.kit.rules.plays.matchers))
        if len(types) == len(every):
            return test
        table = self._sides.source.table("MAY_WIN", [int(rung in types) for rung in every])
        return f"{table}[rung] and {test}" if types else FALSE

    def write(self) -> None:
        """`wins_at_once(play..)`, for each way round."""
        sides, source = self._sides, self._sides.source
        if not self.asked:
            return
        rung, key, same, size = sides.action[1:5]
        play = APlay(rung, key, same, size, sides.played, TRUE)
        for side in sides.all:
            of_class = FALSE
            if self._rule.of is not None:
                of_class = side.formulas.about(self._rule.of, play, Scope())
            told = "Whether a play takes the trick without the others being asked."
            with source.function(f"wins_at_once{side.suffix}", ", ".join(sides.action[1:]), told):
                if of_class != FALSE:
                    with source.block(f"if {of_class}:"):
                        source.line("return True")
                if self._rule.unbeatable:
                    self._write_unbeatable(side)
                else:
                    source.line("return False")

    def _write_unbeatable(self, side: Side) -> None:
        """Where a type has few plays each is judged beforehand; otherwise the rest of the deck is searched."""
        sides, source, cards = self._sides, self._sides.source, self._sides.cards
        plays = side.kit.rules.plays
        searched: list[int] = []
        for rung, matcher in enumerate(plays.matchers):
            unbeatable = self._unbeatable(side, rung)
            if unbeatable is None:
                if any(plays.matchers[other].planner.untouched for other, _ in plays.challengers[rung]):
                    raise CannotCompile("whether a play is unbeatable hangs on plays that take an untouched hand")
                searched.append(rung)
            elif unbeatable:
                told = plain(f"the {matcher.rule.combination.name.replace('_', ' ')} that nothing beats")
                with source.block(f"if rung == {rung}:  # {told}"):
                    same = [cards.same(sides.played, cards.constant(play.pieces)) for play in unbeatable]
                    source.line(f"return {' or '.join(same)}")
        if searched:
            can_beat = side.plays.can_beat()
            rest = cards.minus(cards.constant(sides.rules.pieces.all), sides.played)
            with source.block(f"if {' or '.join(f'rung == {rung}' for rung in searched)}:"):
                source.line(f"return not {can_beat}({', '.join((*rest, '0', *sides.action[1:]))})")
        source.line("return False")

    def may_win(self) -> frozenset[int]:
        """The types some of whose plays may take a trick at once."""
        rungs: set[int] = set()
        for side in self._sides.all:
            plays = side.kit.rules.plays
            if self._rule.of is not None:
                names = plays.types(self._rule.of)
                rungs.update(rung for rung, m in enumerate(plays.matchers) if m.rule.combination.name in names)
            if self._rule.unbeatable:
                rungs.update(rung for rung in range(len(plays.matchers)) if self._unbeatable(side, rung) != ())
        return frozenset(rungs)

    def _unbeatable(self, side: Side, rung: int) -> tuple[Play, ...] | None:
        """The plays of a type that nothing beats; None where they are too many to be told beforehand."""
        key = (side.suffix, rung)
        if key not in self._known:
            plays = side.kit.rules.plays
            few = () if self._always_beaten(side, rung) else self._few(side, rung)
            found = None if few is None else tuple(play for play in few if plays.unbeatable(play))
            self._known[key] = found if found is not None and len(found) <= _TOLD else None
        return self._known[key]

    def _few(self, side: Side, rung: int) -> tuple[Play, ...] | None:
        """The plays of a type, where it has few; None where it has many."""
        plays = side.kit.rules.plays
        planner, deck = plays.matchers[rung].planner, plays.pieces.all
        if planner.untouched:
            return None
        tried = list(islice(planner.fill(planner.pool(deck), (1, len(deck))), _TRIED))
        return plays.formed(plays.holding(deck), rung) if len(tried) < _TRIED else None

    def _always_beaten(self, side: Side, rung: int) -> bool:
        """Whether something beats every play of a type: where more plays that share no piece do than it has pieces,
        one of them is always left."""
        plays = side.kit.rules.plays
        least, most = plays.matchers[rung].planner.span
        if least != most:
            return False
        for other, relation in plays.challengers[rung]:
            if self._beats_all(side, other, rung, relation) and len(self._apart(side, other, most, relation)) > most:
                return True
        return False

    def _beats_all(self, side: Side, rung: int, beaten: int, relation: Relation) -> bool:
        return relation.always or side.plays.bombs_always(rung, relation, beaten)

    def _apart(self, side: Side, rung: int, size: int, relation: Relation) -> list[Cards]:
        """Plays of a type that share no piece, as many as are needed."""
        plays = side.kit.rules.plays
        planner, rest = plays.matchers[rung].planner, plays.pieces.all
        found: list[Cards] = []
        if planner.untouched:
            return []
        sizes = (size, size) if relation.always or relation.same_size else (1, len(rest))
        while len(found) <= size:
            for tried, filled in enumerate(planner.fill(planner.pool(rest), sizes)):
                cards = tuple(sorted(card for filling in filled for card in filling.cards))
                if any(play.rung == rung for play in plays.readings(cards)):
                    found.append(cards)
                    rest = minus(rest, cards)
                    break
                if tried > _TRIED:
                    return found
            else:
                return found
        return found
