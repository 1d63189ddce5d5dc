"""Every Python block of the documentation does what it shows; the blocks of a page follow one another."""

from __future__ import annotations

import doctest
from itertools import groupby
from pathlib import Path

import pytest
from fences import ROOT, Fence, fences

PAGES = [(path, list(blocks)) for path, blocks in groupby(fences("python"), key=lambda fence: fence.path)]


@pytest.mark.parametrize(("path", "blocks"), PAGES, ids=[str(path.relative_to(ROOT)) for path, _ in PAGES])
def test_python(path: Path, blocks: list[Fence], capsys: pytest.CaptureFixture[str]) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    names: dict[str, object] = {}
    for fence in blocks:
        test = parser.get_doctest(fence.text, names, fence.id, str(path), fence.line)
        assert test.examples, f"{fence.id} shows nothing"
        runner.run(test, clear_globs=False)
        names = test.globs
    assert not runner.summarize(verbose=False).failed, capsys.readouterr().out
