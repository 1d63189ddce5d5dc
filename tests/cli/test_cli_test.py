"""The verb test: examples in rulebooks and in files of their own, coverage, formats and exit codes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from terminal import RULEBOOKS, cardwright

from cardwright.dsl import shipped

HOLDS = """cardwright 1

examples of hk edition 1 {
  9S beats 8S
  for c in 3D, 4D: 9S beats c    with tiers = three or four
}
"""
FAILS = HOLDS.replace("9S beats 8S", "8S beats 9S")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "club.examples"
    path.write_text(FAILS, "utf-8")
    return path


def test_the_examples_of_all_shipped_rulebooks_hold() -> None:
    said = cardwright("test", str(RULEBOOKS))
    assert said.code == 0
    assert len(said.out.splitlines()) == len(shipped()) + len([*RULEBOOKS.glob("*.examples")])
    assert all(line.startswith("✓") and "examples passed" in line for line in said.out.splitlines())


def test_a_file_of_examples_is_run_with_its_rulebook(file: Path) -> None:
    file.write_text(HOLDS, "utf-8")
    said = cardwright("test", str(file))
    assert (said.code, said.out) == (0, f"✓ hk ({file}): 5 examples passed\n")
    assert cardwright("check", str(file)).code == 0


def test_a_failure_says_what_was_found_and_which_rule_says_so(file: Path) -> None:
    said = cardwright("test", str(file))
    assert said.code == 1
    assert "8S beats 9S" in said.out and "8S does not beat 9S (too low)" in said.out
    assert "this rule says so" in said.out and "compare: highest card" in said.out
    assert "write `8S does not beat 9S`" in said.out
    assert said.out.splitlines()[-1] == f"✗ hk ({file}): 1 of 5 examples failed"


def test_a_folder_holds_rulebooks_and_examples(file: Path) -> None:
    (file.parent / "hk.rules").write_text((RULEBOOKS / "hk.rules").read_text("utf-8"), "utf-8")
    said = cardwright("test", str(file.parent), "--format", "concise")
    assert said.code == 1
    assert [line.split()[1] for line in said.out.splitlines()[-2:]] == ["hk", "hk"]


def test_programs_are_told_everything(file: Path) -> None:
    (one,) = cardwright("test", str(file), "--format", "json").data["files"]
    assert (one["rulebook"], one["passed"], one["failed"]) == ("hk", 4, 1)
    wrong, *right = one["examples"]
    assert not wrong["holds"] and wrong["found"].startswith("8S does not beat 9S") and wrong["line"] == 4
    assert wrong["would_hold"] == "8S does not beat 9S" and wrong["clauses"][0].startswith("hk.rules:")
    assert [each["text"] for each in right] == ["9S beats 3D", "9S beats 3D", "9S beats 4D", "9S beats 4D"]
    assert [each["answers"]["tiers"] for each in right] == ["three", "four", "three", "four"]


def test_junit(file: Path) -> None:
    suites = ElementTree.fromstring(cardwright("test", str(file), "--format", "junit").out)
    (suite,) = suites
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["errors"]) == ("5", "1", "0")
    failed = [case for case in suite if case.find("failure") is not None]
    assert [case.attrib["name"] for case in failed] == ["8S beats 9S"]
    assert failed[0].attrib["line"] == "4"


def test_coverage_names_what_no_example_reached_and_what_others_did(file: Path) -> None:
    file.write_text(HOLDS, "utf-8")
    said = cardwright("test", str(file), "--coverage")
    assert said.code == 0
    lines = [" ".join(line.split()) for line in said.out.splitlines()]
    assert any(line.startswith("not reached") and line.endswith("combination pair") for line in lines)
    at = next(n for n, line in enumerate(lines) if line.startswith("reached") and line.endswith("tiers = four"))
    assert lines[at + 1] == "9S beats 3D with tiers = four"
    assert any(line.startswith("not reached") and line.endswith("triples = no") for line in lines)


def test_coverage_counts_all_examples_of_a_rulebook_together(file: Path) -> None:
    file.write_text(HOLDS, "utf-8")
    other = file.with_name("more.examples")
    other.write_text(HOLDS.replace("9S beats 8S", "5D-5C is pair"), "utf-8")
    alone = cardwright("test", str(file), "--coverage", "-f", "json").data["coverage"]["hk"]
    both = cardwright("test", str(file), str(other), "--coverage", "-f", "json").data["coverage"]["hk"]
    assert both["percent"] > alone["percent"]
    gained = [unit["name"] for unit in both["units"] if unit["examples"]]
    assert "combination pair" in gained
    assert "combination pair" not in [unit["name"] for unit in alone["units"] if unit["examples"]]


def test_too_little_coverage_is_a_no() -> None:
    assert cardwright("test", "hk", "--threshold", "1").code == 0
    said = cardwright("test", "hk", "--threshold", "100")
    assert said.code == 1 and "is less than 100 %" in said.out
    assert cardwright("test", "hk", "--threshold", "101").code == 2


def test_what_cannot_be_run(file: Path) -> None:
    file.write_text(HOLDS.replace("of hk", "of nothing_known"), "utf-8")
    said = cardwright("test", str(file))
    assert said.code == 1 and "CW805" in said.out and "not run: 1 error" in said.out
    for path in ("no_such_rulebook", str(file.parent / "none.examples")):
        assert cardwright("test", path).code == 2
    file.write_bytes(b"\xff")
    assert cardwright("test", str(file)).code == 1


def test_an_example_file_beside_a_rulebook_is_about_that_one(file: Path) -> None:
    own = (RULEBOOKS / "hk.rules").read_text("utf-8").replace("edition 1", "edition 4", 1)
    (file.parent / "hk.rules").write_text(own, "utf-8")
    file.write_text(HOLDS.replace("edition 1", "edition 4"), "utf-8")
    assert cardwright("test", str(file)).code == 0


def test_the_examples_beside_a_rulebook_run_with_it(file: Path) -> None:
    lines = cardwright("test", "hk").out.splitlines()
    assert [line.rpartition(":")[0] for line in lines] == ["✓ hk", "✓ hk (hk.examples)"]
    club = file.with_name("club.rules")
    club.write_text('cardwright 1\nrulebook friday "F" edition 1 extends hk edition 1\n', "utf-8")
    beside = HOLDS.replace("of hk", "of friday")
    file.write_text(beside, "utf-8")
    for paths in ((club,), (club, file), (file.parent,)):
        files = cardwright("test", *map(str, paths), "--format", "json").data["files"]
        assert sum(one["path"] == str(file) for one in files) == 1, "each file is run once"
    said = cardwright("test", str(club))
    assert (said.code, said.out.splitlines()[1]) == (0, f"✓ friday ({file}): 5 examples passed")
    file.write_text(FAILS, "utf-8")
    said = cardwright("test", str(club))
    assert said.code == 1 and f"✗ hk ({file}): 1 of 5 examples failed" in said.out, "these are of another rulebook"


def test_a_file_that_is_called_as_a_rulebook_and_declares_another_one_does_not_hide_it(file: Path) -> None:
    file.write_text(HOLDS, "utf-8")
    local = file.with_name("hk.rules")
    other = (RULEBOOKS / "hk.rules").read_text("utf-8").replace("edition 1", "edition 4", 1)
    local.write_text(other.replace("rulebook hk", "rulebook my_hk", 1), "utf-8")
    assert cardwright("test", str(file)).out == f"✓ hk ({file}): 5 examples passed\n"
    local.write_text(other.replace("edition 4", "edition 1", 1), "utf-8")
    assert cardwright("test", str(file)).out == f"✓ hk ({file}, of {local}): 5 examples passed\n"
    covered = cardwright("test", "hk", str(file), "--coverage", "-f", "json").data["coverage"]
    assert set(covered) == {"hk (hk.rules)", f"hk ({local})"}, "rulebooks of one name are not taken for one"


def test_junit_has_no_character_that_xml_lacks(file: Path) -> None:
    odd = file.with_name("a\x01b\x1f.examples")
    odd.write_text(FAILS, "utf-8")
    (suite,) = ElementTree.fromstring(cardwright("test", str(odd), "--format", "junit").out)
    assert suite.attrib["name"].endswith("a\ufffdb\ufffd.examples")


def test_coverage_tells_what_a_variant_says_itself(file: Path) -> None:
    club = file.with_name("friday.rules")
    club.write_text(
        'cardwright 1\nrulebook friday "F" edition 1 extends hk edition 1\n'
        "duty no_two_last { when: going_out   must: have no 2   breach: refused }\n"
        "duty no_ace_last { when: going_out   must: have no A   breach: refused }\n"
        "examples { on 8H holding 2S: may pass, not 2S because no_two_last   4D beats 3D }\n",
        "utf-8",
    )
    said = cardwright("test", str(club), "--coverage")
    assert said.code == 0
    share = next(line for line in said.out.splitlines() if line.startswith("friday: "))
    assert share.endswith("of what it says itself 2 of 2")
    own, _, rest = said.out.partition("not reached of what it has from its base:")
    assert "duty no_two_last" in own and "combination pair" not in own and "combination pair" in rest
    units = cardwright("test", str(club), "--coverage", "-f", "json").data["coverage"]["friday"]["units"]
    assert {unit["name"]: unit["inherited"] for unit in units}["combination pair"]
