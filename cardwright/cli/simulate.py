"""The verb simulate: bots play many hands, here or on many machines, and what comes of them is told."""

from __future__ import annotations

import errno
import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .extras import needed
from .failures import MISUSE, Trouble, complain, writing
from .options import AgainstOption, RulebookName, SeedOption, WithOption, WithoutOption, answers
from .output import say, say_all, say_json
from .progress import progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardwright.interpreter import simulation

    from .opening import Opened

_INTERRUPTED = 130
_PICTURES = (".png", ".svg")


class Engine(StrEnum):
    """What plays the hands."""

    AUTO = "auto"
    DEFINITION = "definition"
    PYTHON = "python"
    NATIVE = "native"


class Form(StrEnum):
    """How the results are written."""

    HUMAN = "human"
    CONCISE = "concise"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"


def simulate(
    rb: RulebookName,
    other: Annotated[
        str | None, typer.Argument(metavar="[RB]", show_default=False, help="Another one, for the same deals.")
    ] = None,
    hands: Annotated[int, typer.Option("--hands", min=1, max=10**12, help="How many hands (or matches).")] = 1000,
    seed: SeedOption = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,...", help="For every seat, or one for all: random, greedy, search:N.")
    ] = "greedy",
    engine: Annotated[Engine, typer.Option("--engine", help="What plays: auto takes the fastest.")] = Engine.AUTO,
    workers: Annotated[int, typer.Option("--workers", min=1, max=1024, help="Processes of this machine.")] = 1,
    with_: WithOption = None,
    without: WithoutOption = None,
    against: AgainstOption = None,
    paired: Annotated[
        bool,
        typer.Option(
            "--paired", help="Compare two rulebooks, or answers, on the same deals, as is done wherever there are two."
        ),
    ] = False,
    matches: Annotated[bool, typer.Option("--matches", help="Whole matches, not single hands.")] = False,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Save there, and go on from there if it exists.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", metavar="ADDRESS", help="Run on the Dask cluster there: tcp://HOST:8786.")
    ] = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE", help="Draw the results: .png or .svg.")] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the results there.")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Play hand number `--hands` alone, and keep it for `replay`."),
    ] = None,
    format: Annotated[Form, typer.Option("--format", "-f", help="How to write the results.")] = Form.HUMAN,
) -> None:
    """Let bots play many hands: who wins, what is scored, which combinations come up, with 95 % intervals.

    Every hand is dealt as the first of a match; `--matches` plays whole matches. A seed fixes every hand, whatever the
    number of workers. Ctrl-C stops: what was played so far is shown, and how to go on. Bots: random, greedy, or search,
    which thinks ahead (search:400 longer than search:100). Hands of random bots are played by a compiled engine: in
    plain Python, or, with llvmlite, as machine code (both play the same hands). With a second rulebook, or `--against`,
    both are played with the same deals, and the differences are shown."""
    from cardwright.interpreter import new_seed, simulation

    from .opening import open_game, open_rulebook, opened

    first = open_game(rb, with_, without)
    second = None
    if other is not None or against:
        second = opened(open_rulebook(other or rb), answers(against, option="--against"))
    elif paired:
        raise Trouble("`--paired` compares two rulebooks", "name a second one, or answers with `--against`")
    if seed is None:
        seed = new_seed()
    named = bots.split(",")
    if record is not None:
        if second is not None or matches:
            raise Trouble("`--record` keeps one hand of one rulebook", "leave the other options out")
        _record(rb, first, named, seed, hands, engine, Path(record))
        return
    if format is Form.PARQUET:
        needed("pyarrow", "parquet", "`--format parquet`")
        if output is None:
            raise Trouble("a Parquet file is not for the screen", "say where: `--output FILE`")
    if plot is not None:
        if Path(plot).suffix.lower() not in _PICTURES:
            raise Trouble(f"`{plot}` is no picture that can be drawn", "end its name in .png or .svg")
        needed("matplotlib", "plot", "`--plot`")
    if resume is not None and Path(resume).exists() and not Path(resume).is_file():
        raise Trouble(f"`{resume}` is no file that a simulation can be kept in", "name a file of your own")
    for file in (resume, output, plot):
        _check_writable(file)
    kept = Path(resume).read_bytes() if resume is not None and Path(resume).exists() else None
    with _executor(dask, workers) as (executor, at_once), progress(hands, "matches" if matches else "hands") as told:
        done = simulation.simulate(
            first.game,
            hands,
            seed,
            bots=named,
            against=None if second is None else second.game,
            matches=matches,
            engine=engine,
            executor=executor,
            workers=at_once,
            resume=kept,
            save_to=resume,
            progress=told,
        )
    games = [first] if second is None else [first, second]
    if len(done.done):
        _write(done, games, format, output)
        if plot is not None:
            from .plotting import draw

            draw(done, [one.game for one in games], Path(plot))
    if done.unsaved:
        what = f"{len(done.done):,} of {done.wanted:,} {done.plan.unit}"
        complain(done.unsaved, f"what came of {what} is told, but not kept to go on from")
        raise typer.Exit(MISUSE)
    if done.stopped:
        _tell_how_to_go_on(done, resume)


# ---- what comes of it ------------------------------------------------------------------------------------------------


def _write(done: simulation.Simulation, games: Sequence[Opened], form: Form, output: str | None) -> None:
    from . import simulated

    found = [one.game for one in games]
    match form:
        case Form.PARQUET:
            assert output is not None
            simulated.write_parquet(done, found, Path(output))
            return
        case Form.JSON:
            data = simulated.as_data(done, found)
            if output is None:
                say_json(data)
                return
            text = json.dumps(data, ensure_ascii=False) + "\n"
        case Form.CSV:
            text = simulated.as_csv(done, found)
        case Form.CONCISE:
            text = "\n".join(simulated.concise(done, found)) + "\n"
        case Form.HUMAN:
            text = "\n".join(simulated.report(done, found)) + "\n"
    if output is None:
        say(text.removesuffix("\n"))
    else:
        try:
            with writing(output):
                Path(output).write_text(text, encoding="utf-8")
        except Trouble:
            say(text.removesuffix("\n"))  # It took long to find out.
            raise


def _tell_how_to_go_on(done: simulation.Simulation, resume: str | None) -> None:
    """Say that there is more to play, and how; exit as whoever is stopped does."""
    path = _unused(f"{done.plan.sides[0].rulebook.name}-{done.plan.seed}") if resume is None else Path(resume)
    if resume is None:
        done.save(path)
    words = [word for word in sys.argv[1:] if word]
    more = [] if resume is not None else ["--resume", str(path)]
    if not any(word == "--seed" or word.startswith("--seed=") for word in words):
        more += ["--seed", str(done.plan.seed)]
    command = shlex.join(["cardwright", *words, *more])
    what = f"{len(done.done):,} of {done.wanted:,} {done.plan.unit} were played"
    if done.stopped == "interrupted":
        print(f"stopped: {what}\n  go on: {command}", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)
    complain(f"{done.stopped}; {what}", f"go on: {command}")
    raise typer.Exit(MISUSE)


def _unused(name: str) -> Path:
    """A file of this name that is not there yet."""
    paths = (Path(f"{name}{more}.simulation.json") for more in ("", *(f"-{number}" for number in range(2, 1000))))
    return next((path for path in paths if not path.exists()), Path(f"{name}.simulation.json"))


def _check_writable(file: str | None) -> None:
    """Better to fail before the work than to lose it afterwards."""
    if file is None:
        return
    path = Path(file)
    why = "it is a folder" if path.is_dir() else "its folder is not there" if not path.parent.is_dir() else ""
    if not why and not os.access(path if path.exists() else path.parent, os.W_OK):
        why = os.strerror(errno.EACCES)
    if why:
        raise Trouble(f"cannot write `{file}`: {why}")


def _record(rb: str, opened: Opened, bots: Sequence[str], seed: int, number: int, engine: str, path: Path) -> None:
    """Play one hand of a simulation again, and keep it."""
    from cardwright.interpreter import simulation, write_record

    from .replaying import replay_command, write

    plan = simulation.plan_of(opened.game, seed, bots, engine=engine, hands=1)
    deal = opened.game.shuffle(simulation.hand_seed(plan, number - 1))
    ((_, _, done),) = simulation.again(plan, number - 1)
    write(path, [write_record(opened.game, deal, done)])
    say_all([f"hand {number}, seed {deal.seed}: {path}", f"  {replay_command(rb, path)}"])


# ---- where it runs, and how far it is --------------------------------------------------------------------------------


@contextmanager
def _executor(dask: str | None, workers: int) -> Iterator[tuple[Executor | None, int]]:
    """What plays the hands: a Dask cluster, or (None) processes of this machine."""
    if dask is None:
        yield None, workers
        return
    needed("distributed", "dask", "`--dask`")
    from distributed import Client

    try:
        client = Client(dask, timeout="10s")
    except (OSError, ValueError) as error:
        raise Trouble(f"no Dask scheduler answers at `{dask}`", f"start one: `dask scheduler`; {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise Trouble(f"the Dask cluster at `{dask}` has no workers", f"start some: `dask worker {dask}`")
        # Not pure: what comes of a chunk is fixed, but to work out a key for it would cost more than it gives.
        yield client.get_executor(pure=False, retries=3), threads
