"""The lines of examples, and names for the eye."""

from __future__ import annotations

from ..frozen import frozen
from .expressions import Expr
from .words import Agreement, Card, Cards, Name, Node, Noted, Number, Piece, Text


@frozen
class Outranks(Node):
    """`A beats B` or `A does not beat B`."""

    play: Cards
    other: Cards
    denied: bool = False


@frozen
class Fits(Node):
    """`A is flush` or `A is not flush`; the name may be `nothing`."""

    play: Cards
    name: Name
    denied: bool = False


@frozen
class Item(Node):
    """One action of an example: `[not] PLAY`, `[not] pass`, `[not] claim NAME`, `[not] discard CARDS`."""

    what: Cards | Name
    claim: bool = False
    discard: bool = False
    denied: bool = False


@frozen
class Offered(Node):
    """`on A, when …, holding …: may …`; `verdict` is `may` or `breach`; `on` may be the name `nothing`."""

    on: Cards | Name | None
    when: Expr | None
    holding: tuple[Card, ...]
    verdict: str
    items: tuple[Item, ...]


@frozen
class Resumes(Node):
    """`after A, pass, pass: P1 leads`."""

    after: tuple[Cards | Name, ...]
    who: Name | Piece
    words: tuple[Name, ...]


@frozen
class Held(Node):
    """The cards of one player, or a name (`nothing`)."""

    pieces: tuple[Card, ...]
    name: Name | None = None


@frozen
class Fact(Node):
    """`P3 broke top`, `P4 ended 2S-2H`, `P1 opened`, `P2 is landlord`, `P2 bid 3`."""

    seat: Piece
    verb: Name
    what: Cards | Name | None = None


@frozen
class Settles(Node):
    """`cards left …: scores …` or `held … | …: scores …`; exactly one of `left` and `held` is filled."""

    left: tuple[Number, ...]
    held: tuple[Held, ...]
    facts: tuple[Fact, ...]
    scores: tuple[Number, ...]


@frozen
class Example(Noted):
    """A line of examples, at the first answers or its own agreement."""

    body: Outranks | Fits | Offered | Resumes | Settles
    agreement: Agreement | None = None


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
