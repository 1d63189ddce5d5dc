"""Whatever a file declares, names, types and settings are checked soon, and end in diagnostics."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.dsl import Source, check, check_text, grammar, lexing, parser, resolve

ROOT = Path(__file__).parents[2]
MOST_ANSWERS, MOST_DECLARATIONS = resolve.MOST_ANSWERS, resolve.MOST_DECLARATIONS
MOST_LISTED, MOST_OPTIONS = resolve.MOST_LISTED, resolve.MOST_OPTIONS
TEXTS = [path.read_text("utf-8") for path in sorted((ROOT / "rulebooks").glob("*.rules"))]
MINI = (ROOT / "tests/diagnostics/mini.rules").read_text("utf-8")
SECONDS = 10


def many(line: str, number: int, joint: str = "\n") -> str:
    return joint.join(line.format(i=i, next=i + 1) for i in range(number))


def options(number: int) -> str:
    return "options {" + many("opt{i}: yes or no", number, " ") + "}"


OPENED = [
    ("hundreds of combinations", MINI + many("combination cc{i} {{ cards: 2  compare: nothing }}", 400), None),
    ("hundreds of tables", MINI + many("table tt{i} of cards: 1..13 x1", 400), None),
    ("more declarations than go", MINI + many("set ss{i}: J", MOST_DECLARATIONS), "CW906"),
    ("a chain of calculations", MINI + many("let aa{i}: aa{next} + 1", 980), "CW201"),
    ("a circle of sets", MINI + many("set ss{i}: ss{next}, J", 900) + "\nset ss900: ss0", "CW309"),
    (
        "an option of many answers",
        MINI + "options { big: " + many("aa{i}", MOST_ANSWERS + 1, " or ") + " }",
        "CW906",
    ),
    ("a set of many", MINI + "set big: " + many("J", MOST_LISTED + 1, ", "), "CW906"),
    ("a table of many", MINI + "table big of cards: " + many("{i} x1", MOST_LISTED + 1, ", "), "CW906"),
    (
        "a class of many",
        MINI + "set big: card where (card is 3 or " + many("card is J", MOST_LISTED, " or ") + ")",
        "CW906",
    ),
    ("many options", MINI + options(MOST_OPTIONS + 1), "CW906"),
    ("a guard of many options", MINI + options(40) + "set high: J with " + many("opt{i}", 40, ", "), "CW418"),
    (
        "a deal of many settings",
        MINI.replace("each: 13", "each: " + many("{next} with opt{i}", 20, " | ")) + options(20),
        "CW418",
    ),
    (
        "a deck of many settings",
        MINI.replace("suits: D", "suits: C < D < H < S with opt0 | D").replace(
            "each: 13", "each: " + many("{next} with opt{next} without opt{i}", 11, " | ") + " | 13 with opt0, opt11"
        )
        + options(12),
        "CW404",
    ),
    ("a deck of a billion copies", MINI.replace("H < S", "H < S   copies: 1000000000"), "CW301"),
    ("a billion suits", MINI.replace("D < C < H < S", "1000000000"), "CW501"),
    (
        "half a million cards",
        MINI.replace("ranks: 3", "ranks: " + many("R{i}", 700, " < ") + " < 3").replace(
            "suits: D", "suits: " + many("U{i}", 700, " < ") + " < D"
        ),
        "CW501",
    ),
    ("a thousand digits", MINI + "let big: " + "9" * 1_000, "CW904"),
    ("five thousand digits in a sentence", MINI.replace("each: 13", "each: " + "9" * 5_000), "CW308"),
    ("five thousand digits of players", MINI.replace("players: 4", "players: " + "9" * 5_000), "CW503"),
    ("five thousand digits of pips", "cardwright 1\nrulebook xx deck { tiles: Heaven " + "9" * 5_000 + "-1 }", "CW514"),
    ("five thousand digits of a length", MINI.replace("never", "by single of " + "9" * 5_000), "CW302"),
    ("powers of powers", MINI + "let big: " + many("9", 50, " ^ "), "CW308"),
    ("powers in parentheses", MINI + "let big: " + "(" * 6 + "9" + " ^ 9)" * 6, "CW308"),
    ("deep parentheses", MINI + "let big: " + "(" * 18 + "9" + ")" * 18, None),
    (
        "totals inside totals",
        MINI + "let big: " + many("total (1 + ", 14, "") + "1" + many(") for p{i} in players", 14, ""),
        None,
    ),
    (
        "conditions inside conditions",
        MINI + "let big: " + "total 1 for a in (players where (" * 8 + "1 > 0" + "))" * 8,
        None,
    ),
    ("as many unknown names", MINI + many("set ss{i}: nothere{i}, nowhere{i}", 980), "CW201"),
    ("one unknown name over and over", MINI + "set high: " + many("nothere", 990, ", "), "CW201"),
    (
        "an order of more ranks than go",
        MINI + "order long: " + many("3 < 4", MOST_LISTED // 2 + 1, " < "),
        "CW906",
    ),
    ("a table of a thousand rows", MINI + "table tier of cards: " + many("{next} x1", 990, ", "), "CW715"),
    ("rows that meet", MINI + "table tier of cards: " + many("1..13 x1", 990, ", "), "CW705"),
    (
        "a play of ten thousand cards",
        MINI + "combination long { cards: " + "3 " * 10_000 + "compare: nothing }",
        None,
    ),
    ("many parts", MINI + "combination long { cards: " + many("2", 990, " + ") + " compare: nothing }", "CW612"),
    ("many examples", MINI + "examples {" + many("9S beats 8S", MOST_LISTED) + "}", None),
    ("many seats", MINI + "examples { held " + many("3D", 3_000, " | ") + ": scores 1 }", "CW804"),
    ("many names", MINI + "names zh {" + many('single "x{i}"', 990, " ") + "}", "CW209"),
    ("many rows", MINI + "factors ff { " + many("row{i}: x2, instead of row0", 990, " ") + "}", None),
    ("many answers forbidden", MINI + options(200) + many("never with opt{i}, opt{next}", 199), None),
    ("claims without a source", MINI + 'source BB "x"\n' + many("## AA{i}-1", 2_000), "CW215"),
]


@pytest.mark.parametrize(("text", "code"), [pytest.param(text, code, id=name) for name, text, code in OPENED])
def test_hostile(text: str, code: str | None) -> None:
    begun = time.process_time()
    found = check_text(text, "hostile.rules")
    assert time.process_time() - begun < SECONDS
    assert len(found) <= parser.MOST_PROBLEMS + 1
    if code is not None:
        assert code in {each.code for each in found}


def words(text: str) -> list[lexing.Token]:
    lexer = lexing.Lexer(Source("a", text), grammar.tables())
    found: list[lexing.Token] = []
    position = 0
    while (token := lexer.read(position, None)) is None or token.type != grammar.END:
        if token is not None:
            found.append(token)
        position = token.end if token else lexer.skip(position) + 1
    return found


WORDS = [(text, words(text)) for text in TEXTS]
# Words that fit in many places and mean something there.
FITTING = ["rank", "suit", "nothing", "cards", "pair", "single", "3D", "2", "0", "99", "yes", "no", "winner", "player"]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_slips_are_told_and_never_raise(data: st.DataObject) -> None:
    text, found = data.draw(st.sampled_from(WORDS))
    for _ in range(data.draw(st.integers(1, 3))):
        token = found[data.draw(st.integers(3, len(found) - 1))]
        other = found[data.draw(st.integers(0, len(found) - 1))].text
        new = data.draw(st.sampled_from(["", other, f"{token.text} {other}", *FITTING]))
        text = f"{text[: token.start]}{new:<{token.end - token.start}}{text[token.end :]}"
        found = words(text)
    checked = check(Source("a", text))
    for each in checked.diagnostics:
        assert 1 <= each.span.line <= each.span.end_line <= len(checked.source.lines)
    places = [(each.span.line, each.span.column) for each in checked.diagnostics if each.code != "CW903"]
    assert places == sorted(places)
    if not checked.errors:
        checked.settle()


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_statements_shuffled_between_rulebooks_never_raise(data: st.DataObject) -> None:
    statements = [part for text in TEXTS for part in text.split("\n\n")]
    chosen = data.draw(st.lists(st.sampled_from(statements), max_size=30))
    text = "\n\n".join(["cardwright 1\nrulebook mixed", *(part for part in chosen if "rulebook" not in part)])
    for each in check_text(text, "a"):
        assert each.message and each.message[0] not in " ."
