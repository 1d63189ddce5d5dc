"""Every command in a `console` block prints what stands under it; `…` alone on a line stands for any lines."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fences import ROOT, Fence, fences

BIN = Path(sys.executable).parent


def sessions() -> Iterator[tuple[Fence, str, str]]:
    """The commands of all blocks (lines after `$`), each with the lines that follow it."""
    for fence in fences("console"):
        for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield fence, command, output


SESSIONS = list(sessions())


@pytest.mark.parametrize(
    ("fence", "command", "output"), SESSIONS, ids=[f"{fence.id} {command}" for fence, command, _ in SESSIONS]
)
def test_command(fence: Fence, command: str, output: str) -> None:
    surroundings = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80", "NO_COLOR": "1"}
    surroundings |= {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=surroundings, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    printed = done.stdout + done.stderr
    pattern = "".join(r"(?:.*\n)*" if line == "…\n" else re.escape(line) for line in output.splitlines(keepends=True))
    assert re.fullmatch(pattern, printed), printed


def test_set_up_commands_are_single_lines() -> None:
    lines = [fence.text.strip() for fence in fences("sh") if fence.path.name == "README.md"]
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv .venv && ") and "\n" not in line for line in lines)
