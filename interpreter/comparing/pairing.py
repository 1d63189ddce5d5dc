"""What of two rulebooks is the same thing: pieces by rank and suit, declarations by name, or else by what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardwright.dsl import model

from ..game import Game
from ..play import Cards
from .forms import Forms

GROUPS = (
    "orders", "sets", "combinations", "ladders", "bombs", "auctions", "steps", "effects", "duties", "claims",
    "tables", "factors", "lets", "payments", "always",
)  # fmt: skip
"""The parts of a rulebook that are declarations with names."""


class Pairing:
    """Two games, and how what is in the second is called in the first."""

    def __init__(self, first: Game, second: Game) -> None:
        self.first = first
        self.second = second
        self.names: dict[str, str] = {}
        """What things of the second rulebook are called in the first, where that is otherwise."""
        ours, theirs = first.rulebook, second.rulebook
        pairs = (*_ranks(ours.deck, theirs.deck), *_paired(_suits(ours.deck), _suits(theirs.deck)))
        self.names |= {other: one for one, other in pairs if one != other}
        self._there = self._pieces()
        self._back = {other: one for one, other in self._there.items()}
        self.names |= {
            second.pieces.names[other]: first.pieces.names[one]
            for one, other in self._there.items()
            if second.pieces.names[other] != first.pieces.names[one]
        }
        self._pair_by_form()

    def _pieces(self) -> dict[int, int]:
        """For each piece of the first deck the same piece of the second."""
        found = {
            (self.named(piece.rank), None if piece.suit is None else self.named(piece.suit)): piece.index
            for piece in self.second.rulebook.deck.pieces
            if piece.copies
        }
        return {
            piece.index: found[(piece.rank, piece.suit)]
            for piece in self.first.rulebook.deck.pieces
            if piece.copies and (piece.rank, piece.suit) in found
        }

    def _pair_by_form(self) -> None:
        """Pair declarations that are called otherwise and say the same, as long as that pairs further ones."""
        found = True
        while found:
            found = False
            ours, theirs = self.forms()
            for group in GROUPS:
                mine, others = (list(getattr(game.rulebook, group)) for game in (self.first, self.second))
                taken = {self.named(other.name) for other in others}
                left = {theirs.nameless(o): o.name for o in others if self.named(o.name) not in {m.name for m in mine}}
                for declared in mine:
                    other = left.pop(ours.nameless(declared), None) if declared.name not in taken else None
                    if other is not None:
                        self.names[other] = declared.name
                        found = True

    def forms(self, by_name: bool = False) -> tuple[Forms, Forms]:
        """The forms of both rulebooks, in the names of the first."""
        return Forms(self.first.rulebook, {}, by_name), Forms(self.second.rulebook, self.names, by_name)

    def named(self, name: str) -> str:
        """What a thing of the second rulebook is called in the first."""
        return self.names.get(name, name)

    def called(self, name: str) -> str:
        """What a thing of the first rulebook is called in the second."""
        return next((other for other, one in self.names.items() if one == name), name)

    def pair_types(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Take combinations for the same: of the first, and of the second rulebook."""
        self.names |= {other: one for one, other in pairs}

    def there(self, cards: Cards) -> Cards | None:
        """Cards of the first deck in the second, None where they are not all there."""
        return _moved(cards, self._there, self.second.pieces.copies)

    def back(self, cards: Cards) -> Cards | None:
        """Cards of the second deck in the first."""
        return _moved(cards, self._back, self.first.pieces.copies)

    def pieces(self) -> Iterable[tuple[int, int]]:
        """The pieces that both decks have, by their numbers in either."""
        return self._there.items()

    @property
    def shared(self) -> int:
        """How many kinds of pieces both decks have."""
        return len(self._there)

    def declared(self, group: str) -> Iterator[tuple[model.Declared | None, model.Declared | None]]:
        """The declarations of a group side by side: both, or only one of them."""
        others = {self.named(one.name): one for one in getattr(self.second.rulebook, group)}
        for one in getattr(self.first.rulebook, group):
            yield one, others.pop(one.name, None)
        for other in others.values():
            yield None, other


def _suits(deck: model.Deck) -> tuple[str, ...]:
    """The suits in their order, or as written where they have none."""
    if deck.suit_scale is None:
        return deck.suits
    return tuple(name for tier in deck.suit_scale.tiers for name in tier)


def _ranks(mine: model.Deck, theirs: model.Deck) -> Iterator[tuple[str, str]]:
    """The ranks that are the same: of tiles those with the same faces, of cards those of the same name or place."""
    faces = [{tuple(sorted(piece.faces)): piece.rank for piece in deck.pieces} for deck in (mine, theirs)]
    if all(() not in one for one in faces):
        yield from ((rank, faces[1][pips]) for pips, rank in faces[0].items() if pips in faces[1])
    else:
        yield from _paired(mine.ranks, theirs.ranks)


def _paired(mine: Sequence[str], others: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Equal names; and the others by their place, if they are as many."""
    yield from ((name, name) for name in mine if name in others)
    left = [name for name in mine if name not in others], [name for name in others if name not in mine]
    if len(left[0]) == len(left[1]):
        yield from zip(*left, strict=True)


def _moved(cards: Cards, to: dict[int, int], copies: Sequence[int]) -> Cards | None:
    moved = [to.get(card, -1) for card in cards]
    if any(card < 0 or number > copies[card] for card, number in Counter(moved).items()):
        return None
    return tuple(sorted(moved))
