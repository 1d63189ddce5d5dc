"""Every terminal can be spoken of, and names that are near are found."""

from __future__ import annotations

import pytest

from cardwright.dsl import Source, grammar, near, parse, words


def test_every_terminal_has_a_name_for_people() -> None:
    for terminal in {*grammar.tables().terminals, grammar.END}:
        shown = words.display(terminal)
        assert shown and (terminal not in shown or terminal == "X"), terminal
        pattern = grammar.tables().terminals.get(terminal, "")
        keyword = pattern == rf"{terminal.lower()}(?!\w)"
        assert keyword or terminal.startswith("_") or terminal in words._DISPLAY or terminal == "NOT", terminal


def test_statements_are_the_keywords_that_begin_one() -> None:
    for kind in words.STATEMENTS:
        told = parse(Source("a", f"cardwright 1\nrulebook mine\n{kind} §")).diagnostics
        assert all(each.code != "CW123" for each in told), kind


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("flsuh", ("flush",)),
        ("straigth", ("straight", "straights")),
        ("full", ()),
        ("ab", ()),
        ("flush", ()),
    ],
)
def test_near(name: str, found: tuple[str, ...]) -> None:
    assert near(name, ["flush", "straight", "straights", "full_house", "ab"]) == found


def test_at_most_three_are_near() -> None:
    assert near("name_0", [f"name_{number}" for number in range(9)]) == ("name_1", "name_2", "name_3")
