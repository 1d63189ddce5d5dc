"""What an engine costs beside its speed, each in a process of its own: the time to a first result, and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BATCH = 10_000
"""Hands that are played in machine code at once."""


@dataclass(frozen=True)
class Cost:
    """What one process took."""

    wall: float
    cpu: float
    """Seconds on any core, those of what it started included."""
    told: dict[str, float]


def process(arguments: list[str], cache: str) -> Cost:
    """This file run with some arguments, and a cache of its own."""
    environment = os.environ | {"CARDWRIGHT_CACHE_DIR": cache, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is not compiled at every start
    start, busy = time.perf_counter(), os.times()
    done = subprocess.run([sys.executable, __file__, *arguments], env=environment, check=True, capture_output=True)
    wall, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system - busy.children_user - busy.children_system
    return Cost(wall, cpu, json.loads(done.stdout))


def first_results(rulebook: str) -> tuple[Cost, Cost]:
    """A first result in machine code: with an empty cache, and with what that left behind."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (process(["simulate", rulebook, "1000"], cache) for _ in range(2))
    return cold, warm


def memory(rulebook: str, hands: int) -> float:
    """The most megabytes that a process held that played so many hands in machine code."""
    with tempfile.TemporaryDirectory() as cache:
        return process(["simulate", rulebook, str(hands)], cache).told["megabytes"]


def simulate(rulebook: str, hands: int) -> None:
    """Play hands in machine code, batch by batch, and print what seat 0 won on average and how much memory it took."""
    import resource

    from cardwright.dsl import load_rulebook
    from cardwright.interpreter import Game

    game = Game(load_rulebook(rulebook), engine="native")
    won = 0
    for first in range(0, hands, BATCH):
        played = game.playouts(min(BATCH, hands - first), 1, first)
        facts = played.facts
        won += int(played.numbers[facts.at["SCORES"] :: facts.length].sum())
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    won_each = won / hands / played.scale
    print(json.dumps({"won": won_each, "megabytes": most / (1024 if sys.platform != "darwin" else 1024**2)}))


if __name__ == "__main__":
    simulate(sys.argv[2], int(sys.argv[3]))
