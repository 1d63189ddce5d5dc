"""Every rulebook in the documentation checks, or has the problems it is said to have; its examples hold."""

from __future__ import annotations

import pytest
from fences import Fence, fences, whole_rulebook

from cardwright.dsl import Checked, Source, check
from cardwright.interpreter import Game, run_example

FENCES = list(fences("rules"))


@pytest.mark.parametrize("fence", FENCES, ids=[fence.id for fence in FENCES])
def test_rulebook(fence: Fence) -> None:
    checked = check(Source(fence.id, whole_rulebook(fence.text)))
    found = [f"{each.code} {each.span}: {each.message}" for each in checked.diagnostics]
    assert {each.code for each in checked.diagnostics} == set(fence.info[1:]), "\n".join(found)
    if not checked.errors:
        assert failures(checked) == []


def failures(checked: Checked) -> list[str]:
    """The examples that do not hold under the answers they are about."""
    found = []
    for example in checked.settle().examples:
        went = run_example(Game(checked.settle(dict(example.answers))), example)
        if not went.holds:
            found.append(f"{example.text}: {went.instead}")
    return found
