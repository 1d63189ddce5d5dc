"""The verbs about hands: deal, settle, replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import cardwright


def test_deal() -> None:
    data = cardwright("deal", "hk", "--seed", "1", "--format", "json").data
    assert data["seed"] == 1
    assert [len(hand) for hand in data["hands"]] == [13] * 4
    assert "3D" in data["hands"][data["opener"]]
    assert len({card for hand in data["hands"] for card in hand}) == 52
    said = cardwright("deal", "hk", "--seed", "1")
    assert "seed 1" in said.out and f"P{data['opener'] + 1} opens" in said.out
    assert len(cardwright("deal", "hk", "--format", "concise").out.splitlines()) == 4


def test_a_seed_means_the_same_always() -> None:
    arguments = ("deal", "chuo_pai", "--seed", "42", "--format", "json")
    assert cardwright(*arguments).out == cardwright(*arguments).out


def test_deal_tells_claims_and_what_is_left() -> None:
    data = cardwright("deal", "hk", "--seed", "9", "--format", "json").data
    assert data["claims"] == {"1": ["four_twos"]}
    assert "P2 may claim 四條二" in cardwright("deal", "hk", "--seed", "9", "--lang", "zh").out
    data = cardwright("deal", "wikipedia", "--with", "players=3", "--seed", "1", "--format", "json").data
    assert [len(hand) for hand in data["hands"]] == [17] * 3 and len(data["rest"]) == 1


def test_settle_what_is_left() -> None:
    arguments = ("settle", "hk", "--left", "0,3,8,11")
    assert cardwright(*arguments, "--format", "json").data == {"scores": [33, 18, -7, -44]}
    assert cardwright(*arguments, "--format", "concise").out == "+33 +18 -7 -44\n"
    said = cardwright(*arguments)
    assert "debt: P2 pays P1 3" in said.out and "P1 +33; P2 +18; P3 -7; P4 -44" in said.out
    data = cardwright(*arguments, "--with", "tiers=four", "--with", "stake=10", "--format", "json").data
    assert sum(data["scores"]) == 0 and data["scores"] != [330, 180, -70, -440]


def test_settle_a_situation(tmp_path: Path) -> None:
    situation = {"left": [8, 11, 3, 0], "broke": {"P3": "top"}}
    file = tmp_path / "situation.json"
    file.write_text(json.dumps(situation))
    arguments = ("settle", "hk", "--file", str(file), "--with", "among_losers=nothing", "--format", "json")
    assert cardwright(*arguments).data == {"scores": [0, 0, -33, 33]}
    said = cardwright("settle", "hk", "--file", "-", "--format", "json", typed=json.dumps(situation))
    assert said.code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--left", "0,3"),
        ("--left", "0,3,8,x"),
        ("--left", "0,3,8,-1"),
        ("--left", "0,3,8,99999999999999999999"),
        ("--left", "0,3,8,99"),
        ("--left", ""),
        ("--left", "0,3,8,11", "--file", "x"),
        ("--file", "/nowhere"),
        ("--file", "/dev/zero"),
    ],
)
def test_settle_wrongly(arguments: tuple[str, ...]) -> None:
    said = cardwright("settle", "hk", *arguments)
    assert said.code == 2 and said.err and not said.out


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"[]", b"{}", b'{"left": "x"}', b"[" * 100_000, b'{"zap": 1}']
)
def test_settle_hostile_files(content: bytes) -> None:
    said = cardwright("settle", "hk", "--file", "-", typed=content)
    assert said.code == 2 and said.err.startswith("error: -: ")


def test_a_settlement_that_needs_the_cards_says_so() -> None:
    said = cardwright("settle", "taiwan", "--left", "0,3,8,1")
    assert said.code == 2 and "cards held" in said.err


# ---- replay --------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a hand that bots played."""
    file = tmp_path / "game.json"
    assert cardwright("play", "hk", "--all-bots", "--seed", "7", "--with", "tiers=four", "--save", str(file)).code == 0
    return file


def test_replay(record: Path) -> None:
    said = cardwright("replay", "hk", str(record))
    assert said.code == 0 and "all as the rules say" in said.out
    data = cardwright("replay", "hk", str(record), "--format", "json").data
    assert data["valid"] is True and data["hands"] == 1 and sum(data["scores"][0]) == 0
    assert cardwright("replay", "hk", str(record), "--format", "concise").out == "valid\n"


def test_replay_from_stdin(record: Path) -> None:
    assert cardwright("replay", "hk", "-", typed=record.read_text()).code == 0


def test_replay_of_several_hands(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ("play", "hk", "--all-bots", "--bots", "random", "--hands", "3", "--seed", "7", "--save", str(file))
    assert cardwright(*arguments, "--format", "concise").code == 0
    assert len(json.loads(file.read_text())) == 3
    assert cardwright("replay", "hk", str(file), "--format", "json").data["hands"] == 3


@pytest.mark.parametrize(
    ("change", "action"),
    [
        (lambda data: data["actions"].__setitem__(3, "2S-2H-2D"), 4),
        (lambda data: data["actions"].insert(0, "nonsense"), 1),
        (lambda data: data.__setitem__("scores", [0, 0, 0, 0]), None),
        (lambda data: data["deal"].__setitem__("hands", []), None),
    ],
)
def test_replay_finds_what_differs(record: Path, change: Callable[[Any], None], action: int | None) -> None:
    data = json.loads(record.read_text())
    change(data)
    record.write_text(json.dumps(data))
    said = cardwright("replay", "hk", str(record))
    assert said.code == 1
    assert (f"action {action}" in said.err) == (action is not None)
    answer = cardwright("replay", "hk", str(record), "--format", "json")
    assert answer.code == 1 and answer.data["valid"] is False and answer.data["action"] == action


def test_replay_under_other_answers_or_rules(record: Path) -> None:
    assert cardwright("replay", "hk", str(record), "--with", "tiers=three").code == 1
    assert cardwright("replay", "taiwan", str(record)).code == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b"{}", b"[1]", b"[" * 100_000, b"null"])
def test_replay_of_what_is_no_record(content: bytes) -> None:
    said = cardwright("replay", "hk", "-", typed=content)
    assert said.code == 2 and said.err.startswith("error: -: ")


def test_counts_that_are_not_enough_say_what_is() -> None:
    said = cardwright("settle", "taiwan", "--left", "0,3,8,13")
    assert said.code == 2
    assert '--file hand.json`, such as {"ended": {"P1": ' in said.err and '"held": ["", ' in said.err


def test_what_the_advice_shows_can_be_settled(tmp_path: Path) -> None:
    said = cardwright("settle", "taiwan", "--left", "0,3,8,13")
    shown = said.err[said.err.index("{") : said.err.rindex("}") + 1]
    file = tmp_path / "hand.json"
    file.write_text(shown, "utf-8")
    assert cardwright("settle", "taiwan", "--file", str(file)).code == 0


def test_a_hand_that_was_left_is_not_finished(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    cardwright("play", "hk", "--seed", "7", "--save", str(file), typed="#1\nq\n")
    assert "all as the rules say so far: the hand is not finished" in cardwright("replay", "hk", str(file)).out


@pytest.mark.parametrize(
    ("rulebook", "told", "field"),
    [
        ("dou_dizhu", {"left": [0, 5, 7]}, "roles"),
        ("dou_dizhu", {"left": [0, 5, 7], "roles": {"landlord": "P1"}}, "bids"),
        ("dou_dizhu", {"left": [0, 5, 7], "roles": {"landlord": "P1"}, "bids": {"P1": 3}}, "played"),
        ("tien_gow", {"left": [0, 0, 0, 0], "ended": {"P1": "Heaven"}}, "piles"),
        ("tien_gow", {"left": [0, 0, 0, 0], "ended": {"P1": "Heaven"}, "piles": [8, 0, 0, 0]}, "opener"),
        ("president", {"left": [0, 0, 0, 2]}, "out"),
        ("tien_len", {"left": [0, 5, 5, 2], "claimed": {}}, "ended"),
    ],
)
def test_what_is_not_told_is_named_and_shown(rulebook: str, told: dict[str, Any], field: str, tmp_path: Path) -> None:
    """The advice is a situation that tells what was lacking."""
    file = tmp_path / "hand.json"
    setting = ("--without", "play_on") if rulebook == "tien_len" else ()
    file.write_text(json.dumps(told), "utf-8")
    said = cardwright("settle", rulebook, "--file", str(file), *setting)
    assert said.code == 2 and f"`{field}`" in said.err
    shown = json.loads(said.err[said.err.index("{") : said.err.rindex("}") + 1])
    assert field in shown and {**shown, **told} == shown
    file.write_text(json.dumps(shown), "utf-8")
    assert f"`{field}` must" not in cardwright("settle", rulebook, "--file", str(file), *setting).err


def test_a_record_can_be_settled(tmp_path: Path, record: Path) -> None:
    out = cardwright("settle", "hk", "--file", str(record))
    assert out.code == 0 and " pays " in out.out
    kept = json.loads(record.read_text("utf-8"))
    assert out.out.splitlines()[-1].count(";") == 3
    assert cardwright("settle", "hk", "--file", str(record), "--format", "json").data == {"scores": kept["scores"]}
    kept["actions"] = kept["actions"][:3]
    kept["scores"] = None
    record.write_text(json.dumps(kept), "utf-8")
    said = cardwright("settle", "hk", "--file", str(record))
    assert said.code == 2 and "the hand is not over" in said.err
    kept["actions"][0] = "zz"
    record.write_text(json.dumps([kept]), "utf-8")
    said = cardwright("settle", "hk", "--file", str(record))
    assert said.code == 2 and "`cardwright replay` says where" in said.err
