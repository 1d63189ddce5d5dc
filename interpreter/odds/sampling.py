"""Odds from a sample: hands dealt from a seed as games are, and an interval round what was seen."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.dsl import model

from ..deal import rest_holder
from ..pieces import Pieces
from ..play import Cards
from ..randomness import SplitMix64
from .judging import Judge


def sample(
    deal: model.Deal | None, pieces: Pieces, sizes: Sequence[int], seats: Sequence[int], judge: Judge, tried: int,
    seed: int,
) -> int:  # fmt: skip
    """In how many of so many deals one of the seats has it. `deal`: what is left over goes to who holds a card."""
    stream = SplitMix64(seed)
    deck = list(pieces.all)
    drawn = len(deck) if deal is not None else sum(sizes[: max(seats) + 1])
    held = 0
    for _ in range(tried):
        _shuffle(deck, drawn, stream)
        hands = _hands(deck, sizes)
        if deal is not None:
            rest = deck[sum(sizes) :]
            taker = rest_holder(deal, pieces, hands)
            hands[taker] = tuple(sorted((*hands[taker], *rest)))
        held += any(judge(hands[seat]) for seat in seats)
    return held


def _shuffle(deck: list[int], drawn: int, stream: SplitMix64) -> None:
    """Put so many pieces, any of them equally likely, in front of the others."""
    for at in range(min(drawn, len(deck) - 1)):
        other = at + stream.below(len(deck) - at)
        deck[at], deck[other] = deck[other], deck[at]


def _hands(deck: Sequence[int], sizes: Sequence[int]) -> list[Cards]:
    hands, start = [], 0
    for size in sizes:
        hands.append(tuple(sorted(deck[start : start + size])))
        start += size
    return hands
