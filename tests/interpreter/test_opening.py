"""Who opens: after level hands, after auctions and steps, and what the others know of it meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks_in_text import after, at, rules

from cardwright.interpreter import Game, Invalid, Match, RecordError, State, replay, write_record

DEBT = "payment debt: each loser pays the winner cards of payer"
AUCTION = "auction boss {{ bids: 1 < 2 < 3  starts: {}  each_bids: once  no_bid: void }}"
RANDOM, OPENER = AUCTION.format("random"), AUCTION.format("opener")
LOSER = "opened by the last loser"
HANDS = ("4D 5D 6D 9D 8C", "4C 5C 6C 9C 8D", "4H 5H 6H 9H 8H")


def level(game: Game, seed: int = 5) -> Match:
    """A match after one hand that nobody alone has lost."""
    return replace(Match.start(game.rules, seed), deals=1, hand_number=2, last_winner=0)


def holder(game: Game, state: State, card: str) -> int:
    """Who holds a card."""
    (piece,) = game.cards(card)
    return next(seat for seat, hand in enumerate(state.hands) if piece in hand)


# ---- after a level hand ----------------------------------------------------------------------------------------------


def test_after_a_level_hand_the_first_rule_says_which_card_is_played() -> None:
    game = rules(DEBT, first_hand="opened by the holder of 4D, playing it", later_hands=LOSER)
    state = level(game).deal()
    assert state.turn == holder(game, state, "4D")
    assert state.at.opening_card == game.cards("4D")[0]
    assert all("4D" in str(action) for action in state.legal_actions())


def test_after_a_level_hand_a_role_opens_as_in_the_first() -> None:
    game = rules(RANDOM, DEBT, before="boss", first_hand="opened by the boss", later_hands=LOSER)
    for seed in range(12):
        state = level(game, seed).deal()
        assert state.opener is None
        state = after(state, "pass", "bid 3")
        assert (state.opener, state.turn) == (state.at.special.roles[0][1],) * 2


def test_after_a_level_hand_the_holder_is_found_when_the_steps_are_done() -> None:
    moved = 0
    game = rules(
        RANDOM,
        "step tribute: last winner gives 3 lowest cards to boss",
        DEBT,
        before="boss, tribute",
        first_hand="opened by the holder of the lowest card",
        later_hands=LOSER,
    )
    for seed in range(12):
        state = after(level(game, seed).deal(), "bid 3")
        while state.doing:
            state = state.apply(state.legal_actions()[0])
        lowest = min((c for hand in state.hands for c in hand), key=game.pieces.card_places.__getitem__)
        assert state.opener is not None and lowest in state.hands[state.opener]
        moved += level(game, seed).dealt.opener != state.opener
    assert moved


def test_a_level_hand_survives_its_text() -> None:
    game = rules(RANDOM, DEBT, before="boss", first_hand="opened by the boss", later_hands=LOSER)
    state = level(game).deal()
    read = game.parse_state(str(state))
    assert read == state and after(read, "pass", "bid 3") == after(state, "pass", "bid 3")


def test_a_deal_of_a_match_is_the_deal_of_its_state() -> None:
    game = rules(DEBT, first_hand="opened by the holder of 4D", later_hands=LOSER)
    match = level(game)
    assert game.start(match.dealt, match.carried) == match.deal()


# ---- what the others know --------------------------------------------------------------------------------------------


def test_who_holds_the_card_is_hidden_until_the_lead() -> None:
    game = rules(RANDOM, DEBT, before="boss", first_hand="opened by the holder of 4D, playing it")
    one = game.deal(hands=HANDS, starter=1)
    other = game.deal(hands=(HANDS[0].replace("4D", "4C"), HANDS[1].replace("4C", "4D"), HANDS[2]), starter=1)
    assert one.opener != other.opener
    assert one.observe(2) == other.observe(2) and one.observe(2).opener is None
    assert one.observe(2).to_json() == other.observe(2).to_json()
    seen = after(one, "bid 3").observe(2)
    assert (seen.opener, seen.opening_card) == (0, game.cards("4D")[0])


def test_an_auction_that_starts_with_the_opener_shows_who_opens() -> None:
    game = rules(OPENER, DEBT, before="boss", first_hand="opened by the holder of 4D")
    state = game.deal(hands=HANDS)
    assert state.turn == 0 and {state.observe(seat).opener for seat in range(3)} == {0}


def test_who_was_drawn_or_has_lost_is_known_to_all() -> None:
    game = rules(RANDOM, DEBT, before="boss", later_hands=LOSER)
    state = at(game, *HANDS, opener=2, hand_number=2, last_loser=2, last_winner=1)
    assert {state.observe(seat).opener for seat in range(3)} == {2}


def test_nobody_leads_in_an_auction() -> None:
    state = rules(RANDOM, DEBT, before="boss").deal(1)
    assert state.leading is False and not any(state.observe(seat).leading for seat in range(3))
    led = after(state, "bid 3")
    assert led.leading and all(led.observe(seat).leading for seat in range(3))


# ---- what is forgotten -----------------------------------------------------------------------------------------------


def test_a_void_auction_leaves_nothing_behind() -> None:
    game = rules(RANDOM, "step tribute: last loser gives 1 cards to last winner", DEBT, before="boss, tribute")
    first = game.deal(3, hand_number=2, last_winner=0, last_loser=1)
    assert first.at.last_winner == 0
    over = after(first, "pass", "pass", "pass")
    assert over.at.ended == "void" and over.at.last_winner == over.at.last_loser == -1
    assert game.state_from_json(over.to_json()) == over
    assert game.parse_state(str(over)) == over


def test_steps_may_read_bids_and_points() -> None:
    game = rules(OPENER, "step gift: boss gives (bid of boss) cards to last winner", DEBT, before="boss, gift")
    state = after(at(game, *HANDS, hand_number=2, last_winner=1, last_loser=2), "bid 3")
    assert (state.doing, state.observe(0).to_give) == ("gift", 3)
    assert game.parse_state(str(state)) == state
    led = state.apply(state.legal_actions()[0])
    assert led.leading and led.at.special.bids == () and game.parse_state(str(led)) == led
    game = rules(
        "step gift: last loser gives (2 when points of last winner > 1 | 1) cards to last winner", DEBT, before="gift"
    )
    state = game.deal(1, hand_number=2, last_winner=1, last_loser=2, totals=(0, 2, -2))
    assert (state.doing, state.observe(2).to_give) == ("gift", 2)
    led = state.apply(state.legal_actions()[0])
    assert led.at.totals == () and game.state_from_json(led.to_json()) == led


def test_bids_are_those_of_the_auction_for_the_role() -> None:
    second = RANDOM.replace("boss", "doubler").replace("random", "opener").replace("1 < 2 < 3", "1 < 2")
    pays = "payment stake: each player where (player is not doubler) pays doubler bid of doubler + 10 x bid of boss"
    game = rules(OPENER, second, pays, before="boss, doubler")
    state = after(at(game, *HANDS), "bid 3", "bid 1", "pass", "pass")
    assert state.at.special.roles == (("boss", 0), ("doubler", 0))
    assert state.at.special.bids == ((3, 0, 0), (1, 0, 0))
    assert game.parse_state(str(state)) == state
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    assert state.scores == (62, -31, -31)


# ---- an opener who is told -------------------------------------------------------------------------------------------


def test_an_opener_who_would_be_overruled_is_refused() -> None:
    game = rules(RANDOM, DEBT, before="boss", first_hand="opened by the holder of 4D")
    assert game.deal(hands=HANDS, opener=0, starter=1) == game.deal(hands=HANDS, starter=1)
    with pytest.raises(Invalid, match="seat 1 cannot open: whoever holds `4D` does"):
        game.deal(hands=HANDS, opener=1)
    with pytest.raises(Invalid, match="seat 1 cannot open"):
        game.position({"hands": HANDS, "opener": "P2"})
    record = write_record(game, game.shuffle(1), ())
    wrong = record.model_copy(update={"deal": record.deal.model_copy(update={"opener": (record.deal.opener + 1) % 3})})
    with pytest.raises(RecordError, match="cannot open"):
        replay(game, wrong)
    plain = rules(DEBT, first_hand="opened by the holder of 4D")
    assert plain.deal(hands=HANDS, opener=1).turn == 1, "without auctions and steps who is told opens"
