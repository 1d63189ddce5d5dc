"""How long numbers can get: digits above and below the line of a fraction, whatever a float can still hold."""

from __future__ import annotations

from collections.abc import Iterable
from math import log10

# No score has so many, and what is a little longer cannot be written out: there Python stops at 4,300.
MOST_DIGITS = 4_000

Digits = tuple[float, float]


def combined(op: str, left: Digits, right: Digits, power: float) -> Digits:
    """The digits of a sum, difference, product, quotient or power, the power being at most a number."""
    match op:
        case "x":
            return left[0] + right[0], left[1] + right[1]
        case "/":
            return left[0] + right[1], left[1] + right[0]
        case "^":
            return left[0] * max(power, 1), left[1] * max(power, 1)
        case _:
            return max(left[0] + right[1], right[0] + left[1]) + log10(2), left[1] + right[1]


def of_sum(each: Digits, many: int) -> Digits:
    """The digits of a sum of many numbers."""
    below = each[1] * many
    return each[0] + below + log10(many), below


def largest(several: Iterable[Digits]) -> Digits:
    """The most digits that one of several numbers has."""
    every = list(several)
    return max((above for above, _ in every), default=0.0), max((below for _, below in every), default=0.0)
