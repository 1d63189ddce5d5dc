"""Links between documents lead somewhere, and every code that is spoken of is one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from fences import ROOT, documents

from cardwright.dsl import CODES

_LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


@pytest.mark.parametrize("path", documents(), ids=[str(path.relative_to(ROOT)) for path in documents()])
def test_links(path: Path) -> None:
    broken = []
    for target, anchor in _LINK.findall(_prose(path)):
        page = (path.parent / target).resolve() if target else path
        if not page.exists() or (anchor and anchor not in _anchors(page)):
            broken.append(f"{target}#{anchor}")
    assert broken == []


def test_codes() -> None:
    spoken = {code for path in documents() for code in re.findall(r"CW[0-9]{3}", path.read_text("utf-8"))}
    assert spoken - CODES.keys() == set()


def test_reference_speaks_of_every_code() -> None:
    text = (ROOT / "docs/language.md").read_text("utf-8")
    lowest, highest = "CW101", "CW126"  # Named as a range: slips in writing need no place of their own.
    missing = {code for code in CODES if code not in text and not lowest <= code <= highest}
    assert missing == set()


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["dev"]]
    wanted += project["build-system"]["requires"]
    reasons = (ROOT / "docs/decisions/001-dependencies.md").read_text("utf-8")
    assert [name for name in (re.split(r"[<>=~! ]", one)[0] for one in wanted) if name not in reasons] == []


def _anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as they are made for Markdown on the web."""
    found: dict[str, int] = {}
    anchors = set()
    for heading in re.findall(r"^#+ (.+)$", _prose(page), re.M):
        base = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = found.get(base, 0)
        found[base] = count + 1
        anchors.add(base if not count else f"{base}-{count}")
    return anchors


def _prose(page: Path) -> str:
    """The text of a page without its code blocks."""
    return re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
