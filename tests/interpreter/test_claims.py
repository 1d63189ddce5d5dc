"""Claims: who is asked, what stays secret, who comes first, and what a claim does."""

from __future__ import annotations

import pytest
from rulebooks_in_text import after, at, offered, rules

from cardwright.interpreter import Illegal

OUT = "claim two_pairs { holding: 2 of a rank + 2 of another rank   may: go_out }"
ALIKE = "claim four_alike { holding: 4 of a rank   may: go_out }"
VOID = "claim nothing_high { holding: no 8, no 9   may: void }"
DEBT = "payment debt: each loser pays the winner cards of payer"


def order(names: str, ties: str = "lowest card, then turn") -> str:
    """Which claim comes first."""
    return f"claims {{ order: {names}   ties: {ties} }}"


BOTH = order("four_alike < two_pairs")

TWO = "4D 4C 6D 6C"
OTHER_TWO = "5D 5C 7D 7C"
FOUR = "8D 8C 8H 8S"
PLAIN = "4H 5H 6H 9H"


def test_only_who_can_claim_is_asked_in_turn_order_from_the_opener() -> None:
    game = rules(BOTH, OUT, ALIKE, DEBT)
    state = at(game, TWO, PLAIN, FOUR, opener=1)
    assert (state.turn, state.claiming, offered(state)) == (2, True, ["claim four_alike", "decline"])
    state = state.apply("decline")
    assert (state.turn, offered(state)) == (0, ["claim two_pairs", "decline"])
    state = state.apply("decline")
    assert (state.turn, state.claiming, state.leading) == (1, False, True)


def test_answers_open_together_and_the_highest_goes_out() -> None:
    game = rules(BOTH, OUT, ALIKE, DEBT)
    state = at(game, TWO, PLAIN, FOUR, opener=1).apply("claim four_alike")
    assert not state.is_over, "the others have not answered"
    over = state.apply("claim two_pairs")
    assert over.outcome is not None
    assert (over.outcome.termination, over.winner, over.scores) == ("claim", 0, (8, -4, -4))
    assert after(state, "decline").winner == 2


def test_the_claimant_is_settled_as_out_of_cards_and_the_others_as_dealt() -> None:
    game = rules(order("two_pairs"), OUT, DEBT)
    over = at(game, TWO, PLAIN, FOUR).apply("claim two_pairs")
    assert [len(hand) for hand in over.hands] == [4, 4, 4], "the cards are shown"
    assert over.scores == (8, -4, -4)
    assert over.legal_actions() == ()


def test_ties_go_to_the_lowest_card_then_to_the_turn() -> None:
    game = rules(order("two_pairs"), OUT, DEBT)
    for opener in range(3):
        state = at(game, OTHER_TWO, TWO, "6H 6S 8D 8C", opener=opener)
        assert after(state, *["claim two_pairs"] * 3).winner == 1
    by_turn = rules(order("two_pairs", "turn"), OUT, DEBT)
    for opener in range(3):
        state = at(by_turn, OTHER_TWO, TWO, "6H 6S 8D 8C", opener=opener)
        assert after(state, *["claim two_pairs"] * 3).winner == opener


def test_void_counts_only_if_nobody_goes_out() -> None:
    game = rules(order("nothing_high < two_pairs"), OUT, VOID, DEBT)
    state = at(game, TWO, PLAIN, "4H 5C 6H 7S".replace("4H", "4S").replace("6H", "6S"))
    assert state.turn == 0
    assert after(state, "claim two_pairs", "claim nothing_high").winner == 0
    void = after(state, "decline", "claim nothing_high")
    assert void.outcome is not None and void.outcome.termination == "void"
    assert (void.winner, void.scores) == (None, (0, 0, 0))


def test_a_void_hand_leaves_the_match_as_it_was() -> None:
    game = rules(VOID, DEBT)
    match = game.match(seed=5)
    void = after(at(game, "4D 5D 6D 7D", PLAIN, FOUR), "claim nothing_high")
    again = match.after(void)
    assert (again.hand_number, again.last_winner, again.totals) == (1, None, (0, 0, 0))
    assert again.deals == 1 and again.hand_seed != match.hand_seed


def test_must_is_done_without_asking() -> None:
    game = rules(BOTH, OUT.replace("may:", "must:"), ALIKE, DEBT)
    state = at(game, TWO, PLAIN, FOUR)
    assert (state.is_over, state.winner) == (True, 0)


def test_pile_claims_are_done_for_every_holder() -> None:
    bonus = "claim bonus { holding: 4 5   must: pile   all: lows }"
    lows = "set lows: 4, 5"
    game = rules(lows, bonus, "payment points: each player scores size of pile of player")
    state = at(game, "4D 4C 5D 9S", "4H 5C 9D 8D", "4S 6S 8S 8C", opener=2)
    assert [len(pile) for pile in state.piles] == [3, 2, 0]
    assert [len(hand) for hand in state.hands] == [1, 2, 4]
    assert state.turn == 2 and state.leading


def test_what_is_not_held_cannot_be_claimed() -> None:
    game = rules(BOTH, OUT, ALIKE, DEBT)
    state = at(game, TWO, PLAIN, FOUR)
    with pytest.raises(Illegal) as refused:
        state.apply("claim four_alike")
    assert "four_alike" in str(refused.value)
    for text, rule in (("claim four_alike", "claim_not_held"), ("pass", "not_now"), ("4D", "not_now")):
        reasons = state.why_not(text)
        assert reasons is not None and reasons.rules == (rule,)
    later = after(state, "decline", "decline")
    reasons = later.why_not("claim two_pairs")
    assert reasons is not None and reasons.rules == ("claim_too_late",)


def test_nothing_of_the_sealed_step_shows_to_others() -> None:
    game = rules(BOTH, OUT, ALIKE, DEBT)
    asked = at(game, TWO, PLAIN, FOUR, opener=1)
    nobody_asked = at(game, "4D 4C 5C 6D", PLAIN, "8D 7C 8H 9S", opener=1)
    # The opener sees the same hand before its lead, whether or not somebody is being asked.
    assert asked.observe(1) == nobody_asked.observe(1)
    answered = asked.apply("claim four_alike")
    declined = asked.apply("decline")
    for seat in (0, 1):
        assert answered.observe(seat) == declined.observe(seat)
    assert answered.observe(1) == asked.observe(1)
    assert (answered.observe(2).answer, declined.observe(2).answer) == ("four_alike", None)
    # Who has declined does not see that somebody else is still being asked.
    alone = at(game, "4D 4C 5C 6D", PLAIN, FOUR, opener=1)
    assert declined.observe(2) == alone.apply("decline").observe(2)
    # And who may claim does not see whether others are asked before it.
    first = at(game, TWO, PLAIN, "8D 7C 8H 9S", opener=1)
    assert (first.turn, asked.turn) == (0, 2) and first.observe(0) == asked.observe(0) == declined.observe(0)
    assert answered.observe(0).claims == ("two_pairs",) and answered.observe(0).turn == 0
    assert (answered.claims(0), answered.claims(2)) == (("two_pairs",), ())
