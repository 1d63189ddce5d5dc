"""States and matches told from outside: what no hand can come to is refused when it is read, not when it is played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rulebooks_in_text import rules

from cardwright.dsl import shipped
from cardwright.interpreter import CardwrightError, Game, Invalid, State, StateData, load

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


@pytest.mark.parametrize("name", shipped())
def test_a_state_with_a_field_put_wrong_is_refused_or_can_be_played(name: str) -> None:
    _put_wrong(load(name), Random(name), set(StateData.model_fields) - {"hands", "content"})


def _put_wrong(game: Game, chance: Random, fields: set[str], of_each: int = 5) -> None:
    """Put something strange, or something of another moment, into each field: all of it for those that most can go
    wrong with, else a few."""
    moments = [json.loads(state.to_json()) for state in _moments(game, chance)]
    for told in moments:
        for field in sorted(fields):
            others = [other[field] for other in moments if field in other]
            for value in [*chance.sample(STRANGE, of_each), *others]:
                try:
                    read = game.state_from_json(json.dumps({**told, "content": "", field: value}))
                except CardwrightError:
                    continue
                assert game.parse_state(str(read)) == read
                if str(read) != str(game.state_from_json(json.dumps({**told, "content": ""}))):
                    _play_out(read, chance)


def _moments(game: Game, chance: Random) -> Iterator[State]:
    """The deal, the middle and the end of a second hand."""
    states = [game.deal(3, hand_number=2, last_winner=0, last_loser=1)]
    while not states[-1].is_over:
        states.append(states[-1].apply(chance.choice(states[-1].legal_actions())))
    return iter((states[0], states[min(3, len(states) - 1)], states[len(states) // 2], states[-1]))


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
    with pytest.raises((Invalid, TypeError)):
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


# ---- auctions, steps, effects --------------------------------------------------------------------------------------

STRANGE_BEFORE: list[Any] = [
    ["boss"], [["boss", 0]], [["boss", 1], ["boss", 2]], [["king", 1]], "boss", "give", "pick", "first hand",
    "later hands", [1], [3], [1, 2, 3], [3, 2, 1], [0, 0], [0, 0, 0], [[0, 0, 1]], [[1, 2]], ["trick"],
    ["hand", "trick"], ["all_hands"], ["4D", "5H"], [{"giver": 0, "taker": 1, "cards": ["4D"]}],
    [{"giver": 0, "taker": 0, "cards": []}], [{"payment": "toll", "payer": 0, "payee": 1, "amount": 3}],
    [{"payment": "piles", "payer": 0, "payee": 1, "amount": 3}], 1, 2, "4D", [["4D"], ["5D"], ["6D"]],
]  # fmt: skip


def house() -> Game:
    """A game with everything that may come before the lead, and with effects."""
    return rules(
        "auction boss { bids: 1 < 2 < 3  starts: random  each_bids: once  no_bid: void }",
        "auction chief { bids: 1 < 2  starts: opener  each_bids: until_passed  no_bid: starter }",
        "step pick: boss takes kitty",
        "step give: chief gives 2 cards to boss",
        "step tax: last loser gives 1 highest card to last winner",
        "effect turned { when: play has 9  then: reverse_turns, reverse_ranks  lasts: trick }",
        "effect chopped { when: table has 8  then: drop_beaten, pays toll }",
        "payment toll: beaten player pays player bid of boss",
        "payment debt: each loser pays the winner cards of payer x bid of chief",
        "payment piles: each player scores size of pile of player",
        "claims { order: rich  ties: turn }",
        "claim rich { holding: 9 9  may: void }",
        "claim low { holding: 4 4  may: pile  all: 4 }",
        before="tax, boss, pick, chief, give",
        deal="deal { players: 3   each: 6   rest: kitty }",
        a_pass="puts you out of the trick",
        the_hand="ends when 1 player has cards",
        the_pile="takes the whole trick",
        first_hand="opened by the holder of 4D, playing it",
        later_hands="opened by the last loser",
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_state_of_a_hand_is_possible(seed: int) -> None:
    game, chance = house(), Random(seed)
    state = game.deal(seed, hand_number=2, last_winner=0, last_loser=1)
    while True:
        assert game.parse_state(str(state)) == state
        assert game.state_from_json(state.to_json()) == state
        if state.is_over:
            return
        state = state.apply(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("seed", range(3))
def test_what_comes_before_the_lead_put_wrong(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "STRANGE", [*STRANGE, *STRANGE_BEFORE])
    _put_wrong(house(), Random(seed), set(StateData.model_fields) - {"hands", "content"}, 25)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("doing", "give", "there are the roles of the auctions that are over"),
        ("doing", "pick", "there are the roles"),
        ("doing", "nap", "there is no `nap` before the lead"),
        ("calls", [2, 1], "it is not seat"),
        ("calls", [3], "it is not seat"),
        ("roles", [["king", 2]], "the roles of the auctions that are over"),
        ("turn", 0, "it is not seat 0 that `boss` asks"),
        ("starter", None, "it is not seat 1 that `boss` asks"),
        ("answers", [], "only who could claim"),
        ("opens", "", "`opens` is said before the lead"),
        ("bids", [[1, 2, 3]], "`bids` are those of every seat"),
        ("sizes", [1], "`sizes` are those of every seat"),
        ("kitty_by", 1, "nobody has taken the kitty"),
        ("gifts", [{"giver": 0, "taker": 0, "cards": ["4D"]}], "`gifts` are pieces that one player has given"),
        ("paid", [{"payment": "debt", "payer": 0, "payee": 1, "amount": 5}], "one sum for each payment made in play"),
        ("reversed_turns", ["all_hands"], "nothing has done `reverse_turns` for so long"),
    ],
)
def test_what_no_auction_can_come_to(field: str, value: Any, message: str) -> None:
    game = house()
    hands = ("4D 5D 6D 7D 8D 9D", "4C 5C 6C 7C 8C 9C", "4H 5H 6H 7H 8H 9H")
    state = game.deal(hands=hands, kitty="4S 5S 6S 7S 8S 9S", starter=1)
    assert state.doing == "boss"
    with pytest.raises(Invalid, match=message):
        game.state_from_json(json.dumps({**json.loads(state.to_json()), field: value}))
