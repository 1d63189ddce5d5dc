"""Programs of rulebooks in plain Python, for tests: formulas beside the functions about plays."""

from __future__ import annotations

from typing import Any

from cardwright.interpreter.compiled import runtime
from cardwright.interpreter.compiled.cards import CardWords
from cardwright.interpreter.compiled.codec import Codec
from cardwright.interpreter.compiled.formulas import Formulas
from cardwright.interpreter.compiled.layout import CardLayout, Slots
from cardwright.interpreter.compiled.lifting import Lifting
from cardwright.interpreter.compiled.moments import Kit
from cardwright.interpreter.compiled.plays import PlayWriter
from cardwright.interpreter.compiled.scenes import Scenes
from cardwright.interpreter.compiled.settling import Settling
from cardwright.interpreter.compiled.source import Source
from cardwright.interpreter.rules import Rules

from cardwright.interpreter import Play


class Program:
    """Formulas of one rulebook to which more can be added until the module is run. `bits`: how many a word has;
    `upside_down`: as they are with the ranks upside down."""

    def __init__(self, plain: Rules, bits: int | None = None, upside_down: bool = False) -> None:
        self.rules = rules = plain.upside_down if upside_down else plain
        self.upside_down = upside_down
        self.source = Source(False)
        self.layout = CardLayout(plain.pieces, bits)
        self.slots = Slots(plain, self.layout)
        cards, lifting = CardWords(self.source, self.layout), Lifting(self.source)
        self.kit = Kit(rules, self.source, cards, self.slots, lifting)
        written: list[PlayWriter] = []
        self.formulas = Formulas(self.kit, lambda: written[0])
        self.plays = PlayWriter(
            self.source, rules.plays, cards, self.formulas, "__r" if upside_down else "", upside_down
        )
        written.append(self.plays)
        self.plays.readings()
        if upside_down:
            # Plays are remembered as they are read with the ranks the right way round.
            PlayWriter(self.source, plain.plays, cards, self.formulas).readings()
        self.scenes = Scenes(self.kit)
        self.settling = Settling(self.kit, self.formulas, self.scenes)
        payments = {deed.payment for effect in plain.rulebook.effects for deed in effect.then if deed.payment}
        scales = {payment: self.settling.paid_scale(payment) for payment in payments}
        self.module: dict[str, Any] = {}
        self.codec = Codec(plain, self.layout, self.slots, self.module, scales)

    def run(self) -> None:
        """Run the module: from here on its functions can be called."""
        self.module.update({name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")})
        exec(compile(self.source.text, "<program>", "exec"), self.module)

    def record(self, play: Play | None) -> tuple[int, ...]:
        """A play as a record."""
        if play is None:
            return (-1, 0, 0, 0, *[0] * self.layout.words)
        return tuple(self.codec.record(play, self.upside_down))
