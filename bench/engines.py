"""How fast the engines play, on one core, by CPU time: every rulebook in every engine, beside other programs.

Each program plays in every round, one after the other, and a ratio is the median of the ratios of the rounds: a busy
machine slows both sides of it. Exits with 1 where a target is missed. docs/speed.md says how to read it.

python bench/engines.py [--python big2_py.py] [--numba big2_numba.py] [--c big2] [--rounds 9] [--costs] [RULEBOOK ..]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import costs

from cardwright.dsl import load_rulebook, shipped
from cardwright.interpreter import Game, SplitMix64

YARDSTICK = str(Path(__file__).with_name("yardstick.rules"))
ENGINES = ("definition", "states", "python", "native")
"""`states`: the module in plain Python, asked state by state as the definition is; the last two play whole hands."""
SECONDS = 0.15
"""So long each program plays in a round, more or less."""
MEMORY, HANDS = 300, 1_000_000
COLD, WARM = 6.0, 1.0


@dataclass
class Program:
    """Something that plays hands: `play` is given a seed and how many, and tells how many seconds of CPU they took."""

    name: str
    play: Callable[[int, int], float]
    hands: int = 1
    rates: list[float] = field(default_factory=list)

    def ready(self) -> None:
        """What is worked out once is worked out; then find out how many hands a round takes."""
        self.play(0, 1)
        self.play(0, 20)
        spent = self.play(0, self.hands)
        while spent < SECONDS / 4:
            self.hands *= 4
            spent = self.play(0, self.hands)
        self.hands = max(1, round(self.hands * SECONDS / spent))

    def round(self, seed: int) -> None:
        """One more rate."""
        self.rates.append(self.hands / self.play(seed, self.hands))

    @property
    def rate(self) -> float:
        """Hands a second."""
        return median(self.rates)


def ratio(program: Program, other: Program) -> float:
    """How many times as fast one program is as another."""
    return median(mine / its for mine, its in zip(program.rates, other.rates, strict=True))


def timed(play: Callable[[int, int], object]) -> Callable[[int, int], float]:
    """Seconds of CPU time."""

    def measure(seed: int, hands: int) -> float:
        began = time.process_time()
        play(seed, hands)
        return time.process_time() - began

    return measure


# ---- the engines --------------------------------------------------------------------------------------------------


def state_by_state(game: Game, seed: int, hands: int) -> None:
    """Hands played through `legal_actions` and `apply`, every player choosing uniformly."""
    for number in range(hands):
        state = game.deal(seed * 1_000_003 + number)
        stream = SplitMix64(number)
        while not state.is_over:
            actions = state.legal_actions()
            state = state.apply(actions[stream.below(len(actions))])
        assert state.scores


def engines(rulebook: str) -> Iterator[Program]:
    """The engines with one rulebook."""
    book, title = load_rulebook(rulebook), Path(rulebook).stem
    for engine in ENGINES:
        game = Game(book, engine="python" if engine == "states" else engine)
        if engine == "native" and find_spec("llvmlite") is None:
            continue
        if engine in ("definition", "states"):
            yield Program(f"{title} {engine}", timed(lambda seed, hands, game=game: state_by_state(game, seed, hands)))
        else:
            yield Program(f"{title} {engine}", timed(lambda seed, hands, game=game: game.playouts(hands, seed)))


def decisions(rulebook: str) -> float:
    """How many decisions a hand has, on average."""
    hands = Game(load_rulebook(rulebook)).playouts(2_000, 1)
    return sum(sum(hand.asked) for hand in hands) / len(hands)


# ---- other programs -----------------------------------------------------------------------------------------------


def module(path: str) -> Any:
    """A file of Python as a module."""
    found = spec_from_file_location(Path(path).stem, path)
    if found is None or found.loader is None:
        sys.exit(f"{path} is no file of Python")
    sys.modules[found.name] = made = module_from_spec(found)
    found.loader.exec_module(made)
    return made


def plain_python(path: str) -> Callable[[int, int], float]:
    """A module with `playout(rng)`, which plays one hand."""
    playout = module(path).playout

    def play(seed: int, hands: int) -> None:
        rng = Random(seed)
        for _ in range(hands):
            playout(rng)

    return timed(play)


def numba(path: str) -> Callable[[int, int], float]:
    """A module with `playouts(seed, hands)`."""
    return timed(module(path).playouts)


def command(path: str) -> Callable[[int, int], float]:
    """A program that times itself: `PROGRAM bench HANDS 1` prints a line with `LIST` and `playouts/s=RATE`."""

    def play(seed: int, hands: int) -> float:
        told = subprocess.run([path, "bench", str(hands), "1"], check=True, capture_output=True, text=True).stdout
        found = re.search(r"^LIST .*?playouts/s=(\d+)", told, re.MULTILINE)
        if found is None:
            sys.exit(f"{path} does not tell its playouts/s")
        # It counts in whole hands a second; a time too short to be measured counts as a long one.
        return hands / int(found[1]) if int(found[1]) else SECONDS

    return play


def open_spiel(name: str) -> Callable[[int, int], float]:
    """A game of OpenSpiel: its loop in C++ with bots that choose uniformly."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def play(seed: int, hands: int) -> None:
        for number in range(hands):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed * 1_000_003 + number)

    return timed(play)


def others(asked: argparse.Namespace) -> Iterator[Program]:
    """The programs to compare with."""
    if asked.python:
        yield Program("plain Python", plain_python(asked.python))
    if asked.numba:
        yield Program("Numba", numba(asked.numba))
    if asked.c:
        yield Program("C", command(asked.c))
    if find_spec("pyspiel") is not None:
        yield Program("OpenSpiel dou_dizhu", open_spiel("dou_dizhu"))


# ---- what is told -------------------------------------------------------------------------------------------------

TARGETS = (
    ("yardstick python", "plain Python", 0.6),
    ("yardstick native", "Numba", 0.5),
    ("hk native", "OpenSpiel dou_dizhu", 4.0),
    ("dou_dizhu native", "OpenSpiel dou_dizhu", 1.0),
)
COMPARED = (("yardstick native", "C"), ("yardstick native", "plain Python"), ("yardstick definition", "plain Python"))
LEAST = 100
"""Hands a second that the definition is to play."""


def met(text: str, good: bool) -> bool:
    """Tell a target, and whether it is met."""
    print(f"{text}{'' if good else '  MISSED'}")
    return good


def tell(programs: dict[str, Program], rulebooks: list[str]) -> bool:
    """Print all rates and ratios; whether every target is met."""
    for rulebook in rulebooks:
        each = decisions(rulebook)
        print(f"{Path(rulebook).stem}: {each:.1f} decisions a hand")
        for engine in ENGINES:
            program = programs.get(f"{Path(rulebook).stem} {engine}")
            if program is not None:
                print(f"  {engine:<10} {program.rate:>11,.0f} hands/s {program.rate * each:>13,.0f} decisions/s")
    for name, program in programs.items():
        if " " not in name or name.split()[-1] not in ENGINES:
            print(f"{name}: {program.rate:,.0f} hands/s")
    good = True
    for name, other, least in TARGETS:
        if name in programs and other in programs:
            found = ratio(programs[name], programs[other])
            good &= met(f"{name} = {found:.2f} x {other} (target {least} x)", found >= least)
    for name, other in COMPARED:
        if name in programs and other in programs:
            print(f"{name} = {ratio(programs[name], programs[other]):.2f} x {other}")
    if "hk definition" in programs:
        rate = programs["hk definition"].rate
        good &= met(f"hk definition: {rate:.0f} hands/s (target {LEAST})", rate >= LEAST)
    return good


def tell_costs(rulebooks: list[str]) -> bool:
    """Print times to a first result, and memory; whether every target is met."""
    good = True
    for rulebook in rulebooks:
        cold, warm = costs.first_results(rulebook)
        text = f"{Path(rulebook).stem}: first result cold {cold.cpu:.2f} s, warm {warm.cpu:.2f} s of CPU time"
        text += f" ({cold.wall:.2f} s and {warm.wall:.2f} s on the clock; targets {COLD} s and {WARM} s)"
        good &= met(text, cold.cpu <= COLD and warm.cpu <= WARM)
    most = costs.memory(rulebooks[0], HANDS)
    text = f"{Path(rulebooks[0]).stem}: {HANDS:,} hands in {most:.0f} MB (target {MEMORY} MB)"
    return met(text, most <= MEMORY) and good


def main() -> int:
    """Measure everything that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="*", help="rulebooks; otherwise the yardstick's rules and all shipped ones")
    parser.add_argument("--python", help="a module with playout(rng)")
    parser.add_argument("--numba", help="a module with playouts(seed, hands)")
    parser.add_argument("--c", help="a program that `bench HANDS 1` times")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--costs", action="store_true", help="only time to a first result and memory")
    asked = parser.parse_args()
    rulebooks = asked.rulebooks or [YARDSTICK, *shipped()]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if asked.costs:
        return int(not tell_costs(rulebooks))
    programs = [*others(asked), *(program for rulebook in rulebooks for program in engines(rulebook))]
    for program in programs:
        program.ready()
    for number in range(asked.rounds):
        for program in programs:
            program.round(number + 1)
    return int(not tell({program.name: program for program in programs}, rulebooks))


if __name__ == "__main__":
    sys.exit(main())
