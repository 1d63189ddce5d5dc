"""What a game offers to programs: cards, plays, situations, options."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.dsl import NotFound, RulebookError
from cardwright.interpreter import Ambiguous, Game, Illegal, Invalid, Situation, load


@pytest.fixture(scope="module")
def hk() -> Game:
    return load("hk")


def test_cards_are_text_names_or_numbers(hk: Game) -> None:
    assert hk.cards("3D 3C") == hk.cards(["3D", "3C"]) == hk.cards([0, 1]) == (0, 1)
    assert hk.cards("") == ()
    for wrong in ("1D", ["3D", "?"], [52], [-1]):
        with pytest.raises(Invalid):
            hk.cards(wrong)


def test_cards_are_classified_in_any_order(hk: Game) -> None:
    (play,) = hk.classify("5D 3C 3D 5C 3H")
    assert (play.combination, set(play.cards)) == ("full_house", {"3C", "3D", "3H", "5C", "5D"})
    assert hk.classify(reversed(play.cards)) == (play,)
    assert hk.classify("3D 5C") == ()


def test_no_cards_are_read_that_the_deck_does_not_have(hk: Game) -> None:
    asked: tuple[Callable[[], object], ...] = (
        lambda: hk.classify("7C 7C"),
        lambda: hk.play("7C-7C"),
        lambda: hk.beats("7D-7C", "6C-6C"),
        lambda: hk.plays("7C 7C 8D"),
        lambda: hk.plays("7C 7D", table="6C-6C"),
    )
    for ask in asked:
        with pytest.raises(Invalid, match="is there 2 times, and the deck has it once"):
            ask()
    assert [play.combination for play in load("big_two_two_decks").classify("7C 7C")] == ["pair"]


def test_plays_beat_or_not(hk: Game) -> None:
    assert hk.beats("KD-JD-9D-6D-5D", "KS-JS-8S-7S-6S")
    assert not hk.beats("KS JS 8S 7S 6S", ["KD", "JD", "9D", "6D", "5D"])
    assert not hk.beats("3D-4C", "3C"), "what is no play beats nothing"
    with pytest.raises(Invalid):
        hk.beats("3D", "what")
    comparison = hk.compare("9S", "8H")
    assert comparison.beats and comparison.verdict == "same_type"


def test_plays_are_lazy_and_each_once(hk: Game) -> None:
    hand = "3D 3C 4H 5S 6D 7C 9S"
    plays = hk.plays(hand)
    first = next(plays)
    assert str(first) == "3C"
    every = [first, *plays]
    assert len({str(play) for play in every}) == len(every)
    beating = list(hk.plays(hand, "4D-4C"))
    assert beating == [play for play in every if hk.beats(play, "4D-4C")] == []
    assert [str(play) for play in hk.plays(hand, "6C")] == ["7C", "9S"]


def test_an_untouched_hand_is_a_play() -> None:
    game = load("taiwan")
    dragon = "3D 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2H"
    assert [play.combination for play in game.classify(dragon)] == ["dragon"]
    assert game.classify(dragon, untouched=False) == ()
    assert "dragon" in {play.combination for play in game.plays(dragon, untouched=True)}
    assert "dragon" not in {play.combination for play in game.plays(dragon)}
    assert game.beats(dragon, "2S") and game.parse_action(dragon) is not None


def test_options_are_truths_numbers_or_text() -> None:
    game = load("hk", {"triples": False, "stake": 5, "tiers": "four"})
    answers = {name: asked.answer for name, asked in game.options.items()}
    assert (answers["triples"], answers["stake"], answers["tiers"]) == (False, 5, "four")
    assert game.options["triples"].answers == (True, False)
    assert (game.options["stake"].least, game.options["stake"].most) == (1, None)
    assert load("wikipedia", {"players": 3}).players == 3


@pytest.mark.parametrize(
    "options",
    [
        *({"colour": True}, {"tiers": "five"}, {"stake": 0}, {"players": 5}, {"triples": "x"}),
        *({"stake": 10**5000}, {"tiers": None}, {1: True}, 1, 0, "tiers", ["tiers"], []),
    ],
)
def test_answers_that_cannot_be(options: Any) -> None:
    with pytest.raises(RulebookError):
        load("hk", options)


def test_rulebooks_that_are_not_there() -> None:
    with pytest.raises(NotFound, match=r"did you mean `hk`|shipped"):
        load("hkk")
    for name in ("", "x" * 5000, "hk\0", str(Path(__file__).parent)):
        with pytest.raises(NotFound) as raised:
            load(name)
        assert len(str(raised.value)) < 500
    nameless: Any = None
    with pytest.raises(NotFound, match="by text or by a path"):
        load(nameless)


def test_a_file_is_offered_for_its_name(tmp_path: Path) -> None:
    file = tmp_path / "club.rules"
    file.write_text("cardwright 1\nrulebook club extends hk edition 1", "utf-8")
    with pytest.raises(NotFound, match=r"did you mean `.*club\.rules`\?"):
        load(tmp_path / "club")


def test_situations_are_objects_data_or_json(hk: Game) -> None:
    told = {"hand": "9S KC", "table": "8H"}
    states = [hk.position(Situation(**told)), hk.position(told), hk.position('{"hand": "9S KC", "table": "8H"}')]
    assert len(set(states)) == 1
    state = states[0]
    assert (state.turn, state.table_by, str(state.table)) == (0, 3, "8H")
    assert [len(hand) for hand in state.hands] == [2, 13, 13, 13]
    assert len(hk.position({"hand": "9S KC", "next_has": 1}).hands[1]) == 1


def test_situations_of_a_game(hk: Game) -> None:
    told = {"hands": ["9S 3C", "KC 4D", "5D 6D", "7D 8D"], "opener": "P1", "actions": ["P1: 9S", "KC", "pass"]}
    state = hk.position(told)
    assert (state.turn, str(state.table)) == (3, "KC")
    with pytest.raises(Invalid, match="action 2, `P3: KC`: it is the turn of P2"):
        hk.position({**told, "actions": ["9S", "P3: KC"]})
    with pytest.raises(Illegal, match="action 2, `4D`"):
        hk.position({**told, "actions": ["9S", "4D"]})
    with pytest.raises(Invalid, match="the hand is not over"):
        hk.settle(told)
    assert hk.settle({**told, "actions": ["9S", "KC", "pass", "pass", "pass", "4D"]}).winner == 1


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"hand": "9S 9S"}, "`9S` is there 2 times"),
        ({"hand": "9S", "table": "KD-QD"}, "is no play"),
        ({"hand": "9S", "colour": 1}, "colour"),
        ({"hand": "9S", "hands": []}, "say one of"),
        ({"hands": ["9S"]}, "4 hands are needed"),
        ({"hands": ["9S", "8S", "7S", "6S"], "opener": "P5"}, "no seat 4"),
        ({"hands": ["9S", "8S", "7S", "6S"], "hand_number": 2}, "say who that was"),
        ({"left": [0, 1, 2, 3]}, "is settled, not played"),
        ("no JSON", "JSON"),
    ],
)
def test_what_is_no_situation(hk: Game, told: object, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        hk.position(told)  # type: ignore[arg-type]


def test_actions_are_their_text(hk: Game) -> None:
    for text in ("pass", "decline", "claim dragon", "9S", "10S-10H"):
        assert str(hk.parse_action(text)) == text
    assert str(hk.parse_action(" PASS ")) == "pass"
    for text in ("3D-4C", "", "claim"):
        with pytest.raises(Invalid):
            hk.parse_action(text)


def test_games_are_values(hk: Game) -> None:
    again = pickle.loads(pickle.dumps(hk))
    assert again == hk == load("hk") and hash(again) == hash(hk)
    assert again != load("hk", {"triples": False})
    assert again.deal(3) == hk.deal(3)
    assert hk.direction == "anticlockwise" and len(hk.deck) == 52


def test_chances_are_exact(hk: Game) -> None:
    assert str(hk.chance("four_twos")) == "11/4165"
    with pytest.raises(Invalid, match="no claim `nothing`"):
        hk.chance("nothing")


def test_the_package_offers_its_names_when_asked() -> None:
    assert cardwright.load is load and cardwright.Ambiguous is Ambiguous
    assert "hk" in cardwright.shipped() and set(cardwright.__all__) <= set(dir(cardwright))
    with pytest.raises(AttributeError):
        _ = cardwright.nothing
    code = "import sys, cardwright; print(len({'lark', 'pydantic'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0", "importing the package alone loads nothing heavy"


def test_plays_are_counted(hk: Game) -> None:
    assert hk.count() == 19898
    assert hk.count_by_size("pair") == {2: 78}
    with pytest.raises(Invalid, match="no combination `nothing`"):
        hk.count("nothing")


# ---- wrong use -------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_not_there_is_refused_with_a_seed_too() -> None:
    game = load("dou_dizhu")
    assert [game.deal(seed=1, starter=seat).turn for seat in range(3)] == [0, 1, 2]
    for wrong in ({"starter": 9}, {"opener": 9}, {"starter": -1}):
        with pytest.raises(Invalid, match="there is no seat"):
            game.deal(seed=1, **wrong)  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="together with hands"):
        game.deal(seed=1, kitty="3 4 5")
    with pytest.raises(Invalid, match="3 totals are needed, not 1"):
        game.deal(seed=1, totals=[1])
    with pytest.raises(Invalid, match="numbered from 1"):
        game.deal(seed=1, hand_number=0)


def test_what_is_no_action_is_not_among_the_legal_ones() -> None:
    legal: Container[object] = load("hk").deal(seed=1).legal_actions()
    first, *_ = load("hk").deal(seed=1).legal_actions()
    for text in ("garbage!!", "", "bid x", "2S-2S-2S-2S-2S"):
        assert text not in legal
    assert 3 not in legal and str(first) in legal


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.deal(seed="x"),
        lambda game: game.deal(seed=1.5),
        lambda game: game.deal(hands=3),
        lambda game: game.deal(hands=[1, 2, 3, 4]),
        lambda game: game.deal(seed=1, hand_number="x"),
        lambda game: game.deal(seed=1, totals=3),
        lambda game: game.deal(seed=1, totals="abcd"),
        lambda game: game.classify(3),
        lambda game: game.beats(None, "3D"),
        lambda game: game.parse_action(3),
        lambda game: game.deal(seed=1).apply(3),
        lambda game: game.deal(seed=1).why_not(None),
        lambda game: game.match("x"),
        lambda game: game.match_verdict(3),
    ],
)
def test_a_wrong_type_is_a_type_error_that_says_what_is_wanted(ask: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"^[a-z].* (is|are) .*, not (as )?(int|str|float|NoneType)$"):
        ask(load("hk"))


def test_cards_with_a_reading_are_classified_as_that() -> None:
    game = load("hk")
    assert [play.combination for play in game.classify("9D-9C=pair")] == ["pair"]
    assert game.classify("9D-9C=flush") == ()
    with pytest.raises(Invalid, match="there is no combination `xx`"):
        game.classify("9D=xx")
