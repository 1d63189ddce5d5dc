"""Plays and deals in which a wanted thing comes up, drawn from a seed: what chance alone brings once in a million
hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar

from cardwright.dsl import model

from ..deal import Carried, Deal, find_opener, given
from ..game import Game
from ..generation import Planner
from ..listing import read
from ..matching import Matcher, could_hold
from ..pieces import minus
from ..play import Cards, Play
from ..plays import Plays
from ..randomness import SplitMix64

_SHARES = (3, 5, 7, 9, 10)
"""How many tenths of the deck are looked at, one after another."""
_MOST_WAYS = 200
_TRIES = 20

T = TypeVar("T")


def any_of(items: Sequence[T], stream: SplitMix64) -> T:
    """One of them, each as likely as the others."""
    return items[stream.below(len(items))]


def part_of(cards: Sequence[int], size: int, stream: SplitMix64) -> Cards:
    """So many of the cards, any as likely as others."""
    mixed = list(cards)
    stream.shuffle(mixed)
    return tuple(sorted(mixed[:size]))


def plays_of(plays: Plays, matcher: Matcher, wanted: int, stream: SplitMix64) -> list[Play]:
    """Up to so many plays of a type, each once."""
    deck = plays.pieces.all
    found: dict[Cards, Play] = {}
    for attempt in range(_TRIES + 2 * wanted):
        if len(found) >= wanted:
            break
        some = part_of(deck, len(deck) * _SHARES[attempt % len(_SHARES)] // 10, stream)
        ways = list(islice(_ways(plays, matcher.planner, some), _MOST_WAYS))
        stream.shuffle(ways)
        play = next((play for cards in ways if (play := read(plays, matcher, cards)) is not None), None)
        if play is not None:
            found.setdefault(play.pieces, play)
    return list(found.values())


def _ways(plays: Plays, planner: Planner, cards: Cards) -> Iterator[Cards]:
    """Cards among these that fill a pattern; whole hands where it asks for them."""
    pool = planner.pool(cards)
    sizes = sorted(set(plays.hand_sizes)) if planner.untouched else [0]
    for size in sizes:
        for fillings in planner.fill(pool, (size, size) if size else (1, len(cards))):
            yield tuple(sorted(card for filling in fillings for card in filling.cards))


def altered(plays: Plays, cards: Cards, stream: SplitMix64) -> Iterator[Cards]:
    """Cards that are nearly the same: of other suits, with another card in place of one, with one more, with one
    less."""
    pieces = plays.pieces
    yield _possible(plays, tuple(any_of(sorted(pieces.by_rank[pieces.ranks[card]]), stream) for card in cards))
    rest = pieces.without(cards)
    at = stream.below(len(cards))
    if rest:
        other = any_of(rest, stream)
        yield tuple(sorted((*cards[:at], other, *cards[at + 1 :])))
        yield tuple(sorted((*cards, other)))
    yield (*cards[:at], *cards[at + 1 :])


def _possible(plays: Plays, cards: Cards) -> Cards:
    """The cards, if the deck has them all; otherwise nothing."""
    copies = plays.pieces.copies
    return tuple(sorted(cards)) if all(many <= copies[card] for card, many in Counter(cards).items()) else ()


# ---- deals -----------------------------------------------------------------------------------------------------------


def stacked(game: Game, chance: Deal, carried: Carried, seat: int, wanted: Cards) -> Deal:
    """The same deal, except that a seat holds the wanted cards, for others of its own."""
    hands = [list(hand) for hand in chance.hands]
    rest = list(chance.rest)
    spare = list(minus(chance.hands[seat], (Counter(chance.hands[seat]) & Counter(wanted)).elements()))
    for card in (Counter(wanted) - Counter(chance.hands[seat])).elements():
        holder = next(cards for at, cards in enumerate([*hands, rest]) if at != seat and card in cards)
        given_up = spare.pop()
        holder[holder.index(card)] = given_up
        hands[seat][hands[seat].index(given_up)] = card
    told = [tuple(sorted(hand)) for hand in hands]
    kitty = tuple(sorted(rest)) if game.rulebook.deal.rest == "kitty" else None
    opener = find_opener(game.rulebook, game.pieces, told, carried, SplitMix64(chance.seed or 0))
    return given(game.rulebook, game.pieces, told, chance.seed or 0, carried, opener, chance.starter, kitty)


def claimable(game: Game, claim: model.Claim, size: int, stream: SplitMix64) -> Cards:
    """A hand of so many cards with which a claim can be made; nothing where none was found."""
    plays = game.rules.plays
    planner = plays.planner(claim.holding)
    deck = plays.pieces.all
    allowed = tuple(card for card in deck if planner.lacks((card,)))
    for attempt in range(_TRIES):
        held: Cards = ()
        if could_hold(claim.holding):
            some = part_of(allowed, len(allowed) * _SHARES[attempt % len(_SHARES)] // 10, stream)
            span = (size, size) if planner.untouched else (1, size)
            ways = list(islice(planner.fill(planner.pool(some), span), _MOST_WAYS))
            if not ways:
                continue
            held = tuple(sorted(card for filling in any_of(ways, stream) for card in filling.cards))
        others = part_of(minus(allowed, held), size - len(held), stream)
        hand = tuple(sorted((*held, *others)))
        if len(hand) == size and plays.holds(claim.holding, hand, True):
            return hand
    return ()
