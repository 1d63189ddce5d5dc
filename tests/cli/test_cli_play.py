"""The table in the terminal, with scripted people: what is shown, what is accepted, how it ends."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from terminal import ROOT, cardwright, process

from cardwright.interpreter import load

PAIRS = "7191089600892374487"
"""Deals, in Hong Kong, a hand to P1 that opens, with three pairs and a flush."""
FOUR_TWOS = "5833679380957638813"
"""Deals, in Hong Kong, all twos to P1."""
PLUMS = "7134611160154358618"
"""Deals, in Chuo Pai, a hand to P2 that opens, with two Plums."""


def table(*arguments: str, typed: str = "", rulebook: str = "hk") -> str:
    """What a table shows to somebody who types this."""
    said = cardwright("play", rulebook, "--seed", PAIRS, *arguments, typed=typed)
    assert said.code == 0, said
    return said.out


# ---- a person against bots -----------------------------------------------------------------------------------------


def test_the_first_screen() -> None:
    shown = table(typed="q\n")
    assert shown.startswith("Cho Dai Di  hk, edition 1\n")
    assert "You are P1. P2 sits on your right and plays after you." in shown
    assert f"Seed {PAIRS}: " in shown
    assert "P1 opens: the holder of the lowest card" in shown
    assert "You lead.  Others hold: P2 13 · P3 13 · P4 13" in shown
    assert "Your 13 cards:  3♦  3♠  4♣  4♥  5♦  7♠  8♠  9♥  10♥  Q♥  Q♠  K♣  2♥" in shown
    assert "You left the table" in shown


def test_nobody_elses_cards_are_shown() -> None:
    shown = table(typed="?\nlook\nrules\nq\n")
    state = load("hk").match(int(PAIRS)).deal()
    signs = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}
    hidden = [load("hk").pieces.names[card] for hand in state.hands[1:] for card in hand]
    assert not [card for card in hidden if f"{card[:-1]}{signs[card[-1]]}" in shown.split()]


def test_legal_plays_are_listed_with_numbers_that_can_be_played() -> None:
    shown = table(typed="?\n14\nq\n")
    assert "  single  1 3♦   2 3♠   3 4♣" in shown
    assert "  pair    14 3♠-3♦   15 4♥-4♣   16 Q♠-Q♥" in shown
    assert "  P1 leads  3♠-3♦  (pair)" in shown


def test_one_kind_of_plays() -> None:
    shown = table(typed="? pair\n? fl\n? triple\nq\n")
    assert "single" not in shown.partition("P1> ? pair")[2].partition("P1> ? fl")[0]
    assert "17 2♥-Q♥-10♥-9♥-4♥" in shown
    assert "You have no triple to play now." in shown


@pytest.mark.parametrize("typed", ["3d 3s", "3♦-3♠", "3D-3S", "♦3 ♠3", "3s3d\n3S 3D", "#14", "14", "play 3d 3s"])
def test_cards_are_read_generously(typed: str) -> None:
    assert "  P1 leads  3♠-3♦  (pair)" in table(typed=f"{typed}\nq\n")


def test_a_refused_play_is_explained() -> None:
    shown = table(typed="14\n2h\np\n")
    assert "No: 2♣-2♦ takes 2 cards to beat, not 1 (hk.rules:" in shown
    assert "The nearest you may do: pass" in shown
    assert "  P1 passes" in shown


def test_other_things_that_are_typed() -> None:
    shown = table(typed="zz\n3d 3c\n99\np\n\nhint\nwhy 3d 3c\nwhy 3d\nwhy\nwhy zz\nsort\nscores\nh\nbye\n")
    assert "`zz` is no card of this deck" in shown
    assert "not in the hand: 3♣" in shown
    assert "There is no play number 99" in shown
    assert "cannot pass" in shown
    assert "Type cards to play them" in shown
    assert "A simple bot would choose: 2♥-Q♥-10♥-9♥-4♥" in shown
    assert "3♦ is legal." in shown
    assert "P1 0, P2 0, P3 0, P4 0" in shown
    assert "leave the table" in shown
    assert "3♦  5♦  4♣  K♣" in shown, "sorted by suit"


@pytest.mark.parametrize("rank", ["3", "7", "10"])
def test_a_number_that_is_a_rank_plays_nothing_by_itself(rank: str) -> None:
    shown = table(typed=f"{rank}\n?\n{rank}\nq\n")
    before, _, after = shown.partition("P1> ?\n")
    assert f"or #{rank} for play number {rank} of `?`" in before and "P1 leads" not in before
    assert "P1 leads" in after
    assert "P1 leads" in table(typed=f"#{rank}\nq\n")


def test_questions_are_answered_however_they_are_put() -> None:
    shown = table(typed="why 14\nhint 1\nhello\n3d3s\nq\n")
    assert "3♠-3♦ is legal." in shown
    assert "A simple bot would choose" in shown
    assert "`hello` is no card of this deck" in shown and "; or h for help" in shown
    assert "  P1 leads  3♠-3♦  (pair)" in shown


def test_who_leads_is_not_told_of_a_pass() -> None:
    assert "p to pass" not in table(typed="q\n")


def test_yes_or_no_says_what_it_wants() -> None:
    typed = "1\n" * 60
    turns = table("--hands", "1", typed=typed).count("P1> ")
    shown = table(typed="1\n" * turns + "?\nn\n")
    assert "Type y for yes, n for no" in shown


def test_a_claim_says_what_it_does() -> None:
    said = cardwright("play", "hk", "--seed", FOUR_TWOS, typed="h\nwhy four twos\nno\nq\n")
    assert said.out.count("  four twos: 2 2 2 2; who makes it goes out at once, and wins the hand") == 3
    assert said.out.count("Claim four twos by its name, or say no") == 2


def test_rules_in_short_by_the_answers_of_the_table() -> None:
    shown = table(typed="rules\nq\n")
    assert "straights  3-4-5-6-7 .. 10-J-Q-K-A < 2-3-4-5-6 < A-2-3-4-5" in shown
    assert "Tier of cards: 1..9 x1, 10..12 x2, 13 x3" in shown
    assert "who breaks it pays debt" in shown and "about single or pass" in shown
    assert "Places: each loser pays each loser ahead (cards of payer - cards of payee)" in shown


@pytest.mark.parametrize("rulebook", ["hk", "taiwan", "wikipedia", "chuo_pai"])
@pytest.mark.parametrize("lang", [[], ["--lang", "zh"]], ids=["en", "zh"])
def test_the_sheet_is_whole_words_and_fits(rulebook: str, lang: list[str]) -> None:
    from rich.cells import cell_len

    shown = cardwright("explain", rulebook, *lang).out.partition("What the table agrees")[0].partition("\n")[2]
    assert max(map(cell_len, shown.splitlines())) <= 80
    assert "…" not in shown and "{" not in shown and "without spare" not in shown


def test_points_that_are_bad_are_not_told_as_won() -> None:
    said = cardwright("play", "wikipedia", "--all-bots", "--seed", "3")
    assert "The fewest points win." in said.out and "How it is counted:" in said.out
    assert " +" not in said.out.partition("score  total")[2].partition("How it is counted")[0]
    assert "cards of loser" in said.out and "of payer" not in said.out


def test_rules_in_short() -> None:
    shown = table(typed="rules\nq\n")
    assert "full house" in shown and "straight < flush" in shown and "one beats the table" in shown


def test_enter_passes_where_nothing_else_is_legal() -> None:
    shown = table(typed="14\n\nq\n")
    assert "Nothing beats it: Enter passes." in shown and "P1 passes" in shown


def test_a_hand_to_its_end_is_settled_with_reasons() -> None:
    shown = table("--hands", "1", typed="1\n" * 60)
    assert "is out: the hand is over." in shown
    assert "score  total" in shown and "How it is paid:" in shown
    assert "debt: " in shown and " x tier of payer " in shown
    assert "Another hand?" not in shown


def test_hands_go_on_while_people_like() -> None:
    typed = "1\n" * 60
    shown = table("--hands", "1", typed=typed)
    turns = shown.count("P1> ")
    shown = table(typed="1\n" * turns + "\nq\n")
    assert "Another hand? [Y/n]" in shown and "── hand 2 ─" in shown and "After 1 hand: P1 " in shown
    shown = table(typed="1\n" * turns + "n\n")
    assert shown.rstrip().endswith("Another hand? [Y/n] n")


def test_the_end_of_input_is_a_way_to_leave() -> None:
    assert "The input has ended. Thank you for playing." in table(typed="")
    assert "The input has ended. Thank you for playing." in table(typed="14\n")


def test_another_seat() -> None:
    shown = table("--seat", "P3", typed="q\n")
    assert "You are P3. P4 sits on your right" in shown and "P3> q" in shown


def test_chinese_names() -> None:
    shown = table("--lang", "zh", typed="?\n? 一對\nq\n")
    assert "Cho Dai Di 鋤大弟" in shown and "一對" in shown and "3♠-3♦" in shown


def test_tiles() -> None:
    shown = table("--lang", "zh", typed="?\nrules\nq\n", rulebook="chuo_pai")
    assert "lays" in shown and "aside" in shown
    assert "天 6-6" in shown and "天九" in shown
    assert " tiles" in shown and "cards" not in shown.partition("Type cards")[0].partition("Your ")[2].split("\n")[0]


def test_equal_tiles_are_counted_and_may_be_typed_so() -> None:
    typed = "\n".join(["2 plum", "plum plum", "Plum + Plum", "5-5 5-5", "why 2 bench + plum", "q"])
    said = cardwright("play", "chuo_pai", "--seed", PLUMS, "--seat", "2", typed=typed)
    assert said.code == 0
    assert "  P2 leads  2 Plum  (matched)" in said.out
    assert "Harmony 1-3 x3" in said.out


def test_a_person_may_leave_at_any_prompt() -> None:
    assert "You left the table" in table("--seat", "1,2", typed="q\n")
    assert "You left the table" in cardwright("play", "hk", "--seed", FOUR_TWOS, typed="q\n").out


def test_a_price_is_asked_before_it_is_risked(tmp_path: Path) -> None:
    """Two people at one screen bring about a breach: the second has one card, the first does not play his highest."""
    game = load("hk")
    for seed in range(40):
        state = game.match(seed).deal()
        actions: list[str] = []
        while state.turn is not None and len(actions) < 200:
            priced = [a for a in state.legal_actions() if not state.claiming and state.would_breach(a)]
            if priced and state.turn == 0:
                break
            legal = list(state.legal_actions())
            action = legal[-1] if state.claiming else legal[0]
            actions.append(str(action))
            state = state.apply(action)
        else:
            continue
        break
    everybody = [item for seat in "1234" for item in ("--seat", seat)]
    enters = "\n" * 10
    typed = "".join(f"\n{action}\n" for action in actions) + f"\n{priced[0]}\nn\n{priced[0]}\ny\nq\n"
    said = cardwright("play", "hk", "--seed", str(seed), "--without", "instant_wins", *everybody, typed=typed + enters)
    assert said.code == 0
    assert "Mind top: Before a player with one card, a single must be your highest." in said.out
    assert "who breaks it pays debt for every loser when next player wins." in said.out.replace("Who", "who")
    assert said.out.count("This breaks top") == 2
    assert "You may have to pay for it. Do it anyway? [y/N] n" in said.out


# ---- several people ------------------------------------------------------------------------------------------------


def test_people_at_one_screen_are_kept_apart() -> None:
    shown = table("--seat", "1", "--seat", "2", typed="\n\n\n\n\n14\n\nq\n")
    assert "P1, the screen is yours: press Enter when nobody else looks." in shown
    assert "P2, the screen is yours: press Enter when nobody else looks." in shown
    assert "This trick: P1 3♠-3♦" in shown


def test_at_one_screen_everybody_is_asked_for_claims() -> None:
    said = cardwright("play", "hk", "--seed", FOUR_TWOS, "--seat", "1,2", typed="\nno\n\n\nq\n")
    assert "You may claim four twos" in said.out
    assert "You have nothing to claim: press Enter." in said.out
    said = cardwright("play", "hk", "--seed", FOUR_TWOS, "--hands", "1", typed="claim\n")
    assert "P1 claims four twos" in said.out and "P1 goes out on four twos" in said.out
    said = cardwright("play", "hk", "--seed", FOUR_TWOS, "--hands", "1", "--lang", "zh", typed="what\n四條二\n")
    assert "P1 claims 四條二" in said.out
    said = cardwright("play", "hk", "--seed", FOUR_TWOS, "--hands", "1", typed="no\nq\n")
    assert "claims" not in said.out


# ---- bots alone ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", ["hk", "taiwan", "wikipedia", "chuo_pai"])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_bots_play_a_hand_out(rulebook: str, bots: str) -> None:
    shown = table("--all-bots", "--bots", bots, rulebook=rulebook)
    assert "the hand is over" in shown.lower() and "score  total" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_bots_for_programs() -> None:
    arguments = ("play", "hk", "--all-bots", "--seed", "7", "--hands", "2")
    data = cardwright(*arguments, "--format", "json").data
    assert data["seed"] == 7 and len(data["hands"]) == 2
    scores = [hand["settlement"]["scores"] for hand in data["hands"]]
    assert data["totals"] == [sum(points) for points in zip(*scores, strict=True)]
    concise = cardwright(*arguments, "--format", "concise").out
    assert concise.count("scores ") == 2
    actions = [line.replace(" ", ": ", 1) for line in concise.splitlines() if line.startswith("P")]
    assert actions == [action for hand in data["hands"] for action in hand["actions"]]


def test_as_many_hands_are_played_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only void hands count against what bots are given up after."""
    monkeypatch.setattr("cardwright.interpreter.match.MOST_DEALS", 2)
    said = cardwright("play", "hk", "--all-bots", "--hands", "4", "--seed", "7", "--format", "json")
    assert len(said.data["hands"]) == 4


def test_the_same_seed_plays_the_same() -> None:
    assert table("--all-bots", "--bots", "random") == table("--all-bots", "--bots", "random")


def test_a_match_ends() -> None:
    said = cardwright("play", "wikipedia", "--all-bots", "--seed", "1", "--with", "target=20", "--hands", "99")
    assert "The match is over: P" in said.out
    assert "The match is over" in table("--all-bots", rulebook="chuo_pai")


# ---- records -------------------------------------------------------------------------------------------------------


def test_a_game_that_was_left_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table("--record", str(file), typed="14\nq\n")
    record = json.loads(file.read_text())
    assert record["actions"][0] in ("P1: 3D-3S", "P1: 3S-3D") and record["settlement"] is None
    assert cardwright("replay", str(file)).code == 0


# ---- terminals -----------------------------------------------------------------------------------------------------


def test_no_colour_where_no_terminal_is() -> None:
    said = process("play", "hk", "--seed", PAIRS, typed=b"?\nq\n")
    assert "\x1b" not in said.out and max(map(len, said.out.splitlines())) <= 80


def _in_terminal(*typed: bytes, env: dict[str, str] | None = None) -> str:
    """What a terminal of 80 columns shows while this is typed, each item at a prompt of its own."""
    import pty
    import termios

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # as a shell leaves it, whoever started these tests
        os.environ.update({"TERM": "xterm", "COLUMNS": "80", **(env or {})})
        os.execv(sys.executable, [sys.executable, "-m", "cardwright", "play", "hk", "--seed", PAIRS, "--pace", "0"])
    termios.tcsetwinsize(terminal, (40, 80))
    shown = b""
    for item in typed:
        shown += _read(terminal, b"P1> ")
        # The prompt is there a moment before the line editor listens.
        time.sleep(0.3)
        os.write(terminal, item)
    shown += _read(terminal, None)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)
    return shown.decode("utf-8", "replace")


def _read(terminal: int, until: bytes | None) -> bytes:
    """What is shown until a prompt, or until the program ends."""
    shown = b""
    while until is None or not shown.endswith(until):
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, f"nothing more is shown after {shown!r}"
        try:
            part = os.read(terminal, 4096)
        except OSError:
            part = b""
        if not part:
            assert until is None, f"it ended after {shown!r}"
            return shown
        shown += part
    return shown


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed in another way there")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_an_empty_one(closed: str) -> None:
    command = f'exec "$0" -m cardwright play hk --seed {PAIRS} {closed}'
    done = subprocess.run(["sh", "-c", command, sys.executable], cwd=ROOT, input=b"", capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"The input has ended" in done.stdout) == (" >" not in f" {closed}")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_colours_in_a_terminal() -> None:
    shown = _in_terminal(b"?\n", b"q\n", env={"NO_COLOR": ""})
    assert "\x1b[31m3♦" in shown and "You left the table" in shown
    shown = _in_terminal(b"?\n", b"q\n", env={"NO_COLOR": "1"})
    assert "\x1b[31m" not in shown and "3♦" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_control_d_and_control_c_leave_cleanly() -> None:
    assert "The input has ended" in _in_terminal(b"\x04")
    shown = _in_terminal(b"14\n", b"\x03")
    assert "Interrupted. " in shown and "Thank you for playing." in shown
