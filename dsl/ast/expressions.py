"""Conditions, quantities and the alternatives they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .words import Agreement, Joined, Name, Node, Noted, Number, Piece, Sign


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """`a and b and c`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    """`a or b or c`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not a`."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`a < b = c`, with one sign between each two: an order, a ladder, or a comparison."""

    items: tuple[Expr, ...]
    signs: tuple[Sign, ...]


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`a <= b`, `a >= b` or `a > b`."""

    left: Expr
    sign: Sign
    right: Expr


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`a is b`, `a is 10..12`, or `a is not b`."""

    left: Expr
    right: Expr
    high: Expr | None = None
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Thing(Node):
    """What somebody has: `[no] CLASS`."""

    what: Expr
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Counted(Node):
    """What somebody has, counted: `1 card`, `2 or more cards`."""

    count: Number
    noun: Name


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`a has THING`."""

    subject: Expr
    thing: Thing | Counted


@dataclass(frozen=True, slots=True)
class Played(Node):
    """`a played CLASS`."""

    subject: Expr
    what: Expr


@dataclass(frozen=True, slots=True)
class Claimed(Node):
    """`a claimed CLAIM`."""

    subject: Expr
    claim: Name


@dataclass(frozen=True, slots=True)
class Wins(Node):
    """`a wins`."""

    subject: Expr


@dataclass(frozen=True, slots=True)
class Beats(Node):
    """`a beats b`, as a condition."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Holding(Node):
    """`holding THING`: about the hand of whoever is meant."""

    thing: Thing | Counted


@dataclass(frozen=True, slots=True)
class Have(Node):
    """`have THING`: about the play in question."""

    thing: Thing | Counted


@dataclass(frozen=True, slots=True)
class Be(Node):
    """`be X`: the play in question is that."""

    what: Expr


@dataclass(frozen=True, slots=True)
class Some(Node):
    """`some v in SET where (…)`; the variable is known inside the `where`."""

    variable: Name
    within: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left OP right` with OP one of `+`, `-`, `x`, `/`, `^`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-a`."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Count(Node):
    """`count WHAT in SET`."""

    what: Name | Piece
    within: Expr


@dataclass(frozen=True, slots=True)
class Total(Node):
    """`total AMOUNT for v in SET`; the variable is known in the amount and inside the `where`."""

    amount: Expr
    variable: Name
    within: Expr


@dataclass(frozen=True, slots=True)
class Filtered(Node):
    """`X where (condition)`."""

    item: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`name of X`: a property, a table or factors looked up, or a filter such as `single of 2`."""

    name: Name
    of: Expr


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`highest NAME [in X]` or `lowest NAME [in X]`."""

    extreme: str
    name: Name
    within: Expr | None = None


@dataclass(frozen=True, slots=True)
class Pointed(Node):
    """`last NAME` or `next NAME`."""

    pointer: str
    name: Name


@dataclass(frozen=True, slots=True)
class Group(Node):
    """A choice in parentheses."""

    choice: Choice


Expr: TypeAlias = (
    AllOf
    | AnyOf
    | Not
    | Chain
    | Compare
    | Is
    | Has
    | Played
    | Claimed
    | Wins
    | Beats
    | Holding
    | Have
    | Be
    | Some
    | Binary
    | Negative
    | Count
    | Total
    | Filtered
    | Property
    | Pick
    | Pointed
    | Group
    | Name
    | Number
    | Piece
    | Joined
)


@dataclass(frozen=True, slots=True)
class By(Node):
    """`X by ORDER`."""

    value: Expr
    order: Name


@dataclass(frozen=True, slots=True)
class Bears(Node):
    """`pays PAYMENT for every ROLE`: who broke a duty pays for the others."""

    payment: Name
    role: Name


Value: TypeAlias = Expr | By | Bears


@dataclass(frozen=True, slots=True)
class Case(Noted):
    """One alternative: its values, `when` it holds in play, and the agreement `with` which it stands.

    `then` tells for every value but the first whether `, then` or a plain `,` stood before it.
    """

    values: tuple[Value, ...]
    then: tuple[bool, ...] = ()
    when: Expr | None = None
    agreement: Agreement | None = None


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """The alternatives between `|`, as written."""

    cases: tuple[Case, ...]
