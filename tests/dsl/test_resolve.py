"""Names, types and guards: every independent problem in one run, in the order of the text, and fixes that mend."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.dsl import CODES, Applicability, Severity, Source, apply, check, check_text, shipped

ROOT = Path(__file__).parents[2]
MINI = (ROOT / "tests/diagnostics/mini.rules").read_text("utf-8")
TEXTS = {name: (ROOT / f"rulebooks/{name}.rules").read_text("utf-8") for name in shipped()}

SLIPS = """
combination triple { cards: 3 of a kind   compare: rank }
ladder threes { order: single < pare   beats: lower }
table tier of cards: 10..13 x2
duty top { when: last play is pair   must: be the highest single   breach: refused }
claim rich { holding: 2 2 2 2   may: go_oot }
payment more: each looser pays the winner   cards of payer / 0
match { ends: after ten hands   wins: highest points }
examples { 9S-9S is pair }
"""


def codes(text: str) -> list[str]:
    return [each.code for each in check_text(text, "a")]


def test_every_independent_problem_is_told_at_once_and_in_order() -> None:
    found = check_text(MINI + SLIPS, "a")
    assert [each.code for each in found] == [*("CW201", "CW201", "CW706", "CW205", "CW201", "CW201", "CW301", "CW803")]
    assert [each.span for each in found] == sorted(each.span for each in found)


def test_problems_of_names_are_told_where_the_syntax_is_wrong_elsewhere() -> None:
    found = check_text(MINI + "set odd: ) 3\n" + SLIPS, "a")
    told = {each.code for each in found}
    assert {"CW104", "CW205", "CW201", "CW301"} <= told
    assert [each.span for each in found] == sorted(each.span for each in found)


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulebooks_have_no_problem(name: str) -> None:
    assert check_text(TEXTS[name], name) == ()


def test_fixes_of_names_lead_to_a_rulebook_without_them() -> None:
    wrong = MINI.replace("later hands: opened as the first", "later hands: opened as first of all")
    wrong = wrong.replace("5 in straights", "5 in straihgts").replace("compare: straights", "compare: straihgts")
    wrong += "\noptions { triples: true or false }"
    wrong += "\ncombination triple with tripels { cards: 3 of a kind  compare: rank }"
    source = Source("a", wrong)
    for _ in range(3):
        fixes = [each.fix for each in check(source).diagnostics if each.fix is not None]
        source = Source("a", apply(source, fixes))
    assert {each.code for each in check(source).diagnostics} <= {"CW701"}
    assert "with triples { cards: 3 of a rank" in source.text
    assert "triples: yes or no" in source.text


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_name_with_a_slip_is_told_of_once(data: st.DataObject) -> None:
    """A slip in one word of a rule is one diagnostic, or two where the word is a declaration used elsewhere."""
    name = data.draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[name]
    names = [found for found in re.finditer(r"(?<![\w\"])[a-z]+_[a-z_]+(?!\w)", text) if not commented(text, found)]
    word = data.draw(st.sampled_from(names))
    position = data.draw(st.integers(0, len(word.group()) - 1))
    slip = word.group()[:position] + "q" + word.group()[position:]
    found = check_text(text[: word.start()] + slip + text[word.end() :], name)
    assert len(found) <= 2, [each.message for each in found]


def commented(text: str, found: re.Match[str]) -> bool:
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    return "#" in line or line.count('"') % 2 == 1


@pytest.mark.parametrize("path", sorted((ROOT / "tests/diagnostics").glob("*.md")), ids=lambda path: path.stem)
def test_messages_are_in_the_words_of_the_author(path: Path) -> None:
    """Lower case, no full stop, user text in backticks that are closed; advice stands in the help."""
    expected = re.findall(r"^```expect\n(.*?)^```", path.read_text("utf-8"), re.M | re.S)
    for line in "".join(expected).splitlines():
        if not line.startswith("  ") or line.startswith(("  label", "  safe", "  unsafe", "  display", "  (")):
            continue
        said = line.strip().removeprefix("help: ")
        assert said.count("`") % 2 == 0, said
        assert not said.endswith("."), said
        first = said[0]
        assert not first.isupper() or said.split()[0] in ("UTF-8", "I"), said


def test_severities_are_as_registered() -> None:
    for each in check_text(MINI + SLIPS, "a"):
        assert each.severity is Severity(CODES[each.code].severity)
        assert each.fix is None or each.fix.applicability in Applicability
