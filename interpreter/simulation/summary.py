"""A simulation as a table: one row for every number, with its interval where there is one. All reports read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .intervals import Estimate, mean, paired_share, share, spread
from .runner import Simulation
from .tally import Pair, Standing, Tally

_PLACES = ("1st", "2nd", "3rd")


class Row(NamedTuple):
    """One number. `side`: the rulebook that it is of, or `difference`. `about` and `name`: of what it tells, as
    `seat` and `P1`, `combination` and `pair`."""

    side: str
    about: str
    name: str
    measure: str
    value: float
    low: float | None = None
    high: float | None = None


def summary(simulation: Simulation, sides: tuple[str, ...]) -> list[Row]:
    """Every number of a simulation, with ten digits that count; `sides` names the rulebooks."""
    tally = simulation.tally
    if isinstance(tally, Tally):
        rows = list(_rows(sides[0], tally))
    else:
        rows = [*_differences(tally), *_rows(sides[0], tally.first), *_rows(sides[1], tally.second)]
    return [row._replace(value=_rounded(row.value), low=_known(row.low), high=_known(row.high)) for row in rows]


def _known(value: float | None) -> float | None:
    return None if value is None else _rounded(value)


def _rounded(value: float) -> float:
    """A number without the last digits, in which one machine may differ from another."""
    return value if value == int(value) else float(f"{value:.10g}")


def _estimated(side: str, about: str, name: str, measure: str, found: Estimate | None) -> Iterator[Row]:
    if found is not None:
        yield Row(side, about, name, measure, *found)


def _rows(side: str, tally: Tally) -> Iterator[Row]:
    hands = tally.hands
    yield Row(side, "hand", "", "hands", hands)
    for ended, count in sorted(tally.ended.items()):
        yield from _estimated(side, "hand", f"ended: {ended}", "share", share(count, hands))
    yield from _estimated(side, "hand", "won by one alone", "share", share(tally.won, hands))
    for name, measure in (("plays", tally.plays), ("passes", tally.passes), ("tricks", tally.tricks)):
        yield from _estimated(side, "hand", name, "mean", mean(measure))
    for seat, standing in enumerate(tally.seats):
        yield from _standing(side, "seat", f"P{seat + 1}", standing)
    for place, standing in enumerate(tally.from_lead):
        yield from _standing(side, "from the lead", ordinal(place + 1), standing)
    for role, standing in sorted(tally.roles.items()):
        yield from _standing(side, "role", role or "no role", standing)
    plays = sum(tally.combinations.values())
    for name, count in by_count(tally.combinations):
        yield Row(side, "combination", name, "plays", count)
        yield Row(side, "combination", name, "per hand", count / hands)
        yield Row(side, "combination", name, "share of plays", count / plays)
    for about, counts in (("claim", tally.claims), ("instant win", tally.won_by)):
        for name, count in by_count(counts):
            yield Row(side, about, name, "hands" if about == "instant win" else "claims", count)
            if about == "instant win":
                yield from _estimated(side, about, name, "share", share(count, hands))
            else:
                yield Row(side, about, name, "per hand", count / hands)
    for name, count in by_count(tally.breaches):
        yield Row(side, "breach", name, "breaches", count)
        yield Row(side, "breach", name, "paid for", tally.paid[name])
    for swing in tally.swings:
        yield Row(side, "swing", f"hand {swing.number + 1}, seed {swing.seed}", "points", float(swing.size))
    if tally.matches.count:
        yield from _matches(side, tally)


def _matches(side: str, tally: Tally) -> Iterator[Row]:
    matches = tally.matches
    yield Row(side, "match", "", "matches", matches.count)
    yield Row(side, "match", "", "broken off", matches.unfinished)
    yield from _estimated(side, "match", "hands", "mean", mean(matches.hands))
    for seat, total in enumerate(matches.totals):
        yield from _estimated(side, "match", f"P{seat + 1}", "win share", share(matches.wins[seat], matches.count))
        yield from _estimated(side, "match", f"P{seat + 1}", "total", mean(total))


def _standing(side: str, about: str, name: str, standing: Standing) -> Iterator[Row]:
    hands = standing.hands
    if not hands:
        return
    yield Row(side, about, name, "hands", hands)
    yield from _estimated(side, about, name, "win share", share(standing.wins, hands))
    yield from _estimated(side, about, name, "ahead share", share(standing.ahead, hands))
    yield from _estimated(side, about, name, "score", mean(standing.score))
    yield Row(side, about, name, "score deviation", spread(standing.score))
    yield Row(side, about, name, "lowest score", float(standing.score.least or 0))
    yield Row(side, about, name, "highest score", float(standing.score.greatest or 0))
    yield from _estimated(side, about, name, "turns", mean(standing.turns))
    yield from _estimated(side, about, name, "cards left", mean(standing.left))


def _differences(pair: Pair) -> Iterator[Row]:
    side = "difference"
    yield Row(side, "hand", "", "hands", pair.hands)
    yield from _estimated(side, "hand", "another winner", "share", share(pair.winners["other"], pair.hands))
    yield from _estimated(side, "hand", "another score", "share", share(pair.changed, pair.hands))
    yield from _estimated(side, "hand", "plays", "mean", mean(pair.plays))
    for seat, measure in enumerate(pair.scores):
        yield from _estimated(side, "seat", f"P{seat + 1}", "win share", paired_share(pair.wins[seat]))
        yield from _estimated(side, "seat", f"P{seat + 1}", "score", mean(measure))


def by_count(counts: dict[str, int]) -> list[tuple[str, int]]:
    """The most frequent first, those that are level by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def ordinal(place: int) -> str:
    """A place as it is written: 1st, 2nd."""
    return _PLACES[place - 1] if place <= len(_PLACES) else f"{place}th"
