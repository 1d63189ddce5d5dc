"""The verbs plan and perft."""

from __future__ import annotations

import json

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
