"""OpenSpiel: its own tests on every shipped rulebook, a search that guesses hidden cards, and what seats know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from effort import either
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.sample_some_states import sample_some_states

from cardwright.dsl import shipped
from cardwright.rl import register

_names: dict[str, str] = {}


def game_of(name: str, **options: bool | int | str) -> Any:
    """A shipped rulebook in OpenSpiel."""
    if name not in _names:
        _names[name] = register(name)
    return pyspiel.load_game(_names[name], options)


def dealt(game: Any, seed: int) -> Any:
    """A hand of a game, dealt from a seed."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(seed & 15)
        seed >>= 4
    return state


def on_random(state: Any, stream: random.Random, most: int = 1_000) -> Any:
    """A state some random actions on."""
    while most and not state.is_terminal():
        state.apply_action(stream.choice(state.legal_actions()))
        most -= 1
    return state


class Dealt:
    """A game whose states are sampled once it is dealt."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def get_type(self) -> Any:
        return self._game.get_type()

    def new_initial_state(self) -> Any:
        return dealt(self._game, 7)


@pytest.mark.parametrize("name", shipped())
def test_simulations_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(game_of(name), num_sims=either(1, 5), serialize=True, verbose=False)


@pytest.mark.parametrize("name", shipped())
def test_api_of_open_spiel(name: str) -> None:
    tests: Any = type("Tests", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game_of(name), "game_name": name})
    random.seed(1)
    tests.some_states = sample_some_states(tests.game, 40) + sample_some_states(Dealt(tests.game), either(25, 400))
    tests.game_type = tests.game.get_type()
    tests.setUpClass = classmethod(lambda cls: None)
    ran = 0
    for method in [method for method in dir(tests) if method.startswith("test_")]:
        case = tests(method)
        case.debug()
        ran += 1
    assert ran >= 4


def test_a_deal_is_that_of_its_seed() -> None:
    game = game_of("hk")
    state, seed = dealt(game, 0xFEDC_BA98_7654_3210), 0xFEDC_BA98_7654_3210
    own = state.setup.game.deal(seed)
    assert state.cursor.state == own and state.current_player() == own.turn
    universe = state.setup.universe
    assert state.legal_actions() == sorted(universe.number(action) for action in own.legal_actions())
    texts = [state.action_to_string(number) for number in state.legal_actions()]
    assert {own.parse_action(text) for text in texts} == {*own.legal_actions()}
    seat = state.current_player()
    told = np.array(state.observation_tensor(seat), np.float32)
    wanted = np.zeros_like(told)
    state.setup.layout.encode(own.observe(seat), [()] * 4, wanted)
    assert (told == wanted).all() and wanted.any()


def test_options_are_parameters() -> None:
    game = game_of("hk", triples=False, tiers="four", stake=5)
    answers = {name: question.answer for name, question in game.setup.game.options.items()}
    assert (answers["triples"], answers["tiers"], answers["stake"]) == (False, "four", 5)
    assert game.num_distinct_actions() == game_of("hk").num_distinct_actions()
    assert pyspiel.load_game(str(game)).setup.game == game.setup.game
    assert game_of("tien_len", players=3).num_players() == 3
    with pytest.raises(pyspiel.SpielError, match="tripels"):
        game_of("hk", tripels=False)


@pytest.mark.parametrize("name", shipped())
def test_guessed_hands_look_the_same(name: str) -> None:
    stream, sampler = random.Random(3), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    changed = 0
    for _ in range(either(2, 6)):
        state = dealt(game_of(name), stream.getrandbits(64))
        # Right after the deal, in the auction or among the claims, if there are any; and later.
        for _ in range(3):
            if state.is_terminal():
                break
            player = state.current_player()
            before = state.information_state_string(player)
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == before == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            changed += other.cursor.state.hands != state.cursor.state.hands
            assert on_random(other, stream).is_terminal() and len(other.returns()) == other.num_players()
            on_random(state, stream, 9)
    assert changed


def test_what_others_claim_or_cover_is_not_known() -> None:
    game = game_of("hk")
    holder = next(seed for seed in range(20_000) if game.setup.game.deal(seed).claiming)
    state = dealt(game, holder)
    asked = state.current_player()
    others = [seat for seat in range(4) if seat != asked]
    declined = state.child(state.get_game().setup.universe.number("decline"))
    assert "decline" in declined.information_state_string(asked)
    assert all("decline" not in declined.information_state_string(seat) for seat in others)
    game = game_of("tien_gow")
    state, stream = dealt(game, 5), random.Random(1)
    while not state.is_terminal():
        seat, number = state.current_player(), stream.choice(state.legal_actions())
        text = state.action_to_string(number)
        state.apply_action(number)
        if text.startswith("discard"):
            break
    assert not state.is_terminal() and f"{seat}:{text}" in state.information_state_string(seat)
    for other in range(4):
        assert other == seat or text not in state.information_state_string(other)


def test_ismcts_plays_a_hand() -> None:
    game, stream = game_of("hk"), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, stream),
        uct_c=20.0,
        max_simulations=3,
        random_state=stream,
        allow_inconsistent_action_sets=True,
    )
    state = dealt(game, 11)
    searched = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        searched += len(actions) > 1 and state.current_player() == 0
        action = bot.step(state) if state.current_player() == 0 else actions[stream.randint(len(actions))]
        assert action in actions
        state.apply_action(action)
    assert searched > 3 and sum(state.returns()) == 0
