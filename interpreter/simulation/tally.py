"""What simulated hands come to: counts, exact sums and histograms, which can be merged in any order.

Nothing here is a float, so it makes no difference which worker played which hand, or when."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from typing import Annotated, Any, NamedTuple, Self, get_args

from pydantic import PlainSerializer, PlainValidator

from cardwright.dsl import model

from ..calculations import Number
from ..position import Termination
from ..serial import points_text
from ..values import normal

MOST_SWINGS = 10
"""So many of the hands with the largest swings are kept."""
_FINE = 1000
"""Histograms count whole numbers up to here one by one, larger ones by their first three digits."""
_EXACT = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


def _read(told: Any) -> Number:
    if isinstance(told, int | Fraction) and not isinstance(told, bool):
        return told
    if isinstance(told, str) and _EXACT.fullmatch(told):
        return normal(Fraction(told))
    raise ValueError("this is no whole number, and no fraction as `1/3`")


Exact = Annotated[int | Fraction, PlainValidator(_read), PlainSerializer(points_text)]
"""A whole number, or a fraction; as JSON, a number or a text as `1/3`."""


class Hand(NamedTuple):
    """The facts of one hand that has been played: all that a tally asks of it."""

    number: int
    """Which hand of the simulation it is, from 0; in matches, which match."""
    seed: int
    """The seed of its deal."""
    ended: Termination
    winner: int | None
    scores: tuple[Number, ...]
    lead: int | None
    """Who made the first play."""
    left: tuple[int, ...]
    """How many cards each seat was left with."""
    turns: tuple[int, ...]
    """How often each seat was asked for a play."""
    plays: dict[str, int]
    """How many plays there were of each combination."""
    passes: int
    tricks: int
    claims: tuple[str, ...]
    won_by: str | None
    """The claim that went out, where the hand ended so."""
    breaches: tuple[str, ...]
    """The duties that were broken."""
    paid: tuple[str, ...]
    """Those of them that had to be paid for."""
    roles: tuple[tuple[str, int], ...]


def bin_of(value: Number) -> int:
    """The whole number under which a histogram counts a value: of large ones the first three digits tell, so that no
    histogram grows without end."""
    low = value.numerator // value.denominator
    size, step = abs(low), 1
    while size >= _FINE * step:
        step *= 10
    return low // step * step


@dataclass(slots=True)
class Measure:
    """Numbers of one kind: how many, their exact sum and sum of squares, the extremes, and how often each came up."""

    count: int = 0
    total: Exact = 0
    squares: Exact = 0
    least: Exact | None = None
    greatest: Exact | None = None
    bins: Counter[int] = field(default_factory=Counter)

    def add(self, value: Number, times: int = 1) -> None:
        """Count one more, or as many of the same."""
        self.count += times
        self.total = normal(self.total + value * times)
        self.squares = normal(self.squares + value * value * times)
        self.least = value if self.least is None else min(self.least, value)
        self.greatest = value if self.greatest is None else max(self.greatest, value)
        self.bins[bin_of(value)] += times

    def merge(self, other: Self) -> None:
        """Count all of the other's too."""
        self.count += other.count
        self.total = normal(self.total + other.total)
        self.squares = normal(self.squares + other.squares)
        if other.least is not None and (self.least is None or other.least < self.least):
            self.least = other.least
        if other.greatest is not None and (self.greatest is None or other.greatest > self.greatest):
            self.greatest = other.greatest
        self.bins.update(other.bins)


@dataclass(slots=True)
class Standing:
    """How a seat (or who led first, or who had a role) has fared."""

    hands: int = 0
    wins: int = 0
    ahead: int = 0
    """Hands in which the score was better than the average of all players."""
    score: Measure = field(default_factory=Measure)
    left: Measure = field(default_factory=Measure)
    turns: Measure = field(default_factory=Measure)

    def is_plausible(self, hands: int) -> bool:
        """Whether this may have been counted in so many hands."""
        measured = (self.score.count, self.left.count, self.turns.count)
        return 0 <= self.wins <= self.hands <= hands and 0 <= self.ahead <= self.hands == min(measured) == max(measured)

    def add(self, hand: Hand, seat: int, lowest: bool) -> None:
        """Count one more hand, as it went for a seat."""
        score = hand.scores[seat]
        better = score * len(hand.scores) - sum(hand.scores)
        self.hands += 1
        self.wins += hand.winner == seat
        self.ahead += better < 0 if lowest else better > 0
        self.score.add(score)
        self.left.add(hand.left[seat])
        self.turns.add(hand.turns[seat])

    def merge(self, other: Self) -> None:
        """Count the other's hands too."""
        self.hands += other.hands
        self.wins += other.wins
        self.ahead += other.ahead
        self.score.merge(other.score)
        self.left.merge(other.left)
        self.turns.merge(other.turns)


class Swing(NamedTuple):
    """A hand in which much changed hands: `size` is the distance from the lowest score to the highest."""

    size: Exact
    number: int
    seed: int
    scores: tuple[Exact, ...]


@dataclass(slots=True)
class Matches:
    """How matches have ended. A win that is shared counts for everybody who shares it."""

    count: int = 0
    unfinished: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    hands: Measure = field(default_factory=Measure)
    totals: list[Measure] = field(default_factory=list)

    def is_plausible(self, players: int) -> bool:
        """Whether this may have been counted with so many players."""
        return (
            0 <= self.unfinished <= self.count
            and self.hands.count == self.count
            and all(seat in range(players) and 0 <= won <= self.count for seat, won in self.wins.items())
            and len(self.totals) == (players if self.count else 0)
            and all(total.count == self.count for total in self.totals)
        )

    def add(self, winners: Sequence[int], hands: int, totals: Sequence[Number], finished: bool) -> None:
        """Count one more match."""
        self.count += 1
        self.unfinished += not finished
        self.wins.update(winners)
        self.hands.add(hands)
        self.totals = self.totals or [Measure() for _ in totals]
        for measure, total in zip(self.totals, totals, strict=True):
            measure.add(total)

    def merge(self, other: Self) -> None:
        """Count the other's matches too."""
        self.count += other.count
        self.unfinished += other.unfinished
        self.wins.update(other.wins)
        self.hands.merge(other.hands)
        _merge_all(self.totals, other.totals)


@dataclass(slots=True)
class Tally:
    """All that is kept of simulated hands. It does not grow with their number."""

    hands: int = 0
    seats: list[Standing] = field(default_factory=list)
    from_lead: list[Standing] = field(default_factory=list)
    """Who made the first play, the next in the order of turns, and so on."""
    roles: dict[str, Standing] = field(default_factory=dict)
    ended: Counter[str] = field(default_factory=Counter)
    won: int = 0
    """Hands that somebody alone won."""
    won_by: Counter[str] = field(default_factory=Counter)
    """Hands won at once, by the claim."""
    claims: Counter[str] = field(default_factory=Counter)
    combinations: Counter[str] = field(default_factory=Counter)
    breaches: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    plays: Measure = field(default_factory=Measure)
    passes: Measure = field(default_factory=Measure)
    tricks: Measure = field(default_factory=Measure)
    swings: list[Swing] = field(default_factory=list)
    matches: Matches = field(default_factory=Matches)

    def is_plausible(self, book: model.Rulebook) -> bool:
        """Whether this may have been counted of a rulebook: what a file says is not believed."""
        players = book.deal.players
        standings = (*self.seats, *self.from_lead, *self.roles.values())
        return (
            0 <= self.won <= self.hands
            and len(self.seats) == len(self.from_lead) == (players if self.hands else 0)
            and all(seat.hands == self.hands for seat in self.seats)
            and all(standing.is_plausible(self.hands) for standing in standings)
            and all(measure.count == self.hands for measure in self._measures())
            and all(number >= 0 for counter in self._counters() for number in counter.values())
            and self._are_names_of(book)
            and len(self.swings) == min(self.hands, MOST_SWINGS)
            and all(swing.number >= 0 and len(swing.scores) == players for swing in self.swings)
            and self.matches.is_plausible(players)
        )

    def _are_names_of(self, book: model.Rulebook) -> bool:
        """Whether everything that is counted by name is something that a rulebook has."""
        claims, duties = ({one.name for one in declared} for declared in (book.claims, book.duties))
        combinations = {one.name for one in book.combinations}
        known = (set(get_args(Termination)), claims, claims, combinations, duties, duties)
        return self.roles.keys() <= {"", *(auction.name for auction in book.auctions)} and all(
            counter.keys() <= names for counter, names in zip(self._counters(), known, strict=True)
        )

    def add(self, hand: Hand, lowest: bool = False) -> None:
        """Count one more hand. `lowest`: whoever has the fewest points is ahead."""
        self.hands += 1
        self.ended[hand.ended] += 1
        self.won += hand.winner is not None
        if hand.won_by is not None:
            self.won_by[hand.won_by] += 1
        self.claims.update(hand.claims)
        self.combinations.update(hand.plays)
        self.breaches.update(hand.breaches)
        self.paid.update(hand.paid)
        self.plays.add(sum(hand.plays.values()))
        self.passes.add(hand.passes)
        self.tricks.add(hand.tricks)
        players = len(hand.scores)
        if not self.seats:
            self.seats = [Standing() for _ in range(players)]
            self.from_lead = [Standing() for _ in range(players)]
        for seat in range(players):
            self.seats[seat].add(hand, seat, lowest)
            if hand.lead is not None:
                self.from_lead[(seat - hand.lead) % players].add(hand, seat, lowest)
        with_roles: dict[int, str] = {}
        for role, seat in hand.roles:
            with_roles.setdefault(seat, role)
        for seat in range(players) if with_roles else ():
            self.roles.setdefault(with_roles.get(seat, ""), Standing()).add(hand, seat, lowest)
        size = normal(max(hand.scores) - min(hand.scores))
        self.swings.append(Swing(size, hand.number, hand.seed, hand.scores))
        self._keep_largest()

    def merge(self, other: Self) -> None:
        """Count the other's hands too."""
        self.hands += other.hands
        self.won += other.won
        for mine, others in zip(self._counters(), other._counters(), strict=True):
            mine.update(others)
        for measure, others_ in zip(self._measures(), other._measures(), strict=True):
            measure.merge(others_)
        _merge_all(self.seats, other.seats)
        _merge_all(self.from_lead, other.from_lead)
        for role, standing in other.roles.items():
            self.roles.setdefault(role, Standing()).merge(standing)
        self.swings += other.swings
        self._keep_largest()
        self.matches.merge(other.matches)

    def _counters(self) -> tuple[Counter[str], ...]:
        return (self.ended, self.won_by, self.claims, self.combinations, self.breaches, self.paid)

    def _measures(self) -> tuple[Measure, ...]:
        return (self.plays, self.passes, self.tricks)

    def _keep_largest(self) -> None:
        self.swings = nsmallest(MOST_SWINGS, self.swings, key=lambda one: (-one.size, one.number, one.seed))


@dataclass(slots=True)
class Pair:
    """Two rulebooks played with the same deals: each for itself, and what the second adds to every score."""

    first: Tally = field(default_factory=Tally)
    second: Tally = field(default_factory=Tally)
    scores: list[Measure] = field(default_factory=list)
    plays: Measure = field(default_factory=Measure)
    winners: Counter[str] = field(default_factory=Counter)
    """Hands with the same winner under both, and with another: `same`, `other`."""
    changed: int = 0
    """Hands in which anybody scores otherwise."""
    wins: list[Measure] = field(default_factory=list)
    """For every seat: 1 where it wins under the second alone, -1 where under the first alone, else 0."""

    @property
    def hands(self) -> int:
        """How many deals have been played."""
        return self.first.hands

    def is_plausible(self, first: model.Rulebook, second: model.Rulebook) -> bool:
        """Whether this may have been counted of two rulebooks."""
        measures = (*self.scores, *self.wins, self.plays)
        return (
            self.first.is_plausible(first)
            and self.second.is_plausible(second)
            and self.second.hands == self.hands == self.winners.total()
            and self.winners.keys() <= {"same", "other"}
            and min(self.winners.values(), default=0) >= 0
            and 0 <= self.changed <= self.hands
            and len(self.scores) == len(self.wins) == len(self.first.seats)
            and all(measure.count == self.hands for measure in measures)
        )

    def add(self, first: Hand, second: Hand, lowest: tuple[bool, bool] = (False, False)) -> None:
        """Count one more deal."""
        self.first.add(first, lowest[0])
        self.second.add(second, lowest[1])
        seats = range(len(first.scores))
        if not self.scores:
            self.scores, self.wins = [Measure() for _ in seats], [Measure() for _ in seats]
        for seat in seats:
            self.scores[seat].add(normal(second.scores[seat] - first.scores[seat]))
            self.wins[seat].add((second.winner == seat) - (first.winner == seat))
        self.plays.add(sum(second.plays.values()) - sum(first.plays.values()))
        self.changed += first.scores != second.scores
        self.winners["same" if first.winner == second.winner else "other"] += 1

    def merge(self, other: Self) -> None:
        """Count the other's deals too."""
        self.first.merge(other.first)
        self.second.merge(other.second)
        _merge_all(self.scores, other.scores)
        _merge_all(self.wins, other.wins)
        self.plays.merge(other.plays)
        self.winners.update(other.winners)
        self.changed += other.changed


def _merge_all(mine: list[Any], others: Sequence[Any]) -> None:
    """Merge lists of the same length; an empty one has counted nothing yet. What is taken over is made anew."""
    if others and not mine:
        mine.extend(type(one)() for one in others)
    for one, other in zip(mine, others, strict=bool(others)):
        one.merge(other)
