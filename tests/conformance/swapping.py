"""Worlds that one seat cannot tell apart: all that is hidden from it in other places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from random import Random

from cardwright.interpreter.preparing import choices
from effort import CLAIM_DEALS
from options import Table
from strategies import carried

from cardwright.dsl import model
from cardwright.interpreter import Cards, Deal, Game, State


def swapped(hands: tuple[Cards, ...], rest: Cards, seats: list[int], random: Random, kept: Cards) -> list[Cards]:
    """The hands after some cards changed places among these seats and the rest; `kept` stay where they are."""
    cards = [[card for card in hand if card not in kept] for hand in hands]
    loose = [*rest]
    pool = [card for seat in seats for card in cards[seat]] + loose
    random.shuffle(pool)
    result = list(hands)
    for seat in seats:
        stay = [card for card in hands[seat] if card in kept]
        share, pool = pool[: len(cards[seat])], pool[len(cards[seat]) :]
        result[seat] = tuple(sorted([*stay, *share]))
    return result


def places(state: State, seat: int, kept: Cards, kitty_too: bool = True) -> list[Cards]:
    """Where pieces are hidden from a seat: the hands of the others without `kept`, the kitty before it is turned up,
    and what the others have laid face down."""
    special = state.at.special
    others = [other for other in range(state.rules.players) if other != seat]
    untaken = special.kitty if special.kitty_by < 0 and kitty_too else ()
    laid = [special.discards[other] for other in others] if special.discards else []
    return [*(tuple(card for card in state.hands[other] if card not in kept) for other in others), untaken, *laid]


def put(state: State, seat: int, kept: Cards, filled: Sequence[Cards]) -> State:
    """The same moment with these pieces in the places that are hidden from a seat."""
    special, others = state.at.special, [other for other in range(state.rules.players) if other != seat]
    hands, discards = list(state.hands), list(special.discards)
    for number, other in enumerate(others):
        stay = [card for card in state.hands[other] if card in kept]
        hands[other] = tuple(sorted([*stay, *filled[number]]))
        if discards:
            discards[other] = tuple(sorted(filled[len(others) + 1 + number]))
    kitty = tuple(sorted(filled[len(others)])) or special.kitty
    hidden = special._replace(kitty=kitty, discards=tuple(discards))
    asked = any(auction.starts == "opener" for auction in state.rules.rulebook.auctions)
    opener = opens(state, hands) if state.doing and not asked else state.at.opener
    return State(state.rules, state.at._replace(hands=tuple(hands), opener=opener, special=hidden))


def shuffled(state: State, rest: Cards, seat: int, random: Random, kept: Cards, kitty_too: bool = True) -> State:
    """The same moment with all that is hidden from a seat shuffled, the unused rest with it. `kept` stay in the hands
    they are in."""
    there = places(state, seat, kept, kitty_too)
    pool = [*(card for place in there for card in place), *rest]
    random.shuffle(pool)
    filled = []
    for place in there:
        filled.append(tuple(pool[: len(place)]))
        pool = pool[len(place) :]
    return put(state, seat, kept, filled)


def ways(state: State, rest: Cards, seat: int, kept: Cards) -> int:
    """In how many ways hidden pieces can lie, equal pieces counted apart."""
    sizes = [len(place) for place in places(state, seat, kept)]
    left, number = sum(sizes) + len(rest), 1
    for size in sizes:
        number *= comb(left, size)
        left -= size
    return number


def everywhere(state: State, rest: Cards, seat: int, kept: Cards) -> Iterator[State]:
    """The same moment with what is hidden from a seat in every other place it can be, each way once."""
    there = places(state, seat, kept)

    def filled(place: int, pool: Cards) -> Iterator[list[Cards]]:
        if place == len(there):
            yield []
            return
        for cards in choices(pool, len(there[place])):
            left = tuple(sorted((Counter(pool) - Counter(cards)).elements()))
            yield from ([cards, *others] for others in filled(place + 1, left))

    pool = tuple(sorted([*(card for place in there for card in place), *rest]))
    return (put(state, seat, kept, way) for way in filled(0, pool))


def opens(state: State, hands: list[Cards]) -> int:
    """Who would open with these hands, while auctions and steps go on and the holder of a card does."""
    rule, pieces = opening_line(state), state.rules.pieces
    if not isinstance(rule.by, model.HolderOpens | model.LowestOpens):
        return state.at.opener
    named = pieces.index_at[rule.by.card] if isinstance(rule.by, model.HolderOpens) else -1
    order = sorted((card for hand in hands for card in hand), key=lambda c: (c != named, pieces.card_places[c], c))
    return next(seat for seat, hand in enumerate(hands) if order[0] in hand)


def opening_line(state: State) -> model.Opening:
    """How the hand is going to be opened."""
    play = state.rules.rulebook.play
    return play.first_hand if state.at.special.opens == "first hand" else play.later_hands


def unused(table: Table, state: State, seed: int) -> Cards:
    """The pieces of a deal that are nowhere in the game."""
    rest = table.game.shuffle(seed, carried(table, seed)).rest
    return () if state.at.special.kitty else rest


# ---- deals in which somebody may claim --------------------------------------------------------------------------


def claim_deals(table: Table) -> Iterator[tuple[Deal, int]]:
    """Deals in which at least one seat may claim, and such a seat: its hand is made to hold what a claim asks."""
    game, random = table.game, Random(5)
    found = 0
    for seed in range(200):
        if found >= CLAIM_DEALS:
            return
        deal = game.shuffle(seed)
        seat = random.randrange(game.players)
        claims = [claim.name for claim in table.model.claims if claim.voluntary]
        hand = hand_for(game, random.choice(claims), random, game.deck)
        if hand is None:
            continue
        deal = exchanged(deal, seat, hand)
        # Every other time somebody else may claim as well, if the cards that are left allow it.
        another = hand_for(game, random.choice(claims), random, game.pieces.without(hand)) if seed % 2 else None
        if another is not None:
            deal = exchanged(deal, (seat + random.randrange(1, game.players)) % game.players, another)
        start = game.deal(seed, hands=deal.hands)
        if start.claiming and start.claims(seat):
            found += 1
            assert start.opener is not None
            yield Deal(deal.hands, deal.rest, start.opener), seat


def hand_for(game: Game, claim: str, random: Random, cards_left: Cards) -> Cards | None:
    """A hand as dealt that holds what a claim asks for, of these cards."""
    pattern = next(declared.holding for declared in game.rulebook.claims if declared.name == claim)
    plays = game.rules.plays
    planner = plays.planner(pattern)
    size = game.rules.sizes[0]
    able = [card for card in cards_left if planner.lacks((card,))]
    cards: list[int] = []
    if planner.span != (0, 0):
        filled = next(planner.fill(planner.pool(tuple(able)), (0, size)), None)
        if filled is None:
            return None
        cards = [card for filling in filled for card in filling.cards]
    left = list(able)
    for card in cards:
        left.remove(card)
    if len(cards) + len(left) < size:
        return None
    hand = tuple(sorted([*cards, *random.sample(left, size - len(cards))]))
    return hand if plays.holds(pattern, hand, True) else None


def exchanged(deal: Deal, seat: int, hand: Cards) -> Deal:
    """The deal with this hand at this seat; who held its cards gets the others for them."""
    wanted, given = Counter(hand) - Counter(deal.hands[seat]), Counter(deal.hands[seat]) - Counter(hand)
    spare = list(given.elements())
    hands = [list(other) for other in deal.hands]
    rest = list(deal.rest)
    for place in (*(other for number, other in enumerate(hands) if number != seat), rest):
        for at, card in enumerate(place):
            if wanted[card]:
                wanted[card] -= 1
                place[at] = spare.pop()
    hands[seat] = list(hand)
    return Deal(tuple(tuple(sorted(other)) for other in hands), tuple(sorted(rest)), deal.opener)
