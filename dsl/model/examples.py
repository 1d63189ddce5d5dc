"""Examples as data, and what things are called in other tongues."""

from __future__ import annotations

from typing import Literal

from ..frozen import node
from .expressions import Expression
from .node import Name, Node


@node
class Example(Node):
    """One line of `examples`, with the answers it is about (default ones where it names none).

    `beats`: play, table, expected. `reads`: cards, combination (None: nothing), expected. `offers`: table, when,
    hand, verdict (may or breach), items. `leads`: history of plays and passes, seat that leads (None: the same
    player). `scores`: left or held, facts, scores."""

    kind: Literal["beats", "reads", "offers", "leads", "scores"]
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
    claims: tuple[str, ...] = ()


@node
class ExampleItem(Node):
    """An action offered or (`expected` False) not offered: cards (played, or laid face down), `pass`, or a claim."""

    expected: bool = True
    cards: tuple[Name, ...] = ()
    discard: bool = False
    claim: Name | None = None


@node
class ExampleFact(Node):
    """`P3 broke top`, `P4 ended 2S-2H`, `P1 opened`, `P2 played 5D-5C`, `P1 claimed dragon`, `P2 is landlord`,
    `P2 bid 3`, `P3 out` (in the order of going out). Seats count from 0."""

    seat: int
    what: Literal["broke", "ended", "opened", "played", "claimed", "is", "bid", "out"]
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
