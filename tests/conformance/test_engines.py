"""All engines say the same at every position: of shipped rulebooks under their options, and of such with a slip."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from cardwright.interpreter.compiled.layout import CannotCompile
from effort import THOROUGH
from engines import HAS_LLVM, Engines, Mismatch
from houses import house
from options import Table, settings
from rulebooks_in_text import rules
from slips import slipped

from cardwright.dsl import shipped

NEEDS_LLVM = pytest.mark.skipif(not HAS_LLVM, reason="machine code takes llvmlite")
POSITIONS = 10_000 if THOROUGH else 200
SETTINGS = 60 if THOROUGH else 2
SLIPS = 400 if THOROUGH else 6
NATIVE = [(name, at) for name in shipped() for at in range(6)] if THOROUGH else [("hk", 1), ("chuo_pai", 0)]
"""Rulebooks, and which of their settings: machine code takes seconds to make."""
AT_RANDOM, NATIVE_AT_RANDOM = (400, 40) if THOROUGH else (12, 1)
"""Houses at random that are played."""

HOUSES: dict[str, dict[str, Any]] = {
    "turns and ranks turn": {
        "told": (
            "effect back { when: play has 9  then: reverse_turns  lasts: trick }",
            "effect over { when: play has 8  then: reverse_ranks  lasts: hand }",
            "effect both { when: play has 7 and answers  then: reverse_ranks, skip_next  lasts: trick }",
            "effect always_so { when: play has 4  then: reverse_turns, reverse_ranks  lasts: all_hands }",
            "duty low { when: the next player has 1 card  binds: single, pass  must: be the highest single"
            "  breach: pays debt for every loser when the next player wins  lasts: one_turn }",
            "payment debt: each loser pays the winner cards of payer",
        )
    },
    "tricks of one circuit": {
        "told": ("payment debt: each player scores size of pile of player",),
        "a_trick": "ends after one turn each",
        "the_pile": "takes the whole trick",
        "the_hand": "ends when 1 player has cards, after the trick",
    },
    "beat if you can": {
        "told": ("effect clears { when: play has 9  then: end_trick }", "payment debt: each loser pays the winner 1"),
        "each_turn": "beat if able, else pass",
        "a_pass": "puts you out of the trick",
        "won_at_once": "by an unbeatable play",
        "the_hand": "ends when 1 player has cards",
    },
    "three readings of the same cards": {
        "told": (
            "combination any_three { cards: 3             compare: ranks }",
            "combination mixed     { cards: 3 of a suit   compare: ranks   needs: play has 9 }",
            "combination royal     { cards: 7-8-9, of a suit   compare: suit }",
            "ladder threes { order: any_three < mixed < royal   beats: lower }",
            "payment debt: each loser pays the winner cards of payer",
        ),
    },
    "several duties": {
        "told": (
            "duty low { binds: single  must: be the lowest single  breach: refused }",
            "duty even { binds: single, pass  must: have no 5  breach: refused }",
            "duty no_nine { when: going_out  must: have no 9  breach: refused }",
            "payment debt: each loser pays the winner cards of payer",
        ),
    },
}


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


@pytest.mark.parametrize("name", HOUSES)
def test_houses_with_all_that_a_course_can_have(name: str) -> None:
    house = dict(HOUSES[name])
    engines = Engines(rules(*house.pop("told"), **house))
    engines.play(1, hands=1000 if THOROUGH else 60)
    assert engines.met["ended 1"]


def test_claims_that_end_a_hand() -> None:
    engines = Engines(Table("hk", ()).game)
    dragon = "3D 4C 5H 6S 7D 8C 9H 10S JD QC KH AS 2D"
    twos = ["2C", "2H", "2S"]
    rest = [card for card in engines.game.pieces.names if card not in (*dragon.split(), *twos)]
    for seed in range(6):
        engines.play_given(dragon, " ".join([*twos, *rest[:10]]), " ".join(rest[10:23]), " ".join(rest[23:]), seed=seed)
    assert engines.met["ended 2"] and engines.met["ended 1"]


@NEEDS_LLVM
@pytest.mark.parametrize(("rulebook", "at"), NATIVE)
def test_machine_code_plays_as_the_program_does(rulebook: str, at: int) -> None:
    tables = some_settings(rulebook)
    engines = Engines(tables[at % len(tables)].game, definition=False, native=True)
    engines.play(7, positions=10 * POSITIONS)
    assert engines.positions >= 10 * POSITIONS


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=NEEDS_LLVM)])
def test_houses_at_random_are_played_alike(native: bool) -> None:
    random, refused, met = Random("houses"), 0, Counter[str]()
    wanted = NATIVE_AT_RANDOM if native else AT_RANDOM
    for number in range(wanted):
        engines = None
        while engines is None:
            game = next(game for _ in range(100) if (game := house(random.choice)) is not None)
            try:
                engines = Engines(game, native=native)
            except CannotCompile:
                refused += 1
        engines.play(number, positions=POSITIONS)
        assert engines.positions >= POSITIONS
        met += engines.met
    assert refused <= wanted // 2, "what no program says is rare"
    assert native or {"ended 1", "ended 2", "verb 2", "verb 4", "breaches"} <= met.keys()


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
