"""Conditions, formulas and settlements as programs mean what the definition says they mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from asking import Asked, Asking
from cardwright.interpreter.actions import Action, PlayCards
from cardwright.interpreter.compiled.layout import CannotCompile
from cardwright.interpreter.effects import SpecialTurns
from cardwright.interpreter.errors import Unanswerable
from cardwright.interpreter.position import FOR_HAND
from options import Table, settings
from programs import Program
from random_expressions import Expressions
from strategies import played

from cardwright import shipped
from cardwright.interpreter import State

KINDS = [*["truth"] * 6, *["num"] * 4, "seat", "seats", "cards", "rank", "suit"]
SMALL_WORDS = 20
"""So few bits that cards take several words."""


def tables(name: str, number: int) -> list[Table]:
    """Settings of a rulebook, spread over all of them."""
    rows = settings(name)
    return [Table(name, tuple(rows[at].items())) for at in range(0, len(rows), max(1, len(rows) // number))][:number]


def agree(table: Table, asked: Iterable[Asked]) -> Counter[object]:
    """Nothing that was asked is answered in two ways."""
    seen: Counter[object] = Counter()
    for what, meant, done in asked:
        assert meant == done, f"{table}: {what}: the definition says {meant}, the program {done}"
        seen[meant if isinstance(meant, bool) else "other"] += 1
    return seen


def asking(table: Table, bits: int | None = None, upside_down: bool = False) -> Asking | None:
    """A program of a table; None where its plays are not for programs."""
    try:
        return Asking(Program(table.game.rules, bits, upside_down))
    except CannotCompile:
        return None


@pytest.mark.parametrize("name", shipped())
def test_conditions_and_settlements(name: str) -> None:
    for number, table in enumerate(tables(name, 4)):
        asked = asking(table, SMALL_WORDS if number % 2 else None)
        if asked is None:
            continue
        asked.program.run()
        for seed in (1, 2):
            steps, end = played(table, seed)
            agree(table, of_hand(asked, steps, Random(seed)))
            agree(table, asked.of_scores(end))


def of_hand(asked: Asking, steps: Sequence[tuple[State, Action]], random: Random) -> Iterator[Asked]:
    """What duties and effects ask in the course of a hand."""
    for state, action in turned(asked, steps, random):
        if asked.rules.duties.all:
            actions = list(state.legal_actions())
            yield from asked.of_actions(state, random.sample(actions, min(len(actions), 4)))
        if isinstance(action, PlayCards):
            yield from asked.of_effects(state, action.play)


def turned(asked: Asking, steps: Sequence[tuple[State, Action]], random: Random) -> Iterator[tuple[State, Action]]:
    """The steps of a hand, with the ranks the right way round, or all upside down, as the program has them."""
    upside_down, turns = asked.program.upside_down, asked.rules.turns
    for state, action in steps:
        if state.at.special.ranks_reversed is upside_down:
            yield state, action
        elif upside_down and not state.doing:
            assert isinstance(turns, SpecialTurns)
            other = State(state.rules, turns._with_ranks(state.at, FOR_HAND))
            yield other, random.choice(list(other.legal_actions()))


UPSIDE_DOWN = Table(
    "president",
    tuple({"revolution": "yes", "no_two_last": "yes", "equal_again": "yes", "equal_skips": "yes"}.items()),
)


def test_conditions_upside_down() -> None:
    table = UPSIDE_DOWN
    asked = asking(table, upside_down=True)
    assert asked is not None
    asked.program.run()
    seen: Counter[object] = Counter()
    for seed in range(4):
        seen += agree(table, of_hand(asked, played(table, seed)[0], Random(seed)))
    assert seen[True] > 10 and seen[False] > 10


# ---- random expressions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("bits", [None, SMALL_WORDS])
def test_random_expressions(name: str, bits: int | None) -> None:
    (table,) = tables(name, 1)
    seen = compare_expressions(table, 120, Random(f"{name} {bits}"), bits)
    assert seen[True] > 20 and seen[False] > 20


def test_random_expressions_upside_down() -> None:
    seen = compare_expressions(UPSIDE_DOWN, 150, Random("upside down"), None, upside_down=True)
    assert seen[True] > 20 and seen[False] > 20


def compare_expressions(
    table: Table, number: int, random: Random, bits: int | None, upside_down: bool = False, hands: int = 4
) -> Counter[object]:
    """Compare random expressions at random positions, in play and at the end."""
    asked = asking(table, bits, upside_down)
    assert asked is not None
    rules, scenes = asked.rules, asked.program.scenes
    made: dict[bool, list[tuple[Any, ...]]] = {True: [], False: []}
    for _ in range(number):
        at_end, kind = random.random() < 0.5 and not upside_down, random.choice(KINDS)
        expression = Expressions(rules.rulebook, at_end, random).one(kind, random.choice([1, 2, 2, 3, 3, 4]))
        scope, names = (scenes.at_end, asked.at_end) if at_end else (scenes.playing, asked.deciding)
        try:
            done = asked.function(expression, scope, names)
        except CannotCompile:
            continue
        made[at_end].append((expression, kind, rules.plays.compile(expression), done))
    assert sum(map(len, made.values())) > 0.8 * number
    asked.program.run()

    def answers() -> Iterator[Asked]:
        for seed in range(hands):
            steps, end = played(table, seed)
            moments = [] if end.at.ended == "void" or upside_down else [(True, *asked.end(end))]
            chosen = random.sample(steps, min(len(steps), 12))
            for state, action in turned(asked, chosen, random):
                if not (state.claiming or state.doing) and isinstance(action, PlayCards):
                    moments.append((False, asked.facts(state, action), asked.told(state, action)))
            for at_end, env, told in moments:
                for expression, kind, meant, done in made[at_end]:
                    try:
                        value = meant(env)
                    except Unanswerable:
                        continue
                    found = done(*told)
                    yield (
                        repr(expression),
                        asked.meant(kind, value),
                        asked.meant(kind, None) if found is None else found,
                    )

    return agree(table, answers())
