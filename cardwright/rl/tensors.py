"""Observations of a batch as the environments tell them: the tensors of `Layout`, written for all hands at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cardwright.interpreter import Invalid

from .batch import Batch, Numbers

if TYPE_CHECKING:
    from .layout import Layout

Floats: TypeAlias = npt.NDArray[np.float32]
_SAME = {
    "counts": "counts",
    "opening": "opening",
    "dropped": "dropped",
    "may_claim": "claims",
    "bids": "bids",
    "to_give": "to_give",
    "laid": "laid",
    "reversed_ranks": "reversed_ranks",
    "reversed_turns": "reversed_turns",
}
"""Tensors that have the numbers of a field."""
_SEATS = {"table_by": "table_by", "opener": "opener", "leader": "leader", "kitty_by": "kitty_by", "roles": "roles"}
"""Tensors with a place for each seat, of which one is 1."""
_CARDS = frozenset({"hand", "table", "played", "trick", "piles", "kitty", "discards"})
"""Tensors that count pieces, as fields of the same names do."""
_NEVER = frozenset({"last_winner", "last_loser", "totals"})
"""What first hands of a match do not have."""


class Tensors:
    """Writes what the seat to act sees in each hand of a batch as an environment would write it. Raises Invalid where
    the batch does not tell seats from who acts on."""

    def __init__(self, batch: Batch, layout: Layout) -> None:
        if not batch.relative:
            raise Invalid("tensors count seats from who acts: the batch must be `relative`")
        self._batch, self._layout = batch, layout
        pieces = batch.game.pieces
        self._pieces = np.array([pieces.names.index(kind) for kind in batch.kinds])
        self._players = batch.game.players
        self._writers = [(tensor, self._writer(tensor.name)) for tensor in layout.tensors]

    @property
    def size(self) -> int:
        """How many numbers a hand has."""
        return self._layout.size

    def write(self, observed: Numbers, out: Floats | None = None) -> Floats:
        """The tensors of what `Batch.observe` has told, a row for each hand; into `out`, if it is given. Rows of hands
        that are over are 0."""
        shape = (len(observed), self.size)
        if out is None:
            out = np.zeros(shape, np.float32)
        elif out.shape != shape or out.dtype != np.float32 or not out.flags.c_contiguous:
            raise Invalid(f"tensors are written to an array of float32 in C order, of shape {shape}")
        else:
            out.fill(0)
        for tensor, write in self._writers:
            write(observed, out[:, tensor.start : tensor.stop].reshape(-1, *tensor.shape))
        over = self._field(observed, "seat")[:, 0] < 0
        if over.any():
            out[over] = 0
        return out

    def _field(self, observed: Numbers, name: str) -> Numbers:
        return self._batch.field(observed, name)

    # ---- tensor by tensor --------------------------------------------------------------------------------------

    def _writer(self, name: str) -> Callable[[Numbers, Any], None]:
        """What writes a tensor. Raises Invalid for one that no field tells."""
        told = _SAME.get(name) or _SEATS.get(name)
        if name in _NEVER or (told and told not in self._batch.fields):
            return self._nothing
        if name in _SAME:
            return self._same(_SAME[name])
        if name in _SEATS:
            return self._of_seats(_SEATS[name])
        if name in _CARDS:
            return self._cards(name)
        found: Callable[[Numbers, Any], None] | None = getattr(self, f"_{name}", None)
        if found is None:
            raise Invalid(f"no field of a batch tells the tensor `{name}`")
        return found

    @staticmethod
    def _nothing(observed: Numbers, at: Any) -> None:
        pass

    def _same(self, name: str) -> Callable[[Numbers, Any], None]:
        def write(observed: Numbers, at: Any) -> None:
            at[:] = self._field(observed, name)

        return write

    def _of_seats(self, name: str) -> Callable[[Numbers, Any], None]:
        def write(observed: Numbers, at: Any) -> None:
            found = self._field(observed, name)
            at[:] = (found[..., None] == np.arange(self._players)).reshape(at.shape)

        return write

    def _cards(self, name: str) -> Callable[[Numbers, Any], None]:
        def write(observed: Numbers, at: Any) -> None:
            at[:] = self._batch.cards(self._field(observed, name), as_pieces=True)

        return write

    def _one_of(self, observed: Numbers, name: str, at: Any) -> None:
        found = self._field(observed, name)[:, 0]
        known = np.flatnonzero(found >= 0)
        at[known, found[known]] = 1

    def _turn(self, observed: Numbers, at: Any) -> None:
        at[:, 0] = 1

    def _seat(self, observed: Numbers, at: Any) -> None:
        self._one_of(observed, "seat", at)

    def _combination(self, observed: Numbers, at: Any) -> None:
        self._one_of(observed, "table_combination", at)

    def _opening_card(self, observed: Numbers, at: Any) -> None:
        found = self._field(observed, "opening_card")[:, 0]
        known = np.flatnonzero(found >= 0)
        at[known, self._pieces[found[known]]] = 1

    def _out(self, observed: Numbers, at: Any) -> None:
        if "out" not in self._batch.fields:
            return
        for place, seats in enumerate(self._field(observed, "out").T, 1):
            known = np.flatnonzero(seats >= 0)
            at[known, seats[known]] = place

    def _breaches(self, observed: Numbers, at: Any) -> None:
        at[:] = self._field(observed, "breaches").sum(axis=-1)

    def _claimed(self, observed: Numbers, at: Any) -> None:
        at[:] = self._field(observed, "claimed").transpose(0, 2, 1)

    def _doing(self, observed: Numbers, at: Any) -> None:
        at[:] = self._field(observed, "doing") == 1 + np.arange(at.shape[-1])

    def _calls(self, observed: Numbers, at: Any) -> None:
        calls = self._field(observed, "calls")
        made = (calls >= 0).sum(axis=-1)
        back = self._field(observed, "reversed_turns")[:, 0] if "reversed_turns" in self._batch.fields else 0
        step = 1 - 2 * back
        for number, call in enumerate(calls.T):
            known = np.flatnonzero(call >= 0)
            seats = (step * (number - made)) % self._players
            at[known, seats[known]] = np.where(call > 0, call, -1)[known]

    def _gifts(self, observed: Numbers, other: str, mine: str, at: Any) -> None:
        own, others = self._field(observed, mine), self._field(observed, other)
        given = self._field(observed, "gifts")
        for number in range(own.shape[1]):
            known = np.flatnonzero(own[:, number] == 0)
            if len(known):
                at[known, others[known, number]] += self._batch.cards(given[known, number], as_pieces=True)

    def _given(self, observed: Numbers, at: Any) -> None:
        self._gifts(observed, "gifts_to", "gifts_by", at)

    def _taken(self, observed: Numbers, at: Any) -> None:
        self._gifts(observed, "gifts_by", "gifts_to", at)

    def _paid(self, observed: Numbers, at: Any) -> None:
        paid, scales = self._field(observed, "paid"), self._batch.paid_scales
        for number, payment in enumerate(self._batch.game.rulebook.payments):
            points = paid[:, number] / scales.get(payment.name, 1)
            at += points.sum(axis=1) - points[:, 1:].sum(axis=2)
