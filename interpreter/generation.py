"""How the cards that fill a pattern are found in a hand: straight from its buckets, never by trying subsets.

Every part has a plan of its own; the plans are joined from left to right, so that parts share no piece. High cards
come first, so that whoever looks for one strong play finds it soon.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import TypeAlias

from cardwright.dsl import model

from .parts import PartRule, Values, within
from .pieces import Pieces
from .play import Cards, Filling

Span: TypeAlias = tuple[int, int]
"""The least and the most cards."""

_MOST = 1 << 30


class Pool:
    """Cards to choose from, high to low, sorted into buckets when somebody asks."""

    __slots__ = ("_buckets", "cards", "several")

    def __init__(self, cards: Sequence[int], several: bool) -> None:
        self.cards = tuple(cards)
        self.several = several
        """Whether equal pieces may be among them."""
        self._buckets: dict[str, dict[int, Pool]] = {}

    def by(self, values: Values) -> dict[int, Pool]:
        """The cards by their value; cards without one are in no bucket."""
        buckets = self._buckets.get(values.attribute)
        if buckets is None:
            of = values.of
            lists: dict[int, list[int]] = {}
            for card in self.cards:
                value = of[card]
                if value is not None:
                    if value in lists:
                        lists[value].append(card)
                    else:
                        lists[value] = [card]
            several = self.several
            buckets = {value: Pool(cards, several) for value, cards in lists.items()}
            self._buckets[values.attribute] = buckets
        return buckets

    def where(self, allowed: Callable[[int], bool]) -> Pool:
        """The cards that are allowed."""
        return Pool([card for card in self.cards if allowed(card)], self.several)

    def without(self, taken: Sequence[int]) -> Pool:
        """The cards that are left when some are taken."""
        left = list(self.cards)
        for card in taken:
            left.remove(card)
        return Pool(left, self.several)

    def choose(self, size: int) -> Iterator[Cards]:
        """Every way to choose so many cards; equal pieces are the same choice."""
        if not self.several or len(set(self.cards)) == len(self.cards):
            return combinations(self.cards, size)
        return self._choose_distinct(0, size)

    def _choose_distinct(self, start: int, size: int) -> Iterator[Cards]:
        cards = self.cards
        if size == 0:
            yield ()
            return
        for at in range(start, len(cards) - size + 1):
            if at == start or cards[at] != cards[at - 1]:
                for others in self._choose_distinct(at + 1, size - 1):
                    yield (cards[at], *others)

    def choose_within(self, span: Span) -> Iterator[Cards]:
        """Every way to choose as many cards as a span allows, large choices first."""
        low, high = span
        if low == high:
            return self.choose(low)
        return self._choose_sizes(low, high)

    def _choose_sizes(self, low: int, high: int) -> Iterator[Cards]:
        for size in range(min(high, len(self.cards)), low - 1, -1):
            yield from self.choose(size)


@dataclass(frozen=True, slots=True)
class Plan:
    """How one part is filled."""

    rule: PartRule
    one_by_one: bool
    """Whether pieces of values used before are out anyway, so that the cards taken need not be taken out."""

    def span(self, earlier: Sequence[Filling] | None = None) -> Span:
        """How many cards the part holds at least and at most, whatever fills the parts before or given those."""
        rule = self.rule
        match rule.part:
            case model.Lacking():
                return (0, 0)
            case model.Listed():
                return (len(rule.items), len(rule.items))
            case model.Every():
                assert rule.groups is not None
                return (len(rule.groups.present), len(rule.groups.present))
            case model.EachOf(each=each, groups=groups):
                return (each.least * groups.least, most(each) * most(groups))
            case model.Sized(amount=amount):
                if rule.per is None:
                    return (amount.least, most(amount))
                if earlier is None:
                    return (amount.least, _MOST)
                times = rule.times(earlier)
                return (amount.least * times, most(amount) * times)

    def fill(self, pool: Pool, earlier: Sequence[Filling], room: Span) -> Iterator[Filling]:
        """Every way to fill the part from the pool with as many cards as there is room for."""
        rule = self.rule
        for cards in self.choices(pool, earlier, room):
            if rule.windows is None:
                yield Filling(cards, rule.item_ranks)
            else:
                yield from rule.runs(cards)

    def choices(self, pool: Pool, earlier: Sequence[Filling], room: Span) -> Iterator[Cards]:
        """The cards that fill the part in some way."""
        rule = self.rule
        least, highest = self.span(earlier)
        span = (max(least, room[0]), min(highest, room[1], len(pool.cards)))
        if span[0] > span[1]:
            return iter(())
        if rule.members is not None:
            pool = pool.where(rule.members.__contains__)
        if rule.others is not None:
            pool = _unused(pool, rule.others, earlier)
        if not rule.alike:
            found = self._inside(pool, earlier, span)
        else:
            pools = [pool]
            for values in rule.alike:
                pools = [b for pool in pools for b in pool.by(values).values() if len(b.cards) >= span[0]]
            found = chain.from_iterable(self._inside(pool, earlier, span) for pool in pools)
        if rule.not_alike:
            return (cards for cards in found if all(values.shared(cards) is None for values in rule.not_alike))
        return found

    def _inside(self, pool: Pool, earlier: Sequence[Filling], span: Span) -> Iterator[Cards]:
        """The choices from a pool that is filtered and alike already."""
        rule = self.rule
        match rule.part:
            case model.Sized():
                if rule.another is not None:
                    return self._another(pool, rule.another, earlier, span)
                if rule.windows is not None:
                    return self._run(pool, span)
                return pool.choose_within(span)
            case model.EachOf(each=each, groups=groups):
                assert rule.groups is not None
                return self._each_of(pool.by(rule.groups), each, groups, span)
            case model.Every():
                assert rule.groups is not None
                buckets = pool.by(rule.groups)
                if not buckets or len(buckets) < len(rule.groups.present):
                    return iter(())
                return _one_each([buckets[value] for value in rule.groups.present])
            case model.Listed():
                return iter(dict.fromkeys(tuple(sorted(cards)) for cards in _listed(pool, rule.items)))
            case model.Lacking():
                return iter(((),))

    def _run(self, pool: Pool, span: Span) -> Iterator[Cards]:
        """One card of each value of a run."""
        buckets = pool.by(self.rule.ranks)
        low, high = span
        if len(buckets) < low:
            return
        for values in self.rule.by_values:
            if low <= len(values) <= high and buckets.keys() >= values:
                yield from _one_each([buckets[value] for value in values])

    def _each_of(
        self, buckets: dict[int, Pool], each: model.Amount, groups: model.Amount, span: Span
    ) -> Iterator[Cards]:
        """So many cards of each of so many values."""
        able = {value: pool for value, pool in buckets.items() if len(pool.cards) >= each.least}
        if len(able) < groups.least:
            return
        chosen: Iterable[Collection[int]]
        if self.rule.windows is not None:
            chosen = (run for run in self.rule.by_values if within(len(run), groups) and able.keys() >= run)
        else:
            largest = min(most(groups), len(able))
            chosen = (c for size in range(largest, groups.least - 1, -1) for c in combinations(able, size))
        for values in chosen:
            if len(values) * each.least <= span[1] and len(values) * most(each) >= span[0]:
                yield from _groups([able[value] for value in values], each, span)

    def _another(self, pool: Pool, values: Values, earlier: Sequence[Filling], span: Span) -> Iterator[Cards]:
        """Cards of a value that no part before has used; with `per`, that many such groups."""
        used = values.used(earlier)
        free = [bucket for value, bucket in pool.by(values).items() if value not in used]
        if self.rule.per is None:
            for bucket in free:
                yield from bucket.choose_within(span) if self.rule.windows is None else self._run(bucket, span)
            return
        assert isinstance(self.rule.part, model.Sized)
        amount = self.rule.part.amount
        able = [bucket for bucket in free if len(bucket.cards) >= amount.least]
        for buckets in combinations(able, self.rule.times(earlier)):
            for cards in _groups(buckets, amount, span):
                if self.rule.windows is None or any(self.rule.runs(cards)):
                    yield cards


class Planner:
    """The joined plans of one pattern."""

    def __init__(self, pieces: Pieces, rules: tuple[PartRule, ...]) -> None:
        self._pieces = pieces
        self.deck = len(pieces.all)
        self._several = any(copies > 1 for copies in pieces.copies)
        self.rules = rules
        self.plans = tuple(Plan(rule, _leaves_used(rule)) for rule in rules)
        self.untouched = any(getattr(rule.part, "untouched", False) for rule in rules)
        spans = [plan.span() for plan in self.plans]
        # A later part repeated per rank of an earlier one may need more than its own amount; never fewer.
        self.span: Span = (sum(low for low, _ in spans), min(_MOST, sum(high for _, high in spans)))
        self._rest = [
            (sum(low for low, _ in spans[at + 1 :]), sum(high for _, high in spans[at + 1 :]))
            for at in range(len(spans))
        ]
        # `every suit` where there are no suits: nothing fills it, not even nothing. More ranks than the deck has.
        self.empty = any(
            isinstance(rule.part, model.Every) and (rule.groups is None or not rule.groups.present) for rule in rules
        ) or any(1 + sum(one.another is values for one in rules[1:]) > len(values.present)
                 for rule in rules[1:] if (values := rule.another) is not None)  # fmt: skip
        self._lacking = [rule for rule in rules if isinstance(rule.part, model.Lacking)]
        heights = pieces.heights
        places = sorted(range(len(pieces)), key=lambda card: (-heights[card], card))
        self._place = {card: place for place, card in enumerate(places)}
        """Where each piece stands in a pool."""
        counted = {rule.per for rule in rules}
        alike = [at > 0 and not {at - 1, at} & counted and _interchangeable(rules[at - 1], rule, at == 1)
                 for at, rule in enumerate(rules)]  # fmt: skip
        # Parts that ask the same are filled in one order; where names tell them apart, only if but the cards matter.
        self._alike = self._waiting(alike)
        self._unnamed = self._waiting(
            [same and not rules[at - 1].label and not rules[at].label for at, same in enumerate(alike)]
        )

    def pool(self, cards: Cards) -> Pool:
        """The cards as a pool, high to low."""
        return Pool(sorted(cards, key=self._pieces.heights.__getitem__, reverse=True), self._several)

    def fill(self, pool: Pool, size: Span = (0, _MOST)) -> Iterator[tuple[Filling, ...]]:
        """Every way to fill the parts from the pool with as many cards as the span says; of ways that only exchange
        what nameless parts have that ask the same, one."""
        return self._fill(pool, size, self._unnamed)

    def _fill(self, pool: Pool, size: Span, alike: Sequence[int]) -> Iterator[tuple[Filling, ...]]:
        low, high = max(size[0], self.span[0]), min(size[1], self.span[1], len(pool.cards))
        if low > high or self.empty:
            return iter(())
        return self._join(pool, (), pool, (low, high), alike)

    def choices(self, pool: Pool, size: Span) -> set[Cards]:
        """The sets of cards in the pool, sorted, that fill the pattern in some way."""
        return set(self.found(pool, size))

    def found(self, pool: Pool, size: Span) -> Iterator[Cards]:
        """The same, one after another; sets may come again."""
        if len(self.plans) > 1:
            for filled in self._fill(pool, size, self._alike):
                yield tuple(sorted(chain.from_iterable([filling.cards for filling in filled])))
            return
        low, high = max(size[0], self.span[0]), min(size[1], self.span[1], len(pool.cards))
        if low <= high:
            for cards in self.plans[0].choices(pool, (), (low, high)):
                yield tuple(sorted(cards))

    def lacks(self, whole: Cards) -> bool:
        """Whether nothing is there that the pattern forbids."""
        return not any(card in item for rule in self._lacking for item in rule.items for card in whole)

    def _places(self, cards: Cards) -> list[int]:
        return sorted(map(self._place.__getitem__, cards))

    def _following(self, free: Pool, filled: Sequence[Filling]) -> int:
        """How many cards are left for parts that ask the same as the last one filled, and follow it in order; of each
        value as few as go."""
        first, rule, place = min(self._places(filled[-1].cards)), self.rules[len(filled)], self._place
        cards = [card for card in free.cards if place[card] >= first]
        if rule.another is None:
            return len(cards) - len(filled[-1].cards)
        assert isinstance(rule.part, model.Sized)
        values = {rule.another.of[card] for card in cards} - rule.another.used(filled) - {None}
        return len(values) * rule.part.amount.least

    def _waiting(self, alike: Sequence[bool]) -> tuple[int, ...]:
        """For each part that asks the same as the one before: how many cards it and those after it like it take."""
        taken = [0] * (len(alike) + 1)
        for at in reversed(range(len(alike))):
            taken[at] = self.plans[at].span()[0] + taken[at + 1] if alike[at] else 0
        return tuple(taken[:-1])

    def _join(
        self, pool: Pool, earlier: tuple[Filling, ...], left: Pool, room: Span, alike: Sequence[int]
    ) -> Iterator[tuple[Filling, ...]]:
        """`alike`: for parts that ask the same as the part before, and are filled after it in order, how many cards
        they and those that follow in that order take at least."""
        at = len(earlier)
        plan = self.plans[at]
        rest_low, rest_high = self._rest[at]
        last = at == len(self.plans) - 1
        if last and at and room[0] == room[1] and not isinstance(plan.rule.part, model.Lacking):
            rest = pool.without([card for filling in earlier for card in filling.cards])
            if len(rest.cards) == room[0]:
                # All that is left goes to the last part, or nothing does.
                for filling in plan.rule.ways(rest.cards, earlier, pool.cards):
                    if not alike[at] or self._places(filling.cards) >= self._places(earlier[-1].cards):
                        yield (*earlier, filling)
                return
        free = pool if plan.one_by_one else left
        place = self._place
        before = self._places(earlier[-1].cards) if alike[at] else []
        if before:
            first = before[0]
            free = free.where(lambda card: place[card] >= first)
        for filling in plan.fill(free, earlier, (room[0] - rest_high, room[1] - rest_low)):
            if before and self._places(filling.cards) < before:
                continue
            if not last and alike[at + 1] and self._following(free, (*earlier, filling)) < alike[at + 1]:
                continue
            if last:
                yield (*earlier, filling)
                continue
            size = len(filling.cards)
            # The cards taken are only taken out where the next part could take them again.
            later_left = left if all(p.one_by_one for p in self.plans[at + 1 :]) else left.without(filling.cards)
            yield from self._join(pool, (*earlier, filling), later_left, (room[0] - size, room[1] - size), alike)


def most(amount: model.Amount) -> int:
    """The most an amount allows."""
    return _MOST if amount.most is None else amount.most


def _leaves_used(rule: PartRule) -> bool:
    """Whether the part itself passes over every card of the parts before: each has a rank and an identity."""
    return any(v is not None and v.attribute in ("rank", "identity") for v in (rule.another, rule.others))


def _interchangeable(one: PartRule, other: PartRule, first: bool) -> bool:
    """Whether two parts that follow one another ask the same: what fills one could fill the other. `first`: nothing
    stands before them, so `of a rank` and `of another rank` are the same."""
    if not (isinstance(one.part, model.Sized) and isinstance(other.part, model.Sized)):
        return False
    if one.windows is not None or other.windows is not None or one.per is not None or other.per is not None:
        return False
    amounts = {(part.amount.least, part.amount.most) for part in (one.part, other.part)}
    kept = (one.alike, one.another)
    if first and one.another is None and len(one.alike) == 1 and other.another is not None:
        kept = ((), one.alike[0])
    asked = (*kept, one.members, one.not_alike, one.others)
    return len(amounts) == 1 and asked == (other.alike, other.another, other.members, other.not_alike, other.others)


def _unused(pool: Pool, values: Values, earlier: Sequence[Filling]) -> Pool:
    """The cards whose value no part before has used."""
    used = values.used(earlier) - {None}
    return pool.where(lambda card: values.of[card] not in used)


def _groups(pools: Sequence[Pool], each: model.Amount, span: Span) -> Iterator[Cards]:
    """So many cards from each bucket, as many together as the span allows."""
    choices = [list(pool.choose_within((each.least, most(each)))) for pool in pools]
    for choice in product(*choices):
        cards = tuple(chain.from_iterable(choice))
        if span[0] <= len(cards) <= span[1]:
            yield cards


def _one_each(pools: Sequence[Pool]) -> Iterator[Cards]:
    """One card from each bucket; equal pieces are the same choice."""
    return product(*(tuple(dict.fromkeys(pool.cards)) if pool.several else pool.cards for pool in pools))


def _listed(pool: Pool, items: tuple[frozenset[int], ...]) -> Iterator[Cards]:
    """Cards for each item of a list; items that allow the same pieces are filled together."""
    if not items:
        yield ()
        return
    first = items[0]
    later = tuple(item for item in items if item != first)
    for cards in pool.where(first.__contains__).choose(len(items) - len(later)):
        for others in _listed(pool.without(cards) if later else pool, later):
            yield (*cards, *others)
