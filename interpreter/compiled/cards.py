"""What programs ask of cards told as words: how many, which, whether they include others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from cardwright.dsl import model

from .layout import CardLayout
from .source import Source, Words

_FEW = 4
"""So many bits of a rank are looked at one by one."""


class CardWords:
    """Writes expressions about cards. Every method returns the text of an expression (or one for each word)."""

    def __init__(self, source: Source, layout: CardLayout) -> None:
        self.source = source
        self.layout = layout
        self._functions: set[str] = set()

    # ---- words -------------------------------------------------------------------------------------------------

    def constant(self, cards: Iterable[int]) -> Words:
        """These cards (by their numbers in `Pieces`; one several times: several copies)."""
        return tuple(map(str, self.layout.pack(cards)))

    def names(self, base: str) -> Words:
        """A name for each word: `m0`, `m1`."""
        return tuple(f"{base}{word}" for word in range(self.layout.words))

    def at(self, place: str, array: str = "s") -> Words:
        """The words that lie in an array from a place on."""
        return tuple(f"{array}[{place}]" if not word else f"{array}[{place} + {word}]" for word in self._words)

    def add(self, left: Words, right: Words) -> Words:
        """Cards together."""
        return tuple(f"{a} + {b}" for a, b in zip(left, right, strict=True))

    def minus(self, left: Words, right: Words) -> Words:
        """Cards without others that are among them."""
        return tuple(f"{a} - {b}" for a, b in zip(left, right, strict=True))

    def set(self, names: Words, values: Words) -> None:
        """A line that gives the words a value."""
        self.source.line(f"{', '.join(names)} = {', '.join(values)}")

    @property
    def _words(self) -> range:
        return range(self.layout.words)

    # ---- truths and numbers ------------------------------------------------------------------------------------

    def none(self, cards: Words) -> str:
        """Whether there are no cards."""
        return " and ".join(f"{word} == 0" for word in cards)

    def any(self, cards: Words) -> str:
        """Whether there are cards."""
        return f"({' or '.join(f'{word} != 0' for word in cards)})"

    def same(self, left: Words, right: Words) -> str:
        """Whether both are the same cards."""
        return " and ".join(f"{a} == {b}" for a, b in zip(left, right, strict=True))

    def masked(self, cards: Words, kinds: Iterable[int]) -> Words:
        """Of the cards those whose kind (number in `Pieces`) is one of these, with all their copies."""
        masks = [0] * self.layout.words
        for card in set(kinds):
            if card in self.layout.kind_at:
                field = self.layout.fields[self.layout.kind_at[card]]
                masks[field.word] |= field.mask
        return tuple(f"({word} & {mask})" if mask else "0" for word, mask in zip(cards, masks, strict=True))

    def some_of(self, cards: Words, kinds: Iterable[int]) -> str:
        """Whether a card of one of these kinds is among them."""
        return self.any(tuple(word for word in self.masked(cards, kinds) if word != "0") or ("0",))

    def only_of(self, cards: Words, kinds: Iterable[int]) -> str:
        """Whether all cards are of these kinds."""
        return self.none(self.masked(cards, set(self.layout.order) - set(kinds)) or ("0",))

    def count(self, cards: Words) -> str:
        """How many cards."""
        if self.layout.single:
            return " + ".join(f"popcount({word})" for word in cards)
        self.define("count_cards", self._write_count)
        return f"count_cards({', '.join(cards)})"

    def count_of(self, cards: Words, kinds: Iterable[int]) -> str:
        """How many of the cards are of these kinds."""
        return self.count(self.masked(cards, kinds))

    def includes(self, cards: Words, others: Words) -> str:
        """Whether all of the others are among the cards, copies counted."""
        if self.layout.single:
            return " and ".join(f"{b} & ~{a} == 0" for a, b in zip(cards, others, strict=True))
        self.define("includes", self._write_includes)
        return f"includes({', '.join((*cards, *others))})"

    def of_rank(self, cards: Words, rank: str) -> str:
        """The fields of a rank (its position), shifted down: a small number."""
        layout = self.layout
        sizes = {layout.width * len(kinds) for kinds in layout.kinds}
        even = len(sizes) == 1
        shift = self.source.table("RANK_SHIFT", layout.rank_shifts) + f"[{rank}]"
        full = [(1 << layout.width * len(kinds)) - 1 for kinds in layout.kinds]
        mask = str(full[0]) if even else self.source.table("RANK_MASK", full) + f"[{rank}]"
        if layout.words == 1:
            return f"({cards[0]} >> {shift} & {mask})"
        word = self.source.table("RANK_WORD", layout.rank_words) + f"[{rank}]"
        chosen = cards[-1]
        for at in reversed(range(layout.words - 1)):
            chosen = f"({cards[at]} if {word} == {at} else {chosen})"
        return f"({chosen} >> {shift} & {mask})"

    # ---- ranks and suits ---------------------------------------------------------------------------------------

    def rank_marks(self, cards: Words) -> Words:
        """For each word a bit for every rank that is among the cards: the lowest of its fields."""
        return tuple(self._marks_in(at, word) for at, word in enumerate(cards))

    def _marks_in(self, at: int, cards: str) -> str:
        told: list[str] = []
        for width, lows in self._lows_by_width(at):
            some = " | ".join([cards, *(f"{cards} >> {bit}" for bit in range(1, width))])
            if width > _FEW:
                name = f"next_{width}"
                self.define(name, partial(self._write_next, name, width))
                some = f"{name}({cards})"
            told.append(f"({some}) & {lows}" if width > 1 else f"{cards} & {lows}")
        return f"({' | '.join(told) or '0'})"

    def some_rank(self, cards: Words, least: int) -> str | None:
        """Whether there are so many of any rank, as far as that is told at a glance: where it is false there are not.
        None: it cannot be told so."""
        layout, source = self.layout, self.source
        if not layout.single or layout.words > 1 or least not in (2, 3, 4) or max(map(len, layout.kinds)) > 4:
            return None
        both, either = source.new("both"), source.new("either")
        source.line(f"{both} = {cards[0]} & {cards[0]} >> 1")
        if least < 4:
            source.line(f"{either} = {cards[0]} | {cards[0]} >> 1")
        told = {
            2: f"{both} | {both} >> 2 | {either} & {either} >> 2",
            3: f"{both} & {either} >> 2 | {either} & {both} >> 2",
            4: f"{both} & {both} >> 2",
        }
        return f"({told[least]}) & {sum(lows for _, lows in self._lows_by_width(0))} != 0"

    def marks_of(self, ranks: Iterable[int]) -> tuple[int, ...]:
        """The same for ranks that are known, by their positions."""
        layout = self.layout
        marks = [0] * layout.words
        for rank in ranks:
            marks[layout.rank_words[rank]] |= 1 << layout.rank_shifts[rank]
        return tuple(marks)

    def count_ranks(self, cards: Words) -> str:
        """How many ranks the cards have."""
        return self.count_marks(self.rank_marks(cards))

    def count_marks(self, marks: Words) -> str:
        """How many ranks are marked."""
        return " + ".join(f"popcount({word})" for word in marks)

    def without_ranks(self, cards: Words, others: Words) -> Words:
        """Those cards whose rank none of the others has."""
        told = []
        for at, marks in enumerate(self.rank_marks(others)):
            terms = []
            for width, lows in self._lows_by_width(at):
                terms.append(f"({marks} & {lows}) * {(1 << width) - 1}")
            told.append(f"{cards[at]} & ~({' | '.join(terms) or '0'})")
        return tuple(told)

    def masks(self, attribute: model.Attribute) -> list[str]:
        """For each word the table of what pieces of a value (rank and kind by position, suit by number) fill."""
        layout, suits = self.layout, self.layout.pieces.suits
        of: Sequence[int | None]
        match attribute:
            case "rank":
                of = layout.rank_of_kind
            case "suit":
                of = [suits[card] for card in layout.order]
            case "identity":
                of = range(len(layout.order))
        return [
            self.source.table(
                f"OF_{attribute.upper()}",
                [
                    sum(f.mask for f, v in zip(layout.fields, of, strict=True) if v == value and f.word == word)
                    for value in range(max(1, self.values(attribute)))
                ],
            )
            for word in self._words
        ]

    def values(self, attribute: model.Attribute) -> int:
        """How many values an attribute has."""
        layout = self.layout
        match attribute:
            case "rank":
                return len(layout.ranks)
            case "suit":
                return len(layout.pieces.deck.suits)
            case "identity":
                return len(layout.order)

    def without(
        self, attribute: model.Attribute, cards: Words, others: Words, named: Callable[[Words], Words]
    ) -> Words:
        """The cards whose value none of the others has."""
        if attribute == "rank":
            return named(self.without_ranks(cards, others))
        if attribute == "suit":
            left = named(cards)
            for members in self.layout.pieces.by_suit:
                with self.source.block(f"if {self.some_of(tuple(f'({word})' for word in others), members)}:"):
                    kept = self.masked(left, set(self.layout.order) - members)
                    self.set(left, kept)
            return left
        width = self.layout.width
        marks = []
        for at, word in enumerate(others):
            lows = sum(f.one for f in self.layout.fields if f.word == at)
            some = " | ".join(f"({word}) >> {bit}" if bit else f"({word})" for bit in range(width))
            marks.append(f"(({some}) & {lows}) * {(1 << width) - 1}")
        return named(tuple(f"{word} & ~({mark})" for word, mark in zip(cards, marks, strict=True)))

    def of_kind(self, cards: Words, kind: str) -> str:
        """How many of a kind (its position) are among cards."""
        layout = self.layout
        shifts = self.source.table("KIND_SHIFT", [f.shift for f in layout.fields])
        word = cards[0]
        if layout.words > 1:
            at = self.source.table("KIND_WORD", [f.word for f in layout.fields])
            for place in range(1, layout.words):
                word = f"({cards[place]} if {at}[{kind}] == {place} else {word})"
        return f"{word} >> {shifts}[{kind}] & {(1 << layout.width) - 1}"

    def one_of(self, kind: str) -> Words:
        """One piece of a kind (its position)."""
        fields = self.layout.fields
        if self.layout.words == 1:
            return (f"{self.source.table('ONE', [f.one for f in fields])}[{kind}]",)
        return tuple(
            f"{self.source.table('ONE', [f.one if f.word == word else 0 for f in fields])}[{kind}]"
            for word in self._words
        )

    def shared(self, cards: Words, attribute: str) -> str:
        """The rank (its position), suit (its number) or identity (its position) that all the cards have; -1: none."""
        name = f"shared_{attribute}"
        self.define(name, {"rank": self._write_rank, "suit": self._write_suit}.get(attribute, self._write_kind))
        return f"{name}({', '.join(cards)})"

    def highest(self, cards: Words) -> str:
        """The position of the highest kind among cards, of which there are some."""
        return self._extreme("highest", cards, self._write_highest)

    def lowest(self, cards: Words) -> str:
        """The position of the lowest kind among cards, of which there are some."""
        return self._extreme("lowest", cards, self._write_lowest)

    def _extreme(self, name: str, cards: Words, write: Callable[[], None]) -> str:
        if self.layout.single and self.layout.words == 1:
            return self.source.high_bit(cards[0] if name == "highest" else f"{cards[0]} & -{cards[0]}")
        self.define(name, write)
        return f"{name}({', '.join(cards)})"

    def _lows_by_width(self, word: int) -> list[tuple[int, int]]:
        """How many bits the fields of a rank have, and the lowest ones of all ranks in a word that have so many."""
        layout, found = self.layout, dict[int, int]()
        for shift, at, kinds in zip(layout.rank_shifts, layout.rank_words, layout.kinds, strict=True):
            if at == word:
                width = layout.width * len(kinds)
                found[width] = found.get(width, 0) | 1 << shift
        return sorted(found.items())

    def _kind_of_bit(self) -> list[str]:
        """For each word the table from a bit to the position of the kind that it counts."""
        tables = []
        for word in self._words:
            row = [at for at, field in enumerate(self.layout.fields) if field.word == word for _ in range(field.width)]
            tables.append(self.source.table("KIND_OF_BIT", row or [0]))
        return tables

    def _write_highest(self) -> None:
        cards, tables = self.names("m"), self._kind_of_bit()
        with self.source.function("highest", ", ".join(cards), "The highest kind among cards."):
            for word in reversed(self._words):
                bit = self.source.high_bit(cards[word])
                if word:
                    with self.source.block(f"if {cards[word]} != 0:"):
                        self.source.line(f"return {tables[word]}[{bit}]")
                else:
                    self.source.line(f"return {tables[word]}[{bit}]")

    def _write_lowest(self) -> None:
        cards, tables = self.names("m"), self._kind_of_bit()
        with self.source.function("lowest", ", ".join(cards), "The lowest kind among cards."):
            for word in self._words:
                bit = self.source.high_bit(f"{cards[word]} & -{cards[word]}")
                if word < self.layout.words - 1:
                    with self.source.block(f"if {cards[word]} != 0:"):
                        self.source.line(f"return {tables[word]}[{bit}]")
                else:
                    self.source.line(f"return {tables[word]}[{bit}]")

    def _write_rank(self) -> None:
        cards, layout = self.names("m"), self.layout
        tables = []
        for word in self._words:
            row: list[int] = []
            for rank, kinds in enumerate(layout.kinds):
                if layout.rank_words[rank] == word:
                    row.extend([rank] * (layout.width * len(kinds)))
            tables.append(self.source.table("RANK_OF_BIT", row or [0]))
        with self.source.function("shared_rank", ", ".join(cards), "The rank that all cards have; -1: none."):
            marks = tuple(f"r{word}" for word in self._words)
            self.set(marks, self.rank_marks(cards))
            for word in self._words:
                one = [f"r{word} != 0", f"r{word} & r{word} - 1 == 0"]
                one += [f"r{other} == 0" for other in self._words if other != word]
                with self.source.block(f"if {' and '.join(one)}:"):
                    self.source.line(f"return {tables[word]}[{self.source.high_bit(f'r{word}')}]")
            self.source.line("return -1")

    def _write_suit(self) -> None:
        cards, pieces = self.names("m"), self.layout.pieces
        with self.source.function("shared_suit", ", ".join(cards), "The suit that all cards have; -1: none."):
            for number, members in enumerate(pieces.by_suit):
                with self.source.block(f"if {self.only_of(cards, members)}:"):
                    self.source.line(f"return {number}")
            self.source.line("return -1")

    def _write_kind(self) -> None:
        cards = self.names("m")
        with self.source.function("shared_identity", ", ".join(cards), "The kind that all cards are; -1: none."):
            self.source.line(f"low, high = {self.lowest(cards)}, {self.highest(cards)}")
            self.source.line("return low if low == high else -1")

    # ---- functions, written when they are first asked for ---------------------------------------------------------

    def define(self, name: str, write: Callable[[], None]) -> None:
        """A function that is written once, before what is being written."""
        if name not in self._functions:
            self._functions.add(name)
            with self.source.aside():
                write()

    def _write_count(self) -> None:
        cards = self.names("m")
        told: list[str] = []
        for bit in range(self.layout.width):
            for word in self._words:
                plane = sum(1 << f.shift + bit for f in self.layout.fields if f.word == word)
                told.append(f"popcount(m{word} & {plane})" + (f" * {1 << bit}" if bit else ""))
        with self.source.function("count_cards", ", ".join(cards), "How many cards."):
            self.source.line(f"return {' + '.join(told)}")

    def _write_next(self, name: str, width: int) -> None:
        with self.source.function(name, "m", f"Each bit that is set itself, or one of the {width - 1} above it."):
            reached = 1
            while reached < width:
                step = min(reached, width - reached)
                self.source.line(f"m = m | m >> {step}")
                reached += step
            self.source.line("return m")

    def _write_includes(self) -> None:
        held, wanted = self.names("h"), self.names("m")
        told: list[str] = []
        for word in self._words:
            # Where a field has less than is taken from it, the next one is borrowed from.
            fields = [f for f in self.layout.fields if f.word == word]
            borrowed = sum(1 << f.shift + f.width for f in fields)
            told.append(f"h{word} >= m{word} and (h{word} ^ m{word} ^ h{word} - m{word}) & {borrowed} == 0")
        with self.source.function("includes", ", ".join((*held, *wanted)), "Whether all of `m` are among `h`."):
            self.source.line(f"return {' and '.join(told)}")
