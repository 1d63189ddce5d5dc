"""What a combination is made of."""

from __future__ import annotations

from typing import TypeAlias

from ..frozen import frozen
from .words import Agreement, Card, Joined, Name, Node, Noted


@frozen
class Amount(Node):
    """`3`, `1 to 4` (high is 4), or `5 or more`."""

    low: int
    high: int | None = None
    or_more: bool = False


@frozen
class Sized(Node):
    """`AMOUNT`, or `AMOUNT each of GROUPS NOUN`, as in `2 each of 3 or more ranks`."""

    amount: Amount
    groups: Amount | None = None
    noun: Name | None = None


@frozen
class Every(Node):
    """`every rank`."""

    noun: Name


@frozen
class Listed(Node):
    """These pieces or ranks, one after another."""

    pieces: tuple[Card, ...]


@frozen
class Lacking(Node):
    """`no J, no Q`: none of these."""

    pieces: tuple[Card, ...]


@frozen
class Of(Node):
    """`of a rank`, `of nines`, `of Heaven`."""

    what: Name | Card


@frozen
class OfAnother(Node):
    """`of another rank`."""

    what: Name


@frozen
class OfOther(Node):
    """`of other ranks`."""

    what: Name


@frozen
class NotOf(Node):
    """`not of a suit`."""

    what: Name


@frozen
class Inside(Node):
    """`in straights`, `in a row [by ORDER] [from 3 to A]`."""

    order: Name
    by: Name | None = None
    low: Card | None = None
    high: Card | None = None


@frozen
class Alike(Node):
    """`alike`."""


@frozen
class Untouched(Node):
    """`untouched`."""


Quality: TypeAlias = Of | OfAnother | OfOther | NotOf | Inside | Alike | Untouched


@frozen
class Per(Node):
    """`per rank of body`."""

    noun: Name
    part: Name


@frozen
class Part(Node):
    """What a part of a play is made of; a `Lacking` part has no qualities, `per` or label."""

    body: Sized | Every | Joined | Listed | Lacking
    qualities: tuple[Quality, ...] = ()
    per: Per | None = None
    label: Name | None = None


@frozen
class Pattern(Noted):
    """One alternative of a `cards` or `holding` field: parts joined with `+`."""

    parts: tuple[Part, ...]
    agreement: Agreement | None = None
