# %% [markdown]
# # Is it good to open?
#
# Two things are called the first seat. **Seat P1** is a chair: who sits there is dealt cards like everybody else, so
# no chair should win more often than another, unless the rules treat one differently. **The opener** makes the first
# play, and that may well be worth something. But in many games a card says who opens: whoever holds the lowest one,
# which is a bad card to hold. Then what the opener wins is what the lead is worth *and* what such a hand is worth, in
# one number.
#
# So three things are measured, each with its 95 % interval:
#
# 1. how often each **seat** wins, to see whether the chairs are alike;
# 2. how often the **opener** wins, as the rules say who opens a first hand;
# 3. how often the opener wins when **any seat** opens, each as often as the others, whatever it holds: the lead alone.
#    Hands after the first are mostly opened so, by the last winner. Where an auction or a step before the lead decides
#    who opens, there is no such thing, and nothing stands there.
#
# Everybody plays alike, as the greedy bot does. What the lead is worth among people is another question.
#
# Run the cells in an editor that knows `# %%`, or the file: `python examples/first_seat.py --hands 2000`. It needs
# `pip install "cardwright[plot]"`.

# %%
from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from matplotlib.figure import Figure

import cardwright
from cardwright import BOTS, CardwrightError, play_out
from cardwright.interpreter import simulation

parser = argparse.ArgumentParser(description="What opening is worth, across rulebooks.")
parser.add_argument("--hands", type=int, default=400, help="of each rulebook, for each of the two questions")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--rulebooks", default=",".join(cardwright.shipped()), help="names or paths, with commas")
parser.add_argument("--chart", type=Path, default=Path("first_seat.png"))
asked, _ = parser.parse_known_args()  # a notebook has arguments of its own
if asked.hands < 1:
    parser.error("--hands: at least one")

# %% [markdown]
# ## Counting
#
# `simulate` deals every hand as the first of a match, and counts by seat and in turn from whoever led first. Most
# rulebooks say who wins a hand. Where one does not ask (Chuo Pai counts what everybody takes), to be *ahead* stands
# for it: to score better than the average player. An even share is what all players have together, divided by their
# number: hands that nobody wins are hands all the same.


# %%
class Share(NamedTuple):
    """How often something happened in so many hands."""

    times: int
    hands: int
    even: float
    """How often it would have, were all players alike."""

    @property
    def interval(self) -> tuple[float, float, float]:
        """By how much more often than an even share: as counted, and Wilson's interval of 95 %."""
        found = simulation.share(self.times, self.hands)
        assert found is not None and found.low is not None and found.high is not None
        return found.value - self.even, found.low - self.even, found.high - self.even

    @property
    def verdict(self) -> str:
        """What the interval allows to say."""
        _, low, high = self.interval
        return "more" if low > 0 else "less" if high < 0 else "cannot tell"

    def __str__(self) -> str:
        found, low, high = (100 * (value + self.even) for value in self.interval)
        return f"{found:4.1f} % ({low:4.1f} to {high:4.1f})"


class Found(NamedTuple):
    """What was counted for one rulebook."""

    title: str
    measure: str
    seats: list[Share]
    opener: Share
    any_seat: Share | None


def as_the_rules_say(game: cardwright.Game, hands: int, seed: int) -> tuple[str, list[Share], Share]:
    """By what success is told, that of every seat, and that of whoever leads first."""
    tally = simulation.simulate(game, hands, seed, bots=["greedy"]).seats
    measure = "wins" if tally.won else "ahead"
    standings = [*tally.seats, tally.from_lead[0]]
    even = sum(getattr(seat, measure) for seat in tally.seats) / (game.players * tally.hands)
    *seats, opener = (Share(getattr(one, measure), one.hands, even) for one in standings)
    return measure, seats, opener


def whoever_opens(game: cardwright.Game, hands: int, seed: int, measure: str) -> Share | None:
    """The success of the opener where every seat opens as often as the others; None where the rules do not let it."""
    bots = [BOTS["greedy"](0) for _ in range(game.players)]
    times = together = 0
    if game.rulebook.play.before:
        return None
    for number in range(hands):
        opener = number % game.players
        over = play_out(game.deal(seed=seed + number, opener=opener), bots)
        outcome = over.outcome
        assert outcome is not None
        scores = [float(score) for score in over.scores]
        mean = sum(scores) / len(scores)
        lowest = game.rulebook.match.wins == "lowest"
        ahead = [(mean - score if lowest else score - mean) > 0 for score in scores]
        succeeded = [seat == outcome.winner for seat in range(game.players)] if measure == "wins" else ahead
        times += succeeded[opener]
        together += sum(succeeded)
    return Share(times, hands, together / (hands * game.players))


# %%
results: dict[str, Found] = {}
for name in asked.rulebooks.split(","):
    try:
        game = cardwright.load(name)
    except (CardwrightError, cardwright.NotFound, cardwright.RulebookError) as error:
        parser.error(f"{name}: {error}")
    measure, seats, opener = as_the_rules_say(game, asked.hands, asked.seed)
    any_seat = whoever_opens(game, asked.hands, asked.seed, measure)
    results[game.rulebook.name] = Found(game.rulebook.title, measure, seats, opener, any_seat)

# %% [markdown]
# ## The chairs
#
# Of twenty intervals of 95 % one misses on average, though nothing is there to be found. With some forty chairs, two
# that seem to stand out are no news.

# %%
print(f"Greedy bots, {asked.hands} hands each, seed {asked.seed}. In brackets: 95 % intervals (Wilson).\n")
chairs = [share for found in results.values() for share in found.seats]
outside = sum(share.verdict != "cannot tell" for share in chairs)
for name, found in results.items():
    won = (f"P{seat} {100 * share.times / share.hands:4.1f} %" for seat, share in enumerate(found.seats, 1))
    print(f"{name:<18} {'  '.join(won)}")
by_chance = f"by chance alone it would be about {len(chairs) / 20:.0f}"
print(f"\n{outside} of {len(chairs)} seats lie clearly off an even share; {by_chance}.")

# %% [markdown]
# ## The opener

# %%
print(f"\n{'':<18} {'even':>6}  {'opener, by the rules':<24}{'any seat opens':<24}the lead alone")
for name, found in results.items():
    told = "-" if found.any_seat is None else str(found.any_seat)
    verdict = "not to be had apart" if found.any_seat is None else found.any_seat.verdict
    mark = "" if found.measure == "wins" else " *"
    print(f"{name + mark:<18} {100 * found.opener.even:4.1f} %  {found.opener!s:<24}{told:<24}{verdict}")
if any(found.measure != "wins" for found in results.values()):
    print("* ahead of the average player; all others: wins the hand")

# %% [markdown]
# ## What it allows to say
#
# An interval that lies on one side of the even share: in games between such players opening wins more (or less)
# often, and it would be a rare accident if it did not. One that holds the even share allows *no* conclusion: neither
# that opening is worth something nor that it is worth nothing; only that it is not worth more than the ends of the
# interval. Where the two columns differ clearly, the difference is the card that makes one open. Intervals that
# overlap do not say that two games are alike.

# %%
alone = {name: found.any_seat for name, found in results.items() if found.any_seat is not None}
for verdict, said in {
    "more": "The lead alone wins more often than an even share in",
    "less": "The lead alone wins less often than an even share in",
    "cannot tell": "These hands do not tell in",
}.items():
    names = [name for name, share in alone.items() if share.verdict == verdict]
    if names:
        print(f"\n{said}: {', '.join(names)}.")
widest = max((high - low) / 2 for share in alone.values() for _, low, high in [share.interval]) if alone else 0
if alone:
    print(
        f"\nWhat is worth less than about {100 * widest:.0f} points of a hundred may not show in {asked.hands} hands."
    )

# %%
figure = Figure(figsize=(9, 1.6 + 0.45 * len(results)), layout="constrained")
axes = figure.subplots()
for row, found in enumerate(results.values()):
    for share, offset, marker, colour, label in (
        (found.opener, -0.14, "o", "tab:blue", "the opener, as the rules say"),
        (found.any_seat, 0.14, "s", "tab:orange", "the opener, where any seat opens"),
    ):
        if share is None:
            continue
        value, low, high = (100 * number for number in share.interval)
        axes.errorbar(
            value, row + offset, xerr=[[value - low], [high - value]], fmt=marker, color=colour, capsize=3,
            label=label if label not in axes.get_legend_handles_labels()[1] else None,
        )  # fmt: skip
axes.axvline(0, color="grey", linewidth=1)
titles = [found.title + ("" if found.measure == "wins" else " (ahead)") for found in results.values()]
axes.set_yticks(range(len(results)), titles)
axes.invert_yaxis()
axes.set_xlabel("wins of the opener, more or less than an even share (percentage points)")
axes.set_title(f"What opening is worth: greedy bots, {asked.hands} hands each, 95 % intervals")
axes.grid(axis="x", alpha=0.3)
figure.legend(loc="outside lower center", ncols=2, frameon=False)
try:
    figure.savefig(asked.chart, dpi=120)
except (OSError, ValueError) as error:
    parser.error(f"cannot write `{asked.chart}`: {error}")
print(f"\nThe chart: {asked.chart}")
