"""The functions about plays of a program in plain Python, for tests that ask nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardwright.interpreter.compiled import runtime
from cardwright.interpreter.compiled.cards import CardWords
from cardwright.interpreter.compiled.found import Filled
from cardwright.interpreter.compiled.layout import CardLayout
from cardwright.interpreter.compiled.plays import PlayWriter
from cardwright.interpreter.compiled.source import Source, Words

from cardwright.dsl import model
from cardwright.interpreter import Play, Plays


class NothingFurther:
    """No further conditions: these rulebooks have none."""

    def needs(self, rung: int, filled: Filled) -> str:
        """Never asked."""
        raise AssertionError(rung)

    def in_class(self, cls: model.Class, play: Words) -> str:
        """Never asked."""
        raise AssertionError(cls)


@dataclass
class Compiled:
    """The functions of a program, for cards as the definition has them."""

    layout: CardLayout
    words: dict[str, Any]

    def plays_to(self, hand: tuple[int, ...], table: tuple[int, ...], whole: bool = False) -> list[tuple[int, ...]]:
        """The records of all plays that beat a table."""
        out: list[tuple[int, ...]] = []
        self.words["plays_to"](*self.layout.pack(hand), whole, *table, out, 0)
        return [play[1:] for play in out]

    def record(self, play: Play) -> tuple[int, ...]:
        """The record of a play."""
        return next(found for found in self.readings(play.pieces) if found[0] == play.rung)

    def readings(self, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
        """What cards are played as."""
        out: list[tuple[int, ...]] = []
        self.words["readings"](*self.layout.pack(cards), False, out, 0)
        return [play[1:] for play in out]

    def lead(self) -> tuple[int, ...]:
        """The record where there is nothing to beat."""
        return (-1, 0, 0, 0, *[0] * self.layout.words)

    def cards(self, record: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The combination and the cards of a record."""
        return record[0], self.layout.unpack(record[4:])


def compiled(plays: Plays, bits: int | None, upside_down: bool = False) -> Compiled:
    """The program for plays; raises CannotCompile."""
    source = Source(native=False)
    # Cards lie as they do the right way round.
    layout = CardLayout(Plays(plays.rulebook).pieces, bits)
    writer = PlayWriter(source, plays, CardWords(source, layout), NothingFurther(), reversed_ranks=upside_down)
    for write in (writer.plays_to, writer.readings, writer.can_beat, writer.beats):
        write()
    words: dict[str, Any] = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")}
    exec(compile(source.text, "compiled", "exec"), words)
    return Compiled(layout, words)
