"""The verb replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import cardwright


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of a hand that bots played."""
    file = tmp_path_factory.mktemp("played") / "game.json"
    arguments = ("play", "hk", "--all-bots", "--seed", "7", "--with", "tiers=four", "--record", str(file))
    assert cardwright(*arguments).code == 0
    return file.read_text("utf-8")


@pytest.fixture
def record(tmp_path: Path, played: str) -> Path:
    """A file that holds it."""
    file = tmp_path / "game.json"
    file.write_text(played, "utf-8")
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


def test_replay_under_other_answers_or_rules(record: Path, tmp_path: Path) -> None:
    assert cardwright("replay", str(record), "--with", "tiers=three").code == 1
    said = cardwright("replay", str(record), "--rules", "taiwan")
    assert said.code == 1 and "`taiwan` instead of `hk`" in said.err
    club = tmp_path / "club.rules"
    club.write_text("cardwright 1\nrulebook club extends hk edition 1 with tiers = four", "utf-8")
    said = cardwright("replay", str(record), "--rules", str(club))
    assert said.code == 0 and "made with hk, edition 1; under club, edition 1 all went the same" in said.out
    club.write_text("cardwright 1\nrulebook club extends hk edition 1 with tiers = four, stake = 2", "utf-8")
    said = cardwright("replay", str(record), "--rules", str(club))
    assert said.code == 1 and "by the rules it is `worth: 2`" in said.err


def test_replay_tells_of_another_text_or_edition(record: Path) -> None:
    data = json.loads(record.read_text()) | {"checksum": None}
    for changed, said in (
        ({"content": "0" * 64}, "hand 1: made with another text of hk, edition 1; under this one all went the same"),
        ({"edition": 7}, "hand 1: made with hk, edition 7; under hk, edition 1 all went the same"),
    ):
        record.write_text(json.dumps({**data, **changed}))
        assert said in cardwright("replay", str(record)).out
        assert cardwright("replay", str(record), "--format", "json").data["same_rules"] is False


def test_replay_of_text_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("play", "hk", "--all-bots", "--seed", "7", "--hands", "2", "--record", str(file))
    assert cardwright(*arguments, "--format", "concise").code == 0
    text = file.read_text("utf-8")
    assert text.count("cardwright record 1\n") == 2
    assert cardwright("replay", str(file), "--format", "json").data["hands"] == 2
    lines = text.splitlines()
    at = max(number for number, line in enumerate(lines) if line == "P2: pass")
    lines[at] = "P2: 3D-3D"
    file.write_text("\n".join(lines), "utf-8")
    said = cardwright("replay", str(file))
    assert said.code == 1 and f"game.txt:{at + 1}: hand 2: action " in said.err.replace("\n", "")
    assert "its checksum does not fit" in said.err
    assert cardwright("replay", str(file), "--format", "json").data["line"] == at + 1
    lines[at] = "P2 3D"
    said = cardwright("replay", "-", typed="\n".join(lines))
    assert said.code == 2 and f"-: line {at + 1}, column 1: `P2 3D` is no line of a record" in said.err


def test_a_record_opens_no_file_that_it_names(record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    club = tmp_path / "club.rules"
    club.write_text("cardwright 1\nrulebook club extends hk edition 1", "utf-8")
    for name in (str(club), "nobody"):
        said = cardwright("replay", "-", typed=json.dumps({**data, "rulebook": name}))
        assert said.code == 2 and f"is of `{name}`, which does not ship" in said.err and "--rules" in said.err


def test_answers_that_an_option_does_not_have(record: Path) -> None:
    data = json.loads(record.read_text())
    data["options"]["tiers"] = "nine"
    said = cardwright("replay", "-", typed=json.dumps(data))
    assert said.code == 1 and "error: the answers of the record: " in said.err and "nine" in said.err


def test_a_later_version_is_named_before_anything_else() -> None:
    said = cardwright("replay", "-", "--format", "json", typed="cardwright record 2\n???")
    assert said.code == 2 and said.data["error"] == {
        "message": "-: this record is of version 2; this Cardwright reads version 1",
        "help": "update Cardwright to read it",
    }


def test_schema() -> None:
    assert cardwright("replay", "--schema").data["title"] == "Record of a hand"


def test_what_never_ends_and_what_is_too_long_is_not_read(tmp_path: Path) -> None:
    assert cardwright("replay", "/dev/zero").code == 2
    file = tmp_path / "large.txt"
    with file.open("wb") as large:
        large.truncate((64 << 20) + 1)
    said = cardwright("replay", str(file))
    assert said.code == 2 and "at most 67,108,864 bytes are read" in said.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b"{}", b"[1]", b"[" * 100_000, b"null", b"\x1b[2J"])
def test_replay_of_what_is_no_record(content: bytes) -> None:
    said = cardwright("replay", "-", typed=content)
    assert said.code == 2 and said.err.startswith("error: -: ") and "\x1b" not in said.err


def test_a_hand_that_was_left_is_not_finished(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    cardwright("play", "hk", "--seed", "7", "--record", str(file), typed="#1\nq\n")
    assert "all as the rules say so far: the hand is not finished" in cardwright("replay", str(file)).out
