"""Every command in a `console` block prints what stands under it; `…` alone on a line stands for any lines. On a page
with files, one folder has them, and its blocks are followed from top to bottom."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from fences import ROOT, Fence, fences, save

BIN = Path(sys.executable).parent


def commands(fence: Fence) -> Iterator[tuple[str, str]]:
    """The commands of a block (lines after `$`), each with the lines that follow it."""
    for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


PAGES = [list(blocks) for _, blocks in groupby(fences("console", "rules"), key=lambda fence: fence.path)]
WALKS = [page for page in PAGES if any(fence.file for fence in page)]
SESSIONS = [
    (fence, command, output)
    for page in PAGES
    if page not in WALKS
    for fence in page
    if fence.language == "console"
    for command, output in commands(fence)
]


@pytest.mark.parametrize(
    ("fence", "command", "output"), SESSIONS, ids=[f"{fence.id} {command}" for fence, command, _ in SESSIONS]
)
def test_command(fence: Fence, command: str, output: str) -> None:
    follow(command, output, ROOT)


@pytest.mark.parametrize("page", WALKS, ids=[str(page[0].path.relative_to(ROOT)) for page in WALKS])
def test_walk(page: list[Fence], tmp_path: Path) -> None:
    for fence in page:
        if fence.file:
            save(fence, tmp_path)
        elif fence.language == "console":
            for command, output in commands(fence):
                follow(command, output, tmp_path)


def follow(command: str, output: str, folder: Path) -> None:
    """Run a command in a folder, and see that it prints this."""
    surroundings = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80", "NO_COLOR": "1"}
    surroundings |= {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=surroundings, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    printed = done.stdout + done.stderr
    pattern = "".join(r"(?:.*\n)*" if line == "…\n" else re.escape(line) for line in output.splitlines(keepends=True))
    assert re.fullmatch(pattern, printed), f"$ {command}\n{printed}"


def test_set_up_commands_are_single_lines() -> None:
    lines = [fence.text.strip() for fence in fences("sh") if fence.path.name == "README.md"]
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv .venv && ") and "\n" not in line for line in lines)
