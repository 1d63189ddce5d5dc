"""One hand, by what patterns can do with it and by what conditions count in it, each told apart no further than asked.

Pieces that no pattern can tell apart make a unit, those that no condition can, a cell. The hands of a kind (how many
pieces of each unit) are a polynomial in the cells: how many of them have so many pieces of each. So `count S in
hand > 6 and holding pair` needs ranks for its pattern and spades for its count, and not every piece by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeAlias

from ..chance import Unit
from ..errors import Unanswerable
from ..play import Cards
from ..plays import Plays
from .judging import Looks, Split
from .kinds import MOST_KINDS, Counted, Groups, cell_of, groups_of

_MOST_PRODUCTS = 5_000_000
_TOO_MANY = "too many kinds of hands differ in what they have"

Polynomial: TypeAlias = dict[int, int]
"""How many hands there are for so many pieces of each cell: fields of one number, all pieces together in the first."""


def count_hands(plays: Plays, looks: Looks, size: int, split: Split) -> Counted:
    """How many hands of a size a predicate holds of. Raises Unanswerable."""
    alike: dict[object, list[int]] = {}
    for card in plays.pieces.all:
        alike.setdefault(cell_of(looks, card), []).append(card)
    cells = [tuple(cell) for cell in alike.values()]
    if _ways_to_take([len(cell) for cell in cells], size) > MOST_KINDS:
        raise Unanswerable(_TOO_MANY)
    groups = groups_of(plays, looks, mixed=True)
    if prod(comb(len(group) + len(group[0].levels) - 1, len(group)) for group in groups) > MOST_KINDS:
        raise Unanswerable(_TOO_MANY)
    return _Mixed(groups, cells, size).counted(looks.untouched, split)


def _ways_to_take(sizes: Sequence[int], size: int) -> int:
    """In how many ways so many pieces can be taken from cells of these sizes, all of a cell being alike."""
    ways = [1] + [0] * size
    for most in sizes:
        ways = [sum(ways[max(0, total - most) : total + 1]) for total in range(size + 1)]
    return ways[size]


class _Mixed:
    """The hands of one deck and size by kind and cells."""

    def __init__(self, groups: Groups, cells: Sequence[Cards], size: int) -> None:
        self.groups = groups
        self.cells = cells
        self.size = size
        self.width = max(size, *map(len, cells)).bit_length() + 1
        self.mask = (1 << self.width) - 1
        self.cell_of = {card: at for at, cell in enumerate(cells, 1) for card in cell}
        self.products = 0

    def counted(self, exact: bool, split: Split) -> Counted:
        """How many hands there are of which it holds. `exact`: patterns have to know hands whole."""
        conditions: dict[int, tuple[bool, ...]] = {}
        hands = kinds = 0
        for hand, ways in self._kinds(0, (), {0: 1}):
            if exact and len(hand) != self.size:
                continue
            patterns: tuple[bool, ...] | None = None
            for key, number in ways.items():
                if key & self.mask != self.size:
                    continue
                kinds += 1
                patterns = patterns or split.patterns(tuple(sorted(hand)))
                if key not in conditions:
                    conditions[key] = split.conditions(self._hand(key))
                if split.holds(patterns + conditions[key]):
                    hands += number
        return Counted(hands, kinds)

    def _hand(self, key: int) -> Cards:
        """A hand with so many pieces of each cell."""
        numbers = (key >> self.width * at & self.mask for at in range(1, len(self.cells) + 1))
        return tuple(sorted(c for cell, number in zip(self.cells, numbers, strict=True) for c in cell[:number]))

    def _kinds(self, at: int, hand: Cards, ways: Polynomial) -> Iterator[tuple[Cards, Polynomial]]:
        """A hand of every kind, as far as patterns know it, with the hands of the kind."""
        if at == len(self.groups):
            yield hand, ways
            return
        for cards, more in self._of_group(self.groups[at]):
            if len(hand) + len(cards) <= self.size:
                yield from self._kinds(at + 1, hand + cards, self._times(ways, more))

    def _of_group(self, group: Sequence[Unit]) -> Iterator[tuple[Cards, Polynomial]]:
        """The kinds of hands from units that can change places: how many units are at which level."""
        levels = group[0].levels
        powers = {level: [{0: 1}, ways] for level, ways in self._of_unit(group[0]).items()}
        for chosen in combinations_with_replacement(levels, len(group)):
            if sum(chosen) > self.size:
                continue
            numbers = Counter(chosen)
            ways: Polynomial = {0: factorial(len(group)) // prod(map(factorial, numbers.values()))}
            for level, number in numbers.items():
                known = powers[level]
                while len(known) <= number:
                    known.append(self._times(known[-1], known[1]))
                ways = self._times(ways, known[number])
            yield tuple(c for unit, level in zip(group, chosen, strict=True) for c in unit.cards[:level]), ways

    def _of_unit(self, unit: Unit) -> dict[int, Polynomial]:
        """For every level of a unit, what pieces a hand has of it that is at this level."""
        whole: Polynomial = {0: 1}
        for at, number in Counter(self.cell_of[card] for card in unit.cards).items():
            one = 1 | 1 << self.width * at
            whole = self._times(whole, {one * taken: comb(number, taken) for taken in range(number + 1)})
        ends = [*unit.levels[1:], len(unit.cards) + 1]
        return {
            low: {key: ways for key, ways in whole.items() if low <= key & self.mask < end}
            for low, end in zip(unit.levels, ends, strict=True)
        }

    def _times(self, one: Polynomial, other: Polynomial) -> Polynomial:
        self.products += len(one) * len(other)
        if self.products > _MOST_PRODUCTS:
            raise Unanswerable(_TOO_MANY)
        found: Polynomial = {}
        for a, x in one.items():
            for b, y in other.items():
                key = a + b
                if key & self.mask <= self.size:
                    found[key] = found.get(key, 0) + x * y
        return found
