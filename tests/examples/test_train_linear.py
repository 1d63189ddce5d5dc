"""The learner of the example learns: after two hundred hands it beats chance on the same deals."""

from __future__ import annotations

import runpy
from pathlib import Path

from cardwright.interpreter.simulation import share

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_linear.py"
HANDS = 200


def test_it_learns() -> None:
    train = runpy.run_path(str(EXAMPLE))["train"]
    found = train("hk", 200, HANDS, 2)
    (learned, mean), (chance, by_chance) = found["learner"], found["chance"]
    one, other = share(learned, HANDS), share(chance, HANDS)
    assert one is not None and other is not None and one.low is not None and other.high is not None
    assert one.low > other.high and mean > by_chance + 2
    # The same seed learns the same.
    again = train("hk", 30, 10, 1)
    assert again == train("hk", 30, 10, 1)
