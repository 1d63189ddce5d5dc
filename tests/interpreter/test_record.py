"""Records of hands: replayed exactly, and every way in which one is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardwright.interpreter import (
    Action,
    Carried,
    GreedyBot,
    RecordError,
    load,
    play_out,
    read_record,
    replay,
    write_record,
)


def recorded(name: str = "hk", seed: int = 5) -> dict[str, Any]:
    """The record of a hand between greedy bots, as JSON data."""
    game = load(name)
    dealt = game.shuffle(seed)
    actions: list[Action] = []
    play_out(game.start(dealt), [GreedyBot()] * game.players, lambda seat, action: actions.append(action))
    data: dict[str, Any] = json.loads(write_record(game, dealt, actions).model_dump_json())
    return data


@pytest.mark.parametrize("name", ["hk", "taiwan", "wikipedia", "chuo_pai"])
def test_a_record_replays(name: str) -> None:
    data = recorded(name)
    again = replay(load(name), read_record(json.dumps(data)))
    assert len(again.states) == len(data["actions"]) + 1
    assert again.final.is_over and list(again.final.scores) == data["scores"]
    assert again.same_rules
    for changed in ({"content": "0" * 64}, {"edition": data["edition"] + 1}):
        other = replay(load(name), read_record(json.dumps({**data, **changed})))
        assert other.final == again.final and not other.same_rules


def test_an_open_hand_can_be_recorded() -> None:
    game = load("hk")
    dealt = game.shuffle(5, Carried(2, 3))
    first = str(game.start(dealt, Carried(2, 3)).legal_actions()[0])
    data = write_record(game, dealt, [first], Carried(2, 3))
    assert (data.scores, data.hand_number, data.last_winner, data.seed) == (None, 2, 3, 5)
    assert not replay(game, data).final.is_over


@pytest.mark.parametrize(
    ("changed", "message", "action"),
    [
        ({"actions": ["2S-2H"]}, "action 1, `2S-2H`: .*not in the hand", 1),
        ({"actions": ["P4: pass", "pass"]}, "action 1, `P4: pass`: it is the turn of P", 1),
        ({"actions": ["what"]}, "action 1, `what`: `what` is no card", 1),
        ({"actions": []}, "the record says .*, by the rules it is that the hand is not over", None),
        ({"scores": [0, 0, 0, 0]}, "the record says 0 0 0 0, by the rules it is", None),
        ({"rulebook": "taiwan"}, "the record is of `taiwan`, not of `hk`", None),
        ({"options": {"triples": False}}, "answers `triples` with False, this game with True", None),
        ({"options": {"colour": True}}, "answers `colour`, which this rulebook does not ask", None),
        ({"deal": {"hands": [["3D"], ["3D"], [], []], "opener": 0}}, "`3D` is there 2 times", None),
        ({"deal": {"hands": [["3X"], [], [], []], "opener": 0}}, "`3X` is no card", None),
        ({"deal": {"hands": [[], [], []], "opener": 0}}, "4 hands are needed", None),
        ({"deal": {"hands": [["3D"], [], [], []], "opener": 9}}, "no seat 9", None),
        ({"colour": 1}, "no record of a hand: colour", None),
        ({"version": 2}, "no record of a hand: version", None),
        ({"deal": None}, "no record of a hand: deal", None),
        ({"content": "other rules"}, "no record of a hand: content", None),
        ({"edition": 0}, "no record of a hand: edition", None),
        ({"seed": -1}, "no record of a hand: seed", None),
        ({"last_winner": 7}, "`last_winner` is 7: seats are numbered from 0 to 3", None),
        ({"last_loser": 10**20}, "`last_loser` is a number beyond all seats", None),
        ({"last_loser": -1}, "`last_loser` is -1", None),
        ({"totals": [1, 2]}, "`totals` has 2 numbers, and 4 play", None),
        ({"scores": [1, 2]}, "`scores` has 2 numbers, and 4 play", None),
        ({"options": {}}, "the record does not answer `", None),
    ],
)
def test_what_differs_first_is_named(changed: dict[str, Any], message: str, action: int | None) -> None:
    data = {**recorded(), **changed}
    with pytest.raises(RecordError, match=message) as wrong:
        replay(load("hk"), read_record(json.dumps(data)))
    assert wrong.value.action == action


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00", "null"])
def test_corrupt_text_is_no_record(text: str) -> None:
    with pytest.raises(RecordError, match="no record of a hand"):
        read_record(text)


def test_actions_after_the_end_are_named() -> None:
    data = recorded()
    data["actions"].append("pass")
    with pytest.raises(RecordError, match="the hand is over") as wrong:
        replay(load("hk"), read_record(json.dumps(data)))
    assert wrong.value.action == len(data["actions"])
