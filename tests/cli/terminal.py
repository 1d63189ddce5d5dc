"""Runs the command line for tests: in this process, or in a fresh one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from cardwright.cli import app

ROOT = Path(__file__).parents[2]
RULEBOOKS = ROOT / "rulebooks"


@dataclass(frozen=True, slots=True)
class Said:
    """What the command line answered."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The answer as JSON."""
        return json.loads(self.out)


def cardwright(*arguments: str, typed: str | bytes = "") -> Said:
    """Run a verb in this process. No traceback, and no bug of ours, is ever accepted."""
    result = CliRunner().invoke(app, arguments, input=typed)
    return _checked(Said(result.exit_code, result.stdout, result.stderr))


def process(*arguments: str, typed: bytes = b"", env: Mapping[str, str] | None = None) -> Said:
    """Run a verb in a fresh process, at 80 columns."""
    done = subprocess.run(
        [sys.executable, "-m", "cardwright", *arguments],
        cwd=ROOT,
        input=typed,
        capture_output=True,
        env={**os.environ, "COLUMNS": "80", **(env or {})},
        timeout=120,
    )
    return _checked(
        Said(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
    )


def _checked(said: Said) -> Said:
    assert "Traceback" not in said.out + said.err, said.err
    assert said.code in (0, 1, 2), said
    assert "bug in cardwright" not in said.err, said.err
    return said
