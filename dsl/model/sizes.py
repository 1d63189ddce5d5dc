"""How many pieces players can hold: as they are dealt, and when the hand begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import inf, isnan
from typing import TypeAlias

from .deck import Deal
from .expressions import Arithmetic, Choice, Expression, Extreme, Fact, Negative, Number, Placed, Role
from .phases import Gives, Takes

Between: TypeAlias = tuple[float, float]


def dealt_sizes(deal: Deal, pieces: int, hand_number: int = 1) -> tuple[int, ...]:
    """How many pieces each seat is dealt. With `rest: one each` those left over go round from seat 0 in the first hand,
    and from one seat further in every hand after it, as the deal does."""
    extra = pieces - deal.each * deal.players if deal.rest == "one_each" else 0
    return tuple(deal.each + ((seat - hand_number + 1) % deal.players < extra) for seat in range(deal.players))


def held_sizes(deal: Deal, pieces: int, acts: Iterable[Takes | Gives]) -> tuple[int, ...]:
    """Every number of pieces that a hand can have when it is led, from few to many; `acts` are the steps before. Where
    pieces are given, all numbers up to the worst case."""
    sizes = set(dealt_sizes(deal, pieces))
    if deal.rest in ("kitty", "holder"):
        sizes.add(pieces - deal.each * (deal.players - 1))
    given = _moved([act for act in acts if isinstance(act, Gives)], pieces)
    if given:
        sizes.update(range(max(1, min(sizes) - given), min(pieces, max(sizes) + given) + 1))
    return tuple(sorted(sizes))


def seat_sizes(
    deal: Deal, pieces: int, acts: Iterable[Takes | Gives], roles: Mapping[str, int]
) -> list[tuple[int, int]]:
    """How many pieces each seat has when the hand is led, at least and at most; `roles`: who has which, where that is
    known. Where pieces are given, any number."""
    over = pieces - deal.each * deal.players
    extra = {"one_each": min(over, 1), "holder": over}.get(deal.rest, 0)
    least, most = [deal.each] * deal.players, [deal.each + extra] * deal.players
    for act in acts:
        match act:
            case Takes(player=Role(role=role)) if role in roles:
                least[roles[role]] += over
                most[roles[role]] += over
            case Takes():
                most = [size + over for size in most]
            case Gives():
                least, most = [0] * deal.players, [pieces] * deal.players
    return list(zip(least, most, strict=True))


def _moved(gifts: list[Gives], pieces: int) -> int:
    """By how many pieces a hand can grow or shrink. What two players give one another counts against each other: either
    both are there, and two, or nothing is given either way. Nothing is known of all others, who may be one and the
    same."""
    pairs: dict[tuple[str, str], tuple[float, float]] = {}
    for gift in gifts:
        giver, taker = _called(gift.giver), _called(gift.taker)
        low, high = (min(max(0, number), pieces) for number in _between(gift.count))
        least, most = pairs.get((min(giver, taker), max(giver, taker)), (0, 0))
        change = (low, high) if giver < taker else (-high, -low)
        pairs[min(giver, taker), max(giver, taker)] = (least + change[0], most + change[1])
    return int(min(pieces, sum(max(-least, most) for least, most in pairs.values())))


def _called(player: Expression) -> str:
    """A player without the place where he is named, to tell whether two are the same."""
    match player:
        case Fact(fact=name) | Role(role=name):
            return f"{player.kind} {name}"
        case Placed(place=place):
            return f"place {place}"
        case _:
            return repr(player)


def _between(number: Expression) -> Between:
    """Between what a number lies; numbers that nothing bounds have no end."""
    match number:
        case Number(value=value):
            return value, value
        case Negative(value=value):
            low, high = _between(value)
            return -high, -low
        case Arithmetic(op="+" | "-" | "x" as op, left=left, right=right):
            corners = [_done(op, a, b) for a, b in product(_between(left), _between(right))]
            return (-inf, inf) if any(map(isnan, corners)) else (min(corners), max(corners))
        case Extreme(extreme=extreme, values=values):
            each = [_between(value) for value in values]
            chosen = min if extreme == "least" else max
            return chosen(low for low, _ in each), chosen(high for _, high in each)
        case Choice(cases=cases):
            each = [_between(case.value) for case in cases]
            return min(low for low, _ in each), max(high for _, high in each)
        case _:
            return -inf, inf


def _done(op: str, left: float, right: float) -> float:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case _:
            return 0 if 0 in (left, right) else left * right
