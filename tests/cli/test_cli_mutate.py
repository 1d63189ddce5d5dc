"""The verb mutate: slips that examples notice or do not, those that are allowed, formats and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import cardwright

BOOK = """cardwright 1
rulebook small "Small" edition 1
deck { ranks: 3 < 4   suits: D < C }
deal { players: 2   each: 2 }
combination single { cards: 1   compare: highest card }
play {
  turns:       go clockwise
  first hand:  opened by the holder of the lowest card
  each turn:   beat or pass
  a pass:      keeps you in the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner
  the hand:    ends when a player has no cards
}
payment debt: each loser pays the winner   cards of payer x 2
"""
APART = """cardwright 1
examples of small edition 1 {
  4D beats 3C
  3C beats 3D
  cards left 0 2: scores +4 -4
}
"""
ALLOWED = "## allow slip in play, `go clockwise` as `go anticlockwise`: two players sit opposite each other"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(BOOK, "utf-8")
    return path


def mutate(book: Path, *more: str) -> tuple[str, ...]:
    return ("mutate", str(book), "--suggest", "0", *more)


def test_without_examples_nothing_is_noticed(book: Path) -> None:
    said = cardwright(*mutate(book))
    assert said.code == 1
    assert f"{book}: 0 of " in said.out and "slips are noticed (0.0 %)" in said.out


def test_a_file_beside_the_rulebook_counts_and_what_survives_is_shown(book: Path) -> None:
    book.with_suffix(".examples").write_text(APART, "utf-8")
    said = cardwright(*mutate(book))
    assert said.code == 1
    assert "policy, in `play`" in said.out
    assert "- turns:       go clockwise\n  + turns:       go anticlockwise\n" in said.out
    assert "ranks: 4 < 3" not in said.out
    assert "noticed by none" in said.out and "means the same" in said.out


def test_a_survivor_comes_with_an_example_that_would_notice_it(book: Path) -> None:
    book.with_suffix(".examples").write_text(APART.replace("  3C beats 3D\n", ""), "utf-8")
    said = cardwright("mutate", str(book), "--suggest", "1", "--format", "json")
    found = [slip for slip in said.data["slips"] if slip["example"]]
    assert said.code == 1
    assert [slip["fate"] for slip in found] == ["survived"]
    assert found[0]["was"] == "D < C" and found[0]["becomes"] == "C < D"


def test_the_threshold_decides(book: Path) -> None:
    book.with_suffix(".examples").write_text(APART, "utf-8")
    assert cardwright(*mutate(book, "--threshold", "10")).code == 0
    assert cardwright(*mutate(book, "--threshold", "100")).code == 1


def test_an_allowed_slip_is_shown_with_its_reason(book: Path) -> None:
    file = book.with_suffix(".examples")
    file.write_text(APART.replace("  4D beats", f"  {ALLOWED}\n  4D beats"), "utf-8")
    human = cardwright(*mutate(book))
    assert "  allowed: two players sit opposite each other\n" in human.out
    concise = cardwright(*mutate(book, "--format", "concise"))
    assert concise.out.count("; allowed: two players sit opposite each other\n") == 1
    slips = cardwright(*mutate(book, "--format", "json")).data["slips"]
    allowed = [slip for slip in slips if slip["allowed"]]
    assert [(slip["declaration"], slip["was"], slip["fate"]) for slip in allowed] == [
        ("play", "go clockwise", "survived")
    ]
    assert cardwright("check", str(file)).code == 0


def test_where_every_survivor_is_allowed_all_is_well(book: Path) -> None:
    slips = cardwright(*mutate(book, "--format", "json")).data["slips"]
    notes = [
        f"## allow slip in {slip['declaration']}, `{slip['was']}` as `{slip['becomes']}`: for this test"
        for slip in slips
        if slip["fate"] == "survived"
    ]
    book.write_text(BOOK + "\n".join(notes) + "\n", "utf-8")
    assert cardwright(*mutate(book)).code == 0
    assert cardwright(*mutate(book, "--threshold", "10")).code == 1


def test_a_note_that_allows_no_survivor_is_told(book: Path) -> None:
    file = book.with_suffix(".examples")
    file.write_text(APART.replace("  4D beats", f"  {ALLOWED.replace('play', 'single')}\n  4D beats"), "utf-8")
    said = cardwright(*mutate(book, "--threshold", "10"))
    assert said.code == 1
    assert f"{file}:3:3: no such slip survives" in said.out
    assert cardwright(*mutate(book, "--format", "json")).data["idle_notes"] == [f"{file}:3:3"]


def test_examples_that_do_not_hold_are_refused(book: Path) -> None:
    file = book.with_suffix(".examples")
    file.write_text(APART.replace("4D beats 3C", "3C beats 4D"), "utf-8")
    said = cardwright(*mutate(book))
    assert said.code == 1
    assert "`3C beats 4D` does not hold as it is" in said.err and "cardwright test" in said.err


def test_files_that_cannot_be_used(book: Path, tmp_path: Path) -> None:
    other = tmp_path / "more.examples"
    assert cardwright(*mutate(book, "--examples", str(other))).code == 2
    other.write_bytes(b"cardwright 1\nexamples of small edition 1 { \xff }")
    assert "not UTF-8" in cardwright(*mutate(book, "--examples", str(other))).err
    other.write_text(APART.replace("4D beats", "5D beats"), "utf-8")
    said = cardwright(*mutate(book, "--examples", str(other)))
    assert said.code == 2 and "5D" in said.err
    broken = tmp_path / "broken.rules"
    broken.write_text(BOOK.replace("deal {", "deal"), "utf-8")
    assert cardwright(*mutate(broken)).code == 1
    assert cardwright("mutate", str(tmp_path / "none.rules")).code == 2


def test_a_file_in_which_nothing_can_be_altered(tmp_path: Path) -> None:
    file = tmp_path / "plain.rules"
    file.write_text('cardwright 1\nrulebook plain "P" edition 1 extends hk edition 1\n', "utf-8")
    said = cardwright("mutate", str(file))
    assert said.code == 0 and said.out.startswith(f"{file}: no slip changes what it means and can be played: ")
    assert "100" not in said.out
    assert cardwright("mutate", str(file), "--format", "json").data["percent"] is None
