"""Whether all engines play by the same rules: random and contrived hands, every position compared.

Run: python bench/equality.py [rulebook ..] [--positions N] [--workers K] [--engines definition,python,native]
[--options first|each|pairs]. The first position where two engines differ is told, and the exit code is 1."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "conformance"))

from cardwright.interpreter.compiled.layout import CannotCompile
from engines import Engines, Mismatch
from options import Setting, Table, choices, forbidden, never, settings

from cardwright.dsl import model, shipped
from cardwright.interpreter import Game

CHUNK = 10_000
"""So many positions are compared between two lines of the tally."""
KEPT = 20
"""After so many chunks a game is loaded anew: it keeps every play that it has read."""


def each(rulebook: str) -> list[Setting]:
    """The first answers, then every other answer to every option, one at a time."""
    asked, rules = choices(rulebook), never(rulebook)
    first = settings(rulebook)[0]
    rows = [first, *({**first, name: answer} for name, answers in asked.items() for answer in answers)]
    kept = [row for row in rows if not forbidden(row, rules)]
    return [row for at, row in enumerate(kept) if row not in kept[:at]]


def tables(name: str, which: str) -> list[Table]:
    """What a rulebook is played under."""
    rows = {"first": settings(name)[:1], "pairs": settings(name)}.get(which) or each(name)
    return [Table(name, tuple(row.items())) for row in rows]


@cache
def _engines(name: str, answers: tuple[tuple[str, str], ...], told: str, _fresh: int) -> Engines:
    if name.endswith(".json"):
        game = Game(model.Rulebook.model_validate_json(Path(name).read_text()))
    else:
        game = Game(Table(name, answers).model)
    return Engines(game, definition="definition" in told, native="native" in told)


def run(name: str, answers: tuple[tuple[str, str], ...], told: str, seed: int, positions: int) -> Counter[str]:
    """Positions of one game compared; what they were."""
    if seed % KEPT == 0:
        _engines.cache_clear()
    engines = _engines(name, answers, told, seed // KEPT)
    engines.met, engines.positions = Counter(), 0
    engines.play(seed, positions=positions)
    return Counter(positions=engines.positions) + engines.met


def _tried(job: tuple[str, tuple[tuple[str, str], ...], str, int, int]) -> Counter[str] | str:
    try:
        return run(*job)
    except (Mismatch, CannotCompile) as reason:
        return f"{type(reason).__name__} in {job}: {reason}"


def main() -> int:
    """Print a line for every rulebook and setting; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*", help="shipped ones, or settled ones as JSON files; all shipped ones")
    parser.add_argument("--positions", type=int, default=20_000, help="for each rulebook and setting")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--engines", default="definition,python,native")
    parser.add_argument("--options", choices=("first", "each", "pairs"), default="first")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; every chunk has its own")
    told = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(told.workers) as pool:
        for name in told.rulebooks or shipped():
            rows = [Table(name, ())] if name.endswith(".json") else tables(name, told.options)
            for table in rows:
                started, tally = time.perf_counter(), Counter[str]()
                sizes = [min(CHUNK, told.positions - at) for at in range(0, told.positions, CHUNK)]
                jobs = [(name, table.answers, told.engines, told.seed + at, size) for at, size in enumerate(sizes)]
                for done, found in enumerate(pool.map(_tried, jobs), 1):
                    if isinstance(found, str):
                        wrong += 1
                        print(found, flush=True)
                        break
                    tally += found
                    if done % 10 == 0:
                        print(f"  {tally['positions']} positions", file=sys.stderr, flush=True)
                seconds = time.perf_counter() - started
                positions = tally.pop("positions", 0)
                first = {} if len(rows) == 1 else dict(set(table.answers) - set(rows[0].answers))
                print(
                    f"{name} {first or ''}: {positions} positions in {seconds:.0f} s; {json.dumps(tally)}", flush=True
                )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
