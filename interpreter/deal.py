"""The deal as data: who holds what, what is left over, who opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias, assert_never

from cardwright.dsl import model

from .errors import Invalid
from .pieces import Pieces
from .play import Cards
from .randomness import Seedless, SplitMix64, Stream

DRAWN = frozenset({"random", "last_winner", "last_loser"})
"""Auctions that start so may have to ask a player drawn for it."""

Line: TypeAlias = Literal["first hand", "later hands"]
"""The lines of `play` that say who opens."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The outcome of chance in one hand: all that a game needs to be played again. Hands are cards by number.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> deal = game.shuffle(seed=7)
    >>> deal.seed, deal.opener, game.pieces.format(deal.hands[0], joined=False)
    (7, 0, '3D 4C 7C 7H 8D 9D 10D JC JS QC KD KH 2S')
    """

    hands: tuple[Cards, ...]
    rest: Cards
    opener: int
    seed: int | None = None
    starter: int | None = None
    """Who is asked first in an auction that starts at random, or with a winner or loser whom there is not; nobody where
    no auction can."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What one hand hands on to the next: its number, who won and who lost the one before, the points so far.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> game.start(game.shuffle(7), cardwright.Carried(hand_number=2, last_winner=3)).opening
    False
    """

    hand_number: int = 1
    last_winner: int | None = None
    last_loser: int | None = None
    totals: tuple[int | Fraction, ...] = ()
    reversed_ranks: bool = False
    reversed_turns: bool = False
    """Whether an effect that lasts for all hands has left the ranks, or the turns, the other way round."""
    last_places: tuple[int, ...] = ()
    """The place of every seat in the last hand, where they are told; equal ones are level."""


def deal(
    rulebook: model.Rulebook,
    pieces: Pieces,
    seed: int | None,
    carried: Carried,
    opener: int | None = None,
    starter: int | None = None,
    *,
    as_first: bool = False,
) -> Deal:
    """Shuffle and deal: the first cards to seat 0, the next to seat 1, and so on; a random opener is drawn after.
    Without a seed chance comes from the operating system, and the deal can be had again from itself alone.

    `as_first`: what is carried is all there is, so where nobody alone won (or lost) the last hand, whoever would open
    the first one opens. Otherwise it is Invalid not to say who that was."""
    stream = Seedless() if seed is None else SplitMix64(seed)
    deck = list(pieces.all)
    stream.shuffle(deck)
    hands: list[Cards] = []
    start = 0
    for size in model.dealt_sizes(rulebook.deal, len(deck), carried.hand_number):
        hands.append(tuple(sorted(deck[start : start + size])))
        start += size
    rest = tuple(sorted(deck[start:]))
    if rest and rulebook.deal.rest == "holder":
        taker = rest_holder(rulebook.deal, pieces, hands)
        hands[taker] = tuple(sorted((*hands[taker], *rest)))
        rest = ()
    if opener is None:
        if not as_first:
            check_known(rulebook, carried)
        opener = find_opener(rulebook, pieces, hands, carried, stream)
    check_opener(rulebook, pieces, hands, carried, opener)
    drawn = find_starter(rulebook, carried, opener, stream)
    starter = drawn if starter is None else check_seat(starter, len(hands))
    return Deal(tuple(hands), rest, check_seat(opener, len(hands)), seed, starter)


def given(
    rulebook: model.Rulebook,
    pieces: Pieces,
    hands: Sequence[Cards],
    seed: int,
    carried: Carried,
    opener: int | None = None,
    starter: int | None = None,
    kitty: Cards | None = None,
) -> Deal:
    """A deal whose hands are known; the seed is used for a random opener, and who is asked first, alone.

    `kitty` None: what is left over, or as much of it as a kitty has, where the hands are not full."""
    check_hands(rulebook.deal, pieces, hands)
    rest = Counter(pieces.all)
    for hand in hands:
        rest.subtract(hand)
    dealt = tuple(tuple(sorted(hand)) for hand in hands)
    left = tuple(sorted(rest.elements()))
    if rulebook.deal.rest == "kitty":
        left = left[: len(pieces.all) - rulebook.deal.each * rulebook.deal.players] if kitty is None else kitty
        check_cards(pieces, [*left, *(card for hand in dealt for card in hand)])
    stream = SplitMix64(seed)
    if opener is None:
        check_known(rulebook, carried)
        opener = find_opener(rulebook, pieces, dealt, carried, stream)
    check_opener(rulebook, pieces, dealt, carried, opener)
    if starter is None:
        starter = find_starter(rulebook, carried, opener, stream)
    else:
        check_seat(starter, len(dealt))
    return Deal(dealt, left, check_seat(opener, len(dealt)), starter=starter)


def rest_holder(deal: model.Deal, pieces: Pieces, hands: Sequence[Cards]) -> int:
    """Who gets what is left over: the holder of the card named, else of the one named instead, else of the lowest."""
    named = [pieces.index_at[name] for name in (deal.rest_to, deal.rest_else) if name is not None]
    lowest = lowest_piece(pieces, hands)
    wanted = [*named, *(() if lowest is None else (lowest,))]
    return next((seat for card in wanted for seat, hand in enumerate(hands) if card in hand), 0)


def check_hands(deal: model.Deal, pieces: Pieces, hands: Sequence[Cards]) -> None:
    """Raise Invalid unless there is a hand for every seat and no card is used too often."""
    if len(hands) != deal.players:
        raise Invalid(f"{deal.players} hands are needed, not {len(hands)}")
    check_cards(pieces, [card for hand in hands for card in hand])


def check_cards(pieces: Pieces, cards: Sequence[int]) -> None:
    """Raise Invalid if a card is used more often than the deck has it."""
    for card, count in Counter(cards).items():
        if count > pieces.copies[card]:
            have = pieces.copies[card]
            had = "it once" if have == 1 else f"only {have}" if have else "none here"
            raise Invalid(f"`{pieces.names[card]}` is there {count} times, and the deck has {had}")


def check_seat(seat: int, players: int) -> int:
    """The seat, if there is such a seat; Invalid otherwise."""
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise Invalid(f"there is no seat {seat}: seats are numbered from 0 to {players - 1}")
    return seat


def check_places(places: Sequence[int], players: int) -> tuple[int, ...]:
    """The places of a hand, if its players can be placed so; Invalid otherwise."""
    if len(places) != players or any(place != 1 + sum(other < place for other in places) for place in places):
        raise Invalid(f"{players} players cannot be placed {', '.join(map(str, places))}")
    return tuple(places)


def opening_line(rulebook: model.Rulebook, carried: Carried) -> Line:
    """Which line of `play` says who opens. Where nobody alone won (or lost) the last hand, it is that of the first."""
    first, later = rulebook.play.first_hand, rulebook.play.later_hands
    match later.by:
        case _ if carried.hand_number == 1 or later == first:
            return "first hand"
        case model.LastWinnerOpens() if carried.last_winner is None:
            return "first hand"
        case model.LastLoserOpens() if carried.last_loser is None:
            return "first hand"
        case _:
            return "later hands"


def opening_of(rulebook: model.Rulebook, line: Line) -> model.Opening:
    """What a line of `play` says of the opening."""
    return rulebook.play.first_hand if line == "first hand" else rulebook.play.later_hands


def opening_rule(rulebook: model.Rulebook, carried: Carried) -> model.Opening:
    """How this hand is opened."""
    return opening_of(rulebook, opening_line(rulebook, carried))


def check_known(rulebook: model.Rulebook, carried: Carried) -> None:
    """Raise Invalid unless what is carried tells who won (or lost) the last hand, where the rules ask."""
    if carried.hand_number > 1:
        by = rulebook.play.later_hands.by
        lost = isinstance(by, model.LastLoserOpens)
        seat = carried.last_loser if lost else carried.last_winner
        if seat is None and isinstance(by, model.LastLoserOpens | model.LastWinnerOpens):
            what = "lost" if lost else "won"
            raise Invalid(f"hand {carried.hand_number} is opened by who {what} the last hand: say who that was")


def lowest_piece(pieces: Pieces, hands: Sequence[Cards]) -> int | None:
    """The lowest piece in these hands, by rank, then suit; None where nobody has a card."""
    held = [card for hand in hands for card in hand]
    return min(held, key=lambda card: (pieces.card_places[card], card), default=None)


def telling_piece(card: str | None, pieces: Pieces, hands: Sequence[Cards]) -> int | None:
    """The piece whose holder is meant: the one named, or, where none is or it was not dealt, the lowest that was."""
    index = None if card is None else pieces.index_at[card]
    return index if any(index in hand for hand in hands) else lowest_piece(pieces, hands)


def opening_piece(rule: model.Opening, pieces: Pieces, hands: Sequence[Cards]) -> int | None:
    """The piece whose holder opens, where a piece decides it. If the card named was not dealt, the lowest that was."""
    match rule.by:
        case model.HolderOpens(card=card):
            return telling_piece(card, pieces, hands)
        case model.LowestOpens():
            return telling_piece(None, pieces, hands)
        case model.RandomOpens() | model.LastWinnerOpens() | model.LastLoserOpens() | model.RoleOpens():
            return None
        case _ as never:
            assert_never(never)


def check_opener(
    rulebook: model.Rulebook, pieces: Pieces, hands: Sequence[Cards], carried: Carried, opener: int
) -> None:
    """Raise Invalid for somebody else than the holder of the card that tells who opens, where it is looked for again
    once auctions and steps are done: it would be overruled then."""
    check_seat(opener, len(hands))
    rule = opening_rule(rulebook, carried)
    piece = opening_piece(rule, pieces, hands) if rulebook.play.before else None
    if piece is not None and piece not in hands[opener]:
        raise Invalid(f"seat {opener} cannot open: whoever holds `{pieces.names[piece]}` does")


def find_opener(
    rulebook: model.Rulebook,
    pieces: Pieces,
    hands: Sequence[Cards],
    carried: Carried,
    stream: Stream,
) -> int:
    """The seat that opens the hand. Where a role opens it, that is not known yet: then any seat stands for it."""
    rule = opening_rule(rulebook, carried)
    match rule.by:
        case model.HolderOpens() | model.LowestOpens():
            piece = opening_piece(rule, pieces, hands)
            return next((seat for seat, hand in enumerate(hands) if piece in hand), 0)
        case model.RandomOpens() | model.RoleOpens():
            return stream.below(len(hands))
        case model.LastWinnerOpens() | model.LastLoserOpens() as by:
            seat = carried.last_winner if isinstance(by, model.LastWinnerOpens) else carried.last_loser
            assert seat is not None, "a hand that follows a level one is opened as the first"
            return seat
        case _ as never:
            assert_never(never)


def find_starter(rulebook: model.Rulebook, carried: Carried, opener: int, stream: Stream) -> int | None:
    """Who is asked first in auctions that start at random, or may come to. Where a role opens, the seat drawn for the
    opener is it."""
    named = {auction.name: auction for auction in rulebook.auctions}
    held = [named[name] for name in rulebook.play.before if name in named]
    if not any(auction.starts in DRAWN for auction in held):
        return None
    if isinstance(opening_rule(rulebook, carried).by, model.RoleOpens):
        return opener
    return stream.below(rulebook.deal.players)
