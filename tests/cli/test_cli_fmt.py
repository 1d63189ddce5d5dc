"""The verb fmt: what is written, what is left alone, and what is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import RULEBOOKS, cardwright, process

from cardwright.dsl import shipped

ROUGH = 'cardwright 1\nrulebook mine "Mine"\nset  reds:D ,H   #mine\n'
SMOOTH = 'cardwright 1\n\nrulebook mine "Mine"\nset reds: D, H    # mine\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.rules"
    path.write_text(ROUGH, "utf-8")
    return path


def test_a_file_is_laid_out_once(file: Path) -> None:
    said = cardwright("fmt", str(file))
    assert (said.code, said.out) == (0, "1 file laid out anew\n")
    assert file.read_text("utf-8") == SMOOTH
    said = cardwright("fmt", str(file))
    assert (said.code, said.out) == (0, "1 file left as it is\n")


def test_check_names_what_would_change_and_changes_nothing(file: Path) -> None:
    said = cardwright("fmt", "--check", str(file))
    assert said.code == 1
    assert said.out.splitlines() == [str(file), "1 file would be laid out anew"]
    assert file.read_text("utf-8") == ROUGH
    file.write_text(SMOOTH, "utf-8")
    assert cardwright("fmt", "--check", str(file)).code == 0


def test_diff_shows_what_would_change_and_changes_nothing(file: Path) -> None:
    said = cardwright("fmt", "--diff", str(file))
    assert said.code == 0
    assert "-set  reds:D ,H   #mine" in said.out and "+set reds: D, H    # mine" in said.out
    assert file.read_text("utf-8") == ROUGH
    assert cardwright("fmt", "--check", "--diff", str(file)).code == 1


def test_stdin_goes_to_stdout() -> None:
    assert cardwright("fmt", "-", typed=ROUGH).out == SMOOTH
    assert cardwright("fmt", "--check", "-", typed=ROUGH).code == 1
    assert cardwright("fmt", "--check", "-", typed=SMOOTH).code == 0


def test_line_ends_and_marks_are_made_plain(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + SMOOTH.replace("\n", "\r\n").encode())
    assert cardwright("fmt", "--check", str(file)).code == 1
    assert cardwright("fmt", str(file)).code == 0
    assert file.read_bytes() == SMOOTH.encode()


def test_full_width_signs_are_made_plain() -> None:
    wide = 'cardwright 1\n\nrulebook mine "一，二"\nset reds：D，H　＃ 花，紅\n'
    plain = 'cardwright 1\n\nrulebook mine "一，二"\nset reds: D, H    # 花，紅\n'
    assert cardwright("fmt", "-", typed=wide).out == plain


def test_a_file_with_errors_is_left_alone(file: Path) -> None:
    other = file.with_name("wrong.rules")
    other.write_text("cardwright 1\nrulebook mine\nset  red: {\n", "utf-8")
    said = cardwright("fmt", str(file.parent))
    assert said.code == 2
    assert "error[CW" in said.err and "is left as it is" in said.err
    assert file.read_text("utf-8") == SMOOTH and "set  red: {" in other.read_text("utf-8")


def test_what_is_said_to_programs(file: Path) -> None:
    wrong = file.with_name("wrong.rules")
    wrong.write_text("deck {", "utf-8")
    said = cardwright("fmt", "--check", str(file.parent), "--format", "json")
    assert said.code == 2
    mine, other = said.data["files"]
    assert mine["changed"] and mine["ok"] and not other["changed"] and not other["ok"]
    assert other["diagnostics"][0]["code"].startswith("CW") and "errors" in said.data["error"]["message"]
    (one,) = cardwright("fmt", "-", "--diff", "-f", "json", typed=ROUGH).data["files"]
    assert one["text"] == SMOOTH and "+set reds" in one["diff"]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"", b"\x00" * 100, b"cardwright 1\nrulebook a_game\n" + b"{" * 5000]
)
def test_what_is_no_rulebook_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.rules"
    path.write_bytes(data)
    assert cardwright("fmt", str(path)).code == 2
    assert path.read_bytes() == data


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (str(tmp_path / "none.rules"), str(tmp_path), "a\0b"):
        assert cardwright("fmt", path).code == 2


def test_rights_and_links_are_kept(file: Path) -> None:
    file.chmod(0o640)
    link = file.with_name("link.rules")
    link.symlink_to(file)
    assert cardwright("fmt", str(link)).code == 0
    assert link.is_symlink() and file.read_text("utf-8") == SMOOTH
    assert file.stat().st_mode & 0o777 == 0o640


def test_the_shipped_rulebooks_are_in_their_layout() -> None:
    said = process("fmt", "--check", str(RULEBOOKS))
    assert said.code == 0
    assert said.out == f"{len(shipped())} files left as they are\n"
