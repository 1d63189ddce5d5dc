"""Bots play whole hands of every rulebook, from what they may see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardwright.dsl import shipped
from cardwright.interpreter import BOTS, Action, GreedyBot, Illegal, Invalid, Observation, load, play_out


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("kind", BOTS)
def test_hands_end(name: str, kind: str) -> None:
    game = load(name)
    for seed in range(3):
        over = play_out(game.deal(seed), [BOTS[kind](seat) for seat in range(game.players)])
        assert over.is_over and len(over.scores) == game.players


def test_greedy_plays_the_most_and_lowest_cards() -> None:
    state = load("hk").position({"hand": "4D 4C 9S 9H 2S", "table": None})
    assert str(GreedyBot().choose(state.observe(0), state.legal_actions())) in ("4D-4C", "4C-4D")
    state = load("hk").position({"hand": "4D 4C 9S 9H 2S", "table": "8S"})
    assert str(GreedyBot().choose(state.observe(0), state.legal_actions())) == "9H"


def test_bots_see_only_their_own_cards() -> None:
    class Watching:
        def choose(self, seen: Observation, actions: Sequence[Action]) -> Action:
            assert seen.hands == () and seen.seat == seen.turn
            return actions[-1]

    assert play_out(load("chuo_pai").deal(1), [Watching()] * 3).is_over


def test_every_seat_needs_a_bot() -> None:
    with pytest.raises(Invalid, match="4 bots are needed, not 3"):
        play_out(load("hk").deal(seed=7), [BOTS["random"](seat) for seat in range(3)])


def test_a_seed_fixes_the_bots() -> None:
    game = load("taiwan")
    hands = [play_out(game.deal(2), [BOTS["random"](seat) for seat in range(4)]) for _ in range(2)]
    assert hands[0] == hands[1]


class Stubborn:
    """A bot that always says the same."""

    def __init__(self, said: object) -> None:
        self.said = said

    def choose(self, seen: object, actions: object) -> object:
        return self.said


@pytest.mark.parametrize(
    ("said", "told"),
    [("2D", "the bot of P1 chose what is not legal: 2D: "), (None, "the bot of P1 chose what is no action: ")],
)
def test_a_bot_that_does_what_it_may_not_is_named(said: object, told: str) -> None:
    game = load("hk")
    with pytest.raises((Invalid, Illegal), match=told):
        play_out(game.deal(7), [Stubborn(said)] * 4)  # type: ignore[list-item]


def test_bots_are_asked_for_by_name() -> None:
    game = load("hk")
    assert play_out(game.deal(7), game.bots("greedy", "random", "search:2", "greedy", seed=1)).is_over
    with pytest.raises(Invalid, match="there is no bot `gredy`"):
        game.bots("gredy")
    with pytest.raises(Invalid, match="4 bots are needed"):
        game.bots("greedy", "greedy")
