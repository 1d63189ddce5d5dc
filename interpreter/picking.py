"""One of the ways to choose cards, drawn without listing them."""

from __future__ import annotations

from collections import Counter

from .play import Cards
from .randomness import SplitMix64


def pick(cards: Cards, number: int, stream: SplitMix64) -> Cards:
    """So many of the cards, sorted; copies of a card are one card, and every choice is as likely as another."""
    kinds = sorted(Counter(cards).items())
    ways = _ways([copies for _, copies in kinds], number)
    wanted = stream.below(ways[0][number])
    found: list[int] = []
    for kind, (card, copies) in enumerate(kinds):
        # In the order in which choices are listed: as many copies of the lowest card as can be first.
        for taken in range(min(copies, number), -1, -1):
            rest = ways[kind + 1][number - taken]
            if wanted < rest:
                break
            wanted -= rest
        found += [card] * taken
        number -= taken
    return tuple(found)


def _ways(copies: list[int], number: int) -> list[list[int]]:
    """In how many ways so many cards (0 to `number`) can be chosen from the kinds from a place on."""
    ways = [[1] + [0] * number]
    for have in reversed(copies):
        after = ways[0]
        ways.insert(0, [sum(after[left - taken] for taken in range(min(have, left) + 1)) for left in range(number + 1)])
    return ways
