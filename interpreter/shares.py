"""How sure a share is that was seen in a sample."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final

DEVIATIONS: Final = NormalDist().inv_cdf(0.975)
"""Of a normal distribution 95 % lies within so many standard deviations."""


def wilson(held: int, tried: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, square = held / tried, DEVIATIONS**2
    middle = (share + square / (2 * tried)) / (1 + square / tried)
    spread = DEVIATIONS / (1 + square / tried) * sqrt(share * (1 - share) / tried + square / (4 * tried**2))
    low = 0.0 if held == 0 else max(0.0, middle - spread)
    return low, 1.0 if held == tried else min(1.0, middle + spread)
