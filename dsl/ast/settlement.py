"""Tables, factors and payments."""

from __future__ import annotations

from typing import TypeAlias

from ..frozen import frozen
from .expressions import Expr
from .words import Agreement, Name, Node, Noted, Number, Text


@frozen
class Times(Node):
    """`x2` or `x QUANTITY`."""

    value: Expr


@frozen
class Row(Noted):
    """One row of a table: a count, `low..high`, or `low or more`."""

    low: Number
    high: Number | None
    times: Times


@frozen
class Rows(Noted):
    """One alternative of a table."""

    rows: tuple[Row, ...]
    agreement: Agreement | None = None


@frozen
class Table(Noted):
    """`table name of COUNT: …`."""

    name: Name
    of: Name
    alternatives: tuple[Rows, ...]


@frozen
class ForEach(Node):
    """`for each X held` (within is None) or `for each X in CARDS`."""

    what: Expr
    within: Expr | None = None


@frozen
class Share(Noted):
    """One alternative of a row of factors."""

    times: Times
    for_each: ForEach | None = None
    when: Expr | None = None
    instead: Name | None = None
    agreement: Agreement | None = None


@frozen
class Factor(Noted):
    """One row of factors."""

    name: Name
    shares: tuple[Share, ...]


@frozen
class Factors(Noted):
    """`factors name of WHOM "title" with … { rows }`."""

    name: Name
    of: Name | None
    title: Text | None
    agreement: Agreement | None
    rows: tuple[Factor, ...]


@frozen
class Each(Node):
    """`each loser`, `each loser ahead`, `each player where (…)`."""

    role: Name
    ahead: bool = False
    where: Expr | None = None


Who: TypeAlias = Each | Expr


@frozen
class Pays(Node):
    """`WHO pays WHOM AMOUNT`."""

    who: Who
    whom: Who
    amount: Expr


@frozen
class Scores(Node):
    """`WHO scores POINTS`."""

    who: Who
    points: Expr


@frozen
class Gives(Node):
    """`WHO gives N [highest] cards to WHOM`."""

    who: Who
    count: Expr
    extreme: str | None
    what: Name
    whom: Who


@frozen
class Takes(Node):
    """`WHO takes WHAT`."""

    who: Who
    what: Name


@frozen
class Act(Noted):
    """One alternative of a payment or step."""

    deed: Pays | Scores | Gives | Takes
    when: Expr | None = None
    agreement: Agreement | None = None


@frozen
class Payment(Noted):
    """`payment name: …` or `step name: …`."""

    kind: str
    name: Name
    acts: tuple[Act, ...]
