"""Patterns: which pieces form a combination, and the keys by which its plays are compared."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..frozen import node
from .expressions import Class
from .node import Name, Node

Attribute = Literal["rank", "suit", "identity"]


@node
class Amount(Node):
    """How many: `least` to `most`; `most` None is `or more`."""

    least: int
    most: int | None


@node
class InOrder(Node):
    """Where neighbours are looked for: an order of runs (`5 in straights`: the part is one of its windows), or an
    order of ranks (`in a row [by ORDER] from LOW to HIGH`; `order` None: the ranks as written)."""

    order: Name | None = None
    windows: bool = False
    low: Name | None = None
    high: Name | None = None


@node
class Sized(Node):
    """`2 of a rank`, `5 in straights, of a suit`, `1 or more of nines`, `4 alike`, `2 of another rank`, `1`.

    `alike`: all pieces share this attribute. `members`: every piece is of the class. `another`: like `alike`, and
    the shared value is used by no earlier part. `others`: no piece's value is used by an earlier part.
    `in_order`: the pieces are neighbours, one of each rank. `per`: the amount is multiplied by how many ranks
    that part spans; with `another` each of the groups has a rank of its own."""

    kind: Literal["sized"] = "sized"
    amount: Amount
    alike: tuple[Attribute, ...] = ()
    not_alike: tuple[Attribute, ...] = ()
    members: tuple[Class, ...] = ()
    another: Attribute | None = None
    others: Attribute | None = None
    in_order: InOrder | None = None
    per: Name | None = None
    untouched: bool = False
    label: Name | None = None


@node
class EachOf(Node):
    """`2 each of 3 or more ranks [in a row …]`: `each` pieces of each of `groups` values of the attribute."""

    kind: Literal["each_of"] = "each_of"
    each: Amount
    groups: Amount
    attribute: Attribute
    in_order: InOrder | None = None
    alike: tuple[Attribute, ...] = ()
    not_alike: tuple[Attribute, ...] = ()
    members: tuple[Class, ...] = ()
    untouched: bool = False
    label: Name | None = None


@node
class Every(Node):
    """`every rank`: one piece of each value of the attribute that the deck has."""

    kind: Literal["every"] = "every"
    attribute: Attribute
    alike: tuple[Attribute, ...] = ()
    not_alike: tuple[Attribute, ...] = ()
    members: tuple[Class, ...] = ()
    untouched: bool = False
    label: Name | None = None


@node
class Listed(Node):
    """`2 2 2 2`, `BJ RJ`, `10-J-Q-K-A`: exactly these ranks and pieces. `run`: written joined, in run order (its
    last item is then the last card)."""

    kind: Literal["listed"] = "listed"
    items: tuple[Class, ...]
    run: bool = False
    alike: tuple[Attribute, ...] = ()
    not_alike: tuple[Attribute, ...] = ()
    untouched: bool = False
    label: Name | None = None


@node
class Lacking(Node):
    """`no J, no Q`: (claims) nothing of these in the hand."""

    kind: Literal["lacking"] = "lacking"
    items: tuple[Class, ...]


Part = Annotated[Sized | EachOf | Every | Listed | Lacking, Field(discriminator="kind")]


@node
class Pattern(Node):
    """Parts that share no piece; together they are the whole play."""

    parts: tuple[Part, ...]


@node
class Key(Node):
    """One key of a comparison.

    `rank`, `suit`, `size`, `length`; `ranks`: all ranks, high to low; `highest_card`, `lowest_card`: by rank then
    suit; `last_card`: the last of the run; `place`: the place of the run in `name`; `piece`: the card of class
    `card` in the play. `part`: of that part only. `by`: ranks as that order has them. A key that a play lacks
    compares equal."""

    what: Literal[
        "rank",
        "ranks",
        "suit",
        "size",
        "length",
        "highest_card",
        "lowest_card",
        "last_card",
        "place",
        "piece",
    ]
    name: Name | None = None
    card: Class | None = None
    part: Name | None = None
    by: Name | None = None
