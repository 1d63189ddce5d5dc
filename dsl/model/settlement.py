"""What a hand pays, how a match ends, and what always holds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..frozen import node
from .expressions import Class, Expression
from .node import Declared, Name, Node


@node
class TableRow(Node):
    """For counts `low` to `high` (None: no end) the factor is `value`."""

    low: int
    high: int | None
    value: Expression
    claims: tuple[str, ...] = ()


@node
class Table(Declared):
    """A factor looked up by a property of a player (`cards`: cards left)."""

    of: Name
    rows: tuple[TableRow, ...]


@node
class Share(Node):
    """One case of a row of `factors`: `value` once, or raised to how many `for_each` there are `among` cards."""

    value: Expression
    for_each: Class | None = None
    among: Expression | None = None
    when: Expression | None = None
    instead_of: Name | None = None


@node
class FactorRow(Node):
    """A named row: the first case that holds; x1 when none does."""

    name: Name
    cases: tuple[Share, ...]
    claims: tuple[str, ...] = ()


@node
class Factors(Declared):
    """A product of rows, for a player (`variable`) or for the hand."""

    variable: Name | None = None
    rows: tuple[FactorRow, ...]


@node
class Let(Declared):
    """A calculation."""

    variable: Name | None = None
    value: Expression


@node
class Each(Node):
    """`each loser [ahead] [where …]`: a loop over players; `variable` names the one at hand. `ahead`: with fewer
    cards than the payer."""

    kind: Literal["each"] = "each"
    variable: Name
    among: Expression
    ahead: bool = False
    where: Expression | None = None


@node
class One(Node):
    """A single player."""

    kind: Literal["one"] = "one"
    player: Expression


Who = Annotated[Each | One, Field(discriminator="kind")]


@node
class Transfer(Node):
    """One case of a payment: `payer` pays `payee`, or (`payee` None: nobody pays) `payer` is given points."""

    payer: Who
    payee: Who | None
    amount: Expression
    when: Expression | None = None


@node
class Payment(Declared):
    """The first case whose condition holds; nothing is paid when none does."""

    cases: tuple[Transfer, ...]


@node
class Always(Declared):
    """An invariant, checked at every settlement."""

    condition: Expression


@node
class Match(Node):
    """How hands make a match. `hands` None and `points` None: it ends when the players like."""

    worth: Expression | None = None
    hands: int | None = None
    points: int | None = None
    wins: Literal["highest", "lowest"] | None = None
    shared: bool = False
    claims: tuple[str, ...] = ()
