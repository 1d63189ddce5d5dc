"""Every diagnostic says what the suites expect, has a page, and the page's example shows it.

Run with UPDATE_SUITES=1 to write what is said now into the suites; read the difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from suites import HERE, PAGES, Case, cases

from cardwright.dsl import CODES, Code

SUITES = sorted(HERE.glob("*.md"))
SNIPPETS = [case for path in SUITES for case in cases(path)]
EXAMPLES = [case for path in sorted(PAGES.glob("CW*.md")) for case in cases(path)]


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.stem)
@pytest.mark.skipif("UPDATE_SUITES" not in os.environ, reason="only on request")
def test_update(path: Path) -> None:
    text = path.read_text("utf-8")
    for case in reversed(list(cases(path))):
        if case.expected is not None:
            start, end = case.place
            text = text[:start] + case.said() + text[end:]
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("case", SNIPPETS, ids=lambda case: case.id)
def test_snippet(case: Case) -> None:
    assert case.expected is not None, "a fence `expect` must follow"
    assert case.said() == case.expected


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.id)
def test_example_of_a_page(case: Case) -> None:
    code, found = case.path.stem, set(case.codes())
    if "right" in case.info:
        assert code not in found
    else:
        assert code in found


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)
def test_code_has_fixture_and_page(code: Code) -> None:
    expected = "\n".join(case.expected or "" for case in SNIPPETS)
    assert f"{code.id} " in expected, "no suite shows it"
    page = PAGES / f"{code.id}.md"
    assert page.is_file(), "it has no page"
    assert page.read_text("utf-8").startswith(f"# {code.id}: {code.title}\n")
    assert any(case.path == page and "right" not in case.info for case in EXAMPLES), "its page has no example"


def test_nothing_else_is_described() -> None:
    said = {line.split()[0] for case in SNIPPETS for line in (case.expected or "").splitlines() if line[:2] == "CW"}
    assert said | {page.stem for page in PAGES.glob("CW*.md")} <= CODES.keys()
