"""How fast simulations are, and how much memory they take: whole simulations with all that is counted, on one core.

Each rulebook in a process of its own, by CPU time, what is compiled or read from the cache not counted; decisions are
turns to play. With programs that play the same rules, as ratios to them: each is run as `python PROGRAM bench` and
tells `playouts/s=N dec/s=N`.

python bench/simulation.py [--hands N] [--engine python|native] [--beside PROGRAM]... [RULEBOOK]...
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

from cardwright.interpreter import load, simulation

RULEBOOKS = ("hk", "taiwan", "chuo_pai", "wikipedia", "dou_dizhu", str(Path(__file__).with_name("yardstick.rules")))
_RATES = re.compile(r"playouts/s=([0-9.]+) dec/s=([0-9.]+)")


def measure(name: str, hands: int, engine: str) -> dict[str, float]:
    """Rates of a simulation in this process, and the most memory that the process has had, in MB."""
    game = load(Path(name) if name.endswith(".rules") else name)
    simulation.simulate(game, 50, 1, bots=["random"], engine=engine)
    began = time.process_time()
    tally = simulation.simulate(game, hands, 2, bots=["random"], engine=engine).seats
    spent = time.process_time() - began
    decisions = sum(float(seat.turns.total) for seat in tally.seats)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return {"hands": hands / spent, "decisions": decisions / spent, "seconds": spent, "peak": peak}


def beside(program: str) -> tuple[float, float]:
    """The rates that another program tells of itself."""
    said = subprocess.run([sys.executable, program, "bench"], capture_output=True, text=True, check=True).stdout
    found = _RATES.search(said)
    if found is None:
        raise SystemExit(f"{program} tells no rates: {said[:200]}")
    return float(found.group(1)), float(found.group(2))


def main() -> None:
    """A line for each rulebook."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="*", default=RULEBOOKS)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--engine", choices=("definition", "python", "native"), default="native")
    parser.add_argument("--beside", action="append", default=[], metavar="PROGRAM")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        print(json.dumps(measure(given.rulebooks[0], given.hands, given.engine)))
        return
    others = {Path(program).name: beside(program) for program in given.beside}
    for name, (hands, decisions) in others.items():
        print(f"{name}: {hands:,.0f} hands/s, {decisions:,.0f} decisions/s")
    for name in given.rulebooks:
        command = [sys.executable, __file__, name, "--hands", str(given.hands), "--engine", given.engine, "--alone"]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        ratios = "".join(
            f"; {found['hands'] / hands:.2f} x {other} (decisions {found['decisions'] / decisions:.2f} x)"
            for other, (hands, decisions) in others.items()
        )
        print(
            f"{Path(name).stem}: {found['hands']:,.0f} hands/s, {found['decisions']:,.0f} decisions/s, "
            f"{given.hands:,} hands in {found['seconds']:.1f} s, peak {found['peak']:.0f} MB{ratios}",
            flush=True,
        )


if __name__ == "__main__":
    main()
