"""Bots by name, as people ask for them: `random`, `greedy`, `search`, `search:400`."""

from __future__ import annotations

from collections.abc import Sequence

from .bots import BOTS, Bot
from .errors import Invalid
from .randomness import derived_seed
from .rules import Rules
from .searching import ROLLOUTS, SearchBot

_MOST_ROLLOUTS = 1_000_000


def bot_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for every seat: those named, one after another and again from the first. Raises Invalid."""
    wanted = tuple(name.strip() for name in names) or ("greedy",)
    if len(wanted) not in (1, players):
        raise Invalid(f"{players} bots are needed, one for each seat, or one for all; not {len(wanted)}")
    for name in wanted:
        _rollouts(name)
    return wanted if len(wanted) == players else wanted * players


def seated(rules: Rules, names: Sequence[str], seed: int) -> list[Bot]:
    """The bots of one hand, each with a stream of chance of its own that the seed of the hand fixes."""
    return [_bot(rules, name, derived_seed(seed, seat + 1)) for seat, name in enumerate(names)]


def _bot(rules: Rules, name: str, seed: int) -> Bot:
    rollouts = _rollouts(name)
    return BOTS[name](seed) if rollouts is None else SearchBot(rules, seed, rollouts)


def _rollouts(name: str) -> int | None:
    """How many rollouts a bot of this name searches; None for one that does not. Raises Invalid for no bot."""
    kind, colon, number = name.partition(":")
    if kind == "search":
        if not colon:
            return ROLLOUTS
        if number.isascii() and number.isdecimal() and len(number) < 9 and 1 <= int(number) <= _MOST_ROLLOUTS:
            return int(number)
        raise Invalid(f"`{name}` names no number of rollouts from 1 to {_MOST_ROLLOUTS}: write `search:400`", name)
    if name not in BOTS:
        raise Invalid(f"there is no bot `{name}`; there are {', '.join(BOTS)}, search, and search:N", name)
    return None
