"""Effects: what plays set off, how long it lasts, what is paid at once, and ranks and turns the other way round."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rulebooks_in_text import after, at, offered, rules, scores

from cardwright.interpreter import (
    NOBODY,
    Carried,
    Deal,
    Game,
    Invalid,
    Match,
    SplitMix64,
    replay,
    run_examples,
    write_record,
)

DEBT = "payment debt: each loser pays the winner cards of payer"
THREE = ("4D 5D 6D 9D 8C", "4C 5C 6C 9C 8D", "4H 5H 6H 9H 8H")


def effect(when: str, then: str, lasts: str = "") -> str:
    """An effect."""
    return f"effect turned {{ when: {when}  then: {then}  {f'lasts: {lasts}' if lasts else ''} }}"


def house(*declarations: str, **told: Any) -> Game:
    """A game with effects."""
    return rules(*declarations, **told)


# ---- whose turn it is ----------------------------------------------------------------------------------------------


def test_a_play_ends_the_trick() -> None:
    state = after(at(house(effect("play has 9", "end_trick")), *THREE), "4D", "9C")
    assert state.leading and state.turn == 1
    assert after(at(house(effect("play has 9", "end_trick")), *THREE), "4D", "8D").turn == 2


def test_who_is_out_of_cards_is_followed_by_the_next_who_has_some() -> None:
    game = house(effect("play has 9", "end_trick"), the_hand="ends when 1 player has cards")
    state = after(at(game, "4D 5D", "9C", "4H 5H"), "4D", "9C")
    assert state.leading and state.turn == 2


def test_the_next_player_is_passed_over() -> None:
    game = house(effect("play has 9", "skip_next"))
    state = after(at(game, *THREE), "9D")
    assert state.turn == 2
    assert after(state, "9H").turn == 1, "passed over once, not out of the trick"
    assert after(state, "pass").leading and after(state, "pass").turn == 0


def test_two_are_passed_over_and_whoever_played_leads() -> None:
    game = house(effect("play has 9", "skip_next, skip_next"))
    state = after(at(game, *THREE), "9D")
    assert state.leading and state.turn == 0
    two = house(effect("play has 9", "skip_next"), players=2)
    assert after(at(two, "9D 4D", "4C 5C"), "9D").turn == 0


def test_turns_go_the_other_way_round() -> None:
    game = house(effect("play has 9", "reverse_turns", "trick"))
    state = after(at(game, *THREE), "4D", "9C")
    assert state.turn == 0 and state.observe(2).reversed_turns
    state = after(state, "pass")
    assert state.turn == 2
    state = after(state, "pass")
    assert state.leading and state.turn == 1 and not state.observe(0).reversed_turns
    assert after(state, "4C").turn == 2


def test_turns_turned_twice_go_the_usual_way() -> None:
    game = house(effect("play has 9", "reverse_turns", "hand"))
    state = after(at(game, *THREE), "9D")
    assert state.turn == 2
    state = after(state, "pass", "pass", "4D")
    assert state.turn == 2, "for the hand"
    state = after(state, "9H")
    assert state.turn == 0 and not state.observe(0).reversed_turns
    assert state.at.special.reversed_turns == 0


def test_the_next_leader_with_cards_is_found_the_other_way_round() -> None:
    game = house(effect("play has 9", "reverse_turns, end_trick", "hand"), the_hand="ends when 1 player has cards")
    state = after(at(game, "4D 5D", "9C", "4H 5H"), "4D", "9C")
    assert state.leading and state.turn == 0


def test_whose_play_is_beaten_is_out_of_the_trick() -> None:
    game = house(effect("table has 9", "drop_beaten"), combinations=HIGH_SUITS)
    state = after(at(game, *THREE), "9D", "9C")
    assert state.at.dropped == 0b001 and state.observe(2).dropped == (0,)
    state = after(state, "pass")
    assert state.leading and state.turn == 1, "nobody else is left in the trick"
    assert state.at.dropped == 0
    kept = after(at(game, *THREE), "8C", "9C", "pass")
    assert kept.turn == 0 and not kept.leading


HIGH_SUITS = "combination single { cards: 1   compare: highest card }"


def test_who_passes_stays_in_where_only_effects_drop() -> None:
    game = house(effect("table has 9", "drop_beaten"), combinations=HIGH_SUITS)
    state = after(at(game, *THREE), "4D", "pass", "5H")
    assert state.at.dropped == 0
    assert after(state, "pass").turn == 1


# ---- ranks ---------------------------------------------------------------------------------------------------------


def test_ranks_are_upside_down() -> None:
    game = house(effect("size of play is 2", "reverse_ranks"))
    state = after(at(game, "6D 6C 4D 4C 8D", "5D 5C 7D 7C 9D", "4H 9H 9C 8C 5S"), "6D 6C")
    assert state.observe(1).reversed_ranks
    assert offered(state) == ["5C-5D", "pass"]
    reasons = state.why_not("7D 7C")
    assert reasons is not None and reasons.rules == ("too_low",)
    state = after(state, "5D 5C")
    assert not state.observe(2).reversed_ranks, "turned back by the next pair"
    assert offered(state) == ["9H-9C", "pass"]


def test_the_play_to_beat_is_read_anew() -> None:
    game = house(effect("size of play is 2", "reverse_ranks"))
    state = after(at(game, "6D 6C 4D 4C 8D", "5D 5C 7D 7C 9D", "4H 9H 9C 8C 5S"), "6D 6C")
    assert state.table is not None
    again = game.parse_state(str(state))
    assert again == state and offered(again) == offered(state)
    assert again.table is not None and again.table.strength == state.table.strength
    plain = game.play("6D 6C")
    assert state.table == plain and state.table.strength != plain.strength


def test_suits_stay_the_right_way_round() -> None:
    game = house(effect("size of play is 2", "reverse_ranks"))
    state = after(at(game, "6D 6C 4D 4H", "6S 6H 7D 7C", "4C 5H 8C 5S"), "6D 6C", "pass", "pass", "4D")
    assert offered(after(state, "pass")) == ["4C", "pass"]


def test_named_orders_are_turned_and_runs_stay_runs() -> None:
    combinations = """
order ups: 4-5-6 < 5-6-7 < 6-7-8 < 7-8-9
combination single { cards: 1            compare: highest card }
combination run    { cards: 3 in ups     compare: ups, highest card }
"""
    game = house(effect("play is single of 4", "reverse_ranks"), combinations=combinations)
    state = after(at(game, "4D 5D 6D 7D 8D", "4C 5C 6C 7C 9H", "9D 5H 6H 7H 8H"), "4D", "pass", "pass")
    assert sorted(text for text in offered(state) if text.count("-") == 2) == ["5D-6D-7D", "6D-7D-8D"]
    state = after(state, "5D 6D 7D")
    assert offered(state) == ["4C-5C-6C", "5C-6C-7C", "pass"]


def test_ranks_are_right_again_after_the_trick_or_the_hand() -> None:
    hands = ("6D 6C 4D 4C", "5D 5C 7D 7C", "4H 9H 9C 8C")
    for lasts, turned in (("trick", False), ("hand", True)):
        game = house(effect("size of play is 2", "reverse_ranks", lasts))
        state = after(at(game, *hands), "6D 6C", "pass", "pass")
        assert state.observe(0).reversed_ranks is turned


def test_turned_for_the_trick_within_turned_for_the_hand() -> None:
    """Each lasts as long as it says: the trick's end undoes its own turn only."""
    game = house(
        "effect once { when: play has 9  then: reverse_ranks  lasts: hand }",
        "effect twice { when: play has 4  then: reverse_ranks  lasts: trick }",
    )
    state = after(at(game, "9D 5D 6D", "4C 8C 7C", "5H 6H 7H"), "9D")
    assert state.observe(0).reversed_ranks
    state = after(state, "4C")
    assert not state.observe(0).reversed_ranks
    assert state.at.special.reversed_ranks == 0b011 and game.parse_state(str(state)) == state
    state = after(state, "pass", "pass")
    assert state.observe(0).reversed_ranks


def test_all_hands_are_carried_by_the_match() -> None:
    game = house(effect("size of play is 2", "reverse_ranks", "all_hands"), DEBT)
    match = game.match(seed=1)
    state = after(at(game, "6D 6C", "5D 5C 7D", "4H 9H 9C"), "6D 6C")
    assert state.is_over and state.at.special.ranks_reversed
    match = match.after(state)
    assert match.reversed_ranks and not match.reversed_turns
    assert game.resume_match(match.to_json()) == match
    deal, carried = game.shuffle(match.hand_seed, match.carried), match.carried
    following = match.deal()
    assert following.observe(0).reversed_ranks and game.start(deal, carried) == following
    record = write_record(game, deal, [str(following.legal_actions()[0])], carried)
    assert record.reversed_ranks and replay(game, record).states[0] == following


def test_what_lasts_for_the_hand_is_not_carried() -> None:
    game = house(effect("size of play is 2", "reverse_ranks, reverse_turns", "hand"), DEBT)
    match = Match.start(game.rules, 1).after(after(at(game, "6D 6C", "5D 5C 7D", "4H 9H 9C"), "6D 6C"))
    assert not match.reversed_ranks and not match.reversed_turns


def test_turns_that_are_reversed_for_all_hands() -> None:
    game = house(effect("size of play is 2", "reverse_turns", "all_hands"), DEBT)
    carried = Carried(2, 0, 1, reversed_turns=True)
    state = game.start(game.shuffle(3, carried), carried)
    assert state.turn is not None
    following = state.apply(state.legal_actions()[0])
    if following.table is not None and following.table.size == 1:
        assert following.turn == (state.turn - 1) % 3


def test_settlement_reads_plays_the_right_way_round() -> None:
    game = house(
        effect("size of play is 2", "reverse_ranks", "hand"),
        "payment tens: each loser pays the winner (10 when rank of last play > 6 | 1)",
    )
    state = after(at(game, "9D 9C 5D", "4D 4C 7C", "6D 6C 8C"), "9D 9C", "pass", "pass", "5D")
    assert state.is_over and state.scores == (2, -1, -1)
    assert after(at(game, "4D 4C 9D", "5D 5C 7C", "6D 6C 8C"), "4D 4C", "pass", "pass", "9D").scores == (20, -10, -10)


def test_duties_are_about_the_ranks_as_they_stand() -> None:
    game = house(
        effect("size of play is 2", "reverse_ranks"),
        'duty top "Play high." { when: the next player has 1 card  binds: single  must: be the highest single'
        "  breach: refused }",
    )
    state = after(at(game, "6D 6C 4D 9D", "5D", "4H 9H 9C"), "6D 6C", "pass", "pass")
    assert [text for text in offered(state) if "-" not in text] == ["4D"]


# ---- payments ------------------------------------------------------------------------------------------------------

CHOP = (
    effect("table has 9", "pays chop"),
    "payment chop: beaten player pays player (3 when table has 9S | 2)",
    "always balanced: zero_sum",
)


def chopping(*more: str) -> Game:
    """A game where a beaten nine is paid for at once."""
    return house(*CHOP, *more, combinations=HIGH_SUITS + "\ncombination pair { cards: 2 of a rank  compare: nothing }\n"
                 "bombs chops { order: pair  beats: single }")  # fmt: skip


def test_a_payment_is_made_at_once_and_settled_with_the_others() -> None:
    game = chopping(DEBT)
    state = after(at(game, "9D 4D 5D", "9C 4C 8C", "4H 4S 5H"), "9D", "9C", "4H 4S")
    assert [tuple(paid) for paid in state.at.special.paid] == [("chop", 0, 1, 2), ("chop", 1, 2, 2)]
    for seat in range(3):
        assert state.observe(seat).paid == state.at.special.paid
    state = after(state, "pass", "pass", "5H")
    assert state.is_over
    debt = (-2, -2, 4)
    assert state.scores == (debt[0] - 2, debt[1] + 2 - 2, debt[2] + 2)
    assert state.outcome is not None
    assert "chop: P1 pays P2 2 (in play)" in state.outcome.settlement.lines()


def test_what_nobody_pays_is_written_and_read() -> None:
    game = house(effect("play has 9", "pays bounty"), "payment bounty: player scores 1")
    state = after(at(game, *THREE), "9D")
    assert [tuple(paid) for paid in state.at.special.paid] == [("bounty", NOBODY, 0, 1)]
    assert "paid=bounty - 0 1" in str(state) and game.parse_state(str(state)) == state
    data = json.loads(state.to_json())
    assert data["paid"] == [{"payment": "bounty", "payee": 0, "amount": 1}]
    assert game.state_from_json(state.to_json()) == state
    data["paid"][0]["payer"] = None
    assert game.state_from_json(json.dumps(data)) == state


def test_what_was_paid_is_summed_up_in_no_order_of_time() -> None:
    game = chopping()
    hands = ("9D 9H 4D 7D", "4C 4H 5C 5H 8C", "6H 6S 5S")
    one = after(at(game, *hands), "9D", "4C 4H", "pass", "pass", "8C", "pass", "9H", "5C 5H")
    assert [tuple(paid) for paid in one.at.special.paid] == [("chop", 0, 1, 4)]
    other = after(at(game, *hands), "9D", "5C 5H", "pass", "pass", "8C", "pass", "9H", "4C 4H")
    assert other.at.special.paid == one.at.special.paid


def test_the_worth_of_a_point_counts_for_what_was_paid_in_play() -> None:
    game = chopping("match { a point: is worth 5 }")
    state = after(at(game, "9D 4D", "9C", "4H 4S 5H"), "9D", "9C")
    assert state.is_over and state.scores == (-10, 10, 0), "a play that ends the hand is paid for as well"


def test_a_payment_in_play_is_not_settled_again() -> None:
    assert scores(chopping(), left=[0, 2, 3]) == [0, 0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_with_everything_turned(seed: int) -> None:
    """Nothing is lost in writing, and the scores balance, whatever is turned when."""
    game = house(
        "effect ranks { when: size of play is 2  then: reverse_ranks  lasts: all_hands }",
        "effect round { when: play has 7  then: reverse_turns  lasts: trick }",
        "effect over { when: play has 8D  then: end_trick }",
        "effect leap { when: play has 5  then: skip_next }",
        "effect out { when: table has 6  then: drop_beaten, pays toll }",
        "payment toll: beaten player pays player size of play",
        DEBT,
        "always balanced: zero_sum",
        the_hand="ends when 1 player has cards",
    )
    match = game.match(seed)
    for number in range(4):
        state, stream = match.deal(), SplitMix64(seed + 10 * number)
        while not state.is_over:
            for again in (game.parse_state(str(state)), game.state_from_json(state.to_json())):
                assert again == state and str(again) == str(state) and offered(again) == offered(state)
            actions = state.legal_actions()
            action = actions[stream.below(len(actions))]
            assert state.parse_action(str(action)) == action and state.why_not(action) is None
            state = state.apply(action)
        assert sum(state.scores) == 0
        assert game.parse_state(str(state)) == state
        match = match.after(state)


def test_a_situation_may_be_upside_down_and_reasons_say_so() -> None:
    game = house(effect("size of play is 2", "reverse_ranks"))
    told = {"hand": "4C 9C", "table": "7H"}
    assert offered(game.position(told)) == ["9C", "pass"]
    state = game.position({**told, "reversed_ranks": True})
    assert offered(state) == ["4C", "pass"]
    refused = state.why_not("9C")
    assert refused is not None and "for ranks are upside down" in str(refused)
    plain = game.position(told).why_not("4C")
    assert plain is not None and "upside down" not in str(plain)
    with pytest.raises(Invalid, match="nothing in this rulebook"):
        house().position({**told, "reversed_ranks": True})


# ---- every order of turns is the same one ----------------------------------------------------------------------------


def test_more_are_passed_over_than_there_are_and_who_played_is_out() -> None:
    game = house(effect("play has 9", "skip_next, skip_next, skip_next"), the_hand="ends when 1 player has cards")
    state = after(at(game, "9D", "4C 5C", "4H 5H"), "9D")
    assert state.leading and state.turn == 1, "all have been passed over: the trick is won, and the next one leads"
    assert after(at(game, "9D 4D", "4C 5C", "4H 5H"), "9D").turn == 0


def test_examples_know_who_was_passed_over() -> None:
    game = house(
        effect("play has 9", "skip_next"),
        "examples {\n  after 9D, 9H, pass: P3 leads\n  after 9D, 9H, pass: same player leads\n"
        "  after 9D, 9H, pass: P2 leads\n}",
    )
    assert [found.holds for found in run_examples(game)] == [True, True, False]


def test_claims_and_bids_are_asked_for_the_other_way_round() -> None:
    claims = ("claims { order: rich  ties: turn }", "claim rich { holding: 9 8  may: go_out }")
    auction = "auction boss { bids: 1 < 2  starts: opener  each_bids: once  no_bid: void }"
    game = house(effect("play has 7", "reverse_turns", "all_hands"), *claims, auction, DEBT, before="boss")
    deal = Deal(tuple(map(game.cards, ("4D 9D 8D", "5D 9C 8C", "6D 9H 8H"))), (), 0)
    for turned, order in ((False, (0, 1, 2)), (True, (0, 2, 1))):
        state = game.start(deal, Carried(2, 0, None, (0, 0, 0), reversed_turns=turned))
        assert (state.turn, after(state, "decline").turn, after(state, "decline", "decline").turn) == order
        assert after(state, "decline", "claim rich", "claim rich").winner == order[1], "the first in turn goes out"
        bidding = after(state, "decline", "decline", "decline")
        assert (bidding.turn, after(bidding, "pass").turn, after(bidding, "pass", "pass").turn) == order


def test_who_has_laid_all_cards_aside_is_out_before_the_hand() -> None:
    claim = ("claims { order: low }", "claim low { holding: 4 4  must: pile  all: 4 }")
    piles = "payment piles: each player scores size of pile of player"
    gift = "step gift: last winner gives 1 cards to last loser"
    for before in ("", "gift"):
        game = house(*claim, *((gift,) if before else ()), DEBT, piles, before=before,
                     the_hand="ends when 1 player has cards")  # fmt: skip
        state = at(game, "4D 4S", "4C 5C", "4H 5H", opener=1)
        assert (state.at.out, state.turn) == ((0,), 1)
        assert after(state, "4C", "4H", "5C").winner == 0
