"""Examples as data, and what things are called in other tongues."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from ..frozen import node
from .expressions import Expression
from .node import Name, Node

Forbids: TypeAlias = Literal[
    "not_held",
    "no_combination",
    "ambiguous",
    "not_comparable",
    "wrong_size",
    "too_low",
    "cannot_pass",
    "must_beat",
    "opening",
    "out_of_turn",
    "not_untouched",
    "not_now",
    "hand_over",
    "claim_not_held",
    "claim_too_late",
    "no_such_bid",
    "bid_too_low",
    "give_count",
    "discard_count",
]
"""What can forbid an action, beside the rules that a rulebook declares; games tell it by these words."""
FORBIDS: tuple[Forbids, ...] = get_args(Forbids)


@node
class Example(Node):
    """One line of `examples`, with the answers it is about (default ones where it names none); one for each value and
    each answer that it tries.

    `beats`: play, table, expected. `reads`: cards, combination (None: nothing), expected. `offers`: table, when,
    hand (or `held` by everybody), verdict (may or breach), items. `scores`: left or held, facts, scores. `leads`,
    `next`, `opens`, `wins`: the seat that does (None, of `leads`: the same player). `ends`: whether the hand is over.
    `turns`: which way they go. `drawn`: chance says who opens.
    `match_ends`: whether a match with such points (after so many hands) is over;
    `match_won`: who wins it alone, shares the win, or is level with others (`standing`).
    `history`: what was done before that; without `held`, everybody holds what they play."""

    kind: Literal[
        "beats",
        "reads",
        "offers",
        "leads",
        "next",
        "opens",
        "wins",
        "ends",
        "turns",
        "drawn",
        "scores",
        "match_ends",
        "match_won",
    ]
    text: str
    answers: tuple[tuple[Name, str], ...] = ()
    expected: bool = True
    cards: tuple[Name, ...] = ()
    against: tuple[Name, ...] = ()
    combination: Name | None = None
    when: Expression | None = None
    breach: bool = False
    items: tuple[ExampleItem, ...] = ()
    history: tuple[str, ...] = ()
    leader: int | None = None
    left: tuple[int, ...] = ()
    held: tuple[tuple[Name, ...], ...] = ()
    facts: tuple[ExampleFact, ...] = ()
    scores: tuple[int, ...] = ()
    direction: Literal["clockwise", "anticlockwise"] | None = None
    points: tuple[int, ...] = ()
    hands: int | None = None
    standing: Literal["wins", "shares", "level"] | None = None
    claims: tuple[str, ...] = ()


@node
class ExampleItem(Node):
    """An action offered or (`expected` False) not offered: cards (played, or laid face down), `pass`, or a claim; and
    the rule that forbids it."""

    expected: bool = True
    cards: tuple[Name, ...] = ()
    discard: bool = False
    claim: Name | None = None
    because: Name | None = None


@node
class ExampleFact(Node):
    """`P3 broke top`, `P4 ended 2S-2H`, `P1 opened`, `P2 played 5D-5C`, `P1 claimed dragon`, `P2 is landlord`,
    `P2 bid 3`, `P1 won`, `P4 lost` (the last hand), `P3 out` (in
    the order of going out). Seats count from 0."""

    seat: int
    what: Literal["broke", "ended", "opened", "played", "claimed", "is", "bid", "won", "lost", "out"]
    name: Name | None = None
    cards: tuple[Name, ...] = ()
    number: int | None = None


@node
class Naming(Node):
    """How a thing is called in a tongue, and its sentence."""

    id: Name
    text: str
    sentence: str | None = None


@node
class Tongue(Node):
    """Display names in one tongue (`symbols` is one more tongue)."""

    tongue: Name
    names: tuple[Naming, ...]
