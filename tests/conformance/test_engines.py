"""All engines say the same at every position: of shipped rulebooks under their options, and of such with a slip."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from cardwright.interpreter.compiled.layout import CannotCompile
from effort import THOROUGH
from engines import HAS_NUMBA, Engines, Mismatch
from options import Table, settings
from slips import slipped

from cardwright.dsl import shipped

POSITIONS = 10_000 if THOROUGH else 200
SETTINGS = 60 if THOROUGH else 2
SLIPS = 400 if THOROUGH else 6
NATIVE = shipped() if THOROUGH else ("hk", "chuo_pai")
"""Machine code takes seconds to make."""


def some_settings(rulebook: str) -> list[Table]:
    """The first answers, and others at random."""
    first, *others = settings(rulebook)
    chosen = Random(f"engines {rulebook}").sample(others, min(len(others), SETTINGS - 1))
    return [Table(rulebook, tuple(setting.items())) for setting in (first, *chosen)]


@pytest.mark.parametrize("rulebook", shipped())
def test_the_program_plays_as_the_definition_does(rulebook: str) -> None:
    for number, table in enumerate(some_settings(rulebook)):
        engines = Engines(table.game)
        engines.play(number, positions=POSITIONS)
        assert engines.positions >= POSITIONS
        assert any(what.startswith("play") for what in engines.met)


@pytest.mark.skipif(not HAS_NUMBA, reason="machine code takes Numba")
@pytest.mark.parametrize("rulebook", NATIVE)
def test_machine_code_plays_as_the_program_does(rulebook: str) -> None:
    engines = Engines(some_settings(rulebook)[0].game, definition=False, native=True)
    engines.play(7, positions=10 * POSITIONS)
    assert engines.positions >= 10 * POSITIONS


def test_rulebooks_with_a_slip_are_played_alike() -> None:
    compiled = 0
    for name, game in islice(slipped(Random("slips")), SLIPS):
        try:
            engines = Engines(game)
        except CannotCompile:
            continue
        try:
            engines.play(3, positions=POSITIONS // 2)
        except Mismatch as reason:
            raise AssertionError(name) from reason
        compiled += 1
    assert compiled > SLIPS // 2


def test_what_differs_is_noticed() -> None:
    """A program in which the first action is never listed."""
    engines = Engines(some_settings("wikipedia")[0].game)
    legal = engines.python.module["legal"]

    def fewer(s: list[int], out: list[tuple[int, ...]]) -> None:
        legal(s, out)
        del out[:1]

    engines.python.module["legal"] = fewer
    with pytest.raises(Mismatch, match="legal actions"):
        engines.play(1, positions=50)
