"""The contracts in pyproject.toml about what may import what, kept by import-linter."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_import_contracts(tmp_path: Path) -> None:
    # import-linter finds modules by their files, so the parts are put where the wheel has them.
    unwanted = shutil.ignore_patterns("__pycache__", "*.pyi")
    shutil.copytree(ROOT / "cardwright", tmp_path / "cardwright", ignore=unwanted)
    for part in ("dsl", "interpreter"):
        shutil.copytree(ROOT / part, tmp_path / "cardwright" / part, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_parts_have_one_name() -> None:
    code = "import sys, cardwright.__main__, cardwright.interpreter; print({'dsl', 'interpreter'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
