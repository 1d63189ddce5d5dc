"""How a hand goes: who opens, turns, tricks and its end, with duties and claims."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..frozen import node
from .expressions import Class, Expression
from .node import Declared, Name, Node
from .patterns import Pattern


@node
class HolderOpens(Node):
    """The holder of one card opens."""

    kind: Literal["holder"] = "holder"
    card: Name


@node
class LowestOpens(Node):
    """The holder of the lowest piece actually dealt opens."""

    kind: Literal["lowest"] = "lowest"


@node
class RandomOpens(Node):
    """Chance says who opens."""

    kind: Literal["random"] = "random"


@node
class LastWinnerOpens(Node):
    """Who won the last hand opens."""

    kind: Literal["last_winner"] = "last_winner"


@node
class LastLoserOpens(Node):
    """Who was last in the last hand opens."""

    kind: Literal["last_loser"] = "last_loser"


@node
class RoleOpens(Node):
    """Whoever has the role that an auction gives."""

    kind: Literal["role"] = "role"
    role: Name


OpenerRule = Annotated[
    HolderOpens | LowestOpens | RandomOpens | LastWinnerOpens | LastLoserOpens | RoleOpens, Field(discriminator="kind")
]


@node
class Opening(Node):
    """Who opens a hand; `playing_it`: the opening play must contain the card."""

    by: OpenerRule
    playing_it: bool = False
    claims: tuple[str, ...] = ()


@node
class AtOnce(Node):
    """Plays that take the trick at once: what nothing in the deck could beat, or the plays of a class."""

    unbeatable: bool = False
    of: Class | None = None


@node
class HandEnd(Node):
    """The hand ends when `count` players (or, `at_most`, that many or fewer) have cards (`holding`) or none."""

    count: int
    at_most: bool
    holding: bool
    judged: Literal["at_once", "after_trick"]


@node
class Line(Node):
    """The place and claims of one line of `play`, for explanations."""

    field: Name
    text: str
    claims: tuple[str, ...] = ()


@node
class Play(Node):
    """How a hand goes. Seats are numbered in the order of turns; `direction` says on which side the next one sits.

    `before`: the auctions and steps between the claims and the lead, in order. `discards`: there is no pass; who does
    not beat lays down as many pieces as the play to beat has (all, if fewer are left), face down. `last_trick_wins`:
    the winner of the hand is who won the last trick, not who went out first."""

    direction: Literal["clockwise", "anticlockwise"]
    first_hand: Opening
    later_hands: Opening
    before: tuple[Name, ...] = ()
    must_beat: bool
    discards: bool = False
    last_trick_wins: bool = False
    pass_drops_out: bool
    one_circuit: bool
    won_at_once: AtOnce
    pile: Literal["nothing", "winning_play", "whole_trick"] = "nothing"
    next_leader_may_lack_cards: bool
    hand_end: HandEnd
    lines: tuple[Line, ...]

    def line(self, field: str) -> Line | None:
        """The line that settled a field, None where it was left out."""
        return next((line for line in self.lines if line.field == field), None)


@node
class Refused(Node):
    """An action that breaks the duty is not legal."""

    kind: Literal["refused"] = "refused"


@node
class Pays(Node):
    """The offender pays the others' shares of a payment `when` the condition holds at settlement (in it,
    `next_player` is the seat protected at the time of the breach)."""

    kind: Literal["pays"] = "pays"
    payment: Name
    when: Expression | None = None


@node
class Duty(Declared):
    """What a player must do: `when` it exists, `binds` which plays it is about (None: all), what they `must` be."""

    when: Expression | None = None
    binds: Class | None = None
    must: Expression
    breach: Annotated[Refused | Pays, Field(discriminator="kind")]
    lasts: Literal["hand", "one_turn"] = "hand"


@node
class Claim(Declared):
    """What may (`voluntary`) or must be done before the first lead by whose hand includes the pattern: go out, void the
    hand, or lay the pieces of the class `pile` aside."""

    holding: Pattern
    voluntary: bool
    act: Literal["go_out", "void", "pile"]
    pile: Class | None = None


@node
class Claims(Node):
    """Which claim comes first (tiers from low to high) and how ties are broken."""

    order: tuple[tuple[Name, ...], ...] = ()
    ties: tuple[Literal["lowest_card", "turn"], ...] = ()
    claims: tuple[str, ...] = ()
