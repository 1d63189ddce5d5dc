"""Every rulebook in the documentation checks, or has the problems it is said to have; its examples hold; nothing stands
in the way of playing those that are whole. Blocks that are files of one page lie in one folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from fences import Fence, fences, save, whole_rulebook

from cardwright.dsl import Checked, Source, allow, check, read
from cardwright.interpreter import Game, run_example, try_out

FENCES = list(fences("rules"))


@pytest.mark.parametrize("fence", FENCES, ids=[fence.id for fence in FENCES])
def test_rulebook(fence: Fence, tmp_path: Path) -> None:
    checked = read(_saved(fence, tmp_path)) if fence.file else check(Source(fence.id, whole_rulebook(fence.text)))
    whole = checked.source.text.startswith("cardwright ") and not checked.errors
    problems = allow(checked.source, (*checked.diagnostics, *(try_out(checked).diagnostics if whole else ())))
    found = [f"{each.code} {each.span}: {each.message}" for each in problems]
    assert {each.code for each in problems} == fence.codes, "\n".join(found)
    if not whole and not checked.errors:
        assert failures(checked) == []


def _saved(fence: Fence, folder: Path) -> Path:
    """The file of a block, with the files of its page that come before it beside it."""
    before = [one for one in FENCES if one.path == fence.path and one.file and one.line < fence.line]
    for one in before:
        save(one, folder)
    return save(fence, folder)


def failures(checked: Checked) -> list[str]:
    """The examples that do not hold under the answers they are about."""
    found = []
    for example in checked.settle().examples:
        went = run_example(Game(checked.settle(dict(example.answers))), example)
        if not went.holds:
            found.append(f"{example.text}: {went.instead}")
    return found
