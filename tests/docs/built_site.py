"""Looks at a site that was built: `python tests/docs/built_site.py site`. Every link and anchor leads somewhere,
nothing is fetched from elsewhere, every page can be searched, and rulebooks are in colour."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself, unlike `a href`.
_FETCHED = {("link", "href"), ("object", "data"), ("video", "poster"), ("image", "href"), ("use", "href")}
_FETCHED |= {(tag, "src") for tag in ("script", "img", "iframe", "source", "audio", "video", "track", "embed", "input")}
_IN_STYLES = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
_POLICY = "default-src 'self'"


@dataclass
class Page(HTMLParser):
    """What a page has and asks for."""

    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    policy: str = ""
    uncoloured: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        self._in_rules = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.anchors |= {told[name] for name in ("id", "name") if name in told}
        for name, value in told.items():
            if (tag, name) in _FETCHED:
                self.fetched.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)
            elif name == "srcset":
                self.fetched += [one.split()[0] for one in value.split(",") if one.strip()]
            elif name == "style":
                self.fetched += in_styles(value)
        if told.get("http-equiv") == "Content-Security-Policy":
            self.policy = told.get("content", "")
        if tag == "div" and "highlight" in told.get("class", ""):
            self._in_rules = "language-rules" in told["class"]
            self.uncoloured |= self._in_rules
        elif tag == "span" and self._in_rules and told.get("class") in ("kd", "k", "na", "mi", "m", "kc", "no"):
            self._in_rules = self.uncoloured = False


def in_styles(text: str) -> list[str]:
    """What a style sheet asks for."""
    return [one or other for one, other in _IN_STYLES.findall(text)]


def problems(site: Path) -> list[str]:
    """Whatever is wrong with a site."""
    pages = {path: read(path) for path in site.rglob("*.html")}
    found = [] if pages else [f"{site} has no pages"]
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # Its links are those of the root of a server.
        wrong = [f"leads nowhere: {link}" for link in page.links if not leads_somewhere(link, path, pages)]
        wrong += [f"fetches {link}" for link in page.fetched if is_outside(link)]
        wrong += [f"is not there: {link}" for link in page.fetched if not leads_somewhere(link, path, pages)]
        wrong += ["may fetch from elsewhere"] if lets_out(page.policy) else []
        wrong += ["has a rulebook without colours: is Cardwright installed here?"] if page.uncoloured else []
        found += [f"{path.relative_to(site)}: {one}" for one in wrong]
    for path in site.rglob("*.css"):
        asked = in_styles(path.read_text("utf-8"))
        found += [f"{path.relative_to(site)}: fetches {link}" for link in asked if is_outside(link)]
    return found + [f"cannot be found by searching: {path}" for path in unsearchable(site, pages)]


def lets_out(policy: str) -> bool:
    """Whether a policy allows a browser to ask other machines."""
    return not policy.startswith(_POLICY) or re.search(r"https?:|//|\*|\bws", policy) is not None


def is_outside(link: str) -> bool:
    """Whether a browser asks some other machine for it."""
    address = urlsplit(link)
    return bool(address.netloc) or address.scheme not in ("", "data")


def read(path: Path) -> Page:
    """A page of the site."""
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def leads_somewhere(link: str, path: Path, pages: dict[Path, Page]) -> bool:
    """Whether what a link of a page points to is part of the site, or outside of it by intention."""
    address = urlsplit(link)
    if address.scheme or address.netloc:
        return address.scheme in ("https", "data") or link.startswith("http://www.w3.org/")
    target = (path.parent / unquote(address.path)).resolve() if address.path else path
    if target.is_dir():
        target /= "index.html"
    anchors = pages[target].anchors if target in pages else set()
    return target.is_file() and (not address.fragment or unquote(address.fragment) in anchors)


def unsearchable(site: Path, pages: dict[Path, Page]) -> list[str]:
    """The pages that the index of the search does not have."""
    index = json.loads((site / "search.json").read_text("utf-8"))
    told = {urlsplit(item["location"]).path or "index.html" for item in index["items"]}
    return [name for path in pages if (name := path.relative_to(site).as_posix()) not in told | {"404.html"}]


if __name__ == "__main__":
    wrong = problems(Path(sys.argv[1]).resolve())
    print("\n".join(wrong) or "The site is whole.")
    sys.exit(bool(wrong))
