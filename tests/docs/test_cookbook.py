"""Every house rule of the cookbook is shown to make a difference: by examples that do not all hold without it, or by
what a command prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fences import ROOT, Fence, fences, save
from test_documented_rulebooks import failures

from cardwright.dsl import Checked, Source, check, read

PAGE = ROOT / "docs/cookbook.md"
BLOCKS = [fence for fence in fences("rules", "console") if fence.path == PAGE]
RULES = [fence for fence in BLOCKS if fence.language == "rules"]
AT_LEAST = 25

_HEAD = re.compile(r"\Acardwright 1\nrulebook (\w+) .*?\bextends (?:\w+|\"[^\"]+\") edition \d+", re.DOTALL)
_EXAMPLES = re.compile(r"^examples \{.*?(?:^\}|\}$)", re.MULTILINE | re.DOTALL)


def test_cookbook_has_enough_rules() -> None:
    names = [match.group(1) for match in map(_HEAD.match, (fence.text for fence in RULES)) if match]
    assert len(names) == len(set(names)) == len(RULES) >= AT_LEAST


def test_every_heading_has_a_rule() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.startswith("### ")]
    between = zip(starts, [*starts[1:], len(lines)], strict=True)
    assert [lines[low - 1] for low, high in between if not any(low < fence.line < high for fence in RULES)] == []


@pytest.mark.parametrize("fence", RULES, ids=[fence.id for fence in RULES])
def test_rule_makes_a_difference(fence: Fence, tmp_path: Path) -> None:
    head, examples = _HEAD.match(fence.text), _EXAMPLES.search(fence.text)
    assert head is not None
    if examples is None:
        following = next((one for one in BLOCKS if one.line > fence.line), None)
        assert following is not None and following.language == "console", "neither examples nor a command"
        return
    without = f"{head.group()}\n{examples.group()}"
    assert not _holds(_checked(fence, without, tmp_path)), "its examples hold without it"


def _checked(fence: Fence, text: str, folder: Path) -> Checked:
    for one in RULES:
        if one.file and one.line < fence.line:
            save(one, folder)
    if not fence.file:
        return check(Source(fence.id, text))
    path = folder / fence.file
    path.write_text(text, "utf-8")
    return read(path)


def _holds(checked: Checked) -> bool:
    """Whether a rulebook is sound, and its examples hold."""
    return not checked.errors and failures(checked) == []
