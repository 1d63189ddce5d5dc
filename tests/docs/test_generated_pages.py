"""Pages that are made of what stands elsewhere are as they would be made now; UPDATE_PAGES=1 makes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fences import ROOT
from generated import CONFORMANCE, DOCS, MARK, claims, lines_that_cite, made_pages

from cardwright.dsl import CODES, shipped

PAGES = made_pages()


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(ROOT)) for path in PAGES])
def test_page_is_as_it_would_be_made(path: Path) -> None:
    old = path.read_text("utf-8") if path.exists() else ""
    made = PAGES[path]()
    new = made if MARK in made else f"{old.partition(MARK)[0]}{MARK}\n{made}"
    if os.environ.get("UPDATE_PAGES") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(new, "utf-8")
    assert path.read_text("utf-8") == new, "make it anew with UPDATE_PAGES=1, and read the difference"


def test_every_page_of_a_rulebook_is_of_one_that_ships() -> None:
    assert {path.stem for path in (DOCS / "rulebooks").glob("*.md")} == set(shipped())


def test_every_code_has_a_page_and_its_title() -> None:
    heads = {path.stem: path.read_text("utf-8").split("\n", 1)[0] for path in (DOCS / "diagnostics").glob("CW*.md")}
    assert heads == {code: f"# {code}: {known.title}" for code, known in CODES.items()}


def test_every_claim_is_told_with_its_place() -> None:
    told = {name: claims(name) for name in shipped()}
    every = [CONFORMANCE / "claims.json", *(CONFORMANCE / "claims").glob("*.json")]
    assert sum(map(len, told.values())) == sum(path.read_text("utf-8").count('"says"') for path in every)
    assert [id for name in told for id in told[name] if not lines_that_cite(name)[id]] == []
