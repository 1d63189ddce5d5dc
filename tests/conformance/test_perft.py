"""How many ways a dealt hand can go on: counts that are kept, for every rulebook and every option answered otherwise.

Whoever changes the engine and not the rules must not change them. CARDWRIGHT_UPDATE=1 writes them anew,
CARDWRIGHT_THOROUGH=1 counts (and writes) one action further."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from effort import THOROUGH, UPDATE
from options import Table, allowed, choices, settings

from cardwright.dsl import shipped
from cardwright.interpreter import counted, counted_by_action, gone_on

KEPT = Path(__file__).with_name("perft.json")
SEED = 20
LATE = (20, 40)
"""After so many random actions hands are small, and counts reach their ends."""
DEPTH = {"deal": (3, 4), "late": (5, 6)}
"""How many actions are counted, quickly and thoroughly."""


def tables(rulebook: str) -> dict[str, Table]:
    """A rulebook with its first answers, and with each other answer alone, where that goes together."""
    first = settings(rulebook)[0]
    found = {"": Table(rulebook, tuple(first.items()))}
    for name, answers in choices(rulebook).items():
        for answer in answers:
            changed = {**first, name: answer}
            if changed != first and allowed(rulebook, changed):
                found[f"{name}={answer}"] = Table(rulebook, tuple(changed.items()))
    return found


def counts(table: Table, thorough: bool) -> dict[str, list[int]]:
    """The counts from the deal, and from later states of the same hand."""
    game = table.game
    dealt = game.deal(SEED)
    quick = [counted(dealt, DEPTH["deal"][thorough])[1:]]
    late = [counted(gone_on(dealt, after, SEED), DEPTH["late"][thorough])[1:] for after in LATE]
    return dict(zip(["deal", *(f"after {after}" for after in LATE)], quick + late, strict=True))


def kept() -> dict[str, dict[str, dict[str, list[int]]]]:
    """The counts that are checked in."""
    found: dict[str, dict[str, dict[str, list[int]]]] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return found


@pytest.mark.parametrize("rulebook", shipped())
def test_hands_go_on_in_as_many_ways_as_ever(rulebook: str) -> None:
    found = {name: counts(table, THOROUGH) for name, table in tables(rulebook).items()}
    if UPDATE:
        KEPT.write_text(_written({**kept(), rulebook: found}), "utf-8")
    known = kept()[rulebook]
    assert known.keys() == found.keys(), "options have changed: CARDWRIGHT_UPDATE=1 writes the counts anew"
    for name, places in found.items():
        for place, numbers in places.items():
            both = min(len(numbers), len(known[name][place]))
            assert numbers[:both] == known[name][place][:both], f"{rulebook} {name or 'as it is'}: {place}"


def _written(told: dict[str, dict[str, dict[str, list[int]]]]) -> str:
    """One line for each setting."""
    lines = []
    for rulebook in sorted(told):
        rows = [f"    {json.dumps(name)}: {json.dumps(told[rulebook][name])}" for name in told[rulebook]]
        lines.append(f"  {json.dumps(rulebook)}: {{\n" + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def test_counts_by_the_first_action_add_up() -> None:
    for rulebook in shipped():
        state = gone_on(tables(rulebook)[""].game.deal(SEED), LATE[1], SEED)
        whole = counted(state, 3)
        assert sum(counted_by_action(state, 3).values()) == whole[3]
        assert len(counted_by_action(state, 1)) == whole[1]
