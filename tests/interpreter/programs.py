"""Programs of rulebooks in plain Python, for tests: formulas beside the functions about plays, and positions as states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from cardwright.interpreter import Play
from cardwright.interpreter.compiled import runtime
from cardwright.interpreter.compiled.cards import CardWords
from cardwright.interpreter.compiled.formulas import Formulas
from cardwright.interpreter.compiled.layout import CardLayout, Slots
from cardwright.interpreter.compiled.lifting import Lifting
from cardwright.interpreter.compiled.moments import Kit
from cardwright.interpreter.compiled.plays import PlayWriter
from cardwright.interpreter.compiled.scenes import Scenes
from cardwright.interpreter.compiled.settling import Settling
from cardwright.interpreter.compiled.source import Source
from cardwright.interpreter.position import Position
from cardwright.interpreter.rules import Rules

ENDED = {None: 0, "out": 1, "claim": 2, "void": 3}


class Program:
    """What is written for one rulebook, and how its positions are told."""

    def __init__(self, rules: Rules, bits: int | None = None) -> None:
        self.rules = rules
        self.source = Source(False)
        self.layout = CardLayout(rules.pieces, bits)
        self.slots = Slots(rules, self.layout)
        cards = CardWords(self.source, self.layout)
        self.kit = Kit(rules, self.source, cards, self.slots, Lifting(self.source))
        self.formulas = Formulas(self.kit, lambda: self.plays)
        self.plays = PlayWriter(self.source, rules.plays, cards, self.formulas)
        self.scenes = Scenes(self.kit)
        self.settling = Settling(self.kit, self.formulas, self.scenes)
        self._readings = self.plays.readings()
        self._module: dict[str, Any] | None = None

    @property
    def module(self) -> dict[str, Any]:
        """The program, run."""
        if self._module is None:
            names = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")}
            self._module = {**names, "min": min, "max": max}
            exec(compile(self.source.text, "<program>", "exec"), self._module)
        return self._module

    def function(self, name: str, parameters: Sequence[str], text: str) -> Callable[[], Callable[..., Any]]:
        """A function that comes to an expression."""
        with self.source.function(name, ", ".join(parameters), "For a test."):
            self.source.line(f"return {text}")
        return lambda: self.module[name]  # type: ignore[no-any-return]

    # ---- positions as states -----------------------------------------------------------------------------------

    def play(self, play: Play | None, whole: bool = False) -> list[int]:
        """A play as a record."""
        if play is None:
            return [-1, 0, 0, 0, *[0] * self.layout.words]
        for untouched in (0, 1):
            found: list[tuple[int, ...]] = []
            self.module[self._readings](*self.layout.pack(play.pieces), untouched, found, 0)
            for _, rung, key, same, size, *words in found:
                if rung == play.rung:
                    return [rung, key, same, size, *words]
        raise AssertionError(f"{play} is read as something else")

    def state(self, at: Position) -> list[int]:
        """A position as a state."""
        rules, slots, special = self.rules, self.slots, at.special
        rulebook, players = rules.rulebook, rules.players
        s = [0] * slots.length

        def put(slot: str, *values: int) -> None:
            if slot in slots.at:
                assert len(values) <= slots.size[slot]
                s[slots.at[slot] : slots.at[slot] + len(values)] = values

        def cards(each: Sequence[Sequence[int]]) -> list[int]:
            return [word for one in each for word in self.layout.pack(one)]

        put("TURN", at.turn)
        put("ENDED", ENDED[at.ended])
        put("TABLE", *self.play(at.table))
        put("TABLE_BY", at.table_by)
        put("HANDS", *cards(at.hands))
        put("LEFT", *map(len, at.hands))
        put("OPENER", at.opener)
        put("OPENING", int(at.opening))
        put("LEADER", at.leader)
        put("DROPPED", at.dropped)
        put("OUT_COUNT", len(at.out))
        put("OUT", *at.out)
        duties = [duty.name for duty in rulebook.duties]
        told = [(duties.index(b.duty) * players + b.offender) * (players + 1) + 1 + b.protected for b in at.breaches]
        put("BREACH_COUNT", len(told))
        put("BREACHES", *told)
        claims = [claim.name for claim in rulebook.claims]
        put("CLAIMED_COUNT", len(at.claimed))
        put("CLAIMED", *(seat * len(claims) + claims.index(name) for seat, name in at.claimed))
        log = [(seat, play) for seat, plays in enumerate(at.plays) for play in plays]
        put("LOG_COUNT", len(log))
        put("LOG", *(number for seat, play in log for number in (seat, *self.play(play))))
        put("PILES", *cards(at.piles))
        put("TRICK", *cards([at.trick]))
        put("LAST_WINNER", at.last_winner)
        put("LAST_LOSER", at.last_loser)
        put("TOTALS", *map(int, at.totals))
        put("LAST_PLACES", *special.last_places)
        auctions = [name for name in rulebook.play.before if name in {a.name for a in rulebook.auctions}]
        roles = dict(special.roles)
        put("ROLES", *(roles.get(name, -1) for name in auctions))
        made = dict(zip(roles, special.bids, strict=False))
        put("BIDS", *(bid for name in auctions for bid in made.get(name, (0,) * players)))
        put("KITTY", *cards([special.kitty]))
        put("SIZES", *special.sizes)
        put("DISCARDS", *cards(special.discards))
        payments = [payment.name for payment in rulebook.payments]
        for paid in special.paid:
            number = payments.index(paid.payment)
            amount = Fraction(paid.amount) * self.settling.paid_scale(paid.payment)
            assert amount.denominator == 1
            s[slots.at["PAID"] + (number * (players + 1) + 1 + paid.payer) * players + paid.payee] = int(amount)
        put("REVERSED_RANKS", special.reversed_ranks)
        put("REVERSED_TURNS", special.reversed_turns)
        return s
