"""The compiled engines: whole hands in plain Python and as machine code, and states that a compiled module plays."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from cardwright.interpreter.following import PlayedOut
from rulebooks_in_text import rules

from cardwright import Game, load, shipped
from cardwright.dsl import model
from cardwright.interpreter import Carried, Illegal, Invalid, NoEngine, RandomBot, SplitMix64, compiled, play_out

_BOOKS = shipped()


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(compiled.cache.VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@cache
def _book(name: str) -> model.Rulebook:
    return load(name).rulebook


@cache
def _game(name: str, engine: compiled.choice.Wanted) -> Game:
    return Game(_book(name), engine=engine)


# ---- whole hands -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", _BOOKS)
def test_machine_code_plays_the_same_hands_as_plain_python(name: str) -> None:
    pytest.importorskip("llvmlite")
    python, native = _game(name, "python"), _game(name, "native")
    assert (python.engine, native.engine) == ("python", "native")
    assert list(native.playouts(40, 11)) == list(python.playouts(40, 11))


@pytest.mark.parametrize("name", _BOOKS)
def test_what_is_told_of_a_hand_is_what_the_definition_finds(name: str) -> None:
    """The same hands once more, action by action, by the definition."""
    game = _game(name, "python")
    engine = compiled.engine.PythonEngine(game.rules)
    begin, module, players = engine.module["begin_hand"], engine.module, game.players
    for number, told in enumerate(engine.playouts(6, 5)):
        seed = compiled.runtime.derived_seed(5, number)
        streams = [compiled.runtime.derived_seed(seed, seat + 1) for seat in range(players)] + [seed]
        vector = [0] * engine.program.slots.length
        begin(vector, streams, players, [0] * len(game.deck))
        state = _game(name, "definition").deal(seed)
        plays = passes = 0
        while state.turn is not None:
            assert engine.codec.position(vector) == state.at
            rows: list[tuple[int, ...]] = []
            module["legal"](vector, rows)
            row = rows[compiled.runtime.below(streams, state.turn, len(rows))]
            action = engine.codec.read_action(row, engine.reversed(vector))
            plays += row[0] == 1
            passes += row[0] == 0 and not state.doing and not state.claiming
            state = state.apply(action)
            module["apply"](vector, *row)
        assert told.scores == state.scores
        assert told.winner == state.winner
        assert told.ended == state.at.ended
        assert told.left == tuple(map(len, state.hands))
        assert (sum(told.plays), told.passes) == (plays, passes)
        assert sum(told.breaches) == len(state.breaches)
        assert sum(told.asked) >= plays + passes


def test_hands_are_known_by_their_numbers() -> None:
    game = _game("hk", "python")
    whole = list(game.playouts(12, 3))
    assert whole[5:9] == list(game.playouts(4, 3, 5))
    assert whole != list(game.playouts(12, 4))


def test_every_engine_tells_whole_hands_alike() -> None:
    """Not the same hands: the definition lists what is legal in another order."""
    told = _game("hk", "definition").playouts(40, 3)
    others = _game("hk", "python").playouts(40, 3)
    assert {type(hand) for hand in told} == {type(hand) for hand in others} == {PlayedOut}
    for hand in (*told, *others):
        assert sum(hand.scores) == 0 and hand.winner is not None and hand.tricks >= 1
        assert hand.left[hand.winner] == 0 or hand.ended == "claim"
        assert sum(hand.asked) == sum(hand.plays) + hand.passes
    assert [hand.lead for hand in told] == [hand.lead for hand in others], "the deals are the same"


def test_more_actions_than_there_was_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(compiled.engine, "_ROWS", 2)
    native = Game(_book("hk"), engine="native")
    assert list(native.playouts(30, 8)) == list(_game("hk", "python").playouts(30, 8))


def test_no_hands_and_no_seeds() -> None:
    game = _game("hk", "python")
    assert list(game.playouts(0, 1)) == []
    with pytest.raises(Invalid, match="seed"):
        game.playouts(1, 1 << 64)
    with pytest.raises(Invalid, match="counted"):
        game.playouts(-1, 1)
    with pytest.raises(IndexError):
        game.playouts(2, 1)[2]
    assert game.playouts(1, (1 << 64) - 1)[0].ended == "out"


# ---- states ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", _BOOKS)
def test_states_are_the_same_whichever_engine_plays(name: str) -> None:
    defined, quick = _game(name, "definition"), _game(name, "python")
    for seed in range(4):
        ours, theirs, draws = quick.deal(seed), defined.deal(seed), SplitMix64(seed)
        assert type(ours) is not type(theirs)
        while theirs.turn is not None:
            assert ours == theirs and theirs == ours and hash(ours) == hash(theirs) and str(ours) == str(theirs)
            assert (ours.turn, ours.is_over, ours.scores) == (theirs.turn, theirs.is_over, theirs.scores)
            actions = list(theirs.legal_actions())
            assert list(ours.legal_actions()) == actions and len(ours.legal_actions()) == len(actions)
            action = actions[draws.below(len(actions))]
            offered: Sequence[object] = ours.legal_actions()
            assert action in offered and str(action) in offered
            ours, theirs = ours.apply(action), theirs.apply(str(action))
        assert ours == theirs and ours.outcome == theirs.outcome and ours.scores == theirs.scores
        assert ours.is_over and ours.turn is None and not ours.legal_actions()


def test_bots_play_the_same_hand_on_every_engine() -> None:
    ends = {
        str(play_out(_game("taiwan", engine).deal(9), [RandomBot(seat) for seat in range(4)]))
        for engine in ("auto", "definition", "python")
    }
    assert len(ends) == 1


def test_compiled_states_are_refused_for_the_same_reasons() -> None:
    for engine in ("definition", "python"):
        state = _game("hk", engine).deal(2)
        with pytest.raises(Illegal) as refused:
            state.apply("pass")
        assert refused.value.reasons is not None
        with pytest.raises(TypeError):
            state.apply(7)  # type: ignore[arg-type]
    one, other = (_game("hk", engine).deal(2) for engine in ("definition", "python"))
    assert str(one.why_not("pass")) == str(other.why_not("pass"))


def test_compiled_states_are_copied_and_pickled() -> None:
    state = _game("hk", "python").deal(4)
    state = state.apply(state.legal_actions()[0])
    assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state)
    assert len({state, copy.copy(state)}) == 1
    other: object = 4
    assert state != _game("hk", "python").deal(4) and state != other


# ---- which engine ----------------------------------------------------------------------------------------------


def test_an_engine_is_chosen_and_says_why() -> None:
    game = load("hk")
    assert game.engine in ("python", "native") and game.engine_reason
    assert pickle.loads(pickle.dumps(_game("hk", "python"))).engine == "python"
    with pytest.raises(Invalid, match="no engine `fast`"):
        Game(game.rulebook, engine="fast")  # type: ignore[arg-type]


def test_what_cannot_be_compiled_is_played_by_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise compiled.layout.CannotCompile("a thing that no program says")

    monkeypatch.setattr(compiled.engine, "Program", refuse)
    game = Game(_book("hk"))
    assert (game.engine, game.engine_reason) == ("definition", "a thing that no program says")
    assert len(game.playouts(2, 1)) == 2
    assert game.start(game.shuffle(1), Carried()).turn is not None
    for engine in ("python", "native"):
        asked = Game(_book("hk"), engine=engine)
        with pytest.raises(compiled.choice.NoEngine, match="a thing that no program says"):
            asked.deal(1)


def test_without_llvmlite_plain_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled.choice, "find_spec", lambda name: None)
    game = Game(_book("hk"))
    assert game.engine == "python" and "cardwright[fast]" in game.engine_reason
    with pytest.raises(compiled.choice.NoEngine, match=r"cardwright\[fast\]"):
        Game(_book("hk"), engine="native").playouts(1, 1)


# ---- modules ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", _BOOKS)
def test_modules_are_written_alike_every_time(name: str, native: bool) -> None:
    first, second = (compiled.module.source_of(Game(_book(name)).rules, native) for _ in range(2))
    assert first == second
    assert f"Rulebook `{name}`" in first and _game(name, "python").meaning in first


def test_a_module_can_be_read_where_it_is_kept() -> None:
    engine = compiled.engine.PythonEngine(load("hk").rules)
    assert isinstance(engine.path, Path) and engine.path.read_text("utf-8") == engine.program.text
    assert engine.module["apply"].__code__.co_filename == str(engine.path)


# ---- numbers that fit machine words ----------------------------------------------------------------------------


def _counting(factor: int) -> model.Rulebook:
    return rules(
        f"duty low {{ when: points of player x {factor} > {5 * factor}   must: have no 9   breach: refused }}",
        "payment debt: each loser pays the winner cards of payer",
    ).rulebook


def test_points_of_a_match_are_counted_as_far_as_words_go() -> None:
    most = compiled.layout.MOST_POINTS
    quick, defined = (Game(_counting(1 << 30), engine=engine) for engine in ("python", "definition"))
    for totals in ((5, 0, 0), (6, 0, 0), (most, -most, 0), (most + 1, 0, 0), (0, -(10**30), 10**30)):
        state = quick.deal(3, opener=0, totals=totals)
        assert type(state).__name__ == ("State" if max(map(abs, totals)) > most else "CompiledState")
        assert list(state.legal_actions()) == list(defined.deal(3, opener=0, totals=totals).legal_actions())
    assert len({str(quick.deal(3, opener=0, totals=(points, 0, 0)).legal_actions()) for points in (4, 5, 6, 7)}) == 2


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_formula_of_points_that_words_cannot_hold_is_refused(engine: compiled.choice.Wanted) -> None:
    with pytest.raises(NoEngine, match="too great for a machine word"):
        Game(_counting(1 << 32), engine=engine).playouts(1, 1)
    assert Game(_counting(1 << 32)).engine == "definition"
