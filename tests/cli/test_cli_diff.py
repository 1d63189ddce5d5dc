"""The verb diff, as it is typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import ROOT, cardwright

BASE = (ROOT / "rulebooks" / "chuo_pai.rules").read_text("utf-8")


def test_two_settings_of_one_rulebook() -> None:
    said = cardwright("diff", "chuo_pai", "--with", "same_split")
    assert said.code == 1
    assert "chuo_pai with same_split = yes against chuo_pai: different" in said.out
    assert "combination earth eight, same" in said.out
    assert "    with same_split = yes    # what beats what" in said.out


def test_the_same_twice() -> None:
    said = cardwright("diff", "chuo_pai", "--format", "concise")
    assert (said.code, said.out) == (0, "proved equal\n")


def test_the_second_side_has_answers_of_its_own() -> None:
    said = cardwright("diff", "chuo_pai", "--with", "most_special=4", "--against", "most_special=4", "-f", "concise")
    assert (said.code, said.out) == (0, "proved equal\n")


def test_for_programs(tmp_path: Path) -> None:
    changed = tmp_path / "mine.rules"
    changed.write_text(BASE.replace("Earth < Heaven", "Heaven < Earth").replace("names zh", "names en"), "utf-8")
    said = cardwright("diff", "chuo_pai", str(changed), "--format", "json")
    found = said.data
    assert (said.code, found["verdict"], found["equal"]) == (1, "different", False)
    first = found["examples"][0]
    assert (first["example"], first["about"], first["cards"]) == ("Earth does not beat Heaven", "order", 2)
    assert first["smallest"] is True
    assert {"part", "what", "first", "second"} == set(found["declared"][0])
    assert sum(flip["first"] for flip in found["order"]) == sum(flip["second"] for flip in found["order"]) == 4


def test_lines_are_not_wider_than_a_terminal() -> None:
    said = cardwright("diff", "tien_gow", "chuo_pai")
    assert [line for line in said.out.splitlines() if len(line) > 80 and "#" not in line] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chuo_pai", "nowhere"], "nowhere"),
        (["chuo_pai", "--against", "=x"], "`--against =x` is no answer"),
        (["chuo_pai", "--against", "hurry=yes"], "`chuo_pai` has no option `hurry`"),
    ],
)
def test_wrong_use(arguments: list[str], message: str) -> None:
    said = cardwright("diff", *arguments)
    assert said.code == 2
    assert message in said.err


def test_differences_are_told_in_chinese() -> None:
    said = cardwright("diff", "hk", "--against", "tiers=four", "--lang", "zh-Hant")
    assert said.code == 1 and "hk 與 hk（tiers = four） 比較：不同" in said.out
    told = re.sub(r"(?s)examples \{.*?\n\}", "", said.out)
    assert set(re.findall("[A-Za-z]{2,}", told)) == {"hk", "tiers", "four"}
