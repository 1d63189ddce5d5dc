"""Pieces that a predicate cannot tell apart, and deals by kind: units that can change places are counted together, one
hand of every kind is judged, and weighed by the number of hands of that kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeAlias

from cardwright.dsl import model

from ..chance import Unit, levels_of, role_of, step
from ..errors import Unanswerable
from ..generation import Planner
from ..parts import Values
from ..play import Cards
from ..plays import Plays
from .judging import Judge, Looks

MOST_KINDS = 200_000
MOST_DRAWS = 500_000
_MOST_FIRST = 1_000_000
_TOO_MANY = "too many kinds of deals differ in what the hands have"

Groups: TypeAlias = list[list[Unit]]
"""Units in groups; those of a group can change places."""
_Known: TypeAlias = tuple[tuple[tuple[bool, ...], ...], tuple[int | None, ...], object]
"""What is known of a piece: its use for each part, its values, its cell."""
_Left: TypeAlias = tuple[tuple[int, ...], ...]
"""How many pieces each unit of each group has left, many before few."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many hands (or deals) a predicate holds of, and how many kinds were judged."""

    hands: int
    kinds: int


def cell_of(looks: Looks, card: int) -> object:
    """What conditions know of a piece; those of which they know the same are of one cell."""
    return card if looks.finest else tuple(card in members for members in looks.sets)


def groups_of(plays: Plays, looks: Looks, mixed: bool) -> Groups:
    """The pieces of the deck in units, and these in groups. A unit is what nothing tells apart or, `mixed`, what no
    pattern does; then units of a group have as many pieces of every cell as one another."""
    values = [Values(plays.pieces, attribute).of for attribute in sorted(looks.attributes)]
    found: dict[_Known, list[int]] = {}
    for card in plays.pieces.all:
        role = tuple(role_of(rule, card) for planner in looks.planners for rule in planner.rules)
        # What no part may use needs no telling apart.
        seen = tuple(of[card] for of in values) if any(any(use) for use in role) else ()
        found.setdefault((role, seen, None if mixed else cell_of(looks, card)), []).append(card)
    units = []
    for (role, seen, _), cards in found.items():
        cells = Counter(cell_of(looks, card) for card in cards)
        unit = Unit(tuple(sorted(cards)), (role, frozenset(cells.items())), _levels(looks, tuple(cards)))
        units.append((unit, seen))
    tied = len(values) > 1 or (bool(values) and _share_values(units))
    windows = any(rule.windows is not None for planner in looks.planners for rule in planner.rules)
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for unit, seen in units:
        alone = unit.cards if tied or (windows and seen) else ()
        groups.setdefault((*unit.role, unit.levels, alone), []).append(unit)
    return list(groups.values())


def _share_values(units: Sequence[tuple[Unit, object]]) -> bool:
    """Whether units that differ have a value in common, so that what one does binds the other."""
    seen = [value for _, value in units if value]
    return len(set(seen)) < len(seen)


def _levels(looks: Looks, cards: Cards) -> tuple[int, ...]:
    """From which numbers of pieces of a unit on patterns can do more than with one less."""
    if looks.untouched:
        return tuple(range(len(cards) + 1))
    if len(looks.planners) == 1:
        return levels_of(looks.planners[0], cards)
    most = max((_most_used(planner, cards) for planner in looks.planners), default=0)
    return tuple(range(min(most, len(cards)) + 1))


def _most_used(planner: Planner, cards: Cards) -> int:
    """How many pieces of a unit a pattern can make use of; one, where it asks that there are none."""
    lacked = any(isinstance(rule.part, model.Lacking) and any(role_of(rule, cards[0])) for rule in planner.rules)
    return max(sum(step(rule, cards) for rule in planner.rules), int(lacked))


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
            raise Unanswerable(_TOO_MANY)
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
            raise Unanswerable(_TOO_MANY)
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
            raise Unanswerable(_TOO_MANY)
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
