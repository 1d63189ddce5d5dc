"""What the parts of a course share: the rules with the ranks either way round, and how one goes from seat to seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from cardwright.dsl import model

from .moments import InPlay, Kit
from .plays import PlayWriter
from .scopes import Scope, acting, in_play
from .source import Words
from .values import FALSE, TRUE, APlay, Held, Nothing, Num, Seat, Seats, Truth, Value, constant

ACTION = ("verb", "rung", "key", "same", "size")
"""The names of an action, before the words of its cards."""

PASS, PLAY, BID, GIVE, DISCARD, CLAIM, DECLINE = range(7)


class Conditions(Protocol):
    """Writes what conditions and numbers of a rulebook ask."""

    def truth(self, expression: model.Expression, scope: Scope) -> str: ...

    def number(self, expression: model.Expression, scope: Scope) -> Num: ...

    def seat(self, expression: model.Expression, scope: Scope) -> Seat: ...

    def about(self, cls: model.Class, play: APlay | Nothing, scope: Scope) -> str: ...


Book = Callable[[str, Scope], None]
"""Writes lines that work a payment out, and put what it comes to on top of what `s` has of it."""


@dataclass(frozen=True, slots=True)
class Side:
    """The rules with the ranks one way round: as they are, or (suffix `_r`) upside down."""

    kit: Kit
    plays: PlayWriter
    conditions: Conditions
    book: Book
    suffix: str = ""


class Sides:
    """Both ways round, as far as the rulebook has them, and what else every part of a course asks."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self.all = sides
        self.plain = sides[0]
        self.kit = kit = self.plain.kit
        self.source = kit.source
        self.cards = kit.cards
        self.rules = kit.rules
        self.rulebook = kit.rules.rulebook
        self.memory = kit.rules.memory
        self.players = kit.rules.players
        self.moment = InPlay(kit)

    # ---- names -------------------------------------------------------------------------------------------------

    @property
    def played(self) -> Words:
        """The names of the words of an action's cards."""
        return self.cards.names("m")

    @property
    def action(self) -> Words:
        """The names of an action."""
        return (*ACTION, *self.played)

    @cached_property
    def actions(self) -> str:
        """The names of an action, as parameters."""
        return ", ".join(self.action)

    @cached_property
    def nothing(self) -> Words:
        """No cards."""
        return ("0",) * self.kit.words

    def hand(self, seat: str) -> Words:
        """What a seat holds."""
        return self.kit.words_at("HANDS", seat)

    def table(self) -> Words:
        """The record of the play to beat."""
        return self.kit.play_at("TABLE").record

    def row(self, at: str) -> Words:
        """An action that was found, by its number in `out`."""
        return tuple(f"out[{at}, {column}]" for column in range(len(self.action)))

    # ---- which way round -----------------------------------------------------------------------------------------

    @property
    def upside_down(self) -> str:
        """Whether the ranks are upside down now."""
        return f"popcount({self.kit.at('REVERSED_RANKS')}) & 1"

    def by_side(self, write: Callable[[Side], None]) -> None:
        """What is written for each way round, whichever it is now."""
        if len(self.all) == 1:
            write(self.plain)
            return
        with self.source.block(f"if {self.upside_down}:"):
            write(self.all[1])
        with self.source.block("else:"):
            write(self.plain)

    # ---- from seat to seat ---------------------------------------------------------------------------------------

    @property
    def turns_reverse(self) -> bool:
        """Whether turns can go the other way round."""
        return self.kit.has("REVERSED_TURNS")

    def after(self, seat: str) -> str:
        """The next seat in the order of turns."""
        last = self.players - 1
        if self.turns_reverse:
            return f"({seat} + turn_step(s)) % {self.players}"
        return f"{seat} + 1 if {seat} < {last} else 0" if last > 1 else f"1 - {seat}"

    def step(self) -> None:
        """The function that tells which way turns go, where that changes."""
        if not self.turns_reverse:
            return
        with self.source.function("turn_step", "s", "How many seats on the next player sits."):
            self.source.line(f"return {self.players - 1} if popcount({self.kit.at('REVERSED_TURNS')}) & 1 else 1")

    @cached_property
    def all_hold(self) -> bool:
        """Whether everybody has cards for as long as a hand is played."""
        end = self.rulebook.play.hand_end
        first_out = (not end.holding and end.count == 1) or (end.holding and end.count >= self.players - 1)
        return first_out and end.judged == "at_once"

    @cached_property
    def plain_circle(self) -> bool:
        """Whether turns simply go round."""
        return self.all_hold and not self.memory.dropped and not self.memory.leader and not self.turns_reverse

    def is_over(self) -> str:
        """Whether as many players have run out of cards as end the hand."""
        seats = range(self.players)
        end = self.rulebook.play.hand_end
        holding = " + ".join(f"({self.kit.at('LEFT', str(seat))} > 0)" for seat in seats)
        most = end.count if end.holding else self.players - end.count
        return f"{holding} <= {max(most, 0)}"

    def count(self, seat: str) -> str:
        """How many cards a seat has left."""
        return self.kit.at("LEFT", seat)

    # ---- what conditions may ask -----------------------------------------------------------------------------------

    def facts(self) -> dict[str, Value]:
        """What conditions can ask beside what belongs to a turn."""
        kit = self.kit
        return {
            "opener": Seat(kit.at("OPENER")),
            "opening": Truth(f"{kit.at('OPENING')} != 0" if kit.has("OPENING") else FALSE),
            "trick_winner": Seat(kit.at("TABLE_BY")),
            "last_winner": Seat(kit.at("LAST_WINNER") if kit.has("LAST_WINNER") else "-1"),
            "last_loser": Seat(kit.at("LAST_LOSER") if kit.has("LAST_LOSER") else "-1"),
            "players": Seats(lambda seat: TRUE, constant(self.players)),
        }

    def at_turn(self, seat: str, next_player: str) -> Scope:
        """What the player whose turn it is can be asked for."""
        table = self.kit.play_at("TABLE")
        return in_play(
            self.moment,
            seat=seat,
            next_player=next_player,
            table=table,
            leading=f"{table.rung} < 0",
            facts=self.facts(),
            taken=(*self.action, seat, next_player),
        )

    def about_action(self, seat: str, next_player: str) -> Scope:
        """The same with the action in question."""
        rung, key, same, size = self.action[1:5]
        play = APlay(rung, key, same, size, self.played, f"verb == {PLAY}")
        hand = self.cards.minus(self.hand(seat), self.played)
        rest = Held(tuple(f"({word})" for word in hand), TRUE, Num(f"{self.count(seat)} - size", 0, self.kit.most_held))
        return acting(self.at_turn(seat, next_player), play, rest)

    def before_lead(self, seat: str, more: Mapping[str, Value] | None = None) -> Scope:
        """What steps before the lead can ask."""
        facts = {**self.facts(), **(more or {})}
        return in_play(
            self.moment, seat=seat, next_player="-1", table=Nothing(), leading=TRUE, facts=facts, taken=("taker", "giver")
        )
