"""What a simulation has come to: told to people, and written for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.interpreter import simulation
from cardwright.interpreter.serial import points_text

from .failures import writing
from .hands import signed
from .naming import Names
from .output import columns, wrapped

if TYPE_CHECKING:
    from collections import Counter

    from cardwright.interpreter import Game

_MOST_SWINGS = 5
_INTERVALS = "95 % intervals: Wilson's for shares, Student's t for means."
_PAIRED = " Differences are those of the same deals, shares by Bonett and Price."


def labels(done: simulation.Simulation, games: Sequence[Game]) -> tuple[str, ...]:
    """What the sides are called: by name, with the answers that are not the first where the names are the same."""
    names = tuple(game.rulebook.name for game in games)
    if len(set(names)) == len(names):
        return names
    told = tuple(
        ", ".join(f"{one.name}={one.answer}" for one in game.rulebook.options if one.answer != one.default)
        for game in games
    )
    named = tuple(f"{name} {said}".strip() for name, said in zip(names, told, strict=True))
    return named if len(set(named)) == len(named) else tuple(f"{name} {at}" for at, name in enumerate(named, 1))


# ---- for programs ----------------------------------------------------------------------------------------------------


def rows(done: simulation.Simulation, games: Sequence[Game]) -> list[simulation.Row]:
    """The table behind all formats."""
    return simulation.summary(done, labels(done, games))


def as_csv(done: simulation.Simulation, games: Sequence[Game]) -> str:
    """The table, one row for every number."""
    found = rows(done, games)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(type(found[0])._fields)
    writer.writerows(found)
    return text.getvalue()


def write_parquet(done: simulation.Simulation, games: Sequence[Game], path: Path) -> None:
    """The same table as a Parquet file."""
    import pyarrow
    from pyarrow import parquet

    found = rows(done, games)
    texts, numbers = pyarrow.string(), pyarrow.float64()
    types = [texts if field in ("side", "about", "name", "measure") else numbers for field in type(found[0])._fields]
    table = pyarrow.table(
        [pyarrow.array(column, kind) for column, kind in zip(zip(*found, strict=True), types, strict=True)],
        names=list(type(found[0])._fields),
    )
    with writing(path):
        parquet.write_table(table, path)


def as_data(done: simulation.Simulation, games: Sequence[Game]) -> dict[str, Any]:
    """Everything as JSON: what was simulated, the table, and the swings with their scores."""
    return {
        "rulebooks": list(labels(done, games)),
        "seed": done.plan.seed,
        "bots": list(done.plan.bots),
        "engine": "compiled" if done.plan.compiled else "definition",
        "engine_reason": done.plan.why or None,
        done.plan.unit: len(done.done),
        "wanted": done.wanted,
        "stopped": done.stopped or None,
        "numbers": [row._asdict() for row in rows(done, games)],
        "swings": [
            {
                "hand": swing.number + 1,
                "seed": swing.seed,
                "points": points_text(swing.size),
                "scores": list(map(points_text, swing.scores)),
            }
            for swing in done.seats.swings
        ],
    }


def concise(done: simulation.Simulation, games: Sequence[Game]) -> Iterator[str]:
    """A line for every number with an interval."""
    for row in rows(done, games):
        if row.low is not None:
            what = " ".join(word for word in (row.side, row.about, row.name, row.measure) if word)
            yield f"{what} {row.value:.6g} {row.low:.6g} {row.high:.6g}"


# ---- for people ------------------------------------------------------------------------------------------------------


def report(done: simulation.Simulation, games: Sequence[Game]) -> Iterator[str]:
    """The results on a page."""
    plan, tally = done.plan, done.tally
    names = [Names(game.rulebook) for game in games]
    what = " and ".join(labels(done, games)) if plan.paired else names[0].title
    kinds = plan.bots if len(set(plan.bots)) > 1 else plan.bots[:1]
    counted = f"{len(done.done):,} {plan.unit}"
    yield from wrapped(
        f"{what}: {counted}, seed {plan.seed}, bots {', '.join(kinds)}{', compiled' if plan.compiled else ''}"
    )
    if plan.why and set(plan.bots) == {"random"}:
        yield from wrapped(f"Played by the definition: {plan.why}.")
    if isinstance(tally, simulation.Tally):
        yield from _told(tally, names[0], plan.matches)
    else:
        yield from _compared(done, games)
    yield ""
    yield from wrapped(_INTERVALS + (_PAIRED if plan.paired else ""))


def _told(tally: simulation.Tally, names: Names, matches: bool) -> Iterator[str]:
    if matches:
        yield from _of_matches(tally)
    yield ""
    yield from _standings("seat", [(f"P{seat + 1}", one) for seat, one in enumerate(tally.seats)])
    led = [(simulation.ordinal(place + 1), one) for place, one in enumerate(tally.from_lead) if one.hands]
    if led:
        yield ""
        yield from _standings("in turn", led)
    if tally.roles:
        yield ""
        told = [(names.thing(role) if role else "no role", one) for role, one in sorted(tally.roles.items())]
        yield from _standings("role", told)
    yield ""
    lengths = (("plays", tally.plays), ("passes", tally.passes), ("tricks", tally.tricks))
    yield "a hand has"
    yield from columns(
        (name, _estimate(simulation.mean(one), 2), f"{_least(one)} to {_greatest(one)}") for name, one in lengths
    )
    yield from _frequencies(tally, names)
    if tally.swings:
        yield ""
        yield "the largest swings"
        yield from columns(
            (
                f"hand {one.number + 1}",
                f"{one.size} points",
                f"seed {one.seed}",
                " ".join(signed(score) for score in one.scores),
            )
            for one in tally.swings[:_MOST_SWINGS]
        )


def _standings(title: str, standings: Sequence[tuple[str, simulation.Standing]]) -> Iterator[str]:
    table = [(title, "wins", "ahead", "score", "left", "turns")]
    for name, one in standings:
        wins, ahead = simulation.share(one.wins, one.hands), simulation.share(one.ahead, one.hands)
        left, turns = simulation.mean(one.left), simulation.mean(one.turns)
        assert left is not None and turns is not None
        table.append(
            (
                name,
                _percent(wins),
                _percent(ahead),
                _estimate(simulation.mean(one.score), 2),
                f"{left.value:.2f}",
                f"{turns.value:.2f}",
            )
        )
    yield from columns(table, "")


def _of_matches(tally: simulation.Tally) -> Iterator[str]:
    matches = tally.matches
    yield ""
    table = [("match", "wins", "total")]
    for seat, total in enumerate(matches.totals):
        won = simulation.share(matches.wins[seat], matches.count)
        table.append((f"P{seat + 1}", _percent(won), _estimate(simulation.mean(total), 2)))
    yield from columns(table, "")
    yield f"a match has {_estimate(simulation.mean(matches.hands), 2)} hands; {tally.hands:,} were played"
    if matches.unfinished:
        yield f"{matches.unfinished:,} were broken off"


def _frequencies(tally: simulation.Tally, names: Names) -> Iterator[str]:
    hands, plays = tally.hands, max(1, sum(tally.combinations.values()))
    if tally.combinations:
        yield ""
        yield from columns(
            [
                ("combination", "plays", "per hand", "of all plays"),
                *(
                    (names.thing(name), f"{count:,}", f"{count / hands:.4f}", f"{100 * count / plays:.2f} %")
                    for name, count in simulation.by_count(tally.combinations)
                ),
            ],
            "",
        )
    void = tally.ended["void"]
    if void:
        yield ""
        yield f"void hands: {void:,}, {_percent(simulation.share(void, hands))}"
    groups: tuple[tuple[str, Counter[str]], ...] = (("claims", tally.claims), ("won at once", tally.won_by))
    for title, counts in groups:
        if counts:
            yield ""
            yield title
            yield from columns(
                (
                    names.thing(name),
                    f"{count:,}",
                    _percent(simulation.share(count, hands)) if counts is tally.won_by else "",
                )
                for name, count in simulation.by_count(counts)
            )
    if tally.breaches:
        yield ""
        yield "breaches"
        yield from columns(
            (names.thing(name), f"{count:,}", f"paid for {tally.paid[name]:,}")
            for name, count in simulation.by_count(tally.breaches)
        )


def _compared(done: simulation.Simulation, games: Sequence[Game]) -> Iterator[str]:
    pair = done.tally
    assert isinstance(pair, simulation.Pair)
    first, second = labels(done, games)
    yield ""
    table = [("seat", f"score: {first}", f"score: {second}", "difference")]
    for seat, change in enumerate(pair.scores):
        one, two = (_estimate(simulation.mean(tally.seats[seat].score), 2) for tally in (pair.first, pair.second))
        table.append((f"P{seat + 1}", one, two, _estimate(simulation.mean(change), 2)))
    yield from columns(table, "")
    yield ""
    table = [("seat", f"wins: {first}", f"wins: {second}", "difference")]
    for seat, change in enumerate(pair.wins):
        one, two = (
            _percent(simulation.share(tally.seats[seat].wins, tally.hands)) for tally in (pair.first, pair.second)
        )
        table.append((f"P{seat + 1}", one, two, _percent(simulation.paired_share(change), signs=True)))
    yield from columns(table, "")
    yield ""
    yield f"another score: {_percent(simulation.share(pair.changed, pair.hands))} of the deals"
    yield f"another winner: {_percent(simulation.share(pair.winners['other'], pair.hands))} of the deals"
    yield f"plays in a hand: {_estimate(simulation.mean(pair.plays), 2)} more under {second}"


def _percent(found: simulation.Estimate | None, signs: bool = False) -> str:
    if found is None:
        return "-"
    sign = "+" if signs else ""
    text = f"{100 * found.value:{sign}.1f} %"
    if found.low is None or found.high is None:
        return text
    return f"{text} ({100 * found.low:{sign}.1f} to {100 * found.high:{sign}.1f})"


def _estimate(found: simulation.Estimate | None, places: int) -> str:
    if found is None:
        return "-"
    text = f"{found.value:.{places}f}"
    return text if found.low is None or found.high is None else f"{text} ± {found.high - found.value:.{places}f}"


def _least(measure: simulation.Measure) -> str:
    return str(measure.least)


def _greatest(measure: simulation.Measure) -> str:
    return str(measure.greatest)
