"""The pieces of a deck as numbers: what each is, how many there are, and how ranks and suits compare."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

from cardwright.dsl import model

from .notation import Notation
from .play import Cards

Place: TypeAlias = tuple[int, int]
"""A place on a scale: which scale, and how high. Places on different scales are incomparable."""


class Rank(int):
    """A rank as a value: its position among the ranks as written."""

    __slots__ = ()


class Suit(int):
    """A suit as a value: its position among the suits as written."""

    __slots__ = ()


class Pieces:
    """The pieces of a deck by index."""

    def __init__(self, deck: model.Deck, tongues: tuple[model.Tongue, ...] = ()) -> None:
        self.deck = deck
        self.names = tuple(piece.name for piece in deck.pieces)
        rank_at = {name: Rank(index) for index, name in enumerate(deck.ranks)}
        suit_at = {name: Suit(index) for index, name in enumerate(deck.suits)}
        self.rank_at = rank_at
        self.suit_at = suit_at
        self.index_at = {name: index for index, name in enumerate(self.names)}
        self.ranks: tuple[Rank, ...] = tuple(rank_at[piece.rank] for piece in deck.pieces)
        self.suits: tuple[Suit | None, ...] = tuple(
            suit_at[piece.suit] if piece.suit is not None else None for piece in deck.pieces
        )
        self.pips = tuple(piece.pips for piece in deck.pieces)
        self.copies = tuple(piece.copies for piece in deck.pieces)
        self.notation = Notation(deck, tongues)

        self.rank_places: tuple[Place, ...] = places(deck.ranks, deck.rank_scales)
        """For each rank its place; a rank on no scale stands on one of its own."""
        self.suit_places: tuple[Place, ...] = places(deck.suits, (deck.suit_scale,) if deck.suit_scale else ())
        self.one_scale = len({scale for scale, _ in self.rank_places}) <= 1
        """Whether any two ranks can be compared."""
        self.card_places: tuple[tuple[int, int, int], ...] = tuple(
            (*self.rank_places[rank], 0 if suit is None or deck.suit_scale is None else self.suit_places[suit][1])
            for rank, suit in zip(self.ranks, self.suits, strict=True)
        )
        """For each piece its place by rank, then suit."""
        by_height = sorted(range(len(self.names)), key=lambda card: (self.card_places[card], card))
        self.heights = tuple(by_height.index(card) for card in range(len(self.names)))
        """For each piece a number that rises with its place."""

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def all(self) -> Cards:
        """Every piece of the deck, each copy once."""
        return tuple(index for index, copies in enumerate(self.copies) for _ in range(copies))

    @cached_property
    def by_rank(self) -> tuple[frozenset[int], ...]:
        """For each rank the pieces that have it."""
        return tuple(
            frozenset(i for i, rank in enumerate(self.ranks) if rank == r) for r in range(len(self.deck.ranks))
        )

    @cached_property
    def by_suit(self) -> tuple[frozenset[int], ...]:
        """For each suit the pieces that have it."""
        return tuple(
            frozenset(i for i, suit in enumerate(self.suits) if suit == s) for s in range(len(self.deck.suits))
        )

    def without(self, cards: Cards) -> Cards:
        """Every piece of the deck except these."""
        return minus(self.all, cards)

    def named(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The names of cards, in their order."""
        return tuple(self.names[card] for card in cards)

    def parse(self, text: str) -> Cards:
        """Read cards, joined or listed; raises Invalid."""
        return self.notation.parse(text)

    def format(self, cards: Iterable[int], *, joined: bool = True) -> str:
        """Write cards by name: joined when played, listed when held."""
        return ("-" if joined else " ").join(self.named(cards))


def places(names: tuple[str, ...], scales: tuple[model.Scale, ...]) -> tuple[Place, ...]:
    """The place of each name; what is on no scale stands alone on one of its own."""
    found = {
        name: (number, height)
        for number, scale in enumerate(scales)
        for height, tier in enumerate(scale.tiers)
        for name in tier
    }
    return tuple(found.get(name, (-1 - index, 0)) for index, name in enumerate(names))


def minus(cards: Cards, taken: Iterable[int]) -> Cards:
    """The cards without those taken (each copy once)."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)
