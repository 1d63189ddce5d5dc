"""Every command in a `console` block prints what stands under it; `…` alone on a line stands for any lines. Every line
of an `sh` block is a command that does well when nobody types anything. On a page with rulebooks as files, one folder
has them, and its blocks are followed from top to bottom."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from itertools import groupby
from pathlib import Path

import pytest
from fences import ROOT, Fence, fences, save
from typer.testing import CliRunner

from cardwright.cli import app

BIN = Path(sys.executable).parent
SET_UP = "python3 -m venv "

# What is not run here, by its first words, and why.
ELSEWHERE = {
    SET_UP: "the continuous check sets up by these very lines",
    "zensical build": "the continuous check builds the site",
    "python tests/docs/built_site.py": "the continuous check looks at the site",
    "pip install ": "it changes the environment that the tests run in",
    "cardwright simulate hk --hands 1000000 --seed 7 --dask tcp://": "it needs a cluster",
    "mpiexec ": "it needs MPI",
    "npm install ": "tests/examples/test_typescript.py does it, where Node is there",
    "node build/": "tests/examples/test_typescript.py does it, where Node is there",
    "python bench/": "it measures for minutes",
}


def commands(fence: Fence) -> Iterator[tuple[str, str | None]]:
    """The commands of a block: lines after `$`, each with the lines that follow it, or the lines of a script."""
    if fence.language == "console":
        for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output
    elif fence.language == "sh":
        for line in fence.text.splitlines():
            if not line.startswith(tuple(ELSEWHERE)):
                yield line, None


PAGES = [list(blocks) for _, blocks in groupby(fences("console", "sh", "rules", "json"), key=lambda fence: fence.path)]
WALKS = [page for page in PAGES if any(fence.file and fence.language == "rules" for fence in page)]
SESSIONS = [
    (fence, command, output)
    for page in PAGES
    if page not in WALKS
    for fence in page
    for command, output in commands(fence)
]


@pytest.mark.parametrize(
    ("fence", "command", "output"), SESSIONS, ids=[f"{fence.id} {command}" for fence, command, _ in SESSIONS]
)
def test_command(fence: Fence, command: str, output: str | None, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulebooks", tmp_path / "rulebooks")
    for other in fences("json"):
        if other.path == fence.path and other.file and other.line < fence.line:
            save(other, tmp_path)
    follow(command, output, tmp_path)


@pytest.mark.parametrize("page", WALKS, ids=[str(page[0].path.relative_to(ROOT)) for page in WALKS])
def test_walk(page: list[Fence], tmp_path: Path) -> None:
    for fence in page:
        if fence.file:
            save(fence, tmp_path)
        for command, output in commands(fence):
            follow(command, output, tmp_path)


def follow(command: str, output: str | None, folder: Path) -> None:
    """Run a command in a folder, and see that it prints this, or if nothing is told, that it does well."""
    if output is None and command.startswith("cardwright ") and not re.search("[|<>;&$`*]", command):
        with chdir(folder):
            went = CliRunner().invoke(app, shlex.split(command)[1:], input="")
        assert went.exit_code == 0, f"$ {command}\n{went.output}"
        return
    surroundings = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80", "NO_COLOR": "1"}
    surroundings |= {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    printed = done.stdout + done.stderr
    if output is None:
        assert done.returncode == 0, f"$ {command}\n{printed}"
        return
    pattern = "".join(r"(?:.*\n)*" if line == "…\n" else re.escape(line) for line in output.splitlines(keepends=True))
    assert re.fullmatch(pattern, printed), f"$ {command}\n{printed}"


def test_set_up_is_told_alike_everywhere() -> None:
    """A line for those who play and one for those who change something, which the continuous check runs."""
    lines = [(fence.path.name, line) for fence in fences("sh") for line in fence.text.splitlines()]
    told = [line for page, line in lines if page == "README.md" and line.startswith(SET_UP)]
    assert len(told) == 2 and {line for _, line in lines if line.startswith(SET_UP)} == set(told)
