"""Learning environments and batches used as they should not be, and with the numbers of other libraries."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from threading import Thread
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from cardwright.interpreter import Illegal, Invalid, load, universe_of  # noqa: E402
from cardwright.rl import CardwrightEnv, Layout, SeatEnv, Setup  # noqa: E402
from cardwright.rl.batch import Batch  # noqa: E402


@pytest.fixture(scope="module")
def setup() -> Setup:
    return Setup("hk", actions="indexed")


def _env(setup: Setup, **more: Any) -> CardwrightEnv:
    return CardwrightEnv("hk", setup=setup, **more)


@pytest.mark.parametrize("kind", ["int64", "uint64", "int8"])
def test_seeds_and_actions_are_whole_numbers_of_any_library(kind: str, setup: Setup) -> None:
    seed = np.dtype(kind).type(7)
    for env in (_env(setup), _env(setup, hands=2)):
        env.reset(seed=seed)
        assert env.cursor.state == load("hk").deal(7)
        env.step(np.dtype(kind).type(0))
        assert env.cursor.state.hands != load("hk").deal(7).hands
    seat = SeatEnv(_env(setup), np.int64(1), "random")
    seat.reset(seed=seed)
    assert load("hk").deal(seed) == load("hk").deal(7)
    assert load("hk").match(seed) == load("hk").match(7)


@pytest.mark.parametrize("action", [None, float("nan"), 0.7, 0.0, "0", b"0", [0], np.array([0, 1]), np.float32(0)])
def test_what_is_no_number_is_no_action(action: object, setup: Setup) -> None:
    env = _env(setup)
    env.reset(seed=7)
    with pytest.raises(Illegal, match="told by its number"):
        env.step(action)  # type: ignore[arg-type]
    seat = SeatEnv(_env(setup), 0, "random")
    seat.reset(seed=7)
    with pytest.raises(Illegal, match="told by its number"):
        seat.step(action)  # type: ignore[arg-type]


def test_nothing_goes_on_before_the_beginning_or_behind_the_end(setup: Setup) -> None:
    env = _env(setup)
    for early in (env.render, lambda: env.observe("player_0"), lambda: env.step(0)):
        with pytest.raises(AttributeError, match="call `reset` first"):
            early()
    env.reset(seed=7)
    while not any(env.terminations.values()):
        env.step(env.cursor.legal[-1])
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(Illegal, match="everything is over"):
        env.step(None)
    seat = SeatEnv(_env(setup), 0, "random")
    seat.reset(seed=7)
    assert seat.step(-1)[1:3] == (-1.0, True)
    with pytest.raises(Illegal, match="the episode is over"):
        seat.step(0)


def test_odd_settings_are_refused(setup: Setup) -> None:
    for hands in (0, -1):
        with pytest.raises(ValueError, match="one hand is played at least"):
            _env(setup, hands=hands)
    odd: tuple[Any, ...] = (2.5, float("nan"), "3")
    for hands in odd:
        with pytest.raises(TypeError, match="how many hands"):
            _env(setup, hands=hands)
    with pytest.raises(TypeError, match="that can `choose`"):
        SeatEnv(_env(setup), 0, ["random"] * 3)  # type: ignore[list-item]
    with pytest.raises(KeyError, match="there is no tensor `hat`"):
        Layout(load("hk"))["hat"]


def test_an_environment_is_copied_and_what_never_changes_is_shared(setup: Setup) -> None:
    env = _env(setup, hands=2)
    env.reset(seed=7)
    other = copy.deepcopy(env)
    assert other.setup is env.setup
    before = env.observe("player_0")["observation"].tolist()
    while not any(other.terminations.values()):
        other.step(other.cursor.legal[-1])
    assert env.observe("player_0")["observation"].tolist() == before
    while not any(env.terminations.values()):
        env.step(env.cursor.legal[-1])
    assert env.rewards == other.rewards
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(env)


# ---- batches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["native", "python"])
def test_the_size_of_a_batch_may_be_a_small_number_of_numpy(engine: Any) -> None:
    if engine == "native":
        pytest.importorskip("llvmlite")
    count = 70  # Four players' cards of so many hands are more than 8 bits count.
    one, other = (Batch("president", kind(count), 7, engine=engine) for kind in (np.uint8, int))
    for _ in range(3):
        one.step(np.zeros(count, np.int8))
        other.step(np.zeros(count, np.int64))
        assert (one.rows == other.rows).all() and (one.observe() == other.observe()).all()


def test_threads_may_share_a_batch() -> None:
    pytest.importorskip("llvmlite")
    batch = Batch("president", 64, 7, engine="native")
    others: list[BaseException] = []

    def play() -> None:
        for _ in range(200):
            try:
                batch.begin(np.arange(64))
                batch.step(np.zeros(64, np.int64))
                batch.observe()
            except Invalid:
                continue
            except BaseException as error:
                others.append(error)

    threads = [Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not others
    batch.begin(np.arange(64))
    assert (batch.rows == Batch("president", 64, 7, engine="native").rows).all()


def test_odd_batches_are_refused() -> None:
    game, universe = universe_of("president")
    with pytest.raises(Invalid, match="another deck"):
        Batch("hk", 2, table=universe, engine="python")
    with pytest.raises(TypeError, match="is a Universe"):
        Batch("hk", 2, table="hk", engine="python")  # type: ignore[arg-type]
    for hands in (2**63, 10**13):
        with pytest.raises(Invalid, match="at most"):
            Batch("hk", hands, engine="python")
    batch = Batch(game, 2, engine="python")
    for numbers in ([2**63 - 1] * 2, np.array([2**64 - 1] * 2, np.uint64)):
        with pytest.raises(Invalid):
            batch.begin(numbers)
    odds: tuple[Any, ...] = ([[0], 0], [0.0, 0.0], None)
    for odd in odds:
        with pytest.raises(Invalid, match="2 whole numbers are needed"):
            batch.step(odd)
    with pytest.raises(Invalid, match="values are needed"):
        batch.padded([1])  # type: ignore[arg-type]
    for again in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="make another of the same seed"):
            again(batch)


# ---- OpenSpiel -------------------------------------------------------------------------------------------------------


def _dealt(rulebook: str, **more: Any) -> Any:
    spiel = pytest.importorskip("pyspiel")
    from cardwright.rl import register

    state = spiel.load_game(register(rulebook, **more)).new_initial_state()
    for digit in (7, *[0] * 15):
        state.apply_action(digit)
    return state


@pytest.mark.parametrize("name", ["", "a b", "x(y=1)", "chess", "é"])
def test_bad_names_of_games_are_refused(name: str) -> None:
    pytest.importorskip("pyspiel")
    from cardwright.rl import register

    with pytest.raises(ValueError, match=r"OpenSpiel"):
        register("president", name=name)


def test_who_is_asked_first_in_an_auction_is_drawn_until_it_fits() -> None:
    state, stream = _dealt("dou_dizhu"), random.Random(3)
    while state.cursor.state.doing is not None:
        for player in range(3):
            other = state.resample_from_infostate(player, stream.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == state.current_player()
        state.apply_action(stream.choice(state.legal_actions()))


def test_a_guess_in_the_indexed_form_remembers_what_was_done() -> None:
    state, stream = _dealt("hk", actions="indexed", name="by_index"), random.Random(3)
    for _ in range(20):
        state.apply_action(stream.choice(state.legal_actions()))
    for player in range(4):
        guess = state.resample_from_infostate(player, stream.random).clone()
        assert guess.information_state_string(player) == state.information_state_string(player)
        while not guess.is_terminal():
            guess.apply_action(stream.choice(guess.legal_actions()))
        kept = pickle.loads(pickle.dumps(guess))
        assert kept.information_state_string(player) == guess.information_state_string(player)
        assert guess.resample_from_infostate(player, stream.random).returns() == guess.returns()


def test_what_chance_cannot_draw_is_illegal() -> None:
    state = _dealt("president").get_game().new_initial_state()
    with pytest.raises(Illegal, match="from 0 to 15"):
        state.apply_action(16)


@pytest.mark.parametrize("part", ["rl", "rl.batch"])
def test_whoever_lacks_numpy_is_told_what_to_install(part: str) -> None:
    code = f"import sys; sys.modules['numpy'] = None; import cardwright.{part}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and 'pip install "cardwright[rl]"' in done.stderr
