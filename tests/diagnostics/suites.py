"""Markdown suites: prose, a rulebook or a part of one in a fence, and what is to be said about it in the next fence.

The words behind ```` ```rules ```` say how to read a fence. `alone`: it is the whole file; otherwise it stands on
mini.rules, and its statements take the place of those there. `escapes`: `\\x00` and `\\x202e` are read. `times=N`: so
often. `right`, in pages: this is how it should be. `given=OPTION:ANSWER`: under these answers, if it has no errors.
A file that is altered stands beside this one: `extends "mini.rules"`.
`played`: its examples are played and its readings compared as well, if it has no errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cardwright.dsl import Checked, Diagnostic, RulebookError, Source, Span, allow, ast, check, parse
from cardwright.interpreter import try_out

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "docs" / "diagnostics"
_MINI = Source("mini.rules", (HERE / "mini.rules").read_text("utf-8"))
_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(r"^[ \t]*(?:change[ \t]+)?(\w+)(?:[ \t]+(\w+))?", re.MULTILINE)
_NAMELESS = frozenset({"deck", "deal", "play", "match", "claims", "options", "examples"})


@dataclass(frozen=True, slots=True)
class Case:
    """A snippet of a suite or page, and the fence with what is expected (None: there is none)."""

    path: Path
    line: int
    info: tuple[str, ...]
    snippet: str
    expected: str | None
    place: tuple[int, int]

    @property
    def id(self) -> str:
        """How the test is called."""
        return f"{self.path.stem}:{self.line}"

    @property
    def text(self) -> str:
        """The whole file that is checked."""
        snippet = self.snippet
        if "escapes" in self.info:
            snippet = re.sub(r"\\x([0-9a-f]{2,4})", lambda found: chr(int(found.group(1), 16)), snippet)
        times = next((int(word.removeprefix("times=")) for word in self.info if word.startswith("times=")), 1)
        return snippet * times if "alone" in self.info else _on_mini(snippet * times)

    def said(self) -> str:
        """What is said about it, in the form of an expectation."""
        source = self.checked().source
        found = groupby(_described(each, source) for each in self.found())
        counted = ((each, sum(1 for _ in several)) for each, several in found)
        return "".join(each if count == 1 else f"{each}  ({count} times)\n" for each, count in counted)

    def codes(self) -> list[str]:
        """The codes of what is said about it."""
        return [each.code for each in self.found()]

    def checked(self) -> Checked:
        """The whole file, checked."""
        return check(Source("case.rules", self.text, HERE / "case.rules"))

    def found(self) -> tuple[Diagnostic, ...]:
        """The diagnostics, in the order of the text."""
        checked = self.checked()
        if checked.errors:
            return checked.diagnostics
        if "played" in self.info:
            return allow(checked.source, (*checked.diagnostics, *try_out(checked).diagnostics))
        given = [word.removeprefix("given=").split(":") for word in self.info if word.startswith("given=")]
        if given:
            try:
                checked.settle(dict((option, answer) for option, answer in given))
            except RulebookError as error:
                return (*checked.diagnostics, *error.diagnostics)
        return checked.diagnostics


def cases(path: Path) -> Iterator[Case]:
    """The snippets of a Markdown file."""
    text = path.read_text("utf-8")
    fences = list(_FENCE.finditer(text))
    for index, fence in enumerate(fences):
        info = tuple(fence.group(2).split())
        if not info or info[0] != "rules":
            continue
        following = fences[index + 1] if index + 1 < len(fences) else None
        if following is not None and following.group(2).strip() != "expect":
            following = None
        place = (following.start(3), following.end(3)) if following else (0, 0)
        expected = following.group(3) if following else None
        yield Case(path, text.count("\n", 0, fence.start()) + 1, info[1:], fence.group(3), expected, place)


def _on_mini(snippet: str) -> str:
    file = parse(_MINI).ast
    assert file is not None
    said = {_key(found.group(1), found.group(2)) for found in _HEAD.finditer(snippet)}
    kept = [_MINI.slice(each.span) for each in file.statements if _statement_key(each) not in said]
    return "\n".join(["cardwright 1", 'rulebook mini "Mini" edition 1', *kept, snippet])


def _statement_key(statement: ast.Statement) -> tuple[str, str]:
    text = _MINI.slice(statement.span)
    found = _HEAD.match(text)
    assert found is not None
    return _key(found.group(1), found.group(2))


def _key(kind: str, name: str | None) -> tuple[str, str]:
    return (kind, "" if kind in _NAMELESS else name or "")


def _described(diagnostic: Diagnostic, source: Source) -> str:
    lines = [f"{diagnostic.code} {diagnostic.severity.value} at {_place(diagnostic.span, source)}"]
    lines.append(f"  {diagnostic.message}")
    if diagnostic.help is not None:
        lines.append(f"  help: {diagnostic.help}")
    for span, text in diagnostic.labels:
        lines.append(f"  label: {_place(span, source)} {text}")
    if diagnostic.fix is not None:
        for edit in diagnostic.fix.edits:
            old, new = _quoted(source.slice(edit.span)), _quoted(edit.text)
            lines.append(f"  {diagnostic.fix.applicability.value} fix: {old} -> {new}")
    return ("\n".join(lines) + "\n").replace(f"{HERE}/", "")


def _place(span: Span, source: Source) -> str:
    """The text of a place; with its file where that is another one."""
    if span.file == source.name:
        return _quoted(source.slice(span))
    text = next((base.slice(span) for base in source.bases if base.name == span.file), "")
    return f"{Path(span.file).name}:{span.line} {_quoted(text)}"


def _quoted(text: str) -> str:
    shown = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text.replace("\n", "⏎"))
    return f"«{shown if len(shown) <= 100 else shown[:99] + '…'}»"
