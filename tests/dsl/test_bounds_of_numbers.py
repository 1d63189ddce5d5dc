"""Formulas that grow beyond what a computer can count in: said in a diagnostic or let be, never a crash."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_lowercase

import pytest

from cardwright.dsl import check_text

HEAD = """cardwright 1
rulebook large "Large numbers"
deck { ranks: A < B < C   suits: 2 }
deal { players: 2   each: 3 }
combination single { cards: 1   compare: rank }
play {
  turns: go clockwise             first hand: opened by a random player    each turn: beat or pass
  a pass: keeps you in the trick  a trick: ends when all others pass in a row
  won at once: never              next trick: led by the trick winner
  the hand: ends when a player has no cards
}
payment debt: each loser pays the winner   step_z
let step_a: 10 x cards of winner
"""


@pytest.mark.parametrize("sign", ["+", "-", "x"])
def test_each_step_of_the_last_one_twice(sign: str) -> None:
    steps = pairwise(ascii_lowercase)
    text = HEAD + "".join(f"let step_{b}: step_{a} {sign} step_{a}\n" for a, b in steps)
    assert all(found.code == "CW308" or found.severity.value != "error" for found in check_text(text, "large.rules"))


@pytest.mark.parametrize(
    ("power", "told"),
    [
        ("cards of winner / 2", "this power can be a fraction"),
        ("half", "this power can be a fraction"),
        ("least of (2, most of (0, points of winner))", "this power can be a fraction"),
        ("least of (cards of winner, 3)", None),
        ("13 x cards of winner", "this power can be more than 255"),
    ],
)
def test_powers_are_whole(power: str, told: str | None) -> None:
    text = HEAD.replace("step_z", "step_a") + f"let half: cards of winner / 2\nlet large: 2 ^ ({power})\n"
    assert [found.message for found in check_text(text, "large.rules")] == ([] if told is None else [told])


@pytest.mark.parametrize("rows", [5, 60])
def test_rows_for_each_card(rows: int) -> None:
    more = "".join(f"  row_{number}: x2 for each A held\n" for number in range(rows))
    text = HEAD.replace("step_z", "bonus of payer") + f"factors bonus of payer {{\n{more}}}\n"
    assert [found.code for found in check_text(text, "large.rules")] == ["CW308"] * (rows > 5)


def test_the_step_that_grows_too_far_is_told() -> None:
    steps = pairwise(ascii_lowercase)
    text = HEAD + "".join(f"let step_{b}: step_{a} x step_{a}\n" for a, b in steps)
    assert [found.code for found in check_text(text, "large.rules")] == ["CW308"]
