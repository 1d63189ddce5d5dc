"""Combinations with few plays, which are listed one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import islice
from typing import TYPE_CHECKING

from cardwright.dsl import model

from ..play import Cards, Play
from ..strength import compare
from .cards import CardWords
from .fields import Fields
from .filling import Filler
from .found import Filled
from .layout import CannotCompile
from .measures import Strength
from .source import Source

if TYPE_CHECKING:
    from .plays import PlayWriter

FEW = 16
"""Combinations with so few plays are listed one by one."""
_LISTED = 512
"""Those with so few are where no loops find them."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One play of a combination that has few."""

    key: int
    same: int
    cards: Cards


class Listing:
    """Finds the plays of combinations that have few."""

    def __init__(self, writer: PlayWriter) -> None:
        self._writer = writer
        self.source, self.cards, self.plays = writer.source, writer.cards, writer.plays
        self._listed: dict[int, tuple[Listed, ...] | None] = {}

    def of(self, rung: int) -> tuple[Listed, ...] | None:
        """All plays of a combination as they are read, if there are few."""
        if rung not in self._listed:
            # Numbers in a list are for plays that can all be compared.
            found = None if self._writer.strength(rung).scaled else self._list(rung, FEW)
            if found is None and not self._writer.strength(rung).scaled and not self._loops(rung):
                found = self._list(rung, _LISTED)
            self._listed[rung] = found
        return self._listed[rung]

    def _loops(self, rung: int) -> bool:
        """Whether there are loops that find the plays of a combination."""
        rules = self.plays.matchers[rung].planner.rules
        aside = Source(self.source.native, self.source.bounded)
        cards = CardWords(aside, self.cards.layout)
        filler = Filler(Fields(aside, cards.layout, cards), rules)
        rule = self.plays.matchers[rung].rule
        strength = Strength(aside, cards, self.plays, rule, filler.windows, self._writer.reversed, rules)

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

        found = self.fitting(matcher.rule.combination.pattern, read, most)
        if found is None:
            return None
        plays = [play for cards in found for play in self.plays.readings(cards, whole) if play.rung == rung]
        return tuple(self._numbered(plays))

    def fitting(self, pattern: model.Pattern, wanted: Callable[[Cards], bool], most: int) -> list[Cards] | None:
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
