"""Code blocks of Markdown files, and the rulebooks that fragments of the language stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
BASE = (Path(__file__).parent / "base.rules").read_text("utf-8")

_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(
    r"^(deck|deal|play|match|claims|options)\b|^(\w+)[ \t]+(\w+)[ \t]*(?=[:{\"]|with|of|\b)", re.MULTILINE
)
_LINE = re.compile(r"^[ \t]+((?:[a-z]+[ \t]+){0,2}[a-z]+):.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fence:
    """One code block: the words behind its ticks, its text, and where it stands.

    The first word is the language. `NAME.rules` means that the text is that file, `NAME.rules+`, that it is added to
    it. All others are codes of the problems that it has."""

    path: Path
    line: int
    info: tuple[str, ...]
    text: str

    @property
    def language(self) -> str:
        """The first word behind the ticks."""
        return self.info[0] if self.info else ""

    @property
    def file(self) -> str:
        """The file that the text is, or belongs to, if it is said."""
        return next((word.removesuffix("+") for word in self.info[1:] if "." in word), "")

    @property
    def codes(self) -> set[str]:
        """The problems that it is said to have."""
        return {word for word in self.info[1:] if "." not in word}

    @property
    def id(self) -> str:
        """How a test of it is called."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def documents() -> tuple[Path, ...]:
    """The Markdown files whose blocks are run."""
    pages = [page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "diagnostics"]
    return (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(pages))


def fences(*languages: str) -> Iterator[Fence]:
    """Every block in one of the languages."""
    for path in documents():
        text = path.read_text("utf-8")
        for found in _FENCE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            fence = Fence(path, line, tuple(found.group(2).split()), found.group(3))
            if fence.language in languages:
                yield fence


def save(fence: Fence, folder: Path) -> Path:
    """Write the text of a block to its file, or add it there."""
    path = folder / fence.file
    adds = f"{fence.file}+" in fence.info
    with path.open("a" if adds else "w", encoding="utf-8") as file:
        file.write(f"\n{fence.text}" if adds else fence.text)
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
