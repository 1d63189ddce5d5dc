"""How fast the command line starts: `cardwright check` of one rulebook, and `import cardwright`, in fresh processes.

Run it as `python bench/startup.py`; it prints medians against their targets and exits with 1 where one is missed."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUNS = 11
CASES = (
    ("cardwright check rulebooks/hk.rules", ["-m", "cardwright", "check", "rulebooks/hk.rules"], 0.6),
    ("import cardwright", ["-c", "import cardwright"], 0.25),
)


def seconds(arguments: list[str]) -> tuple[float, float]:
    """The wall time and the processor time of one fresh interpreter. The second one says more on a busy machine."""
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is not compiled at every start
    start, busy = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    done = os.times()
    worked = done.children_user + done.children_system - busy.children_user - busy.children_system
    return time.perf_counter() - start, worked


def main() -> int:
    """Measure every case; the first run of each only warms the file cache."""
    missed = False
    for name, arguments, target in CASES:
        seconds(arguments)
        runs = [seconds(arguments) for _ in range(RUNS)]
        wall, worked = (statistics.median(times) for times in zip(*runs, strict=True))
        missed |= wall >= target
        print(f"{name}: median {wall:.3f} s of {RUNS} runs ({worked:.3f} s processor time), target {target} s")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
