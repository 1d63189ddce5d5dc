"""What programs ask of cards told as words: how many, which, whether they include others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .layout import CardLayout
from .source import Source, Words


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
        return self.none(self.masked(cards, set(self.layout.order) - set(kinds)))

    def count(self, cards: Words) -> str:
        """How many cards."""
        if self.layout.single:
            return " + ".join(f"popcount({word})" for word in cards)
        self._define("count_cards", self._write_count)
        return f"count_cards({', '.join(cards)})"

    def count_of(self, cards: Words, kinds: Iterable[int]) -> str:
        """How many of the cards are of these kinds."""
        return self.count(self.masked(cards, kinds))

    def includes(self, cards: Words, others: Words) -> str:
        """Whether all of the others are among the cards, copies counted."""
        if self.layout.single:
            return " and ".join(f"{b} & ~{a} == 0" for a, b in zip(cards, others, strict=True))
        self._define("includes", self._write_includes)
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

    # ---- functions, written when they are first asked for ---------------------------------------------------------

    def _define(self, name: str, write: Callable[[], None]) -> None:
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


