"""What can be named where: the facts, variables and parts that an expression may speak of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple, cast

from .. import model as m


class Type(Enum):
    """The types of values; UNKNOWN stands for what was already reported."""

    NUMBER = "a number"
    TRUTH = "a condition"
    RANK = "a rank"
    SUIT = "a suit"
    CARD = "a card"
    CARDS = "cards"
    PLAY = "a play"
    PLAYS = "plays"
    PLAYER = "a player"
    PLAYERS = "players"
    UNKNOWN = "unknown"


class Typed(NamedTuple):
    """An expression of the model and the type of its value."""

    node: m.Expression
    type: Type


FACTS: dict[str, Type] = {
    "player": Type.PLAYER, "next_player": Type.PLAYER, "hand": Type.CARDS, "table": Type.PLAY, "leading": Type.TRUTH,
    "opening": Type.TRUTH, "answers": Type.TRUTH, "opener": Type.PLAYER, "trick_winner": Type.PLAYER,
    "last_winner": Type.PLAYER, "last_loser": Type.PLAYER, "plays": Type.PLAYS, "play": Type.PLAY,
    "pass": Type.TRUTH, "rest": Type.CARDS, "going_out": Type.TRUTH, "winner": Type.PLAYER, "losers": Type.PLAYERS,
    "players": Type.PLAYERS, "last_player": Type.PLAYER, "last_play": Type.PLAY, "payer": Type.PLAYER,
    "payee": Type.PLAYER, "zero_sum": Type.TRUTH, "beaten_player": Type.PLAYER,
}  # fmt: skip
PLAYER_FACTS = frozenset(fact for fact, type in FACTS.items() if type in (Type.PLAYER, Type.PLAYERS))
"""The facts that are players."""

IN_PLAY = frozenset(
    {
        *("player", "next_player", "hand", "table", "leading", "opening", "answers", "opener", "trick_winner"),
        *("last_winner", "plays"),
    }
)
OF_A_PLAY = IN_PLAY | {"play", "pass", "rest", "going_out"}
# What everybody sees when a play has been made: effects, and what they pay, are about this.
OF_AN_EFFECT = (IN_PLAY - {"hand", "trick_winner"}) | {"play", "going_out", "beaten_player", "players", "last_loser"}
BEFORE_THE_LEAD = frozenset({"last_winner", "last_loser"})
AT_SETTLEMENT = frozenset(["winner", "losers", "players", "opener", "last_player", "last_play", "plays", "last_winner"])
OF_A_BREACH = AT_SETTLEMENT | {"next_player", "player"}
INVARIANT = frozenset({"zero_sum", "winner", "losers", "players"})

# Of what types each property is, and what it is.
PROPERTIES: dict[str, tuple[frozenset[Type], Type]] = {
    "cards": (frozenset({Type.PLAYER}), Type.NUMBER),
    "hand": (frozenset({Type.PLAYER}), Type.CARDS),
    "plays": (frozenset({Type.PLAYER}), Type.PLAYS),
    "pile": (frozenset({Type.PLAYER}), Type.CARDS),
    "place": (frozenset({Type.PLAYER}), Type.NUMBER),
    "points": (frozenset({Type.PLAYER}), Type.NUMBER),
    "bid": (frozenset({Type.PLAYER}), Type.NUMBER),
    "rank": (frozenset({Type.CARD, Type.CARDS, Type.PLAY}), Type.RANK),
    "suit": (frozenset({Type.CARD, Type.CARDS, Type.PLAY}), Type.SUIT),
    "pips": (frozenset({Type.CARD}), Type.NUMBER),
    "size": (frozenset({Type.CARDS, Type.PLAY, Type.PLAYS, Type.PLAYERS}), Type.NUMBER),
    "length": (frozenset({Type.CARDS, Type.PLAY}), Type.NUMBER),
}


# The places of the last hand that have a name, from the front and from the end.
_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINALS = {word: place for place, word in enumerate(_WORDS, 1)} | {
    f"{word}_last": -place for place, word in enumerate(_WORDS, 1) if place > 1
}


def spoken(fact: str) -> str:
    """A fact as it is written: `next player` of two words, `trick_winner` of one."""
    pointer, _, name = fact.partition("_")
    return f"{pointer} {name}" if pointer in ("last", "next", "beaten") else fact


MEMBERS = {Type.PLAYERS: Type.PLAYER, Type.CARDS: Type.CARD, Type.PLAYS: Type.PLAY, Type.PLAY: Type.CARD}


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may name. `parts`: the named parts, and the play each is of. `owner`: whose hand `holding`
    asks. `subject`: the play that `be`, `have` and bare properties are about. `element`: the member that a `where`
    looks at."""

    place: str
    facts: frozenset[str] = frozenset()
    variables: Mapping[str, Typed] = field(default_factory=dict)
    parts: Mapping[str, m.Expression] = field(default_factory=dict)
    owner: m.Expression | None = None
    subject: m.Expression | None = None
    element: Type | None = None
    last_hand: bool = False
    """Whether the places of the last hand are known."""

    @property
    def roles(self) -> bool:
        """Whether the roles that auctions give are known here: wherever players are spoken of."""
        return bool(self.facts & {"player", "players", "last_winner"})

    def binding(self, name: str, value: Typed) -> Scope:
        """The scope with one more variable."""
        return replace(self, variables={**self.variables, name: value})

    def looking_at(self, element: Type, parts: frozenset[str] = frozenset()) -> Scope:
        """The scope inside a `where`; looking at a play, `be` and `have` are about that play."""
        subject = m.Element() if element is Type.PLAY else self.subject
        inner = dict.fromkeys(parts, cast(m.Expression, m.Element()))
        return replace(self, element=element, subject=subject, parts={**self.parts, **inner})

    def reachable(self) -> list[str]:
        """Every name that means something here."""
        return [*self.variables, *self.parts, *map(spoken, self.facts)]
