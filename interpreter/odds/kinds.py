"""Hands by kind: pieces that a predicate cannot tell apart are counted together, and so are units that can change
places. One hand of every kind is judged, and weighed by the number of hands of that kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeAlias

from cardwright.dsl import model

from ..chance import Polynomial, Unit, group_kinds, levels_of, role_of, step, times
from ..errors import Unanswerable
from ..generation import Planner
from ..parts import Values
from ..play import Cards
from ..plays import Plays
from .judging import Judge, Looks

MOST_KINDS = 200_000
MOST_DRAWS = 500_000
_MOST_FIRST = 1_000_000

Groups: TypeAlias = list[list[Unit]]
"""Units in groups; those of a group can change places."""
_Known: TypeAlias = tuple[tuple[tuple[bool, ...], ...], tuple[bool, ...], int | None, tuple[int | None, ...]]
"""What is known of a piece: its use for each part, the classes it is in, itself where nothing is alike, its values."""
_Left: TypeAlias = tuple[tuple[int, ...], ...]
"""How many pieces each unit of each group has left, many before few."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many hands (or deals) a predicate holds of, and how many kinds were judged."""

    hands: int
    kinds: int


def groups_of(plays: Plays, looks: Looks) -> Groups:
    """The pieces of the deck in units, and these in groups."""
    asked = () if looks.finest else sorted(looks.attributes)
    values = [Values(plays.pieces, attribute).of for attribute in asked]
    found: dict[_Known, list[int]] = {}
    for card in plays.pieces.all:
        role = tuple(role_of(rule, card) for planner in looks.planners for rule in planner.rules)
        member = tuple(card in members for members in looks.sets)
        # What no part may use needs no telling apart.
        seen = tuple(of[card] for of in values) if any(any(use) for use in role) else ()
        found.setdefault((role, member, card if looks.finest else None, seen), []).append(card)
    units = []
    for (role, member, _, seen), cards in found.items():
        levels = _levels(looks, tuple(cards), any(member))
        units.append((Unit(tuple(sorted(cards)), (role, member), levels), seen))
    tied = looks.finest or len(values) > 1 or (bool(values) and _share_values(units))
    windows = any(rule.windows is not None for planner in looks.planners for rule in planner.rules)
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for unit, seen in units:
        alone = unit.cards if tied or (windows and seen) else ()
        groups.setdefault((*unit.role, len(unit.cards), unit.levels, alone), []).append(unit)
    return list(groups.values())


def _share_values(units: Sequence[tuple[Unit, object]]) -> bool:
    """Whether units that differ have a value in common, so that what one does binds the other."""
    seen = [value for _, value in units if value]
    return len(set(seen)) < len(seen)


def _levels(looks: Looks, cards: Cards, counted: bool) -> tuple[int, ...]:
    """From which numbers of pieces of a unit on more is possible than with one less."""
    if looks.every or looks.untouched or counted:
        return tuple(range(len(cards) + 1))
    if len(looks.planners) == 1 and not looks.conditions:
        return levels_of(looks.planners[0], cards)
    most = max((_most_used(planner, cards) for planner in looks.planners), default=0)
    return tuple(range(min(most, len(cards)) + 1))


def _most_used(planner: Planner, cards: Cards) -> int:
    """How many pieces of a unit a pattern can make use of; one, where it asks that there are none."""
    lacked = any(isinstance(rule.part, model.Lacking) and any(role_of(rule, cards[0])) for rule in planner.rules)
    return max(sum(step(rule, cards) for rule in planner.rules), int(lacked))


# ---- one hand -------------------------------------------------------------------------------------------------------


def count_hands(groups: Groups, size: int, exact: bool, judge: Judge) -> Counted:
    """How many hands of a size a predicate holds of. `exact`: a hand must be known whole to be judged."""
    if prod(comb(len(group) + len(group[0].levels) - 1, len(group)) for group in groups) > MOST_KINDS and (
        max(comb(len(group) + len(group[0].levels) - 1, len(group)) for group in groups) > MOST_KINDS
        or _number(groups, size) > MOST_KINDS
    ):
        raise Unanswerable("too many kinds of hands differ in what they have")
    choices = [list(group_kinds(group, size, exact)) for group in groups]
    hands = kinds = 0
    for hand, weight in _kinds(choices, 0, (), [1], size):
        if exact and len(hand) != size:
            continue
        number = weight[size] if size < len(weight) else 0
        if number:
            kinds += 1
            if judge(tuple(sorted(hand))):
                hands += number
    return Counted(hands, kinds)


def _number(groups: Groups, size: int) -> int:
    """How many kinds there are."""
    ways: Counter[int] = Counter({0: 1})
    for group in groups:
        own = Counter(
            total
            for chosen in combinations_with_replacement(group[0].levels, len(group))
            if (total := sum(chosen)) <= size
        )
        joined: Counter[int] = Counter()
        for a, x in ways.items():
            for b, y in own.items():
                if a + b <= size:
                    joined[a + b] += x * y
        ways = joined
    return ways.total()


def _kinds(
    choices: list[list[tuple[Cards, Polynomial]]], at: int, hand: Cards, weight: Polynomial, size: int
) -> Iterator[tuple[Cards, Polynomial]]:
    if at == len(choices):
        yield hand, weight
        return
    for cards, ways in choices[at]:
        if len(hand) + len(cards) <= size:
            yield from _kinds(choices, at + 1, hand + cards, times(weight, ways)[: size + 1], size)


# ---- several hands --------------------------------------------------------------------------------------------------


def count_deals(groups: Groups, sizes: Sequence[int], judge: Judge) -> Counted:
    """In how many deals of hands of these sizes a predicate holds of none of them."""
    return _Deals(groups, sizes, judge).counted()


class _Deals:
    """Deals hand after hand from what is left; what is left alike is worked out once."""

    def __init__(self, groups: Groups, sizes: Sequence[int], judge: Judge) -> None:
        self.groups = groups
        self.sizes = sizes
        self.judge = judge
        self.judged: dict[_Left, bool] = {}
        self.known: dict[tuple[int, _Left], int] = {}
        self.draws = 0

    def counted(self) -> Counted:
        start = tuple(tuple(len(unit.cards) for unit in group) for group in self.groups)
        if prod(comb(len(group) + group[0], len(group)) for group in start) > _MOST_FIRST:
            raise Unanswerable("too many kinds of deals differ in what the hands have")
        return Counted(self.none(0, start), len(self.judged))

    def none(self, seat: int, left: _Left) -> int:
        """In how many deals of the hands from this seat on none has it."""
        if seat == len(self.sizes):
            return 1
        found = self.known.get((seat, left))
        if found is None:
            found = 0
            for taken, after, ways in self.hands(left, 0, self.sizes[seat]):
                if not self.holds(taken):
                    found += ways * self.none(seat + 1, after)
            self.known[seat, left] = found
        return found

    def holds(self, taken: _Left) -> bool:
        known = self.judged.get(taken)
        if known is None:
            hand = [
                card
                for group, numbers in zip(self.groups, taken, strict=True)
                for unit, number in zip(group, numbers, strict=True)
                for card in unit.cards[:number]
            ]
            known = self.judged[taken] = self.judge(tuple(sorted(hand)))
        return known

    def hands(self, left: _Left, at: int, size: int) -> Iterator[tuple[_Left, _Left, int]]:
        """Every kind of hand from the groups from one on: what is taken, what is left, and in how many ways."""
        self.draws += 1
        if self.draws > MOST_DRAWS:
            raise Unanswerable("too many kinds of deals differ in what the hands have")
        if at == len(left):
            if size == 0:
                yield (), (), 1
            return
        room = sum(sum(group) for group in left[at + 1 :])
        for number, taken, after, ways in _drawn(left[at]):
            if number <= size <= number + room:
                for others, rest, more in self.hands(left, at + 1, size - number):
                    yield (taken, *others), (after, *rest), ways * more


@cache
def _drawn(left: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...], int], ...]:
    """What can be taken from units that can change places: how many pieces, of each unit, what is left, the ways."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {((), ()): 1}
    for have, units in Counter(left).items():
        if comb(units + have, units) * len(found) > MOST_DRAWS:
            raise Unanswerable("too many kinds of deals differ in what the hands have")
        joined: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for numbers in combinations_with_replacement(range(have + 1), units):
            ways = factorial(units) // prod(factorial(n) for n in Counter(numbers).values())
            ways *= prod(comb(have, number) for number in numbers)
            rest = tuple(have - number for number in numbers)
            for (taken, after), more in found.items():
                key = (tuple(sorted(taken + numbers, reverse=True)), tuple(sorted(after + rest, reverse=True)))
                joined[key] = joined.get(key, 0) + ways * more
        found = joined
    return tuple((sum(taken), taken, after, ways) for (taken, after), ways in found.items())
