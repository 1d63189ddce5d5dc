"""Plays that take a trick at once in a program: those of a class, and those that nothing in the deck could beat."""

from __future__ import annotations

from ..contest import Relation
from ..pieces import minus
from ..play import Cards
from .layout import CannotCompile
from .scopes import Scope
from .sides import Side, Sides
from .values import FALSE, TRUE, APlay

_TRIED = 2_000
"""So many ways to fill a pattern are looked at for one that is read as its combination."""


class UnbeatenWriter:
    """Writes which plays take the trick without the others being asked."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._rule = sides.rulebook.play.won_at_once

    @property
    def asked(self) -> bool:
        """Whether any play does."""
        return self._rule.unbeatable or self._rule.of is not None

    def call(self, side: Side) -> str:
        """Whether the play that is made does."""
        return f"wins_at_once{side.suffix}({', '.join(self._sides.action[1:])})"

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
            can_beat = side.plays.can_beat() if self._rule.unbeatable else ""
            told = "Whether a play takes the trick without the others being asked."
            with source.function(f"wins_at_once{side.suffix}", ", ".join(sides.action[1:]), told):
                if of_class != FALSE:
                    with source.block(f"if {of_class}:"):
                        source.line("return True")
                if self._rule.unbeatable:
                    self._write_unbeatable(side, can_beat)
                else:
                    source.line("return False")

    def _write_unbeatable(self, side: Side, can_beat: str) -> None:
        sides, source, cards = self._sides, self._sides.source, self._sides.cards
        plays = side.kit.rules.plays
        beaten = [rung for rung in range(len(plays.matchers)) if self._always_beaten(side, rung)]
        for rung in set(range(len(plays.matchers))) - set(beaten):
            if any(plays.matchers[other].planner.untouched for other, _ in plays.challengers[rung]):
                raise CannotCompile("whether a play is unbeatable hangs on plays that take an untouched hand")
        if beaten:
            with source.block(f"if {' or '.join(f'rung == {rung}' for rung in beaten)}:"):
                source.line("return False")
        deck = cards.constant(sides.rules.pieces.all)
        rest = cards.minus(deck, sides.played)
        told = ", ".join((*rest, "0", *sides.action[1:]))
        source.line(f"return not {can_beat}({told})")

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
        planner, rest, found = plays.matchers[rung].planner, plays.pieces.all, []
        if planner.untouched:
            return []
        sizes = (size, size) if relation.same_size else (1, len(rest))
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
