"""Worlds that one seat cannot tell apart: all that is hidden from it in other places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from random import Random

from cardwright.interpreter.preparing import choices
from options import Table
from strategies import carried

from cardwright.dsl import model
from cardwright.interpreter import Cards, State


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
