"""Observations written into a buffer: as the layout says, and quicker where a hand is a list of whole numbers.

The quick way reads what is public, and the observer's own, out of the numbers; wherever something rare is the case it
gives up, and the layout writes the observation of the seat. Tests hold one against the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from cardwright.interpreter import CompiledCursor, Cursor, Cursors

from .layout import PIECES, Layout, Tensor
from .needed import numpy

np = numpy()

Part: TypeAlias = "Callable[[list[int], int, CompiledCursor], bytes | None]"
"""A part of the tensor from the numbers of a state, seen from a seat; None: only the observation tells."""

_CHUNK = 12
_KEEP = 100_000


class Encoder:
    """Writes what seats see of the hands of one game."""

    def __init__(self, layout: Layout, cursors: Cursors) -> None:
        self.layout = layout
        self._players = cursors.game.players
        engine = cursors.engine
        self._quick = None if engine is None else _Quick(layout, cursors)

    def buffer(self) -> Any:
        """Room for one observation."""
        return np.zeros(self.layout.size, np.float32)

    def encode(self, cursor: Cursor, seat: int, into: Any) -> None:
        """Write what a seat sees of a hand."""
        if self._quick is not None and isinstance(cursor, CompiledCursor) and self._quick.encode(cursor, seat, into):
            return
        played = [cursor.has_played(other) for other in range(self._players)]
        self.layout.encode(cursor.observe(seat), played, into)


class _Quick:
    def __init__(self, layout: Layout, cursors: Cursors) -> None:
        engine = cursors.engine
        assert engine is not None
        fields = engine.codec.layout
        self._at, self._size = engine.program.slots.at, engine.program.slots.size
        self._players, self._kinds = cursors.game.players, layout.kinds
        self._fields, self._width = len(fields.order), fields.width
        self._memo: dict[int, bytes] = {}
        per = max(1, _CHUNK // self._width)
        one = (1 << self._width) - 1
        self._table = [
            bytes(chunk >> self._width * place & one for place in range(per)) for chunk in range(1 << per * self._width)
        ]
        self._shifts = range(0, self._fields * self._width, per * self._width)
        self._mask = len(self._table) - 1
        self._one = [bytes(place == seat for place in range(self._players)) for seat in range(self._players)]
        self._checks = [self._at[name] for name in ("ENDED", "DOING", "OPENS") if name in self._at]
        self._answers = self._at["ANSWERS"]
        self._rotated = [
            [(seat + distance) % self._players for distance in range(self._players)] for seat in range(self._players)
        ]
        self._parts = [self._part(tensor) for tensor in layout.tensors]
        self._order = np.array(self._permuted(layout, fields.kind_at))

    def encode(self, cursor: CompiledCursor, seat: int, into: Any) -> bool:
        """Write what a seat sees; False where only the observation tells."""
        s = cursor.vector
        for at in self._checks:
            if s[at]:
                return False
        if s[self._answers] >= 0:
            return False
        told = [part(s, seat, cursor) for part in self._parts]
        if None in told:
            return False
        into[:] = np.frombuffer(b"".join(told), np.uint8).take(self._order)  # type: ignore[arg-type]
        return True

    def _permuted(self, layout: Layout, kind_at: dict[int, int]) -> list[int]:
        """From where each number of the tensor comes: pieces lie in another order in a state."""
        order: list[int] = []
        start = 0
        for tensor in layout.tensors:
            size = tensor.stop - tensor.start
            if tensor.name not in PIECES:
                order += range(start, start + size)
                start += size
                continue
            for _ in range(size // layout.kinds):
                # A piece that is left out has no field: it is read from the nothing behind the last one.
                order += [start + kind_at.get(card, self._fields) for card in range(layout.kinds)]
                start += self._fields + 1
        return order

    def _cards(self, word: int) -> bytes:
        """How many of each kind, and a nothing behind them."""
        known = self._memo.get(word)
        if known is None:
            table, mask = self._table, self._mask
            known = b"".join([table[word >> shift & mask] for shift in self._shifts])[: self._fields] + b"\0"
            if len(self._memo) >= _KEEP:
                self._memo.clear()
            self._memo[word] = known
        return known

    # ---- the parts -----------------------------------------------------------------------------------------------

    def _part(self, tensor: Tensor) -> Part:
        """How a part is read; what no rule here reads is told by the observation."""
        nothing = self._nothing(tensor)
        told = _READ.get(tensor.name)
        if told is None:
            return lambda s, seat, cursor: None
        slot, how = told
        if slot == "":
            return getattr(self, f"_{how}")(nothing)  # type: ignore[no-any-return]
        if slot not in self._at:
            return lambda s, seat, cursor: nothing
        return getattr(self, f"_{how}")(self._at[slot], nothing)  # type: ignore[no-any-return]

    def _nothing(self, tensor: Tensor) -> bytes:
        size = tensor.stop - tensor.start
        if tensor.name in PIECES:
            size = size // self._kinds * (self._fields + 1)
        return bytes(size)

    def _never(self, nothing: bytes) -> Part:
        return lambda s, seat, cursor: nothing

    def _observer(self, nothing: bytes) -> Part:
        return lambda s, seat, cursor: self._one[seat]

    def _seat(self, at: int, nothing: bytes) -> Part:
        one, players = self._one, self._players
        return lambda s, seat, cursor: nothing if s[at] < 0 else one[(s[at] - seat) % players]

    def _flag(self, at: int, nothing: bytes) -> Part:
        return lambda s, seat, cursor: b"\1" if s[at] else nothing

    def _odd(self, at: int, nothing: bytes) -> Part:
        return lambda s, seat, cursor: b"\1" if s[at].bit_count() & 1 else nothing

    def _empty(self, at: int, nothing: bytes) -> Part:
        return lambda s, seat, cursor: None if s[at] else nothing

    def _zeros(self, at: int, nothing: bytes) -> Part:
        places = range(at, at + next(self._size[name] for name, first in self._at.items() if first == at))
        return lambda s, seat, cursor: None if any([s[place] for place in places]) else nothing

    def _own_breaches(self, at: int, nothing: bytes) -> Part:
        first, players, duties = self._at["BREACHES"], self._players, len(nothing)

        def told(s: list[int], seat: int, cursor: CompiledCursor) -> bytes:
            if not s[at]:
                return nothing
            made = [0] * duties
            for breach in s[first : first + s[at]]:
                duty, offender = divmod(breach // (players + 1), players)
                made[duty] += offender == seat
            return bytes(made)

        return told

    def _seats(self, at: int, nothing: bytes) -> Part:
        one, players, nobody = self._one, self._players, bytes(self._players)
        places = range(at, at + len(nothing) // players)
        return lambda s, seat, cursor: b"".join([nobody if s[p] < 0 else one[(s[p] - seat) % players] for p in places])

    def _numbers(self, at: int, nothing: bytes) -> Part:
        players, rotated = self._players, self._rotated
        starts = range(at, at + len(nothing), players)
        return lambda s, seat, cursor: bytes([s[start + other] for start in starts for other in rotated[seat]])

    def _turned_up(self, at: int, nothing: bytes) -> Part:
        cards, taken = self._cards, self._at["KITTY_BY"]
        return lambda s, seat, cursor: nothing if s[taken] < 0 else cards(s[at])

    def _laid(self, at: int, nothing: bytes) -> Part:
        cards, rotated = self._cards, self._rotated
        return lambda s, seat, cursor: bytes([sum(cards(s[at + other])) for other in rotated[seat]])

    def _cards_at(self, at: int, nothing: bytes) -> Part:
        cards = self._cards
        return lambda s, seat, cursor: cards(s[at])

    def _own_cards(self, at: int, nothing: bytes) -> Part:
        known, cards = self._memo.get, self._cards
        return lambda s, seat, cursor: known(s[at + seat]) or cards(s[at + seat])

    def _all_cards(self, at: int, nothing: bytes) -> Part:
        cards, rotated = self._cards, self._rotated
        return lambda s, seat, cursor: b"".join([cards(s[at + other]) for other in rotated[seat]])

    def _counts(self, at: int, nothing: bytes) -> Part:
        rotated = self._rotated
        return lambda s, seat, cursor: bytes([s[at + other] for other in rotated[seat]])

    def _table_cards(self, at: int, nothing: bytes) -> Part:
        cards = self._cards
        return lambda s, seat, cursor: nothing if s[at] < 0 else cards(s[at + 4])

    def _one_of(self, at: int, nothing: bytes) -> Part:
        ones = [bytes(place == one for place in range(len(nothing))) for one in range(len(nothing))]
        return lambda s, seat, cursor: nothing if s[at] < 0 else ones[s[at]]

    def _played(self, nothing: bytes) -> Part:
        known, cards, rotated, join = self._memo.get, self._cards, self._rotated, b"".join

        def told(s: list[int], seat: int, cursor: CompiledCursor) -> bytes:
            played = cursor.played
            return join([known(played[other]) or cards(played[other]) for other in rotated[seat]])

        return told

    def _bits(self, at: int, nothing: bytes) -> Part:
        rotated = self._rotated

        def told(s: list[int], seat: int, cursor: CompiledCursor) -> bytes:
            bits = s[at]
            return bytes([bits >> other & 1 for other in rotated[seat]]) if bits else nothing

        return told

    def _places(self, at: int, nothing: bytes) -> Part:
        players, first = self._players, self._at["OUT"]

        def told(s: list[int], seat: int, cursor: CompiledCursor) -> bytes:
            if not s[at]:
                return nothing
            places = [0] * players
            for place in range(s[at]):
                places[(s[first + place] - seat) % players] = place + 1
            return bytes(places)

        return told


_READ = {
    "seat": ("", "observer"),
    "turn": ("TURN", "seat"),
    "hand": ("HANDS", "own_cards"),
    "counts": ("LEFT", "counts"),
    "table": ("TABLE", "table_cards"),
    "combination": ("TABLE", "one_of"),
    "table_by": ("TABLE_BY", "seat"),
    "played": ("", "played"),
    "opener": ("OPENER", "seat"),
    "opening": ("OPENING", "flag"),
    "opening_card": ("OPENING_CARD", "one_of"),
    "dropped": ("DROPPED", "bits"),
    "out": ("OUT_COUNT", "places"),
    "leader": ("LEADER", "seat"),
    "trick": ("TRICK", "cards_at"),
    "piles": ("PILES", "all_cards"),
    "breaches": ("BREACH_COUNT", "own_breaches"),
    "may_claim": ("", "never"),
    "claimed": ("CLAIMED_COUNT", "empty"),
    "doing": ("", "never"),
    "calls": ("CALL_COUNT", "empty"),
    "to_give": ("", "never"),
    "given": ("GIFT_COUNT", "empty"),
    "taken": ("GIFT_COUNT", "empty"),
    "last_winner": ("LAST_WINNER", "seat"),
    "last_loser": ("LAST_LOSER", "seat"),
    "totals": ("TOTALS", "zeros"),
    "roles": ("ROLES", "seats"),
    "bids": ("BIDS", "numbers"),
    "kitty": ("KITTY", "turned_up"),
    "kitty_by": ("KITTY_BY", "seat"),
    "laid": ("DISCARDS", "laid"),
    "paid": ("PAID", "zeros"),
    "discards": ("DISCARDS", "own_cards"),
    "reversed_ranks": ("REVERSED_RANKS", "odd"),
    "reversed_turns": ("REVERSED_TURNS", "odd"),
}
"""From which slot each part is read, and how; the slot is empty where none has it."""
