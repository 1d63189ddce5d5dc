"""Every condition of a rulebook, asked of the definition and of a program at the same positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from cardwright.interpreter.actions import Action, Discard, Pass, PlayCards
from cardwright.interpreter.compiled.scopes import Scope
from cardwright.interpreter.compiled.values import Held, Nothing, Num, RankAt, Seat, Seats, SuitAt, Truth
from cardwright.interpreter.env import Env
from cardwright.interpreter.facts import AtSettlement
from cardwright.interpreter.position import NOBODY
from programs import Program

from cardwright.dsl import model
from cardwright.interpreter import Play, State

Asked = tuple[str, object, object]
"""What was asked, what the definition says and what the program says."""
Told = tuple[Any, ...]


class Asking:
    """What a rulebook asks, in both forms."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules = program.rules
        book, scenes = self.rules.rulebook, program.scenes
        cards = program.kit.cards
        record = ("rung", "key", "same", "size", *cards.names("m"))
        beaten = ("t_rung", "t_key", "t_same", "t_size", *cards.names("t"))
        self.deciding = ("s", "seat", "next_player", *cards.names("h"), *beaten, *record)
        self.after_a_play = ("s", "seat", "next_player", "t_by", "opening", *record, *beaten)
        self.at_end = ("s", "winner", "claimant")
        self._number = 0
        self._duties = [
            {
                "play": self._duty(duty, scenes.playing, True),
                "pass": self._duty(duty, scenes.passing, False),
                "discard": self._duty(duty, scenes.discarding, False),
            }
            for duty in book.duties
        ]
        self._effects = [self.function(effect.when, scenes.after_a_play, self.after_a_play) for effect in book.effects]
        self._booked = sorted({deed.payment for effect in book.effects for deed in effect.then if deed.payment})
        for payment in self._booked:
            with program.source.function(f"book_{payment}", ", ".join(self.after_a_play), "For a test."):
                program.settling.write_booking(payment)
        program.settling.write()

    def _written(self, names: Sequence[str], text: str) -> str:
        self._number += 1
        name = f"asked_{self._number}"
        with self.program.source.function(name, ", ".join(names), "For a test."):
            self.program.source.line(f"return {text}")
        return name

    def function(self, expression: model.Expression, scope: Scope, names: Sequence[str]) -> Callable[..., object]:
        """What an expression comes to, as a function of local names; seats, ranks and suits are numbers, cards are
        words, and players are a truth for each seat."""
        value = self.program.formulas.value(expression, scope)
        scale = value.scale if isinstance(value, Num) else 1
        match value:
            case Truth(text=text) | Num(text=text) | Seat(text=text) | RankAt(text=text) | SuitAt(text=text):
                pass
            case Nothing():
                text = "None"
            case Seats(holds=holds):
                text = f"({' '.join(f'({holds(str(seat))}),' for seat in range(self.rules.players))})"
            case Held(words=words, exists=exists):
                text = f"({' '.join(f'{word},' for word in words)}) if {exists} else None"
            case _:
                raise AssertionError(value)
        name = self._written(names, text)

        def asked(*told: Any) -> object:
            found = self.program.module[name](*told)
            match value:
                case Truth():
                    return bool(found)
                case Num():
                    return Fraction(found, scale)
                case Seat() | RankAt() | SuitAt():
                    return max(-1, found)
                case Held():
                    return found if found and any(found) else None
                case _:
                    return found

        return asked

    def meant(self, kind: str, value: Any) -> object:
        """What the definition says, told as `function` tells it."""
        match kind:
            case "truth":
                return bool(value)
            case "num":
                return Fraction(value or 0)
            case "seats":
                return tuple(seat in (value or ()) for seat in range(self.rules.players))
            case "cards":
                return self.program.layout.pack(value) if value else None
            case "rank":
                return -1 if value is None else self.program.formulas.properties.rank_at[int(value)]
            case _:
                return -1 if value is None else int(value)

    def _duty(self, duty: model.Duty, scope: Scope, plays: bool) -> tuple[Callable[..., object] | None, ...]:
        when = None if duty.when is None else self.function(duty.when, scope, self.deciding)
        about = None
        if duty.binds is not None:
            play = self.program.scenes.play if plays else Nothing()
            name = self._written(self.deciding, self.program.formulas.about(duty.binds, play, scope))
            about = lambda *told: bool(self.program.module[name](*told))  # noqa: E731
        return when, about, self.function(duty.must, scope, self.deciding)

    # ---- at a position -----------------------------------------------------------------------------------------

    def told(self, state: State, action: Action) -> Told:
        """The local names where an action is in question."""
        at, program = state.at, self.program
        next_player = self.rules.turns.next_player(at)
        hand = at.hands[at.turn]
        match action:
            case PlayCards(play=play):
                record = program.record(play)
            case Discard(pieces=pieces):
                record = (-1, 0, 0, len(pieces), *program.layout.pack(pieces))
            case _:
                record = program.record(None)
        shared = (program.codec.state(at), at.turn, NOBODY if next_player is None else next_player)
        return (*shared, *program.layout.pack(hand), *program.record(at.table), *record)

    def facts(self, state: State, action: Action) -> Env:
        """The same for the definition."""
        facts = self.rules.duties.facts(state.at)
        facts.act(action)
        return facts

    def end(self, state: State) -> tuple[Env, Told]:
        """What is known of a hand that is over, in both forms."""
        ended = state.ended
        claimant = state.at.out[0] if state.at.ended == "claim" else NOBODY
        winner = NOBODY if ended.winner is None else ended.winner
        return AtSettlement(ended, self.rules.settling.calculations), (
            self.program.codec.state(state.at),
            winner,
            claimant,
        )

    def of_actions(self, state: State, actions: Sequence[Action]) -> Iterator[Asked]:
        """What duties ask about some actions."""
        for action in actions if self._duties and not state.claiming and not state.doing else ():
            facts, told = self.rules.duties.facts(state.at), self.told(state, action)
            facts.act(action)
            kind = "play" if isinstance(action, PlayCards) else "pass" if isinstance(action, Pass) else "discard"
            for duty, asked in zip(self.rules.duties.all, self._duties, strict=True):
                when, about, must = asked[kind]
                if duty.when is not None and when is not None:
                    yield f"when of {duty.name}, {action}", bool(duty.when(facts)), when(*told)
                if duty.about is not None and about is not None:
                    yield f"what {duty.name} is about, {action}", bool(duty.about(facts.play, facts)), about(*told)
                assert must is not None
                yield f"must of {duty.name}, {action}", bool(duty.must(facts)), must(*told)

    def of_effects(self, before: State, play: Play) -> Iterator[Asked]:
        """What effects ask once a play is made, and what they book."""
        turns: Any = self.rules.turns
        if not self._effects:
            return
        at = before.at
        after = turns._made(at, play)
        next_player = turns.next_player(after)
        fired, facts = turns._set_off(at, after, play)
        s = self.program.codec.state(after)
        next_seat = NOBODY if next_player is None else next_player
        told = (
            s,
            after.turn,
            next_seat,
            at.table_by,
            at.opening,
            *self.program.record(play),
            *self.program.record(at.table),
        )
        for effect, asked in zip(turns._effects, self._effects, strict=True):
            yield "when of an effect", effect in fired, asked(*told)
        for payment in self._booked:
            yield f"what {payment} books", self._meant_booking(facts, payment), self._done_booking(payment, told)

    def _meant_booking(self, facts: Any, payment: str) -> dict[tuple[int, int], Fraction]:
        found: dict[tuple[int, int], Fraction] = {}
        for payer, payee, amount in self.rules.settling.book(facts, payment):
            pair = (NOBODY if payer is None else payer, payee)
            found[pair] = found.get(pair, Fraction(0)) + amount
        return {pair: amount for pair, amount in found.items() if amount}

    def _done_booking(self, payment: str, told: Told) -> dict[tuple[int, int], Fraction]:
        program, players = self.program, self.rules.players
        number = [declared.name for declared in self.rules.rulebook.payments].index(payment)
        first = program.slots.at["PAID"] + number * (players + 1) * players
        s = told[0]
        before = s[first : first + (players + 1) * players]
        program.module[f"book_{payment}"](*told)
        changed = zip(before, s[first : first + (players + 1) * players], strict=True)
        scale = program.settling.paid_scale(payment)
        return {
            (at // players - 1, at % players): Fraction(b - a, scale) for at, (a, b) in enumerate(changed) if a != b
        }

    def of_scores(self, state: State) -> Iterator[Asked]:
        """What a hand that is over pays."""
        scores = [0] * self.rules.players
        broken = self.program.module["settle"](self.program.codec.state(state.at), scores)
        yield "which promise is broken", 0, broken
        scale = self.program.settling.scale
        yield "scores", tuple(map(Fraction, state.scores)), tuple(Fraction(score, scale) for score in scores)
