"""The verbs about variants: start one, ask what must be agreed, write one out, follow a base."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import RULEBOOKS, cardwright

from cardwright.dsl import find, meaning, shipped

FRIDAY = """cardwright 1
rulebook friday "Friday Club" edition 1 extends hk edition 1 with tiers = four
change flush { compare: suit, then ranks }
remove flush_twos, ace_high
examples { 3S-5S-7S-9S-JS beats 2H-AH-KH-QH-10H }
"""


@pytest.fixture
def friday(tmp_path: Path) -> str:
    path = tmp_path / "friday.rules"
    path.write_text(FRIDAY, "utf-8")
    return str(path)


def test_every_verb_takes_a_variant(friday: str) -> None:
    said = cardwright("check", friday)
    assert said.code == 0, "examples of the base that no longer hold are no errors"
    first, second, third, *_ = said.out.splitlines()
    assert first == '✓ friday "Friday Club": edition 1, 18 options, 1 example passed'
    assert second == "  of 13 examples of hk: 10 hold here, 3 do not" and third.startswith("    KD-JD-9D-6D-5D beats")
    data = cardwright("check", friday, "--format", "json").data["rulebooks"][0]["examples_of_base"]
    assert (data["total"], data["holding"], len(data["failing"])) == (13, 10, 3)
    assert cardwright("check", "hk", "--format", "json").data["rulebooks"][0]["examples_of_base"] is None
    assert cardwright("beats", friday, "3S-5S-7S-9S-JS", "2H-AH-KH-QH-10H").code == 0
    assert cardwright("beats", "hk", "3S-5S-7S-9S-JS", "2H-AH-KH-QH-10H").code == 1
    said = cardwright("beats", friday, "KD-JD-9D-6D-5D", "KS-JS-8S-7S-6S")
    assert "change flush { compare: suit, then ranks }" in said.out, "the clause stands in the variant"
    assert "combination pair" in cardwright("beats", friday, "2D-2C", "AD-AC").out, "and this one in its base"
    assert cardwright("settle", friday, "--left", "0,3,8,11", "--format", "json").data["scores"] == [52, 31, -17, -66]
    assert cardwright("play", friday, "--all-bots", "--seed", "7").code == 0
    assert cardwright("deal", friday, "--seed", "7").out.startswith("Friday Club, seed 7")
    said = cardwright("check", friday, "--with", "tiers=three")
    assert said.code == 2 and "`tiers` is settled by `friday`: tiers = four" in said.err


def test_errors_show_both_files(friday: str) -> None:
    Path(friday).write_text(FRIDAY.replace("remove flush_twos, ", "remove quads_bonus, "), "utf-8")
    said = cardwright("check", friday)
    assert said.code == 1 and "hk.rules:120:12" in said.out and "x quads_bonus when the winner" in said.out
    assert f"{friday}:4:8" in said.out and "remove quads_bonus, ace_high" in said.out
    for verb in (("play",), ("flatten",), ("sheet",), ("explain",)):
        said = cardwright(*verb, friday)
        assert said.code == 1 and "this rulebook has errors" in said.err


# ---- flatten -------------------------------------------------------------------------------------------------------


def test_flatten(friday: str, tmp_path: Path) -> None:
    text = cardwright("flatten", friday).out
    assert re.search(r"compare: suit, then ranks +# friday.rules:3\n", text) and "flush_twos" not in text
    assert "# Settled: tiers = four (friday.rules:2)" in text
    flat = tmp_path / "flat.rules"
    flat.write_text(text, "utf-8")
    assert cardwright("check", str(flat)).code == 0 and cardwright("fmt", "--check", str(flat)).code == 0
    assert meaning(find(flat).settle()) == meaning(find(friday).settle())
    assert cardwright("flatten", friday, "--format", "json").data["text"].strip() == text.strip()


def test_flatten_with_answers(tmp_path: Path) -> None:
    assert cardwright("flatten", "hk").out.strip() == (RULEBOOKS / "hk.rules").read_text("utf-8").strip()
    flat = tmp_path / "flat.rules"
    flat.write_text(cardwright("flatten", "hk", "--with", "tiers=four", "--without", "triples").out, "utf-8")
    assert meaning(find(flat).settle()) == meaning(find("hk").settle({"tiers": "four", "triples": False}))
    assert "tiers:" not in flat.read_text("utf-8")
    assert "# Settled: tiers = four (--with)\n" in flat.read_text("utf-8"), "what is given stands in no file"
    again = cardwright("flatten", str(flat), "--with", "stake=2")
    assert again.code == 0 and "is worth 2" in again.out
    assert cardwright("flatten", "hk", "--with", "tiers=five").code == 2


# ---- new -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", shipped())
def test_new(base: str, tmp_path: Path) -> None:
    file = tmp_path / "our club-rules.rules"
    assert cardwright("new", str(file), "--from", base).code == 0
    checked = find(file)
    assert not checked.diagnostics and checked.program is not None
    assert cardwright("fmt", "--check", str(file)).code == 0
    assert meaning(checked.settle()) == meaning(find(base).settle())
    assert checked.program.file.header.name.text == "our_club_rules"
    # What the comments suggest can be written just so.
    text = file.read_text("utf-8")
    open_ = re.sub(r"(?m)^#   (?!remove NAME)", "", text)
    assert open_ != text
    file.write_text(open_, "utf-8")
    assert not find(file).errors, [f"{each.span}: {each.message}" for each in find(file).errors]
    assert cardwright("new", str(file), "--from", base).code == 2, "what is there is never written over"


def test_new_from_a_file(tmp_path: Path, friday: str) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "tuesday.rules"
    said = cardwright(
        "new", str(file), "--from", friday, "--name", "tuesday", "--title", "On Tuesdays", "--with", "stake=2"
    )
    assert said.code == 0
    assert 'rulebook tuesday "On Tuesdays" edition 1 extends "../friday.rules" edition 1\n  with stake = 2\n' in (
        file.read_text("utf-8")
    )
    assert cardwright("check", str(file)).code == 0
    for arguments in (("--name", "My Club"), ("--from", "hkk"), ("--with", "tiers=three")):
        assert cardwright("new", str(tmp_path / "other.rules"), "--from", friday, *arguments).code == 2
    odd = tmp_path / "odd.rules"
    assert cardwright("new", str(odd), "--title", 'A "big"\n club\x07').code == 0
    assert "rulebook odd \"A 'big' club\" edition 1" in odd.read_text("utf-8")
    assert cardwright("check", str(odd)).code == 0
    assert cardwright("new", str(tmp_path / "other.txt")).code == 2
    assert cardwright("new", str(tmp_path / "nowhere" / "other.rules")).code == 2


# ---- sheet ---------------------------------------------------------------------------------------------------------


def test_sheet() -> None:
    said = cardwright("sheet", "hk")
    assert said.code == 0 and max(map(len, said.out.splitlines())) <= 80
    assert "  1. instant_wins: yes or no" in said.out and "Three steps of payment, or four." in said.out
    data = cardwright("sheet", "hk", "--format", "json").data
    weights = [len(question["touches"]) for question in data["questions"]]
    assert len(weights) == 20 and weights == sorted(weights, reverse=True)
    tiers = next(question for question in data["questions"] if question["name"] == "tiers")
    assert tiers["touches"] == ["tier"] and tiers["answers"] == ["three", "four"] and tiers["default"] == "three"
    assert cardwright("sheet", "hk", "--format", "concise").out.splitlines()[0] == "instant_wins: yes or no"


def test_sheet_writes_the_answers_down(tmp_path: Path) -> None:
    file = tmp_path / "club.rules"
    said = cardwright("sheet", "hk", "--write", str(file), "--with", "tiers=four,stake=2", "--without", "triples")
    assert said.code == 0
    given: dict[str, str | bool | int] = {"tiers": "four", "stake": 2, "triples": False}
    assert meaning(find(file).settle()) == meaning(find("hk").settle(given))
    assert len(cardwright("sheet", str(file), "--format", "json").data["questions"]) == 17
    assert cardwright("sheet", "hk", "--write", str(file)).code == 2


def test_sheet_asks_in_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cli.questions.is_terminal", lambda: True)
    file = tmp_path / "club.rules"
    typed = "no\n\nmaybe\nno\n" + "\n" * 16
    said = cardwright("sheet", "hk", "--write", str(file), "--with", "tiers=four", typed=typed)
    assert said.code == 0 and "19 questions" in said.out and "`maybe` is no answer to `royal_type`" in said.out
    text = file.read_text("utf-8")
    assert "  with tiers = four\n  without instant_wins, royal_type\n" in text
    assert cardwright("check", str(file)).code == 0


# ---- update --------------------------------------------------------------------------------------------------------


def test_update(tmp_path: Path) -> None:
    base, mine = tmp_path / "base.rules", tmp_path / "mine.rules"
    base.write_text((RULEBOOKS / "hk.rules").read_text("utf-8").replace("edition 1", "edition 3", 1), "utf-8")
    mine.write_text(FRIDAY.replace("extends hk", 'extends "base.rules"'), "utf-8")
    assert cardwright("check", str(mine)).code == 1
    said = cardwright("update", str(mine))
    assert (
        said.code == 0 and "`compare` reads so now" in said.out and "edition 1 of its base is now edition 3" in said.out
    )
    assert mine.read_text("utf-8") == FRIDAY.replace("extends hk edition 1", 'extends "base.rules" edition 3')
    assert "error" not in said.out, "what was mended is no error any more"
    assert cardwright("check", str(mine)).code == 0
    assert cardwright("update", str(mine), "--format", "json").data == {"file": str(mine), "updated": None}
    assert cardwright("update", "hk").code == 2 and cardwright("update", str(base)).code == 2
    mine.write_text(FRIDAY.replace("extends hk", 'extends "nowhere.rules"'), "utf-8")
    assert cardwright("update", str(mine)).code == 1


def test_update_of_examples(tmp_path: Path) -> None:
    file = tmp_path / "some.examples"
    file.write_text("cardwright 1\nexamples of hk edition 7 { 9S beats 8S }\n", "utf-8")
    assert cardwright("test", str(file)).code == 1
    said = cardwright("update", str(file))
    assert said.code == 0 and "edition 7 of its rulebook is now edition 1" in said.out
    assert cardwright("test", str(file)).code == 0
    assert "nothing to do" in cardwright("update", str(file)).out
    file.write_text("cardwright 1\nexamples of no_such edition 7 { 9S beats 8S }\n", "utf-8")
    assert cardwright("update", str(file)).code == 1


def test_update_keeps_the_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "some.examples"
    file.write_bytes(b"cardwright 1\r\n\r\nexamples of hk edition 7 {\r\n9S beats 8S\r\n}\r\n")
    assert cardwright("update", str(file)).code == 0
    assert file.read_bytes() == b"cardwright 1\r\n\r\nexamples of hk edition 1 {\r\n9S beats 8S\r\n}\r\n"


def test_new_leaves_nothing_behind_that_it_could_not_write(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="only here can files be kept short")
    signal = pytest.importorskip("signal")
    file = tmp_path / "club.rules"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        said = cardwright("new", str(file))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert said.code == 2 and "cannot write" in said.err and not file.exists()


def test_names_of_files(tmp_path: Path) -> None:
    assert cardwright("new", str(tmp_path / ".rules")).code == 2
    assert [*tmp_path.iterdir()] == []
    file = tmp_path / "My Club.rules"
    said = cardwright("new", str(file))
    assert said.code == 0 and f"`cardwright check '{file}'`" in said.out, "as it can be typed"
