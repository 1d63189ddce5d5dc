"""Guards: when they hold, which settings matter to them, and what a group of lines must cover."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.dsl import check_text, resolve

MINI = (Path(__file__).parents[1] / "diagnostics/mini.rules").read_text("utf-8")
ANSWERS = {"aa": ("one", "two", "three"), "bb": ("yes", "no"), "cc": ("low", "high")}
OPTIONS = {name: resolve.guards.OptionInfo(name, answers, answers[0]) for name, answers in ANSWERS.items()}
SETTINGS = [dict(zip(ANSWERS, chosen, strict=True)) for chosen in product(*ANSWERS.values())]


@st.composite
def guards(draw: st.DrawFn) -> resolve.guards.Guard:
    asked = draw(st.lists(st.sampled_from(sorted(ANSWERS)), unique=True))
    allowed = ((name, frozenset(draw(st.sets(st.sampled_from(ANSWERS[name]), min_size=1)))) for name in asked)
    return resolve.guards.Guard(tuple(allowed))


@given(guards(), guards())
def test_both_holds_where_both_hold(one: resolve.guards.Guard, other: resolve.guards.Guard) -> None:
    both = one.both(other)
    for setting in SETTINGS:
        assert both.holds(setting) == (one.holds(setting) and other.holds(setting))


@given(st.lists(guards(), max_size=4))
def test_settings_are_those_of_the_options_asked(several: list[resolve.guards.Guard]) -> None:
    found = resolve.guards.settings_of(several, OPTIONS)
    assert found is not None
    asked = sorted({option for guard in several for option in guard.options})
    expected = [dict(zip(asked, chosen, strict=True)) for chosen in product(*(ANSWERS[name] for name in asked))]
    assert list(found) == expected


def test_numbers_that_matter_are_those_named_and_one_beside_them() -> None:
    stake = resolve.guards.OptionInfo("stake", (), "1", numeric=True, least=1)
    one, five = (resolve.guards.Guard((("stake", frozenset({answer})),)) for answer in ("1", "5"))
    assert resolve.guards.answers_of(stake, [one, five]) == ("1", "5", "2")
    both = resolve.guards.OptionInfo("stake", (), "1", numeric=True, least=1, most=2)
    two = resolve.guards.Guard((("stake", frozenset({"2"})),))
    assert resolve.guards.answers_of(both, [one, two]) == ("1", "2")


@pytest.mark.parametrize(
    ("answer", "admitted"), [("1", True), ("0", False), ("9", True), ("10", False), ("-1", False), ("x", False)]
)
def test_numbers_admitted(answer: str, admitted: bool) -> None:
    assert resolve.guards.OptionInfo("stake", (), "1", numeric=True, least=1, most=9).admits(answer) == admitted


def test_numbers_without_an_end_have_one() -> None:
    stake = resolve.guards.OptionInfo("stake", (), "1", numeric=True, least=1)
    assert stake.admits("1000000000000")
    assert not stake.admits("9" * 5_000)


@given(st.lists(guards(), min_size=1, max_size=4))
def test_lines_are_complete_exactly_where_each_setting_has_one(several: list[resolve.guards.Guard]) -> None:
    """What the checker says of a table is what going through all settings by hand says."""
    questions = "options { " + " ".join(f"{name}: {' or '.join(answers)}" for name, answers in ANSWERS.items()) + " }"
    rows = " | ".join(f"1..13 x{position}{written(guard)}" for position, guard in enumerate(several, 1))
    asking = "set all_asked: J with aa = one, bb, cc = low | Q without bb | K with bb, cc = high | A with bb, cc = low"
    text = f"{MINI}\n{questions}\ntable tier of cards: {rows}\n{asking}"
    lines = text.split("\n")
    found = [each for each in check_text(text, "a") if lines[each.span.line - 1].startswith("table")]
    counts = {sum(guard.holds(setting) for guard in several) for setting in SETTINGS}
    assert bool(found) == (counts != {1})
    assert {each.code for each in found} <= {"CW404", "CW405"}


def written(guard: resolve.guards.Guard) -> str:
    """A guard as a rulebook writes it."""
    if not guard.allowed:
        return ""
    return " with " + ", ".join(f"{name} = {' or '.join(sorted(answers))}" for name, answers in guard.allowed)
