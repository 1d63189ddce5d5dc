"""The settings that laws are tried under: covering arrays cover, and every answer of every rulebook occurs."""

from itertools import combinations

import pytest
from effort import LAW
from hypothesis import given
from hypothesis import strategies as st
from options import Setting, choices, every, never, pairwise, settings

from cardwright.dsl import shipped

ANSWERS = tuple("pqrs")


@st.composite
def spaces(draw: st.DrawFn) -> tuple[dict[str, tuple[str, ...]], list[dict[str, frozenset[str]]]]:
    """A few options, and a few combinations of answers that are not allowed."""
    sizes = draw(st.lists(st.integers(1, 4), max_size=5))
    asked = {f"option_{at}": ANSWERS[:size] for at, size in enumerate(sizes)}
    rules = []
    for _ in range(draw(st.integers(0, 3)) if asked else 0):
        about = draw(st.lists(st.sampled_from(sorted(asked)), min_size=1, max_size=3, unique=True))
        rules.append({name: frozenset(draw(st.sets(st.sampled_from(asked[name]), min_size=1))) for name in about})
    return asked, rules


def pairs(rows: list[Setting]) -> set[frozenset[tuple[str, str]]]:
    """The answers that occur, alone and two at a time."""
    return {frozenset(pair) for row in rows for size in (1, 2) for pair in combinations(row.items(), size)}


def all_pairs(asked: dict[str, tuple[str, ...]]) -> set[frozenset[tuple[str, str]]]:
    """The same of all combinations of answers."""
    alone = {frozenset({(name, answer)}) for name, answers in asked.items() for answer in answers}
    return alone | {frozenset({(a, x), (b, y)}) for a, b in combinations(asked, 2) for x in asked[a] for y in asked[b]}


@LAW
@given(spaces())
def test_every_two_answers_meet(space: tuple[dict[str, tuple[str, ...]], list[dict[str, frozenset[str]]]]) -> None:
    asked, rules = space
    rows, allowed = pairwise(asked, rules), every(asked, rules)
    assert all(row in allowed for row in rows)
    assert pairs(rows) == pairs(allowed)
    assert len(rows) <= max(1, len(allowed))
    assert rows == pairwise(asked, rules)
    first = {name: answers[0] for name, answers in asked.items()}
    assert first not in allowed or rows[0] == first


def test_the_array_is_far_smaller_than_all_combinations() -> None:
    asked = {f"option_{at}": ANSWERS[: 2 + at % 2] for at in range(20)}
    rows = pairwise(asked)
    assert pairs(rows) == all_pairs(asked)
    assert len(rows) <= 3 * 3 * 3


@pytest.mark.parametrize("rulebook", shipped())
def test_every_two_answers_of_a_rulebook_meet(rulebook: str) -> None:
    asked, rows = choices(rulebook), list(settings(rulebook))
    assert rows[0] == {name: answers[0] for name, answers in asked.items()}
    assert never(rulebook) or pairs(rows) == all_pairs(asked)
    assert {item for row in rows for item in row.items()} == {
        (name, answer) for name, answers in asked.items() for answer in answers
    }
