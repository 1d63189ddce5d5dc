"""How far something is that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress(total: int, unit: str) -> Iterator[Any]:
    """A bar on stderr with the rate and the time left, where somebody looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rate="")

        started = False

        def told(done: int) -> None:
            nonlocal started
            if not started:
                # What was played before does not count for the rate.
                bar.reset(task, total=total, completed=done, rate="")
                started = True
                return
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate="" if speed is None else f"{speed:,.0f} {unit}/s")

        yield told
