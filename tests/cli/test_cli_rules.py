"""The rules sheet: as it was, in both languages; whole, valid, deterministic; its examples are what they are for.

Run with UPDATE_SHEETS=1 to write the sheets as they are now; read the difference before you keep it."""

from __future__ import annotations

import os
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from terminal import cardwright

from cardwright.cli.opening import open_game
from cardwright.display.naming import Names
from cardwright.display.sheet import as_html, as_markdown, as_text, in_short, sheet, text_lines
from cardwright.display.sheet.examples import example, worked_hand
from cardwright.dsl import find, shipped
from cardwright.interpreter import BOTS, Action, PlayCards, play_out
from cardwright.languages import LANGUAGES

SHEETS = Path(__file__).parent / "sheets"
KEPT = [(name, "md") for name in ("hk", "taiwan", "wikipedia", "chuo_pai")] + [("hk", "html")]


@cache
def made(rulebook: str, lang: str) -> dict[str, str]:
    """A sheet in every format."""
    game = open_game(rulebook, None, None).game
    whole = sheet(game, Names(game.rulebook, lang, everywhere=True))
    return {"txt": as_text(whole), "md": as_markdown(whole), "html": as_html(whole)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("rulebook", "ending"), KEPT)
def test_sheets_are_as_they_were(rulebook: str, ending: str, lang: str) -> None:
    file = SHEETS / f"{rulebook}.{lang}.{ending}"
    if "UPDATE_SHEETS" in os.environ:
        file.parent.mkdir(exist_ok=True)
        file.write_text(made(rulebook, lang)[ending], "utf-8")
    assert made(rulebook, lang)[ending] == file.read_text("utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rulebook", shipped())
def test_text_fits_a_terminal(rulebook: str, lang: str) -> None:
    from rich.cells import cell_len

    text = made(rulebook, lang)["txt"]
    assert max(map(cell_len, text.splitlines())) <= 80 and "{" not in text


# ---- HTML ----------------------------------------------------------------------------------------------------------

VOID = {"meta"}


class Checker(HTMLParser):
    """Keeps what is open, and what would not be self-contained."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.outside += [name for name, _ in attrs if name in ("src", "href", "srcset", "onclick")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rulebook", shipped())
def test_html_is_whole_and_needs_nothing_else(rulebook: str, lang: str) -> None:
    text = made(rulebook, lang)["html"]
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert not checker.open and not checker.outside
    assert text.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">') and '<meta charset="utf-8">' in text
    assert not checker.seen & {"script", "link", "iframe", "img"} and "@import" not in text and "url(" not in text
    assert not re.search(r"https?:|//[a-z]|@import|@font-face|javascript:", text)
    assert "@media print" in text and "viewport" in text
    assert {"h1", "h2", "table", "ul"} <= checker.seen


def test_heads_of_tables_and_everything_else_are_shown_on_a_phone() -> None:
    text = made("hk", "en")["html"]
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert "max-width: 40rem" in style
    assert not re.search(r"display: *none|visibility: *hidden|font-size: *0[;}]|overflow: *hidden", style)
    heads = re.findall(r"<thead><tr>(.*?)</tr></thead>", text)
    assert [len(re.findall('<th scope="col">[^<]+</th>', head)) for head in heads] == [4, 4]


def test_tiles_show_their_pips() -> None:
    game = open_game("chuo_pai", None, None).game
    shown = {piece.faces for piece in game.rulebook.deck.pieces if piece.copies}
    tiles = re.findall(r'<span class="card tile"[^>]*>(.*?)</span>', made("chuo_pai", "en")["html"])
    drawn = {tuple(half.count("<circle") for half in re.findall(r"<svg.*?</svg>", tile)) for tile in tiles}
    assert drawn == shown
    assert all(
        int(label) == half.count("<circle")
        for tile in tiles
        for label, half in re.findall(r'<svg[^>]*aria-label="(\d)">(.*?)</svg>', tile)
    )


@pytest.mark.parametrize(("rulebook", "answer"), [("tien_len", "two_last=forbidden"), ("president", "no_two_last=yes")])
def test_a_worked_example_keeps_what_is_refused(rulebook: str, answer: str) -> None:
    """The engine replays the hand that is shown: everything was legal, and nobody went out on a 2."""
    game = open_game(rulebook, [answer], None).game
    shown = worked_hand(game)
    assert shown is not None
    for seed in range(1, 25):
        state, actions = game.deal(seed=seed), list[Action]()

        def keep(_: int, action: Action, kept: list[Action] = actions) -> None:
            kept.append(action)

        end = play_out(state, [BOTS["greedy"](seed) for _ in range(4)], keep)
        if (end.hands, end.outcome) == (shown.hands, shown.outcome):
            break
    else:
        pytest.fail("no seed deals the hand that is shown")
    for action in actions:
        assert action in state.legal_actions()
        seat, state = state.turn, state.apply(action)
        if seat is not None and not state.hands[seat] and isinstance(action, PlayCards):
            assert not any(card.startswith("2") for card in action.play.cards)
    assert state.outcome == shown.outcome


def test_a_title_that_no_tongue_tells_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "friday.rules"
    duty = 'duty low "Lead low, please." { must: size of play is 1  breach: refused }'
    file.write_text(f'cardwright 1\n\nrulebook friday "Friday" edition 1 extends hk edition 1\n\n{duty}\n', "utf-8")
    said = cardwright("rules", str(file), "--lang", "zh-Hant")
    assert said.code == 0 and "「Lead low, please.」（原文）" in said.out and "「Before" not in said.out, said.err
    assert "原文" not in cardwright("rules", str(file)).out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_pages_for_hk(lang: str) -> None:
    """About two pages of A4: 70 lines each, of 130 letters or 65 Chinese characters in the size that is printed."""
    from rich.cells import cell_len

    text = re.sub(r"<style>.*?</style>", "", made("hk", lang)["html"], flags=re.DOTALL)
    lines = 0.0
    for tag, inner in re.findall(r"<(h2|li|tr|p)\b[^>]*>(.*?)</\1>", text, flags=re.DOTALL):
        shown = cell_len(re.sub(r"<[^>]+>", "", inner))
        lines += {"h2": 1.8, "tr": 1.3}.get(tag, 1.0) + shown // 130
    assert 70 < lines <= 140


# ---- what is on it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", shipped())
def test_examples_are_what_they_are_for(rulebook: str) -> None:
    game = open_game(rulebook, None, None).game
    for combination in game.rulebook.combinations:
        play = example(game, combination)
        assert play is not None and play.combination == combination.name
        assert combination.name in [found.combination for found in game.classify(play.pieces, untouched=True)]


def settings(rulebook: str) -> list[dict[str, str]]:
    """The first answers, and every other answer with them."""
    program = find(rulebook).program
    assert program is not None
    found: list[dict[str, str]] = [{}]
    return found + [{name: answer} for name, option in program.options.items() for answer in option.answers[1:]]


@pytest.mark.parametrize("rulebook", shipped())
def test_chinese_sheets_are_chinese_under_every_answer(rulebook: str) -> None:
    for setting in settings(rulebook):
        try:
            game = open_game(rulebook, [f"{name}={answer}" for name, answer in setting.items()], None).game
        except Exception as trouble:
            assert "do not go together" in str(trouble) or "go together" in str(trouble), (setting, trouble)
            continue
        text = "\n".join(text_lines(in_short(game, Names(game.rulebook, "zh-Hant", everywhere=True))))
        assert re.findall(r"[A-Za-z_]{2,}", text) == [], setting


def test_what_was_agreed_is_told() -> None:
    text = cardwright("rules", "hk", "--with", "tiers=four", "--without", "triples").out
    assert "1..7 x1, 8..9 x2, 10..12 x3, 13 x4" in text and "triple " not in text
    assert re.search(r"tiers +four; three; Three steps of payment, or four\.", text)


def test_a_worked_example_is_settled_by_the_engine() -> None:
    text = cardwright("rules", "hk", "--format", "markdown").out
    worked = text.partition("## A worked example")[2].partition("##")[0]
    scores = [int(score) for score in re.findall(r"P\d ([+-]?\d+)(?:,|$)", worked.partition("Scores: ")[2].strip())]
    assert len(scores) == 4 and sum(scores) == 0
    left = {seat: int(n) for seat, n in re.findall(r"P(\d) has (\d+) cards? left", worked)}
    assert all(len(re.findall(r"\[", line)) in left.values() for line in worked.splitlines() if "left" in line)


def test_a_sheet_is_written_to_a_file(tmp_path: Path) -> None:
    for ending, begins in (("md", "# Cho Dai Di"), ("html", "<!DOCTYPE html>"), ("txt", "Cho Dai Di")):
        file = tmp_path / f"hk.{ending}"
        said = cardwright("rules", "hk", "-o", str(file))
        assert (said.code, said.out) == (0, "") and file.read_text("utf-8").startswith(begins)
    said = cardwright("rules", "hk", "-o", str(tmp_path / "nowhere" / "hk.md"))
    assert said.code == 2 and "cannot write" in said.err


def test_a_rulebook_without_chinese_names_is_told_in_chinese(tmp_path: Path) -> None:
    file = tmp_path / "friday.rules"
    text = (Path(__file__).parents[1] / "docs" / "base.rules").read_text("utf-8")
    file.write_text(text, "utf-8")
    said = cardwright("rules", str(file), "--lang", "zh-Hant")
    assert (said.code == 0 and "牌型" in said.out and "[9S]" in said.out) or "♠" in said.out


@pytest.mark.parametrize("lang", ["zh-Hant", "ZH-hant", "zh_Hant", "en", "zh"])
def test_languages_and_tongues(lang: str) -> None:
    said = cardwright("why", "hk", "--hand", "9S KC", "--table", "8H", "--play", "9S-KC", "--lang", lang)
    chinese = lang.casefold().replace("_", "-") == "zh-hant"
    assert said.code == 1 and ("不成牌型" in said.out) is chinese and ("is no combination" in said.out) is not chinese


def test_an_unknown_language_is_refused() -> None:
    said = cardwright("rules", "hk", "--lang", "xx")
    assert said.code == 2 and "`zh-Hant`" in said.err
