"""The verbs about plays: classify, beats, moves, why."""

from __future__ import annotations

import pytest
from terminal import cardwright


def test_classify() -> None:
    said = cardwright("classify", "hk", "kd JD 9♦ ♦6 5d", "--format", "json")
    assert said.data == {"cards": ["KD", "JD", "9D", "6D", "5D"], "readings": ["flush"]}
    assert cardwright("classify", "hk", "KD-JD-9D-6D-5D").out == "KD-JD-9D-6D-5D is flush\n"
    assert cardwright("classify", "hk", "KD-JD-9D-6D-5D", "--lang", "zh").out == "KD-JD-9D-6D-5D is 同花\n"
    assert cardwright("classify", "hk", "KD-JD-9D-6D-5D", "--format", "concise").out == "flush\n"


def test_classify_nothing() -> None:
    said = cardwright("classify", "hk", "5D-5C-5H-5S", "--format", "json")
    assert (said.code, said.data) == (0, {"cards": ["5S", "5H", "5C", "5D"], "readings": []})
    lines = cardwright("classify", "hk", "5D-5C-5H-5S").out.splitlines()
    assert lines[0] == "5S-5H-5C-5D is nothing" and "  four of a kind lacks 3D" in lines


def test_classify_under_answers() -> None:
    assert cardwright("classify", "hk", "5D 5C 5H", "--format", "concise").out == "triple\n"
    assert cardwright("classify", "hk", "5D 5C 5H", "--without", "triples", "--format", "concise").out == "nothing\n"
    said = cardwright("classify", "hk", "5D 5C 5H", "--with", "triples=no", "--format", "concise")
    assert said.out == "nothing\n"


def test_classify_tiles_by_name_and_pips() -> None:
    for written in ("Heaven Red_nine", "6-6 4-5", "天-紅九"):
        said = cardwright("classify", "chuo_pai", written, "--format", "concise")
        assert said.out == "heaven_nine\n", written


def test_a_whole_hand() -> None:
    hand = "3C 4D 5C 6C 7C 8C 9C 10C JC QC KC AC 2C"
    said = cardwright("classify", "taiwan", hand)
    assert "nothing" in said.out and "--untouched" in said.out
    assert cardwright("classify", "taiwan", hand, "--untouched", "--format", "concise").out == "dragon\n"


def test_beats() -> None:
    said = cardwright("beats", "hk", "KD-JD-9D-6D-5D", "KS-JS-8S-7S-6S", "--format", "json")
    assert said.code == 0
    assert said.data["beats"] is True
    (reason,) = said.data["reasons"]
    assert reason["rule"] == "same_type" and reason["span"]["file"] == "hk.rules"
    assert reason["clause"].startswith("compare: ranks, then suit")
    assert reason["values"][0] == {"key": "ranks", "play": "K J 9 6 5", "table": "K J 8 7 6", "result": "greater"}


def test_beats_not() -> None:
    said = cardwright("beats", "hk", "7S", "8H")
    assert said.code == 1
    assert said.out.startswith("7S does not beat 8H") and "hk.rules:" in said.out
    said = cardwright("beats", "hk", "7S", "8H", "--format", "json")
    assert (said.code, said.data["beats"]) == (1, False)
    said = cardwright("beats", "hk", "3D-4D", "8H", "--format", "concise")
    assert (said.code, said.out) == (1, "no: 3D-4D is no combination\n")
    assert cardwright("beats", "hk", "3D", "3D", "--format", "concise").out.startswith("no: ")


@pytest.mark.parametrize(
    ("play", "table", "said"),
    [
        ("3D-3C", "8H", "as many cards"),
        ("3D-4D-5C-6C-7C", "KD-JD-9D-6D-5D", "stands below"),
        ("KD-JD-9D-6D-5D", "3D-4D-5C-6C-7C", "stands above"),
    ],
)
def test_beats_says_which_rule_decides(play: str, table: str, said: str) -> None:
    assert said in cardwright("beats", "hk", play, table).out


def test_moves() -> None:
    said = cardwright("moves", "hk", "--hand", "9S KC 7S", "--table", "8H", "--format", "json")
    assert said.data == {
        "plays": [{"cards": ["9S"], "reading": "single"}, {"cards": ["KC"], "reading": "single"}],
        "pass": True,
    }
    said = cardwright("moves", "hk", "--hand", "9S KC 7S", "--table", "8H", "--format", "concise")
    assert said.out == "9S single\nKC single\npass\n"
    assert cardwright("moves", "hk", "--hand", "9S KC 7S", "--table", "8H").out == "single (2)\n  9S  KC\npass\n"


def test_moves_of_who_leads_or_must_beat() -> None:
    assert cardwright("moves", "hk", "--hand", "9S", "--format", "json").data["pass"] is False
    said = cardwright("moves", "chuo_pai", "--hand", "Plum Plum Cat", "--table", "Bench-Bench", "--format", "json")
    assert said.data == {"plays": [{"cards": ["Plum", "Plum"], "reading": "matched"}], "pass": False}
    said = cardwright(
        "moves", "hk", "--hand", "3D 4D", "--opening", "--with", "open_with_lowest", "--format", "concise"
    )
    assert said.out == "3D single\n"
    assert "no play beats the table" in cardwright("moves", "hk", "--hand", "3D", "--table", "2S").out


def test_moves_tell_what_has_a_price() -> None:
    said = cardwright("moves", "hk", "--hand", "5D 9S KC", "--table", "8H", "--next-has", "1")
    assert "at a price, by top: 9S" in said.out


def test_a_pass_has_a_price_too() -> None:
    arguments = ("moves", "hk", "--hand", "8D 9S 9H KC", "--table", "8H", "--next-has", "1")
    assert "at a price, by top: 9H, 9S, pass\n" in cardwright(*arguments).out
    assert cardwright(*arguments, "--format", "json").data["breaches"] == {"top": ["9H", "9S", "pass"]}


def test_reasons_speak_the_tongue_and_of_tiles() -> None:
    hand = ("--hand", "Earth Earth Crooked_eight Straight_eight")
    said = cardwright("why", "chuo_pai", *hand, "--table", "Bench-Bench", "--play", "Earth", "--lang", "zh")
    assert "板凳-板凳 takes 2 tiles to beat, not 1" in said.out
    said = cardwright("beats", "chuo_pai", "Bench", "Plum", "--lang", "zh")
    assert said.out.startswith("板凳 does not beat 梅花: it is the lower 同張 (rank 板凳 against 梅花)")
    price = ("--hand", "5D 9S KC", "--table", "8H", "--play", "pass", "--next-has", "1")
    assert "頂大: 下家剩一張" in cardwright("why", "hk", *price, "--lang", "zh").out


def test_what_only_a_bomb_beats() -> None:
    said = cardwright("beats", "taiwan", "2S-2H", "3C-3D-3H-3S-4C")
    assert "four of a kind is among monsters, and only a higher one of them beats it" in said.out
    assert "bombs monsters {" in said.out and "compare" not in said.out


def test_why_a_duty_does_not_bind() -> None:
    said = cardwright("why", "taiwan", "--hand", "5D", "--play", "5D", "--next-has", "1", "--with", "top_rule")
    assert said.code == 0 and "does not bind" not in said.out, "it is the highest"


def test_why_not() -> None:
    arguments = ("why", "hk", "--hand", "9S KC 7S", "--table", "8H", "--play", "7S")
    said = cardwright(*arguments)
    assert said.code == 1
    assert "7S is not legal" in said.out
    assert "the rule, hk.rules:" in said.out and "combination single " in said.out
    assert "highest card: 7S against 8H (less)" in said.out
    assert "the nearest that is legal:" in said.out
    data = cardwright(*arguments, "--format", "json").data
    assert data["legal"] is False and data["reasons"][0]["rule"] == "too_low" and data["nearest"]
    assert cardwright(*arguments, "--format", "concise").out.startswith("no: too_low: ")


def test_why_gives_every_reason() -> None:
    data = cardwright("why", "hk", "--hand", "9S", "--table", "8H", "--play", "3D-3C", "--format", "json").data
    assert [reason["rule"] for reason in data["reasons"]] == ["not_held", "wrong_size"]
    said = cardwright("why", "hk", "--hand", "9S", "--play", "pass")
    assert said.code == 1 and "cannot pass" in said.out


def test_why_legal() -> None:
    said = cardwright("why", "hk", "--hand", "9S KC 7S", "--table", "8H", "--play", "9S")
    assert said.code == 0 and "9S is legal" in said.out and "9S beats 8H" in said.out
    assert cardwright("why", "hk", "--hand", "9S", "--table", "8H", "--play", "p").code == 0


def test_why_traces_what_was_worked_out() -> None:
    asked = ("why", "hk", "--hand", "5D 9S KC", "--table", "8H", "--next-has", "1", "--play", "9S", "--trace")
    told = cardwright(*asked).out.splitlines()
    assert told[told.index("  worked out") + 1 :] == [
        "    the cards are read as single",
        "    top binds: it is broken",
        "    duty top",
        "      next player has 1 card = yes",
        "        next player = P2",
        "      play is the highest single in the hand = no",
        "  what follows",
        "    P1 plays 9S (single)",
        "    P1 breaks top",
    ]
    trace = cardwright(*asked, "--format", "json").data["trace"]
    assert [event["event"] for event in trace["events"]] == ["followed", "breached"]
    assert "duty top: next player has 1 card = yes" in cardwright(*asked, "--format", "concise").out.splitlines()
    refused = cardwright(*asked[:-3], "--play", "5D-9S", "--trace", "--lang", "zh-Hant")
    assert refused.code == 1 and "    這些牌不成牌型" in refused.out.splitlines()
    assert "trace" not in cardwright(*asked[:-1], "--format", "json").data


def test_why_tells_the_price() -> None:
    arguments = ("why", "hk", "--hand", "5D 9S KC", "--table", "8H", "--play", "9S", "--next-has", "1")
    said = cardwright(*arguments)
    assert said.code == 0
    assert "breaks top" in said.out and "a single must be your highest" in said.out
    assert cardwright(*arguments, "--format", "json").data["breaches"] == ["top"]
    assert cardwright(*arguments, "--with", "last_card=forced").code == 1


def test_bad_cards_are_wrong_use_with_their_place() -> None:
    said = cardwright("classify", "hk", "3D 3X 4D")
    assert said.code == 2
    assert "`3X` is no card of this deck (at character 4)" in said.err and "write rank, then suit" in said.err
    said = cardwright("classify", "hk", "34567")
    assert said.code == 2 and "`3-4-5-6-7`" in said.err
    said = cardwright("classify", "chuo_pai", "Heavn")
    assert said.code == 2 and "did you mean `Heaven`?" in said.err
    said = cardwright("classify", "hk", "3D 3D")
    assert said.code == 2 and "2 times" in said.err
    said = cardwright("moves", "hk", "--hand", "3D", "--table", "4D-5D")
    assert said.code == 2 and "--table" in said.err
    said = cardwright("beats", "hk", "3D=nonsense", "4D")
    assert said.code == 2 and "no combination `nonsense`" in said.err
    said = cardwright("moves", "hk", "--hand", "3D", "--table", "4D", "--opening")
    assert said.code == 2


# ---- other answers of the table --------------------------------------------------------------------------------------


def test_what_another_answer_would_allow_is_said() -> None:
    said = cardwright("beats", "president", "BJ", "2S")
    assert (
        said.code == 2
        and "`BJ` is not in the deck here" in said.err
        and "`--with joker_ranks` puts it there" in said.err
    )
    assert "there 1 times" not in said.err
    said = cardwright("classify", "zheng_shangyou", "3-4-5")
    assert said.code == 0 and "under another answer it would be: `--with shortest_run=3`" in said.out
    said = cardwright("beats", "zheng_shangyou", "4-5-6", "3-4-5")
    assert said.code == 1 and "`--with shortest_run=3`" in said.out
    asked = ("why", "tien_len", "--hand", "4S 4C 4D 4H 5S", "--table", "2S-2C", "--play", "4S-4C-4D-4H")
    said = cardwright(*asked)
    assert said.code == 1 and "under another answer it would be: `--with quads_chop_two`" in said.out
    assert "under another answer" not in cardwright(*asked, "--format", "concise").out
    said = cardwright("beats", "hk", "3D", "4D")
    assert said.code == 1 and "under another answer" not in said.out, "no answer makes a three higher than a four"


def test_cards_with_a_reading_are_classified() -> None:
    assert cardwright("classify", "hk", "9D-9C=pair").out == "9C-9D is pair\n"
    assert "is nothing" in cardwright("classify", "hk", "9D-9C=flush").out
    said = cardwright("classify", "hk", "9D-9C=xx")
    assert said.code == 2 and "there is no combination `xx`" in said.err


def test_what_decides_is_said_as_it_is() -> None:
    said = cardwright("beats", "tien_gow", "Heaven Nine_six Nine_five", "Earth Earth Eight_six")
    assert said.code == 1 and "they do not agree in size of honours" in said.out and "3, not 3" not in said.out
    said = cardwright("beats", "president", "8S 8D", "8H 8C", "--with", "equal_again")
    assert said.code == 0 and "they are equal, and an equal one beats it as well" in said.out
    assert "higher" not in said.out


def test_a_rulebook_is_guessed() -> None:
    for typed, meant in (("tiwan", "taiwan"), ("dou_dizu", "dou_dizhu"), ("Taiwa", "taiwan")):
        said = cardwright("play", typed)
        assert said.code == 2 and f"did you mean `{meant}`?" in said.err
    assert "did you mean" not in cardwright("play", "bridge").err


def test_ranks_upside_down() -> None:
    hand = ("president", "--hand", "4S 9S", "--table", "7H", "--upside-down")
    said = cardwright("moves", *hand, "--with", "revolution", "--format", "concise")
    assert said.code == 0 and "4S" in said.out and "9S" not in said.out
    said = cardwright("why", *hand, "--play", "9S", "--with", "revolution")
    assert said.code == 1 and "for ranks are upside down" in said.out
    said = cardwright("moves", *hand)
    assert said.code == 2 and "nothing turns the ranks upside down here" in said.err


def test_no_card_is_in_hand_and_on_the_table() -> None:
    said = cardwright("why", "hk", "--hand", "3D 4D", "--table", "3D", "--play", "4D")
    assert said.code == 2 and "`3D` is there 2 times" in said.err
