"""The verbs plan and perft."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cardwright.interpreter.compiled.states import CompiledState
from terminal import cardwright

from cardwright.interpreter import counted, load


def test_plan_tells_how_each_combination_is_found() -> None:
    told = cardwright("plan", "hk").out
    assert "10 runs of 5, every choice of a piece from each rank" in told
    assert "what is flush or straight_flush as well" in told
    found = json.loads(cardwright("plan", "hk", "--format", "json").out)
    names = [one.name for one in load("hk").rulebook.combinations]
    assert [one["name"] for one in found["combinations"]] == names
    pair = found["combinations"][1]
    assert pair["search"]["ways"] == 18  # three whole ranks of thirteen cards
    assert [claim["name"] for claim in found["claims"]] == [claim.name for claim in load("hk").rulebook.claims]


def test_plan_prints_the_program() -> None:
    assert "def plays_to(" in cardwright("plan", "president", "--source").out
    assert cardwright("plan", "president", "--native").code == 2


def test_perft_counts_as_the_engine_does() -> None:
    found = json.loads(cardwright("perft", "hk", "--seed", "3", "--depth", "2", "--divide", "-f", "json").out)
    assert found["counts"] == counted(load("hk").deal(3), 2)[1:]
    assert sum(found["divide"].values()) == found["counts"][-1]
    assert cardwright("perft", "hk", "--seed", "3", "--format", "concise").out.split() == list(
        map(str, found["counts"])
    )


def test_perft_counts_by_either_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("perft", "tien_gow", "--seed", "3", "--after", "6", "--depth", "3", "--divide", "--format", "json")
    applied: list[object] = []
    apply = CompiledState.apply

    def counted_too(state: Any, action: object) -> Any:
        applied.append(action)
        return apply(state, action)

    monkeypatch.setattr(CompiledState, "apply", counted_too)
    told = cardwright(*asked).out
    assert not applied and cardwright(*asked, "--engine", "definition").out == told and not applied
    assert cardwright(*asked, "--engine", "python").out == told and applied
    assert json.loads(told)["counts"][-1] > 100
    assert "native" in cardwright(*asked, "--engine", "native").err
