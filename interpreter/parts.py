"""What each part of a pattern asks, as a definition: given cards and the parts before, do they fill this part?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from cardwright.dsl import model

from .pieces import Pieces
from .play import Cards, Filling, Window


class Values:
    """The value of every piece in one attribute; None where it has none (the suit of a joker)."""

    def __init__(self, pieces: Pieces, attribute: model.Attribute) -> None:
        self.attribute = attribute
        values: Iterable[int | None]
        match attribute:
            case "rank":
                values = pieces.ranks
            case "suit":
                values = pieces.suits
            case "identity":
                values = range(len(pieces))
        self.of: tuple[int | None, ...] = tuple(None if value is None else int(value) for value in values)
        present = {self.of[card] for card in pieces.all} - {None}
        self.present: tuple[int, ...] = tuple(sorted(value for value in present if value is not None))

    def shared(self, cards: Iterable[int]) -> int | None:
        """The value that all these cards have, None if there is none."""
        found = {self.of[card] for card in cards}
        return found.pop() if len(found) == 1 else None

    def used(self, earlier: Sequence[Filling]) -> set[int | None]:
        """The values of all cards in the parts before."""
        return {self.of[card] for filling in earlier for card in filling.cards}


@dataclass(frozen=True, slots=True)
class PartRule:
    """One part of a pattern with its names looked up."""

    part: model.Part
    label: str
    members: frozenset[int] | None
    """The pieces the part may hold, None: any."""
    alike: tuple[Values, ...]
    not_alike: tuple[Values, ...]
    ranks: Values
    another: Values | None = None
    others: Values | None = None
    groups: Values | None = None
    """What `each of` and `every` group by."""
    windows: tuple[Window, ...] | None = None
    """The runs the part may be, the highest first; None: it need not be a run."""
    by_values: dict[frozenset[int], tuple[Window, ...]] = field(default_factory=dict)
    items: tuple[frozenset[int], ...] = ()
    """The pieces that each item of a list allows."""
    item_ranks: Window | None = None
    """The ranks of a list written as a run."""
    per: int | None = None
    """The part whose ranks multiply the amount."""

    def times(self, earlier: Sequence[Filling]) -> int:
        """By how much the amount is multiplied."""
        if self.per is None:
            return 1
        return len({self.ranks.of[card] for card in earlier[self.per].cards})

    def ways(self, cards: Cards, earlier: Sequence[Filling], whole: Cards) -> Iterator[Filling]:
        """Every way in which exactly these cards fill the part; `whole` is what `no J` looks at."""
        if not cards and not isinstance(self.part, model.Lacking):
            return  # Nothing is never a part of a play.
        if self.members is not None and not self.members.issuperset(cards):
            return
        if any(values.shared(cards) is None for values in self.alike):
            return
        if any(values.shared(cards) is not None for values in self.not_alike):
            return
        match self.part:
            case model.Lacking():
                if not cards and not any(piece in item for item in self.items for piece in whole):
                    yield Filling(cards)
            case model.Listed():
                if _assigned(cards, self.items):
                    yield Filling(cards, self.item_ranks)
            case model.Every():
                assert self.groups is not None
                if Counter(self.groups.of[card] for card in cards) == Counter(self.groups.present):
                    yield Filling(cards)
            case model.EachOf(each=each, groups=groups):
                assert self.groups is not None
                counts = Counter(self.groups.of[card] for card in cards)
                if None not in counts and within(len(counts), groups) and all(within(n, each) for n in counts.values()):
                    yield from self._in_order(cards, self.groups)
            case model.Sized(amount=amount):
                if self._counts(cards, amount, earlier):
                    yield from self.runs(cards)

    def _counts(self, cards: Cards, amount: model.Amount, earlier: Sequence[Filling]) -> bool:
        """Whether there are as many cards as asked, of values not used before where that is asked."""
        times = self.times(earlier)
        if self.others is not None and not self.others.used(earlier).isdisjoint(
            value for card in cards if (value := self.others.of[card]) is not None
        ):
            return False
        if self.another is None:
            return within(len(cards), amount, times)
        counts = Counter(self.another.of[card] for card in cards)
        if None in counts or not self.another.used(earlier).isdisjoint(counts):
            return False
        return len(counts) == times and all(within(number, amount) for number in counts.values())

    def runs(self, cards: Cards) -> Iterator[Filling]:
        """The runs of ranks that the cards make, or the cards alone where no run is asked."""
        return self._in_order(cards, self.ranks)

    def _in_order(self, cards: Cards, values: Values) -> Iterator[Filling]:
        if self.windows is None:
            yield Filling(cards)
            return
        found = [values.of[card] for card in cards]
        if isinstance(self.part, model.Sized) and len(set(found)) < len(found):
            return
        held = frozenset(value for value in found if value is not None)
        for window in self.by_values.get(held, ()):
            yield Filling(cards, window)


def within(number: int, amount: model.Amount, times: int = 1) -> bool:
    """Whether a number is in an amount (multiplied)."""
    return amount.least * times <= number and (amount.most is None or number <= amount.most * times)


def _assigned(cards: Sequence[int], items: Sequence[frozenset[int]]) -> bool:
    """Whether the cards can be given to the items one to one."""
    if len(cards) != len(items):
        return False
    if not items:
        return True
    return any(
        card in items[0] and _assigned([*cards[:at], *cards[at + 1 :]], items[1:])
        for at, card in enumerate(cards)
        if card not in cards[:at]
    )


class PartReader:
    """Looks up the names in the parts of patterns."""

    def __init__(
        self,
        pieces: Pieces,
        orders: tuple[model.Order, ...],
        fixed_pieces: Callable[[model.Class], frozenset[int]],
    ) -> None:
        self._pieces = pieces
        self._orders = {order.name: order for order in orders}
        self._fixed_pieces = fixed_pieces
        self._values = {name: Values(pieces, name) for name in _ATTRIBUTES}

    def read(self, pattern: model.Pattern) -> tuple[PartRule, ...]:
        """The parts of a pattern, in order."""
        labels: list[str] = []
        rules: list[PartRule] = []
        for part in pattern.parts:
            rules.append(self._part(part, labels))
            labels.append(rules[-1].label)
        return tuple(rules)

    def _part(self, part: model.Part, labels: list[str]) -> PartRule:
        if isinstance(part, model.Lacking):
            items = tuple(self._fixed_pieces(item) for item in part.items)
            return PartRule(part, "", None, (), (), self._values["rank"], items=items)
        members: frozenset[int] | None = None
        if not isinstance(part, model.Listed):
            for cls in part.members:
                members = self._fixed_pieces(cls) if members is None else members & self._fixed_pieces(cls)
        windows: tuple[Window, ...] | None = None
        by_values: dict[frozenset[int], tuple[Window, ...]] = {}
        if isinstance(part, model.Sized | model.EachOf) and part.in_order is not None:
            attribute = part.attribute if isinstance(part, model.EachOf) else "rank"
            windows = tuple(self.windows(part.in_order, self._values[attribute]))
            for window in windows:
                by_values[frozenset(window)] = (*by_values.get(frozenset(window), ()), window)
        return PartRule(
            part=part,
            label=part.label or "",
            members=members,
            alike=tuple(self._values[attribute] for attribute in part.alike),
            not_alike=tuple(self._values[attribute] for attribute in part.not_alike),
            ranks=self._values["rank"],
            another=self._values[part.another] if isinstance(part, model.Sized) and part.another else None,
            others=self._values[part.others] if isinstance(part, model.Sized) and part.others else None,
            groups=self._values[part.attribute] if isinstance(part, model.EachOf | model.Every) else None,
            windows=windows,
            by_values=by_values,
            items=tuple(self._fixed_pieces(item) for item in part.items) if isinstance(part, model.Listed) else (),
            item_ranks=self._item_ranks(part) if isinstance(part, model.Listed) and part.run else None,
            per=labels.index(part.per) if isinstance(part, model.Sized) and part.per is not None else None,
        )

    def _item_ranks(self, part: model.Listed) -> Window | None:
        """The ranks of a listed run, in its order; None where an item is not of one rank."""
        ranks = [self._values["rank"].shared(self._fixed_pieces(item)) for item in part.items]
        return tuple(rank for rank in ranks if rank is not None) if None not in ranks else None

    def windows(self, run: model.InOrder, values: Values) -> Iterator[Window]:
        """Every run of an order, the highest first."""
        order = self._orders[run.order] if run.order is not None else None
        if order is not None and order.of == "runs":
            yield from self._listed_windows(order, run)
            return
        tiers = self._tiers(order, values)
        heights = {value: height for height, tier in enumerate(tiers) for value in tier}
        low = 0 if run.low is None else heights[self._value(run.low, values)]
        high = len(tiers) - 1 if run.high is None else heights[self._value(run.high, values)]
        for last in range(high, low - 1, -1):
            for first in range(low, last + 1):
                yield from product(*tiers[first : last + 1])

    def _listed_windows(self, order: model.Order, run: model.InOrder) -> Iterator[Window]:
        at = self._pieces.rank_at
        low = 0 if run.low is None else at[run.low]
        high = len(at) - 1 if run.high is None else at[run.high]
        for tier in reversed(order.tiers):
            for names in tier:
                window = tuple(int(at[name]) for name in names)
                if all(low <= rank <= high for rank in window):
                    yield window

    def _tiers(self, order: model.Order | None, values: Values) -> list[tuple[int, ...]]:
        """The places of an order of ranks, from low to high; without an order, the values as written."""
        if order is None:
            count = max(values.present, default=-1) + 1
            return [(value,) for value in range(count)]
        return [tuple(int(self._pieces.rank_at[names[0]]) for names in tier) for tier in order.tiers]

    def _value(self, name: str, values: Values) -> int:
        match values.attribute:
            case "rank":
                return int(self._pieces.rank_at[name])
            case "suit":
                return int(self._pieces.suit_at[name])
            case "identity":
                return self._pieces.index_at[name]


_ATTRIBUTES: tuple[model.Attribute, ...] = ("rank", "suit", "identity")
