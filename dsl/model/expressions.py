"""Classes (of pieces and of plays) and expressions: everything a condition or a formula can say.

A class is a predicate over pieces or over plays; an expression has a value: a number, a truth, a rank, a suit, a
card, cards (a multiset), a play, several plays, a player, or several players. Where a thing does not exist (the
last play after a claim, say), conditions on it are false and its numbers are 0.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..frozen import node
from .node import Name, Node

# ---- classes ---------------------------------------------------------------------------------------------------


@node
class Anything(Node):
    """`anything`, `playable` (every play) and `card` (every piece)."""

    kind: Literal["anything"] = "anything"
    of: Literal["plays", "pieces"]


@node
class RankClass(Node):
    """All pieces of a rank."""

    kind: Literal["rank_class"] = "rank_class"
    rank: Name


@node
class SuitClass(Node):
    """All pieces of a suit."""

    kind: Literal["suit_class"] = "suit_class"
    suit: Name


@node
class PieceClass(Node):
    """One identity of piece."""

    kind: Literal["piece_class"] = "piece_class"
    piece: Name


@node
class FamilyClass(Node):
    """All pieces whose rank stands in a family."""

    kind: Literal["family_class"] = "family_class"
    family: Name


@node
class SetClass(Node):
    """A class declared with `set`."""

    kind: Literal["set_class"] = "set_class"
    set: Name


@node
class TypeClass(Node):
    """All plays of a combination; with `rank` or a length, only those of that rank (every piece) or length."""

    kind: Literal["type_class"] = "type_class"
    combination: Name
    rank: Name | None = None
    length: int | None = None
    or_more: bool = False


@node
class RungsClass(Node):
    """All plays of the types in a ladder or a list of bombs."""

    kind: Literal["rungs_class"] = "rungs_class"
    rungs: Name


@node
class PassClass(Node):
    """The pass, where a duty says what it binds."""

    kind: Literal["pass_class"] = "pass_class"


@node
class UnionClass(Node):
    """Whatever is in one of the parts; a part that was removed or not agreed is left out."""

    kind: Literal["union_class"] = "union_class"
    parts: tuple[Class, ...]


@node
class WhereClass(Node):
    """The members of a class that meet a condition; inside, `Element` is the member."""

    kind: Literal["where_class"] = "where_class"
    base: Class
    where: Expression


Class = Annotated[
    Anything
    | RankClass
    | SuitClass
    | PieceClass
    | FamilyClass
    | SetClass
    | TypeClass
    | RungsClass
    | PassClass
    | UnionClass
    | WhereClass,
    Field(discriminator="kind"),
]

# ---- expressions -----------------------------------------------------------------------------------------------


@node
class Number(Node):
    """A whole number; `option` names the option whose settled answer it is."""

    kind: Literal["number"] = "number"
    value: int
    option: Name | None = None


@node
class RankValue(Node):
    """A rank, as a value to compare."""

    kind: Literal["rank"] = "rank"
    rank: Name


@node
class SuitValue(Node):
    """A suit, as a value to compare."""

    kind: Literal["suit"] = "suit"
    suit: Name


@node
class CardsValue(Node):
    """Pieces named one by one (a multiset)."""

    kind: Literal["cards"] = "cards"
    cards: tuple[Name, ...]


FactName = Literal[
    # in play
    "player", "next_player", "hand", "table", "leading", "opening", "answers", "opener", "trick_winner",
    "last_winner", "last_loser", "plays", "play", "pass", "rest", "going_out", "beaten_player",
    # at settlement
    "winner", "losers", "players", "last_player", "last_play", "payer", "payee", "zero_sum",
]  # fmt: skip


@node
class Fact(Node):
    """A fact from the closed list. `hand` and `rest` are cards; `table`, `play`, `last_play` plays; `leading`,
    `opening`, `answers`, `pass`, `going_out`, `zero_sum` truths; `plays` plays; `losers`, `players` players."""

    kind: Literal["fact"] = "fact"
    fact: FactName


@node
class Role(Node):
    """The player who has a role, once the auction of that name has given it; until then there is none."""

    kind: Literal["role"] = "role"
    role: Name


@node
class Placed(Node):
    """The player of a place in the last hand, where one alone has it: 1 is the first, -1 the last, -2 the last but
    one."""

    kind: Literal["placed"] = "placed"
    place: int


@node
class Variable(Node):
    """A bound name: the parameter of a calculation, of `for` or `some`, or of `each loser`."""

    kind: Literal["variable"] = "variable"
    name: Name


@node
class Element(Node):
    """The member that a `where` looks at (`pips`, `rank`, `size` inside `where` are its properties)."""

    kind: Literal["element"] = "element"


@node
class PartCards(Node):
    """The cards of a named part of a play (`rank of trio`: of the play the clause is about, or of the element)."""

    kind: Literal["part"] = "part"
    part: Name
    of: Expression


PropertyName = Literal[
    # of a player
    "cards", "hand", "plays", "pile", "place", "points", "bid",
    # of cards or a play
    "rank", "suit", "pips", "size", "length", "ranks",
]  # fmt: skip


@node
class Property(Node):
    """A built-in property. `cards of p` is how many a player holds; `size` counts pieces or plays."""

    kind: Literal["property"] = "property"
    property: PropertyName
    of: Expression


@node
class Calculation(Node):
    """A declared `let`, `table` or `factors`, worked out (for a player or a variable's value)."""

    kind: Literal["calculation"] = "calculation"
    target: Literal["let", "table", "factors"]
    name: Name
    of: Expression | None = None


@node
class Arithmetic(Node):
    """`left op right` over exact numbers."""

    kind: Literal["arithmetic"] = "arithmetic"
    op: Literal["+", "-", "x", "/", "^"]
    left: Expression
    right: Expression


@node
class Negative(Node):
    """`-n`."""

    kind: Literal["negative"] = "negative"
    value: Expression


@node
class Extreme(Node):
    """`least of (a, b)` and `most of (a, b)`."""

    kind: Literal["extreme"] = "extreme"
    extreme: Literal["least", "most"]
    values: tuple[Expression, ...]


@node
class AllOf(Node):
    """`a and b`: every term holds; none at all is true."""

    kind: Literal["all_of"] = "all_of"
    terms: tuple[Expression, ...]


@node
class AnyOf(Node):
    """`a or b`: some term holds; none at all is false."""

    kind: Literal["any_of"] = "any_of"
    terms: tuple[Expression, ...]


@node
class Not(Node):
    """`not a`."""

    kind: Literal["not"] = "not"
    term: Expression


@node
class Chain(Node):
    """`a < b = c >= d`: each neighbour pair compared; numbers, or ranks, or suits."""

    kind: Literal["chain"] = "chain"
    terms: tuple[Expression, ...]
    ops: tuple[Literal["<", "=", ">", "<=", ">="], ...]


@node
class IsSame(Node):
    """`a is b` for players, ranks, suits, numbers and truths; `denied`: `is not`. Where the thing does not exist, both
    are false (so in all conditions with `is`)."""

    kind: Literal["is_same"] = "is_same"
    left: Expression
    right: Expression
    denied: bool = False


@node
class IsBetween(Node):
    """`n is 10..12`."""

    kind: Literal["is_between"] = "is_between"
    value: Expression
    low: Expression
    high: Expression
    denied: bool = False


@node
class IsIn(Node):
    """A play, card, rank or suit is in a class (`last play is monsters`, `c is red`, `play is single of 2`)."""

    kind: Literal["is_in"] = "is_in"
    subject: Expression
    of: Class
    denied: bool = False


@node
class IsHighest(Node):
    """`be the highest single [in hand]`: the play is among the strongest (weakest) plays of a class that can be
    formed from the cards, whether or not it may be played now."""

    kind: Literal["is_highest"] = "is_highest"
    subject: Expression
    extreme: Literal["highest", "lowest"]
    of: Class
    cards: Expression
    denied: bool = False


@node
class Has(Node):
    """Cards, a play or a player's hand include a member of a class (a piece, or the pieces of a play)."""

    kind: Literal["has"] = "has"
    subject: Expression
    of: Class


@node
class HasCount(Node):
    """`the next player has 1 card`, `has 2 or more cards`: how many members of the class there are."""

    kind: Literal["has_count"] = "has_count"
    subject: Expression
    of: Class
    count: int
    or_more: bool = False


@node
class Played(Node):
    """The player has played a play of the class in this hand."""

    kind: Literal["played"] = "played"
    player: Expression
    of: Class


@node
class Claimed(Node):
    """The player went out (or was paid) on this claim."""

    kind: Literal["claimed"] = "claimed"
    player: Expression
    claim: Name


@node
class Wins(Node):
    """The player is the winner of the hand."""

    kind: Literal["wins"] = "wins"
    player: Expression


@node
class Beats(Node):
    """One play beats another."""

    kind: Literal["beats"] = "beats"
    play: Expression
    table: Expression


@node
class Some(Node):
    """Some member of the set meets the condition."""

    kind: Literal["some"] = "some"
    variable: Name
    among: Expression
    where: Expression


@node
class Selected(Node):
    """The members of a set that meet a condition; inside, `Element` (or the variable) is the member."""

    kind: Literal["selected"] = "selected"
    among: Expression
    variable: Name | None = None
    where: Expression


@node
class Count(Node):
    """How many members of the class the cards or plays hold; plays formed from cards count as the most that
    share no card."""

    kind: Literal["count"] = "count"
    of: Class
    among: Expression


@node
class Total(Node):
    """The sum of an amount over a set."""

    kind: Literal["total"] = "total"
    amount: Expression
    variable: Name
    among: Expression


@node
class Case(Node):
    """A value, and the condition it needs (None: always)."""

    kind: Literal["case"] = "case"
    value: Expression
    when: Expression | None = None


@node
class Choice(Node):
    """The first case whose condition holds; the last one is plain, so there always is one."""

    kind: Literal["choice"] = "choice"
    cases: tuple[Case, ...]


Expression = Annotated[
    Number
    | RankValue
    | SuitValue
    | CardsValue
    | Fact
    | Role
    | Placed
    | Variable
    | Element
    | PartCards
    | Property
    | Calculation
    | Arithmetic
    | Negative
    | Extreme
    | AllOf
    | AnyOf
    | Not
    | Chain
    | IsSame
    | IsBetween
    | IsIn
    | IsHighest
    | Has
    | HasCount
    | Played
    | Claimed
    | Wins
    | Beats
    | Some
    | Selected
    | Count
    | Total
    | Choice,
    Field(discriminator="kind"),
]
