"""What `check` finds by playing: ambiguous readings, and examples that do not hold."""

from __future__ import annotations

from rulebooks_in_text import COMBINATIONS, LINES

from cardwright.dsl import Checked, Source, check
from cardwright.interpreter import Tried, try_out


def checked(*declarations: str, suits: str = "D < C < H < S", each: int = 6) -> Checked:
    lines = "\n".join(f"  {name}: {line}" for name, line in LINES.items())
    told = "\n".join(declarations)
    text = f"""cardwright 1
rulebook house "House" edition 1
deck {{ ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: {suits} }}
deal {{ players: 3   each: {each}   rest: unused }}
{COMBINATIONS}
{told}
play {{
{lines}
}}
"""
    result = check(Source("house.rules", text))
    assert not result.errors, result.errors
    return result


def tried(*declarations: str) -> Tried:
    return try_out(checked(*declarations))


TWINS = "combination twins { cards: 2 of a rank   compare: rank }"
REDS = "combination reds { cards: 2, of a suit   compare: ranks }"


def test_two_types_for_the_same_cards() -> None:
    (problem,) = tried(TWINS).diagnostics
    assert problem.code == "CW610"
    assert problem.message == "`4C-4D` is both a `pair` and a `twins`, and nothing says which"
    assert problem.span.line == problem.labels[0][0].line + 2


def test_a_ladder_or_free_settles_it() -> None:
    assert tried(TWINS, "ladder twos { order: pair < twins   beats: nothing }").diagnostics == ()
    assert tried(TWINS, "bombs big { order: twins   beats: everything }").diagnostics == ()
    assert tried(TWINS, "free pair, twins").diagnostics == ()


def test_types_that_never_meet_are_proved_apart() -> None:
    assert tried(REDS).diagnostics == (), "a pair has two suits"


def test_an_option_that_lets_them_meet_is_found() -> None:
    options = "options { twinned: no or yes }"
    (problem,) = tried(options, TWINS.replace("twins {", "twins with twinned {")).diagnostics
    assert problem.code == "CW610"


def test_what_is_too_large_is_said_not_to_be_proved() -> None:
    many = [f"combination {name} {{ cards: 6 to 9   compare: nothing }}" for name in ("lots", "more")]
    (problem,) = tried(*many).diagnostics
    assert (problem.code, problem.severity.value) == ("CW611", "note")


def test_an_example_that_does_not_hold() -> None:
    result = tried("examples { 5D beats 4D  4D beats 5D }")
    (problem,) = result.diagnostics
    assert (problem.code, problem.span.column, result.passed, result.failed) == ("CW801", 25, 1, 1)


def test_a_failed_example_points_to_the_verb_that_explains_it() -> None:
    debt = "payment debt: each loser pays the winner 1"
    for example, verb in (
        ("cards left 0 1 1: scores +9 -9 0", "`cardwright settle`"),
        ("4D beats 5D", "`cardwright beats`"),
    ):
        (found,) = tried(debt, f"examples {{ {example} }}").diagnostics
        assert found.code == "CW801" and verb in (found.help or "")
