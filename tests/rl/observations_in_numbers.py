"""What observations of a batch have to say, worked out from those of the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cardwright.interpreter import State
from cardwright.rl.batch import Batch


def expected(batch: Batch, state: State, played: Counter[tuple[int, int]]) -> dict[str, Any]:
    """Every field for the seat to act. `played`: how many pieces of each kind each seat has played."""
    seat = state.turn
    assert seat is not None
    return _Telling(batch, state, seat).told(played)


class _Telling:
    def __init__(self, batch: Batch, state: State, seat: int) -> None:
        self.batch, self.seen, self.seat = batch, state.observe(seat), seat
        self.book, self.names = state.rules.rulebook, state.rules.pieces.names
        self.players = len(self.seen.counts)
        self.base = seat if batch.relative else 0
        self.seats = [(self.base + place) % self.players for place in range(self.players)]

    def from_base(self, seat: int | None) -> int:
        return -1 if seat is None or seat < 0 else self.seats.index(seat)

    def kinds(self, cards: Iterable[int]) -> list[int]:
        held = Counter(self.names[card] for card in cards)
        return [held[kind] for kind in self.batch.kinds]

    def per_seat(self, piles: Sequence[Sequence[int]]) -> list[list[int]]:
        return [self.kinds(piles[seat] if piles else ()) for seat in self.seats]

    def padded(self, values: Iterable[Any], name: str, fill: Any = -1) -> list[Any]:
        told = list(values)
        return told + [fill] * (self.batch.fields[name].shape[0] - len(told))

    def told(self, played: Counter[tuple[int, int]]) -> dict[str, Any]:
        seen, book = self.seen, self.book
        combinations = [combination.name for combination in book.combinations]
        made = [[play.combination for play in plays] for plays in seen.plays or [()] * self.players]
        claims = [claim.name for claim in book.claims]
        mine = [gift for gift in seen.gifts if self.seat in (gift.giver, gift.taker)]
        auctions = [n for n in book.play.before if n in {auction.name for auction in book.auctions}]
        bids = dict(zip((name for name, _ in seen.roles), seen.bids, strict=False))
        card = None if seen.opening_card is None else self.names[seen.opening_card]
        shown = [[card for (who, card), n in played.items() for _ in range(n) if who == seat] for seat in self.seats]
        found = {
            "seat": [self.seat],
            "hand": self.kinds(seen.hand),
            "counts": [seen.counts[seat] for seat in self.seats],
            "table_combination": [-1 if seen.table is None else seen.table.rung],
            "table": self.kinds(() if seen.table is None else seen.table.pieces),
            "table_by": [self.from_base(seen.table_by)],
            "played": list(map(self.kinds, shown)),
            "opener": [self.from_base(seen.opener)],
            "opening_card": [-1 if card is None else self.batch.kinds.index(card)],
            "opening": [int(seen.opening)],
            "leader": [self.from_base(seen.leader)],
            "dropped": [int(seat in seen.dropped) for seat in self.seats],
            "out": self.padded(map(self.from_base, seen.out), "out") if "out" in self.batch.fields else [],
            "trick": self.kinds(seen.trick),
            "piles": self.per_seat(seen.piles),
            "plays": [[made[seat].count(name) for name in combinations] for seat in self.seats],
            "claimed": [[int((seat, name) in seen.claimed) for name in claims] for seat in self.seats],
            "claims": [int(name in seen.claims) for name in claims],
            "breaches": self._breaches(),
            "doing": [0 if seen.doing is None else 1 + book.play.before.index(seen.doing)],
            "calls": self.padded(seen.calls, "calls") if "calls" in self.batch.fields else [],
            "to_give": [seen.to_give],
            "roles": [self.from_base(dict(seen.roles).get(name)) for name in auctions],
            "bids": [[bids[name][seat] if name in bids else 0 for seat in self.seats] for name in auctions],
            "kitty": self.kinds(seen.kitty),
            "kitty_by": [self.from_base(seen.kitty_by)],
            "laid": [seen.laid[seat] if seen.laid else 0 for seat in self.seats],
            "discards": self.kinds(seen.discards[self.seat] if seen.discards else ()),
            "paid": self._paid(),
            "reversed_ranks": [int(seen.reversed_ranks)],
            "reversed_turns": [int(seen.reversed_turns)],
        }
        if "gifts" in self.batch.fields:
            found["gifts_by"] = self.padded((self.from_base(gift.giver) for gift in mine), "gifts_by")
            found["gifts_to"] = self.padded((self.from_base(gift.taker) for gift in mine), "gifts_to")
            found["gifts"] = self.padded((self.kinds(gift.cards) for gift in mine), "gifts", self.kinds(()))
        return {name: found[name] for name in self.batch.fields}

    def _breaches(self) -> list[list[int]]:
        told = [[0] * (1 + self.players) for _ in self.book.duties]
        names = [duty.name for duty in self.book.duties]
        for breach in self.seen.breaches:
            assert breach.offender == self.seat
            told[names.index(breach.duty)][1 + self.from_base(breach.protected)] = 1
        return told

    def _paid(self) -> list[list[list[Any]]]:
        names = [payment.name for payment in self.book.payments]
        told: list[list[list[Any]]] = [[[0] * self.players for _ in range(1 + self.players)] for _ in names]
        scales = self.batch.paid_scales
        for paid in self.seen.paid:
            payer, payee = 1 + self.from_base(paid.payer), self.from_base(paid.payee)
            told[names.index(paid.payment)][payer][payee] = paid.amount * scales.get(paid.payment, 1)
        return told
