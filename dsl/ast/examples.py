"""The lines of examples, and names for the eye."""

from __future__ import annotations

from ..frozen import frozen
from .expressions import Expr
from .words import Agreement, Card, Cards, Name, Node, Noted, Number, Piece, Text


@frozen
class Outranks(Node):
    """`A beats B` or `A does not beat B`; a name stands for a value tried."""

    play: Cards | Name
    other: Cards | Name
    denied: bool = False


@frozen
class Fits(Node):
    """`A is flush` or `A is not flush`; the name may be `nothing`."""

    play: Cards | Name
    name: Name
    denied: bool = False


@frozen
class Item(Node):
    """One action of an example: `[not] PLAY`, `[not] pass`, `[not] claim NAME`, `[not] discard CARDS`, and the rule
    that forbids it."""

    what: Cards | Name
    claim: bool = False
    discard: bool = False
    denied: bool = False
    because: Name | None = None


@frozen
class Lets(Node):
    """`may …` or `breach …`: what is offered to the player whose turn it is."""

    verdict: str
    items: tuple[Item, ...]


@frozen
class Scored(Node):
    """`scores +3 -3`."""

    scores: tuple[Number, ...]


@frozen
class Says(Node):
    """`P1 leads`, `same player leads`, `P2 opens`, `P3 wins`, `P2 is next`, `the hand is [not] over`,
    `anybody opens`, `the turns go clockwise`; of a match `P1 wins the match`, `P1 shares the win`, `P1 is level`,
    `the match is [not] over`."""

    who: Name | Piece
    words: tuple[Name, ...]


@frozen
class Offered(Node):
    """`on A, when …, holding …: may …`; `on` may be the name `nothing`."""

    on: Cards | Name | None
    when: Expr | None
    holding: tuple[Card, ...]
    lets: Lets


@frozen
class Held(Node):
    """The cards of one player, or a name (`nothing`)."""

    pieces: tuple[Card, ...]
    name: Name | None = None


@frozen
class Fact(Node):
    """`P3 broke top`, `P4 ended 2S-2H`, `P1 opened`, `P2 is landlord`, `P2 bid 3`, `P1 won`."""

    seat: Piece
    verb: Name
    what: Cards | Name | None = None


@frozen
class Done(Node):
    """An action: cards, `pass`, `claim NAME`, or a verb with its object, as `bid 2` and `give 3D-4C`."""

    what: Cards | Name
    of: Cards | Name | None = None


@frozen
class Told(Node):
    """A hand that is told: what is left or held, facts, what was done `after` that, and how it goes on.

    Of `left` and `held` at most one is filled; neither where only actions are told."""

    left: tuple[Number, ...]
    held: tuple[Held, ...]
    facts: tuple[Fact, ...]
    after: tuple[Done, ...]
    outcome: Scored | Says | Lets


@frozen
class Stands(Node):
    """`points 52 8 3 0: P4 wins the match`; `hands`: after how many hands, with the word behind the number."""

    points: tuple[Number, ...]
    hands: Number | None
    unit: Name | None
    outcome: Says


@frozen
class Example(Noted):
    """A line of examples, at the first answers or its own agreement. With a `variable` it is one for each value."""

    body: Outranks | Fits | Offered | Told | Stands
    text: str
    agreement: Agreement | None = None
    variable: Name | None = None
    values: tuple[Cards, ...] = ()


@frozen
class Examples(Noted):
    """`examples { … }`."""

    examples: tuple[Example, ...]


@frozen
class Naming(Noted):
    """What something is called in a tongue, and how its sentence reads there."""

    subject: Name | Card
    text: Text
    sentence: Text | None = None


@frozen
class Names(Noted):
    """`names zh { … }`."""

    tongue: Name
    entries: tuple[Naming, ...]
