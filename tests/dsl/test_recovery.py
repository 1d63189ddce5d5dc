"""After a mistake reading goes on: every mistake is told once, and what is sound is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.dsl import Applicability, Parsed, Source, apply, grammar, lexing, parse

ROOT = Path(__file__).parents[2]
TEXTS = [path.read_text("utf-8") for path in sorted((ROOT / "rulebooks").glob("*.rules"))]


def read(text: str) -> Parsed:
    return parse(Source("a", f"cardwright 1\nrulebook mine\n{text}"))


def names(parsed: Parsed) -> list[str]:
    assert parsed.ast is not None
    return [getattr(getattr(each, "name", None), "text", "") for each in parsed.ast.statements]


def test_sound_statements_are_kept() -> None:
    parsed = read("set one: D\nset two: of §\nset three: H\ncombination four { cards: § }\nset five: S")
    assert names(parsed) == ["one", "two", "three", "four", "five"]
    assert not parsed.ok and parsed.skipped


def test_what_is_left_out_is_told() -> None:
    parsed = read("set one: D ) lost_word\nset two: H")
    assert "lost_word" in parsed.lost and names(parsed) == ["one", "two"]


def test_a_block_with_an_unknown_head_is_left_out_whole() -> None:
    parsed = read("frobnicate {\n  one: D\n  two: H\n}\nset three: S")
    assert names(parsed) == ["three"] and len(parsed.diagnostics) == 1


def test_every_mistake_of_a_page_is_told() -> None:
    first = "set aa: D ]\ndeck { ranks: 3 <\n suits: D == C }\nset bb: H,\nset ee: H\n"
    parsed = read(f"{first}combinaton cc {{ cards: 1 }}\nset dd: aa or bb and cc")
    assert [each.code for each in parsed.diagnostics] == ["CW119", "CW104", "CW119", "CW121", "CW123", "CW122"]


@pytest.mark.parametrize("text", TEXTS)
def test_safe_fixes_mend_what_players_write(text: str) -> None:
    slips = {" and ": " && ", "{ ": "｛ ", ": yes": " = yes", "deck {": "Deck {", "13 }": "13; }"}
    broken = text
    for right, wrong in slips.items():
        broken = broken.replace(right, wrong, 1)
    parsed = parse(Source("a", broken))
    assert not parsed.ok
    fixes = [each.fix for each in parsed.diagnostics if each.fix is not None]
    assert all(fix.applicability is Applicability.SAFE for fix in fixes)
    mended = apply(parsed.source, fixes)
    assert parse(Source("a", mended)).ok


def tokens(text: str) -> list[lexing.Token]:
    lexer = lexing.Lexer(Source("a", text), grammar.tables())
    found: list[lexing.Token] = []
    position = 0
    while (token := lexer.read(position, None)) is None or token.type != grammar.END:
        if token is not None:
            found.append(token)
        position = token.end if token else lexer.skip(position) + 1
    return found


WORDS = [(text, tokens(text)) for text in TEXTS]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_single_slip_is_seldom_told_twice(data: st.DataObject) -> None:
    text, found = data.draw(st.sampled_from(WORDS))
    token = found[data.draw(st.integers(3, len(found) - 1))]
    new = data.draw(st.sampled_from(["", found[data.draw(st.integers(0, len(found) - 1))].text]))
    parsed = parse(Source("a", f"{text[: token.start]} {new} {text[token.end :]}"))
    assert parsed.ast is not None
    assert len(parsed.diagnostics) <= 6
    if parsed.diagnostics:
        line = text.count("\n", 0, token.start) + 1
        nearest = min(abs(each.span.line - line) for each in parsed.diagnostics)
        assert nearest <= 30
