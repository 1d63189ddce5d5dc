"""Whether cards can fit two patterns at all, told from how many of each rank there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from cardwright.dsl import model

from ..parts import PartRule
from ..pieces import Pieces

Shape: TypeAlias = tuple[int, ...]
"""How many pieces of each rank, many before few."""


def apart(one: Sequence[PartRule], other: Sequence[PartRule], pieces: Pieces) -> bool:
    """Whether no cards fill both patterns, as far as the numbers of each rank tell."""
    mine, theirs = _shapes(one, pieces), _shapes(other, pieces)
    return mine is not None and theirs is not None and mine.isdisjoint(theirs)


def most_ranks(rules: Sequence[PartRule], pieces: Pieces) -> int | None:
    """How many different ranks the cards that fill a pattern have at most; None: it cannot be told so."""
    shapes = _shapes(rules, pieces)
    return max(map(len, shapes)) if shapes else None


def _shapes(rules: Sequence[PartRule], pieces: Pieces) -> set[Shape] | None:
    """The shapes of the cards that fill a pattern; None: they may have any."""
    parts = [rule for rule in rules if not isinstance(rule.part, model.Lacking)]
    options: list[list[Shape]] = []
    for at, rule in enumerate(parts):
        anew = any(values is not None and values.attribute == "rank" for values in (rule.another, rule.others))
        if at and not anew:
            return None
        shapes = _part(rule, pieces)
        if shapes is None:
            return None
        options.append(shapes)
    return {tuple(sorted((n for shape in chosen for n in shape), reverse=True)) for chosen in product(*options)}


def _part(rule: PartRule, pieces: Pieces) -> list[Shape] | None:
    copies = max(pieces.copies)
    largest = max(sum(pieces.copies[card] for card in cards) for cards in pieces.by_rank)
    alike = {values.attribute for values in rule.alike} | ({rule.another.attribute} if rule.another else set())
    match rule.part:
        case model.Sized() if rule.per is not None:
            return None
        case model.Sized(amount=amount) if rule.windows is not None:
            return [(1,) * number for number in {len(window) for window in rule.windows} if amount.least <= number]
        case model.Sized(amount=amount) if alike & {"rank", "identity"}:
            most = min(largest, amount.most if amount.most is not None else largest)
            return [(number,) for number in range(amount.least, most + 1)]
        case model.Sized(amount=amount) if "suit" in alike and copies == 1 and _one_of_each(pieces):
            most = amount.most if amount.most is not None else len(pieces.by_rank)
            return [(1,) * number for number in range(amount.least, most + 1)]
        case model.Sized(amount=model.Amount(least=1, most=1)):
            return [(1,)]
        case model.Sized(amount=model.Amount(least=least, most=int() as most)) if most <= 6:
            return [shape for size in range(least, most + 1) for shape in _partitions(size, min(size, largest))]
        case model.EachOf(each=each, groups=groups, attribute="rank"):
            many = min(largest, each.most if each.most is not None else largest)
            ranks = groups.most if groups.most is not None else len(pieces.by_rank)
            if each.least != many:
                return None
            return [(many,) * number for number in range(groups.least, ranks + 1)]
        case model.Every(attribute="rank"):
            return [(1,) * len({pieces.ranks[card] for card in pieces.all})]
        case _:
            return None


def _one_of_each(pieces: Pieces) -> bool:
    """Whether no two kinds have the same rank and suit."""
    return len(set(zip(pieces.ranks, pieces.suits, strict=True))) == len(pieces)


def _partitions(number: int, largest: int) -> Iterator[Shape]:
    """Every way to write a number as a sum of numbers no larger than `largest`, many before few."""
    if number == 0:
        yield ()
    for first in range(min(number, largest), 0, -1):
        for rest in _partitions(number - first, first):
            yield (first, *rest)
