"""Tallies of many hands at once, from the numbers that machine code tells of them: sums over columns of NumPy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calculations import Number
from ..game import Game
from ..randomness import derived_seed
from ..values import normal
from .tally import MOST_SWINGS, Measure, Pair, Standing, Swing, Tally

if TYPE_CHECKING:
    from ..compiled.engine import Playouts

Column = Any
"""An array of whole numbers: one for each hand, or a row of them."""
_NARROW = 4096
"""Values this close together are counted one by one, others sorted."""


class Hands:
    """What came of hands under one rulebook, in columns."""

    def __init__(self, game: Game, playouts: Playouts) -> None:
        facts = playouts.facts
        rows = np.asarray(playouts.numbers, np.int64).reshape(-1, facts.length)
        self.number, self._players, self.scale = len(rows), game.players, playouts.scale
        self._book = game.rulebook
        self._lowest = self._book.match.wins == "lowest"

        def field(name: str) -> Column:
            at = facts.at.get(name, 0)
            return np.ascontiguousarray(rows[:, at : at + facts.size.get(name, 0)])

        self.winner, self.scores, self.plays = field("WINNER")[:, 0], field("SCORES"), field("PLAYS")
        self._field = field
        better = self.scores * self._players - self.scores.sum(axis=1, keepdims=True)
        self._ahead = better < 0 if self._lowest else better > 0
        self._won = self.winner[:, None] == np.arange(self._players)
        self._left, self._asked = field("LEFT"), field("ASKED")

    @property
    def broken(self) -> int | None:
        """The first hand whose scores break a promise."""
        found = np.flatnonzero(self._field("BROKEN")[:, 0])
        return int(found[0]) if len(found) else None

    def tally(self, seed: int, first: int) -> Tally:
        """All that a tally counts. The first of the hands has this number under the seed."""
        from ..compiled.codec import ENDED

        field, book = self._field, self._book
        tally = Tally(hands=self.number, won=int((self.winner >= 0).sum()))
        tally.ended.update({ENDED[ended] or "": count for ended, count in _counted(field("ENDED")[:, 0])})
        for counts, name, things in (
            (tally.combinations, "PLAYS", book.combinations),
            (tally.claims, "CLAIMS", book.claims),
            (tally.breaches, "BREACHES", book.duties),
            (tally.paid, "PAID", book.duties),
        ):
            sums = field(name).sum(axis=0)
            counts.update({things[at].name: int(count) for at, count in enumerate(sums) if count})
        if book.claims:
            ways = _counted(field("WON_BY")[:, 0])
            tally.won_by.update({book.claims[claim].name: count for claim, count in ways if claim >= 0})
        tally.plays = measured(self.plays.sum(axis=1))
        tally.passes, tally.tricks = measured(field("PASSES")[:, 0]), measured(field("TRICKS")[:, 0])
        every = np.arange(self.number)
        tally.seats = [self._standing(every, np.full(self.number, seat)) for seat in range(self._players)]
        lead = field("LEAD")[:, 0]
        led = np.flatnonzero(lead >= 0)
        tally.from_lead = [
            self._standing(led, (lead[led] + place) % self._players) if len(led) else Standing()
            for place in range(self._players)
        ]
        tally.roles = dict(self._roles(field("ROLES")))
        tally.swings = list(self._swings(seed, first))
        return tally

    def _standing(self, hands: Column, seats: Column) -> Standing:
        """How it went for a seat in each of these hands."""
        return Standing(
            len(hands),
            int(self._won[hands, seats].sum()),
            int(self._ahead[hands, seats].sum()),
            measured(self.scores[hands, seats], self.scale),
            measured(self._left[hands, seats]),
            measured(self._asked[hands, seats]),
        )

    def _roles(self, held: Column) -> Iterator[tuple[str, Standing]]:
        """The standings by role, and of who has none where others have one; of several roles the first counts."""
        auctions = {auction.name for auction in self._book.auctions}
        names = [name for name in self._book.play.before if name in auctions]
        if not names:
            return
        role = np.full((self.number, self._players), -1)
        for at in reversed(range(len(names))):
            hands = np.flatnonzero(held[:, at] >= 0)
            role[hands, held[hands, at]] = at
        anybody = (held >= 0).any(axis=1)
        for at, name in enumerate(["", *names], -1):
            hands, seats = np.nonzero((role == at) & anybody[:, None])
            if len(hands):
                yield name, self._standing(hands, seats)

    def _swings(self, seed: int, first: int) -> Iterator[Swing]:
        size = self.scores.max(axis=1) - self.scores.min(axis=1)
        for hand in map(int, np.argsort(-size, kind="stable")[:MOST_SWINGS]):
            scores = tuple(_points(int(score), self.scale) for score in self.scores[hand])
            number = first + hand
            yield Swing(_points(int(size[hand]), self.scale), number, derived_seed(seed, number), scores)


def paired(first: Hands, second: Hands, tallies: tuple[Tally, Tally]) -> Pair:
    """The same deals under two rulebooks."""
    scale = lcm(first.scale, second.scale)
    change = second.scores * (scale // second.scale) - first.scores * (scale // first.scale)
    same = int((first.winner == second.winner).sum())
    winners = {name: count for name, count in (("same", same), ("other", first.number - same)) if count}
    seats = range(change.shape[1])
    return Pair(
        *tallies,
        scores=[measured(change[:, seat], scale) for seat in seats],
        plays=measured(second.plays.sum(axis=1) - first.plays.sum(axis=1)),
        winners=Counter(winners),
        changed=int(change.any(axis=1).sum()),
        wins=[measured((second.winner == seat).astype(int) - (first.winner == seat)) for seat in seats],
    )


def measured(column: Column, scale: int = 1) -> Measure:
    """The measure of numbers that are told in so many parts of one."""
    measure = Measure()
    for value, count in _counted(column):
        measure.add(_points(value, scale), count)
    return measure


def _points(value: int, scale: int) -> Number:
    return value if scale == 1 else normal(Fraction(value, scale))


def _counted(column: Column) -> Iterator[tuple[int, int]]:
    """Every number that comes up, and how often."""
    if not len(column):
        return
    least = int(column.min())
    if int(column.max()) - least < _NARROW:
        counts = np.bincount(column - least)
        values = np.flatnonzero(counts)
        yield from zip((values + least).tolist(), counts[values].tolist(), strict=True)
        return
    found, often = np.unique(column, return_counts=True)
    yield from zip(found.tolist(), often.tolist(), strict=True)
