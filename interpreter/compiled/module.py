"""One module for one rulebook: plays, formulas, payments, the course of a hand, whole hands played out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from cardwright.dsl import meaning

from ..rules import Rules
from .batching import BatchWriter
from .cards import CardWords
from .course import CourseWriter
from .formulas import Formulas
from .layout import PLAY, CardLayout, Slots
from .lifting import Lifting
from .moments import Kit
from .playing_out import Facts, PlayingOut
from .plays import PlayWriter
from .scenes import Scenes
from .seeing import SeeingWriter, Seen
from .settling import Settling
from .sides import Side
from .source import Source, plain
from .words import WORDS

WORD_BITS = 62
"""How many bits of a machine word cards may take: the sign and one bit for sums are left."""


class Program:
    """The program of one rulebook, in plain Python or in its native form. Raises CannotCompile.

    `deck`: in which order the pieces lie before they are shuffled, where not in their own. `stepping`: with what
    tells what is seen, and (native) steps many hands side by side; plain Python has the numbers of the native form."""

    def __init__(
        self, rules: Rules, native: bool = False, deck: Sequence[int] | None = None, *, stepping: bool = False
    ) -> None:
        self.rules = rules
        self.native = native
        self._source = source = Source(native, stepping)
        self.layout = CardLayout(rules.pieces, WORD_BITS if native or stepping else None)
        self.slots = Slots(rules, self.layout)
        cards, lifting = CardWords(source, self.layout), Lifting(source)
        self._sides = [self._side(rules, "", cards, lifting)]
        if rules.memory.reversed_ranks:
            self._sides.append(self._side(rules.upside_down, "__r", cards, lifting))
        for side in self._sides:
            side.plays.readings()
        course = CourseWriter(self._sides)
        course.write()
        plain = self._sides[0]
        plain.settling.write()
        self.facts = Facts(plain)
        PlayingOut(plain, self.facts, course.draws_starter, deck or rules.pieces.all).write()
        self.seen = Seen(rules, self.layout, self.slots, course.gives, course.asks_claims)
        if stepping:
            SeeingWriter(plain, self.seen).write()
        if stepping and native:
            BatchWriter(plain, self.seen).write()

    def _side(self, rules: Rules, suffix: str, cards: CardWords, lifting: Lifting) -> Side:
        kit = Kit(rules, self._source, cards, self.slots, lifting)
        written: list[PlayWriter] = []
        formulas = Formulas(kit, lambda: written[0])
        written.append(PlayWriter(self._source, rules.plays, cards, formulas, suffix, bool(suffix)))
        scenes = Scenes(kit)
        return Side(kit, written[0], formulas, scenes, Settling(kit, formulas, scenes), suffix)

    @property
    def columns(self) -> int:
        """How many numbers an action is told in."""
        return 1 + len(PLAY) + self.layout.words

    @property
    def scale(self) -> int:
        """In which parts of a point scores are told."""
        return self._sides[0].settling.scale

    @property
    def scales(self) -> dict[str, int]:
        """In which parts of a point each payment that effects book is told."""
        effects = self.rules.rulebook.effects
        paid = [deed.payment for effect in effects for deed in effect.then if deed.payment is not None]
        return {payment: self._sides[0].settling.paid_scale(payment) for payment in paid}

    @cached_property
    def text(self) -> str:
        """The module."""
        words = f"COLUMNS = {self.columns}\n{WORDS}" if self.native else ""
        return f"{self._head()}{words}{self._source.text}"

    def _head(self) -> str:
        book = self.rules.rulebook
        form = "for machine code" if self.native else "in plain Python"
        answers = [f"    {option.name}: {option.answer}" for option in book.options]
        told = [
            f"{plain(book.title or book.name)}, {form}: plays, what is legal, what actions do, what hands pay.",
            "",
            f"Rulebook `{plain(book.name)}`, edition {book.edition}.",
            f"Meaning: {meaning(book)}",
        ]
        if answers:
            told += ["", "Options:", *map(plain, answers)]
        words = "" if self.native else "from cardwright.interpreter.compiled.runtime import *\n\n"
        text = "\n".join(told)
        return f'"""{text}\n"""\n\n{words}'


def source_of(rules: Rules, native: bool = False) -> str:
    """The module that plays a rulebook, in plain Python or in its native form. Raises CannotCompile."""
    return Program(rules, native).text
