"""Whose turn it is, when tricks end, who leads next, and when the hand is over."""

from __future__ import annotations

import pytest
from rulebooks_in_text import after, at, offered, rules

from cardwright.interpreter import Illegal

HANDS = ("4D 5D 9S", "4C 6D 8D", "7D 7C 8S")


def test_all_others_pass_in_a_row() -> None:
    state = after(at(rules(), *HANDS), "4D", "pass", "pass")
    assert (state.turn, state.leading) == (0, True)


def test_a_play_resets_the_count() -> None:
    state = after(at(rules(), *HANDS), "4D", "pass", "7D", "pass", "8D")
    assert (state.turn, state.leading) == (2, False)
    assert after(state, "pass", "9S").turn == 1


def test_who_passed_may_come_back() -> None:
    state = after(at(rules(), *HANDS), "4D", "pass", "7D", "pass")
    assert (state.turn, offered(state)) == (1, ["8D", "pass"])


def test_a_pass_can_put_out_of_the_trick() -> None:
    game = rules(a_pass="puts you out of the trick")
    state = after(at(game, *HANDS), "4D", "pass", "7D")
    assert state.turn == 0
    state = after(state, "pass")
    assert (state.turn, state.leading) == (2, True)
    assert after(state, "7C").turn == 0, "a new trick lets everybody in again"


def test_a_lead_is_no_pass() -> None:
    state = at(rules(), *HANDS)
    with pytest.raises(Illegal, match="who leads cannot pass"):
        state.apply("pass")


def test_one_turn_each() -> None:
    game = rules(a_trick="ends after one turn each")
    state = after(at(game, *HANDS), "4D", "6D", "8S")
    assert (state.turn, state.leading) == (2, True)
    state = after(at(game, *HANDS), "4D", "pass", "pass")
    assert (state.turn, state.leading) == (0, True)


def test_one_turn_each_passes_over_who_is_out() -> None:
    game = rules(a_trick="ends after one turn each", the_hand="ends when at most 1 player has cards")
    state = after(at(game, "4D", "4C 6D", "5D 7C 9S"), "4D", "4C", "5D")
    assert (state.turn, state.leading) == (2, True)
    state = after(state, "7C")
    assert state.turn == 1, "seat 0 has no cards"
    assert (after(state, "pass").turn, after(state, "pass").leading) == (2, True)


def test_forced_play() -> None:
    game = rules(each_turn="beat if able, else pass")
    state = after(at(game, *HANDS), "5D")
    assert offered(state) == ["6D", "8D"]
    reasons = state.why_not("pass")
    assert reasons is not None and reasons.rules == ("must_beat",)
    assert offered(after(state, "8D")) == ["8S"]
    assert offered(after(at(game, *HANDS), "9S")) == ["pass"]


def test_a_winner_without_cards_does_not_lead() -> None:
    game = rules(the_hand="ends when at most 1 player has cards")
    state = after(at(game, "9S", "4C 6D", "7D 7C"), "9S", "pass", "pass")
    assert (state.turn, state.leading) == (1, True)


def test_turns_skip_who_is_out_and_the_lead_is_inherited_in_order() -> None:
    game = rules(the_hand="ends when at most 1 player has cards", players=4)
    state = after(at(game, "4D 5D", "9S", "6D 8D", "7D 7C"), "4D", "9S", "pass", "pass", "pass")
    assert (state.turn, state.leading) == (2, True)
    state = after(state, "6D", "7D")
    assert state.turn == 0
    assert after(state, "pass").turn == 2, "seat 1 is out"


def test_two_may_go_out_in_a_trick_judged_at_its_end() -> None:
    game = rules(the_hand="ends when at most 1 player has cards, after the trick")
    state = after(at(game, "4D", "6D", "7D 9S"), "4D", "6D")
    assert (state.turn, state.is_over) == (2, False)
    assert after(state, "7D").is_over


def test_at_once_does_not_wait_for_the_trick() -> None:
    game = rules(the_hand="ends when at most 1 player has cards, at once")
    assert after(at(game, "4D", "6D", "7D 9S"), "4D", "6D").is_over


def test_a_play_that_nothing_beats_wins_at_once() -> None:
    game = rules(won_at_once="by an unbeatable play")
    state = after(at(game, "4D 5D 9S", "4C 6D 8D", "7D 7C 8S"), "9S")
    assert (state.turn, state.leading) == (0, True)
    assert after(state, "5D").turn == 1


def test_listed_plays_win_at_once() -> None:
    game = rules(won_at_once="by pair of 7, single of 8S")
    state = at(game, *HANDS, opener=2)
    assert (after(state, "8S").turn, after(state, "8S").leading) == (2, True)
    assert (after(state, "7C").turn, after(state, "7C-7D").turn) == (0, 2)


def test_a_trick_won_at_once_with_the_last_cards_is_inherited() -> None:
    game = rules(won_at_once="by an unbeatable play", the_hand="ends when at most 1 player has cards")
    state = after(at(game, "9S", "4C 6D", "7D 7C"), "9S")
    assert (state.turn, state.leading) == (1, True)


PILES = "payment points: each player scores size of pile of player"


def test_piles_take_the_winning_play_or_the_whole_trick() -> None:
    for line, expected in (("takes the winning play", ["7D"]), ("takes the whole trick", ["4D", "6D", "7D"])):
        game = rules(PILES, the_pile=line)
        state = after(at(game, *HANDS), "4D", "6D", "7D", "pass", "pass")
        assert state.turn == 2
        assert [game.pieces.names[card] for card in state.piles[2]] == expected
        assert [len(pile) for pile in state.piles] == [0, 0, len(expected)]


def test_a_pile_that_nothing_reads_is_not_kept() -> None:
    game = rules(the_pile="takes the whole trick")
    state = after(at(game, *HANDS), "4D", "6D", "7D", "pass", "pass")
    assert state.at.piles == () and state.at.trick == ()
    assert [fact.fact for fact in game.memory] == []


def test_equal_futures_are_equal_states() -> None:
    game = rules()
    hands = ("4D 5D 9S 8C", "4C 6D 8D 9D", "7D 7C 8S 9C")
    one = after(at(game, *hands), "4D", "pass", "pass", "5D", "pass", "pass")
    other = after(at(game, *hands), "5D", "pass", "pass", "4D", "pass", "pass")
    assert one == other and hash(one) == hash(other)


def test_the_opening_play_has_the_card() -> None:
    game = rules(first_hand="opened by the holder of the lowest card, playing it")
    state = game.deal(hands=("5D 5C 9S", "4C 4S 8D", "7D 7C 8S"))
    assert (state.turn, offered(state)) == (1, ["4C", "4S-4C"])
    reasons = state.why_not("8D")
    assert reasons is not None and reasons.rules == ("opening",)
    later = after(state, "4C", "pass", "pass")
    assert offered(later) == ["4S", "8D"], "the duty ends with the opening play"


def test_later_hands_are_opened_otherwise() -> None:
    game = rules(later_hands="opened by the last winner")
    assert game.deal(hands=HANDS, hand_number=2, last_winner=1).turn == 1
    game = rules(later_hands="opened by the last loser", first_hand="opened by the holder of 8S")
    assert game.deal(hands=HANDS).turn == 2
    assert game.deal(hands=HANDS, hand_number=3, last_loser=0).turn == 0


def test_a_random_opener_comes_from_the_seed() -> None:
    game = rules()
    assert {game.deal(seed).turn for seed in range(30)} == {0, 1, 2}
    assert [game.deal(seed).turn for seed in range(9)] == [game.deal(seed).turn for seed in range(9)]
