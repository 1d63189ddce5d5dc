"""How many decisions a second a learner gets that plays many hands side by side, on one core, by CPU time.

The learner's loop counts: it reads how many actions are legal in each hand, chooses (uniformly, by NumPy), steps. The
second column reads what is seen as well, the third the numbers of actions in a table. `--numba` names a module that
plays Big Two whole (`playouts(seed, hands)`): it is measured in the same rounds, and ours with the same rules. Exits
with 1 where the target is missed. docs/batches.md says how to read it.

python bench/stepping.py [--numba big2_numba.py] [--rounds 5] [--sizes 64 1024 4096] [RULEBOOK ..]
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from engines import YARDSTICK, Program, decisions, met, numba, ratio, timed

from cardwright.dsl import shipped
from cardwright.interpreter import CardwrightError, load
from cardwright.rl.batch import Batch

TARGET = 1_000_000
"""Decisions a second, with rulebook and size as follows."""
TARGETED = ("hk", 1024)


def learner(batch: Batch, observing: bool = False, numbering: bool = False) -> Callable[[int, int], float]:
    """So many decisions of a learner that chooses uniformly."""
    random = np.random.default_rng(1)
    observed = np.zeros((len(batch), batch.width), np.int64)

    def play(_: int, wanted: int) -> None:
        told = 0
        for _ in range(max(1, wanted // len(batch))):
            if observing:
                batch.observe(observed)
            if numbering:
                told += int(batch.ids[0])
            batch.step((random.random(len(batch)) * batch.counts).astype(np.int64))

    return timed(play)


def in_turn(rulebook: str) -> Callable[[int, int], float]:
    """The same learner in the environment of PettingZoo, hand by hand, without wrappers."""
    from cardwright.rl.aec import CardwrightEnv

    env, random = CardwrightEnv(rulebook), np.random.default_rng(1)

    def play(seed: int, wanted: int) -> None:
        env.reset(seed)
        for _ in range(wanted):
            if env.terminations[env.agent_selection]:
                env.reset()
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(legal[int(random.random() * len(legal))])

    return timed(play)


def table(rulebook: str) -> Any:
    """The numbers of a rulebook's actions, or None where there are too many (or nothing that numbers them)."""
    if find_spec("cardwright.interpreter.universe") is None:
        return None
    from cardwright.interpreter.universe import Universe

    try:
        return Universe(load(rulebook))
    except CardwrightError:
        return None


def programs(rulebook: str, sizes: list[int]) -> list[Program]:
    """The learners of one rulebook."""
    title, known = Path(rulebook).stem, table(rulebook)
    found = []
    for size in sizes:
        found.append(Program(f"{title} {size}", learner(Batch(rulebook, size, 1)), size))
        found.append(Program(f"{title} {size} seen", learner(Batch(rulebook, size, 1), observing=True), size))
        if known is not None:
            batch = Batch(rulebook, size, 1, table=known)
            found.append(Program(f"{title} {size} numbered", learner(batch, numbering=True), size))
    return found


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="*", help="rulebooks; otherwise all shipped ones")
    parser.add_argument("--numba", help="a module with playouts(seed, hands)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 1024, 4096])
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rulebooks = [*(asked.rulebooks or shipped()), *([YARDSTICK] if asked.numba else [])]
    every = {program.name: program for rulebook in rulebooks for program in programs(rulebook, asked.sizes)}
    if asked.numba:
        every["Numba"] = Program("Numba", numba(asked.numba))
    if find_spec("cardwright.rl.aec") is not None:
        every["PettingZoo"] = Program("PettingZoo", in_turn(TARGETED[0]))
    for program in every.values():
        program.ready()
    for number in range(asked.rounds):
        for program in every.values():
            program.round(number + 1)
    for rulebook in rulebooks:
        title = Path(rulebook).stem
        for size in asked.sizes:
            told = [f"{every[f'{title} {size}'].rate:>12,.0f}"]
            for what in ("seen", "numbered"):
                program = every.get(f"{title} {size} {what}")
                told.append(f"{what} {program.rate:>12,.0f}" if program else f"{what} {'-':>12}")
            print(f"{title:<18} {size:>6} hands: decisions/s {'  '.join(told)}")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(f"all batches together: {most:,.0f} MB")
    good = True
    name = " ".join(map(str, TARGETED))
    if name in every:
        good = met(f"{name}: {every[name].rate:,.0f} decisions/s (target {TARGET:,})", every[name].rate >= TARGET)
    if name in every and "PettingZoo" in every:
        told = f"{every['PettingZoo'].rate:,.0f} decisions/s"
        print(f"{name} = {ratio(every[name], every['PettingZoo']):.0f} x PettingZoo, hand by hand ({told})")
    if asked.numba:
        # Its hands are as long as ours with its rules.
        other, each = every["Numba"], decisions(YARDSTICK)
        print(f"Numba, whole hands: {other.rate * each:,.0f} decisions/s")
        for size in asked.sizes:
            found = ratio(every[f"yardstick {size}"], other) / each
            print(f"yardstick {size} = {found:.2f} x Numba, whole hands")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
