"""The verbs that explain, the help, and how the command line bears itself."""

from __future__ import annotations

import pytest
from terminal import cardwright, process

from cardwright.dsl import shipped

VERBS = (
    *("play", "check", "list", "explain", "classify", "beats", "moves", "why", "settle", "deal", "replay"),
    *("new", "sheet", "flatten", "update"),
)


def test_list() -> None:
    said = cardwright("list")
    assert said.code == 0
    for name, title in (("hk", "鋤大弟"), ("chuo_pai", "戳牌")):
        assert f"{name}: " in said.out and title in said.out
    assert "three or four" in said.out and "Three steps of payment, or four." in said.out
    assert "HK-" not in said.out
    assert max(map(len, said.out.splitlines())) <= 100


def test_list_for_programs() -> None:
    data = cardwright("list", "--format", "json").data
    assert [one["rulebook"] for one in data] == list(shipped())
    hk = next(one for one in data if one["rulebook"] == "hk")
    assert hk["titles"] == {"zh": "鋤大弟"} and hk["players"] == 4
    assert len({one["meaning"] for one in data}) == len(data) and len(hk["meaning"]) == 64
    tiers = next(option for option in hk["options"] if option["name"] == "tiers")
    assert tiers["answers"] == ["three", "four"] and tiers["default"] == "three" and tiers["claims"] == ["HK-54"]
    stake = next(option for option in hk["options"] if option["name"] == "stake")
    assert stake["answers"] is None and stake["least"] == 1 and stake["most"] is None
    assert len(cardwright("list", "--format", "concise").out.splitlines()) == len(data)
    assert cardwright("list", "taiwan", "--format", "concise").out.startswith("taiwan: Taiwanese Big Two")


def test_explain_a_code() -> None:
    said = cardwright("explain", "cw402")
    assert said.code == 0 and said.out.startswith("# CW402")
    assert cardwright("explain", "unknown_answer").out == said.out
    data = cardwright("explain", "CW402", "--format", "json").data
    assert data["name"] == "unknown_answer" and data["severity"] == "error" and data["page"].startswith("# CW402")
    assert cardwright("explain", "CW402", "--format", "concise").out.startswith("CW402 unknown_answer, error: ")


def test_explain_an_unknown_code() -> None:
    said = cardwright("explain", "CW999")
    assert said.code == 2 and "no code `CW999`" in said.err
    assert cardwright("explain", "nowhere").code == 2


def test_explain_a_rulebook() -> None:
    said = cardwright("explain", "hk")
    assert said.code == 0
    assert "full house      3 of a rank as trio + 2 of another rank" in said.out
    assert "who broke `top` may have to pay for it (hk.rules:" in said.out
    data = cardwright("explain", "hk", "--format", "json").data
    assert {fact["fact"] for fact in data["facts"]} >= {"breaches", "plays"}
    assert "flush" in data["combinations"]
    fewer = cardwright("explain", "hk", "--with", "last_card=free", "--format", "json").data
    assert "breaches" not in {fact["fact"] for fact in fewer["facts"]}
    assert "breaches: " in cardwright("explain", "hk", "--format", "concise").out


# ---- how it bears itself -------------------------------------------------------------------------------------------


def test_help() -> None:
    said = cardwright("--help")
    assert said.code == 0
    assert all(verb in said.out for verb in VERBS)
    assert "Exit codes" in said.out and "cardwright play hk" in said.out


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb(verb: str) -> None:
    said = cardwright(verb, "--help")
    assert said.code == 0
    assert f"{verb} [OPTIONS]" in said.out and "--format" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_without_arguments_the_help_is_shown() -> None:
    said = cardwright()
    assert said.code == 2 and "Usage" in said.out + said.err


def test_version() -> None:
    said = cardwright("--version")
    assert said.code == 0 and said.out.startswith("cardwright ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("check",),
        ("check", "--fromat", "json", "hk"),
        ("check", "hk", "--format", "xml"),
        ("classify", "hk"),
        ("classify", "hkk", "3D"),
        ("classify", "hk", ""),
        ("classify", "hk", "3D " * 5_000),
        ("classify", "hk", "3" * 50_000),
        ("classify", "hk", "\udcff\udcfe"),
        ("classify", "\0", "3D"),
        ("classify", "x" * 5_000, "3D"),
        ("classify", "hk", "3D", "--with", ""),
        ("classify", "hk", "3D", "--with", "=yes"),
        ("classify", "hk", "3D", "--with", "tiers="),
        ("classify", "hk", "3D", "--with", "tiers"),
        ("classify", "hk", "3D", "--without", "tiers=four"),
        ("classify", "hk", "3D", "--without", "nothing_of_it"),
        ("classify", "hk", "3D", "--with", "triples", "--without", "triples"),
        ("classify", "hk", "3D", "--with", "stake=0"),
        ("classify", "hk", "3D", "--lang", "symbols"),
        ("moves", "hk"),
        ("moves", "hk", "--hand", ""),
        ("deal", "hk", "--seed", "-1"),
        ("deal", "hk", "--seed", str(2**64)),
        ("deal", "hk", "--seed", "one"),
        ("explain", ""),
        ("settle", "hk", "--file", "\0"),
        ("replay", "/nowhere"),
        ("play", "hk", "--seat", "5"),
        ("play", "hk", "--seat", "two"),
        ("play", "hk", "--format", "json"),
        ("play", "hk", "--all-bots", "--seat", "1"),
        ("play", "hk", "--lang", "fr"),
        ("play", "hk", "--record", "/nowhere/game.json"),
        ("play", "hk", "--hands", "0"),
    ],
    ids=lambda arguments: " ".join(arguments)[:40].encode("ascii", "replace").decode(),
)
def test_wrong_use_is_told_on_stderr(arguments: tuple[str, ...]) -> None:
    said = cardwright(*arguments)
    assert said.code == 2
    assert said.err.strip() and (not said.out or "error" in said.data)
    assert len(said.err) < 1_500


def test_answers_by_comma_and_by_repetition_are_the_same() -> None:
    listed = cardwright("explain", "hk", "--with", "tiers=four,stake=5,triples", "--format", "json")
    repeated = cardwright(
        "explain", "hk", "--with", "tiers=four", "--with", "stake=5", "--with", "triples", "--format", "json"
    )
    assert listed.code == 0 and listed.out == repeated.out


def test_rulebooks_with_errors_are_refused_everywhere(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "broken.rules"
    file.write_text("cardwright 1\nrulebook broken edition 1\n", "utf-8")
    said = cardwright("classify", str(file), "3D")
    assert said.code == 1
    assert "this rulebook has errors" in said.err and "cardwright check" in said.err


def test_a_fresh_process() -> None:
    said = process("classify", "hk", "KD-JD-9D-6D-5D", "--format", "json")
    assert said.code == 0 and said.data["readings"] == ["flush"]
    said = process("nonsense")
    assert said.code == 2


def test_a_terminal_without_chinese() -> None:
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    said = process("list", "hk", env=env)
    assert said.code == 0 and "Cho Dai Di" in said.out
    said = process("play", "hk", "--lang", "zh", "--seed", "7", typed=b"?\nq\n", env=env)
    assert said.code == 0 and "3D" in said.out and "\\u" not in said.out
    assert process("play", "hk", typed=b"\xff\xfe\nq\n").code == 0


def test_a_reader_that_has_seen_enough() -> None:
    import subprocess
    import sys

    from terminal import ROOT

    command = f"{sys.executable} -m cardwright list | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith(f"{shipped()[0]}: ") and not done.stderr


def test_our_own_mistakes_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    import cardwright.dsl
    from cardwright.cli import app

    def broken(name: str) -> None:
        raise ZeroDivisionError("three\nlines\nof it")

    monkeypatch.setattr(cardwright.dsl, "find", broken)
    result = CliRunner().invoke(app, ["classify", "hk", "3D"])
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert "bug in cardwright" in result.stderr and "ZeroDivisionError: three lines of it (test_cli_" in result.stderr


def test_every_option_of_a_shipped_rulebook_says_what_it_is_about() -> None:
    for rulebook in cardwright("list", "--format", "json").data:
        silent = [option["name"] for option in rulebook["options"] if len(option["note"]) < 12]
        assert silent == [], rulebook["name"]
