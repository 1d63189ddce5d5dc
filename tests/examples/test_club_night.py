"""A club night from the first table to the standings: what is told is paid by the rules, kept, and taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from by_path import example

club = example("club_night")
Typed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Type a command about one night: the exit code, and what is printed and complained of."""

    def run(*words: str) -> tuple[int, str, str]:
        code: int = club.main([str(tmp_path / "night.json"), *words])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def test_a_night(typed: Typed) -> None:
    agreed = ("--with", "tiers=four", "--without", "triples")
    assert typed("table", "Red", "hk", "Ann", "Bo", "Cy", "Di", *agreed)[0] == 0
    assert typed("table", "Blue", "hk", "Eve", "Flo", "Gus", "Ann", *agreed)[0] == 0
    _, shown, _ = typed("hand", "Red", "left=0,3,8,11")
    assert "debt: Di pays Ann 33 (cards of payer 11 x tier of payer 3 x bonus 1)" in shown
    assert shown.endswith("Ann +52, Bo +31, Cy -17, Di -66\n")
    _, shown, _ = typed("hand", "Red", "left=8,11,3,0", "broke=Cy:top")
    assert "debt: Cy pays Di 33 for Bo, having broken top" in shown
    assert typed("hand", "Blue", "left=13,13,13,0", "claimed=Ann:dragon")[1].endswith("Ann +156\n")
    # One game at two tables: who sat at both has the points of both.
    standings = [line.split() for line in typed("standings")[1].splitlines()]
    assert standings[0] == ["Cho", "Dai", "Di:", "Red,", "Blue,", "3", "hands"]
    assert standings[1] == ["Ann", "+207"] and [name for name, _ in standings[2:]] == [
        "Bo", "Di", "Cy", "Eve", "Flo", "Gus",
    ]  # fmt: skip
    assert typed("undo")[1].startswith("taken back, Blue: Eve -52")
    assert ["Ann", "+51"] in [line.split() for line in typed("standings")[1].splitlines()]


def test_cards_held_and_a_match_to_its_end(typed: Typed) -> None:
    typed("table", "one", "wikipedia", "Ann", "Ivy", "Jon", "Kim", "--with", "target=20")
    code, _, complaint = typed("hand", "one", "left=1,0,1,2")
    assert (code, "add held=…" in complaint) == (2, True)
    _, shown, _ = typed("hand", "one", "held=3D 4D 6D | nothing | 2S | 4S 4C", "ended=Ivy:9S")
    assert "the match is over" not in shown and "points: Jon 2 (cards of loser 1 x doubling of loser 2" in shown
    _, shown, _ = typed("hand", "one", "held=3D 4D 6D 7D 9D 10C JC QC KC KD | nothing | 2S | 4S 4C", "ended=Ivy:9S")
    assert "the match is over: Ivy; the next hand begins a new one" in shown
    # The next match begins at nothing: the same small hand does not end it.
    assert "is over" not in typed("hand", "one", "held=3D 4D 6D | nothing | 2S | 4S 4C", "ended=Ivy:9S")[1]
    points = [line.split() for line in typed("standings")[1].splitlines()[1:]]
    assert points[0] == ["Ivy", "0"] and points[-1][0] == "Ann"


@pytest.mark.parametrize(
    ("rules", "players", "hand", "scores"),
    [
        ("taiwan", "ABCD", ("held=nothing | 2S 3D | 4D 5D | 6D 6C", "ended=A:9S"), "A +8, B -4, C -2, D -2"),
        ("chuo_pai", "ABC", ("left=0,0,0", "piles=11,9,12"), "A +11, B +9, C +12"),
        (
            "dou_dizhu",
            "ABC",
            ("left=0,5,7", "roles=landlord:A", "bids=A:2", "played=B:9-9-9-9"),
            "A +8, B -4, C -4",
        ),
        ("zheng_shangyou", "ABCD", ("left=0,0,0,3", "out=B,A,C"), "A +1, B +2, C 0, D 0"),
        (
            "tien_gow",
            "ABCD",
            ("left=0,0,0,0", "ended=A:Heaven", "piles=4,2,1,1", "opener=A"),
            "A +16, B -4, C -6, D -6",
        ),
    ],
)
def test_any_rulebook(typed: Typed, rules: str, players: str, hand: tuple[str, ...], scores: str) -> None:
    assert typed("table", "one", rules, *players)[0] == 0
    assert scores in typed("hand", "one", *hand)[1]


def test_what_cannot_be_changes_nothing(typed: Typed, tmp_path: Path) -> None:
    typed("table", "one", "hk", "Ann", "Bo", "Cy", "Di")
    kept = (tmp_path / "night.json").read_text()
    for words, said in {
        ("table", "one", "hk", "E", "F", "G", "H"): "there is a table `one` already",
        ("table", "two", "hk", "E", "F", "G"): "for 4 players",
        ("table", "two", "hk", "E", "F", "G", "G"): "two names",
        ("table", "two", "hkk", "E"): "no rulebook `hkk`",
        ("table", "two", "hk", "E", "F", "G", "H", "--with", "tripels"): "did you mean `triples`",
        ("hand", "two", "left=0,1,2,3"): "there is no table `two`",
        ("hand", "one", "left=0,3,8"): "4 numbers of cards are needed",
        ("hand", "one", "left=1,3,8,2"): "the hand is not over",
        ("hand", "one", "lefd=0,3,8,9"): "`lefd=0,3,8,9` says nothing about a hand",
        ("hand", "one", "left=0,3,8,9", "broke=Zoe:top"): "`Zoe` does not sit at this table",
        ("hand", "one", "left=0,3,8,9", "broke=Cy"): "two things with a colon",
        ("hand", "one", "left=0,3,8,9", "broke=Cy:tap"): "there is no duty `tap`",
        ("hand", "one", "left=0,3,8,9", "bids=Cy:many"): "bids.P3: ",
        ("undo",): "there is no hand to take back",
    }.items():
        code, shown, complaint = typed(*words)
        assert (code, shown) == (2, "") and said in complaint, (words, complaint)
        assert complaint.startswith("error: ")
        assert (tmp_path / "night.json").read_text() == kept


def test_a_file_that_is_none_of_ours(typed: Typed, tmp_path: Path) -> None:
    typed("table", "one", "hk", "Ann", "Bo", "Cy", "Di")
    file = tmp_path / "night.json"
    good = json.loads(file.read_text())
    changed = {**good, "tables": {"one": {**good["tables"]["one"], "options": {"stake": 7}}}}
    for text, said in {
        "{": "is not the file of a club night",
        "[]": "is not the file of a club night",
        '{"version": 2}': "of another version",
        json.dumps({**good, "hands": [{}]}): "is not the file of a club night",
        json.dumps(changed): "not those that this night began with",
    }.items():
        file.write_text(text)
        code, _, complaint = typed("standings")
        assert code == 2 and said in complaint, complaint
        assert file.read_text() == text


@pytest.mark.parametrize(
    "changed",
    [
        {"scores": ["x"] * 4},
        {"scores": ["1/0"] * 4},
        {"scores": ["1"]},
        {"scores": 5},
        {"table": "Blue"},
        {"table": []},
        {"winner": 4},
        {"told": 5},
    ],
)
def test_a_file_that_was_spoilt_is_read_no_further(typed: Typed, tmp_path: Path, changed: dict[str, object]) -> None:
    typed("table", "Red", "hk", "Ann", "Bo", "Cy", "Di")
    typed("hand", "Red", "left=0,3,8,11")
    file = tmp_path / "night.json"
    data = json.loads(file.read_text("utf-8"))
    data["hands"][0] |= changed
    file.write_text(json.dumps(data), "utf-8")
    for words in (("undo",), ("standings",), ("hand", "Red", "left=0,3,8,11")):
        code, shown, complaint = typed(*words)
        assert (code, shown) == (2, "") and complaint.startswith("error: ")


def test_names_can_be_written_to_a_file(typed: Typed, tmp_path: Path) -> None:
    for name in ("", " ", "\udcff", "\x1b[31m"):
        assert typed("table", "Red", "hk", name, "Bo", "Cy", "Di")[0] == 2
    assert typed("table", "Red", "hk", "Ann", "Bo", "Cy", "Di", "--with", f"stake={'9' * 5000}")[0] == 2
    (tmp_path / "night.json").write_text("[" * 100_000, "utf-8")
    assert typed("standings")[0] == 2
