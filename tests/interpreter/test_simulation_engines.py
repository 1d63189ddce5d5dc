"""Compiled engines in simulations: the hands that they count are hands of the definition, whichever of them plays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cardwright.interpreter.compiled import choice
from cardwright.interpreter.simulation import chunk as chunks
from cardwright.interpreter.simulation import columns, engines
from cardwright.interpreter.simulation import plan as plans

from cardwright.dsl import shipped
from cardwright.interpreter import Game, Invalid, NoEngine, load, simulation

play_chunk, simulate = simulation.play_chunk, simulation.simulate
_WRONG = "cardwright 1\nrulebook wrong extends wikipedia edition 1\nalways settled: zero_sum\n"


def plan_of(game: Game, engine: str, seed: int = 5, **more: Any) -> simulation.Plan:
    return simulation.plan_of(game, seed, ["random"], engine=engine, **more)


def told(plan: simulation.Plan, hands: int) -> simulation.Tally | simulation.Pair:
    """The tally of hands that the definition plays again action by action."""
    lowest = [side.game.rulebook.match.wins == "lowest" for side in plan.sides]
    tally: simulation.Tally | simulation.Pair = simulation.Pair() if plan.paired else simulation.Tally()
    for number in range(hands):
        played = [hand for hand, _, _ in simulation.again(plan, number)]
        if isinstance(tally, simulation.Pair):
            tally.add(played[0], played[1], (lowest[0], lowest[1]))
        else:
            tally.add(played[0], lowest[0])
    return tally


@pytest.mark.parametrize("name", shipped())
def test_what_is_counted_is_what_the_definition_plays(name: str) -> None:
    game = load(name)
    plan = plan_of(game, "python")
    tally = play_chunk(plan.chunk(0, 10))
    assert tally == told(plan, 10)
    playouts = game.engines.python().playouts(10, 5)
    summed = columns.Hands(game, playouts).tally(5, 0)
    assert isinstance(tally, simulation.Tally)
    assert summed == tally and repr(sorted(summed.combinations)) == repr(sorted(tally.combinations))


@pytest.mark.parametrize("name", ["hk", "dou_dizhu"])
def test_machine_code_plays_the_same_hands(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    game = load(name)
    python, native = plan_of(game, "python"), plan_of(game, "native")
    whole = play_chunk(native.chunk(0, 700))
    assert whole == play_chunk(python.chunk(0, 700))
    monkeypatch.setattr(chunks, "BATCH", 64)
    first, rest = play_chunk(native.chunk(0, 300)), play_chunk(native.chunk(300, 400))
    assert isinstance(rest, simulation.Tally) and isinstance(first, simulation.Tally)
    rest.merge(first)
    assert rest == whole


@pytest.mark.parametrize(("first", "second"), [("hk", "taiwan"), ("hk", "wikipedia"), ("tien_gow", "tien_gow")])
def test_pairs_have_the_same_deals(first: str, second: str) -> None:
    game, other = load(first), load(second)
    plan = plan_of(game, "python", against=other)
    pair = play_chunk(plan.chunk(0, 12))
    assert pair == told(plan, 12)
    assert isinstance(pair, simulation.Pair)
    assert pair.first == play_chunk(plan_of(game, "python").chunk(0, 12))
    sides = [
        columns.Hands(one, one.engines.python(engines.deck_of(game, one)).playouts(12, 5)) for one in (game, other)
    ]
    assert columns.paired(sides[0], sides[1], (sides[0].tally(5, 0), sides[1].tally(5, 0))) == pair


@pytest.mark.parametrize("name", ["hk", "tien_gow"])
def test_compiled_hands_are_distributed_as_those_of_the_definition(name: str) -> None:
    game = load(name)
    slow = simulate(game, 80, 17, bots=["random"], engine="definition").seats
    fast = simulate(game, 800, 18, bots=["random"], engine="python").seats

    def differ(one: simulation.Measure, other: simulation.Measure) -> float:
        """By how many standard errors two means differ."""
        error = sum(simulation.spread(measure) ** 2 / measure.count for measure in (one, other)) ** 0.5
        apart = abs(float(one.total) / one.count - float(other.total) / other.count)
        return apart / error if error else float("inf") if apart else 0.0

    pairs = [(slow.plays, fast.plays), (slow.passes, fast.passes), (slow.tricks, fast.tricks)]
    pairs += [
        (getattr(one, what), getattr(other, what))
        for one, other in zip(slow.seats + slow.from_lead, fast.seats + fast.from_lead, strict=True)
        for what in ("score", "left", "turns")
    ]
    assert max(differ(one, other) for one, other in pairs) < 4.5
    assert differ(slow.plays, slow.passes) > 4.5, "the test can tell means apart"


def test_results_are_the_same_for_any_number_of_workers() -> None:
    game = load("president")
    alone = simulate(game, 300, 5, bots=["random"], engine="python")
    assert alone.plan.engine == "python"
    with ThreadPoolExecutor(3) as threads:
        spread = simulate(game, 300, 5, bots=["random"], engine="python", executor=threads, workers=3)
    assert spread.tally == alone.tally


# ---- which engine plays ----------------------------------------------------------------------------------------------


def test_the_fastest_engine_that_can_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("wikipedia")
    assert plan_of(game, "auto", hands=100).engine == "python", "few hands are not worth machine code"
    assert not plan_of(game, "definition").compiled
    monkeypatch.setattr(choice, "find_spec", lambda name: None)
    plans._games.clear()
    many = plan_of(game, "auto", hands=10**6)
    assert many.engine == "python" and many == plan_of(game, "python")
    with pytest.raises(NoEngine, match=r"`native` cannot play this: .*pip install cardwright\[fast\]"):
        plan_of(game, "native")
    greedy = simulation.plan_of(game, 5, ["greedy"])
    assert (greedy.engine, greedy.why) == ("definition", "only random bots are compiled")
    matches = plan_of(game, "auto", matches=True)
    assert (matches.engine, matches.why) == ("definition", "matches are not compiled")
    with pytest.raises(NoEngine, match="cannot play this: only random bots"):
        simulation.plan_of(game, 5, ["greedy"], engine="python")
    with pytest.raises(Invalid, match="there is no engine `quick`; there are auto, definition, python, native"):
        plan_of(game, "quick")


def test_a_worker_without_llvmlite_plays_the_same_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    plan = plan_of(load("hk"), "native")
    whole = play_chunk(plan.chunk(0, 50))
    monkeypatch.setattr(choice, "find_spec", lambda name: None)
    plans._games.clear()
    assert play_chunk(plan.chunk(0, 50)) == whole


def test_a_simulation_goes_on_by_an_engine_that_plays_the_same_hands(tmp_path: Path) -> None:
    game, file = load("hk"), tmp_path / "kept.json"
    simulate(game, 20, 3, bots=["random"], engine="python", save_to=file)
    kept = file.read_bytes()
    with pytest.raises(Invalid, match="this is a simulation of a compiled engine, whose random hands are others"):
        simulate(game, 40, 3, bots=["random"], engine="definition", resume=kept)
    longer = simulate(game, 40, 3, bots=["random"], resume=kept)
    assert longer.tally == simulate(game, 40, 3, bots=["random"], engine="python").tally
    simulate(game, 2, 3, bots=["random"], engine="definition", save_to=file)
    with pytest.raises(Invalid, match="this is a simulation of the definition"):
        simulate(game, 40, 3, bots=["random"], resume=file.read_bytes())


def test_a_broken_promise_is_told_as_the_definition_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "wrong.rules"
    file.write_text(_WRONG)
    plan = plan_of(load(file), "python", seed=3)
    with pytest.raises(simulation.Failed, match="hand 1, seed 3: `settled` always holds"):
        play_chunk(plan.chunk(0, 5))
    monkeypatch.setattr(chunks, "_one_by_one", chunks._summed)
    with pytest.raises(simulation.Failed, match=r"hand 3, seed \d+: `settled` always holds"):
        play_chunk(plan.chunk(2, 5))
