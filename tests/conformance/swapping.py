"""Worlds that one seat cannot tell apart: all that is hidden from it in other places."""

from __future__ import annotations

from random import Random

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


def shuffled(state: State, rest: Cards, seat: int, random: Random, kept: Cards, kitty_too: bool = True) -> State:
    """The same moment with all that is hidden from a seat shuffled: what the others hold and have laid face down, the
    kitty before it is turned up, and the unused rest. `kept` stay in the hands they are in."""
    game, special = state.rules, state.at.special
    others = [other for other in range(game.players) if other != seat]
    untaken = special.kitty if special.kitty_by < 0 and kitty_too else ()
    laid = [special.discards[other] for other in others] if special.discards else []
    places = [*([card for card in state.hands[other] if card not in kept] for other in others), untaken, *laid]
    pool = [*(card for place in places for card in place), *rest]
    random.shuffle(pool)
    dealt = []
    for place in places:
        dealt.append(tuple(pool[: len(place)]))
        pool = pool[len(place) :]
    hands, discards = list(state.hands), list(special.discards)
    for number, other in enumerate(others):
        stay = [card for card in state.hands[other] if card in kept]
        hands[other] = tuple(sorted([*stay, *dealt[number]]))
        if laid:
            discards[other] = tuple(sorted(dealt[len(others) + 1 + number]))
    kitty = tuple(sorted(dealt[len(others)])) if untaken else special.kitty
    hidden = special._replace(kitty=kitty, discards=tuple(discards))
    asked = any(auction.starts == "opener" for auction in state.rules.rulebook.auctions)
    opener = opens(state, hands) if state.doing and not asked else state.at.opener
    return State(state.rules, state.at._replace(hands=tuple(hands), opener=opener, special=hidden))


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
