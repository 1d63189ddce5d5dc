"""Every condition of a rulebook, asked of the definition and of a program at the same positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from programs import Program

from cardwright.dsl import model
from cardwright.interpreter import State
from cardwright.interpreter.actions import Action, Discard, Pass, PlayCards
from cardwright.interpreter.compiled.scopes import Scope
from cardwright.interpreter.compiled.values import APlay, Held, Kind, Nothing, Num, RankAt, Seat, Seats, SuitAt, Truth
from cardwright.interpreter.duties import InPlay
from cardwright.interpreter.env import Env
from cardwright.interpreter.play import Play
from cardwright.interpreter.position import NOBODY, Position

Asked = tuple[str, object, object]
"""What was asked, what the definition says and what the program says."""


class Asking:
    """The conditions of a rulebook in both forms."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules = program.rules
        cards = program.kit.cards
        self.hand, self.words, self.table = cards.names("h"), cards.names("m"), cards.names("t")
        self.record = ("rung", "key", "same", "size", *self.words)
        self.beaten = ("t_rung", "t_key", "t_same", "t_size", *self.table)
        self._number = 0
        self.duties = [self._duty(duty) for duty in self.rules.rulebook.duties]
        scope = program.scenes.after_a_play
        self.effects = [
            self.function(effect.when, scope, ("s", "seat", "next_player", "t_by", "opening", *self.record, *self.beaten))
            for effect in self.rules.rulebook.effects
        ]
        for payment in sorted({d.payment for e in self.rules.rulebook.effects for d in e.then if d.payment}):
            names = ("s", "seat", "next_player", "t_by", "opening", *self.record, *self.beaten)
            with program.source.function(f"book_{payment}", ", ".join(names), "For a test."):
                program.settling.write_booking(payment)
        program.settling.write()

    def function(self, expression: model.Expression, scope: Scope, names: tuple[str, ...]) -> Callable[..., Any]:
        """What an expression comes to, as a function of local names."""
        self._number += 1
        name = f"asked_{self._number}"
        value = self.program.formulas.value(expression, scope)
        scale = 1
        players = self.rules.players
        match value:
            case Truth(text=text) | Num(text=text) | Seat(text=text) | RankAt(text=text) | SuitAt(text=text):
                scale = value.scale if isinstance(value, Num) else 1
            case Kind(text=text):
                pass
            case Nothing():
                text = "None"
            case Seats(holds=holds):
                text = f"({' '.join(f'({holds(str(seat))}),' for seat in range(players))})"
            case Held(words=words) | APlay(words=words):
                text = f"({' '.join(f'{word},' for word in words)}) if {value.exists} else None"
            case _:
                raise AssertionError(value)
        with self.program.source.function(name, ", ".join(names), "For a test."):
            self.program.source.line(f"return {text}")

        def asked(*told: Any) -> object:
            found = self.program.module[name](*told)
            return Fraction(found, scale) if isinstance(value, Num) else found

        return asked

    def _duty(self, duty: model.Duty) -> Any:
        scenes, formulas = self.program.scenes, self.program.formulas
        names = ("s", "seat", "next_player", *self.hand, *self.beaten)
        found: dict[str, tuple[Callable[..., Any] | None, Callable[..., Any] | None, Callable[..., Any]]] = {}
        for name, scope, play in (
            ("play", scenes.playing, scenes.play),
            ("pass", scenes.passing, Nothing()),
            ("discard", scenes.discarding, Nothing()),
        ):
            when = None if duty.when is None else self.function(duty.when, scope, (*names, *self.record))
            about = None
            if duty.binds is not None:
                text = formulas.about(duty.binds, play, scope)
                self._number += 1
                of = f"asked_{self._number}"
                with self.program.source.function(of, ", ".join((*names, *self.record)), "For a test."):
                    self.program.source.line(f"return {text}")
                about = lambda *told, of=of: self.program.module[of](*told)  # noqa: E731
            found[name] = when, about, self.function(duty.must, scope, (*names, *self.record))
        return found

    # ---- at a position -----------------------------------------------------------------------------------------

    def of_actions(self, state: State, actions: list[Action]) -> Iterator[Asked]:
        """What duties ask about some actions."""
        at, program = state.at, self.program
        if not self.rules.duties.all or state.claiming or state.doing or at.ended is not None:
            return
        facts = self.rules.duties.facts(at)
        next_player = NOBODY if facts.next_player is None else facts.next_player
        s = program.state(at)
        shared = (s, at.turn, next_player, *program.layout.pack(at.hands[at.turn]), *program.play(at.table))
        for action in actions:
            facts.act(action)
            if isinstance(action, PlayCards):
                kind, record = "play", program.play(action.play)
            elif isinstance(action, Discard):
                kind, record = "discard", [-1, 0, 0, len(action.pieces), *program.layout.pack(action.pieces)]
            else:
                assert isinstance(action, Pass)
                kind, record = "pass", [-1, 0, 0, 0, *[0] * len(self.words)]
            for duty, asked in zip(self.rules.duties.all, self.duties, strict=True):
                when, about, must = asked[kind]
                told = (*shared, *record)
                where = f"{duty.name} {kind} {action}"
                if duty.when is not None and when is not None:
                    yield f"when {where}", bool(duty.when(facts)), bool(when(*told))
                if duty.about is not None and about is not None:
                    yield f"about {where}", bool(duty.about(facts.play, facts)), bool(about(*told))
                yield f"must {where}", bool(duty.must(facts)), bool(must(*told))

    def of_effects(self, before: State, play: Play) -> Iterator[Asked]:
        """What effects ask once a play is made."""
        turns, at = self.rules.turns, before.at
        if not self.effects:
            return
        after = turns._made(at, play)
        _, facts = turns._set_off(at, after, play)  # type: ignore[attr-defined]
        next_player = turns.next_player(after)
        s = self.program.state(after)
        told = (
            s,
            after.turn,
            NOBODY if next_player is None else next_player,
            at.table_by,
            at.opening,
            *self.program.play(play),
            *self.program.play(at.table),
        )
        for effect, asked in zip(turns._effects, self.effects, strict=True):  # type: ignore[attr-defined]
            yield "effect", bool(effect.when(facts)), bool(asked(*told))
        players = self.rules.players
        for payment in sorted({d.payment for e in self.rules.rulebook.effects for d in e.then if d.payment}):
            found: dict[tuple[int, int], Fraction] = {}
            _, facts = turns._set_off(at, after, play)  # type: ignore[attr-defined]
            for payer, payee, amount in self.rules.settling.book(facts, payment):
                key = (-1 if payer is None else payer, payee)
                found[key] = found.get(key, Fraction(0)) + amount
            names = [declared.name for declared in self.rules.rulebook.payments]
            first = self.program.slots.at["PAID"] + names.index(payment) * (players + 1) * players
            had = s[first : first + (players + 1) * players]
            self.program.module[f"book_{payment}"](*told)
            has = s[first : first + (players + 1) * players]
            scale = self.program.settling.paid_scale(payment)
            booked = {
                (number // players - 1, number % players): Fraction(b - a, scale)
                for number, (a, b) in enumerate(zip(had, has, strict=True))
                if a != b
            }
            yield f"booked {payment}", {key: amount for key, amount in found.items() if amount}, booked

    def of_scores(self, state: State) -> Iterator[Asked]:
        """What a hand that is over pays."""
        scores = [0] * self.rules.players
        broken = self.program.module["settle"](self.program.state(state.at), scores)
        yield "broken", 0, broken
        scale = self.program.settling.scale
        yield "scores", tuple(map(Fraction, state.scores)), tuple(Fraction(score, scale) for score in scores)


__all__ = ["Asking", "Env", "InPlay", "Position"]
