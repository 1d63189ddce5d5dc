"""The pages, and parts of pages, that are made of what stands elsewhere: codes, rulebooks, claims and their cases."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from fences import ROOT

from cardwright.dsl import CODES, Source, ast, parse, shipped

DOCS = ROOT / "docs"
CONFORMANCE = ROOT / "tests/conformance"
MARK = "<!-- Made by UPDATE_PAGES=1 python -m pytest tests/docs/test_generated_pages.py: change nothing below. -->\n"
STAGES = {
    "1": "Text and syntax",
    "2": "Names",
    "3": "Types",
    "4": "Options and guards",
    "5": "Deck, deal and orders",
    "6": "Combinations and ladders",
    "7": "Play, duties, claims and scoring",
    "8": "Examples",
    "9": "Limits, what is allowed, and what is not executed",
}

_CLAIM = re.compile(r"\b([A-Z]{2})-(\d\d)(?:\.\.(\d\d))?")

Claims = dict[str, dict[str, str]]


def made_pages() -> dict[Path, Callable[[], str]]:
    """Every page that is made, whole or from its mark on, with what makes it."""
    parts = {DOCS / "diagnostics/README.md": diagnostics, DOCS / "sources.md": sources}
    return parts | {DOCS / f"rulebooks/{name}.md": partial(rulebook_page, name) for name in shipped()}


def diagnostics() -> str:
    """Every code with what it means, stage by stage."""
    lines = ["## All codes"]
    for stage, title in STAGES.items():
        lines += ["", f"### {stage}xx: {title.lower()}", "", "| Code | | Means |", "|---|---|---|"]
        lines += [
            f"| [{code}]({code}.md) | {known.severity} | {known.title} |"
            for code, known in CODES.items()
            if code[2] == stage
        ]
    return "\n".join(lines) + "\n"


def sources() -> str:
    """Every shipped rulebook with what it rests on."""
    lines = ["| Rulebook | Claims | Cases | Rests on |", "|---|---|---|---|"]
    for name in shipped():
        told, cases = claims(name), sum(len(shown) for id, shown in all_cases().items() if id in claims(name))
        rests_on = "; ".join(source.title.value for source in _sources(name))
        first, *_, last = told
        lines.append(f"| [{name}](rulebooks/{name}.md) | {first}..{last[-2:]} | {cases} | {rests_on} |")
    return "\n".join(lines) + "\n"


def rulebook_page(name: str) -> str:
    """A shipped rulebook, and its claims with where each is kept and tried."""
    file, places = _file(name), lines_that_cite(name)
    assert file.header and file.header.title and file.header.edition
    entries = [entry for names in file.statements if isinstance(names, ast.Names) for entry in names.entries]
    titles = [file.header.title.value, *(entry.text.value for entry in entries if entry.subject.text == name)]
    options = sum(len(asked.options) for asked in file.statements if isinstance(asked, ast.Options))
    lines = [
        f"# {name}: {titles[0]}",
        "",
        MARK,
        f"{', '.join(titles)}. Edition {file.header.edition.value}, {options} options. "
        f"The file is `rulebooks/{name}.rules`; `cardwright explain {name}` tells what it says.",
        "",
        f'```rules title="{name}.rules" linenums="1"',
        f'--8<-- "rulebooks/{name}.rules"',
        "```",
        "",
        "## Claims",
        "",
        *(f"{source.id.text}: {source.title.value}. " for source in _sources(name)),
        "[How claims are numbered and tried](../sources.md).",
        "",
        "| Claim | Says | Line | Tried by |",
        "|---|---|---|---|",
    ]
    for id, told in claims(name).items():
        where = ", ".join(f'<a href="#__codelineno-0-{line}">{line}</a>' for line in places[id])
        tried = "; ".join(dict.fromkeys(all_cases()[id])) or told["no_case"]
        lines.append(f"| {id} | {_cell(told['says'])} | {where} | {_cell(tried)} |")
    return "\n".join(lines) + "\n"


def claims(rulebook: str) -> Claims:
    """The claims of a rulebook's own sources, with what each says."""
    own = CONFORMANCE / f"claims/{rulebook}.json"
    known: Claims = json.loads((own if own.exists() else CONFORMANCE / "claims.json").read_text("utf-8"))
    letters = {source.id.text for source in _sources(rulebook)}
    return {id: told for id, told in known.items() if id.split("-")[0] in letters}


@cache
def all_cases() -> dict[str, list[str]]:
    """What is shown of each claim, by all conformance cases."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((CONFORMANCE / "cases").glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            for id in (row["id"], *row.get("cites", ())):
                found[id].append(row["about"])
    return found


def lines_that_cite(rulebook: str) -> dict[str, list[int]]:
    """The lines of a rulebook whose notes cite each claim."""
    found: dict[str, list[int]] = defaultdict(list)
    text = (ROOT / f"rulebooks/{rulebook}.rules").read_text("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        for source, first, last in _CLAIM.findall(line.partition("##")[2]):
            for claim in range(int(first), int(last or first) + 1):
                found[f"{source}-{claim:02}"].append(number)
    return found


def _sources(rulebook: str) -> list[ast.Cited]:
    return [source for source in _file(rulebook).statements if isinstance(source, ast.Cited)]


@cache
def _file(rulebook: str) -> ast.File:
    path = ROOT / f"rulebooks/{rulebook}.rules"
    file = parse(Source(path.name, path.read_text("utf-8"))).ast
    assert file is not None
    return file


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
