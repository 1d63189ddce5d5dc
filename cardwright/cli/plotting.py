"""A picture of a simulation: seats, scores, lengths and combinations, to hang up in the club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.display.naming import Names
from cardwright.interpreter import simulation

from .failures import writing
from .simulated import labels

if TYPE_CHECKING:
    from cardwright.interpreter import Game

_PAPER, _INK, _PALE = "#fbf8f1", "#2b2b2b", "#d9d2c3"
_GREEN, _RED, _GOLD, _BLUE = "#2f6f4f", "#a63d40", "#c9952b", "#33658a"
_MOST_COMBINATIONS = 12
_MOST_BARS = 40


def draw(done: simulation.Simulation, games: Sequence[Game], path: Path) -> None:
    """Draw the results into a .png or .svg file."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    style: Any = {
        "font.size": 10,
        "axes.edgecolor": _PALE,
        "axes.labelcolor": _INK,
        "text.color": _INK,
        "xtick.color": _INK,
        "ytick.color": _INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "svg.hashsalt": "cardwright",
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(13, 8), layout=ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15), facecolor=_PAPER)
        tally = done.tally
        if isinstance(tally, simulation.Pair):
            title = " and ".join(labels(done, games))
            _draw_pair(figure, tally, labels(done, games))
        else:
            title = games[0].rulebook.title or games[0].rulebook.name
            _draw_one(figure, tally, Names(games[0].rulebook, signs=False))
        kinds = done.plan.bots if len(set(done.plan.bots)) > 1 else done.plan.bots[:1]
        told = f"{len(done.done):,} {done.plan.unit} by {', '.join(kinds)} bots, seed {done.plan.seed}"
        figure.suptitle(f"{title}\n", fontsize=18, fontweight="bold", x=0.02, ha="left")
        figure.text(0.02, 0.932, f"{told}. Black lines: 95 % intervals.", fontsize=10, va="top")
        # Without the date, the same results make the same file.
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
        with writing(path):
            figure.savefig(path, dpi=150, metadata=metadata)


def _draw_one(figure: Any, tally: simulation.Tally, names: Names) -> None:
    grid = figure.subplots(2, 3)
    seats = [f"P{seat + 1}" for seat in range(len(tally.seats))]
    _wins(grid[0][0], "Who wins", seats, tally.seats)
    _scores(grid[0][1], "Points a hand, by seat", seats, tally.seats)
    if tally.roles:
        told = sorted(tally.roles.items())
        called = [names.thing(role) if role else "no role" for role, _ in told]
        _scores(grid[0][2], "Points a hand, by role", called, [one for _, one in told])
    else:
        led = [(simulation.ordinal(at + 1), one) for at, one in enumerate(tally.from_lead) if one.hands]
        _scores(grid[0][2], "Points a hand, in turn from the lead", [name for name, _ in led], [one for _, one in led])
    scores = _together([one.score for one in tally.seats])
    _distribution(grid[1][0], "How much a hand costs or pays", [("", scores)], "points", signed=True)
    _distribution(grid[1][1], "How long a hand lasts", [("", tally.plays.bins)], "plays")
    _combinations(grid[1][2], tally, names)


def _draw_pair(figure: Any, pair: Any, sides: Sequence[str]) -> None:
    grid = figure.subplots(2, 2)
    seats = [f"P{seat + 1}" for seat in range(len(pair.scores))]
    _differences(
        grid[0][0], f"Points a hand: what {sides[1]} adds", seats, [simulation.mean(one) for one in pair.scores], 1
    )
    wins = [simulation.paired_share(one) for one in pair.wins]
    _differences(grid[0][1], f"Share of wins: what {sides[1]} adds", seats, wins, 100)
    both = [
        (side, _together([one.score for one in tally.seats]))
        for side, tally in zip(sides, (pair.first, pair.second), strict=True)
    ]
    _distribution(grid[1][0], "How much a hand costs or pays", both, "points")
    lengths = [(side, tally.plays.bins) for side, tally in zip(sides, (pair.first, pair.second), strict=True)]
    _distribution(grid[1][1], "How long a hand lasts", lengths, "plays")


def _prepared(axes: Any, title: str) -> None:
    axes.set_title(title)
    axes.set_facecolor(_PAPER)
    axes.tick_params(length=0)


def _wins(axes: Any, title: str, names: Sequence[str], standings: Sequence[simulation.Standing]) -> None:
    _prepared(axes, title)
    found = [simulation.share(one.wins, one.hands) for one in standings]
    _bars(axes, names, found, 100, [_GREEN] * len(names))
    fair = 100 * sum(one.wins for one in standings) / max(1, sum(one.hands for one in standings))
    axes.axhline(fair, color=_GOLD, linewidth=1.5, linestyle="--", zorder=3)
    axes.annotate(
        "even", (1.0, fair), xycoords=("axes fraction", "data"), color=_GOLD, ha="right", va="bottom", fontweight="bold"
    )
    axes.set_ylabel("% of hands")


def _scores(axes: Any, title: str, names: Sequence[str], standings: Sequence[simulation.Standing]) -> None:
    _differences(axes, title, names, [simulation.mean(one.score) for one in standings], 1)
    axes.set_ylabel("points")


def _differences(
    axes: Any, title: str, names: Sequence[str], found: Sequence[simulation.Estimate | None], scale: int
) -> None:
    """Bars up and down from nothing: green what is won, red what is lost."""
    _prepared(axes, title)
    _bars(axes, names, found, scale, [_GREEN if one is None or one.value >= 0 else _RED for one in found])
    axes.axhline(0, color=_INK, linewidth=0.8)
    if scale == 100:
        axes.set_ylabel("percentage points")
    else:
        axes.set_ylabel("points")


def _bars(
    axes: Any, names: Sequence[str], found: Sequence[simulation.Estimate | None], scale: int, colours: Sequence[str]
) -> None:
    values = [0.0 if one is None else scale * one.value for one in found]
    reach: list[list[float]] = [[], []]
    for value, one in zip(values, found, strict=True):
        reach[0].append(0.0 if one is None or one.low is None else max(0.0, value - scale * one.low))
        reach[1].append(0.0 if one is None or one.high is None else max(0.0, scale * one.high - value))
    axes.bar(names, values, color=colours, width=0.6, alpha=0.85, zorder=2)
    axes.errorbar(names, values, yerr=reach, fmt="none", ecolor=_INK, elinewidth=1.4, capsize=4, zorder=4)
    axes.grid(axis="y", color=_PALE, linewidth=0.6, zorder=0)
    axes.margins(y=0.15)


def _together(measures: Sequence[simulation.Measure]) -> Counter[int]:
    found: Counter[int] = Counter()
    for measure in measures:
        found.update(measure.bins)
    return found


def _distribution(
    axes: Any, title: str, sides: Sequence[tuple[str, Counter[int]]], unit: str, signed: bool = False
) -> None:
    """How often each number comes up; neighbours stand together where there would be too many bars."""
    _prepared(axes, title)
    values = [value for _, bins in sides for value in bins]
    low, high = min(values, default=0), max(values, default=0)
    step = _step((high - low) / _MOST_BARS)
    for at, (name, bins) in enumerate(sides):
        heaped: Counter[float] = Counter()
        for value, count in bins.items():
            heaped[_heap(value, step, signed)] += count
        total = sum(bins.values()) or 1
        places = sorted(heaped)
        shares = [100 * heaped[place] / total for place in places]
        width = 0.9 * step / len(sides)
        middles = [place + (at - (len(sides) - 1) / 2) * width for place in places]
        widths = [0.9 if signed and place == 0 else width for place in places]
        if signed:
            colours = [_RED if place < 0 else _GREEN if place > 0 else _GOLD for place in places]
        else:
            colours = [(_BLUE, _GOLD)[at % 2]] * len(places)
        axes.bar(middles, shares, width=widths, color=colours, alpha=0.85, label=name, zorder=2)
    axes.set_xlabel(unit if step == 1 else f"{unit}, in steps of {step}")
    axes.set_ylabel("% of players' hands" if unit == "points" else "% of hands")
    axes.grid(axis="y", color=_PALE, linewidth=0.6, zorder=0)
    if len(sides) > 1:
        axes.legend(frameon=False)


def _heap(value: int, step: int, signed: bool) -> float:
    """The middle of the numbers that a number is drawn with. Where gains and losses are told apart, nothing stands
    alone between them."""
    if not signed:
        return value // step * step + (step - 1) / 2
    if value == 0:
        return 0
    middle = (abs(value) - 1) // step * step + (step + 1) / 2
    return middle if value > 0 else -middle


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, … that is large enough."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step >= least:
                return step
        size *= 10


def _combinations(axes: Any, tally: simulation.Tally, names: Names) -> None:
    _prepared(axes, "Plays in a hundred hands")
    found = simulation.by_count(tally.combinations)[:_MOST_COMBINATIONS][::-1]
    rates = [100 * count / tally.hands for _, count in found]
    axes.barh([names.thing(name) for name, _ in found], rates, color=_BLUE, alpha=0.85, zorder=2)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,g}")
    for place, rate in enumerate(rates):
        told = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
        axes.annotate(told, (rate, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.margins(x=0.15)
    axes.grid(axis="x", color=_PALE, linewidth=0.6, zorder=0)
    axes.minorticks_off()
