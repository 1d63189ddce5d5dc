"""Matches: totals, the next opener, targets, winners, and resuming from JSON."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulebooks_in_text import after, at, rules

from cardwright.interpreter import Game, Invalid, Match, RandomBot, load, play_out

DEBT = "payment debt: each loser pays the winner cards of payer"


def played(match: Match, hands: int) -> Match:
    """The match after so many hands between bots."""
    for number in range(hands):
        bots = [RandomBot(seat + 10 * number) for seat in range(match.rules.players)]
        match = match.after(play_out(match.deal(), bots))
    return match


def test_hands_are_counted_and_the_winner_opens() -> None:
    match = load("hk").match(seed=3)
    for number in range(1, 4):
        state = match.deal()
        if number > 1:
            assert state.opener == match.last_winner
        over = play_out(state, [RandomBot(seat) for seat in range(4)])
        before, match = match, match.after(over)
        assert match.hand_number == number + 1
        assert match.last_winner == over.winner
        assert match.totals == tuple(a + b for a, b in zip(before.totals, over.scores, strict=True))
    assert sum(match.totals) == 0
    assert not match.is_over, "without a target a match ends when the players like"


def test_the_last_loser_is_who_is_placed_last() -> None:
    game = rules(DEBT, later_hands="opened by the last loser")
    match = game.match(seed=1)
    after_one = match.after(after(at(game, "9S", "4D 5D", "6D 7D 8D"), "9S"))
    assert (after_one.last_winner, after_one.last_loser, after_one.totals) == (0, 2, (5, -2, -3))
    assert after_one.deal().opener == 2
    level = match.after(after(at(game, "9S", "4D 5D", "6D 7D"), "9S"))
    assert level.last_loser is None, "two are level"


def test_whoever_would_open_the_first_hand_opens_where_nobody_alone_has_lost_the_last() -> None:
    game = rules(DEBT, first_hand="opened by the holder of the lowest card", later_hands="opened by the last loser")
    level = game.match(seed=1).after(after(at(game, "9S", "4D 5D", "6D 7D"), "9S"))
    lowest = min(card for hand in level.deal().hands for card in hand)
    assert lowest in level.deal().hands[level.deal().turn or 0]
    with pytest.raises(Invalid, match="say who that was"):
        game.deal(hand_number=2)


def test_a_target_ends_the_match() -> None:
    game = load("wikipedia", {"target": 30})
    match = game.match(seed=8)
    while not match.is_over:
        match = played(match, 1)
    assert max(match.totals) >= 30
    assert match.winners == tuple(seat for seat, total in enumerate(match.totals) if total == min(match.totals))


def test_a_number_of_hands_ends_the_match() -> None:
    game = rules(DEBT, "match { ends: after 3 hands  wins: highest points, ties shared }")
    match = played(game.match(seed=2), 2)
    assert not match.is_over
    assert played(match, 1).is_over
    assert game.match_verdict([4, 9, 9], hands=3) == (True, (1, 2))
    assert game.match_verdict([4, 9, 9], hands=2) == (False, ())


def test_a_match_is_saved_and_resumed() -> None:
    game = load("hk")
    match = played(game.match(seed=12), 2)
    again = game.resume_match(match.to_json())
    assert again == match and again.deal() == match.deal()
    thirds: Game = rules("payment debt: each loser pays the winner cards of payer / 3")
    exact = thirds.match(seed=1).after(after(at(thirds, "9S", "4D", "6D 7D"), "9S"))
    assert exact.totals == (1, Fraction(-1, 3), Fraction(-2, 3))
    assert thirds.resume_match(exact.to_json()) == exact


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version": 2}'])
def test_what_is_no_match(text: str) -> None:
    with pytest.raises(Invalid):
        load("hk").resume_match(text)


def test_a_match_of_another_rulebook_is_refused() -> None:
    text = load("hk").match(seed=1).to_json()
    with pytest.raises(Invalid, match="another rulebook"):
        load("hk", {"triples": False}).resume_match(text)


def test_an_open_hand_is_not_counted() -> None:
    match = load("hk").match(seed=1)
    with pytest.raises(Invalid, match="not over"):
        match.after(match.deal())


def test_the_seed_fixes_every_deal() -> None:
    one, other = played(load("taiwan").match(seed=4), 3), played(load("taiwan").match(seed=4), 3)
    assert one == other
    seeds = {played(load("taiwan").match(seed=4), number).hand_seed for number in range(3)}
    assert len(seeds) == 3
