"""The documentation site has every page, and rulebooks in colour; .ci/run builds it and looks at what comes out
(built_site.py), which is tried here."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from built_site import problems
from fences import ROOT, documents, links
from pygments.token import Comment, Error, Keyword, Name, Number, String

from cardwright.highlighting import RulebookLexer

CONFIG: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
DOCS = ROOT / CONFIG["docs_dir"]


def test_every_page_is_in_the_navigation() -> None:
    """Put a new page into `nav` of mkdocs.yml; only the pages of single diagnostics are found from their list."""
    listed = Counter(_pages(CONFIG["nav"]))
    pages = Counter(path.relative_to(DOCS).as_posix() for path in documents() if path.is_relative_to(DOCS))
    assert {"missing": list(pages - listed), "too many": list(listed - pages)} == {"missing": [], "too many": []}


def test_front_page_leads_to_every_page() -> None:
    front = DOCS / "index.md"
    pages = {path.name for path in DOCS.glob("*.md") if path != front}
    assert pages - set(links(front)) == set()


def test_decisions_are_called_what_their_pages_are() -> None:
    decisions = CONFIG["nav"][-1]["How it is built"][-1]["Decisions"][1:]
    named = {page: title for entry in decisions for title, page in entry.items()}
    assert named == {page: (DOCS / page).read_text("utf-8").split("\n")[0].removeprefix("# ") for page in named}
    listed = re.findall(r"^- \[(\d+)\]\((.+)\) (.+)$", (DOCS / "decisions/README.md").read_text("utf-8"), re.MULTILINE)
    assert {f"decisions/{page}": f"{number} {title}" for number, page, title in listed} == named


def test_no_bar_is_escaped_in_code() -> None:
    """In the code of a table `\\|` is a bar on the web, and two signs here: `&#124;` in `<code>` is one."""
    pages = [path for path in documents() if path.is_relative_to(DOCS)]
    assert [str(path) for path in pages if re.search(r"^\|.*`[^`|]*\\\|", path.read_text("utf-8"), re.MULTILINE)] == []


def test_rulebooks_are_coloured_by_the_lexer_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["rules"].partition(":")
    assert getattr(import_module(module), name) is RulebookLexer and "rules" in RulebookLexer.aliases


@pytest.mark.parametrize("path", sorted((ROOT / "rulebooks").iterdir()), ids=lambda path: path.name)
def test_shipped_rulebooks_are_coloured_to_the_end(path: Path) -> None:
    text = path.read_text("utf-8")
    tokens = list(RulebookLexer().get_tokens(text))
    assert [value for kind, value in tokens if kind is Error] == []
    assert "".join(value for _, value in tokens).strip() == text.strip()
    notes = [value for kind, value in tokens if kind is Comment.Special]
    assert len(notes) == len(re.findall("##", re.sub(r'"[^"\n]*"', "", text)))


def test_lexer_tells_words_apart() -> None:
    text = 'change flush { a pass: 3-4-5 or 10H: x2 }  # why\npayment debt: each pays 13\nnames zh { debt "賠牌" ？}'
    kinds = {value: kind for kind, value in RulebookLexer().get_tokens(text)}
    assert {kinds[word] for word in ("change", "payment", "names")} == {Keyword.Declaration}
    assert {kinds[word] for word in ("3-4-5", "10H")} == {Name.Constant}
    assert {kinds[word] for word in ("x2", "13")} == {Number}
    assert {kinds[word] for word in ("or", "each", "pays")} == {Keyword}
    assert kinds["debt"] is Name and kinds["a pass"] is Name.Attribute
    assert kinds["# why"] is Comment.Single and kinds['"賠牌"'] is String and kinds["？"] is Error


PAGE = """<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'">{head}</head>
<h1 id="top">Top</h1><p>{body}</p>"""


@pytest.mark.parametrize(
    ("head", "body", "wrong"),
    [
        ("", '<a href="#top">up</a> <a href="https://example.org">out</a>', ""),
        ("", '<a href="#bottom">down</a>', "leads nowhere: #bottom"),
        ("", '<a href="other.html">on</a>', "leads nowhere: other.html"),
        ("", '<img src="https://example.org/a.png">', "fetches https://example.org/a.png"),
        ("", '<i style="background: url(//example.org/a.png)"></i>', "fetches //example.org/a.png"),
        ("", '<img srcset="index.html 1x, https://example.org/b.png 2x">', "fetches https://example.org/b.png"),
        ("", '<video poster="//example.org/a.png"></video>', "fetches //example.org/a.png"),
        ('<link rel="stylesheet" href="a.css">', "", "is not there: a.css"),
        ('<script src="http://example.org/a.js"></script>', "", "fetches http://example.org/a.js"),
        ("", '<div class="language-rules highlight"><span></span></div>', "has a rulebook without colours"),
    ],
)
def test_a_built_site_is_looked_at(tmp_path: Path, head: str, body: str, wrong: str) -> None:
    (tmp_path / "index.html").write_text(PAGE.format(head=head, body=body))
    (tmp_path / "search.json").write_text('{"items": [{"location": "index.html#top"}]}')
    found = problems(tmp_path)
    assert any(one.startswith(f"index.html: {wrong}") for one in found) if wrong else found == []


def test_a_built_site_without_policy_or_index_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Top</h1>")
    (tmp_path / "search.json").write_text('{"items": []}')
    assert problems(tmp_path) == ["index.html: may fetch from elsewhere", "cannot be found by searching: index.html"]


@pytest.mark.parametrize("more", [" https://example.org", "; script-src *", "; connect-src wss:"])
def test_a_policy_that_lets_scripts_ask_others_is_noticed(tmp_path: Path, more: str) -> None:
    (tmp_path / "index.html").write_text(PAGE.format(head="", body="").replace("'self'", f"'self'{more}"))
    (tmp_path / "search.json").write_text('{"items": [{"location": "index.html"}]}')
    assert problems(tmp_path) == ["index.html: may fetch from elsewhere"]


def _pages(nav: list[Any]) -> Iterator[str]:
    for entry in nav:
        for below in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(below, list):
                yield from _pages(below)
            else:
                yield below
