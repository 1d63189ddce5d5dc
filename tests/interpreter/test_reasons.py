"""Why a play is refused: every reason, where the rulebook says so, the values compared, and the nearest legal play."""

from __future__ import annotations

import json

import pytest
from rulebooks_in_text import after, at, rules

from cardwright.interpreter import Ambiguous, Illegal, Invalid, PlayCards, Reasons, load


def why(game: str, hand: str, table: str | None, action: str, **told: object) -> Reasons:
    """Why an action is not legal for a hand at a table."""
    state = load(game).position({"hand": hand, "table": table, **told})
    reasons = state.why_not(action)
    assert reasons is not None
    with pytest.raises(Illegal) as refused:
        state.apply(action)
    assert refused.value.reasons == reasons
    return reasons


def test_too_low_shows_the_values() -> None:
    reasons = why("hk", "9S KC 7S", "8H", "7S")
    assert reasons.rules == ("too_low",)
    (reason,) = reasons
    assert reason.span is not None and reason.span.file == "hk.rules"
    assert [(value.key, value.result) for value in reason.values] == [("highest card", "less")]
    assert str(reasons.nearest) == "9S"


@pytest.mark.parametrize(
    ("game", "hand", "table", "action", "expected"),
    [
        ("hk", "9S 9H", "8H", "9S-9H", ("wrong_size",)),
        ("hk", "5D 5C 9H 9S KD", "3D-4D-5H-6H-7H", "5D-5C-9H-9S-KD", ("no_combination",)),
        ("hk", "9S KC", "8H", "AS", ("not_held",)),
        ("hk", "9S KC", "AH", "QD", ("not_held", "too_low")),
        ("hk", "9S KC", "8H", "9S-KD", ("not_held", "no_combination")),
        ("hk", "9S KC", None, "pass", ("cannot_pass",)),
        ("taiwan", "3C-3D-3H-4C-4D", "3S-4S-5C-6C-7H", "3C-3D-3H-4C-4D", ("not_comparable",)),
        ("taiwan", "9S 9C", "9H-9D-3C-3D-3S", "9S", ("wrong_size",)),
        ("chuo_pai", "Cat Heaven", "Bench", "Cat", ("not_comparable",)),
        ("chuo_pai", "Plum Plum Cat", "Bench-Bench", "pass", ("must_beat",)),
        ("chuo_pai", "Straight_eight Cat", "Crooked_eight", "Straight_eight", ("too_low",)),
        ("hk", "9S KC", "8H", "claim dragon", ("claim_too_late",)),
        ("hk", "9S KC", "8H", "decline", ("claim_too_late",)),
    ],
)
def test_every_reason_is_given(game: str, hand: str, table: str | None, action: str, expected: tuple[str, ...]) -> None:
    assert why(game, hand, table, action).rules == expected


def test_untouched_hands() -> None:
    dragon = "3D 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2H"
    state = load("taiwan").position({"hand": dragon, "table": "3S"})
    assert state.why_not(dragon) is None
    touched = load("taiwan").position({"hand": dragon.removeprefix("3D "), "table": "3S"})
    reasons = touched.why_not(dragon)
    assert reasons is not None and reasons.rules == ("not_held", "not_untouched")


def test_the_hand_is_over() -> None:
    state = after(at(rules(), "9S", "4D 5D", "6D 7D"), "9S")
    for action in ("4D", "pass", "decline", "claim nothing"):
        reasons = state.why_not(action)
        assert reasons is not None and (reasons.rules, reasons.nearest) == (("hand_over",), None)


def test_several_readings_are_named() -> None:
    free = """
combination single { cards: 1                             compare: highest card }
combination low    { cards: 1 or more of lows             compare: nothing }
"""
    game = rules("set lows: 4, 5", "free single, low", combinations=free)
    state = at(game, "4D 5D 9S", "4C 6D 8D", "7D 7C 8S")
    assert {str(action) for action in state.legal_actions()} == {
        "4D=single",
        "4D=low",
        "5D=single",
        "5D=low",
        "5D-4D",
        "9S",
    }
    with pytest.raises(Ambiguous) as ambiguous:
        state.apply("4D")
    assert set(ambiguous.value.readings) == {"single", "low"}
    reasons = state.why_not("4D")
    assert reasons is not None and reasons.rules == ("ambiguous",)
    assert state.apply("4D=low").table == game.play("4D=low")
    reasons = state.why_not("9S=low")
    assert reasons is not None and reasons.rules == ("no_combination",)
    assert game.parse_state(str(state.apply("4D=low"))) == state.apply("4D=low")


def test_no_notation_is_invalid() -> None:
    state = load("hk").position({"hand": "9S KC", "table": "8H"})
    for text in ("", "1X", "9S-", "claim", "pass pass", "claim a b"):
        with pytest.raises(Invalid):
            state.why_not(text)
        with pytest.raises(Invalid):
            state.apply(text)


def test_any_spelling_and_order_is_read() -> None:
    state = load("hk").position({"hand": "10S JD 10H", "table": "9S-9D"})
    for text in ("10S-10H", "10H 10S", "TS th", "♠10 10♥", "10h-10s"):
        assert str(state.apply(text).table) == str(state.legal_actions()[0])


def test_membership_is_asked_with_actions_or_text() -> None:
    actions = load("hk").position({"hand": "9S KC 7S", "table": "8H"}).legal_actions()
    asked = {text: actions.__contains__(text) for text in ("9S", "pass", "7S", "9S-KC", "AS", "decline")}
    assert asked == {"9S": True, "pass": True, "7S": False, "9S-KC": False, "AS": False, "decline": False}
    assert 5 not in actions  # type: ignore[comparison-overlap]
    assert actions[0] in actions and len(actions[:2]) == 2
    assert repr(actions) == "<legal actions: 9S, KC, pass>"


def test_plays_of_another_game_count_as_this_one_has_them() -> None:
    ace_high, two_high = load("hk", {"flush_twos": "low"}), load("hk")
    told = {"hand": "2D 9D 7D 6D 4D", "table": "AC-9C-7C-6C-4C"}
    (play,) = two_high.classify("2D 9D 7D 6D 4D")
    assert PlayCards(play) in two_high.position(told).legal_actions()
    assert PlayCards(play) not in ace_high.position(told).legal_actions()
    state = ace_high.position({"hand": "2D 9D 7D 6D 4D KS"}).apply(PlayCards(play))
    assert state.table is ace_high.classify("2D 9D 7D 6D 4D")[0]


def test_reasons_are_json() -> None:
    told = why("hk", "9S KC 7S", "8H", "7S").to_json()
    assert json.loads(json.dumps(told))["reasons"][0]["rule"] == "too_low"
    assert told["nearest"] == "9S" and told["reasons"][0]["span"]["line"] > 0
