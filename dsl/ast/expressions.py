"""Conditions, quantities and the alternatives they stand in."""

from __future__ import annotations

from typing import TypeAlias

from ..frozen import frozen
from .words import Agreement, Joined, Name, Node, Noted, Number, Piece, Sign


@frozen
class AllOf(Node):
    """`a and b and c`."""

    items: tuple[Expr, ...]


@frozen
class AnyOf(Node):
    """`a or b or c`."""

    items: tuple[Expr, ...]


@frozen
class Not(Node):
    """`not a`."""

    item: Expr


@frozen
class Chain(Node):
    """`a < b = c`, with one sign between each two: an order, a ladder, or a comparison."""

    items: tuple[Expr, ...]
    signs: tuple[Sign, ...]


@frozen
class Compare(Node):
    """`a <= b`, `a >= b` or `a > b`."""

    left: Expr
    sign: Sign
    right: Expr


@frozen
class Is(Node):
    """`a is b`, `a is 10..12`, or `a is not b`."""

    left: Expr
    right: Expr
    high: Expr | None = None
    denied: bool = False


@frozen
class Thing(Node):
    """What somebody has: `[no] CLASS`."""

    what: Expr
    denied: bool = False


@frozen
class Counted(Node):
    """What somebody has, counted: `1 card`, `2 or more cards`."""

    count: Number
    noun: Name


@frozen
class Has(Node):
    """`a has THING`."""

    subject: Expr
    thing: Thing | Counted


@frozen
class Played(Node):
    """`a played CLASS`."""

    subject: Expr
    what: Expr


@frozen
class Claimed(Node):
    """`a claimed CLAIM`."""

    subject: Expr
    claim: Name


@frozen
class Wins(Node):
    """`a wins`."""

    subject: Expr


@frozen
class Beats(Node):
    """`a beats b`, as a condition."""

    left: Expr
    right: Expr


@frozen
class Holding(Node):
    """`holding THING`: about the hand of whoever is meant."""

    thing: Thing | Counted


@frozen
class Have(Node):
    """`have THING`: about the play in question."""

    thing: Thing | Counted


@frozen
class Be(Node):
    """`be X`: the play in question is that."""

    what: Expr


@frozen
class Some(Node):
    """`some v in SET where (…)`; the variable is known inside the `where`."""

    variable: Name
    within: Expr


@frozen
class Binary(Node):
    """`left OP right` with OP one of `+`, `-`, `x`, `/`, `^`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Negative(Node):
    """`-a`."""

    item: Expr


@frozen
class Count(Node):
    """`count WHAT in SET`."""

    what: Name | Piece
    within: Expr


@frozen
class Total(Node):
    """`total AMOUNT for v in SET`; the variable is known in the amount and inside the `where`."""

    amount: Expr
    variable: Name
    within: Expr


@frozen
class Filtered(Node):
    """`X where (condition)`."""

    item: Expr
    where: Expr


@frozen
class Property(Node):
    """`name of X`: a property, a table or factors looked up, or a filter such as `single of 2`."""

    name: Name
    of: Expr


@frozen
class Pick(Node):
    """`highest NAME [in X]` or `lowest NAME [in X]`."""

    extreme: str
    name: Name
    within: Expr | None = None


@frozen
class Pointed(Node):
    """`last NAME`, `next NAME` or `beaten NAME`."""

    pointer: str
    name: Name


@frozen
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


@frozen
class By(Node):
    """`X by ORDER`."""

    value: Expr
    order: Name


@frozen
class Bears(Node):
    """`pays PAYMENT for every ROLE`: who broke a duty pays for the others."""

    payment: Name
    role: Name


@frozen
class Paid(Node):
    """`pays PAYMENT`: an effect makes that payment at once."""

    payment: Name


Value: TypeAlias = Expr | By | Bears | Paid


@frozen
class Case(Noted):
    """One alternative: its values, `when` it holds in play, and the agreement `with` which it stands.

    `then` tells for every value but the first whether `, then` or a plain `,` stood before it.
    """

    values: tuple[Value, ...]
    then: tuple[bool, ...] = ()
    when: Expr | None = None
    agreement: Agreement | None = None


@frozen
class Choice(Node):
    """The alternatives between `|`, as written."""

    cases: tuple[Case, ...]
