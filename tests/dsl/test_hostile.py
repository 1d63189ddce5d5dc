"""Whatever the text is, the answer is a value, and it comes soon."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.dsl import Parsed, Source, check_text, parse, parser, read, render_concise, render_human, render_json

ROOT = Path(__file__).parents[2]
TEXTS = [path.read_text("utf-8") for path in sorted((ROOT / "rulebooks").glob("*.rules"))]
HEAD = "cardwright 1\nrulebook hk\n"
SECONDS = 10
# As long as a hundred rulebooks could be together, and so long that what is not linear shows.
CHARACTERS = 40_000


def fill(text: str, head: str = HEAD, characters: int = CHARACTERS) -> str:
    return head + text * ((characters - len(head)) // len(text))


HOSTILE = {
    "empty": "",
    "blank": " \n\t\n",
    "null": "\0" * 100,
    "controls": HEAD + "\x1b[31m",
    "megabyte of one line": HEAD + "set aa: " + "b + " * (parser.MOST_CHARACTERS // 4) + "c",
    "a hundred thousand declarations": HEAD + "".join(f"set a{number}: 3\n" for number in range(30_000)),
    "as many as fit": fill("set aa: 2\n", characters=parser.MOST_CHARACTERS),
    "parentheses": HEAD + "set aa: " + "(" * 10_000 + "1" + ")" * 10_000,
    "braces": fill("{"),
    "closing braces": fill("}"),
    "nots": fill("not ", HEAD + "set aa: "),
    "of of of": fill("bb of ", HEAD + "set aa: "),
    "minus": fill("- ", HEAD + "set aa: "),
    "sums": fill("b1 + ", HEAD + "set aa: "),
    "ors": fill("bb or ", HEAD + "set aa: "),
    "quotes": fill('"'),
    "notes": fill("ab: 1 ##\n", HEAD + "deck {"),
    "claims": fill("## XX-1..999999\n"),
    "digits": fill("9", HEAD + "set aa: "),
    "joined": fill("3-", HEAD + "set aa: "),
    "one card": HEAD + "deck { ranks: J < Q suits: Q < S }\nset aa: " + "JQ" * (CHARACTERS // 2),
    "signs": fill("§"),
    "open blocks": fill("combination aa { cards: 1\n"),
    "bad lines": fill("set aa: of\n"),
    "keywords": fill("deck "),
    "fields": fill("aa: "),
    "surrogate": HEAD + "set aa: \ud800",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile(text: str) -> None:
    begun = time.process_time()
    parsed = parse(Source("a", text))
    assert time.process_time() - begun < SECONDS
    assert isinstance(parsed, Parsed) and len(parsed.diagnostics) <= parser.MOST_PROBLEMS + 2
    render_human(parsed.diagnostics, {"a": parsed.source})
    render_concise(parsed.diagnostics)
    render_json(parsed.diagnostics)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end here")
def test_a_file_without_end_is_not_read_to_it() -> None:
    assert [each.code for each in read(Path("/dev/zero")).diagnostics] == ["CW901"]


def test_too_long_is_said() -> None:
    assert [each.code for each in parse(Source("a", "x" * (parser.MOST_CHARACTERS + 1))).diagnostics] == ["CW901"]


@pytest.mark.parametrize("word", ["with", "deck", "x", "the", "count", "or", "set", "rulebook", "cardwright", "more"])
def test_keywords_as_names(word: str) -> None:
    for text in (f"set {word}: D", f"combination {word} {{ cards: 1 }}", f"free {word}, bb", f"set aa: {word}"):
        assert isinstance(parse(Source("a", HEAD + text)), Parsed)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    parse(Source("a", text))
    parse(Source("a", HEAD + text))


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    parse(Source("a", HEAD + data.decode("utf-8", "replace")))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_mutated_rulebooks(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        text = text[:start] + data.draw(st.text('{}()|:,<=>+-"#§ \nawitho3D', max_size=6)) + text[end:]
    check_text(text, "a")
