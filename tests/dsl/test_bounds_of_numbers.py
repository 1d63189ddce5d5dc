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
