"""The formatter: one layout, nothing lost, nothing changed."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.dsl import Source, format_source, formatting, grammar, lexing, parse, words
from cardwright.dsl import tree as trees

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "rulebooks").glob("*.rules"))
TEXTS = {path.stem: path.read_text("utf-8") for path in PATHS}
SEEDS = st.integers(0, 2**32)
HEAD = "cardwright 1\n\nrulebook a_game\n"
# Where a line break of the author counts: before these tokens, and behind these.
BEFORE = {"PLUS", "AND", "OR", "LESSTHAN", "EQUAL", "MORETHAN", "VBAR", "WHEN", "EXTENDS", "WITH", "WITHOUT"}
BEHIND = {"COMMA", "COLON", "LBRACE"}
ITEMS = {"field", "cards_field", "tiles_field", "option", "line", "factor", "example", "naming", "start", "rulebook"}


def formatted(text: str) -> str:
    found = format_source(Source("a.rules", text)).text
    assert found is not None
    return found


def laid_out(body: str) -> str:
    """The layout of statements behind a head."""
    text = formatted(HEAD + body)
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD)


def tree(text: str) -> tuple[trees.Tree, lexing.Lexer]:
    lexer = lexing.Lexer(Source("a", text), grammar.tables())
    stack = trees.Stack(lexer.tables)
    position = 0
    while stack.result is None:
        token = lexer.read(position, stack.states[-1])
        assert token is not None and stack.feed(token)
        position = token.end
    return stack.result, lexer


def mangled(text: str, chance: random.Random, everywhere: bool) -> str:
    """The text with other blanks and line breaks between its tokens: `everywhere`, with comments among them, or only
    where they make no difference."""
    whole, lexer = tree(text)
    tokens = [child for each in whole.walk() for child in each.children if isinstance(child, lexing.Token)]
    tokens.sort(key=lambda token: token.start)
    heads = {child.start for each in whole.walk() for child in each.children if each.name == "start"}
    heads |= {each.start for each in whole.walk() if each.name in ITEMS}
    parts = [lexer.text[: tokens[0].start]]
    for token, after in pairwise(tokens):
        gap = lexer.text[token.end : after.start]
        parts += [
            lexer.text[token.start : token.end],
            _gap(gap, token, after, after.start in heads, chance, everywhere),
        ]
        line_end = lexer.text.find("\n", after.start)
        if not everywhere and "#" in lexer.text[after.start : line_end] and "\n" in parts[-1] and "\n" not in gap:
            # What a note at the end of a line is about may hang on where the line begins.
            parts[-1] = gap
    return "".join([*parts, tokens[-1].text, lexer.text[tokens[-1].end :]])


def _gap(
    gap: str, token: lexing.Token, after: lexing.Token, head: bool, chance: random.Random, everywhere: bool
) -> str:
    if not gap or gap.strip(" \t\n") or token.type == "RANK_FIRST":
        # Comments and articles stay where they are, and so does what touches.
        return re.sub(r"\n(?=\n\n)", "\n\n", gap)
    if "\n" in gap:
        lines = "\n" * chance.choice((1, 2, 4)) if gap.count("\n") > 1 else ""
        return f"{' ' * chance.randrange(3)}\n{lines}{' ' * chance.randrange(7)}"
    choice = token.type in BEHIND or after.type in BEFORE or head
    if after.text not in words.STATEMENTS and (everywhere or not choice) and chance.random() < 0.1:
        comment = chance.choice(("", "", "# why", "#why", "## XX-01")) if everywhere else ""
        return f" {comment}\n{' ' * chance.randrange(9)}"
    return chance.choice((" ", "  ", "\t", "     "))


@pytest.mark.parametrize("name", TEXTS)
def test_the_shipped_rulebooks_are_in_their_layout(name: str) -> None:
    assert formatted(TEXTS[name]) == TEXTS[name]


LAID_OUT = {name: formatted(text) for name, text in TEXTS.items()}


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(TEXTS)), SEEDS)
def test_blanks_and_idle_line_breaks_make_no_difference(name: str, seed: int) -> None:
    assert formatted(mangled(LAID_OUT[name], random.Random(seed), everywhere=False)) == LAID_OUT[name]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(TEXTS)), SEEDS)
def test_any_layout_keeps_its_meaning_and_is_laid_out_once(name: str, seed: int) -> None:
    text = mangled(LAID_OUT[name], random.Random(seed), everywhere=True)
    before = parse(Source("a", text))
    assert before.ok
    once = formatted(text)
    assert formatting.same(before.ast, parse(Source("b", once)).ast)
    assert formatted(once) == once
    assert sorted(comments(once)) == sorted(comments(text))


def comments(text: str) -> list[str]:
    lexer = lexing.Lexer(Source("a", text), grammar.tables())
    return [re.sub(r"^(##?)(?=\w)", r"\1 ", comment.text.rstrip()) for comment in lexer.comments]


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_whatever_the_text_is_nothing_is_changed(data: st.DataObject) -> None:
    text = TEXTS[data.draw(st.sampled_from(sorted(TEXTS)))]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 20)))
        text = text[:start] + data.draw(st.text('{}()|:,<=>+-"#§ \n\t｛：，awitho3D', max_size=5)) + text[end:]
    found = format_source(Source("a", text))
    before = parse(Source("a", text))
    assert (found.text is None) == (not before.ok)
    if found.text is not None:
        assert formatting.same(before.ast, parse(Source("a", found.text)).ast)
        assert formatted(found.text) == found.text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("set  red :D,H", "set red: D, H\n"),
        ("set aa:3\nset bbbb:4", "set aa:   3\nset bbbb: 4\n"),
        ("set aa:3\n\n\n\nset bbbb:4", "set aa: 3\n\nset bbbb: 4\n"),
        ("set aa: 3 with x1x|4 without x1x", "set aa: 3 with x1x | 4 without x1x\n"),
        ("set aa: 3 with x1x\n|4 without x1x", "set aa: 3    with x1x\n      | 4    without x1x\n"),
        ("set aa:\n3 with x1x|4 without x1x", "set aa:\n    3 with x1x | 4 without x1x\n"),
        ("table tt of cards: 1 .. 9 x1,10 or  more x 3", "table tt of cards: 1..9 x1, 10 or more x 3\n"),
        ("let aa: (1+2)x-3", "let aa: (1 + 2) x -3\n"),
        ("let aa: 1 when nn is 1 .. 3|2", "let aa: 1 when nn is 1..3 | 2\n"),
        ("order rr: 3-4-5 ..  J-Q-K", "order rr: 3-4-5 .. J-Q-K\n"),
        ("deck{ranks:3<4 suits:D}", "deck { ranks: 3 < 4   suits: D }\n"),
        ("deck {\nranks:3<4 suits:D}", "deck {\n  ranks: 3 < 4\n  suits: D\n}\n"),
        ("deck { ranks: 3 # low\n}", "deck {\n  ranks: 3    # low\n}\n"),
        ("deck {\n\n\n# first\n\nranks: 3\n\n# last\n\n}", "deck {\n  # first\n\n  ranks: 3\n\n  # last\n}\n"),
        ("payment pp: each loser pays winner 3", "payment pp: each loser pays winner   3\n"),
        ("play{the hand:ends a day}", "play { the hand: ends a day }\n"),
        ("examples{3D beats 4D}", "examples { 3D beats 4D }\n"),
        (
            "examples {\nfor c in 3D,4D:c beats 4D   with aa\n}",
            "examples {\n  for c in 3D, 4D: c beats 4D    with aa\n}\n",
        ),
        ('names zh{aa"a" bb"b"}', 'names zh { aa "a"   bb "b" }\n'),
        ("remove aa . bb,cc", "remove aa.bb, cc\n"),
        ("# a\n\n\n## b\nset aa: 3 #c\n#d", "# a\n\n## b\nset aa: 3    # c\n# d\n"),
    ],
)
def test_how_things_are_set(body: str, expected: str) -> None:
    assert laid_out("set zz: 1\n\n" + body).removeprefix("set zz: 1\n\n") == expected


def test_a_note_stays_with_what_it_is_about() -> None:
    body = "let aa: 1\n  + 2 ## XX-01\n  + 3\n"
    assert laid_out(body) == "let aa: 1\n          + 2    ## XX-01\n          + 3\n"
    before, after = (parse(Source("a", HEAD + text)).ast for text in (body, laid_out(body)))
    assert formatting.same(before, after)


def test_a_long_line_is_opened() -> None:
    fields = "   ".join(f"{name}: rank, then suit" for name in ("compare", "same", "needs", "equal"))
    body = f"combination aa {{ {fields}   more: {'bb + ' * 10}cc }}    ## XX-01"
    opened, *inner, closed = laid_out(body).splitlines()
    assert opened.split() == ["combination", "aa", "{", "##", "XX-01"] and closed == "}"
    assert [line.split(":")[0].strip() for line in inner] == ["compare", "same", "needs", "equal", "more"]
