"""PettingZoo and Gymnasium: their own tests on every shipped rulebook, rewards, seeds, and what observations tell."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from functools import cache
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest
from effort import THOROUGH, either
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers
from rulebooks_in_text import rules
from test_batch import game_of

from cardwright.dsl import shipped
from cardwright.interpreter import BOTS, Game, Illegal, Invalid, TooMany, load, play_out
from cardwright.rl import CardwrightEnv, Setup, aec_env, seat_env


@cache
def setup_of(name: str) -> Setup:
    """A shipped rulebook made ready, once."""
    return Setup(name)


def env_of(name: str, hands: int | None = 1) -> CardwrightEnv:
    """An environment without wrappers."""
    return CardwrightEnv(name, hands=hands, setup=setup_of(name))


def play(env: CardwrightEnv, stream: random.Random) -> list[dict[str, float]]:
    """Random actions to the end, and every reward on the way."""
    told = []
    while env.agents and not env.terminations[env.agent_selection]:
        env.step(stream.choice(env.cursor.legal))
        if any(env.rewards.values()):
            told.append(dict(env.rewards))
    return told


@pytest.mark.parametrize("name", shipped())
def test_api_of_pettingzoo(name: str) -> None:
    env = wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(env_of(name), illegal_reward=-1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=either(20, 1_000))


@pytest.mark.parametrize("name", shipped())
def test_seeds_of_pettingzoo(name: str) -> None:
    seed_test(lambda: env_of(name), num_cycles=either(10, 500))


def test_a_seed_is_that_of_a_deal() -> None:
    env = env_of("hk")
    env.reset(seed=7)
    assert env.cursor.state == load("hk").deal(7)
    env.reset()
    second = env.cursor.state
    env.reset(seed=7)
    env.reset()
    assert env.cursor.state == second != load("hk").deal(7)
    with pytest.raises(Invalid, match="a seed is a number"):
        env.reset(seed=-1)


def test_rewards_are_the_scores() -> None:
    env, stream = env_of("hk"), random.Random(2)
    env.reset(seed=3)
    told = play(env, stream)
    scores = env.cursor.scores
    assert told == [{f"player_{seat}": float(score) for seat, score in enumerate(scores)}]
    assert [env.last()[1]] == [float(scores[0])] and env.last()[2]
    while env.agents:
        env.step(None)
    assert env.agent_selection is not None


def test_a_match_pays_hand_by_hand() -> None:
    env = env_of("wikipedia", hands=None)
    env.reset(seed=5)
    told = play(env, random.Random(1))
    match = load("wikipedia").match(5)
    assert len(told) > 1 and env._match is not None and env._match.is_over
    totals = [sum(paid[agent] for paid in told) for agent in env.possible_agents]
    assert totals == [float(total) for total in env._match.totals] and max(totals) >= 50
    assert env.observe("player_0")["observation"][setup_of("wikipedia").layout["counts"].start] >= 0
    assert match.seed == env._match.seed


def test_so_many_hands() -> None:
    env = env_of("president", hands=3)
    env.reset(seed=5)
    assert len(play(env, random.Random(1))) == 3
    with pytest.raises(ValueError, match="has no end: say how many hands"):
        env_of("hk", hands=None)


def test_hands_that_never_end_or_never_begin_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.rl.aec.MOST_DEALS", 3)
    env = env_of("dou_dizhu", hands=2)
    env.reset(seed=1)
    assert env.setup.universe is not None
    passes = env.setup.universe.number("pass")
    for _ in range(3 * 3 - 1):
        env.step(passes)
    with pytest.raises(Invalid, match="3 hands in a row were void"):
        env.step(passes)
    monkeypatch.setattr("cardwright.rl.single.MOST_DEALS", 1)
    game = rules("claim triple { holding: 3 of a rank   must: go_out }", "payment debt: each loser pays the winner 1")
    seed = next(seed for seed in range(1_000) if game.deal(seed).is_over)
    with pytest.raises(Invalid, match="1 hands in a row were over before seat 0 was asked"):
        seat_env(game).reset(seed=seed)


def test_illegal_actions() -> None:
    env = env_of("hk")
    env.reset(seed=7)
    number = next(n for n in range(env.setup.size) if n not in env.cursor.legal)
    with pytest.raises(Illegal, match="is not legal now"):
        env.step(number)
    wrapped = aec_env("hk", illegal_reward=-9)
    wrapped.reset(seed=7)
    agent = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(number)
    assert wrapped.terminations[agent] and wrapped.rewards[agent] == -9


# ---- observations ------------------------------------------------------------------------------------------------


def hands_of(env: CardwrightEnv, seeds: range, stream: random.Random) -> Any:
    """Cursors on their way through hands."""
    for seed in seeds:
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            yield env.cursor
            env.step(stream.choice(env.cursor.legal))
        yield env.cursor


RARE = {
    "house": lambda: game_of("house"),
    "claims": lambda: rules(
        "claim low { holding: 4   must: pile   all: 4 }",
        "payment laid: each player scores size of pile of player",
        "effect turned { when: play has 9   then: reverse_ranks   lasts: hand }",
        the_pile="takes the whole trick",
    ),
    "chops": lambda: load("tien_len", {"chop_pays": True}),
}
"""Games with what the shipped rulebooks lack under their first answers."""


@pytest.mark.parametrize("name", (*shipped(), *RARE))
def test_the_quick_way_tells_the_same(name: str) -> None:
    setup, stream = Setup(RARE[name]()) if name in RARE else setup_of(name), random.Random(name)
    quick, slow, rounds = setup.encoder.buffer(), setup.encoder.buffer(), 0
    for cursor in hands_of(
        CardwrightEnv(setup.game, hands=2, setup=setup), range(either(4 if name in RARE else 1, 8)), stream
    ):
        for seat in range(setup.game.players) if THOROUGH else [stream.randrange(setup.game.players)]:
            quick.fill(-7)
            setup.encoder.encode(cursor, seat, quick)
            played = [cursor.has_played(other) for other in range(setup.game.players)]
            setup.layout.encode(cursor.state.observe(seat), played, slow)
            wrong = [t.name for t in setup.layout.tensors if (quick[t.start : t.stop] != slow[t.start : t.stop]).any()]
            assert not wrong, (wrong, str(cursor.state))
            rounds += 1
    assert rounds > 20


@pytest.mark.parametrize("name", shipped())
def test_nothing_hidden_is_told(name: str) -> None:
    setup, stream, changed = setup_of(name), random.Random(name), 0
    players = setup.game.players
    one, other = setup.encoder.buffer(), setup.encoder.buffer()
    for cursor in hands_of(env_of(name, hands=2), range(1), stream):
        seen = cursor.turn
        state = cursor.state
        if seen < 0 or state.claiming or state.doing is not None or stream.random() > 0.3:
            continue
        mine, theirs = sorted(stream.sample([seat for seat in range(players) if seat != seen], 2))
        held = [list(hand) for hand in state.hands]
        if not held[mine] or not held[theirs]:
            continue
        a, b = stream.randrange(len(held[mine])), stream.randrange(len(held[theirs]))
        held[mine][a], held[theirs][b] = held[theirs][b], held[mine][a]
        swapped = state.at._replace(hands=tuple(tuple(sorted(hand)) for hand in held))
        if swapped == state.at:
            continue
        setup.encoder.encode(cursor, seen, one)
        setup.encoder.encode(cursor.again(setup.game.standing(swapped)), seen, other)
        assert (one == other).all()
        changed += 1
    assert changed


def test_every_tensor_follows_the_one_before() -> None:
    for name in shipped():
        layout = setup_of(name).layout
        assert layout.tensors[0].start == 0 and layout.size == layout.tensors[-1].stop
        assert all(one.stop == other.start for one, other in zip(layout.tensors, layout.tensors[1:], strict=False))
        assert len({tensor.name for tensor in layout.tensors}) == len(layout.tensors)


def test_masks_are_what_is_legal() -> None:
    env, stream = env_of("hk"), random.Random(4)
    env.reset(seed=1)
    assert env.setup.universe is not None
    for _ in range(20):
        state = env.cursor.state
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            mine = agent == env.agent_selection
            legal = {env.setup.universe.number(action) for action in state.legal_actions()} if mine else set()
            assert {*np.flatnonzero(mask).tolist()} == legal and env.observation_space(agent).contains(
                env.observe(agent)
            )
        env.step(stream.choice(env.cursor.legal))


# ---- the indexed form, one seat, and what is missing -----------------------------------------------------------------


def test_the_indexed_form() -> None:
    with pytest.raises(TooMany, match="80,617,219"):
        Setup("tien_len", actions="table")
    setup = setup_of("tien_len")
    assert setup.universe is None and setup.size == 2**13 and setup.too_many is not None and not setup.texts
    env, stream = CardwrightEnv("hk", actions="indexed"), random.Random(4)
    env.reset(seed=2)
    while not env.terminations[env.agent_selection]:
        state, legal = env.cursor.state, env.cursor.legal
        assert [env.cursor.action(number) for number in legal] == list(state.legal_actions())
        env.step(stream.choice(legal))


@pytest.mark.parametrize("actions", ["table", "indexed"])
def test_the_definition_plays_where_nothing_is_compiled(actions: Any) -> None:
    setups = [Setup("hk", actions=actions) for _ in range(2)]
    setups[1].cursors.__dict__["engine"] = None
    (one, other), stream = [CardwrightEnv("hk", setup=setup) for setup in setups], random.Random(5)
    one.reset(seed=8)
    other.reset(seed=8)
    assert type(one.cursor) is not type(other.cursor)
    while not one.terminations[one.agent_selection]:
        agent = one.agent_selection
        assert agent == other.agent_selection and one.cursor.legal == other.cursor.legal
        assert all(
            (one.observe(agent)[key] == other.observe(agent)[key]).all() for key in ("observation", "action_mask")
        )
        number = stream.choice(one.cursor.legal)
        assert one.cursor.action(number) == other.cursor.action(number)
        one.step(number)
        other.step(number)
    assert one.rewards == other.rewards


def test_a_game_has_a_table_of_its_own() -> None:
    game = Game(load("hk", {"triples": False}).rulebook, engine="definition")
    setup = Setup(game)
    assert setup.size == 19_898 - 52 + 1 + 1 + 3
    with pytest.raises(ValueError, match="a game has its answers"):
        Setup(game, {"triples": True})


def test_one_seat() -> None:
    env = seat_env("hk", seat=2, opponents="greedy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    assert isinstance(env, gymnasium.Env)
    stream = random.Random(1)
    seen, _ = env.reset(seed=3)
    total, over = 0.0, False
    while not over:
        seen, reward, over, _, _ = env.step(stream.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        total += reward
    assert total == float(env._env.cursor.scores[2])
    seen, _ = env.reset(seed=3)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    assert (env.action_masks() == seen["action_mask"]).all() and env.step(illegal)[1:3] == (-1.0, True)
    raising = seat_env("hk", seat=2, opponents="greedy", illegal_reward=None)
    raising.reset(seed=3)
    with pytest.raises(Illegal):
        raising.step(illegal)
    with pytest.raises(ValueError, match="seats go from 0 to 3"):
        seat_env("hk", seat=4)
    with pytest.raises(ValueError, match="there is no bot"):
        seat_env("hk", opponents="champion")
    with pytest.raises(ValueError, match="3 opponents are needed"):
        seat_env("hk", opponents=[BOTS["random"](1)])


def test_bots_of_the_seat_play_as_bots_do() -> None:
    env = seat_env("hk", seat=0, opponents=[BOTS["random"](seed) for seed in (1, 2, 3)])
    seen, _ = env.reset(seed=9)
    mine, over = BOTS["random"](0), False
    while not over:
        cursor = env._env.cursor
        actions = [cursor.action(number) for number in cursor.legal]
        chosen = mine.choose(cursor.observe(0), actions)
        _, _, over, _, _ = env.step(cursor.legal[actions.index(chosen)])
    assert seen["action_mask"].any() and env._env.cursor.state.is_over
    assert play_out(load("hk").deal(9), [BOTS["random"](seed) for seed in range(4)]).is_over


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cardwright.rl.aec")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r'takes the library `pettingzoo`: pip install "cardwright\[rl\]"'):
        import_module("cardwright.rl.aec")


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, cardwright.rl; print({'numpy', 'pettingzoo', 'gymnasium', 'pyspiel'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
