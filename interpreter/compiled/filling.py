"""A pattern is filled from the cards of a hand: straight from the fields of the ranks, not by trying subsets.

The loops of its parts are nested from left to right, so that parts share no piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from ..parts import PartRule
from ..play import Window
from .fields import Fields
from .found import Filled, PartFound
from .loops import Earlier, Loop, Shared, Writing
from .planning import plan
from .source import Words

Then = Callable[[Filled], None]


class Filler:
    """Writes the loops of one pattern. `low` and `high`: names of how many cards a play may have."""

    def __init__(self, fields: Fields, rules: Sequence[PartRule]) -> None:
        self.fields = fields
        self.source = fields.source
        self.cards = fields.cards
        self.plan = plan(rules, fields.layout)
        self.windows: dict[int, tuple[Window, ...]] = self.plan.runs
        """The runs of each part, as the loops number them."""
        self.start: Callable[[], str] | None = None
        """Writes where the ranks begin that are high enough; None: all are looked at."""
        self.start_bits: Callable[[], str] | None = None
        """The same for single pieces, as a cut of the lowest bits."""

    def fill(self, hand: Words, low: str, high: str, then: Then, *, sized: bool = False) -> None:
        """All loops, with what is done for each way to fill the pattern innermost. `sized`: the one number of cards
        that it has has been looked at."""
        self._sized = sized
        alone = len(self.plan.loops) == 1
        self._to = Writing(self.fields, low, high, alone, self.start, self.start_bits)
        self._hand, self._then = hand, then
        with ExitStack() as stack:
            for rule in self.plan.lacking:
                for item in rule.items:
                    stack.enter_context(self.source.block(f"if not {self.cards.some_of(hand, item)}:"))
            self._part(())

    def _part(self, earlier: Earlier) -> None:
        if len(earlier) == len(self.plan.loops):
            self._whole(earlier)
            return
        loop = self.plan.loops[len(earlier)]

        def then(found: PartFound) -> None:
            with ExitStack() as stack:
                for values in loop.rule.not_alike:
                    shared = self.cards.shared(found.words, values.attribute)
                    stack.enter_context(self.source.block(f"if {shared} < 0:"))
                self._part((*earlier, found))

        loop.write(self._to, self._pool(loop, earlier), earlier, Shared(), then)

    def _whole(self, parts: Earlier) -> None:
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
                total = size
            if not self._sized:
                stack.enter_context(self.source.block(f"if {self._to.low} <= {total} <= {self._to.high}:"))
            if len(parts) > 1:
                words = self._to.named("m", words)
            self._then(Filled(words, total, parts))

    def _pool(self, loop: Loop, earlier: Earlier) -> Words:
        """The cards a part may take: of its class, not taken by a part before, nor of a value that one has where
        another is asked."""
        rule, pool, cards = loop.rule, self._hand, self.cards
        asked = {values.attribute for values in (rule.another, rule.others) if values is not None}
        skipped = {"rank"} if loop.skips_used else set()
        if earlier and not asked & {"rank", "identity"} and not all(_apart(rule, part.rule) for part in earlier):
            for part in earlier:
                pool = cards.minus(pool, tuple(f"({word})" for word in part.words))
            pool = self._to.named("left", pool)
        for attribute in sorted(asked - skipped):
            for part in earlier:
                pool = cards.without(attribute, pool, part.words, lambda words: self._to.named("free", words))
        if rule.members is not None:
            pool = self._to.named("pool", cards.masked(tuple(f"({word})" for word in pool), rule.members))
        return pool


def _apart(one: PartRule, other: PartRule) -> bool:
    """Whether no piece can be in both parts."""
    return one.members is not None and other.members is not None and one.members.isdisjoint(other.members)
