"""How fast the command line starts: `cardwright check` of one rulebook, and `import cardwright`, in fresh processes.

Run it as `python bench/startup.py`; it prints medians against their targets and exits with 1 where one is missed."""

from __future__ import annotations

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


def seconds(arguments: list[str]) -> float:
    """The wall time of one fresh interpreter."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> int:
    """Measure every case; the first run of each only warms the file cache."""
    missed = False
    for name, arguments, target in CASES:
        seconds(arguments)
        times = sorted(seconds(arguments) for _ in range(RUNS))
        median = statistics.median(times)
        missed |= median >= target
        print(f"{name}: median {median:.3f} s of {RUNS} runs, best {times[0]:.3f} s, target {target} s")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
