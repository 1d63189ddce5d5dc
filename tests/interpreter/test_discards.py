"""Cards laid face down instead of a pass, and hands that are won with the last trick."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from rulebooks_in_text import after, at, offered, rules, scores

from cardwright.interpreter import Discard, Game, GreedyBot, Illegal, Invalid, Pass, SplitMix64, State

HANDS = ("9S 8D 4C 4D", "9D 6D 6C 7D", "8H 7C 5C 4H")
LINES: dict[str, Any] = {
    "a_pass": "",
    "each_turn": "beat or discard",
    "a_trick": "ends after one turn each",
    "next_trick": "led by the trick winner",
    "the_last_trick": "wins the hand",
    "the_hand": "ends when a player has no cards, after the trick",
}


def house(*declarations: str, **told: Any) -> Game:
    """A game in which nobody passes."""
    return rules(*declarations, **{**LINES, **told})


def test_who_does_not_beat_lays_as_many_face_down() -> None:
    state = after(at(house(), *HANDS), "4C 4D")
    assert offered(state) == [
        "6C-6D", "discard 6C-6D", "discard 6C-7D", "discard 6C-9D", "discard 6D-7D", "discard 6D-9D", "discard 7D-9D",
    ]  # fmt: skip
    assert state.why_not("pass") is not None
    state = after(state, "discard 9D 6C")
    assert state.table_by == 0 and state.turn == 2 and len(state.hands[1]) == 2
    state = after(state, "discard 8H 4H")
    assert state.leading and state.turn == 0


def test_who_must_beat_discards_only_where_nothing_beats() -> None:
    game = house(each_turn="beat if able, else discard")
    state = after(at(game, *HANDS), "8D")
    assert offered(state) == ["9D"]
    reasons = state.why_not("discard 7D")
    assert reasons is not None and reasons.rules == ("must_beat",) and reasons.nearest is not None
    state = after(at(game, *HANDS), "9S")
    assert offered(state) == ["discard 6C", "discard 6D", "discard 7D", "discard 9D"]


def test_all_are_laid_down_where_there_are_fewer() -> None:
    state = after(at(house(), "9S 9D 4C", "6D", "7C 5C"), "9S 9D")
    assert offered(state) == ["discard 6D"]


def test_equal_pieces_are_one_choice() -> None:
    game = game_with_copies()
    state = after(game.deal(hands=("9D 8D 7D", "4D 4D 5D", "6D 6D 7D"), opener=0), "9D 8D")
    assert offered(state) == ["discard 4D-4D", "discard 4D-5D"]


def game_with_copies() -> Game:
    """The same with two copies of every card, and any two cards as a play."""
    told = house(combinations="combination any_two { cards: 2   compare: nothing }").rulebook
    pieces = tuple(replace(piece, copies=2) for piece in told.deck.pieces)
    return Game(told.model_copy(update={"deck": replace(told.deck, pieces=pieces)}))


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("pass", ("cannot_pass",)),
        ("discard 6D", ("discard_count",)),
        ("discard 6D 6C 7D", ("discard_count",)),
        ("discard 4H 6D", ("not_held",)),
        ("discard 4H", ("discard_count", "not_held")),
        ("give 6D 6C", ("not_now",)),
        ("bid 2", ("not_now",)),
    ],
)
def test_what_cannot_be_laid_down(text: str, broken: tuple[str, ...]) -> None:
    state = after(at(house(), *HANDS), "4C 4D")
    reasons = state.why_not(text)
    assert reasons is not None and reasons.rules == broken
    assert reasons.nearest in state.legal_actions()
    with pytest.raises(Illegal):
        state.apply(text)


def test_who_leads_lays_nothing_down() -> None:
    state = at(house(), *HANDS)
    reasons = state.why_not("discard 9S")
    assert reasons is not None and reasons.rules == ("not_now",)
    assert Pass() not in state.legal_actions()


def test_no_discards_where_players_pass() -> None:
    state = after(at(rules(), *HANDS), "4D")
    reasons = state.why_not("discard 9D")
    assert reasons is not None and reasons.rules == ("not_now",)
    assert "discard 9D" not in state.legal_actions()  # type: ignore[comparison-overlap]


def test_what_lies_face_down_is_known_to_its_owner_alone() -> None:
    start = after(at(house(), *HANDS), "4C 4D")
    one, other = after(start, "discard 6C 6D"), after(start, "discard 7D 9D")
    for seat in (0, 2):
        assert one.observe(seat) == other.observe(seat)
        assert json.dumps(one.observe(seat).to_json()) == json.dumps(other.observe(seat).to_json())
        assert one.observe(seat).laid == (0, 2, 0) and one.observe(seat).discards == ((), (), ())
    assert one.observe(1) != other.observe(1)
    assert one.observe(1).discards[1] == start.rules.pieces.parse("6C 6D")


def test_discards_change_places_with_held_cards_unnoticed() -> None:
    state = after(at(house(), *HANDS), "4C 4D", "discard 6C 6D")
    laid, held = state.at.special.discards[1], state.hands[1]
    there = State(
        state.rules,
        state.at._replace(
            hands=(state.hands[0], laid, state.hands[2]),
            special=state.at.special._replace(discards=((), held, ())),
        ),
    )
    assert there != state
    for seat in (0, 2):
        assert there.observe(seat) == state.observe(seat)
    assert list(there.legal_actions()) == list(state.legal_actions())


def test_all_are_shown_when_the_hand_is_over() -> None:
    state = after(at(house(), "9S", "6D", "7C"), "9S", "discard 6D", "discard 7C")
    assert state.is_over
    assert state.observe(0).discards == ((), state.rules.pieces.parse("6D"), state.rules.pieces.parse("7C"))


def test_the_last_trick_wins_the_hand() -> None:
    game = house("payment debt: each loser pays the winner 2", "always balanced: zero_sum")
    state = after(at(game, "9S 4D", "8D 6D", "7C 5C"), "4D", "6D", "discard 7C", "8D", "discard 5C", "9S")
    assert state.is_over and state.winner == 0
    assert state.scores == (4, -2, -2)
    assert state.outcome is not None and state.outcome.winner == 0
    assert scores(game, left=[0, 0, 0], ended={"P3": "9S"}) == [-2, -2, 4]
    match = game.match(1).after(state)
    assert match.last_winner == 0


def test_who_goes_out_first_is_not_kept_where_the_last_trick_wins() -> None:
    game = house("payment debt: each loser pays the winner 2")
    assert "out" not in {fact.fact for fact in game.memory}
    places = house("payment debt: each player scores (2 when place of player is 1 | 1)")
    assert "out" in {fact.fact for fact in places.memory}


def test_a_duty_is_about_discards_as_about_passes() -> None:
    game = house('duty keep "Keep your nines." { when: not leading  must: rest has 9 or have 9  breach: refused }')
    state = after(at(game, "8S 8D 4C", "9D 6D 6C", "8H 7C 5C"), "8S 8D")
    assert offered(state) == ["discard 6C-6D"]
    reasons = state.why_not("discard 9D 6C")
    assert reasons is not None and reasons.rules == ("keep",)


def test_tricks_until_all_others_have_followed() -> None:
    game = house(a_trick="ends when all others pass in a row")
    state = after(at(game, *HANDS), "4D", "6D", "7C", "discard 4C")
    assert state.turn == 1 and not state.leading
    state = after(state, "discard 6C")
    assert state.leading and state.turn == 2


@pytest.mark.parametrize("seed", range(3))
def test_random_hands_end_and_are_written_without_loss(seed: int) -> None:
    game = house("payment debt: each loser pays the winner 1", "always balanced: zero_sum")
    state, stream = game.deal(seed), SplitMix64(seed)
    while not state.is_over:
        for again in (
            game.parse_state(str(state)),
            game.state_from_json(state.to_json()),
            pickle.loads(pickle.dumps(state)),
        ):
            assert again == state and hash(again) == hash(state) and offered(again) == offered(state)
        actions = state.legal_actions()
        action = actions[stream.below(len(actions))]
        assert action in state.legal_actions() and state.parse_action(str(action)) == action
        if isinstance(action, Discard):
            assert len(action.pieces) == (state.table.size if state.table is not None else 0)
        before, state = state, state.apply(action)
        everything = [card for cards in (*state.hands, *state.at.special.discards) for card in cards]
        assert len(everything) == len(set(everything)) and before != state
    assert sum(state.scores) == 0


def test_a_bot_lays_its_lowest_cards_down() -> None:
    state = after(at(house(), "9S 9D 4C", "6D 7D 8D", "7C 5C 4D"), "9S 9D")
    assert str(GreedyBot().choose(state.observe(1), state.legal_actions())) == "discard 6D-7D"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands=9S | 8D | 7C; turn=0", "by every seat, or by none"),
        ("hands=9S | 8D | 7C; turn=0; discards=9S | - | -", "`9S` is there 2 times"),
        ("hands=9S | 8D | 7C; turn=0; discards=- | - | -; doing=boss", "no `boss` before the lead"),
        ("hands=9S | 8D | 7C; turn=0; discards=- | - | -; gifts=0", "is no gift"),
        ("hands=9S | 8D | 7C; turn=0; discards=- | - | -; paid=chop 0 1", "is no payment"),
        ("hands=9S | 8D | 7C; turn=0; discards=- | - | -; paid=chop 0 1 x", "paid"),
        ("hands=9S | 8D | 7C; turn=0; discards=- | - | -; reversed_ranks=week", "reversed_ranks"),
        ("hands=9S | 8D | 7C; turn=0; discards=- | - | -; roles=boss 7", "no seat 7"),
    ],
)
def test_what_is_no_state(text: str, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        house().parse_state(text)
