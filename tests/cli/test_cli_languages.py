"""Every verb in the languages that are spoken, and arguments settled from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from terminal import cardwright

HANDS = [
    "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D",
    "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C",
    "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H",
    "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S",
]
CHINESE = ("--lang", "zh-Hant")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game of which two actions are known."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"hands": HANDS, "actions": ["3D", "4C"]}), "utf-8")
    return str(file)


def asked(file: str, action: str, *others: str) -> Any:
    """What `why` answers about an action in a game, as JSON."""
    said = cardwright(
        "why", "hk", "--file", file, "--play", action, "--without", "instant_wins", "--format", "json", *others
    )
    return said.data | {"code": said.code}


def test_an_argument_about_a_game(game: str) -> None:
    legal = asked(game, "5H")
    assert legal["legal"] and legal["code"] == 0
    low = asked(game, "3H")
    assert low["code"] == 1 and low["reasons"][0]["rule"] == "too_low" and low["nearest"] == "4H"
    late = asked(game, "claim dragon")
    assert late["reasons"][0]["rule"] == "not_now"


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "it is the turn of P3, not of P2"), ("zh-Hant", "現在輪到 P3，不是 P2")]
)
def test_out_of_turn(game: str, lang: str, told: str) -> None:
    answer = asked(game, "8C", "--seat", "2", "--lang", lang)
    assert answer["code"] == 1 and answer["nearest"] is None
    assert answer["reasons"] == [
        {**answer["reasons"][0], "rule": "out_of_turn", "message": told, "clause": "turns:       go anticlockwise"}
    ]
    assert asked(game, "5H", "--seat", "3")["legal"]


def test_a_claim_too_late() -> None:
    said = cardwright("why", "hk", "--hand", "9S KC", "--table", "8H", "--play", "claim dragon", *CHINESE)
    assert said.code == 1 and "一條龍要在第一手之前報，現在太遲了" in said.out and "規則，hk.rules:" in said.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--play", "9S"),
        ("--play", "9S", "--hand", "9S", "--file", "x.json"),
        ("--play", "9S", "--file", "/nowhere.json"),
        ("--play", "9S", "--hand", "9S", "--seat", "7"),
        ("--play", "claim", "--hand", "9S"),
    ],
)
def test_wrong_use_of_why(arguments: tuple[str, ...]) -> None:
    said = cardwright("why", "hk", *arguments)
    assert said.code == 2 and said.err.startswith("error: ")


def test_a_broken_file(tmp_path: Path) -> None:
    for number, text in enumerate(("", "[1]", '{"left": [0, 1, 2, 3]}', '{"hands": ["3D"]}', "\xff")):
        file = tmp_path / f"{number}.json"
        file.write_text(text, "latin-1")
        assert cardwright("why", "hk", "--file", str(file), "--play", "9S").code == 2


# ---- the other verbs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("settle", "hk", "--left", "0,3,8,11"), "賠牌：P2 付給 P1 3（付方的剩牌數 3 × 付方的賠率 1 × 加倍 1）"),
        (("beats", "hk", "9S", "8H"), "9S 壓得過 8H：是較大的單張（最大的一張：9S 對 8H）"),
        (("beats", "taiwan", "2S", "3C-3D-3H-3S-4C"), "鐵支屬於怪物，只有當中更高的才壓得過"),
        (("classify", "hk", "9S 9H"), "9S-9H 是一對"),
        (("classify", "hk", "5D-5C-5H-5S"), "四條：差 3D"),
        (("moves", "hk", "--hand", "9S 7C", "--table", "8H"), "單張（1）"),
        (("moves", "hk", "--hand", "5D 9S KC", "--table", "8H", "--next-has", "1"), "違反頂大，可能要付代價：9S、過"),
        (("deal", "hk", "--seed", "7"), "P1 先出"),
        (("list", "hk"), "分三級賠，還是分四級。"),
        (("list",), "分三級賠，還是分四級。"),
        (("explain", "hk"), "領出的人可以出任何牌型"),
        (("why", "hk", "--hand", "9S 7C", "--table", "8H", "--play", "9S"), "9S 可以"),
        (("why", "hk", "--hand", "5D 9S KC", "--table", "8H", "--play", "9S", "--next-has", "1"), "但是違反頂大"),
    ],
)
def test_chinese(arguments: tuple[str, ...], told: str) -> None:
    said = cardwright(*arguments, *CHINESE)
    assert told in said.out and said.code in (0, 1)


def test_records_in_chinese(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    assert cardwright("play", "hk", "--all-bots", "--seed", "7", "--record", file, *CHINESE).code == 0
    assert "全部合規" in cardwright("replay", file, *CHINESE).out
    record = json.loads(Path(file).read_text("utf-8"))
    record["actions"][1] = "P2: 3D"
    Path(file).write_text(json.dumps(record), "utf-8")
    said = cardwright("replay", file, *CHINESE)
    assert said.code == 1 and "之前的 1 個動作都合規" in said.out


def test_the_rules_at_the_table_in_chinese() -> None:
    said = cardwright("play", "hk", "--seed", "7", *CHINESE, typed="rules\nq\n")
    assert "領出的人可以出任何牌型" in said.out and "必須符合：所出的牌是手牌中最大的單張" in said.out.replace(
        "\n    ", ""
    )


def test_a_rulebook_in_capitals_is_meant() -> None:
    said = cardwright("play", "HK")
    assert said.code == 2 and "did you mean `hk`?" in said.err
