"""Payments, factors, tables, points, debts moved by a breach, and the lines that explain them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks_in_text import rules, scores

from cardwright.interpreter import Game, Invalid, InvariantBroken, Unanswerable

DEBT = "payment debt: each loser pays the winner cards of payer"
TOP = """duty top {
  when: the next player has 1 card  binds: single  must: be the highest single
  breach: pays debt for every loser when the next player wins
}"""


def test_each_loser_pays_the_winner() -> None:
    assert scores(rules(DEBT), left=[3, 0, 5]) == [-3, 8, -5]


def test_losers_pay_those_ahead_of_them() -> None:
    places = "payment places: each loser pays each loser ahead cards of payer - cards of payee"
    assert scores(rules(places), left=[3, 0, 5]) == [2, 0, -2]
    assert scores(rules(places), left=[3, 0, 3]) == [0, 0, 0]
    assert scores(rules(DEBT, places), left=[3, 0, 5]) == [-1, 8, -7]


def test_points_cost_nobody() -> None:
    points = "payment points: each loser scores cards of loser"
    assert scores(rules(points), left=[3, 0, 5]) == [3, 0, 5]


def test_tables_and_factors_multiply() -> None:
    game = rules(
        "table tier of cards: 1..3 x1, 4..5 x2, 6 x5",
        """factors bonus of payer {
          nines: x2 for each 9 held
          pair:  x3 when holding pair
        }""",
        "payment debt: each loser pays the winner cards of payer x tier of payer x bonus of payer",
    )
    assert scores(game, held=["", "9S 9D 4D 5D", "4C"], ended={0: "8S"}) == [97, -96, -1]
    settlement = game.settle({"held": ["", "9S 9D 4D 5D", "4C"], "ended": {0: "8S"}})
    debt = settlement.entries[0]
    assert (debt.payer, debt.payee, debt.amount) == (1, 0, 96)
    assert [(term.text, term.value) for term in debt.terms] == [
        ("cards of payer", 4),
        ("tier of payer", 2),
        ("bonus of payer", 12),
    ]
    assert [(row.name, row.value) for row in debt.terms[2].rows] == [("nines", 4), ("pair", 3)]
    assert settlement.lines()[0] == (
        "debt: P2 pays P1 96 (cards of payer 4 x tier of payer 2 x bonus of payer 12 (nines x4, pair x3))"
    )


def test_a_row_stands_instead_of_another() -> None:
    game = rules(
        """factors finish {
          nine: x2 when last play has 9
          pair: x5 when last play is pair, instead of nine
        }""",
        "payment debt: each loser pays the winner cards of payer x finish",
    )
    assert scores(game, left=[0, 1, 1], ended={0: "9S"}) == [4, -2, -2]
    assert scores(game, left=[0, 1, 1], ended={0: "9S-9D"}) == [10, -5, -5]
    assert scores(game, left=[0, 1, 1], ended={0: "8S"}) == [2, -1, -1]


def test_a_payment_is_its_first_case_that_holds() -> None:
    cases = """payment debt:
        each loser pays the winner 10 when last play is pair
      | each loser pays the winner 7 when last play has 9
      | each loser pays the winner 1"""
    for last, each in (("9S-9D", 10), ("9S", 7), ("8S", 1)):
        assert scores(rules(cases), left=[0, 5, 2], ended={0: last}) == [2 * each, -each, -each]


def test_facts_that_do_not_exist() -> None:
    game = rules("payment debt: each loser pays the winner 10 when last play is single | each loser pays the winner 1")
    assert scores(game, left=[0, 1, 1], ended={0: "9S"}) == [20, -10, -10]
    with pytest.raises(Unanswerable, match="the play that ended the hand: `ended` must say so"):
        game.settle({"left": [0, 1, 1]})


def test_scores_are_exact() -> None:
    game = rules("payment debt: each loser pays the winner cards of payer / 3")
    assert scores(game, left=[0, 1, 2]) == [1, Fraction(-1, 3), Fraction(-2, 3)]


def test_what_a_point_is_worth_multiplies_once() -> None:
    game = rules(DEBT, "match { a point: is worth 5 }", "payment fee: each loser pays the winner 1")
    settlement = game.settle({"left": [0, 3, 5]})
    assert settlement.scores == (50, -20, -30)
    assert [entry.amount for entry in settlement.entries] == [3, 5, 1, 1]


def test_a_breach_moves_the_debts_of_the_others() -> None:
    places = "payment places: each loser pays each loser ahead cards of payer - cards of payee"
    game = rules(DEBT, places, TOP)
    assert scores(game, left=[3, 0, 5], broke={0: "top"}) == [-6, 8, -2]
    assert scores(game, left=[3, 5, 0], broke={0: "top"}) == scores(game, left=[3, 5, 0]), "another has won"
    moved = [entry for entry in game.settle({"left": [3, 0, 5], "broke": {0: "top"}}).entries if entry.duty]
    assert [(entry.payment, entry.payer, entry.payee, entry.owed_by) for entry in moved] == [("debt", 0, 1, 2)]


def test_invariants_are_checked() -> None:
    game = rules("payment points: each loser scores 1", "always balanced: zero_sum")
    with pytest.raises(InvariantBroken, match="balanced") as broken:
        game.settle({"left": [0, 1, 1]})
    assert broken.value.span is not None


def test_scores_that_read_cards_need_them() -> None:
    game = rules("payment debt: each loser pays the winner count 9 in hand of payer")
    with pytest.raises(Unanswerable, match="how many are left is not enough"):
        game.settle({"left": [0, 1, 1]})


def test_a_table_that_says_nothing_is_no_silent_factor() -> None:
    game = rules("table tier of points: 1..6 x1", "payment debt: each loser pays the winner tier of payer")
    with pytest.raises(Unanswerable, match="says nothing about 7"):
        game.settle({"left": [0, 5, 1], "totals": [0, 7, 1]})


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"left": [0, 1]}, "3 numbers of cards"),
        ({"left": [1, 1, 1]}, "the hand is not over"),
        ({"left": [0, 1, 1], "held": ["", "", ""]}, "say one of"),
        ({"left": [0, 1, 1], "broke": {0: "nothing"}}, "no duty `nothing`"),
        ({"held": ["9S", "9S", ""]}, "`9S` is there 2 times"),
        ({"held": ["9S", "1S", ""]}, "`1S` is no card"),
        ({"left": [0, 1, 1], "ended": {7: "9S"}}, "no seat P8"),
        ({"left": [0, 1, 1], "colour": 1}, "colour"),
        ({}, "say one of"),
    ],
)
def test_what_cannot_be_settled(told: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid, match=message):
        rules(DEBT).settle(told)


# ---- what a situation does not tell ----------------------------------------------------------------------------------

AUCTION = """auction boss { bids: 1 < 2 < 3   starts: random   each_bids: once   no_bid: void }
step pick_up: boss takes kitty"""
BY_BID = """factors unit {
  bid:  x bid of boss
  shut: x2 when not some p in losers where (p played anything)
}
payment debt: each loser pays the winner unit"""
KITTY: dict[str, Any] = {"deal": "deal { players: 3   each: 7   rest: kitty }", "before": "boss, pick_up"}
KITTY["first_hand"] = "opened by the boss"


def asked(game: Game, field: str, **told: object) -> str:
    """What is said where a settlement asks for a field that is not told."""
    with pytest.raises(Unanswerable) as caught:
        game.settle(told)
    assert caught.value.field == field and f"`{field}`" in str(caught.value)
    return str(caught.value)


def test_what_is_read_and_not_told_is_asked_for() -> None:
    game = rules(AUCTION, BY_BID, **KITTY)
    told: dict[str, object] = {"left": [0, 5, 7], "roles": {"boss": "P1"}, "bids": {"P1": 2}}
    assert scores(game, **told) == [4, -2, -2], "who has fewer cards than were dealt has played"
    assert "what was bid" in asked(game, "bids", left=[0, 5, 7], roles={"boss": "P1"})
    assert "who is `boss`" in asked(game, "roles", left=[0, 5, 7], bids={"P1": 2})
    assert scores(game, **{**told, "left": [0, 7, 7]}) == [8, -4, -4], "who has all that was dealt has not"
    assert scores(game, **{**told, "left": [0, 7, 7], "played": {"P2": ["4D"]}}) == [4, -2, -2]
    assert "who opened" in asked(
        rules("payment debt: each loser pays the winner 1 when winner is opener"), "opener", left=[0, 1, 1]
    )
    plays = rules("payment debt: each loser pays the winner size of plays")
    assert "what was played" in asked(plays, "played", left=[0, 1, 1])
    assert scores(plays, left=[0, 1, 1], played={0: ["4D", "5D"]}) == [4, -2, -2]
    points = rules("payment debt: each loser pays the winner points of payer + 1")
    assert scores(points, left=[0, 1, 1]) == [2, -1, -1], "nobody has points before the first hand"
    assert "the points" in asked(points, "totals", left=[0, 1, 1], hand_number=2)
    assert scores(points, left=[0, 1, 1], hand_number=2, totals=[0, 4, 5]) == [11, -5, -6]


def test_what_does_not_matter_is_not_asked_for() -> None:
    game = rules(
        "factors unit { late: x2 when winner is opener and 1 > 2   same: x1 when winner is opener }"
        "payment debt: each loser pays the winner unit"
    )
    assert scores(game, left=[0, 1, 1]) == [2, -1, -1]


def test_piles_are_told_as_pieces_or_as_numbers() -> None:
    game = rules("payment points: each player scores size of pile of player", the_pile="takes the whole trick")
    assert "has taken" in asked(game, "piles", left=[0, 1, 1])
    assert scores(game, left=[0, 1, 1], piles=[4, 0, 2]) == [4, 0, 2]
    assert scores(game, left=[0, 1, 1], piles=["4D 4C", "", "5D"]) == [2, 0, 1]
    nines = rules("payment points: each player scores count 9 in pile of player", the_pile="takes the whole trick")
    assert "are not enough" in asked(nines, "piles", left=[0, 1, 1], piles=[4, 0, 2])
    assert scores(nines, left=[0, 1, 1], piles=["9D 9C", "", "5D"]) == [2, 0, 0]


def test_the_order_of_going_out_is_asked_for() -> None:
    game = rules("payment points: each player scores place of player", the_hand="ends when 1 player has cards")
    assert "in which order" in asked(game, "out", left=[0, 0, 1])


def test_the_order_of_going_out_is_told() -> None:
    places = "payment places: each player scores place of player"
    game = rules(places, the_hand="ends when 1 player has cards", players=4)
    assert scores(game, left=[0, 0, 3, 0], out=["P4", "P1", "P2"]) == [2, 3, 4, 1]
    # Who made the last play went out last; one that is left can only stand between.
    assert scores(game, left=[0, 0, 3, 0], out=["P4", "P1"], ended={"P2": "4D"}) == [2, 3, 4, 1]
    assert scores(game, left=[0, 0, 3, 0], out=["P4"], ended={"P1": "4D"}) == [3, 2, 4, 1]
    for told, message in (
        ({"ended": {"P1": "4D"}}, "P2 and P4 have no cards left: say with `out`"),
        ({"out": ["P3"]}, "P3 is `out`, and has cards left"),
        ({"out": ["P1", "P1"]}, "each player without cards once"),
        ({"out": ["P1", "P4", "P2"], "ended": {"P4": "4D"}}, "P4 made the last play, and is not the last who went out"),
        ({"out": ["P9"]}, "no seat P9"),
    ):
        with pytest.raises((Invalid, Unanswerable), match=message):
            scores(game, left=[0, 0, 3, 0], **told)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"bids": {"P1": 7}}, "P1 cannot have bid 7: the bids are 1, 2, 3"),
        ({"bids": {"P1": 1, "P2": 2}}, "P1 cannot be `boss`: P2 has bid more"),
        ({"bids": {"P1": 2, "P2": 2}}, "no two are the same"),
        ({"left": [0, 5, 11]}, "P3 cannot have 11 cards left: 7 are the most"),
        ({"left": [11, 5, 0]}, "P1 cannot have 11 cards left: 10 are the most"),
        ({"ended": {"P2": "4D"}}, "P2 cannot have ended the hand with 5 cards left"),
        ({"piles": [20, 0, 0]}, "more cards than the 24 of the deck"),
        ({"piles": [1, 0]}, "3 piles are needed"),
        ({"totals": [1, 0]}, "3 totals are needed"),
        ({"played": {"P1": ["4D"], "P2": ["4D"]}}, "`4D` is there 2 times"),
    ],
)
def test_what_cannot_have_been(told: dict[str, object], message: str) -> None:
    game = rules(AUCTION, BY_BID, **KITTY)
    with pytest.raises(Invalid, match=message):
        game.settle({"left": [0, 5, 7], "roles": {"boss": "P1"}, "bids": {"P1": 2}, **told})
