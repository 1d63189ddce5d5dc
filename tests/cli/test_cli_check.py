"""The verb check: rulebooks, folders, examples, formats, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from terminal import RULEBOOKS, cardwright

from cardwright.dsl import shipped

HK = (RULEBOOKS / "hk.rules").read_text("utf-8")
SHORT = """cardwright 1
rulebook mine "Mine" edition 1
deck { ranks: 3 < 4 < 5 < 6   suits: D < C < H < S }
deal { players: 2   each: 6   rest: unused }
combination single { cards: 1   compare: highest card }
combination pair { cards: 2 of a rank   compare: highest card }
play {
  turns: go clockwise
  first hand: opened by a random player
  later hands: opened as the first
  each turn: beat or pass
  a pass: keeps you in the trick
  a trick: ends when all others pass in a row
  won at once: never
  next trick: led by the trick winner
  the hand: ends when a player has no cards
}"""


def test_the_shipped_rulebooks_are_listed_without_error() -> None:
    said = cardwright("check", str(RULEBOOKS))
    assert said.code == 0
    lines = [line for line in said.out.splitlines() if line.startswith("✓")]
    assert [line.split()[1] for line in lines] == list(shipped())
    assert all("examples passed" in line and "edition 1" in line for line in lines)


def test_a_summary_names_title_options_and_examples() -> None:
    said = cardwright("check", str(RULEBOOKS / "hk.rules"))
    assert said.code == 0
    assert said.out.startswith('✓ hk "Cho Dai Di": edition 1, 20 options, ')


def test_a_shipped_name_is_as_good_as_a_path() -> None:
    assert cardwright("check", "hk").out == cardwright("check", str(RULEBOOKS / "hk.rules")).out


def test_a_file_given_twice_is_checked_once() -> None:
    path = str(RULEBOOKS / "hk.rules")
    assert len(cardwright("check", path, path).out.splitlines()) == 1


def test_an_example_that_fails_is_an_error_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "wrong.rules"
    wrong = "3D-5D-7D-9D-JD beats KS-JS-8S-7S-6S"
    file.write_text(HK.replace("KD-JD-9D-6D-5D beats KS-JS-8S-7S-6S", wrong), "utf-8")
    said = cardwright("check", str(file))
    assert said.code == 1
    assert "CW801" in said.out and wrong in said.out and "^" in said.out
    assert "1 of 13 examples failed, 1 error" in said.out
    data = cardwright("check", str(file), "--format", "json").data
    assert data["rulebooks"][0]["examples"] == {"passed": 12, "failed": 1}
    assert data["diagnostics"][0]["code"] == "CW801"


def test_errors_are_reported_for_every_file(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text(HK.replace("order: straight <", "order: strait <"), "utf-8")
    (tmp_path / "b.rules").write_text(HK, "utf-8")
    said = cardwright("check", str(tmp_path))
    assert said.code == 1
    assert "strait" in said.out and "help" in said.out
    assert said.out.splitlines()[-1].startswith("✓ hk")
    concise = cardwright("check", str(tmp_path), "--format", "concise")
    assert concise.code == 1
    assert ": error[" in concise.out.splitlines()[0]


def test_formats_for_programs() -> None:
    data = cardwright("check", "hk", "--format", "json").data
    assert data["diagnostics"] == []
    assert data["rulebooks"][0]["name"] == "hk" and data["rulebooks"][0]["errors"] == 0
    assert json.loads(cardwright("check", "hk", "--format", "sarif").out)["version"] == "2.1.0"


def test_an_empty_folder_is_wrong_use(tmp_path: Path) -> None:
    said = cardwright("check", str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert "no rulebook in" in said.err


def test_what_is_not_there_is_wrong_use_and_the_rest_is_checked() -> None:
    said = cardwright("check", "hkk", "hk")
    assert said.code == 2
    assert "did you mean `hk`?" in said.err
    assert said.out.startswith("✓ hk")


def test_answers_are_tried_and_wrong_ones_are_wrong_use() -> None:
    assert cardwright("check", "hk", "--with", "tiers=four,stake=5", "--without", "triples").code == 0
    said = cardwright("check", "hk", "--with", "tirs=four")
    assert said.code == 2 and "did you mean `tiers`?" in said.err
    said = cardwright("check", "hk", "--with", "tiers=five")
    assert said.code == 2 and "`three`, `four`" in said.err


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\xff" * 99,
        b"\xef\xbb\xbf",
        b"cardwright 1\r\n",
        b"{" * 9_999,
        b"a" * 500_000,
        "順子".encode() * 999,
    ],
    ids=["empty", "binary", "mark", "start", "nested", "long", "chinese"],
)
def test_hostile_files_get_a_diagnostic(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "hostile.rules"
    file.write_bytes(content)
    said = cardwright("check", str(file))
    assert said.code == 1
    assert "error[CW" in said.out


def test_devices_and_folders_that_look_like_files_are_refused(tmp_path: Path) -> None:
    assert cardwright("check", "/dev/zero").code == 2
    (tmp_path / "folder.rules").mkdir()
    assert cardwright("check", str(tmp_path)).code == 2
    assert cardwright("classify", str(tmp_path), "3D").code == 2


_MISUSED = (
    *("check FOLDER", "check nobody", "list nobody", "explain CW999", "play nobody", "classify hk 3Q", "beats hk 3D"),
    *("moves hk", "why hk 3D --table 3Q", "settle hk", "deal hk --seed x", "replay nobody.json", "shuffle hk"),
    *("deal hk --colour red", "--colour deal hk"),
)


@pytest.mark.parametrize("spelling", ["--format json", "--format=json", "-f json", "-fjson"])
@pytest.mark.parametrize("misused", _MISUSED)
def test_wrong_use_is_told_to_programs_as_well(misused: str, spelling: str, tmp_path: Path) -> None:
    arguments = misused.replace("FOLDER", str(tmp_path)).split()
    said = cardwright(*arguments, *spelling.split())
    assert said.code == 2 and said.err
    assert set(said.data["error"]) == {"message", "help"} and said.data["error"]["message"]
    assert not cardwright(*arguments).out


def test_what_could_be_read_is_told_beside_what_could_not() -> None:
    said = cardwright("check", "nobody", "hk", "--format", "json")
    assert said.code == 2 and [one["name"] for one in said.data["rulebooks"]] == ["hk"]
    assert "`nobody`" in said.data["error"]["message"]


def test_proofs_for_people_scripts_and_programs() -> None:
    said = cardwright("check", "taiwan", "--proofs")
    assert said.code == 0
    assert "  proved   readings: 28 pairs of combinations" in said.out
    assert "  tried    options: " in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert "proved lead: each of 52 pieces" in cardwright("check", "taiwan", "-v", "--format", "concise").out
    (rulebook,) = cardwright("check", "taiwan", "-v", "--format", "json").data["rulebooks"]
    proofs = {proof["subject"]: proof for proof in rulebook["proofs"]}
    assert (proofs["scores"]["how"], proofs["scores"]["settings"]) == ("proved", 1)
    assert "proofs" not in cardwright("check", "taiwan", "--format", "json").data["rulebooks"][0]


def test_a_warning_may_be_allowed(tmp_path: Path) -> None:
    text = (RULEBOOKS / "taiwan.rules").read_text("utf-8")
    dead = "combination five_alike { cards: 5 of a rank   compare: rank }"
    ladder = "ladder more { order: pair < five_alike   beats: nothing }"
    path = tmp_path / "mine.rules"
    path.write_text(f"{text}\n{dead}\n{ladder}\n", "utf-8")
    assert "CW612" in cardwright("check", str(path)).out
    path.write_text(f"{text}\n## allow CW612: for the day with two decks\n{dead}\n{ladder}\n", "utf-8")
    said = cardwright("check", str(path))
    assert (said.code, "CW6" in said.out, "CW9" in said.out) == (0, False, False)
    assert cardwright("check", str(path), "--proofs").code == 0, "what is allowed may be refuted"


def test_what_a_proof_refutes_is_told_and_the_answer_is_no(tmp_path: Path) -> None:
    """Two readings under one setting of four: each answer by itself was tried and is fine."""
    path = tmp_path / "mine.rules"
    options = "options { one_more: no or yes   two_more: no or yes }"
    twins = "combination twins with one_more without two_more { cards: 2 of a rank   compare: rank }"
    path.write_text(f"{SHORT}\n{options}\n{twins}\n", "utf-8")
    assert cardwright("check", str(path)).code == 0
    said = cardwright("check", str(path), "--proofs")
    assert said.code == 1 and said.out.count("error[CW610]") == 1
    assert '✗ mine "Mine"' in said.out and "1 error" in said.out
    assert "  refuted  readings: CW610: `3C-3D` is both a `pair` and a `twins`" in said.out
    found = cardwright("check", str(path), "--proofs", "--format", "json")
    proofs = {proof["subject"]: proof for proof in found.data["rulebooks"][0]["proofs"]}
    assert found.code == 1 and (proofs["readings"]["how"], proofs["readings"]["codes"]) == ("refuted", ["CW610"])


def test_a_warning_that_refutes_is_no_as_well(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    dead = "combination all_alike { cards: 5 of a rank   compare: rank }"
    path.write_text(f"{SHORT}\n{dead}\n", "utf-8")
    assert cardwright("check", str(path)).code == 0, "a rule is idle, and no game is broken"
    said = cardwright("check", str(path), "--proofs")
    assert said.code == 1 and "  refuted  combinations: CW612: " in said.out


def test_a_claim_in_an_example_is_one_that_is_agreed(tmp_path: Path) -> None:
    file = tmp_path / "club.rules"
    line = "held nothing | 3D | 4D | 5D, P1 claimed dragon: scores +3 -1 -1 -1"
    for answer, code in (("no", True), ("yes", False)):
        file.write_text(
            'cardwright 1\nrulebook club "C" edition 1 extends hk edition 1\n'
            f"examples {{ {line}    with instant_wins = {answer} }}\n",
            "utf-8",
        )
        assert ("`dragon` is not agreed in this example" in cardwright("check", str(file)).out) == code
