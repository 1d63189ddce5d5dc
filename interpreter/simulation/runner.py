"""Running a plan: chunks are given to an executor, and their tallies merged as they come back, in any order."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Self

from ..errors import CardwrightError, Invalid, whole
from ..game import Game
from ..randomness import new_seed
from .checkpoint import read, save
from .chunk import play_chunk
from .plan import Plan, plan_of
from .ranges import Ranges, Work
from .tally import Pair, Tally

_GROWS_BELOW, _SHRINKS_ABOVE = 0.5, 2.0
"""Chunks are made larger, and smaller, until they take so many seconds. It makes no difference to what is counted."""
_SAVED_EVERY = 10.0
_LOOKS_EVERY = 0.2
INTERRUPTED = "interrupted"
_MOST_HANDS = 10**12

Progress = Callable[[int], None]
"""Told how many hands (or matches) have been played so far, before the first and whenever there are more."""


@dataclass(slots=True)
class Simulation:
    """A plan, and what has come of it so far."""

    plan: Plan
    wanted: int
    done: Ranges = field(default_factory=Ranges)
    tally: Tally | Pair = field(default_factory=Tally)
    stopped: str = ""
    """Why it was stopped before the end; empty if it was not."""
    unsaved: str = ""
    """Why it could not be saved the last time; empty if it could, or was not to be."""

    @property
    def seats(self) -> Tally:
        """The tally of the first rulebook: the only one, unless two are compared."""
        return self.tally if isinstance(self.tally, Tally) else self.tally.first

    def save(self, path: Path) -> None:
        """Write it to a file, to go on from later."""
        save(path, self.plan, self.done, self.tally)

    def count(self, first: int, number: int, tally: Tally | Pair) -> None:
        """Count so many hands that have been played."""
        self.done.add(first, number)
        if isinstance(self.tally, Pair):
            assert isinstance(tally, Pair)
            self.tally.merge(tally)
        else:
            assert isinstance(tally, Tally)
            self.tally.merge(tally)


def simulate(
    game: Game,
    hands: int,
    seed: int | None = None,
    *,
    bots: Sequence[str] = (),
    against: Game | None = None,
    matches: bool = False,
    engine: str = "auto",
    executor: Executor | None = None,
    workers: int = 1,
    resume: str | bytes | None = None,
    save_to: Path | str | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Let bots play so many hands (or matches), and tell what came of them.

    `bots`: a name for every seat, or one for all. `against`: another rulebook to play the same deals with. `engine`:
    `definition`, `python`, `native`, or `auto` for the fastest that can play this. `executor`: whatever runs functions
    elsewhere, with so many `workers`; without one they are processes of this machine, and a single worker is this
    process. `resume`: what a file that was saved holds. `save_to`: where to save from time to time, and at the end.
    Results are the same for every executor and any number of workers. Ctrl-C ends it early: `stopped` says so, and what
    was played is kept. So it does if the executor breaks down. Where it cannot be saved it is played all the same, and
    `unsaved` says why."""
    hands, workers = whole(hands, "hands are a whole number"), whole(workers, "workers are a whole number")
    if not 1 <= hands <= _MOST_HANDS:
        raise Invalid(f"from 1 to {_MOST_HANDS:,} hands can be simulated, not {hands}")
    if workers < 1:
        raise Invalid("at least one worker is needed")
    plan = plan_of(game, new_seed() if seed is None else seed, bots, against, matches, engine, hands)
    simulation = Simulation(plan, hands, tally=Pair() if plan.paired else Tally())
    if resume is not None:
        simulation.done, simulation.tally = read(resume, plan)
        if simulation.done.end > hands:
            raise Invalid(f"{simulation.done.end} {plan.unit} were to be played already, more than {hands}")
    keep = _Keeping(simulation, None if save_to is None else Path(save_to), progress)
    if progress is not None:
        progress(len(simulation.done))
    try:
        with _Interrupts() as interrupts:
            if executor is not None:
                _spread(simulation, executor, workers, keep, interrupts)
            elif workers == 1:
                _alone(simulation, keep, interrupts)
            else:
                # Started afresh: a copy of this process would share its threads and locks.
                with ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts) as pool:
                    _begin(pool, workers)
                    _spread(simulation, pool, workers, keep, interrupts)
    except CardwrightError:
        keep.now()
        raise
    keep.now()
    return simulation


class _Interrupts:
    """The first Ctrl-C is noted, and looked for between chunks, so that every hand is counted whole or not at all; the
    next one stops everything. Other threads than the main one get none."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        self._restore()

    def _note(self, number: int, frame: object) -> None:
        self.asked = True
        self._restore()

    def _restore(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None


@dataclass(slots=True)
class _Keeping:
    """Saves a simulation from time to time, and tells how far it has come."""

    simulation: Simulation
    path: Path | None
    progress: Progress | None
    saved: float = -math.inf

    def __call__(self) -> None:
        if self.progress is not None:
            self.progress(len(self.simulation.done))
        if time.monotonic() - self.saved > _SAVED_EVERY:
            self.now()

    def now(self) -> None:
        if self.path is not None:
            try:
                self.simulation.save(self.path)
                self.simulation.unsaved = ""
            except CardwrightError as error:
                self.simulation.unsaved = str(error)
        self.saved = time.monotonic()


@dataclass(slots=True)
class _Pace:
    """How many hands the next chunk has."""

    hands: int = 1

    def took(self, hands: int, seconds: float) -> None:
        """A chunk of so many hands took so long."""
        if seconds < _GROWS_BELOW:
            self.hands = max(self.hands, 2 * hands)
        elif seconds > _SHRINKS_ABOVE:
            self.hands = max(1, min(self.hands, hands // 2))


def _alone(simulation: Simulation, keep: _Keeping, interrupts: _Interrupts) -> None:
    """In this process, chunk after chunk."""
    work, pace = Work(simulation.done.gaps(simulation.wanted)), _Pace()
    while work:
        first, count = work.take(pace.hands)
        started = time.monotonic()
        simulation.count(first, count, play_chunk(simulation.plan.chunk(first, count)))
        pace.took(count, time.monotonic() - started)
        keep()
        if interrupts.asked and work:
            simulation.stopped = INTERRUPTED
            return


def _spread(simulation: Simulation, executor: Executor, workers: int, keep: _Keeping, interrupts: _Interrupts) -> None:
    """On an executor: two chunks for every worker are on their way at any time."""
    work, pace = Work(simulation.done.gaps(simulation.wanted)), _Pace()
    waiting: dict[Future[Tally | Pair], tuple[int, int, float]] = {}
    try:
        while work or waiting:
            while work and len(waiting) < 2 * workers:
                first, count = work.take(pace.hands)
                future = executor.submit(play_chunk, simulation.plan.chunk(first, count))
                waiting[future] = (first, count, time.monotonic())
            for future in wait(waiting, _LOOKS_EVERY, FIRST_COMPLETED).done:
                first, count, started = waiting.pop(future)
                simulation.count(first, count, future.result())
                pace.took(count, time.monotonic() - started)
                keep()
            if interrupts.asked and (work or waiting):
                simulation.stopped = INTERRUPTED
                return
    except CardwrightError:
        raise
    except Exception as error:
        # Whatever an executor raises, also where it is asked for the result: a worker has died, or cannot be reached.
        simulation.stopped = f"{type(error).__name__}: {error}".strip().rstrip(":")
    finally:
        for future in waiting:
            future.cancel()


def _begin(pool: ProcessPoolExecutor, workers: int) -> None:
    """Start all workers so that Ctrl-C is none of theirs from their first breath: they inherit that it is held back,
    where a system knows of that; here it is only late. A worker starts with a task that finds nobody idle."""
    held_back = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if held_back else None
    try:
        for _ in range(workers):
            pool.submit(_leave_interrupts)
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that leads: workers finish what they have."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
