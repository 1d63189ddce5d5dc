"""No code block of any document is only written down: it is run, or it is what a tested file says, or it is data that
can be read, or there is a reason."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from fences import ROOT, Fence, documents, every_fence, markdown, pages
from test_documented_commands import ELSEWHERE, PAGES, commands
from test_documented_python import PAGES as PYTHON
from test_documented_rulebooks import FENCES

# Pictures and printed text: nothing in them is a command or a program.
_DRAWN = re.compile(r"^\s*(?:\$|>>>|(?:cardwright|python3?|pip|npm|node|npx) )", re.MULTILINE)
# Folders whose files are tested: blocks may show a part of one, word for word.
SHOWN_FROM = ("examples/", "rulebooks/")
# Pages that are made of docstrings, and the tests that run these.
MADE = {"docs/api.md": "tests/test_public_api.py"}

DOCUMENTS = documents()


@pytest.mark.parametrize("path", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_every_block_is_tried(path: Path) -> None:
    blocks = [fence for fence in every_fence() if fence.path == path]
    if (made := MADE.get(str(path.relative_to(ROOT)))) and (ROOT / made).exists():
        return
    run = {*_run(path)}
    slack = [f"{fence.id} ({' '.join(fence.info)})" for fence in blocks if fence.id not in run and not _is_true(fence)]
    assert slack == [], "nothing runs these blocks"


def test_pages_of_single_diagnostics_have_rulebooks_alone() -> None:
    """tests/diagnostics tries these, and nothing else."""
    blocks = [(path, token) for path in pages() if path not in DOCUMENTS for token in markdown(path)]
    other = [(path.name, token.info) for path, token in blocks if token.type in ("fence", "code_block")]
    assert other and [one for one in other if not one[1].startswith("rules")] == []


def test_reasons_to_run_nothing_are_needed() -> None:
    lines = [line for fence in every_fence() if fence.language == "sh" for line in fence.text.splitlines()]
    assert [start for start in ELSEWHERE if not any(line.startswith(start) for line in lines)] == []


def _run(path: Path) -> Iterator[str]:
    """The blocks of a page that other tests run."""
    for page, blocks in PYTHON:
        yield from (fence.id for fence in blocks if page == path)
    yield from (fence.id for fence in FENCES if fence.path == path)
    for page_blocks in PAGES:
        yield from (fence.id for fence in page_blocks if fence.path == path and _is_run(fence))


def _is_run(fence: Fence) -> bool:
    """Whether every line of a block of commands is run here, or has a reason to be run elsewhere."""
    run = {command for command, _ in commands(fence)}
    if fence.language == "console":
        return bool(run)
    lines = fence.text.splitlines()
    return fence.language == "sh" and all(line in run or line.startswith(tuple(ELSEWHERE)) for line in lines)


def _is_true(fence: Fence) -> bool:
    """Whether a block that is not run is what it seems to be."""
    if fence.shows:
        whole = (ROOT / fence.shows).read_text("utf-8")
        return fence.shows.startswith(SHOWN_FROM) and (fence.text in whole or fence.text.startswith("--8<--"))
    try:
        match fence.language:
            case "text":
                return not _DRAWN.search(fence.text)
            case "json":
                return json.loads(fence.text) is not None
            case "toml":
                return bool(tomllib.loads(fence.text))
            case "py":
                return fence.path.stem == "scaling" and bool(ast.parse(fence.text).body)  # needs Dask, Ray or MPI
    except (ValueError, SyntaxError):
        return False
    return False
