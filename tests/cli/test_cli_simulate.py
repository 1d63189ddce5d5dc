"""The verb simulate: reports, tables, pictures; stopping and going on."""

from __future__ import annotations

import csv
import errno
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from terminal import ROOT, cardwright, process

from cardwright.cli import extras
from cardwright.interpreter import load, simulation


def test_a_report_fits_the_page() -> None:
    said = process("simulate", "hk", "--hands", "40", "--seed", "7")
    assert said.code == 0
    assert said.out.startswith("Cho Dai Di: 40 hands, seed 7, bots greedy\n")
    assert all(len(line) <= 80 for line in said.out.splitlines())
    for word in ("seat", "in turn", "tricks", "full house", "breaches", "the largest swings", "Wilson"):
        assert word in said.out


def test_every_format_says_the_same(tmp_path: Path) -> None:
    from pyarrow import parquet

    command = ("simulate", "dou_dizhu", "--hands", "15", "--seed", "3", "--bots", "random,greedy,greedy")
    data = cardwright(*command, "--format", "json").data
    assert (data["hands"], data["seed"], data["bots"]) == (15, 3, ["random", "greedy", "greedy"])
    table = list(csv.DictReader(io.StringIO(cardwright(*command, "--format", "csv").out)))
    assert [float(row["value"]) for row in table] == [row["value"] for row in data["numbers"]]
    file = tmp_path / "hands.parquet"
    assert cardwright(*command, "--format", "parquet", "-o", str(file)).code == 0
    assert parquet.read_table(file).to_pylist() == data["numbers"]
    tally = simulation.simulate(load("dou_dizhu"), 15, 3, bots=["random", "greedy", "greedy"]).seats
    scores = {row["name"]: row["value"] for row in data["numbers"] if row["measure"] == "score"}
    assert scores["P2"] == pytest.approx(float(tally.seats[1].score.total) / 15)
    assert scores["landlord"] == pytest.approx(float(tally.roles["landlord"].score.total) / 15)
    concise = cardwright(*command, "--format", "concise").out.splitlines()
    assert len(concise) == sum(row["low"] is not None for row in data["numbers"])


def test_workers_make_no_difference() -> None:
    command = ("simulate", "taiwan", "--hands", "16", "--seed", "5")
    assert cardwright(*command).out == process(*command, "--workers", "2").out


@pytest.mark.parametrize("ending", ["png", "svg"])
@pytest.mark.parametrize(
    "command", [("hk",), ("dou_dizhu",), ("tien_gow",), ("hk", "--against", "tiers=four"), ("wikipedia", "--matches")]
)
def test_pictures(command: tuple[str, ...], ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{ending}"
    assert cardwright("simulate", *command, "--hands", "4", "--seed", "1", "--plot", str(file)).code == 0
    if ending == "png":
        assert file.read_bytes().startswith(b"\x89PNG") and file.stat().st_size > 20_000
    else:
        assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_two_rulebooks_on_the_same_deals() -> None:
    said = cardwright("simulate", "hk", "taiwan", "--paired", "--hands", "12", "--seed", "2")
    assert said.code == 0 and said.out.startswith("hk and taiwan: 12 hands")
    said = cardwright("simulate", "hk", "--against", "tiers=four", "--hands", "12", "--seed", "2")
    assert "score: hk tiers=four" in said.out and "another winner: 0.0 %" in said.out
    data = cardwright("simulate", "hk", "hk", "--hands", "6", "--seed", "2", "--format", "json").data
    changes = [row for row in data["numbers"] if row["side"] == "difference" and row["measure"] == "score"]
    assert [(row["value"], row["low"], row["high"]) for row in changes] == [(0, 0, 0)] * 4


def test_a_hand_can_be_played_again(tmp_path: Path) -> None:
    data = cardwright("simulate", "hk", "--hands", "9", "--seed", "4", "--bots", "random", "--format", "json").data
    swing, file = data["swings"][0], str(tmp_path / "hand.json")
    number = str(swing["hand"])
    said = cardwright("simulate", "hk", "--hands", number, "--seed", "4", "--bots", "random", "--record", file)
    assert said.code == 0 and f"seed {swing['seed']}" in said.out
    replayed = cardwright("replay", file)
    assert replayed.code == 0
    for seat, score in enumerate(swing["scores"], 1):
        assert f"P{seat} {score:+d}" in replayed.out.replace("+0", "0") or score == 0


# ---- stopping and going on -------------------------------------------------------------------------------------------


def _workers(running: subprocess.Popen[str]) -> list[int]:
    """The worker processes of a simulation, as Linux shows them."""
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def _running(
    folder: Path, *more: str, ready: Callable[[subprocess.Popen[str]], object] | None = None
) -> subprocess.Popen[str]:
    """A long simulation in a process of its own, once it is `ready`: by itself, once it has saved something."""
    kept = folder / "kept.json"
    is_ready = ready or (lambda _: kept.exists())
    command = [sys.executable, "-m", "cardwright", "simulate", "hk", "--hands", "100000", "--resume", str(kept), *more]
    running = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and running.poll() is None:
        if is_ready(running):
            return running
        time.sleep(0.02)
    running.kill()
    pytest.fail("it was not ready within a minute")


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_shows_what_was_played_and_how_to_go_on(workers: str, tmp_path: Path) -> None:
    running = _running(tmp_path, "--workers", workers)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    played = re.search(r"stopped: ([0-9,]+) of 100,000 hands were played\n  go on: cardwright simulate hk", err)
    assert played is not None, err
    seed = re.search(r"--seed (\d+)", err)
    assert seed is not None and f"{played[1]} hands, seed {seed[1]}" in " ".join(out.split())
    kept = (tmp_path / "kept.json").read_bytes()
    again = simulation.simulate(load("hk"), 100_000, int(seed[1]), resume=kept, executor=_Refusing())
    assert again.tally.hands == int(played[1].replace(",", ""))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found as Linux shows them")
def test_ctrl_c_is_for_nobody_else_while_workers_start(tmp_path: Path) -> None:
    """Workers import for a second before they can say that Ctrl-C is none of theirs."""
    running = _running(tmp_path, "--workers", "2", ready=lambda process: len(_workers(process)) == 2)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in err
    assert "of 100,000 hands were played\n  go on: cardwright simulate hk" in err


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found as Linux shows them")
def test_a_worker_that_dies_loses_nothing_that_was_played(tmp_path: Path) -> None:
    running = _running(tmp_path, "--workers", "2", "--seed", "7")
    os.kill(_workers(running)[0], signal.SIGKILL)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 2 and "Traceback" not in err
    played = re.search(r"error: BrokenProcessPool: .*; ([0-9,]+) of 100,000 hands were played\n  help: go on: ", err)
    assert played is not None, err
    assert f"{played[1]} hand" in out


class _Refusing(Executor):
    """An executor that takes nothing, so that what comes back is what was kept."""

    def submit(self, *args: Any, **named: Any) -> Future[Any]:
        raise RuntimeError("not today")


def test_going_on(tmp_path: Path) -> None:
    file, command = str(tmp_path / "kept.json"), ("simulate", "chuo_pai", "--seed", "6")
    cardwright(*command, "--hands", "5", "--resume", file)
    assert cardwright(*command, "--hands", "9", "--resume", file).out == cardwright(*command, "--hands", "9").out
    other = cardwright("simulate", "chuo_pai", "--seed", "7", "--hands", "9", "--resume", file)
    assert other.code == 2 and "another seed: 6" in other.err
    (tmp_path / "noise.json").write_text("noise")
    other = cardwright(*command, "--hands", "9", "--resume", str(tmp_path / "noise.json"))
    assert other.code == 2 and "no simulation that was stopped" in other.err


# ---- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hk", "--bots", "clever"), "there is no bot `clever`"),
        (("hk", "--bots", "random,greedy"), "4 bots are needed"),
        (("hk", "--matches"), "has no end"),
        (("hk", "--paired"), "compares two rulebooks"),
        (("hk", "chuo_pai"), "not played with the same cards"),
        (("hk", "--plot", "picture.gif"), "end its name in .png or .svg"),
        (("hk", "--format", "parquet"), "--output FILE"),
        (("hk", "--output", "nowhere/at/all.csv"), "cannot write `nowhere/at/all.csv`: its folder is not there"),
        (("hk", "--plot", "/x.png/y.png"), "cannot write `/x.png/y.png`: its folder is not there"),
        (("hk", "--record", "hand.json", "--matches"), "keeps one hand"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(arguments: tuple[str, ...], said: str) -> None:
    found = cardwright("simulate", *arguments, "--hands", "1000000")
    assert found.code == 2 and said in found.err and not found.out


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (("simulate", "hk", "--hands", "1", "--bots", "random", "--output"), "results.csv"),
        (("simulate", "hk", "--hands", "1", "--bots", "random", "--record"), "hand.json"),
        (("simulate", "hk", "--hands", "1", "--bots", "random", "--resume"), "kept.json"),
        (("rules", "hk", "--output"), "rules.md"),
        (("play", "hk", "--all-bots", "--hands", "1", "--format", "json", "--record"), "game.json"),
        (("fmt",), "mine.rules"),
    ],
)
def test_what_cannot_be_written_is_named_with_the_reason(
    arguments: tuple[str, ...], file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / file
    if path.suffix == ".rules":
        path.write_text("cardwright 1\n\n\n\nrulebook mine extends hk edition 1\n", "utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "something else")

    monkeypatch.setattr(Path, "write_text", full)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    said = cardwright(*arguments, str(path))
    assert said.code == 2 and said.err.startswith(f"error: cannot write `{path}`: No space left on device\n")


@pytest.mark.parametrize("option", ["--resume", "--output"])
def test_what_cannot_be_written_is_told_all_the_same(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    command = ("simulate", "hk", "--hands", "3", "--seed", "7", "--bots", "random")
    expected = cardwright(*command)
    monkeypatch.setattr(Path, "write_text", full)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    said = cardwright(*command, option, str(tmp_path / "kept"))
    assert said.code == 2 and "cannot write" in said.err and said.out == expected.out


@pytest.mark.parametrize(
    ("arguments", "module", "extra"),
    [
        (("--plot", "picture.png"), "matplotlib", "plot"),
        (("--format", "parquet", "-o", "hands.parquet"), "pyarrow", "parquet"),
        (("--dask", "tcp://127.0.0.1:9"), "distributed", "dask"),
    ],
)
def test_a_missing_extra_is_named(
    arguments: tuple[str, ...], module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else object())
    found = cardwright("simulate", "hk", "--hands", "2", *arguments)
    assert found.code == 2 and f'pip install "cardwright[{extra}]"' in found.err
