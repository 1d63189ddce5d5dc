"""What the parts of a course share: the rules with the ranks either way round, and how one goes from seat to seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from .formulas import Formulas
from .moments import Kit
from .plays import PlayWriter
from .scenes import Scenes
from .scopes import Scope
from .settling import Settling
from .source import Words
from .values import TRUE, Held, Num, Seat, Truth, Value

ACTION = ("verb", "rung", "key", "same", "size")
"""The names of an action, before the words of its cards."""

PASS, PLAY, BID, GIVE, DISCARD, CLAIM, DECLINE = range(7)


@dataclass(frozen=True, slots=True)
class Side:
    """The rules with the ranks one way round: as they are, or (suffix `__r`) upside down."""

    kit: Kit
    plays: PlayWriter
    formulas: Formulas
    scenes: Scenes
    settling: Settling
    suffix: str = ""

    def deciding(self, followed: bool) -> Scope:
        """What the player whose turn it is can be asked for: `seat`, with `next_player` after it. `followed`: there
        always is one."""
        table = self.kit.play_at("TABLE")
        hand = Held(self.kit.words_at("HANDS", "seat"), TRUE, Num(self.kit.at("LEFT", "seat"), 0, self.kit.most_held))
        leading, answers = Truth(f"{table.rung} < 0"), Truth(f"{table.rung} >= 0")
        facts: dict[str, Value] = {"hand": hand, "rest": hand, "table": table, "leading": leading, "answers": answers}
        return self.scenes.deciding.knowing(next_player=Seat("next_player", followed), **facts)

    def acting(self, followed: bool) -> Scope:
        """The same with an action in question: `verb`, `rung`, `key`, .."""
        hand = zip(self.kit.words_at("HANDS", "seat"), self.kit.cards.names("m"), strict=True)
        left = self.kit.at("LEFT", "seat")
        count = Num(f"{left} - size", 0, self.kit.most_held)
        return self.deciding(followed).knowing(
            play=replace(self.scenes.play, exists=f"verb == {PLAY}"),
            passing=Truth(f"verb != {PLAY}"),
            rest=Held(tuple(f"({held} - {taken})" for held, taken in hand), TRUE, count),
            going_out=Truth(f"size == {left}"),
        )


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
        skips = any(deed.deed == "skip_next" for effect in self.rulebook.effects for deed in effect.then)
        return self.all_hold and not (skips or self.memory.dropped or self.memory.leader or self.turns_reverse)

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
