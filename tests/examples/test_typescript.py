"""The reader in TypeScript answers everything that packs ask, notices an answer that is wrong, and what it does not
know."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import cardwright
from cardwright.interpreter import exporting

READER = Path(__file__).parents[2] / "examples" / "typescript"
FILES = ("package.json", "tsconfig.json", "src")
OTHERS = ("taiwan", "wikipedia", "pusoy_dos", "big_two_two_decks", "zheng_shangyou", "chuo_pai")


def test_the_reader_passes_the_pack(tmp_path: Path) -> None:
    """One test, because TypeScript is installed for it."""
    npm, npx, node = (shutil.which(name) for name in ("npm", "npx", "node"))
    if npm is None or npx is None or node is None:
        pytest.skip("node and npm are not installed: the reader in TypeScript is not tested here")
    for name in FILES:
        copy = shutil.copytree if (READER / name).is_dir() else shutil.copy
        copy(READER / name, tmp_path / name)
    options = ["--no-audit", "--no-fund", "--package-lock=false", "--prefer-offline", "--fetch-retries=1"]
    installed = subprocess.run([npm, "install", *options], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    if installed.returncode != 0:
        pytest.skip(f"npm cannot install TypeScript here: {installed.stderr[-300:]}")
    built = subprocess.run([npx, "tsc"], cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout

    def passes(
        name: str, options: dict[str, bool | int | str], hands: int = 24, spoil: bool = False
    ) -> subprocess.CompletedProcess[str]:
        rulebook = cardwright.load(name, options=options).rulebook
        pack = exporting.pack_data(exporting.make_pack(rulebook, hands, 7))
        if spoil:
            pack["hands"][0]["turns"][-1]["legal"].append("claim victory")
        for file, data in (("rulebook.json", exporting.model_data(rulebook)), ("pack.json", pack)):
            (tmp_path / file).write_text(json.dumps(data), "utf-8")
        command = [node, "build/conformance.js", "rulebook.json", "pack.json"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    usual = passes("hk", {})
    assert usual.returncode == 0, usual.stdout + usual.stderr
    assert usual.stdout.startswith("hk: 0 wrong of 2") and " 24 scores" in usual.stdout
    house: dict[str, bool | int | str] = {
        "last_card": "forced",
        "passing": "drops_out",
        "tiers": "four",
        "among_losers": "multiplied",
        "redeal": True,
    }
    other = passes("hk", {**house, "quads_bonus": 2, "green_bonus": 3, "open_with_lowest": True})
    assert other.returncode == 0, other.stdout + other.stderr
    for name in OTHERS:
        passed = passes(name, {}, 4)
        assert passed.returncode == 0 and f"{name}: 0 wrong" in passed.stdout, passed.stdout + passed.stderr
    spoilt = passes("hk", {}, 2, spoil=True)
    assert (spoilt.returncode, spoilt.stdout.count("claim victory")) == (1, 1)
    unknown = passes("tien_gow", {}, 2)
    assert (unknown.returncode, "does not know" in unknown.stderr) == (2, True), unknown.stdout + unknown.stderr
