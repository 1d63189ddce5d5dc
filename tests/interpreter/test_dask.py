"""Simulations on a Dask cluster: a scheduler and two workers on this machine, one of which is killed in the middle."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client

from cardwright.interpreter import load, simulation

ROOT = Path(__file__).parents[2]


def _started(log: Path, *command: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "false"}
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
            env=environment,
            stdout=file,
            stderr=subprocess.STDOUT,
            cwd=log.parent,
        )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    log = tmp_path / "scheduler.log"
    scheduler = _started(log, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    running = [scheduler]
    try:
        deadline = time.monotonic() + 60
        while not (found := re.search(r"tcp://127\.0\.0\.1:\d+", log.read_text())):
            assert time.monotonic() < deadline and scheduler.poll() is None, log.read_text()
            time.sleep(0.1)
        address = found.group()
        for name in ("one", "two"):
            options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path / name))
            running.append(_started(tmp_path / f"{name}.log", "dask_worker", address, *options))
        with Client(address, timeout="30s") as client:
            client.wait_for_workers(2, timeout=60)
        yield address, running[1:]
    finally:
        for one in reversed(running):
            one.kill()
            one.wait(30)


def test_a_killed_worker_changes_nothing(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, workers = cluster
    game, hands = load("hk"), 120
    killed = threading.Event()

    def told(done: int) -> None:
        if done >= hands // 8 and not killed.is_set():
            killed.set()
            workers[0].kill()

    with Client(address, timeout="30s") as client:
        executor = client.get_executor(pure=False, retries=3)
        spread = simulation.simulate(
            game, hands, 8, bots=["random"], engine="definition", executor=executor, workers=2, progress=told
        )
        left = len(client.scheduler_info()["workers"])
    assert killed.is_set() and not spread.stopped and workers[0].wait(30) != 0
    assert left == 1, "one worker played to the end alone"
    assert spread.tally == simulation.simulate(game, hands, 8, bots=["random"], engine="definition").tally


def test_the_command_line_runs_on_a_cluster(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    command = [sys.executable, "-m", "cardwright", "simulate", "tien_gow", "--hands", "20", "--seed", "3"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = [
        subprocess.run([*command, *more], env=environment, capture_output=True, text=True, timeout=120)
        for more in ((), ("--dask", cluster[0]))
    ]
    assert said[0].returncode == said[1].returncode == 0, said[1].stderr
    assert said[0].stdout == said[1].stdout
