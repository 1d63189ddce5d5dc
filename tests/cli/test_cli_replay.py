"""The verb replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import cardwright


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a hand that bots played."""
    file = tmp_path / "game.json"
    assert (
        cardwright("play", "hk", "--all-bots", "--seed", "7", "--with", "tiers=four", "--record", str(file)).code == 0
    )
    return file


def test_replay(record: Path) -> None:
    said = cardwright("replay", str(record))
    assert said.code == 0 and "all as the rules say" in said.out
    data = cardwright("replay", str(record), "--format", "json").data
    assert data["valid"] is True and data["hands"] == 1 and sum(data["scores"][0]) == 0
    assert cardwright("replay", str(record), "--format", "concise").out == "valid\n"


def test_replay_from_stdin(record: Path) -> None:
    assert cardwright("replay", "-", typed=record.read_text()).code == 0


def test_replay_of_several_hands(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ("play", "hk", "--all-bots", "--bots", "random", "--hands", "3", "--seed", "7", "--record", str(file))
    assert cardwright(*arguments, "--format", "concise").code == 0
    assert len(json.loads(file.read_text())) == 3
    assert cardwright("replay", str(file), "--format", "json").data["hands"] == 3


@pytest.mark.parametrize(
    ("change", "action"),
    [
        (lambda data: data["actions"].__setitem__(3, "P4: 2S-2H-2D"), 4),
        (lambda data: data["actions"].insert(0, "P1: nonsense"), 1),
        (lambda data: data["settlement"].update(scores=[0, 0, 0, 0]), None),
        (lambda data: data["deal"].__setitem__("hands", []), None),
    ],
)
def test_replay_finds_what_differs(record: Path, change: Callable[[Any], None], action: int | None) -> None:
    data = json.loads(record.read_text())
    change(data)
    record.write_text(json.dumps(data))
    said = cardwright("replay", str(record))
    assert said.code == 1
    assert (f"action {action}" in said.err) == (action is not None)
    answer = cardwright("replay", str(record), "--format", "json")
    assert answer.code == 1 and answer.data["valid"] is False and answer.data["action"] == action


def test_replay_under_other_answers_or_rules(record: Path) -> None:
    assert cardwright("replay", str(record), "--with", "tiers=three").code == 1
    assert cardwright("replay", str(record), "--rules", "taiwan").code == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b"{}", b"[1]", b"[" * 100_000, b"null"])
def test_replay_of_what_is_no_record(content: bytes) -> None:
    said = cardwright("replay", "-", typed=content)
    assert said.code == 2 and said.err.startswith("error: -: ")


def test_a_hand_that_was_left_is_not_finished(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    cardwright("play", "hk", "--seed", "7", "--record", str(file), typed="#1\nq\n")
    assert "all as the rules say so far: the hand is not finished" in cardwright("replay", str(file)).out
