"""What lies in bench/ finds all that it takes; what it measures is no test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parents[1] / "bench").glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_benchmark_loads(file: Path) -> None:
    code = "import runpy, sys; sys.path[0] = sys.argv[2]; runpy.run_path(sys.argv[1], run_name='loaded')"
    ran = subprocess.run([sys.executable, "-c", code, str(file), str(file.parent)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
