"""The model of a rulebook: checked, settled, complete; what games, sheets, simulators and clients are built from."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from ..frozen import node
from .combinations import Bombs, Combination, Free, Ladder
from .deck import Deal, Deck, Order, Set
from .examples import Example, Tongue
from .node import Declared, Name, Node
from .phases import Auction, Effect, Step
from .play import Claim, Claims, Duty, Play
from .settlement import Always, Factors, Let, Match, Payment, Table

FORMAT_VERSION = 1
IN_ORDER = frozenset({"duties", "effects"})
"""Declarations whose order counts: duties are met, and effects are done, in the order of the file."""


@node
class Cited(Node):
    """A text that notes cite by its id."""

    id: Name
    text: str


@node
class OptionRange(Node):
    """Numbers from `least` to `most` (None: no end) may be answered."""

    least: int
    most: int | None


@node
class Option(Declared):
    """A question to the table: its answers in order (the first is the default) or a range, and the answer settled."""

    answers: tuple[str, ...] = ()
    range: OptionRange | None = None
    default: str
    answer: str
    numeric: bool = False


IN_ORDER = frozenset({"duties", "effects"})
"""Declarations whose order counts: duties are met, and effects are done, in the order of the file."""


class Rulebook(BaseModel):
    """A rulebook with every option answered. Declarations that were not agreed are gone; nothing is implicit."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    format_version: Literal[1] = 1
    name: Name
    title: str
    edition: int
    sources: tuple[Cited, ...] = ()
    notes: tuple[str, ...] = ()
    # The claims that notes cite for the rulebook as a whole: at its head, or around its options, examples and names.
    claim_ids: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    deck: Deck
    deal: Deal
    orders: tuple[Order, ...] = ()
    sets: tuple[Set, ...] = ()
    combinations: tuple[Combination, ...]
    ladders: tuple[Ladder, ...] = ()
    bombs: tuple[Bombs, ...] = ()
    free: tuple[Free, ...] = ()
    play: Play
    auctions: tuple[Auction, ...] = ()
    steps: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()
    duties: tuple[Duty, ...] = ()
    claim_rules: Claims = Claims()
    claims: tuple[Claim, ...] = ()
    tables: tuple[Table, ...] = ()
    factors: tuple[Factors, ...] = ()
    lets: tuple[Let, ...] = ()
    payments: tuple[Payment, ...] = ()
    match: Match = Match()
    always: tuple[Always, ...] = ()
    examples: tuple[Example, ...] = ()
    tongues: tuple[Tongue, ...] = ()
