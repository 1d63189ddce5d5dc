"""What the hidden cards may be: states that one seat cannot tell from the one it is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from itertools import chain

from .observation import Observation
from .play import Cards
from .position import NOBODY, PLAIN, Position, Special
from .randomness import SplitMix64
from .rules import Rules
from .state import State


def imagine(rules: Rules, seen: Observation, played: Counter[int], acted: Set[int], stream: SplitMix64) -> State:
    """A state after the lead that looks like this to who sees it: hidden cards are drawn, all else is as it is.

    `played`: the cards that were played, as far as the seat has watched; `acted`: the seats that have played any."""
    unseen = Counter(rules.pieces.all)
    unseen.subtract(seen.hand)
    unseen.subtract(_gone(seen, played))
    hands: list[list[int]] = [[] for _ in seen.counts]
    hands[seen.seat] = list(seen.hand)
    for seat, card in _located(seen):
        if unseen[card] > 0 and len(hands[seat]) < seen.counts[seat]:
            unseen[card] -= 1
            hands[seat].append(card)
    pool = sorted(unseen.elements())
    stream.shuffle(pool)
    for seat, count in enumerate(seen.counts):
        missing = count - len(hands[seat])
        hands[seat] += pool[:missing]
        del pool[:missing]
    return State(rules, _position(rules, seen, tuple(tuple(sorted(hand)) for hand in hands), acted, pool))


def _gone(seen: Observation, played: Counter[int]) -> Counter[int]:
    """The cards that are known to be in nobody's hand."""
    shown = Counter(chain.from_iterable(play.pieces for plays in seen.plays for play in plays))
    piled = Counter(chain.from_iterable(seen.piles))
    table = Counter(() if seen.table is None else seen.table.pieces)
    # What is on the table, in a pile and remembered is the same card: each only tells that it is gone.
    return (played | shown | piled | table) + Counter(seen.discards[seen.seat] if seen.discards else ())


def _located(seen: Observation) -> Iterator[tuple[int, int]]:
    """Who is known to have got which card, unless it has been played since."""
    for gift in seen.gifts:
        if gift.giver == seen.seat:
            yield from ((gift.taker, card) for card in gift.cards)
    if seen.kitty_by not in (None, seen.seat):
        yield from ((seen.kitty_by, card) for card in seen.kitty)
    if seen.opening_card is not None and seen.opener not in (None, seen.seat):
        yield seen.opener, seen.opening_card


def _position(rules: Rules, seen: Observation, hands: tuple[Cards, ...], acted: Set[int], pool: list[int]) -> Position:
    return Position(
        hands=hands,
        turn=_seat(seen.turn),
        table=seen.table,
        table_by=_seat(seen.table_by),
        opener=_seat(seen.opener),
        opening_card=NOBODY if seen.opening_card is None else seen.opening_card,
        leader=_seat(seen.leader),
        dropped=sum(1 << seat for seat in seen.dropped),
        opening=seen.opening,
        out=seen.out,
        breaches=seen.breaches,
        claimed=seen.claimed,
        plays=seen.plays,
        piles=seen.piles,
        trick=seen.trick,
        last_winner=_seat(seen.last_winner),
        last_loser=_seat(seen.last_loser),
        totals=seen.totals,
        special=_special(rules, seen, acted, pool) if rules.special else PLAIN,
    )


def _special(rules: Rules, seen: Observation, acted: Set[int], pool: list[int]) -> Special:
    """What is beside the rest; `pool` are the cards that nobody holds, some of which may lie face down."""
    discards = []
    for seat, laid in enumerate(seen.laid):
        own = seen.discards[seat]
        discards.append(own or tuple(sorted(pool[:laid])))
        if not own:
            del pool[:laid]
    sizes = (NOBODY if seat in acted else count for seat, count in enumerate(seen.counts))
    turns = rules.turns
    return Special(
        roles=seen.roles,
        bids=seen.bids,
        kitty=(seen.kitty if seen.kitty_by is not None else tuple(sorted(pool))) if rules.memory.kitty else (),
        kitty_by=_seat(seen.kitty_by),
        gifts=seen.gifts,
        sizes=tuple(sizes) if rules.memory.sizes else (),
        discards=tuple(discards),
        paid=seen.paid,
        reversed_ranks=_lasting(turns.lasting("reverse_ranks")) if seen.reversed_ranks else 0,
        reversed_turns=_lasting(turns.lasting("reverse_turns")) if seen.reversed_turns else 0,
    )


def _lasting(bits: int) -> int:
    """For how long something is the other way round, where that is not said: as short a time as can be."""
    return bits & -bits


def _seat(seat: int | None) -> int:
    return NOBODY if seat is None else seat
