"""The examples in rulebooks are run: they hold, and one that does not says what happens instead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import get_args

import pytest
from rulebooks_in_text import COMBINATIONS, rules

from cardwright.dsl import find, model, shipped
from cardwright.interpreter import Game, Games, first_failure, load, reasons, run_example, run_examples

DEBT = "payment debt: each loser pays the winner cards of payer"


@pytest.mark.parametrize("name", shipped())
def test_shipped_examples_hold(name: str) -> None:
    ran = 0
    play = cache(lambda answers: load(name, dict(answers)))
    for example in load(name).rulebook.examples:
        game = play(frozenset(example.answers))
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
    told = "examples {\n" + "\n".join(lines) + "\n}"
    return rules(
        DEBT, declarations, told, combinations=COMBINATIONS, first_hand="opened by the holder of the lowest card"
    )


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


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (
            "on 8H holding 9S 5D: may not 5D because wrong_size",
            "5D is forbidden because of `too_low`, not `wrong_size`",
        ),
        ("on 8H holding 9S 5D: may not 5D because pair", "because of `too_low`, not `pair`"),
        ("held 4D | 5D 6D | 7D, after 4D: the hand is not over", "the hand is over, and P1 wins it"),
        ("held 4D 8D | 5D 6D | 7D, after 4D: the hand is over", "P2 has to answer"),
        ("held 4D 8D | 5D 6D | 7D, after 4D: scores 0 0 0", "the hand is not over: P2 has to answer"),
        ("held 4D 8D | 5D 6D | 7D, after 4D, 4C: P1 leads", "action 2, `4C`"),
        ("held 4D 8D | 5D 6D | 7D, after 4D: may 7D", "7D is not offered (not in the hand: 7D)"),
        ("held 4D | 5D 6D | 7D, after 4D: may 5D", "the hand is over"),
        ("held 4D 8D | 5D 6D | 7D, after 4D: P3 is next", "P2 has to answer"),
        ("held 4D | 5D 6D | 7D, after 4D: P2 wins", "P1 wins it"),
        ("held 5D | 4D 6D | 7D: P1 opens", "P2 leads"),
    ],
)
def test_what_happens_instead_is_said_of_hands_that_are_told(line: str, instead: str) -> None:
    (found,) = run_examples(examples(line))
    assert not found.holds
    assert instead in found.instead


def test_who_opens_by_chance_has_to_be_told() -> None:
    (found, told) = run_examples(
        rules(DEBT, "examples { held 4D | 5D | 6D: P1 opens  held 4D | 5D | 6D, P2 opened: P2 opens }")
    )
    assert not found.holds and found.instead == "who opens is drawn by chance: say who did, as in `P1 opened`"
    assert told.holds


def test_hands_that_are_told_hold() -> None:
    game = examples(
        "on 8H holding 9S 5D: may not 5D because too_low",
        "on 8H holding 9S 5D: may not 5D because single",
        "held 4D | 5D 6D | 7D, after 4D: the hand is over",
        "held 4D | 5D 6D | 7D, after 4D: P1 wins",
        "held 4D | 5D 6D | 7D, after 4D: scores +3 -2 -1",
        "held 4D 8D | 5D 6D | 7D, after 4D: P2 is next",
        "held 4D 8D | 5D 6D | 7D, after 4D: may 5D, 6D, pass, not 7D because not_held",
        "held 4D 8D | 5D 6D | 7D, after 4D, 5D, pass, pass: P2 leads",
        "held 5D | 4D 6D | 7D: P2 opens",
    )
    assert [each.instead for each in run_examples(game)] == [""] * 9


def test_values_are_tried_one_after_another() -> None:
    game = examples("for c in 4D, 5D, 8D: 6D beats c", "for c in 9S, 5D: on 8H holding 9S 5D 9H: may 9H, not c")
    found = list(run_examples(game))
    assert [each.example.text for each in found] == [
        "6D beats 4D",
        "6D beats 5D",
        "6D beats 8D",
        "on 8H holding 9S 5D 9H: may 9H, not 9S",
        "on 8H holding 9S 5D 9H: may 9H, not 5D",
    ]
    assert [each.holds for each in found] == [True, True, False, False, True]


def test_a_line_that_fails_is_mended() -> None:
    lines = {
        "4D beats 5D": "4D does not beat 5D",
        "5D does not beat 4D": "5D beats 4D",
        "4D-4C is nothing": "4D-4C is pair",
        "4D-5D is pair": "4D-5D is nothing",
        "cards left 0 3 5: scores +8 -3 -6": "cards left 0 3 5: scores +8 -3 -5",
        "after 4D, 5D, pass, pass: P1 leads": "after 4D, 5D, pass, pass: P2 leads",
    }
    mended = [found.mended for found in run_examples(examples(*lines))]
    assert mended == list(lines.values())
    assert all(found.holds for found in run_examples(examples(*(line for line in mended if line is not None))))


def test_running_stops_at_the_first_failure() -> None:
    asked: list[dict[str, str]] = []
    checked = find("hk")

    def settle(answers: Mapping[str, str]) -> model.Rulebook:
        asked.append(dict(answers))
        rulebook = checked.settle(answers)
        # Without single cards, what beats five cards is as it was, and what beats one card is not.
        return rulebook.model_copy(update={"combinations": rulebook.combinations[1:]})

    own = checked.settle().examples
    failure = first_failure(Games(settle), own)
    assert failure is not None and failure.example == next(each for each in own if " 8H" in each.text)
    assert {"redeal": "yes"} not in asked
    assert first_failure(Games(checked.settle), own) is None


def test_what_forbids_has_the_names_of_reasons() -> None:
    assert (*model.FORBIDS, "duty") == get_args(reasons.Rule)


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
