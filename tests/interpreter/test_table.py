"""Tables for servers, as an attacker would try them."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from random import Random
from typing import Any

import pytest
from seats import after_claims, played_out, ready, refused, seated

from cardwright.interpreter import Invalid, Match, Refused, Table, load

HOSTILE = [
    "",
    " ",
    "\x00",
    "3D\n4C",
    "\u202e3D",
    "\ud800",
    "9" * 1_999,
    "3D " * 700,
    "=" * 500,
    "claim \x1b[31m",
    "{}" * 9,
]


# ---- tokens --------------------------------------------------------------------------------------------------------


def test_tokens_cannot_be_forged() -> None:
    table, tokens = seated(load("hk"))
    others = seated(load("hk"))[1]
    digest = json.loads(table.save())["digests"][0]
    forged: list[Any] = [
        *HOSTILE,
        others[0],
        digest,
        tokens[0][:-1],
        tokens[0] + " ",
        tokens[0].swapcase(),
        "x" * 10**6,
    ]
    forged += [None, 0, b"", tokens[0].encode(), [tokens[0]]]
    for token in forged:
        for error in (
            refused("unknown_token", table.seat_of, token),
            refused("unknown_token", table.act, token, "pass", 1),
            refused("unknown_token", table.leave, token),
        ):
            assert str(error) == "this token holds no seat at this table"
        if token is not None:
            refused("unknown_token", table.view, token)
            refused("unknown_token", table.events, token)
    assert len({*tokens, *others}) == 8 and all(len(token) >= 43 for token in tokens)


def test_a_token_is_kept_nowhere_and_holds_one_seat() -> None:
    table, tokens = seated(load("hk"))
    told = " ".join([repr(table), str(table), table.save(), *map(repr, pickle_state(table))])
    assert not [token for token in tokens if token in told]
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="secrets"):
            attempt(table)
    assert [table.seat_of(token) for token in tokens] == [0, 1, 2, 3]
    refused("seat_taken", table.join)
    refused("seat_taken", table.join, 2)
    table.leave(tokens[2])
    refused("unknown_token", table.view, tokens[2])
    seat, token = table.join()
    assert seat == 2 and token != tokens[2]
    table.free(2)
    refused("unknown_token", table.view, token)
    assert table.join()[0] == 2
    with pytest.raises(Invalid):
        table.join(9)


def pickle_state(table: Table) -> list[object]:
    """All that a table is made of."""
    return list(vars(table).values())


def test_a_token_shows_and_moves_its_own_seat_alone() -> None:
    table, tokens = ready()
    for token in tokens:
        view = table.view(token)
        hand = set(view["observation"]["hand"])
        assert len(hand) == 13 and view["observation"]["hands"] == []
        others = [set(table.view(other)["observation"]["hand"]) for other in tokens if other != token]
        assert not any(hand & other for other in others)
    everybody = table.view()
    assert everybody["seat"] is None and everybody["observation"]["hand"] == [] and everybody["legal"] == []
    first, second = table.view(tokens[0]), table.view(tokens[1])
    assert first["legal"] and not second["legal"]
    error = refused("out_of_turn", table.act, tokens[1], first["legal"][0], second["seq"])
    assert error.reasons is None
    # Whatever the seat out of turn asks for, it is told the same: nothing is read, and nothing looked up.
    for text in [*first["legal"], *table.view(tokens[1])["observation"]["hand"], "no card", "pass"]:
        assert str(refused("out_of_turn", table.act, tokens[1], text, second["seq"])) == str(error)


# ---- numbers, replays and races ------------------------------------------------------------------------------------


def test_a_request_is_done_once_however_often_it_comes() -> None:
    table, tokens = ready()
    view = table.view(tokens[0])
    play = view["legal"][0]
    answer = table.act(tokens[0], play, view["seq"])
    seen = table.view(tokens[0])
    for _ in range(3):
        assert table.act(tokens[0], play, view["seq"]) == answer
    assert table.view(tokens[0]) == seen and seen["seq"] == answer["seq"] == view["seq"] + 1
    for text, number in (("pass", view["seq"]), (view["legal"][1], view["seq"]), (play, 0), (play, -1), (play, 99)):
        refused("stale", table.act, tokens[0], text, number)
    for number in (True, "1", None, 1.0 * view["seq"], 10**5000):
        refused("stale", table.act, tokens[1], "pass", number)
    later = table.act(tokens[1], "pass", table.view(tokens[1])["seq"])
    assert table.act(tokens[0], play, view["seq"]) == answer, "the last request of a seat is answered as before"
    assert table.act(tokens[1], "pass", later["seq"] - 1) == later
    refused("stale", table.act, tokens[2], play, view["seq"])


def test_of_many_requests_at_once_one_is_done() -> None:
    table, tokens = ready()
    view = table.view(tokens[0])

    def ask(text: str) -> str:
        try:
            return str(table.act(tokens[0], text, view["seq"])["action"])
        except Refused as error:
            return error.code

    asked = [view["legal"][number % len(view["legal"])] for number in range(64)]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(ask, asked))
    done = {answer for answer in answers if answer != "stale"}
    assert len(done) == 1 and [event["text"] for event in table.events() if event["event"] == "led"] == list(done)
    with ThreadPoolExecutor(8) as pool:
        joined = list(pool.map(lambda _: table_or_code(Table(load("hk"), seed=1)), range(4)))
    assert joined == [[0, 1, 2, 3, "seat_taken"]] * 4


def table_or_code(table: Table) -> list[object]:
    """What five who sit down at once get."""

    def sit(_: int) -> object:
        try:
            return table.join()[0]
        except Refused as error:
            return error.code

    with ThreadPoolExecutor(5) as pool:
        return sorted(pool.map(sit, range(5)), key=str)


# ---- hostile text, illegal actions, the end ------------------------------------------------------------------------


def test_hostile_text_is_refused_and_changes_nothing() -> None:
    for name in ("hk", "dou_dizhu", "tien_gow"):
        table, tokens = ready(load(name), seed=3)
        view = table.view(tokens[0])
        odd: list[Any] = [*HOSTILE, "x" * 10**6, 3, None, b"pass", ["pass"]]
        for text in odd:
            with pytest.raises(Refused) as caught:
                table.act(tokens[0], text, view["seq"])
            assert caught.value.code in ("unreadable", "illegal")
            assert len(str(caught.value)) < 10_000 and str(caught.value).isprintable()
        assert table.view(tokens[0]) == view


def test_what_is_illegal_is_refused_with_reasons() -> None:
    table, tokens = ready()
    view = table.view(tokens[0])
    lacking = table.view(tokens[1])["observation"]["hand"][0]
    error = refused("illegal", table.act, tokens[0], lacking, view["seq"])
    assert error.to_json()["reasons"][0]["rule"] == "not_held"
    assert error.to_json()["nearest"] in view["legal"]
    assert "hk.rules" not in json.dumps(error.to_json()), "no place on the server"
    refused("illegal", table.act, tokens[0], "pass", view["seq"])


def test_after_the_end_nothing_is_done() -> None:
    table, tokens = seated(load("wikipedia", options={"target": 1}), seed=2)
    refused("not_over", table.next_hand)
    played_out(table, tokens, Random(1))
    end, settled = table.events()[-2:]
    assert (end["event"], settled["event"]) == ("hand_ended", "settled") and len(end["hands"]) == 4
    assert settled["scores"] == table.view()["match"]["totals"]
    seen = table.view(tokens[0])
    assert seen["phase"] == "match_over" and seen["legal"] == [] and seen["turn"] is None
    assert sorted(chain(*seen["observation"]["hands"])) == sorted(chain(*end["hands"]))
    for token in tokens:
        refused("over", table.act, token, "pass", table.view(token)["seq"])
    refused("over", table.next_hand)
    assert table.view(tokens[0]) == seen


def test_a_match_goes_on_over_hands() -> None:
    game = load("hk")
    table, tokens = seated(game, match=game.match(5), seed=5)
    numbers = []
    for _ in range(3):
        numbers.append(table.view()["match"]["hand_number"])
        played_out(table, tokens, Random(len(numbers)))
        table.next_hand()
    assert numbers == [1, 2, 3]
    scores = [event["scores"] for event in table.events() if event["event"] == "settled"]
    assert table.view()["match"]["totals"] == [sum(hand) for hand in zip(*scores, strict=True)]
    with pytest.raises(Invalid, match="another rulebook"):
        Table(game, load("taiwan").match(1))
    short = load("wikipedia", options={"target": 5})
    with pytest.raises(Invalid, match="this match is over"):
        Table(short, Match(short.rules, 1, (5, 0, 0, 0)))


# ---- chance and saves ----------------------------------------------------------------------------------------------


def test_no_seed_is_there_to_be_found_unless_it_is_given() -> None:
    game = load("hk")
    one, other = seated(game), seated(game)
    hands = [[table.view(token)["observation"]["hand"] for token in tokens] for table, tokens in (one, other)]
    assert hands[0] != hands[1] and sorted(chain(*hands[0])) == sorted(chain(*hands[1]))
    saved = json.loads(one[0].save())
    assert saved["seed"] is None
    from_seed = game.match(saved["match"]["seed"]).dealt
    assert [list(map(game.pieces.names.__getitem__, hand)) for hand in from_seed.hands] != hands[0]
    assert "seed" not in json.dumps([one[0].view(one[1][0]), one[0].events(one[1][0])])
    again = [seated(game, seed=9) for _ in range(2)]
    assert again[0][0].view(again[0][1][0]) == again[1][0].view(again[1][1][0])


def test_a_table_is_restored_as_it_was() -> None:
    for name in ("hk", "dou_dizhu", "tien_gow", "zheng_shangyou"):
        game = load(name)
        table, tokens = seated(game)
        played_out(table, tokens, Random(1))
        table.next_hand()
        after_claims(table, tokens)
        again = Table.restore(game, table.save(b"key"), b"key")
        for token in (None, *tokens):
            assert again.view(token) == table.view(token) and again.events(token) == table.events(token)
        assert again.save(b"key") == table.save(b"key")


def test_no_edit_of_a_save_goes_unnoticed() -> None:
    game = load("hk")
    table, tokens = ready(game, seed=7)
    table.act(tokens[0], table.view(tokens[0])["legal"][0], table.view(tokens[0])["seq"])
    text, plain = table.save(b"key"), json.loads(table.save())
    edits: dict[str, Callable[[dict[str, Any]], object]] = {
        "a card twice": lambda d: d["hands"][0]["deal"]["hands"][0].__setitem__(
            0, d["hands"][0]["deal"]["hands"][1][0]
        ),
        "a hand too small": lambda d: d["hands"][0]["deal"]["hands"][0].pop(),
        "no such card": lambda d: d["hands"][0]["deal"]["hands"][0].__setitem__(0, "1X"),
        "another seat": lambda d: d["hands"][0]["requests"][-1].__setitem__(0, 99),
        "another action": lambda d: d["hands"][0]["requests"][-1].__setitem__(2, "pass"),
        "another number": lambda d: d["hands"][0]["requests"][-1].__setitem__(1, 7),
        "twice": lambda d: d["hands"][0]["requests"].append(d["hands"][0]["requests"][-1]),
        "another hand": lambda d: d["hands"].append(d["hands"][0]),
        "no hands": lambda d: d["hands"].clear(),
        "no digest": lambda d: d["digests"].__setitem__(0, "x"),
        "few seats": lambda d: d["digests"].pop(),
        "of the future": lambda d: d.__setitem__("version", 2),
        "another field": lambda d: d.__setitem__("admin", True),
        "no such opener": lambda d: d["hands"][0]["deal"].__setitem__("opener", 4),
        "other rules": lambda d: d["match"].__setitem__("content", "0" * 64),
        "no totals": lambda d: d["match"].__setitem__("totals", []),
    }
    for name, edit in edits.items():
        changed = copy.deepcopy(plain)
        edit(changed)
        for key in (None, b"key"):
            with pytest.raises(Invalid):
                Table.restore(game, json.dumps(changed), key)
                pytest.fail(name)
    exchanged = json.loads(text)
    exchanged["digests"][0], exchanged["digests"][1] = exchanged["digests"][1], exchanged["digests"][0]
    for forged in (json.dumps(exchanged), table.save(), table.save(b"other"), text[:-9], "", "[]", b"\xff"):
        with pytest.raises(Invalid, match="no table that can be restored"):
            Table.restore(game, forged, b"key")
    with pytest.raises(Invalid, match="another rulebook"):
        Table.restore(load("taiwan"), text, b"key")
    assert Table.restore(game, text, b"key").seat_of(tokens[0]) == table.seat_of(tokens[0])
