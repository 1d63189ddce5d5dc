"""The strength of a play as one number: the values of its keys, the first one weighing most."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from cardwright.dsl import model

from ..contest import TypeRule
from ..parts import PartRule
from ..pieces import Place
from ..play import Window
from ..plays import Plays
from ..strength import Measure
from .cards import CardWords
from .found import Filled, PartFound
from .layout import CannotCompile, CardLayout
from .source import Source, Words, ident

_BITS = 62


class Strength:
    """Writes the two numbers by which plays of a combination are compared: `KEY` and `SAME`."""

    def __init__(
        self,
        source: Source,
        cards: CardWords,
        plays: Plays,
        rule: TypeRule,
        windows: dict[int, tuple[Window, ...]],
        reversed_ranks: bool,
        rules: Sequence[PartRule],
    ) -> None:
        self.source = source
        self.cards = cards
        self.layout: CardLayout = cards.layout
        self.rule = rule
        # The pieces that plays are compared by: of the layout they are the same, but the right way round.
        self._pieces = plays.pieces
        self._orders = {order.name: order for order in plays.rulebook.orders}
        self._windows = windows
        self._reversed = reversed_ranks
        self._rules = [rule for rule in rules if not isinstance(rule.part, model.Lacking)]

    # ---- the two numbers ---------------------------------------------------------------------------------------

    def key(self, filled: Filled) -> str:
        """How strong the play is."""
        return self._folded([self._measured(m.key, filled, self._scaled(m)) for m in self.rule.compare])

    def same(self, filled: Filled) -> str:
        """What only plays that are compared with one another share, beside the size: what the combination says, and
        the scale of the rank that is compared first."""
        shared = [self._measured(m.key, filled, m.partial) for m in self.rule.same if not whole_size(m.key)]
        if self._scale_shared:
            scales = self._rank_places(self.rule.compare[0].key)[1]
            part = self._part(self.rule.compare[0].key, filled)
            assert part is not None and part.rank is not None, "every play has the rank"
            shared.append((f"{self.source.table('SCALE', scales)}[{part.rank}]", max(scales) + 1))
        return self._folded(shared)

    @property
    def shares(self) -> bool:
        """Whether two plays of the combination may differ in what they share."""
        return any(not whole_size(m.key) for m in self.rule.same) or self._scale_shared

    @cached_property
    def _scale_shared(self) -> bool:
        """Whether the first key is a rank that every play has, on one of several scales: that scale is shared then."""
        if not self.rule.compare or not self.rule.compare[0].partial or self.rule.compare[0].key.what != "rank":
            return False
        key = self.rule.compare[0].key
        if key.part is None:
            return len(self._rules) == 1 and has_rank(self._rules[0])
        return any(rule.label == key.part and has_rank(rule) for rule in self._rules)

    @cached_property
    def scaled(self) -> bool:
        """Whether strengths are compared digit by digit, since some digits cannot be compared with one another."""
        return any(map(self._scaled, self.rule.compare))

    def _scaled(self, measure: Measure) -> bool:
        return measure.partial and not (measure is self.rule.compare[0] and self._scale_shared)

    def told(self) -> list[tuple[model.Key, int, bool]]:
        """The keys that `KEY` is folded from, with how many values each has, and whether some cannot be compared."""
        return [(m.key, self._range(m.key, self._scaled(m)), self._scaled(m)) for m in self.rule.compare]

    def digits(self) -> list[tuple[int, int]]:
        """For each digit of `KEY`, the one that weighs most first: how many values it has, and how many belong to one
        scale (0: all can be compared). 0 is what a play lacks."""
        found: list[tuple[int, int]] = []
        for measure in self.rule.compare:
            scaled = self._scaled(measure)
            number = self._range(measure.key, scaled)
            step = self._step(measure.key) if scaled else 0
            if measure.key.what == "ranks":
                each = self._places(measure.key, scaled)[1]
                found.extend([(each, step)] * self._most(measure.key))
            else:
                found.append((number, step))
        return found

    def _folded(self, measured: Sequence[tuple[str, int]]) -> str:
        folded, range_ = "0", 1
        for text, number in measured:
            folded = text if range_ == 1 else f"({folded}) * {number} + {text}"
            range_ *= number
        if range_ >= 1 << _BITS and self.source.bounded:
            raise CannotCompile("a comparison has too many keys for one number")
        return folded

    def rest(self) -> int:
        """By how much the first key is multiplied."""
        weight = 1
        for measure in self.rule.compare[1:]:
            weight *= self._range(measure.key, self._scaled(measure))
        return weight

    def leading_rank(self, rules: Sequence[PartRule]) -> list[int] | None:
        """Where the first key rises with the rank of the first part: for each value of it (and -1 before all) the
        first rank that can have more; None where it does not."""
        if not self.rule.compare or self.rule.compare[0].partial:
            return None
        key = self.rule.compare[0].key
        if key.what == "rank" and key.by is None and (len(rules) == 1 or (key.part and rules[0].label == key.part)):
            places, _ = self._rank_places(key)
            rises = all(a <= b for a, b in pairwise(places))
            number = max(places) + 1
            return (
                [next((r for r, p in enumerate(places) if p >= v), len(places)) for v in range(-1, number)]
                if rises
                else None
            )
        if key.what == "highest_card" and key.by is None and len(rules) == 1:
            cards, _ = self._card_places(key)
            if all(a <= b for a, b in pairwise(cards)):
                of = self.layout.rank_of_kind
                return [
                    next((of[k] for k, p in enumerate(cards) if p >= v), len(self.layout.ranks))
                    for v in range(-1, max(cards) + 1)
                ]
        return None

    # ---- one key -----------------------------------------------------------------------------------------------

    def _range(self, key: model.Key, scaled: bool = False) -> int:
        """How many values a key has, 0 for what a play lacks counted."""
        match key.what:
            case "size" | "length":
                return len(self._pieces.all) + 1
            case "place":
                assert key.name is not None
                return len(self._orders[key.name].tiers) + 1
            case "ranks":
                return int(self._places(key, scaled)[1] ** self._most(key))
            case _:
                return self._places(key, scaled)[1]

    def _most(self, key: model.Key) -> int:
        """How many ranks `ranks` can list."""
        parts = self.rule.combination.pattern.parts
        counted = [part for part in parts if not isinstance(part, model.Lacking)]
        if key.part is not None:
            counted = [part for part in counted if part.label == key.part]
        total = 0
        for part in counted:
            match part:
                case model.Sized(amount=model.Amount(most=int() as most), per=None):
                    total += most
                case model.Listed(items=items):
                    total += len(items)
                case model.EachOf(each=model.Amount(most=int() as each), groups=model.Amount(most=int() as groups)):
                    total += each * groups
                case _:
                    return len(self._pieces.all)
        return min(total, len(self._pieces.all))

    def _places(self, key: model.Key, scaled: bool) -> tuple[list[int], int]:
        """The value of each rank (position), suit (number) or kind (position) that a key looks at, from 1; and how
        many values there are, with 0. `scaled`: those of one scale follow one another, as many for each."""
        match key.what:
            case "rank" | "ranks":
                heights, scales = self._rank_places(key)
            case "suit":
                places = self._pieces.suit_places
                heights, scales = _dense([height for _, height in places]), _dense([scale for scale, _ in places])
            case _:
                heights, scales = self._card_places(key)
        step = max(heights, default=0) + 1
        if not scaled:
            return [height + 1 for height in heights], step + 1
        return [1 + scale * step + h for h, scale in zip(heights, scales, strict=True)], 1 + step * (
            max(scales, default=0) + 1
        )

    def _step(self, key: model.Key) -> int:
        """How many values a scale has."""
        return max(self._places(key, False)[0], default=1)

    def _measured(self, key: model.Key, filled: Filled, scaled: bool) -> tuple[str, int]:
        """The value of a key, and how many values there are. Those that a play may lack are counted from 1."""
        part = self._part(key, filled)
        number = self._range(key, scaled)
        if key.part is not None and part is None:
            return "0", number
        words = filled.words if part is None or key.part is None else part.words
        words = tuple(f"({word})" for word in words)
        match key.what:
            case "size":
                return (filled.size if key.part is None else part.size if part else "0"), number
            case "length":
                return self._length(filled, part if key.part is not None else None), number
            case "rank":
                places = self.source.table("RANK_PLACE", [*self._places(key, scaled)[0], 0])
                known = part.rank if part is not None else None
                return f"{places}[{known or self.cards.shared(words, 'rank')}]", number
            case "suit":
                places = self.source.table("SUIT_PLACE", [*self._places(key, scaled)[0], 0])
                known = part.suit if part is not None else None
                return f"{places}[{known or self.cards.shared(words, 'suit')}]", number
            case "highest_card" | "lowest_card":
                return self._card(key, words, scaled), number
            case "last_card":
                return self._last(key, filled, scaled), number
            case "piece":
                kept = self.cards.masked(words, self.rule_members(key))
                some = self.cards.any(kept)
                return f"({self._card(key, kept, scaled)} if {some} else 0)", number
            case "place":
                return self._place(key, filled), number
            case "ranks":
                whole = filled.parts[0] if len(filled.parts) == 1 else None
                return self._ranks(key, words, scaled, part or whole), number

    def rule_members(self, key: model.Key) -> frozenset[int]:
        """The pieces that `card` means in a key."""
        for measure in (*self.rule.compare, *self.rule.same):
            if measure.key is key:
                members = measure.identity[4]
                assert isinstance(members, frozenset)
                return members
        return frozenset()

    def _part(self, key: model.Key, filled: Filled) -> PartFound | None:
        return filled.part(key.part)

    def _length(self, filled: Filled, part: PartFound | None) -> str:
        chosen = part
        if chosen is None:
            chosen = next((p for p in filled.parts if p.rule.windows is not None), None) or next(
                (p for p in filled.parts if isinstance(p.rule.part, model.EachOf)), None
            )
        words = filled.words if chosen is None else chosen.words
        return self.cards.count_ranks(words)

    def _true_place(self, key: model.Key, rank: int) -> tuple[Place, int]:
        """The place by which ranks are listed: the scale first, and of equal ones the later one in the deck last."""
        return self._true_places(key)[rank], -self.layout.ranks[rank]

    def _rank_places(self, key: model.Key) -> tuple[list[int], list[int]]:
        """For each rank (by position) its height, dense from 0, and its scale."""
        places = self._true_places(key)
        return _dense([height for _, height in places]), _dense([scale for scale, _ in places])

    def _true_places(self, key: model.Key) -> list[Place]:
        """For each rank (by position) its scale and its height there."""
        pieces, layout = self._pieces, self.layout
        if key.by is None:
            return [pieces.rank_places[rank] for rank in layout.ranks]
        tiers = self._tiers(self._orders[key.by])
        heights = {n[0]: height for height, tier in enumerate(tiers) for n in tier}
        return [
            (0, heights[name]) if (name := pieces.deck.ranks[rank]) in heights else (-1 - int(rank), 0)
            for rank in layout.ranks
        ]

    def _card_places(self, key: model.Key) -> tuple[list[int], list[int]]:
        """For each kind (by position) its height among cards, dense from 0, and the scale of its rank."""
        pieces, layout = self._pieces, self.layout
        heights, scales = self._rank_places(key)
        told = [
            (heights[rank], pieces.card_places[card][2])
            for card, rank in zip(layout.order, layout.rank_of_kind, strict=True)
        ]
        return _dense(told), [scales[rank] for rank in layout.rank_of_kind]

    def _card(self, key: model.Key, words: Words, scaled: bool) -> str:
        """The place of the highest (lowest) card."""
        heights, _ = self._card_places(key)
        rising = all(a <= b for a, b in pairwise(heights))
        falling = all(a >= b for a, b in pairwise(heights))
        if scaled or not (rising or falling):
            return self._extreme(key, words, scaled)
        found = self.cards.lowest(words) if (key.what == "lowest_card") is rising else self.cards.highest(words)
        if heights == list(range(len(heights))):
            return found.removesuffix(" - 1") if found.endswith(".bit_length() - 1") else f"({found} + 1)"
        places = self.source.table("CARD_PLACE", [height + 1 for height in heights])
        return f"{places}[{found}]"

    def _extreme(self, key: model.Key, words: Words, scaled: bool) -> str:
        """The same where fields are not in that order: every kind is looked at. Among cards that cannot be compared
        none is the highest."""
        values, _ = self._places(key, scaled)
        heights, scales = self._card_places(key)
        low = key.what == "lowest_card"
        order = sorted(range(len(heights)), key=lambda kind: heights[kind], reverse=not low)
        by = f"by_{ident(key.by)}" if key.by else "rank"
        name = f"{'lowest' if low else 'highest'}_{by}{'__r' if self._reversed else ''}"
        if scaled:
            name += "__on_scales"
        source = self.source

        def write() -> None:
            cards = self.cards.names("m")
            kinds = source.table("IN_ORDER", order)
            places = source.table("CARD_PLACE", values)
            told = f"The {'lowest' if low else 'highest'} card by another order than that of the deck."
            with source.function(name, ", ".join(cards), told):
                if scaled:
                    source.line("found, scale = 0, -1")
                with source.block(f"for at in range({len(order)}):"):
                    source.line(f"kind = {kinds}[at]")
                    with source.block(f"if ({self.cards.of_kind(cards, 'kind')}) != 0:"):
                        if not scaled:
                            source.line(f"return {places}[kind]")
                        else:
                            of = source.table("CARD_SCALE", scales)
                            with source.block("if scale < 0:"):
                                source.line(f"found, scale = {places}[kind], {of}[kind]")
                            with source.block(f"if {of}[kind] != scale:"):
                                source.line("return 0")
                source.line("return found" if scaled else "return 0")

        self.cards.define(name, write)
        return f"{name}({', '.join(words)})"

    def _last(self, key: model.Key, filled: Filled, scaled: bool) -> str:
        chosen = self._run_of(key, filled)
        if chosen is None or chosen.window is None:
            return "0"
        ranks = [window[-1] for window in self._windows[id(chosen.rule)]]
        rank = f"{self.source.table('LAST_RANK', ranks)}[{chosen.window}]"
        # Only the cards of the last rank.
        words = filled.words if key.part is None else chosen.words
        masks = self.cards.masks("rank")
        kept = tuple(f"({held} & {mask}[{rank}])" for held, mask in zip(words, masks, strict=True))
        return self._card(key, kept, scaled)

    def _run_of(self, key: model.Key, filled: Filled) -> PartFound | None:
        """The part that is a run."""
        if key.part is not None:
            return self._part(key, filled)
        return next((part for part in filled.parts if part.window is not None), None)

    # ---- places of runs, lists of ranks ------------------------------------------------------------------------

    def _tiers(self, order: model.Order) -> Sequence[tuple[tuple[str, ...], ...]]:
        return order.tiers[::-1] if self._reversed else order.tiers

    def _place(self, key: model.Key, filled: Filled) -> str:
        """The place of the run, or of the highest rank, in an order."""
        assert key.name is not None
        order = self._orders[key.name]
        at, positions = self._pieces.rank_at, self.layout.rank_at
        part = self._part(key, filled) if key.part is not None else None
        words = filled.words if part is None else part.words
        if order.of == "ranks":
            return self._highest_place(key.name, words)
        by_window: dict[Window, int] = {}
        by_ranks: dict[frozenset[int], int] = {}
        for height, tier in enumerate(self._tiers(order)):
            for names in tier:
                ranks = [int(at[name]) for name in names]
                if any(rank not in positions for rank in ranks):
                    continue
                window = tuple(positions[rank] for rank in ranks)
                by_window[window] = height
                by_ranks[frozenset(window)] = max(height, by_ranks.get(frozenset(window), 0))
        chosen = self._run_of(key, filled)
        if chosen is None or chosen.window is None:
            return self._place_of_ranks(key.name, by_ranks, words)
        row = []
        for window in self._windows[id(chosen.rule)]:
            if window not in by_window and (key.part is None and len(filled.parts) > 1):
                raise CannotCompile("a comparison by the place of a run among other cards, in an order that lacks it")
            row.append(by_window.get(window, by_ranks.get(frozenset(window), -1)) + 1)
        return f"{self.source.table('RUN_PLACE', row)}[{chosen.window}]"

    def _highest_place(self, order: str, words: Words) -> str:
        """The highest place that a rank has in an order of ranks."""
        name, cards = f"place_in_{ident(order)}{'__r' if self._reversed else ''}", self.cards.names("m")
        at, positions = self._pieces.rank_at, self.layout.rank_at
        tiers = self._tiers(self._orders[order])
        heights = {int(at[names[0]]): height for height, tier in enumerate(tiers) for names in tier}
        placed = sorted(
            ((height, positions[rank]) for rank, height in heights.items() if rank in positions), reverse=True
        )

        def write() -> None:
            with self.source.function(name, ", ".join(cards), f"The highest place of a rank in `{order}`."):
                for height, rank in placed:
                    with self.source.block(f"if {self.cards.of_rank(cards, str(rank))} != 0:"):
                        self.source.line(f"return {height + 1}")
                self.source.line("return 0")

        self.cards.define(name, write)
        return f"{name}({', '.join(words)})"

    def _place_of_ranks(self, order: str, by_ranks: dict[frozenset[int], int], words: Words) -> str:
        """The place in an order of runs that the ranks of cards have, whether or not they were asked to be a run."""
        name, cards = f"ranks_in_{ident(order)}{'__r' if self._reversed else ''}", self.cards.names("m")

        def write() -> None:
            with self.source.function(name, ", ".join(cards), f"The place of the ranks of cards in `{order}`."):
                marks = tuple(f"r{word}" for word in range(self.layout.words))
                self.cards.set(marks, self.cards.rank_marks(cards))
                told = [self.cards.marks_of(ranks) for ranks in by_ranks]
                tables = [self.source.table("RUN_MARKS", [row[at] for row in told] or [0]) for at in range(len(marks))]
                heights = self.source.table("RUN_PLACE", [height + 1 for height in by_ranks.values()] or [0])
                with self.source.block(f"for at in range({len(by_ranks)}):"):
                    same = " and ".join(f"{table}[at] == {mark}" for table, mark in zip(tables, marks, strict=True))
                    with self.source.block(f"if {same}:"):
                        self.source.line(f"return {heights}[at]")
                self.source.line("return 0")

        self.cards.define(name, write)
        return f"{name}({', '.join(words)})"

    def _ranks(self, key: model.Key, words: Words, scaled: bool, part: PartFound | None) -> str:
        """All ranks, high to low: digits of one number."""
        values, base = self._places(key, scaled)
        source, layout, most = self.source, self.layout, self._most(key)
        if part is not None and len(part.kinds) == most and not scaled and all(a <= b for a, b in pairwise(values)):
            of_kind = source.table("KIND_PLACE", [values[rank] for rank in layout.rank_of_kind])
            told = f"{of_kind}[{part.kinds[0]}]"
            for kind in part.kinds[1:]:
                told = f"({told}) * {base} + {of_kind}[{kind}]"
            return told
        name = f"all_ranks_of_{most}{'__r' if self._reversed else ''}_{base}"
        if key.by is not None:
            name += f"__by_{ident(key.by)}"
        order = sorted(range(len(values)), key=lambda rank: self._true_place(key, rank), reverse=True)

        def write() -> None:
            cards = self.cards.names("m")
            power = source.table("POWER", [base**left for left in range(most, -1, -1)])
            from_high = source.table("HIGH_TO_LOW", order)
            digits = source.table("RANK_PLACE", values)
            counts = source.table(
                "PIECES",
                [_pieces(value, layout.width) for value in range(1 << layout.width * max(map(len, layout.kinds)))],
            )
            with source.function(name, ", ".join(cards), "All ranks of cards, high to low, as digits of a number."):
                source.line("told = 0")
                source.line("listed = 0")
                with source.block(f"for at in range({len(order)}):"):
                    source.line(f"rank = {from_high}[at]")
                    source.line(f"held = {self.cards.of_rank(cards, 'rank')}")
                    with source.block("if held != 0:"), source.block(f"for _ in range({counts}[held]):"):
                        source.line(f"told = told * {base} + {digits}[rank]")
                        source.line("listed += 1")
                source.line(f"return told * {power}[listed]")

        self.cards.define(name, write)
        return f"{name}({', '.join(words)})"


def has_rank(rule: PartRule) -> bool:
    """Whether the pieces of a part have one rank, whatever they are."""
    part = rule.part
    if not isinstance(part, model.Sized) or rule.per is not None or rule.windows is not None:
        return False
    shared = {values.attribute for values in (*rule.alike, rule.another) if values is not None}
    return bool(shared & {"rank", "identity"}) or (part.amount.least == part.amount.most == 1)


def whole_size(key: model.Key) -> bool:
    return key.what == "size" and key.part is None


def _dense(values: Sequence[object]) -> list[int]:
    """Each value's place among the different ones."""
    order = sorted(set(values))  # type: ignore[type-var]
    return [order.index(value) for value in values]


def _pieces(value: int, width: int) -> int:
    total = 0
    while value:
        total += value & (1 << width) - 1
        value >>= width
    return total
