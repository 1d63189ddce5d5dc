"""Loops that fill a pattern from the cards of a hand: straight from the fields of the ranks, never by trying subsets.

Every part has loops of its own; they are nested from left to right, so that parts share no piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from cardwright.dsl import model

from ..parts import PartRule
from ..play import Window
from .cards import CardWords
from .found import Filled, PartFound
from .layout import CannotCompile, CardLayout
from .source import Source, Words

_WIDEST_FIELDS = 12
"""Tables of what can be chosen within a rank have 2 to this many rows at most."""

Then = Callable[[Filled], None]


class Fields:
    """What can be chosen within one rank, as tables; and cards of a rank put in their place."""

    def __init__(self, source: Source, layout: CardLayout, cards: CardWords) -> None:
        self.source = source
        self.layout = layout
        self.cards = cards
        bits = layout.width * max(map(len, layout.kinds))
        if bits > _WIDEST_FIELDS:
            raise CannotCompile("a rank has too many pieces for tables of what can be chosen from it")
        self._rows = 1 << bits

    def counts(self) -> str:
        """The table of how many pieces the fields of a rank hold."""
        return self.source.table("PIECES", [sum(self._split(value)) for value in range(self._rows)])

    def choose(self, least: int, most: int) -> str:
        """The lists of what can be chosen from the fields of a rank, many before few."""
        rows = [self._choices(value, least, most) for value in range(self._rows)]
        name = f"CHOOSE_{least}" if least == most else f"CHOOSE_{least}_TO_{most}"
        return self.source.lists(name, rows)

    def placed(self, fields: str, rank: str) -> Words:
        """Fields put where a rank has them."""
        shift = self.source.table("RANK_SHIFT", self.layout.rank_shifts)
        if self.layout.words == 1:
            return (f"({fields} << {shift}[{rank}])",)
        word = self.source.table("RANK_WORD", self.layout.rank_words)
        return tuple(
            f"({fields} << {shift}[{rank}] if {word}[{rank}] == {at} else 0)" for at in range(self.layout.words)
        )

    def suited(self, fields: Sequence[str]) -> str | None:
        """Whether single pieces of several ranks are all of one suit; None where fields do not tell."""
        suits = [tuple(self.layout.pieces.suits[card] for card in kinds) for kinds in self.layout.kinds]
        uniform = len({kinds for kinds in suits if len(kinds) > 1}) == 1 and all(None not in kinds for kinds in suits)
        return f"({' & '.join(fields)}) != 0" if uniform else None

    def _split(self, value: int) -> list[int]:
        width = self.layout.width
        kinds = self._rows.bit_length() // width
        return [value >> width * at & (1 << width) - 1 for at in range(kinds + 1)]

    def _choices(self, value: int, least: int, most: int) -> list[int]:
        width, split = self.layout.width, self._split(value)
        found: list[tuple[int, int]] = []

        def choose(at: int, chosen: int, taken: int) -> None:
            if at == len(split):
                if least <= taken <= most:
                    found.append((-taken, chosen))
                return
            for number in range(min(split[at], most - taken) + 1):
                choose(at + 1, chosen | number << width * at, taken + number)

        choose(0, 0, 0)
        return [chosen for _, chosen in sorted(found)]


class Filler:
    """Writes the loops of one pattern. `low` and `high`: names of how many cards a play may have."""

    def __init__(self, fields: Fields, rules: Sequence[PartRule], start: Callable[[], str] | None = None) -> None:
        self.fields = fields
        self.source = fields.source
        self.cards = fields.cards
        self.layout = fields.layout
        self.rules = [rule for rule in rules if not isinstance(rule.part, model.Lacking)]
        self.lacking = [rule for rule in rules if isinstance(rule.part, model.Lacking)]
        self.windows: dict[int, tuple[Window, ...]] = {}
        """The runs of each part that is filled, as the loops number them."""
        self.start = start
        self.start_bits: Callable[[], str] | None = None
        """The same for single pieces, as a cut of the lowest bits; None: all are looked at."""
        """Writes where the ranks begin that are high enough; None: all are looked at."""

    def fill(self, hand: Words, low: str, high: str, then: Then) -> None:
        """All loops, with what is done for each way to fill the pattern innermost."""
        self._hand, self._low, self._high, self._then = hand, low, high, then
        with ExitStack() as stack:
            for rule in self.lacking:
                for item in rule.items:
                    stack.enter_context(self.source.block(f"if not {self.cards.some_of(hand, item)}:"))
            self._part(())

    # ---- part after part ---------------------------------------------------------------------------------------

    def _part(self, earlier: tuple[PartFound, ...]) -> None:
        if len(earlier) == len(self.rules):
            self._whole(earlier)
            return
        rule = self.rules[len(earlier)]
        pool = self._pool(rule, earlier)
        if rule.not_alike:
            plain = self._then_part(earlier)

            def not_alike(found: PartFound) -> None:
                with ExitStack() as stack:
                    for values in rule.not_alike:
                        shared = self.cards.shared(found.words, values.attribute)
                        stack.enter_context(self.source.block(f"if {shared} < 0:"))
                    plain(found)

            self._fill_part(rule, pool, earlier, not_alike)
            return
        self._fill_part(rule, pool, earlier, self._then_part(earlier))

    def _then_part(self, earlier: tuple[PartFound, ...]) -> Callable[[PartFound], None]:
        return lambda found: self._part((*earlier, found))

    def _whole(self, parts: tuple[PartFound, ...]) -> None:
        """Everything is filled: if there are as many cards as may be, something is done."""
        sizes = [part.size for part in parts]
        numbers = [size for size in sizes if size.isdecimal()]
        total = str(sum(map(int, numbers))) if len(numbers) == len(sizes) else " + ".join(sizes)
        words = parts[0].words
        for part in parts[1:]:
            words = self.cards.add(words, part.words)
        with ExitStack() as stack:
            if not total.isdecimal():
                size = self.source.new("size")
                self.source.line(f"{size} = {total}")
                stack.enter_context(self.source.block(f"if {self._low} <= {size} <= {self._high}:"))
                total = size
            if len(parts) > 1:
                names = tuple(self.source.new("m") for _ in words)
                self.cards.set(names, words)
                words = names
            self._then(Filled(words, total, parts))

    def _pool(self, rule: PartRule, earlier: tuple[PartFound, ...]) -> Words:
        """The cards a part may take: of its class, and not taken by a part before."""
        pool = self._hand
        excluded = any(v is not None and v.attribute in ("rank", "identity") for v in (rule.another, rule.others))
        if earlier and not excluded and not all(_apart(rule, part.rule) for part in earlier):
            for part in earlier:
                pool = self.cards.minus(pool, tuple(f"({word})" for word in part.words))
            pool = self._named("left", pool)
        if rule.members is not None:
            pool = self._named("pool", self.cards.masked(pool, rule.members))
        return pool

    def _named(self, base: str, words: Words) -> Words:
        names = tuple(self.source.new(base) for _ in words)
        self.cards.set(names, words)
        return names

    # ---- one part ----------------------------------------------------------------------------------------------

    def _fill_part(
        self, rule: PartRule, pool: Words, earlier: tuple[PartFound, ...], then: Callable[[PartFound], None]
    ) -> None:
        alike = {values.attribute for values in rule.alike}
        by_rank = "rank" in alike or (rule.another is not None and rule.another.attribute == "rank")
        if "identity" in alike or (by_rank and "suit" in alike):
            self._of_a_kind(rule, pool, earlier, then)
            return
        if by_rank and rule.per is None:
            self._of_a_rank(rule, pool, earlier, then)
            return
        if "suit" in alike:
            self._of_a_suit(rule, pool, earlier, then)
            return
        self._inside(rule, pool, earlier, None, then)

    def _inside(
        self,
        rule: PartRule,
        pool: Words,
        earlier: tuple[PartFound, ...],
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """A part whose pool is filtered already."""
        match rule.part:
            case model.EachOf(each=each, groups=groups, attribute="rank"):
                self._each_of(rule, pool, each, groups, suit, then)
            case model.Every(attribute="rank"):
                everything = (tuple(range(len(self.layout.ranks))),)
                self._run(rule, pool, everything, suit, then)
            case model.Listed():
                self._listed(rule, pool, suit, then)
            case model.Sized(amount=amount) if rule.windows is not None and rule.another is None:
                windows = tuple(dict.fromkeys(self._windows(rule)))
                most = amount.most if amount.most is not None else len(self.layout.ranks)
                fitting = tuple(window for window in windows if amount.least <= len(window) <= most)
                self._run(rule, pool, fitting, suit, then)
            case model.Sized(amount=amount) if rule.windows is None:
                self._any(rule, pool, amount, earlier, suit, then)
            case _:
                raise CannotCompile("a part of a pattern is too unusual")

    def _windows(self, rule: PartRule) -> list[Window]:
        """The runs of a part by positions of ranks; runs of ranks that the deck lacks are left out."""
        at = self.layout.rank_at
        assert rule.windows is not None
        return [tuple(at[r] for r in window) for window in rule.windows if all(r in at for r in window)]

    def _unused(self, rank: str, rule: PartRule, earlier: tuple[PartFound, ...]) -> str:
        """Whether a rank is used by no part before, where that is asked."""
        asked = [v for v in (rule.another, rule.others) if v is not None]
        if any(values.attribute != "rank" for values in asked):
            raise CannotCompile("a part asks for another suit or identity than the parts before")
        if not asked or not earlier:
            return ""
        terms: list[str] = []
        for part in earlier:
            if part.rank is not None:
                terms.append(f"{rank} != {part.rank}")
            else:
                terms.append(f"{self.cards.of_rank(tuple(f'({w})' for w in part.words), rank)} == 0")
        return " and ".join(terms)

    def _of_a_rank(
        self, rule: PartRule, pool: Words, earlier: tuple[PartFound, ...], then: Callable[[PartFound], None]
    ) -> None:
        """So many of one rank."""
        if not isinstance(rule.part, model.Sized) or (rule.windows is not None and rule.part.amount.least > 1):
            raise CannotCompile("a run within one rank")
        if rule.windows is not None:
            raise CannotCompile("a run within one rank")
        amount, source = rule.part.amount, self.source
        largest = sum(self.layout.pieces.copies[card] for card in max(self.layout.kinds, key=self._pieces))
        least, most = amount.least, min(largest, amount.most if amount.most is not None else largest)
        if least > most:
            return
        rank, fields, chosen = source.new("rank"), source.new("held"), source.new("chosen")
        start = self.start() if self.start is not None and not earlier else "0"
        limits = f"{start}, {len(self.layout.ranks)}" if start != "0" else str(len(self.layout.ranks))
        some = self.cards.some_rank(pool, least) if not earlier else None
        with ExitStack() as stack:
            if some is not None:
                stack.enter_context(source.block(f"if {some}:"))
            stack.enter_context(source.block(f"for {rank} in range({limits}):"))
            source.line(f"{fields} = {self.cards.of_rank(pool, rank)}")
            unused = self._unused(rank, rule, earlier)
            enough = f"{self.fields.counts()}[{fields}] >= {least}" if least > 1 else f"{fields} != 0"
            stack.enter_context(source.block(f"if {' and '.join(filter(None, (enough, unused)))}:"))
            stack.enter_context(source.each(chosen, self.fields.choose(least, most), fields))
            words = self._named("m", self.fields.placed(chosen, rank))
            size = str(least) if least == most else f"{self.fields.counts()}[{chosen}]"
            then(PartFound(rule, words, size, rank=rank))

    def _pieces(self, kinds: Sequence[int]) -> int:
        return sum(self.layout.pieces.copies[card] for card in kinds)

    def _of_a_kind(
        self, rule: PartRule, pool: Words, earlier: tuple[PartFound, ...], then: Callable[[PartFound], None]
    ) -> None:
        """So many copies of one piece."""
        if not isinstance(rule.part, model.Sized) or rule.windows is not None or rule.another or rule.others:
            raise CannotCompile("a part of equal pieces that asks for more")
        source, layout, amount = self.source, self.layout, rule.part.amount
        most = min(max(layout.pieces.copies), amount.most if amount.most is not None else len(layout.pieces.all))
        kind, number, held = source.new("kind"), source.new("number"), source.new("held")
        shifts = source.table("KIND_SHIFT", [f.shift for f in layout.fields])
        with source.block(f"for {kind} in range({len(layout.fields)}):"):
            word = pool[0]
            if layout.words > 1:
                at = source.table("KIND_WORD", [f.word for f in layout.fields])
                for place in range(1, layout.words):
                    word = f"({pool[place]} if {at}[{kind}] == {place} else {word})"
            source.line(f"{held} = {word} >> {shifts}[{kind}] & {(1 << layout.width) - 1}")
            with source.block(f"for {number} in range({amount.least}, min({held}, {most}) + 1):"):
                if layout.words == 1:
                    told: Words = (f"{number} << {shifts}[{kind}]",)
                else:
                    told = tuple(
                        f"({number} << {shifts}[{kind}] if {at}[{kind}] == {place} else 0)"
                        for place in range(layout.words)
                    )
                words = self._named("m", told)
                rank = source.table("RANK_OF_KIND", layout.rank_of_kind)
                suits = [-1 if (s := layout.pieces.suits[card]) is None else int(s) for card in layout.order]
                suit = source.table("SUIT_OF_KIND", suits)
                known = None if -1 in suits else f"{suit}[{kind}]"
                then(PartFound(rule, words, number, rank=f"{rank}[{kind}]", suit=known))

    def _of_a_suit(
        self, rule: PartRule, pool: Words, earlier: tuple[PartFound, ...], then: Callable[[PartFound], None]
    ) -> None:
        """A part all of one suit."""
        source, layout = self.source, self.layout
        suits = sorted({int(s) for card in layout.order if (s := layout.pieces.suits[card]) is not None})
        suit = source.new("suit")
        with source.block(f"for {suit} in range({len(layout.pieces.deck.suits)}):"):
            masks: list[str] = []
            for word in range(layout.words):
                row = [
                    sum(f.mask for f, card in zip(layout.fields, layout.order, strict=True)
                        if f.word == word and layout.pieces.suits[card] == number)
                    for number in range(len(layout.pieces.deck.suits))
                ]  # fmt: skip
                masks.append(source.table("OF_SUIT", row))
            suited = self._named(
                "suited", tuple(f"{held} & {mask}[{suit}]" for held, mask in zip(pool, masks, strict=True))
            )
            least = self._least(rule)
            assert suits, "a pattern of a suit needs suits"
            with source.block(f"if {self.cards.count(suited)} >= {least}:"):
                self._inside(rule, suited, earlier, suit, then)

    def _least(self, rule: PartRule) -> int:
        match rule.part:
            case model.Sized(amount=amount):
                return amount.least
            case model.EachOf(each=each, groups=groups):
                return each.least * groups.least
            case model.Every():
                return len(self.layout.ranks)
            case model.Listed():
                return len(rule.items)
            case _:
                return 0

    # ---- runs --------------------------------------------------------------------------------------------------

    def _run(
        self,
        rule: PartRule,
        pool: Words,
        windows: Sequence[Window],
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """One piece of each rank of a run."""
        if not windows:
            return
        self.windows[id(rule)] = tuple(windows)
        lengths = {len(window) for window in windows}
        if len(lengths) > 1 or max(lengths) > 14:
            self._odometer(rule, pool, windows, 1, 1, suit, then)
            return
        source, length = self.source, lengths.pop()
        run = source.new("run")
        ranks = source.table("RUN_RANKS", [rank for window in windows for rank in window])
        held = self.cards.rank_marks(pool)
        names = tuple(source.new("marks") for _ in held)
        self.cards.set(names, held)
        with source.block(f"for {run} in range({len(windows)}):"), ExitStack() as stack:
            marks = [
                source.table("RUN_MARKS", [self.cards.marks_of(window)[word] for window in windows])
                for word in range(self.layout.words)
            ]
            missing = " and ".join(f"{mark}[{run}] & ~{has} == 0" for mark, has in zip(marks, names, strict=True))
            stack.enter_context(source.block(f"if {missing}:"))
            words: Words = ()
            chosen: list[str] = []
            single = self.layout.single and suit is not None
            for at in range(length):
                rank = source.new("rank")
                source.line(f"{rank} = {ranks}[{run} * {length} + {at}]" if length > 1 else f"{rank} = {ranks}[{run}]")
                fields = self.cards.of_rank(pool, rank)
                one = source.new("one")
                if single:
                    source.line(f"{one} = {fields}")
                else:
                    stack.enter_context(source.each(one, self.fields.choose(1, 1), fields))
                chosen.append(one)
                added = self.fields.placed(one, rank)
                words = self._named("m", self.cards.add(words, added) if words else added)
            alike = self.fields.suited(chosen) if suit is None else None
            known = run if rule.windows is not None else None
            then(PartFound(rule, words, str(length), suit=suit, window=known, one_suit=alike))

    def _each_of(
        self,
        rule: PartRule,
        pool: Words,
        each: model.Amount,
        groups: model.Amount,
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """So many of each of several ranks: a run of them, or any."""
        most = groups.most if groups.most is not None else len(self.layout.ranks)
        largest = max(map(self._pieces, self.layout.kinds))
        many = min(each.most if each.most is not None else largest, largest)
        if rule.windows is not None:
            windows = tuple(w for w in dict.fromkeys(self._windows(rule)) if groups.least <= len(w) <= most)
            if windows:
                self._odometer(rule, pool, windows, each.least, many, suit, then)
            return
        limits = (str(groups.least), str(min(most, len(self.layout.ranks))))
        self._ranks(rule, pool, (each.least, many), limits, suit, then)

    def _odometer(
        self,
        rule: PartRule,
        pool: Words,
        windows: Sequence[Window],
        least: int,
        most: int,
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """For each run every choice from each of its ranks, as an odometer turns."""
        source, layout = self.source, self.layout
        self.windows[id(rule)] = tuple(windows)
        longest = max(map(len, windows))
        run, length, at, rank = source.new("run"), source.new("length"), source.new("at"), source.new("rank")
        turned, fields = source.new("turned"), source.new("fields")
        sums = tuple(source.new("sum") for _ in range(layout.words))
        starts = source.table("RUN_AT", _starts(windows))
        ranks = source.table("RUN_RANKS", [rank for window in windows for rank in window])
        lengths = source.table("RUN_LENGTH", [len(window) for window in windows])
        choices, counts = self._choice_table(least, most)
        enough = [self._has(pool, rank_, least) for rank_ in range(len(layout.ranks))]
        have = source.new("have")
        source.line(f"{have} = {' | '.join(enough)}")
        marks = source.table("RUN_NEEDS", [sum(1 << rank for rank in window) for window in windows])
        source.line(f"{turned} = room({longest + 1})")
        source.line(f"{fields} = room({longest + 1})")
        for name in sums:
            source.line(f"{name} = room({longest + 2})")
        with source.block(f"for {run} in range({len(windows)}):"), ExitStack() as stack:
            source.line(f"{length} = {lengths}[{run}]")
            fits = f"{length} * {least} <= {self._high} and {length} * {most} >= {self._low}"
            if len(self.rules) > 1:
                fits = f"{length} * {least} <= {self._high}"
            stack.enter_context(source.block(f"if {marks}[{run}] & ~{have} == 0 and {fits}:"))
            with source.block(f"for {at} in range({length}):"):
                source.line(f"{fields}[{at}] = {self.cards.of_rank(pool, f'{ranks}[{starts}[{run}] + {at}]')}")
                source.line(f"{turned}[{at}] = 0")
            source.line(f"{at} = 0")
            with source.block(f"while {at} >= 0:"):
                with source.block(f"if {turned}[{at}] == {counts}[{fields}[{at}]]:"):
                    source.line(f"{turned}[{at}] = 0")
                    source.line(f"{at} -= 1")
                    source.line("continue")
                source.line(f"{rank} = {ranks}[{starts}[{run}] + {at}]")
                one = source.new("chosen")
                source.line(f"{one} = {self._chosen(choices, f'{fields}[{at}]', f'{turned}[{at}]')}")
                source.line(f"{turned}[{at}] += 1")
                for name, added in zip(sums, self.fields.placed(one, rank), strict=True):
                    source.line(f"{name}[{at} + 1] = {name}[{at}] + {added}")
                with source.block(f"if {at} + 1 < {length}:"):
                    source.line(f"{at} += 1")
                    source.line("continue")
                words = self._named("m", tuple(f"{name}[{length}]" for name in sums))
                size = f"{length} * {least}" if least > 1 else length
                if least != most:
                    size = source.new("size")
                    source.line(f"{size} = {self.cards.count(words)}")
                elif least > 1:
                    size = source.new("size")
                    source.line(f"{size} = {length} * {least}")
                then(PartFound(rule, words, size, suit=suit, window=run))

    def _ranks(
        self,
        rule: PartRule,
        pool: Words,
        each: tuple[int, int],
        groups: tuple[str, str],
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """So many of each of several ranks that need not be neighbours, as an odometer turns over all ranks: at every
        rank nothing may be chosen as well."""
        source, layout = self.source, self.layout
        number = len(layout.ranks)
        largest = each[1]
        rows = [[0, *self._row(value, each)] for value in range(1 << layout.width * max(map(len, layout.kinds)))]
        choices, counts = self._rows_table(f"NONE_OR_{each[0]}", rows)
        at, one, turned = source.new("at"), source.new("chosen"), source.new("turned")
        taken = source.new("groups")
        sums = tuple(source.new("sum") for _ in range(layout.words))
        source.line(f"{turned} = room({number + 1})")
        source.line(f"{taken} = room({number + 2})")
        for name in sums:
            source.line(f"{name} = room({number + 2})")
        source.line(f"{at} = 0")
        with source.block(f"while {at} >= 0:"):
            fields = source.new("held")
            source.line(f"{fields} = {self.cards.of_rank(pool, at)}")
            with source.block(f"if {turned}[{at}] == {counts}[{fields}]:"):
                source.line(f"{turned}[{at}] = 0")
                source.line(f"{at} -= 1")
                source.line("continue")
            source.line(f"{one} = {self._chosen(choices, fields, f'{turned}[{at}]')}")
            source.line(f"{turned}[{at}] += 1")
            for name, added in zip(sums, self.fields.placed(one, at), strict=True):
                source.line(f"{name}[{at} + 1] = {name}[{at}] + {added}")
            source.line(f"{taken}[{at} + 1] = {taken}[{at}] + (1 if {one} != 0 else 0)")
            left = f"{taken}[{at} + 1] + {number - 1} - {at} < {groups[0]}"
            with source.block(f"if {taken}[{at} + 1] > {groups[1]} or {left}:"):
                source.line("continue")
            with source.block(f"if {at} + 1 < {number}:"):
                source.line(f"{at} += 1")
                source.line("continue")
            words = self._named("m", tuple(f"{name}[{number}]" for name in sums))
            size = source.new("size")
            counted = f"{taken}[{number}] * {each[0]}" if each[0] == largest else self.cards.count(words)
            source.line(f"{size} = {counted}")
            then(PartFound(rule, words, size, suit=suit))

    def _has(self, pool: Words, rank: int, least: int) -> str:
        """A bit for a rank that has enough pieces, as an expression."""
        fields = self.cards.of_rank(pool, str(rank))
        enough = f"{self.fields.counts()}[{fields}] >= {least}" if least > 1 else f"{fields} != 0"
        return f"({enough}) << {rank}" if not self.source.native else f"({1 << rank} if {enough} else 0)"

    def _row(self, value: int, each: tuple[int, int]) -> list[int]:
        return self.fields._choices(value, *each)

    def _choice_table(self, least: int, most: int) -> tuple[str, str]:
        rows = [self._row(v, (least, most)) for v in range(1 << self.layout.width * max(map(len, self.layout.kinds)))]
        return self._rows_table(f"CHOOSE_{least}" if least == most else f"CHOOSE_{least}_TO_{most}", rows)

    def _rows_table(self, name: str, rows: Sequence[Sequence[int]]) -> tuple[str, str]:
        lists = self.source.lists(name, rows)
        return lists, self.source.table("CHOICES", [len(row) for row in rows])

    def _chosen(self, lists: str, fields: str, number: str) -> str:
        return f"{lists}[{lists}_AT[{fields}] + {number}]" if self.source.native else f"{lists}[{fields}][{number}]"

    # ---- any pieces --------------------------------------------------------------------------------------------

    def _any(
        self,
        rule: PartRule,
        pool: Words,
        amount: model.Amount,
        earlier: tuple[PartFound, ...],
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """So many pieces, whatever they are (of ranks that no part before has, where that is asked)."""
        source, layout = self.source, self.layout
        if rule.another is not None and rule.another.attribute == "rank" and rule.per is not None:
            self._groups(rule, pool, amount, earlier, then)
            return
        if rule.another is not None:
            raise CannotCompile("a part asks for another suit or identity than the parts before")
        if amount.least == amount.most == 1 and rule.per is None and not earlier and len(self.rules) == 1:
            self._single(rule, pool, suit, then)
            return
        times = "1" if rule.per is None else self._times(rule, earlier)
        # All pieces of the pool, one after the other, high to low; copies side by side.
        kinds, found = source.new("kinds"), source.new("found")
        source.line(f"{kinds} = room({len(layout.pieces.all)})")
        source.line(f"{found} = 0")
        kind, held = source.new("kind"), source.new("held")
        top = len(layout.fields) - 1
        with source.block(f"for {kind} in range({top}, -1, -1):"):
            source.line(f"{held} = {self._of_kind(pool, kind)}")
            rank = source.table("RANK_OF_KIND", layout.rank_of_kind) + f"[{kind}]"
            unused = self._unused(rank, rule, earlier)
            with source.block(f"if {held} != 0{' and ' + unused if unused else ''}:"):
                if layout.single:
                    source.line(f"{kinds}[{found}] = {kind}")
                    source.line(f"{found} += 1")
                else:
                    with source.block(f"for _ in range({held}):"):
                        source.line(f"{kinds}[{found}] = {kind}")
                        source.line(f"{found} += 1")
        if amount.least == amount.most and amount.least <= 6 and rule.per is None:
            self._nested(rule, kinds, found, amount.least, suit, then)
            return
        largest = len(layout.pieces.all) if amount.most is None else amount.most
        low = f"{amount.least} * {times}" if times != "1" else str(amount.least)
        high = f"min({largest} * {times}, {found})" if times != "1" else f"min({largest}, {found})"
        self._combinations(rule, kinds, found, low, high, suit, then)

    def _single(self, rule: PartRule, pool: Words, suit: str | None, then: Callable[[PartFound], None]) -> None:
        """One piece, low to high."""
        source, layout = self.source, self.layout
        ranks, one = source.table("RANK_OF_KIND", layout.rank_of_kind), source.new("one")
        if layout.single and layout.words == 1:
            left = source.new("left")
            floor = self.start_bits() if self.start_bits is not None else ""
            source.line(f"{left} = {pool[0]}{floor}")
            with source.block(f"while {left} != 0:"):
                source.line(f"{one} = {left} & -{left}")
                source.line(f"{left} ^= {one}")
                then(PartFound(rule, (one,), "1", rank=f"{ranks}[{source.high_bit(one)}]", suit=suit))
            return
        kind = source.new("kind")
        held = f"if {self._of_kind(pool, kind)} != 0:"
        with source.block(f"for {kind} in range({len(layout.fields)}):"), source.block(held):
            words = self._named("m", self._one_of(kind))
            then(PartFound(rule, words, "1", rank=f"{ranks}[{kind}]", suit=suit))

    def _of_kind(self, pool: Words, kind: str) -> str:
        source, layout = self.source, self.layout
        shifts = source.table("KIND_SHIFT", [f.shift for f in layout.fields])
        word = pool[0]
        if layout.words > 1:
            at = source.table("KIND_WORD", [f.word for f in layout.fields])
            for place in range(1, layout.words):
                word = f"({pool[place]} if {at}[{kind}] == {place} else {word})"
        return f"{word} >> {shifts}[{kind}] & {(1 << layout.width) - 1}"

    def _one_of(self, kind: str) -> Words:
        source, layout = self.source, self.layout
        if layout.words == 1:
            return (f"{source.table('ONE', [f.one for f in layout.fields])}[{kind}]",)
        return tuple(
            f"{source.table('ONE', [f.one if f.word == word else 0 for f in layout.fields])}[{kind}]"
            for word in range(layout.words)
        )

    def _nested(
        self, rule: PartRule, kinds: str, found: str, size: int, suit: str | None, then: Callable[[PartFound], None]
    ) -> None:
        """A fixed number of pieces: loops in one another."""
        source = self.source
        words: Words = ()
        before = ""
        with ExitStack() as stack:
            for number in range(size):
                at = source.new("at")
                first = f"{before} + 1, " if before else ("0, " if size - 1 - number else "")
                left = size - 1 - number
                stack.enter_context(source.block(f"for {at} in range({first}{found}{f' - {left}' if left else ''}):"))
                kind = source.new("kind")
                source.line(f"{kind} = {kinds}[{at}]")
                if not self.layout.single:
                    start = f"{before} + 1" if before else "0"
                    stack.enter_context(source.block(f"if {at} == {start} or {kinds}[{at} - 1] != {kind}:"))
                added = self._one_of(kind)
                words = self._named("m", self.cards.add(words, added) if words else added)
                before = at
            rank = suit_ = None
            if size == 1:
                rank = source.table("RANK_OF_KIND", self.layout.rank_of_kind) + f"[{kind}]"
            then(PartFound(rule, words, str(size), rank=rank, suit=suit or suit_))

    def _combinations(
        self,
        rule: PartRule,
        kinds: str,
        found: str,
        low: str,
        high: str,
        suit: str | None,
        then: Callable[[PartFound], None],
    ) -> None:
        """Any number of pieces: which are chosen stands on a stack."""
        source = self.source
        taken, depth, next_ = source.new("taken"), source.new("depth"), source.new("next")
        least, most = source.new("least"), source.new("most")
        sums = tuple(source.new("sum") for _ in range(self.layout.words))
        source.line(f"{taken} = room({len(self.layout.pieces.all) + 1})")
        for name in sums:
            source.line(f"{name} = room({len(self.layout.pieces.all) + 2})")
        source.line(f"{least} = {low}")
        source.line(f"{most} = {high}")
        source.line(f"{depth} = 0")
        source.line(f"{next_} = 0")
        with source.block(f"while {depth} >= 0:"):
            full = f"{depth} == {most} or {next_} >= {found} or {found} - {next_} < {least} - {depth}"
            with source.block(f"if {full}:"):
                source.line(f"{depth} -= 1")
                with source.block(f"if {depth} >= 0:"):
                    source.line(f"{next_} = {taken}[{depth}] + 1")
                    if not self.layout.single:
                        same = f"{kinds}[{next_}] == {kinds}[{taken}[{depth}]]"
                        with source.block(f"while {next_} < {found} and {same}:"):
                            source.line(f"{next_} += 1")
                source.line("continue")
            source.line(f"{taken}[{depth}] = {next_}")
            kind = source.new("kind")
            source.line(f"{kind} = {kinds}[{next_}]")
            for name, added in zip(sums, self._one_of(kind), strict=True):
                source.line(f"{name}[{depth} + 1] = {name}[{depth}] + {added}")
            source.line(f"{depth} += 1")
            source.line(f"{next_} += 1")
            with source.block(f"if {depth} >= {least}:"):
                words = self._named("m", tuple(f"{name}[{depth}]" for name in sums))
                then(PartFound(rule, words, depth, suit=suit))

    def _times(self, rule: PartRule, earlier: tuple[PartFound, ...]) -> str:
        """How many ranks a part before spans."""
        assert rule.per is not None
        part = earlier[rule.per]
        if part.rank is not None:
            return "1"
        name = self.source.new("spanned")
        self.source.line(f"{name} = {self.cards.count_ranks(part.words)}")
        return name

    def _groups(
        self,
        rule: PartRule,
        pool: Words,
        amount: model.Amount,
        earlier: tuple[PartFound, ...],
        then: Callable[[PartFound], None],
    ) -> None:
        """For each rank that a part before spans, a group of another rank."""
        times = self._times(rule, earlier)
        marked: list[Words] = [part.words for part in earlier]
        left = pool
        for words in marked:
            left = self.cards.without_ranks(left, words)
        free = self._named("free", left)
        largest = max(map(self._pieces, self.layout.kinds))
        many = min(amount.most if amount.most is not None else largest, largest)

        self._ranks(rule, free, (amount.least, many), (times, times), None, then)

    # ---- lists -------------------------------------------------------------------------------------------------

    def _listed(self, rule: PartRule, pool: Words, suit: str | None, then: Callable[[PartFound], None]) -> None:
        """A piece for each item; the few ways there are stand in a table."""
        raise CannotCompile("a list of pieces with too many ways to fill it")


def _apart(one: PartRule, other: PartRule) -> bool:
    """Whether no piece can be in both parts."""
    return one.members is not None and other.members is not None and one.members.isdisjoint(other.members)


def _starts(windows: Sequence[Window]) -> list[int]:
    found, at = [], 0
    for window in windows:
        found.append(at)
        at += len(window)
    return found
