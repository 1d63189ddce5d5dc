"""The pieces of a rulebook, their orders and sets, and how they are dealt."""

from __future__ import annotations

from typing import Literal

from ..frozen import node
from .expressions import Class
from .node import Declared, Name, Node


@node
class Piece(Node):
    """One identity. `index` numbers identities by rank as written, then by suit in alphabetical order, whatever
    suit order is agreed; `copies` is how many are in play (0: left out). `faces`: the two halves of a tile."""

    index: int
    name: Name
    rank: Name
    suit: Name | None = None
    copies: int = 1
    faces: tuple[int, ...] = ()

    @property
    def pips(self) -> int:
        """The sum of the faces; 0 for a card."""
        return sum(self.faces)


@node
class Scale(Node):
    """Names compared among themselves only: tiers from low to high, ties share a tier. `family` None: the deck's own
    order of ranks (or suits)."""

    family: Name | None = None
    tiers: tuple[tuple[Name, ...], ...]
    claims: tuple[str, ...] = ()


@node
class Deck(Node):
    """The pieces. `ranks` and `suits` as written (suits may be empty: they never matter); scales rank them."""

    ranks: tuple[Name, ...]
    suits: tuple[Name, ...] = ()
    rank_scales: tuple[Scale, ...]
    suit_scale: Scale | None = None
    pieces: tuple[Piece, ...]
    claims: tuple[str, ...] = ()


@node
class Deal(Node):
    """How many each player gets. `rest`: what happens to the others: nothing is left; they stay unused; as many
    seats as there are get one each, from a seat that is one further in every hand; they are the kitty, which a step
    gives away; the holder of `rest_to` gets them (or of `rest_else`, where `rest_to` is itself among them)."""

    players: int
    each: int
    rest: Literal["none", "unused", "one_each", "kitty", "holder"] = "none"
    rest_to: Name | None = None
    rest_else: Name | None = None
    claims: tuple[str, ...] = ()


@node
class Order(Declared):
    """A named order of ranks (`items` of one name each) or of runs, tiers from low to high."""

    of: Literal["ranks", "runs"]
    tiers: tuple[tuple[tuple[Name, ...], ...], ...]


@node
class Set(Declared):
    """A named class of pieces or of plays."""

    value: Class
