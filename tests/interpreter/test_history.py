"""Histories: played on, taken back and asked; matches that keep the hand that is being played; traces."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from effort import either
from hypothesis import given, settings
from hypothesis import strategies as st
from rulebooks_in_text import after, at, rules
from test_events import histories, loaded, played

from cardwright.dsl import shipped
from cardwright.interpreter import BOTS, History, Illegal, Invalid, Match, State, events, load

DEBT = "payment debt: each loser pays the winner cards of payer"


@pytest.mark.parametrize("name", shipped())
def test_the_events_of_a_hand_play_it_again(name: str) -> None:
    """What is told is enough: the actions that events tell lead to the same states, from every moment on."""
    for history in histories(name):
        again = History(history.states[:1], (), history.deal, history.carried)
        for event in history.events:
            match event:
                case events.Made():
                    again = again.apply(event.text)
                case events.Passed():
                    again = again.apply("pass")
                case events.Called():
                    again = again.apply(f"bid {event.bid}")
                case events.Answered():
                    again = again.apply("decline" if event.claim is None else f"claim {event.claim}")
                case events.Discarded():
                    again = again.apply(f"discard {'-'.join(event.cards or ())}")
                case events.Given() if again.state.doing and again.state.turn == event.seat:
                    again = again.apply(f"give {'-'.join(event.cards or ())}")
        assert again == history and again.states == history.states and hash(again) == hash(history)


@pytest.mark.parametrize("name", shipped())
def test_what_is_taken_back_was_never_done(name: str) -> None:
    chosen = random.Random(name)
    for history in histories(name):
        for _ in range(5):
            number = chosen.randrange(len(history.actions))
            there = history.at(number)
            assert there.state == history.states[number] and there.undo(0) == there
            assert there.apply(history.actions[number]).undo() == there
            assert history.undo(len(history.actions) - number) == there
            assert history.events[: len(there.events)] == there.events
        assert history.at(0) == History(history.states[:1], (), history.deal, history.carried)


def test_there_is_no_moment_before_the_first_or_behind_the_last() -> None:
    history = loaded("hk").history(seed=7).apply("7C-7H")
    for wrong in (2, -1):
        with pytest.raises(Invalid, match="there is no moment"):
            history.at(wrong)
    with pytest.raises(Invalid, match="one action was taken: there is no moment -1"):
        history.undo(2)
    with pytest.raises(Invalid, match="-1 actions cannot be taken back"):
        history.undo(-1)
    with pytest.raises(Invalid, match="there is no action 2"):
        history.events_of(2)
    with pytest.raises(Invalid, match="there is no seat 4"):
        history.seen(4)
    with pytest.raises(Illegal):
        history.apply("8C")


def test_a_history_can_start_in_the_middle_of_a_trick() -> None:
    state = after(at(rules(DEBT), "8D 4C", "5C 8C 9C", "5H 6H 7H"), "4C")
    history = History.of(state).apply("5C").apply("pass").apply("pass")
    assert [event.kind for event in history.events] == ["dealt", "followed", "passed", "passed", "trick_won"]
    assert history.tricks[0].leader == 1 and history.tricks[0].winner == 1
    assert history.last_play is not None and history.last_play.text == "5C"


# ---- matches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_a_match_is_saved_and_resumed_in_the_middle_of_a_hand(name: str) -> None:
    game, chosen = loaded(name), random.Random(name)
    bots = [BOTS["greedy"](seat) for seat in range(game.players)]
    match = game.match(seed=5).play(bots, hands=1)
    match = (game.match(seed=5) if match.is_over else match).begin()
    hand = next(iter(played(game, 5)))
    for _ in range(chosen.randrange(len(hand.actions))):
        assert match.hand is not None
        if not match.hand.state.is_over:
            match = match.apply(match.hand.state.legal_actions()[0])
    again = game.resume_match(match.to_json())
    assert again == match and hash(again) == hash(match) and again.to_json() == match.to_json()
    assert again.hand is not None and match.hand is not None and again.hand.events == match.hand.events
    assert again.play(bots, hands=1) == match.play(bots, hands=1)


def test_a_match_plays_to_its_target() -> None:
    game = load("wikipedia", {"target": 30})
    bots = [BOTS["greedy"](seat) for seat in range(4)]
    match = game.match(seed=8).play(bots)
    assert match.is_over and match.hand is None and max(match.totals) >= 30
    one_by_one = game.match(seed=8)
    while not one_by_one.is_over:
        one_by_one = one_by_one.play(bots, hands=1)
    assert one_by_one == match == match.play(bots)
    with pytest.raises(Invalid, match="the match is over"):
        match.begin()


def test_a_match_says_what_cannot_be() -> None:
    game = loaded("hk")
    match, bots = game.match(seed=1), [BOTS["greedy"](seat) for seat in range(4)]
    with pytest.raises(Invalid, match="4 bots are needed, not 3"):
        match.play(bots[:3], hands=1)
    with pytest.raises(Invalid, match="this match has no end"):
        match.play(bots)
    with pytest.raises(Invalid, match="no hand is being played"):
        match.apply("pass")
    with pytest.raises(Invalid, match="no hand is being played"):
        match.undo()
    with pytest.raises(Invalid, match="no hand is being played"):
        match.after()
    begun = match.begin()
    with pytest.raises(Invalid, match="a hand is being played"):
        begun.begin()
    with pytest.raises(Invalid, match="the hand is not over"):
        begun.after()
    other = Match(match.rules, 2, match.totals, hand=begun.hand)
    with pytest.raises(Invalid, match="not the one that this match deals"):
        other.to_json()
    with pytest.raises(Invalid, match="a seed is a number"):
        game.match(seed=-1)


def test_hands_that_are_void_for_ever_end_in_words() -> None:
    game = rules(
        "claims { order: any }",
        "claim any { holding: 1 of a rank   must: void }",
        "match { ends: after 2 hands  wins: highest points, ties shared }",
    )
    with pytest.raises(Invalid, match="1000 hands in a row were void"):
        game.match(seed=1).play([BOTS["random"](seat) for seat in range(3)])


SAVED = loaded("dou_dizhu").match(seed=3).begin().apply("bid 1").to_json()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "version 2 of the format is not known here"),
        ({"version": "1"}, "version '1' of the format is not known here"),
        ({"seed": -1}, "seed: "),
        ({"seed": 2**64}, "seed: "),
        ({"deals": 10**40}, "deals: "),
        ({"hand_number": 3}, "hand 3 cannot follow 0 deals"),
        ({"totals": [1, 2]}, "3 totals are needed, not 2"),
        ({"totals": ["1/0", 0, 0]}, "is no number"),
        ({"last_winner": 3}, "there is no seat 3"),
        ({"last_winner": 1}, "before the first hand nobody has won"),
        ({"last_places": [1, 1, 1]}, "before the first hand nobody has won"),
        ({"hand": ["bid 1", "bid 1"]}, "action 2 of the hand, `bid 1`: "),
        ({"hand": ["fly"]}, "action 1 of the hand, `fly`: "),
        ({"hand": [1]}, "hand.0: "),
        ({"content": "0" * 64}, "another rulebook"),
        ({"more": 1}, "`more` is not known here"),
    ],
)
def test_a_saved_match_that_was_changed_is_told_exactly(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Invalid) as raised:
        loaded("dou_dizhu").resume_match(json.dumps({**json.loads(SAVED), **change}))
    assert said in str(raised.value)


@settings(max_examples=either(60, 2000))
@given(st.integers(0, len(SAVED) - 1), st.sampled_from('{}[]",:0129abx \x00é'), st.booleans())
def test_a_saved_match_with_a_slip_is_read_or_refused(place: int, sign: str, cut: bool) -> None:
    game = loaded("dou_dizhu")
    text = SAVED[:place] if cut else SAVED[:place] + sign + SAVED[place + 1 :]
    try:
        match = game.resume_match(text)
    except Invalid:
        return
    assert game.resume_match(match.to_json()) == match


# ---- traces --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_a_trace_tells_the_same_as_playing(name: str) -> None:
    for history in histories(name)[:1]:
        steps = [*range(0, len(history.actions), 7), len(history.actions) - 1]
        for number in steps:
            state, action = history.states[number], history.actions[number]
            trace = state.trace(action)
            assert trace.legal and trace.events == history.events_of(number + 1)
            assert json.loads(json.dumps(trace.to_json()))["legal"] is True
            broken = {duty.name for duty in trace.duties if duty.binds and duty.met is False}
            assert broken == set(state.would_breach(action))
            for wrong in ("pass", "decline", "bid 9"):
                told = state.trace(wrong)
                reasons = state.why_not(wrong)
                assert (told.reasons, bool(told.events)) == (reasons, reasons is None)


def test_a_trace_holds_the_values_of_conditions_and_payments() -> None:
    state: State = loaded("hk").position({"hand": "5D 9S KC", "table": "8H", "next_has": 1})
    trace = state.trace("9S")
    assert [(one.text, one.value) for one in trace.worked] == [
        ("next player has 1 card", "yes"),
        ("next player", "P2"),
        ("play is the highest single in the hand", "no"),
    ]
    assert all(one.declaration == "duty top" and one.span is not None for one in trace.worked)
    assert trace.comparison is not None and trace.comparison.verdict == "same_type" and trace.readings == ("single",)
    end = at(rules(DEBT), "9S", "4D 5D", "6D 7D 8D").trace("9S")
    assert ("payment debt", "cards of payer", "3") in [(one.declaration, one.text, one.value) for one in end.worked]
    over = after(at(rules(DEBT), "9S", "4D 5D", "6D 7D 8D"), "9S").trace("pass")
    assert not over.legal and over.reasons is not None and over.reasons.rules == ("hand_over",)
    with pytest.raises(Invalid):
        state.trace("fly")


def test_moments_are_whole_numbers() -> None:
    history = load("hk").history(seed=7).apply("7C-7H")
    for odd in (1.0, "1", None):
        for ask in (history.at, history.undo, history.events_of):
            with pytest.raises(TypeError, match="whole number"):
                ask(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("points", [[], {}, None, 1.5, float("inf"), "1/0", "x"])
def test_points_of_events_are_numbers(points: object) -> None:
    with pytest.raises(Invalid):
        events.event_from_json({"event": "settled", "seat": None, "scores": [points]})
