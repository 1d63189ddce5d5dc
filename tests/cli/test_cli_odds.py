"""The verb odds: what is exact, what is sampled, whose hand it is, and what is wrong with a predicate."""

from __future__ import annotations

import pytest
from terminal import cardwright, process


def test_four_twos() -> None:
    said = cardwright("odds", "hk", "holding 2 2 2 2")
    assert said.code == 0
    assert said.out.splitlines() == [
        "11/4165 = 0.2641 %, once in 379 times",
        "exact: 5 kinds of hands were judged, and all hands of each counted",
        "of P1's hand as dealt, 13 of the 52 cards",
    ]
    assert cardwright("odds", "hk", "holding 2 2 2 2", "--format", "concise").out == "11/4165 exact\n"


def test_answers_of_the_table_count() -> None:
    assert cardwright("odds", "hk", "no_faces").code == 2
    assert cardwright("odds", "hk", "no_faces", "--with", "redeal").out.startswith("1263994/66703105 = 1.895 %")
    assert "28 of the 84 tiles" in cardwright("odds", "chuo_pai", "nail_bonus").out


def test_a_combination_wants_a_word_before_it() -> None:
    for predicate in ("flush", "dragon and not flush"):
        assert "= help: write `holding flush`" in cardwright("odds", "hk", predicate).out


@pytest.mark.parametrize(
    ("arguments", "seat", "anybody", "cards"),
    [
        ((), "P1", False, [11]),
        (("--seat", "P5"), "P5", False, [10]),
        (("--seat", "2"), "P2", False, [11]),
        (("--any",), None, True, [11, 11, 10, 10, 10]),
        (("--cards", "13"), None, False, [13]),
    ],
)
def test_whose_hand_it_is(arguments: tuple[str, ...], seat: str | None, anybody: bool, cards: list[int]) -> None:
    asked = ("odds", "president", "holding 2 2 2 2", "--with", "players=5", *arguments)
    data = cardwright(*asked, "--format", "json").data
    assert (data["seat"], data["any"], data["cards"]) == (seat, anybody, cards)
    assert data["sampled"] is None and data["interval"] == [data["estimate"]] * 2
    assert data["exact"][0] / data["exact"][1] == data["estimate"]


def test_a_sample_says_what_it_is() -> None:
    asked = ("odds", "hk", "holding flush", "--hands", "200", "--seed", "3")
    said = cardwright(*asked)
    assert said.out.startswith("about ") and "with 95 % confidence" in said.out
    assert "of 200 deals had it (seed 3); too many kinds of hands differ" in " ".join(said.out.split())
    data = cardwright(*asked, "--format", "json").data
    assert data["exact"] is None and data["sampled"]["hands"] == 200 and data["sampled"]["seed"] == 3
    assert data["interval"][0] < data["estimate"] < data["interval"][1]
    assert cardwright(*asked, "--format", "concise").out.endswith("sampled 200\n")
    assert "sampled: " in cardwright("odds", "hk", "four_twos", "--sample", "--hands", "50", "--seed", "1").out


def test_what_is_wrong_is_pointed_at() -> None:
    said = cardwright("odds", "hk", "dragon and holding foo")
    assert said.code == 2
    assert "predicate:1:20" in said.out and "                   ^^^" in said.out
    data = cardwright("odds", "hk", "dragon and holding foo", "--format", "json").data
    assert data["diagnostics"][0]["code"] == "CW201" and data["error"]["message"].startswith("there is no class")
    said = cardwright("odds", "hk", "dragon and holding foo", "--format", "concise")
    assert said.out.startswith("predicate:1:20: error[CW201]")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seat", "P9"),
        ("--seat", "north"),
        ("--any", "--seat", "P1"),
        ("--any", "--cards", "5"),
        ("--cards", "60"),
        ("--hands", "0"),
        ("--with", "foo=1"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...]) -> None:
    said = cardwright("odds", "hk", "dragon", *arguments)
    assert said.code == 2 and said.err


def test_without_colour_at_80_columns() -> None:
    said = process("odds", "hk", "green_dragon", "--any", "--hands", "20", "--seed", "1", env={"NO_COLOR": "1"})
    assert said.code == 0 and "for certain " in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())
