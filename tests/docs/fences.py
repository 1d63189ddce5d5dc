"""Code blocks of Markdown files, and the rulebooks that fragments of the language stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
BASE = (Path(__file__).parent / "base.rules").read_text("utf-8")

_TITLE = re.compile(r'title="([^"]*)"')
_SNIPPET = re.compile(r'--8<-- "(\S+)"\n')
_ADDED = "added to "
_HEAD = re.compile(
    r"^(deck|deal|play|match|claims|options)\b|^(\w+)[ \t]+(\w+)[ \t]*(?=[:{\"]|with|of|\b)", re.MULTILINE
)
_LINE = re.compile(r"^[ \t]+((?:[a-z]+[ \t]+){0,2}[a-z]+):.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fence:
    """One code block: the words behind its ticks, its title, its text, and where it stands.

    The first word is the language. The title is the file that the text is; `added to FILE` means that it is put at the
    end of it; a path means that it is a part of that file of the repository. All other words are codes of the problems
    that it has."""

    path: Path
    line: int
    info: tuple[str, ...]
    title: str
    text: str

    @property
    def language(self) -> str:
        """The first word behind the ticks."""
        return self.info[0] if self.info else ""

    @property
    def file(self) -> str:
        """The file that the text is, or belongs to, if it is said."""
        return "" if self.shows else self.title.removeprefix(_ADDED)

    @property
    def shows(self) -> str:
        """The file of the repository that it shows, or shows a part of."""
        whole = _SNIPPET.fullmatch(self.text)
        return whole.group(1) if whole else self.title if "/" in self.title else ""

    @property
    def adds(self) -> bool:
        """Whether the text is put at the end of its file."""
        return self.title.startswith(_ADDED)

    @property
    def codes(self) -> set[str]:
        """The problems that it is said to have."""
        return set(self.info[1:])

    @property
    def id(self) -> str:
        """How a test of it is called."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


@cache
def pages() -> tuple[Path, ...]:
    """Every Markdown file that people read."""
    folders = ("docs", "examples", "bench")
    found = [page for folder in folders for page in (ROOT / folder).rglob("*.md")]
    return (*sorted(ROOT.glob("*.md")), *sorted(found), ROOT / "tests/conformance/README.md")


def documents() -> tuple[Path, ...]:
    """The pages whose blocks are run; tests/diagnostics runs those of the pages of diagnostics."""
    return tuple(page for page in pages() if not re.fullmatch(r"CW\d+", page.stem))


@cache
def markdown(path: Path) -> list[Token]:
    """The parts of a page, as Markdown is read elsewhere."""
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


def links(path: Path) -> list[str]:
    """What the links and pictures of a page point to."""
    inside = [child for token in markdown(path) for child in token.children or ()]
    return [str(link) for token in inside for name in ("href", "src") if (link := token.attrGet(name)) is not None]


def fences(*languages: str) -> Iterator[Fence]:
    """Every block in one of the languages that stands on its page in full."""
    return (fence for fence in every_fence() if fence.language in languages and not fence.shows)


@cache
def every_fence() -> tuple[Fence, ...]:
    """Every block of the documents."""
    return tuple(fence for path in documents() for fence in _fences(path))


def _fences(path: Path) -> Iterator[Fence]:
    for token in markdown(path):
        if token.type in ("fence", "code_block"):
            line = (token.map or [0])[0] + 1
            title = _TITLE.search(token.info)
            words = (word.strip("{}").removeprefix(".") for word in _TITLE.sub("", token.info).split())
            info = tuple(word for word in words if word and "=" not in word)
            yield Fence(path, line, info, title.group(1) if title else "", token.content)


def save(fence: Fence, folder: Path) -> Path:
    """Write the text of a block to its file, or add it there."""
    path = folder / fence.file
    with path.open("a" if fence.adds else "w", encoding="utf-8") as file:
        file.write(f"\n{fence.text}" if fence.adds else fence.text)
    return path


def whole_rulebook(text: str) -> str:
    """A rulebook as it stands; a fragment with everything of the base that it does not say itself."""
    if re.search(r"^(?:rulebook|examples of)\b", text, re.MULTILINE):
        return text
    said = {_key(head) for head in _HEAD.finditer(text)}
    comment, header, *statements = BASE.strip().split("\n\n")
    kept = [statement for statement in statements if _key(_HEAD.search(statement)) not in said]
    base = "\n\n".join([comment, header, *kept])
    if ("play",) in said:
        text = _with_lines_of_the_base(text, next(one for one in statements if one.startswith("play")))
    return f"{base}\n\n{text}"


def _key(head: re.Match[str] | None) -> tuple[str, ...]:
    assert head is not None
    return (head.group(1),) if head.group(1) else (head.group(2), head.group(3))


def _with_lines_of_the_base(text: str, base: str) -> str:
    """A fragment whose `play` has all lines: those it leaves out are the base's."""
    start = text.index("{", text.index("\nplay") if "\nplay" in text else 0)
    end = text.index("}", start)
    said = {_field(name) for name in _LINE.findall(re.sub(r"#.*", "", text[start + 1 : end]).replace("{", "\n "))}
    if "discard" in text[start:end]:
        said.add("pass")
    added = [line.group() for line in _LINE.finditer(base) if _field(line.group(1)) not in said]
    return text[:end].rstrip() + "\n" + "\n".join(added) + "\n" + text[end:]


def _field(name: str) -> str:
    return re.sub(r"^(?:the|an|a)\s+", "", name)
