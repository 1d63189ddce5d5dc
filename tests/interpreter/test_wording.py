"""Formulas and conditions in words; what is told in parts, by the names that people see."""

from __future__ import annotations

import pytest
from rulebooks_in_text import rules

from cardwright.interpreter import AsWritten, Game, lapsed, load, words

DEBT = "payment debt: each loser pays the winner cards of payer"


class Shouted(AsWritten):
    """Every name in capitals, and no cards but stones."""

    def thing(self, name: str) -> str:
        return name.upper()

    def card(self, name: str) -> str:
        return f"<{name}>"

    def count(self, number: int, or_more: bool = False) -> str:
        return f"{number} stones"

    def sentence(self, name: str, otherwise: str | None) -> str | None:
        return f"{name}!"


@pytest.mark.parametrize(
    "formula",
    [
        "cards of payer - cards of payee",
        "(cards of payer - cards of payee) x 2",
        "cards of payer - (cards of payee - 1)",
        "2 x cards of payer + 1",
        "(2 x cards of payer) ^ 2",
        "-cards of payer",
        "least of (cards of payer, 5)",
        "(2 when cards of payer >= 5 | 1)",
        "(2 when last play is pair of 9 and not winner is opener | 3 when last play has 4 | 1)",
        "(2 when winner played pair or (last play is single and last play has 9) | 1)",
        "(2 when cards of payer is 2..4 | 1)",
        "(2 when some p in losers where (p played anything) | 1)",
        "total cards of p for p in losers",
        "count 9 in hand of payer",
    ],
)
def test_formulas_are_told_as_they_are_written(formula: str) -> None:
    game = rules(f"payment debt: each loser pays the winner {formula}")
    assert words(game.rulebook.payments[0].cases[0].amount) == formula


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("the next player has 1 card", "next player has 1 card"),
        ("the next player has 2 or more cards", "next player has 2 or more cards"),
        ("holding 9", "the hand has 9"),
        ("be the highest single", "play is the highest single in the hand"),
        ("not (going_out and have 9S)", "not (going out and play has 9S)"),
    ],
)
def test_conditions_of_duties(condition: str, told: str) -> None:
    game = rules(DEBT, f"duty mind {{ must: {condition}   breach: refused }}")
    assert words(game.rulebook.duties[0].must) == told


def test_a_term_in_front_of_its_value_is_one_thing() -> None:
    game = rules("payment debt: each loser pays the winner (cards of payer - 1) x 2")
    assert game.settle({"left": [0, 3, 5]}).lines()[0] == "debt: P2 pays P1 4 ((cards of payer - 1) 2 x 2)"


def test_where_nobody_pays_the_player_is_called_as_written() -> None:
    game = rules("payment points: each loser scores cards of loser x 2")
    assert game.settle({"left": [0, 3, 5]}).lines()[0] == "points: P2 6 (cards of loser 3 x 2)"


def told(game: Game, hand: str, table: str | None, action: str) -> list[str]:
    """The reasons against an action, as told by somebody who shouts."""
    reasons = game.position({"hand": hand, "table": table}).why_not(action)
    assert reasons is not None
    return [reason.told(Shouted()) for reason in reasons]


@pytest.mark.parametrize(
    ("hand", "table", "action", "expected"),
    [
        ("Plum Plum", "Bench-Bench", "Plum", ["<Bench>-<Bench> takes 2 stones to beat, not 1"]),
        ("Bench", "Plum", "Bench", ["<Bench> is lower than <Plum>: rank <Bench> against <Plum>"]),
        ("Plum", None, "Cat", ["not in the hand: <Cat>"]),
        ("Plum Bench", None, "Plum-Bench", ["<Bench>-<Plum> is no combination"]),
        ("Earth Cat", "Plum", "Cat", ["<Cat> and <Plum> cannot be compared"]),
    ],
)  # fmt: skip
def test_reasons_by_other_names(hand: str, table: str | None, action: str, expected: list[str]) -> None:
    reasons = told(load("chuo_pai"), hand, table, action)
    assert [sorted(said) for said in reasons] == [sorted(said) for said in expected]


def test_reasons_by_the_names_of_the_rulebook() -> None:
    reasons = load("chuo_pai").position({"hand": "Plum", "table": "Bench-Bench"}).why_not("Plum")
    assert str(reasons) == "Plum: Bench-Bench takes 2 tiles to beat, not 1"


def test_the_sentence_of_a_duty() -> None:
    game = load("taiwan", options={"top_rule": True})
    reasons = game.position({"hand": "5D KC", "table": "4D", "next_has": 1}).why_not("5D")
    assert reasons is not None and [reason.told(Shouted()) for reason in reasons] == ["top!"]


def test_what_only_a_bomb_beats_is_told_so() -> None:
    game = load("taiwan")
    comparison = game.compare("2S-2H", "3C-3D-3H-3S-4C")
    assert (comparison.verdict, comparison.name) == ("below_bombs", "monsters")
    reasons = game.position({"hand": "2S 2H", "table": "3C-3D-3H-3S-4C"}).why_not("2S-2H")
    assert reasons is not None and reasons.rules == ("not_comparable",)
    assert str(reasons) == "2S-2H: 3S-3H-3D-3C-4C is among monsters: only a higher one of them beats it"


def test_a_duty_that_nothing_can_meet_lapses() -> None:
    game = rules(DEBT, "duty high { must: not have 4S   breach: refused }")
    alone = game.position({"hand": "4S", "table": None})
    assert lapsed(alone.rules, alone.at, alone.parse_action("4S")) == ("high",)
    free = game.position({"hand": "4S 5S", "table": None})
    assert lapsed(free.rules, free.at, free.parse_action("5S")) == ()
