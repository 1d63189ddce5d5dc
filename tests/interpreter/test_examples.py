"""The examples in rulebooks are run: they hold, and one that does not says what happens instead."""

from __future__ import annotations

import pytest
from rulebooks_in_text import COMBINATIONS, rules

from cardwright.dsl import shipped
from cardwright.interpreter import Game, load, run_example, run_examples

DEBT = "payment debt: each loser pays the winner cards of payer"


@pytest.mark.parametrize("name", shipped())
def test_shipped_examples_hold(name: str) -> None:
    ran = 0
    for example in load(name).rulebook.examples:
        game = load(name, dict(example.answers))
        (own,) = [each for each in game.rulebook.examples if each.text == example.text]
        found = run_example(game, own)
        assert found.holds, f"{example.text}: {found.instead}"
        ran += 1
    assert ran


def test_examples_are_about_the_answers_they_carry() -> None:
    game = load("hk")
    ran = [found.example.text for found in run_examples(game)]
    assert len(ran) < len(game.rulebook.examples)
    assert all(found.holds for found in run_examples(game))


def examples(*lines: str, declarations: str = "") -> Game:
    """A small game with these examples."""
    return rules(DEBT, declarations, "examples {\n" + "\n".join(lines) + "\n}", combinations=COMBINATIONS)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("4D beats 5D", "4D does not beat 5D (too low)"),
        ("5D does not beat 4D", "5D beats 4D (same type)"),
        ("4D-5D is pair", "4D-5D is nothing"),
        ("4D-4C is nothing", "is pair"),
        ("on 8H holding 9S 5D: may 5D, not 9S", "5D is not offered (5D is lower than 8H"),
        ("on 8H holding 9S 5D: may 9S, not pass", "pass is offered"),
        ("after 4D, pass, 6D: same player leads", "P1 has to answer"),
        ("after 4D, 5D, pass, pass: P1 leads", "P2 leads"),
        ("cards left 0 3 5: scores +8 -3 -6", "scores +8 -3 -5"),
        ("on nothing holding 4D: may pass", "pass is not offered"),
    ],
)
def test_what_happens_instead_is_said(line: str, instead: str) -> None:
    (found,) = run_examples(examples(line))
    assert not found.holds
    assert instead in found.instead


def test_small_examples_hold() -> None:
    game = examples(
        "5D beats 4D",
        "4D-4C is pair",
        "4D-5D is not pair",
        "on 8H holding 9S 5D: may 9S, pass, not 5D",
        "after 4D, 5D, pass, pass: P2 leads",
        "after 4D, pass, pass: same player leads",
        "cards left 0 3 5: scores +8 -3 -5",
        "on nothing, when opening, holding 4D 4C: may 4D-4C",
        "on nothing, when the next player has 2 cards, holding 4D 4C: may 4D",
    )
    found = list(run_examples(game))
    assert [each.instead for each in found] == [""] * 9
