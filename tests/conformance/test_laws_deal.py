"""Deals: every piece of the deck goes to exactly one place, and the opener is who the rules say."""

from collections import Counter

import pytest
from effort import DEALS
from options import Table, names, tables
from strategies import carried, dealt

from cardwright.dsl import model
from cardwright.interpreter import Deal, Game

TABLES = tables()
LONG = 400
"""Deals in which everybody must have opened where it is left to chance; a miss is less likely than 1 in 10^50."""


def deal_of(table: Table, seed: int) -> Deal:
    """The deal of a seed."""
    return table.game.shuffle(seed, carried(table, seed))


def lowest(game: Game, cards: list[int]) -> int:
    """The lowest piece by rank, then suit."""
    deck = game.pieces.deck
    ranks = [name for scale in deck.rank_scales for tier in scale.tiers for name in tier]
    suits = [name for tier in deck.suit_scale.tiers for name in tier] if deck.suit_scale else []

    def height(card: int) -> tuple[int, int]:
        piece = deck.pieces[card]
        return ranks.index(piece.rank), suits.index(piece.suit) if piece.suit in suits else 0

    return min(cards, key=height)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_the_deal_partitions_the_deck(table: Table) -> None:
    game = table.game
    whole = Counter({piece.index: piece.copies for piece in table.model.deck.pieces if piece.copies})
    for seed in range(DEALS):
        deal = deal_of(table, seed)
        assert sum(map(Counter, deal.hands), Counter(deal.rest)) == whole
        more = [len(hand) - table.model.deal.each for hand in deal.hands]
        left = whole.total() - table.model.deal.each * game.players
        match table.model.deal.rest:
            case "one_each":
                number = carried(table, seed).hand_number
                assert more == [int((seat - number + 1) % game.players < left) for seat in range(game.players)]
            case "holder":
                assert sorted(more) == [0] * (game.players - 1) + [left]
            case _:
                assert not any(more)
        assert table.model.deal.rest != "none" or not deal.rest
        assert all(hand == tuple(sorted(hand)) for hand in (*deal.hands, deal.rest))
        assert deal == deal_of(table, seed)
        state = dealt(table, seed)
        taken = state.piles if not state.is_over else state.ended.piles or state.piles
        kitty, taker = state.at.special.kitty, state.at.special.kitty_by
        rest = deal.rest if not kitty else kitty if taker < 0 else ()
        assert sum(map(Counter, (*state.hands, *taken)), Counter(rest)) == whole


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_a_match_deals_the_deck_and_a_new_hand_each_time(table: Table) -> None:
    match = table.game.match(seed=7)
    first = match.deal()
    assert first == match.deal()
    special = first.at.special
    given = sum(map(len, table.game.shuffle(match.hand_seed).hands))
    assert given >= table.model.deal.each * table.game.players
    given += len(special.kitty) if special.kitty_by >= 0 else 0
    assert sum(map(len, first.hands)) + sum(map(len, first.piles)) == given
    assert match.hand_seed != table.game.match(seed=8).hand_seed


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_the_opener_is_who_the_rules_say(table: Table) -> None:
    game = table.game
    for seed in range(DEALS):
        before = carried(table, seed)
        deal = deal_of(table, seed)
        rule = table.model.play.first_hand if before.hand_number == 1 else table.model.play.later_hands
        match rule.by:
            case model.HolderOpens(card=card):
                assert game.pieces.index_at[card] in deal.hands[deal.opener]
            case model.LowestOpens():
                assert lowest(game, [card for hand in deal.hands for card in hand]) in deal.hands[deal.opener]
            case model.LastWinnerOpens():
                assert deal.opener == before.last_winner
            case model.LastLoserOpens():
                assert deal.opener == before.last_loser
            case model.RandomOpens() | model.RoleOpens():
                assert {game.shuffle(each).opener for each in range(LONG)} == set(range(game.players))
