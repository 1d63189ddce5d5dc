"""Tables, factors and payments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .expressions import Expr
from .words import Agreement, Name, Node, Noted, Number, Text


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`x2` or `x QUANTITY`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Row(Noted):
    """One row of a table: a count, `low..high`, or `low or more`."""

    low: Number
    high: Number | None
    times: Times


@dataclass(frozen=True, slots=True)
class Rows(Noted):
    """One alternative of a table."""

    rows: tuple[Row, ...]
    agreement: Agreement | None = None


@dataclass(frozen=True, slots=True)
class Table(Noted):
    """`table name of COUNT: …`."""

    name: Name
    of: Name
    alternatives: tuple[Rows, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each X held` (within is None) or `for each X in CARDS`."""

    what: Expr
    within: Expr | None = None


@dataclass(frozen=True, slots=True)
class Share(Noted):
    """One alternative of a row of factors."""

    times: Times
    for_each: ForEach | None = None
    when: Expr | None = None
    instead: Name | None = None
    agreement: Agreement | None = None


@dataclass(frozen=True, slots=True)
class Factor(Noted):
    """One row of factors."""

    name: Name
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Factors(Noted):
    """`factors name of WHOM "title" with … { rows }`."""

    name: Name
    of: Name | None
    title: Text | None
    agreement: Agreement | None
    rows: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`each loser`, `each loser ahead`, `each player where (…)`."""

    role: Name
    ahead: bool = False
    where: Expr | None = None


Who: TypeAlias = Each | Expr


@dataclass(frozen=True, slots=True)
class Pays(Node):
    """`WHO pays WHOM AMOUNT`."""

    who: Who
    whom: Who
    amount: Expr


@dataclass(frozen=True, slots=True)
class Scores(Node):
    """`WHO scores POINTS`."""

    who: Who
    points: Expr


@dataclass(frozen=True, slots=True)
class Gives(Node):
    """`WHO gives N [highest] cards to WHOM`."""

    who: Who
    count: Expr
    extreme: str | None
    what: Name
    whom: Who


@dataclass(frozen=True, slots=True)
class Takes(Node):
    """`WHO takes WHAT`."""

    who: Who
    what: Name


@dataclass(frozen=True, slots=True)
class Act(Noted):
    """One alternative of a payment or step."""

    deed: Pays | Scores | Gives | Takes
    when: Expr | None = None
    agreement: Agreement | None = None


@dataclass(frozen=True, slots=True)
class Payment(Noted):
    """`payment name: …` or `step name: …`."""

    kind: str
    name: Name
    acts: tuple[Act, ...]
