"""The verbs about hands: deal and settle."""

from __future__ import annotations

import json
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


# ---- situations and records ----------------------------------------------------------------------------------------


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


def test_a_record_can_be_settled(tmp_path: Path) -> None:
    file, text = tmp_path / "game.json", tmp_path / "game.txt"
    arguments = ("play", "hk", "--all-bots", "--seed", "7", "--with", "tiers=four", "--record")
    for kept_in in (file, text):
        assert cardwright(*arguments, str(kept_in)).code == 0
    out = cardwright("settle", "hk", "--file", str(file))
    assert out.code == 0 and " pays " in out.out and out.out.splitlines()[-1].count(";") == 3
    assert cardwright("settle", "hk", "--file", str(text)).out == out.out
    kept = json.loads(file.read_text("utf-8"))
    scores = {"scores": kept["settlement"]["scores"]}
    assert cardwright("settle", "hk", "--file", str(file), "--format", "json").data == scores
    kept["actions"] = kept["actions"][:3]
    kept["settlement"] = kept["checksum"] = None
    file.write_text(json.dumps(kept), "utf-8")
    said = cardwright("settle", "hk", "--file", str(file))
    assert said.code == 2 and "the hand is not over" in said.err
    kept["actions"][0] = "P1: zz"
    file.write_text(json.dumps([kept]), "utf-8")
    said = cardwright("settle", "hk", "--file", str(file))
    assert said.code == 2 and "`cardwright replay` says where" in said.err
