"""Links between documents lead somewhere, and every code that is spoken of is one."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from fences import ROOT, links, markdown, pages

from cardwright.dsl import CODES


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT))


PAGES = pages()
DOCS = ROOT / "docs"


@pytest.mark.parametrize("path", [page for page in PAGES if page.parent.name != "diagnostics"], ids=_named)
def test_links(path: Path) -> None:
    assert list(_broken(path)) == []


def test_links_of_diagnostics() -> None:
    assert [broken for path in PAGES if path.parent.name == "diagnostics" for broken in _broken(path)] == []


def test_pages_of_the_site_link_within_it() -> None:
    """What lies outside of docs/ is not on the site: it is named, not linked."""
    assert [
        f"{_named(path)}: {link}"
        for path in PAGES
        if path.is_relative_to(DOCS)
        for link in links(path)
        if link.startswith("..") and not (path.parent / link).resolve().is_relative_to(DOCS)
    ] == []


def test_no_heading_that_is_linked_stands_twice() -> None:
    """The second of two equal headings has one anchor on the web and another one on the site."""
    assert [f"{_named(path)}: {link}" for path in PAGES for link in links(path) if re.search(r"#.*-\d$", link)] == []


def test_codes() -> None:
    spoken = {code for path in PAGES for code in re.findall(r"CW[0-9]{3}", path.read_text("utf-8"))}
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


def _broken(path: Path) -> Iterator[str]:
    """The links of a page that lead nowhere, with their pages; what is out there is only read."""
    for link in links(path):
        address = urlsplit(link)
        page = (path.parent / unquote(address.path)).resolve() if address.path else path
        if address.scheme:
            right = address.scheme == "https" and "." in address.netloc and " " not in link
        else:
            right = page.exists() and (not address.fragment or unquote(address.fragment) in _anchors(page))
        if not right:
            yield f"{_named(path)}: {link}"


def _anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as they are made for Markdown on the web."""
    found: Counter[str] = Counter()
    anchors = set()
    tokens = markdown(page)
    for token in (after for before, after in pairwise(tokens) if before.type == "heading_open"):
        text = "".join(part.content for part in token.children or ())
        base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        anchors.add(f"{base}-{found[base]}" if found[base] else base)
        found[base] += 1
    return anchors
