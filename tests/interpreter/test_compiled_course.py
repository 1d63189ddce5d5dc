"""The course of a hand in a program: the same positions, legal actions and outcomes as the definition has."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks_in_text import rules
from side_by_side import play_given, play_side_by_side

from cardwright import load, shipped

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
    "several duties": {
        "told": (
            "duty low { binds: single  must: be the lowest single  breach: refused }",
            "duty even { binds: single, pass  must: have no 5  breach: refused }",
            "duty no_nine { when: going_out  must: have no 9  breach: refused }",
            "payment debt: each loser pays the winner cards of payer",
        ),
    },
}


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulebooks_go_the_same_way(name: str) -> None:
    ends = play_side_by_side(load(name), 4)
    assert len(ends) == 4


@pytest.mark.parametrize("name", HOUSES)
def test_houses_go_the_same_way(name: str) -> None:
    house = dict(HOUSES[name])
    assert play_side_by_side(rules(*house.pop("told"), **house), 30)


def test_claims_go_the_same_way() -> None:
    game = load("hk")
    dragon = "3D 4C 5H 6S 7D 8C 9H 10S JD QC KH AS 2D"
    others = [card for card in game.pieces.names if card not in dragon.split()]
    twos = ["2C", "2H", "2S"]
    rest = [card for card in others if card not in twos]
    hands = (dragon, " ".join([*twos, *rest[:10]]), " ".join(rest[10:23]), " ".join(rest[23:36]))
    ended = {play_given(game, *hands, seed=seed).at.ended for seed in range(6)}
    assert ended == {"claim", "out"}
