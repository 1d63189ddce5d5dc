"""Intervals that hold in 95 of a hundred simulations: Wilson's for shares, Student's t for means, Bonett and Price's
for the difference of two shares of the same hands."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..shares import DEVIATIONS, wilson
from .tally import Measure

_TAIL = 0.975


class Estimate(NamedTuple):
    """A value with its 95 % interval; None where too few hands tell."""

    value: float
    low: float | None = None
    high: float | None = None


def share(count: int, of: int) -> Estimate | None:
    """How large a share so many of so many are, by Wilson's score interval. None where there are none."""
    if of == 0:
        return None
    return Estimate(count / of, *wilson(count, of))


def paired_share(wins: Measure) -> Estimate | None:
    """How much larger a share is on a second try of the same hands, each counted as 1, -1 or 0; by Bonett and Price's
    interval, which counts one more change either way, so that no change at all is no proof that there is none."""
    n = wins.count
    if n == 0:
        return None
    gained, lost = (int(wins.squares + sign * wins.total) // 2 for sign in (1, -1))
    up, down = (gained + 1) / (n + 2), (lost + 1) / (n + 2)
    reach = DEVIATIONS * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    return Estimate((gained - lost) / n, up - down - reach, up - down + reach)


def mean(measure: Measure) -> Estimate | None:
    """The mean, by Student's t. None where there is nothing to take the mean of."""
    n = measure.count
    if n == 0:
        return None
    value = float(measure.total / n)
    if n == 1:
        return Estimate(value)
    reach = student(n - 1) * spread(measure) / math.sqrt(n)
    return Estimate(value, value - reach, value + reach)


def spread(measure: Measure) -> float:
    """The standard deviation, as a sample tells it; worked out exactly up to the root."""
    n = measure.count
    if n < 2:
        return 0.0
    squares = measure.squares * n - measure.total * measure.total
    return math.sqrt(max(0, squares) / (n * (n - 1)))


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches, with so many degrees of freedom."""
    if freedom > 1000:
        # The first term of the expansion about the normal distribution; the next is below 1e-6.
        return DEVIATIONS + (DEVIATIONS**3 + DEVIATIONS) / (4 * freedom)
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _below(middle, freedom) < _TAIL else (low, middle)
    return low


def _below(t: float, freedom: int) -> float:
    """How likely Student's t is below a positive number: the finite sums for whole degrees of freedom."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = freedom % 2
    term = total = (cosine if odd else 1.0) if freedom > 1 else 0.0
    for step in range(3 if odd else 2, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 0.5 + ((angle + sine * total) / math.pi if odd else sine * total / 2)
