"""The keys by which plays of a type are compared: what each key measures, and how two measures compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from cardwright.dsl import model

from .parts import PartRule
from .pieces import Pieces, Place
from .play import Cards, Filling

Parts: TypeAlias = Sequence[tuple[str, Filling]]
"""The parts of a play by label (empty: without one)."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One key of a combination. The value is None where a play lacks it; otherwise a number, a place (`partial`:
    scale first, comparable only on the same scale), or (`several`) a tuple of such."""

    key: model.Key
    value: Callable[[Cards, Parts], Any]
    show: Callable[[Cards, Parts], str]
    identity: tuple[Any, ...]
    """What makes two keys of different types the same key."""
    partial: bool = False
    several: bool = False

    def compare(self, left: Any, right: Any) -> int | None:
        """1, 0 or -1; None if the two are incomparable. Who lacks what the other has is lower: were they equal, three
        plays could beat one another in a circle."""
        if left is None or right is None:
            return (left is not None) - (right is not None)
        if not self.several:
            return _compared(left, right, self.partial)
        for a, b in zip(left, right, strict=False):
            result = _compared(a, b, self.partial)
            if result != 0:
                return result
        return (len(left) > len(right)) - (len(left) < len(right))


def _compared(left: Any, right: Any, partial: bool) -> int | None:
    if partial and left[0] != right[0]:
        return None
    return (left > right) - (left < right)  # type: ignore[no-any-return]


def compare(measures: Sequence[Measure], left: Sequence[Any], right: Sequence[Any]) -> int | None:
    """Compare key after key; the first that differs decides."""
    for measure, a, b in zip(measures, left, right, strict=True):
        result = measure.compare(a, b)
        if result != 0:
            return result
    return 0


class Keys:
    """Makes the measures of one rulebook."""

    def __init__(
        self,
        pieces: Pieces,
        orders: tuple[model.Order, ...],
        fixed_pieces: Callable[[model.Class], frozenset[int]],
    ) -> None:
        self._pieces = pieces
        self._orders = {order.name: order for order in orders}
        self._fixed_pieces = fixed_pieces

    def measure(self, key: model.Key, rules: Sequence[PartRule]) -> Measure:
        """The measure of a key for a pattern."""
        ranks = self._rank_places(key.by)
        partial = len({scale for scale, _ in ranks}) > 1
        members = None if key.card is None else self._fixed_pieces(key.card)
        identity = (key.what, key.name, key.part, key.by, members)

        def made(value: Callable[[Cards, Parts], Any], show: Callable[[Cards, Parts], str], **more: bool) -> Measure:
            return Measure(key, value, show, identity, **more)

        pick = _picker(key.part)
        match key.what:
            case "size":
                return made(lambda cards, parts: len(pick(cards, parts)), lambda c, p: str(len(pick(c, p))))
            case "length":
                measured = length_of(rules, self._pieces) if key.part is None else self._count_ranks
                return made(
                    lambda cards, parts: measured(pick(cards, parts), parts),
                    lambda cards, parts: str(measured(pick(cards, parts), parts)),
                )
            case "rank":
                rank = self._shared(self._pieces.ranks)
                return made(
                    lambda cards, parts: _at(ranks, rank(pick(cards, parts)), partial),
                    lambda cards, parts: _named(self._pieces.deck.ranks, rank(pick(cards, parts))),
                    partial=partial,
                )
            case "suit":
                return self._suit(made, pick)
            case "ranks":
                high_to_low = self._high_to_low(ranks)
                return made(
                    lambda cards, parts: tuple(_at(ranks, r, partial) for r in high_to_low(pick(cards, parts))),
                    lambda cards, parts: " ".join(
                        self._pieces.deck.ranks[rank] for rank in high_to_low(pick(cards, parts))
                    ),
                    partial=partial,
                    several=True,
                )
            case "place":
                assert key.name is not None
                return self._place(made, self._orders[key.name], key.part)
            case "highest_card" | "lowest_card" | "last_card" | "piece":
                return self._card(made, key, ranks, partial, members)

    # ---- ranks -------------------------------------------------------------------------------------------------

    def _rank_places(self, by: str | None) -> tuple[Place, ...]:
        """The place of each rank, as the deck or an order has it."""
        if by is None:
            return self._pieces.rank_places
        found = {names[0]: height for height, tier in enumerate(self._orders[by].tiers) for names in tier}
        ranks = self._pieces.deck.ranks
        return tuple((0, found[name]) if name in found else (-1 - at, 0) for at, name in enumerate(ranks))

    def _shared(self, values: Sequence[int | None]) -> Callable[[Cards], int | None]:
        def shared(cards: Cards) -> int | None:
            found = {values[card] for card in cards}
            return found.pop() if len(found) == 1 else None

        return shared

    def _high_to_low(self, places: Sequence[Place]) -> Callable[[Cards], list[int]]:
        ranks = self._pieces.ranks
        return lambda cards: sorted((ranks[card] for card in cards), key=lambda rank: places[rank], reverse=True)

    def _count_ranks(self, cards: Cards, parts: Parts) -> int:
        return len({self._pieces.ranks[card] for card in cards})

    # ---- suits, runs and cards ---------------------------------------------------------------------------------

    def _suit(self, made: Callable[..., Measure], pick: Callable[[Cards, Parts], Cards]) -> Measure:
        pieces = self._pieces
        suit = self._shared(pieces.suits)
        partial = len({scale for scale, _ in pieces.suit_places}) > 1
        return made(
            lambda cards, parts: _at(pieces.suit_places, suit(pick(cards, parts)), partial),
            lambda cards, parts: _named(pieces.deck.suits, suit(pick(cards, parts))),
            partial=partial,
        )

    def _place(self, made: Callable[..., Measure], order: model.Order, part: str | None) -> Measure:
        pieces, pick = self._pieces, _picker(part)
        at = pieces.rank_at
        if order.of == "ranks":
            heights = {int(at[names[0]]): height for height, tier in enumerate(order.tiers) for names in tier}

            def highest(cards: Cards, parts: Parts) -> int | None:
                found = [heights[rank] for card in pick(cards, parts) if (rank := pieces.ranks[card]) in heights]
                return max(found) if found else None

            return made(highest, lambda cards, parts: str(highest(cards, parts)))
        by_window = {tuple(int(at[n]) for n in names): height for height, t in enumerate(order.tiers) for names in t}
        by_ranks: dict[frozenset[int], int] = {}
        for window, height in by_window.items():
            by_ranks[frozenset(window)] = max(height, by_ranks.get(frozenset(window), 0))

        def place(cards: Cards, parts: Parts) -> int | None:
            window = _window(parts, part)
            if window is not None and window in by_window:
                return by_window[window]
            return by_ranks.get(frozenset(int(pieces.ranks[card]) for card in pick(cards, parts)))

        def show(cards: Cards, parts: Parts) -> str:
            window = _window(parts, part) or sorted({int(pieces.ranks[card]) for card in pick(cards, parts)})
            return "-".join(pieces.deck.ranks[rank] for rank in window)

        return made(place, show)

    def _card(
        self,
        made: Callable[..., Measure],
        key: model.Key,
        ranks: Sequence[Place],
        partial: bool,
        members: frozenset[int] | None,
    ) -> Measure:
        """One card of the play, by rank and then suit."""
        pieces, pick, extreme = self._pieces, _picker(key.part), min if key.what == "lowest_card" else max
        places = {
            card: (*ranks[rank], suit_place) if partial else (ranks[rank][1], suit_place)
            for card, (rank, (_, _, suit_place)) in enumerate(zip(pieces.ranks, pieces.card_places, strict=True))
        }

        def card(cards: Cards, parts: Parts) -> int | None:
            found: Sequence[int] = pick(cards, parts)
            if key.what == "last_card":
                window = _window(parts, key.part)
                found = [] if window is None else [c for c in found if pieces.ranks[c] == window[-1]]
            elif members is not None:
                found = [c for c in found if c in members]
            # Among cards that cannot be compared there is no highest.
            if not found or (partial and len({places[c][0] for c in found}) > 1):
                return None
            return extreme(found, key=lambda c: places[c])

        def value(cards: Cards, parts: Parts) -> tuple[int, ...] | None:
            chosen = card(cards, parts)
            return None if chosen is None else places[chosen]

        return made(value, lambda cards, parts: _named(pieces.names, card(cards, parts)), partial=partial)


def length_of(rules: Sequence[PartRule], pieces: Pieces) -> Callable[[Cards, Parts], int]:
    """How long a play is: the ranks of its run, or of its groups, or else of all of it."""
    at = next((at for at, rule in enumerate(rules) if rule.windows is not None), None)
    if at is None:
        at = next((at for at, rule in enumerate(rules) if isinstance(rule.part, model.EachOf)), None)
    ranks = pieces.ranks
    return lambda cards, parts: len({ranks[card] for card in (cards if at is None else parts[at][1].cards)})


def _picker(part: str | None) -> Callable[[Cards, Parts], Cards]:
    """The cards a key looks at: all, or those of a part."""
    if part is None:
        return lambda cards, parts: cards
    return lambda cards, parts: next((filling.cards for label, filling in parts if label == part), ())


def _window(parts: Parts, part: str | None) -> tuple[int, ...] | None:
    """The run of a part, or the first run of the play."""
    for label, filling in parts:
        if filling.window is not None and (part is None or label == part):
            return filling.window
    return None


def _at(places: Sequence[Place], index: int | None, partial: bool) -> Any:
    if index is None:
        return None
    return places[index] if partial else places[index][1]


def _named(names: Sequence[str] | Mapping[int, str], index: int | None) -> str:
    return "nothing" if index is None else names[index]
