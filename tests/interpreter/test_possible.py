"""States and matches told from outside: what no hand can come to is refused when it is read, not when it is played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardwright.interpreter import CardwrightError, Game, Invalid, State, load

HANDS = "hands=9S | 8D | 7C | 6H; turn=0; plays=- | - | - | -"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands=9S | 8D | 7C | 6H; turn=0", "`plays` are needed for 4 seats, not for 0"),
        (f"{HANDS}; totals=x", "totals"),
        (f"{HANDS}; leader=1", "nobody has led it"),
        (f"{HANDS}; piles=2S | - | - | -", "keep no `piles`"),
        (f"{HANDS}; last_winner=1", "keep no `last_winner`"),
        (f"{HANDS}; out=0", "without cards"),
        (f"{HANDS}; breaches=bottom 0 1", "no duty `bottom`"),
        (f"{HANDS}; claimed=0 wyvern", "no claim `wyvern`"),
        (f"{HANDS}; table=10S; table_by=0", "their own play"),
        (f"{HANDS}; table=9S; table_by=3", "`9S` is there 2 times"),
        (f"{HANDS}; opener=0; answers=-", "only who could claim"),
        ("hands=9S | 8D | 7C | 6H; ended=out; plays=- | - | - | -", "too many players have cards"),
        ("hands=9S | 8D | 7C | 6H; ended=claim; plays=- | - | - | -", "who went out on it"),
        ("hands=9S | 8D | 7C | 6H; ended=void; plays=- | - | - | -", "the claim that voided it"),
    ],
)
def test_what_no_hand_can_come_to(text: str, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        load("hk").parse_state(text)


def test_a_trick_of_one_turn_each_needs_who_led_it() -> None:
    dealt = load("chuo_pai").deal(1)
    data = json.loads(dealt.apply(dealt.legal_actions()[0]).to_json())
    with pytest.raises(Invalid, match="needs the `leader`"):
        load("chuo_pai").state_from_json(json.dumps({**data, "leader": None}))


STRANGE: list[Any] = [
    None,
    -1,
    0,
    3,
    10**30,
    True,
    "",
    "x",
    "3D",
    "1/0",
    [],
    [[]],
    [0],
    [1, 2, 3, 0],
    [[0, "dragon"]],
    {},
]
STRANGE += [
    "out",
    "claim",
    "void",
    ["dragon"],
    ["", ""],
    [{"duty": "top", "offender": 0}],
    [{"duty": "zz", "offender": 1}],
]


@pytest.mark.parametrize("name", ["hk", "taiwan", "chuo_pai", "wikipedia"])
def test_a_state_with_a_field_put_wrong_is_refused_or_can_be_played(name: str) -> None:
    game, chance = load(name), Random(name)
    for state in _moments(game, chance):
        told = {**json.loads(state.to_json()), "content": ""}
        for field in (
            "turn",
            "table",
            "answers",
            "ended",
            "leader",
            "out",
            "breaches",
            "claimed",
            "plays",
            "piles",
            "opener",
        ):
            for value in STRANGE:
                try:
                    read = game.state_from_json(json.dumps({**told, field: value}))
                except CardwrightError:
                    continue
                assert game.parse_state(str(read)) == read
                _play_out(read, chance)


def _moments(game: Game, chance: Random) -> Iterator[State]:
    """A deal, the middle and the end of a game."""
    states = [game.deal(3)]
    while not states[-1].is_over:
        states.append(states[-1].apply(chance.choice(states[-1].legal_actions())))
    return iter((states[0], states[len(states) // 2], states[-1]))


def _play_out(state: State, chance: Random) -> None:
    for _ in range(600):
        if state.is_over:
            assert len(state.scores) == len(state.hands)
            return
        state = state.apply(chance.choice(state.legal_actions()))
    raise AssertionError("the hand does not end")


def test_seats_that_there_are_not() -> None:
    state = load("hk").deal(1)
    for seat in (-1, 4):
        with pytest.raises(Invalid, match="no seat"):
            state.observe(seat)
        with pytest.raises(Invalid, match="no seat"):
            state.claims(seat)


@pytest.mark.parametrize("cards", [None, 3, b"3D", [None], [1.5], [52], [["3D"]]])
def test_what_are_no_cards(cards: Any) -> None:
    with pytest.raises(Invalid):
        load("hk").classify(cards)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("last_winner", 4, "no seat 4"),
        ("last_loser", -1, "no seat -1"),
        ("deals", -1, "deals"),
        ("hand_number", 0, "hand_number"),
        ("hand_number", 5, "cannot follow 0 deals"),
        ("totals", [0, 0, 0], "4 totals"),
        ("totals", ["1/0", 0, 0, 0], "no number"),
    ],
)
def test_a_match_put_wrong(field: str, value: object, message: str) -> None:
    game = load("hk")
    told = {**json.loads(game.match(1).to_json()), field: value}
    with pytest.raises(Invalid, match=message):
        game.resume_match(json.dumps(told))


def test_a_match_takes_no_hand_of_another_game() -> None:
    over = load("hk").deal(1)
    chance = Random(1)
    while not over.is_over:
        over = over.apply(chance.choice(over.legal_actions()))
    with pytest.raises(Invalid, match="another rulebook"):
        load("hk", {"tiers": "four"}).match(1).after(over)
