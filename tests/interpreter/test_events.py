"""Events: told once, consistent with the states, as JSON and back, and no more to a seat than it may see."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from effort import either
from rulebooks_in_text import at, rules

from cardwright.dsl import shipped
from cardwright.interpreter import (
    CardwrightError,
    Carried,
    Deal,
    Game,
    History,
    Invalid,
    Observation,
    Pass,
    PlayCards,
    RandomBot,
    Spoken,
    State,
    events,
    load,
    speaking,
)
from cardwright.languages import LANGUAGES

HANDS = either(1, 30)


@cache
def loaded(name: str) -> Game:
    """A shipped game, read once."""
    return load(name)


def played(game: Game, seed: int, hands: int = 1) -> Iterator[History]:
    """Hands of a match between random bots."""
    match, bot = game.match(seed), RandomBot(seed)
    for _ in range(hands):
        if match.is_over:
            return
        match = match.begin()
        while match.hand is not None and match.hand.state.turn is not None:
            state = match.hand.state
            match = match.apply(bot.choose(state.observe(state.turn or 0), state.legal_actions()))
        assert match.hand is not None
        yield match.hand
        match = match.after()


@cache
def histories(name: str) -> tuple[History, ...]:
    """Some hands of a shipped rulebook."""
    return tuple(history for seed in range(HANDS) for history in played(loaded(name), seed, 2))


@pytest.mark.parametrize("name", shipped())
def test_events_agree_with_the_states(name: str) -> None:
    for history in histories(name):
        acts = (events.Led, events.Followed, events.Passed, events.Discarded, events.Called, events.Answered)
        told = [event for event in history.events if isinstance(event, (*acts, events.Given))]
        given = sum(str(action).startswith("give") for action in history.actions)
        done = [event for event in told if not isinstance(event, events.Given)]
        assert len(done) == len(history.actions) - given
        for number, action in enumerate(history.actions, 1):
            before, after = history.states[number - 1 : number + 1]
            first, *rest = history.events_of(number)
            assert first.seat == before.turn
            if isinstance(action, PlayCards):
                assert isinstance(first, events.Led if before.table is None else events.Followed)
                assert (first.text, first.combination) == (str(action), action.play.combination)
            won = [event for event in rest if isinstance(event, events.TrickWon)]
            at_table = not (before.claiming or before.doing)
            assert bool(won) == (at_table and (after.leading or after.is_over))
            if won and after.rules.memory.trick_winner:
                assert won[0].seat == after.table_by
            if won and not after.is_over:
                assert won[0].leads == after.turn
            out = {event.seat for event in rest if isinstance(event, events.WentOut)}
            if at_table:
                assert out == {seat for seat in range(len(after.hands)) if before.hands[seat] and not after.hands[seat]}
        end, settled = history.events[-2:]
        outcome = history.state.outcome
        assert isinstance(end, events.HandEnded) and isinstance(settled, events.Settled) and outcome is not None
        assert (end.termination, end.seat, end.places) == (outcome.termination, outcome.winner, outcome.places)
        assert settled.scores == outcome.settlement.scores


@pytest.mark.parametrize("name", shipped())
def test_tricks_hold_every_play_and_their_winner_made_the_last_one(name: str) -> None:
    for history in histories(name):
        assert sum(len(trick.plays) for trick in history.tricks) == len(history.plays())
        for trick in history.tricks:
            assert isinstance(trick.plays[0], events.Led) and trick.plays[0].seat == trick.leader
            assert all(isinstance(play, events.Followed) for play in trick.plays[1:])
            assert trick.winner == trick.plays[-1].seat
        for seat in range(history.rules.players):
            taken = sum(trick.winner == seat for trick in history.tricks)
            if history.rules.memory.piles and history.rules.rulebook.play.pile != "nothing":
                assert bool(history.state.piles[seat]) >= bool(taken)


@pytest.mark.parametrize("name", shipped())
def test_events_go_to_json_and_back_and_are_told_in_every_language(name: str) -> None:
    namings = [Spoken(loaded(name).rulebook, language) for language in LANGUAGES.values()]
    for event in (event for history in histories(name) for event in history.events):
        assert events.event_from_json(json.loads(json.dumps(event.to_json()))) == event
        for naming in namings:
            said = event.told(naming)
            assert said and "{" not in said and "None" not in said


# ---- what a seat may know ------------------------------------------------------------------------------------------


def secrets_shown(event: events.Event, seat: int) -> bool:
    """Whether an event tells a seat what its observations never do."""
    match event:
        case events.Dealt(hands=hands):
            return any(hand is not None for other, hand in enumerate(hands) if other != seat)
        case events.Answered() | events.Breached():
            return event.seat != seat
        case events.Given(taker=taker, cards=cards):
            return cards is not None and seat not in (event.seat, taker)
        case events.Discarded(cards=cards) | events.LaidAside(cards=cards):
            return cards is not None and event.seat != seat
    return False


@pytest.mark.parametrize("name", shipped())
def test_a_seat_is_told_nothing_that_its_observation_does_not_show(name: str) -> None:
    for history in histories(name):
        for seat in range(history.rules.players):
            told = history.seen(seat)
            assert not [event for event in told if secrets_shown(event, seat)]
            final: Observation = history.states[-1].observe(seat)
            before_the_end = history.states[-2].observe(seat) if len(history.states) > 1 else final
            gifts = {(e.seat, e.taker): e.cards for e in told if isinstance(e, events.Given) and e.cards is not None}
            known = {
                (g.giver, g.taker): tuple(final.pieces.names[card] for card in g.cards) for g in before_the_end.gifts
            }
            assert known.keys() <= gifts.keys() and all(gifts[pair] == known[pair] for pair in known)
            assert {breach.duty for breach in before_the_end.breaches} <= {
                e.duty for e in told if isinstance(e, events.Breached)
            }
            # What everybody sees is told to everybody: that somebody opens, to who could not claim before claims are
            # over, and so even where one of them ends the hand.
            kinds = [event.kind for event in told if not isinstance(event, events.Opens)]
            public = [event for event in history.events if event.seen_by(seat) is not None]
            assert [event.kind for event in public if not isinstance(event, events.Opens)] == kinds


def swapped(history: History, seat: int, chosen: random.Random) -> History | None:
    """The same hand where two others hold a card of one another that neither has shown; None where that cannot be."""
    deal = history.deal
    assert deal is not None
    one, other = chosen.sample([each for each in range(history.rules.players) if each != seat], 2)
    mine, theirs = (
        [card for card in set(history.state.hands[each]) if card in deal.hands[each]] for each in (one, other)
    )
    if not mine or not theirs:
        return None
    hands = [list(hand) for hand in deal.hands]
    a, b = chosen.choice(mine), chosen.choice(theirs)
    hands[one][hands[one].index(a)], hands[other][hands[other].index(b)] = b, a
    dealt = replace(deal, hands=tuple(tuple(sorted(hand)) for hand in hands))
    start = State(history.rules, history.rules.start(dealt, history.carried or Carried()))
    again = History.dealt(start, dealt, history.carried)
    try:
        for action in history.actions:
            again = again.apply(action)
    except CardwrightError:
        return None
    return again


@pytest.mark.parametrize("name", shipped())
def test_what_a_seat_is_told_does_not_depend_on_what_others_hold(name: str) -> None:
    chosen, compared = random.Random(name), 0
    for history in histories(name):
        for _ in range(either(30, 300)):
            there = history.at(chosen.randrange(len(history.actions)))
            seat = chosen.randrange(history.rules.players)
            again = swapped(there, seat, chosen)
            # What has become public since, such as who opens with a certain card, may well depend on it.
            if again is None or any(
                one.observe(seat) != other.observe(seat) for one, other in zip(there.states, again.states, strict=True)
            ):
                continue
            compared += there.deal != again.deal
            assert again.seen(seat) == there.seen(seat)
    assert compared >= 3


def test_an_answer_to_claims_is_told_to_who_gave_it_alone() -> None:
    game = loaded("hk")
    seed = next(seed for seed in range(3000) if game.deal(seed).claiming)
    history = game.history(seed)
    seat = history.state.turn
    assert seat is not None
    others = [other for other in range(4) if other != seat]
    claims = history.apply(history.state.legal_actions()[0])
    declines = history.apply("decline")
    assert [event.kind for event in history.seen(seat)] == ["dealt"], "claims first"
    for told in (declines.seen(seat), declines.events):
        assert [event.kind for event in told] == ["dealt", "answered", "opens"]
    for other in others:
        # Up to here nothing tells the two apart, or from a hand in which nobody could claim.
        assert not any(isinstance(event, events.Answered) for event in (*claims.seen(other), *declines.seen(other)))
        assert declines.seen(other) == history.seen(other)
    assert any(isinstance(event, events.Claimed) for event in claims.seen(others[0]))


def test_who_could_claim_does_not_show_where_steps_follow() -> None:
    """To who cannot claim the steps have been taken already: that is told, and answers change nothing of it."""
    claims = ("claims { order: four }", "claim four { holding: 4 of a rank   may: go_out }")
    tribute = "step tribute: last loser gives 1 highest card to last winner"
    game = rules(tribute, *claims, before="tribute")
    hands = [game.cards(hand) for hand in ("4D 4C 5D", "6D 6C 6H 6S", "7D 8D 9S")]
    carried = Carried(2, 0, 2, (0, 0, 0))
    deal = Deal(tuple(hands), (), 0)
    history = History.dealt(game.start(deal, carried), deal, carried)
    assert history.state.claiming and history.state.turn == 1
    kinds = [["dealt", "given", "opens"], ["dealt"], ["dealt", "given", "opens"]]
    assert [[event.kind for event in history.seen(seat)] for seat in range(3)] == kinds
    declined = history.apply("decline")
    for seat in (0, 2):
        assert declined.seen(seat) == history.seen(seat)
    assert [event.kind for event in declined.seen(1)] == ["dealt", "answered", "given", "opens"]
    assert [event.kind for event in declined.events] == ["dealt", "answered", "given", "opens"]
    claimed = history.apply("claim four")
    assert [event.kind for event in claimed.seen(0)] == [*kinds[0], "claimed", "hand_ended", "settled"]


def test_gifts_are_named_to_who_gave_and_who_took() -> None:
    history = next(
        history
        for seed in range(20)
        for history in played(loaded("president"), seed, 2)
        if any(isinstance(event, events.Given) for event in history.events)
    )
    gift = next(event for event in history.events if isinstance(event, events.Given))
    assert gift.cards is not None and len(gift.cards) == gift.count
    for seat in range(4):
        seen = next(
            event for event in history.seen(seat) if isinstance(event, events.Given) and event.taker == gift.taker
        )
        assert (seen.cards is not None) == (seat in (gift.seat, gift.taker)) and seen.count == gift.count


def test_effects_are_told() -> None:
    game = rules(
        "payment fine: each loser pays the winner cards of payer",
        "effect eights { when: play has 8   then: reverse_turns   lasts: hand }",
        "effect nines { when: play has 9   then: skip_next }",
    )
    history = History.of(at(game, "8D 4C 9D", "5C 8C 9C", "5H 6H 7H"))
    assert [event.kind for event in history.apply("8D").last] == ["led", "turns_turned"]
    skipped = history.apply("9D").last
    assert [(event.kind, event.seat) for event in skipped] == [("led", 0), ("passed_over", 1)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "an event is an object"),
        ({}, "there is no event `None`; there are dealt, "),
        ({"event": ["led"]}, "there is no event"),
        ({"event": "passed"}, "passed: `seat` is missing"),
        ({"event": "passed", "seat": "x"}, "passed: seat: "),
        ({"event": "passed", "seat": 1, "more": 2}, "passed: `more` is not known here"),
        ({"event": "settled", "seat": None, "scores": ["1/0"]}, "is no number"),
    ],
)
def test_what_is_no_event(data: Any, said: str) -> None:
    with pytest.raises(Invalid) as raised:
        events.event_from_json(data)
    assert said in str(raised.value)


def test_an_auction_is_told_call_by_call() -> None:
    game = loaded("dou_dizhu")
    history = game.history(seed=3).apply("bid 1").apply("pass").apply("bid 3")
    kinds = [event.kind for event in history.events]
    assert kinds == ["dealt", "asked", "called", "passed", "called", "role_taken", "kitty_taken", "opens"]
    assert isinstance(history.actions[1], Pass) and history.passes()[0].auction == "landlord"
    assert history.events[-3].told(speaking(game.rulebook, "zh-Hant")).endswith("做地主")
