"""The strength of a play as one number: the values of its keys, the first one weighing most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cardwright.dsl import model

from ..contest import TypeRule
from ..parts import PartRule
from ..pieces import Place
from ..play import Window
from ..plays import Plays
from .cards import CardWords
from .found import Filled, PartFound
from .layout import CannotCompile, CardLayout
from .source import Source, Words

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
        self._ones = {"rank", "suit", "highest_card", "lowest_card", "last_card", "piece"}

    # ---- the two numbers ---------------------------------------------------------------------------------------

    def key(self, filled: Filled) -> str:
        """How strong the play is."""
        return self._folded([self._measured(measure.key, filled) for measure in self.rule.compare])

    def same(self, filled: Filled) -> str:
        """What only plays that are compared with one another share, beside the size: what the combination says, and
        the scales of the ranks compared."""
        shared = [self._measured(m.key, filled) for m in self.rule.same if not _whole_size(m.key)]
        shared += [told for m in self.rule.compare if m.partial for told in self._scale(m.key, filled)]
        return self._folded(shared)

    @property
    def shares(self) -> bool:
        """Whether two plays of the combination may differ in what they share."""
        return any(not _whole_size(m.key) for m in self.rule.same) or any(m.partial for m in self.rule.compare)

    def _folded(self, measured: Sequence[tuple[str, int]]) -> str:
        folded, range_ = "0", 1
        for text, number in measured:
            folded = text if range_ == 1 else f"({folded}) * {number} + {text}"
            range_ *= number
        if range_ >= 1 << _BITS and self.source.native:
            raise CannotCompile("a comparison has too many keys for one number")
        return folded

    def rest(self) -> int:
        """By how much the first key is multiplied."""
        weight = 1
        for measure in self.rule.compare[1:]:
            weight *= self._range(measure.key)
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

    def _range(self, key: model.Key) -> int:
        pieces = len(self._pieces.all)
        match key.what:
            case "size" | "length":
                return pieces + 1
            case "rank":
                return max(self._rank_places(key)[0]) + 2
            case "suit":
                return len(self._pieces.deck.suits) + 2
            case "highest_card" | "lowest_card" | "last_card" | "piece":
                return max(self._card_places(key)[0]) + 2
            case "place":
                return self._place_range(key)
            case "ranks":
                return int((max(self._rank_places(key)[0]) + 2) ** self._most())

    def _most(self) -> int:
        """How many ranks `ranks` can list."""
        parts = self.rule.combination.pattern.parts
        sizes = [part.amount.most for part in parts if isinstance(part, model.Sized)]
        if len(sizes) == len(parts) and None not in sizes:
            return sum(size for size in sizes if size is not None)
        raise CannotCompile("a comparison by all ranks of plays of any size")

    def _measured(self, key: model.Key, filled: Filled) -> tuple[str, int]:
        """The value of a key, and how many values there are. Those that a play may lack are counted from 1."""
        part = self._part(key, filled)
        number = self._range(key)
        if key.part is not None and part is None:
            return "0", number
        words = filled.words if part is None or key.part is None else part.words
        match key.what:
            case "size":
                return (filled.size if key.part is None else part.size if part else "0"), number
            case "length":
                return self._length(filled, part if key.part is not None else None), number
            case "rank":
                places = self.source.table("RANK_PLACE", [place + 1 for place in self._rank_places(key)[0]])
                if part is not None and part.rank is not None:
                    return f"{places}[{part.rank}]", number
                with_none = self.source.table("RANK_PLACE", [*(p + 1 for p in self._rank_places(key)[0]), 0])
                shared = self.cards.shared(words, "rank")
                return f"{with_none}[{shared}]", number
            case "suit":
                return self._suit(words, part), number
            case "highest_card" | "lowest_card":
                return self._card(key, words), number
            case "last_card":
                return self._last(key, filled, part), number
            case "piece":
                assert key.card is not None
                members = self.rule_members(key)
                kept = self.cards.masked(words, members)
                some = self.cards.any(kept)
                return f"({self._card(key, kept)} if {some} else 0)", number
            case "place":
                return self._place(key, filled, part), number
            case "ranks":
                return self._ranks(key, words), number

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

    def _rank_places(self, key: model.Key) -> tuple[list[int], list[int]]:
        """For each rank (by position) its height, dense from 0, and its scale."""
        pieces, layout = self._pieces, self.layout
        places: list[Place]
        if key.by is None:
            # The scales of these pieces are upside down already, where the ranks are.
            places = [pieces.rank_places[rank] for rank in layout.ranks]
        else:
            heights = {n[0]: height for height, tier in enumerate(self._orders[key.by].tiers) for n in tier}
            if self._reversed:
                top = len(self._orders[key.by].tiers) - 1
                heights = {name: top - height for name, height in heights.items()}
            places = [
                (0, heights[name]) if (name := pieces.deck.ranks[rank]) in heights else (-1 - at, 0)
                for at, rank in enumerate(layout.ranks)
            ]
        return _dense([height for _, height in places]), _dense([scale for scale, _ in places])

    def _card_places(self, key: model.Key) -> tuple[list[int], list[int]]:
        """For each kind (by position) its height among cards, dense from 0, and the scale of its rank."""
        pieces, layout = self._pieces, self.layout
        heights, scales = self._rank_places(key)
        told = [
            (heights[rank], pieces.card_places[card][2])
            for card, rank in zip(layout.order, layout.rank_of_kind, strict=True)
        ]
        return _dense(told), [scales[rank] for rank in layout.rank_of_kind]

    def _scale(self, key: model.Key, filled: Filled) -> list[tuple[str, int]]:
        """The scale of what is compared, where there are several."""
        part = self._part(key, filled)
        if key is not self.rule.compare[0].key or key.what not in self._ones or part is None or part.rank is None:
            raise CannotCompile("a comparison on several scales that is not the first, or of several ranks")
        scales = self._rank_places(key)[1]
        return [(f"{self.source.table('SCALE', scales)}[{part.rank}]", max(scales) + 1)]

    def _suit(self, words: Words, part: PartFound | None) -> str:
        pieces = self._pieces
        heights = _dense([height for _, height in pieces.suit_places])
        if len({scale for scale, _ in pieces.suit_places}) > 1:
            raise CannotCompile("a comparison by suits that have no common order")
        places = self.source.table("SUIT_PLACE", [*(height + 1 for height in heights), 0])
        shared = part.suit if part is not None and part.suit is not None else self.cards.shared(words, "suit")
        return f"{places}[{shared}]"

    def _card(self, key: model.Key, words: Words) -> str:
        heights, _ = self._card_places(key)
        places = self.source.table("CARD_PLACE", [height + 1 for height in heights])
        wanted_low = key.what == "lowest_card"
        rising = all(a <= b for a, b in pairwise(heights))
        falling = all(a >= b for a, b in pairwise(heights))
        if not rising and not falling:
            return f"{self._extreme(words, places, wanted_low)}"
        low = wanted_low is rising
        found = self.cards.lowest(words) if low else self.cards.highest(words)
        if heights == list(range(len(heights))):
            return found.removesuffix(" - 1") if found.endswith(".bit_length() - 1") else f"({found} + 1)"
        return f"{places}[{found}]"

    def _extreme(self, words: Words, places: str, low: bool) -> str:
        """The place of the highest (lowest) card where fields are not in that order: every kind is looked at."""
        layout, source, cards = self.layout, self.source, self.cards.names("m")
        name = f"{'lowest' if low else 'highest'}_by_{places.lower()}"

        def write() -> None:
            shift = source.table("KIND_SHIFT", [field.shift for field in layout.fields])
            held = cards[0]
            if layout.words > 1:
                word = source.table("KIND_WORD", [field.word for field in layout.fields])
                for at in range(1, layout.words):
                    held = f"({cards[at]} if {word}[kind] == {at} else {held})"
            told = "The place of the highest card." if not low else "The place of the lowest card."
            with source.function(name, ", ".join(cards), told):
                source.line("found = -1")
                with source.block(f"for kind in range({len(layout.fields)}):"):
                    better = f"{places}[kind] < found" if low else f"{places}[kind] > found"
                    held = f"{held} >> {shift}[kind] & {(1 << layout.width) - 1} != 0"
                    with source.block(f"if {held} and (found < 0 or {better}):"):
                        source.line(f"found = {places}[kind]")
                source.line("return found")

        self.cards.define(name, write)
        return f"{name}({', '.join(words)})"

    def _last(self, key: model.Key, filled: Filled, part: PartFound | None) -> str:
        chosen = part if key.part is not None else next((p for p in filled.parts if p.window is not None), None)
        if chosen is None or chosen.window is None:
            return "0"
        ranks = [window[-1] for window in self._windows[id(chosen.rule)]]
        rank = f"{self.source.table('LAST_RANK', ranks)}[{chosen.window}]"
        # Only the cards of the last rank.
        words = filled.words if key.part is None else chosen.words
        masks = []
        for word in range(self.layout.words):
            row = [
                sum(f.mask for f, r in zip(self.layout.fields, self.layout.rank_of_kind, strict=True)
                    if r == number and f.word == word)
                for number in range(len(self.layout.ranks))
            ]  # fmt: skip
            masks.append(self.source.table("OF_RANK", row))
        kept = tuple(f"({held} & {mask}[{rank}])" for held, mask in zip(words, masks, strict=True))
        return self._card(key, kept)

    # ---- places of runs, lists of ranks ------------------------------------------------------------------------

    def _place_range(self, key: model.Key) -> int:
        assert key.name is not None
        return len(self._orders[key.name].tiers) + 1

    def _tiers(self, order: model.Order) -> Sequence[tuple[tuple[str, ...], ...]]:
        return order.tiers[::-1] if self._reversed else order.tiers

    def _place(self, key: model.Key, filled: Filled, part: PartFound | None) -> str:
        assert key.name is not None
        order = self._orders[key.name]
        at, positions = self._pieces.rank_at, self.layout.rank_at
        if order.of == "ranks":
            raise CannotCompile("a comparison by the place of a rank in an order")
        chosen = part if key.part is not None else next((p for p in filled.parts if p.window is not None), None)
        if chosen is None or chosen.window is None:
            raise CannotCompile("a comparison by the place of a run, of cards that are none")
        found: dict[Window, int] = {}
        by_ranks: dict[frozenset[int], int] = {}
        for height, tier in enumerate(self._tiers(order)):
            for names in tier:
                ranks = [int(at[name]) for name in names]
                if any(rank not in positions for rank in ranks):
                    continue
                window = tuple(positions[rank] for rank in ranks)
                found[window] = height
                by_ranks[frozenset(window)] = max(height, by_ranks.get(frozenset(window), 0))
        row = [
            found[window] + 1 if window in found else by_ranks.get(frozenset(window), -1) + 1
            for window in self._windows[id(chosen.rule)]
        ]
        return f"{self.source.table('RUN_PLACE', row)}[{chosen.window}]"

    def _ranks(self, key: model.Key, words: Words) -> str:
        """All ranks, high to low: digits of one number."""
        heights, scales = self._rank_places(key)
        if len(set(scales)) > 1:
            raise CannotCompile("a comparison by all ranks on several scales")
        base, source, layout = max(heights) + 2, self.source, self.layout
        name = f"all_ranks_of_{self._most()}{'_r' if self._reversed else ''}_{base}"
        if key.by is not None:
            name += f"_by_{key.by}"
        order = sorted(range(len(heights)), key=lambda rank: heights[rank], reverse=True)

        most = self._most()

        def write() -> None:
            cards = self.cards.names("m")
            power = source.table("POWER", [base**left for left in range(most, -1, -1)])
            from_high = source.table("HIGH_TO_LOW", order)
            digits = source.table("RANK_PLACE", [height + 1 for height in heights])
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


def _whole_size(key: model.Key) -> bool:
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
