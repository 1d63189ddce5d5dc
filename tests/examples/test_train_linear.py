"""The learner of the example learns: after two hundred hands it beats chance on the same deals."""

from __future__ import annotations

import runpy
from pathlib import Path

from cardwright.interpreter.shares import wilson

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_linear.py"
HANDS = 200


def test_it_learns() -> None:
    train = runpy.run_path(str(EXAMPLE))["train"]
    found = train("hk", 200, HANDS, 2)
    (learned, mean), (chance, by_chance) = found["learner"], found["chance"]
    assert wilson(learned, HANDS)[0] > wilson(chance, HANDS)[1] and mean > by_chance + 2
    # The same seed learns the same.
    again = train("hk", 30, 10, 1)
    assert again == train("hk", 30, 10, 1)
