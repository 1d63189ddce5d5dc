"""The tensor that tells an observation: which numbers stand where. Nothing is told that the seat does not see.

Seats are told from the observer on, in the order of turns: 0 is the observer, 1 whoever comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardwright.interpreter import Cards, Game, Observation

if TYPE_CHECKING:
    import numpy as np

Shape: TypeAlias = tuple[int, ...]
Put: TypeAlias = "Callable[[Observation, Sequence[Cards], Any], None]"
"""Writes a field from an observation, and from what each seat has played, into its part of the tensor."""


PIECES = frozenset({"hand", "table", "played", "opening_card", "trick", "piles", "kitty", "given", "taken", "discards"})
"""Tensors whose last dimension goes through the pieces of the deck, by their numbers."""


@dataclass(frozen=True)
class Tensor:
    """A part of the tensor: `start` to `stop`, read in a shape."""

    name: str
    start: int
    shape: Shape
    meaning: str
    put: Put

    @property
    def stop(self) -> int:
        """Behind the last number."""
        size = 1
        for length in self.shape:
            size *= length
        return self.start + size


class Layout:
    """The parts of the tensor of one game: those that its rulebook has."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = len(game.pieces)
        self.tensors: tuple[Tensor, ...] = ()
        self._names = [combination.name for combination in game.rulebook.combinations]
        self._write()

    @property
    def size(self) -> int:
        """How many numbers the tensor has."""
        return self.tensors[-1].stop

    def __getitem__(self, name: str) -> Tensor:
        found = next((tensor for tensor in self.tensors if tensor.name == name), None)
        if found is None:
            raise KeyError(f"there is no tensor `{name}`; there are {', '.join(one.name for one in self.tensors)}")
        return found

    def encode(self, seen: Observation, played: Sequence[Cards], into: np.ndarray[Any, Any]) -> None:
        """Write an observation over what stands in an array of `size` numbers. `played`: the cards that each seat has
        played in this hand, by seat."""
        into.fill(0)
        for tensor in self.tensors:
            tensor.put(seen, played, into[tensor.start : tensor.stop].reshape(tensor.shape))

    def table(self) -> str:
        """What stands where, as a table in Markdown."""
        rows = ["| Tensor | From | To | Shape | Is |", "|---|---|---|---|---|"]
        for tensor in self.tensors:
            shape = " × ".join(map(str, tensor.shape))
            rows.append(f"| `{tensor.name}` | {tensor.start} | {tensor.stop} | {shape} | {tensor.meaning} |")
        return "\n".join(rows)

    # ---- which there are ---------------------------------------------------------------------------------------

    def _add(self, name: str, shape: Shape, meaning: str, put: Put, kept: object = True) -> None:
        if kept and 0 not in shape:
            start = self.tensors[-1].stop if self.tensors else 0
            self.tensors += (Tensor(name, start, shape, meaning, put),)

    def _write(self) -> None:
        game, players, kinds = self.game, self.game.players, self.kinds
        book, memory = game.rulebook, game.rules.memory
        self._add("seat", (players,), "whose view this is, by its own number", lambda seen, _, at: _one(at, seen.seat))
        self._add("turn", (players,), "who acts", _seat("turn"))
        self._add("hand", (kinds,), "how many of each piece the observer holds", _cards("hand"))
        self._add("counts", (players,), "how many pieces each seat has", _counts("counts"))
        self._add("table", (kinds,), "the pieces of the play to beat", _table)
        self._add("combination", (len(self._names),), "its combination, as the rulebook lists them", self._combination)
        self._add("table_by", (players,), "who made it", _seat("table_by"))
        self._add("played", (players, kinds), "how many of each piece each seat has played in this hand", _played)
        self._add("opener", (players,), "who opens, or opened, where that is known", _seat("opener"))
        self._add("opening", (1,), "whether the first lead is to come", _flag("opening"), memory.opening)
        must = book.play.first_hand.playing_it or book.play.later_hands.playing_it
        self._add("opening_card", (kinds,), "the piece that the opening play must contain", _opening_card, must)
        self._add("dropped", (players,), "who is out of the trick", _seats("dropped"), memory.dropped)
        self._add("out", (players,), "who is out of the hand: 1 for who was out first, 2, ..", _out)
        self._add("leader", (players,), "who led the trick", _seat("leader"), memory.leader)
        self._add("trick", (kinds,), "the pieces of the trick", _cards("trick"), memory.trick)
        self._add("piles", (players, kinds), "what each seat has taken", _hands("piles"), memory.until_lead("piles"))
        self._add("breaches", (len(book.duties),), "breaches of each duty by the observer", self._breaches,
                  memory.breaches)  # fmt: skip
        claims = len(book.claims)
        self._add("may_claim", (claims,), "what the observer is asked to claim now", self._may_claim)
        self._add("claimed", (claims, players), "what has been claimed, for all to see", self._claimed)
        last = (memory.until_lead("last_winner"), memory.until_lead("last_loser"))
        self._add("last_winner", (players,), "who won the last hand", _seat("last_winner"), last[0])
        self._add("last_loser", (players,), "who lost the last hand", _seat("last_loser"), last[1])
        self._add("totals", (players,), "the points of the match", _counts("totals"), memory.until_lead("totals"))
        if game.rules.special:
            self._write_special()

    def _write_special(self) -> None:
        players, kinds = self.game.players, self.kinds
        book, memory = self.game.rulebook, self.game.rules.memory
        before = book.play.before
        auctions = len([auction for auction in book.auctions if auction.name in before])
        gives = any(step.name in before and step.act.kind == "gives" for step in book.steps)
        self._add("doing", (len(before),), "the auction or step before the lead that goes on", self._doing)
        self._add("calls", (players,), "the last call of each seat in it; -1 passes", self._calls, auctions)
        self._add("roles", (auctions, players), "who has the role of each auction", self._roles)
        self._add("bids", (auctions, players), "the highest bid of each seat", self._bids, memory.until_lead("bids"))
        self._add("kitty", (kinds,), "the kitty, once it is turned up", _cards("kitty"), memory.kitty)
        self._add("kitty_by", (players,), "who has taken it", _seat("kitty_by"), memory.kitty)
        self._add("to_give", (1,), "how many pieces the observer has to give now", _number("to_give"), gives)
        self._add("given", (players, kinds), "what the observer has given to each seat", _gifts(True), gives)
        self._add("taken", (players, kinds), "what each seat has given to the observer", _gifts(False), gives)
        self._add("laid", (players,), "how many pieces each seat has laid face down", _counts("laid"), memory.discards)
        self._add("discards", (kinds,), "those of the observer", _discards, memory.discards)
        deeds = {deed.deed for effect in book.effects for deed in effect.then}
        self._add("paid", (players,), "what effects have brought each seat so far", _paid, "pays" in deeds)
        self._add("reversed_ranks", (1,), "whether the ranks are upside down", _flag("reversed_ranks"),
                  memory.reversed_ranks)  # fmt: skip
        self._add("reversed_turns", (1,), "whether turns go the other way round", _flag("reversed_turns"),
                  memory.reversed_turns)  # fmt: skip

    # ---- what is told by its place in the rulebook ---------------------------------------------------------------

    def _combination(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        if seen.table is not None:
            at[self._names.index(seen.table.combination)] = 1

    def _breaches(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        names = [duty.name for duty in self.game.rulebook.duties]
        for breach in seen.breaches:
            if breach.offender == seen.seat:
                at[names.index(breach.duty)] += 1

    def _may_claim(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        for number, claim in enumerate(self.game.rulebook.claims):
            at[number] = claim.name in seen.claims

    def _claimed(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        names = [claim.name for claim in self.game.rulebook.claims]
        for seat, name in seen.claimed:
            at[names.index(name), _from(seen, seat)] = 1

    def _doing(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        if seen.doing is not None:
            at[self.game.rulebook.play.before.index(seen.doing)] = 1

    def _calls(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        if not seen.calls or seen.turn is None:
            return
        # Whoever is asked now follows the last call; seats that are passed over are there with a pass.
        players, step = len(seen.counts), -1 if seen.reversed_turns else 1
        first = self._asked_first(seen, step)
        for number, call in enumerate(seen.calls):
            at[_from(seen, (first + step * number) % players)] = call or -1

    @staticmethod
    def _asked_first(seen: Observation, step: int) -> int:
        assert seen.turn is not None
        return (seen.turn - step * len(seen.calls)) % len(seen.counts)

    def _auctions(self) -> list[str]:
        book = self.game.rulebook
        names = {auction.name for auction in book.auctions}
        return [name for name in book.play.before if name in names]

    def _roles(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        names = self._auctions()
        for name, seat in seen.roles:
            at[names.index(name), _from(seen, seat)] = 1

    def _bids(self, seen: Observation, _: Sequence[Cards], at: Any) -> None:
        for number, made in enumerate(seen.bids):
            for seat, bid in enumerate(made):
                at[number, _from(seen, seat)] = bid


# ---- what is told alike everywhere -----------------------------------------------------------------------------------


def _from(seen: Observation, seat: int) -> int:
    """A seat as counted from the observer."""
    return (seat - seen.seat) % len(seen.counts)


def _one(at: Any, place: int) -> None:
    at[place] = 1


def _add_cards(at: Any, cards: Iterable[int]) -> None:
    for card in cards:
        at[card] += 1


def _seat(name: str) -> Put:
    def put(seen: Observation, _: Sequence[Cards], at: Any) -> None:
        seat = getattr(seen, name)
        if seat is not None:
            at[_from(seen, seat)] = 1

    return put


def _seats(name: str) -> Put:
    def put(seen: Observation, _: Sequence[Cards], at: Any) -> None:
        for seat in getattr(seen, name):
            at[_from(seen, seat)] = 1

    return put


def _cards(name: str) -> Put:
    return lambda seen, _, at: _add_cards(at, getattr(seen, name))


def _counts(name: str) -> Put:
    def put(seen: Observation, _: Sequence[Cards], at: Any) -> None:
        for seat, number in enumerate(getattr(seen, name)):
            at[_from(seen, seat)] = float(number)

    return put


def _hands(name: str) -> Put:
    def put(seen: Observation, _: Sequence[Cards], at: Any) -> None:
        for seat, cards in enumerate(getattr(seen, name)):
            _add_cards(at[_from(seen, seat)], cards)

    return put


def _flag(name: str) -> Put:
    return lambda seen, _, at: _one(at, 0) if getattr(seen, name) else None


def _number(name: str) -> Put:
    def put(seen: Observation, _: Sequence[Cards], at: Any) -> None:
        at[0] = getattr(seen, name)

    return put


def _gifts(given: bool) -> Put:
    def put(seen: Observation, _: Sequence[Cards], at: Any) -> None:
        for gift in seen.gifts:
            mine, other = (gift.giver, gift.taker) if given else (gift.taker, gift.giver)
            if mine == seen.seat:
                _add_cards(at[_from(seen, other)], gift.cards)

    return put


def _table(seen: Observation, _: Sequence[Cards], at: Any) -> None:
    if seen.table is not None:
        _add_cards(at, seen.table.pieces)


def _played(seen: Observation, played: Sequence[Cards], at: Any) -> None:
    for seat, cards in enumerate(played):
        _add_cards(at[_from(seen, seat)], cards)


def _opening_card(seen: Observation, _: Sequence[Cards], at: Any) -> None:
    if seen.opening_card is not None:
        at[seen.opening_card] = 1


def _out(seen: Observation, _: Sequence[Cards], at: Any) -> None:
    for place, seat in enumerate(seen.out, 1):
        at[_from(seen, seat)] = place


def _discards(seen: Observation, _: Sequence[Cards], at: Any) -> None:
    if seen.discards:
        _add_cards(at, seen.discards[seen.seat])


def _paid(seen: Observation, _: Sequence[Cards], at: Any) -> None:
    for paid in seen.paid:
        at[_from(seen, paid.payee)] += float(paid.amount)
        if paid.payer >= 0:
            at[_from(seen, paid.payer)] -= float(paid.amount)
