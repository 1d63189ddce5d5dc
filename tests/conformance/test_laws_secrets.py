"""What a seat sees hangs on nothing hidden: cards of the others, the unused rest, secret answers, others' breaches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest
from effort import LOOKED_AT, SWAPS, THOROUGH
from options import Table, names, tables, turns_part
from strategies import dealt, played, random_plays, some_states
from swapping import claim_deals, opening_line, shuffled, swapped, unused

from cardwright.dsl import model
from cardwright.interpreter import Action, Cards, Deal, Discard, Give, Observation, PlayCards, State

TABLES = tables(turns_part)
CLAIMING = tuple(table for table in TABLES if any(claim.voluntary for claim in table.model.claims))


def hidden(observation: Observation, state: State) -> Counter[int]:
    """The cards that the seat neither holds nor has seen."""
    game = state.rules
    seen = Counter(observation.hand)
    for play in (observation.table, *(play for plays in observation.plays for play in plays)):
        if play is not None:
            seen |= Counter(play.pieces)
    for pile in observation.piles:
        seen += Counter(pile)
    for cards in (observation.kitty, *observation.discards, *(gift.cards for gift in observation.gifts)):
        seen |= Counter(cards)
    return Counter(game.pieces.all) - seen


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_swapping_hidden_cards_changes_no_observation(table: Table) -> None:
    random = Random(1)
    for seed in (0, 1):
        for state, _ in some_states(table, seed, LOOKED_AT):
            if state.claiming:
                continue
            for seat in range(table.game.players):
                seen, rest = state.observe(seat), unused(table, state, seed)
                for _ in range(SWAPS):
                    there = shuffled(state, rest, seat, random, (state.at.opening_card,))
                    assert there.observe(seat) == seen
                    assert there.observe(seat).to_json() == seen.to_json()
                    assert hash(there.observe(seat)) == hash(seen)


def done_alike(state: State, action: Action) -> Action | None:
    """What looks the same to everybody else when it is done at this state: hidden pieces may be others."""
    if isinstance(action, Give | Discard):
        return next((other for other in state.legal_actions() if type(other) is type(action)), None)
    return action if state.why_not(action) is None else None


def shown_soon(state: State) -> Cards:
    """The piece whose holder is going to open, in front of all."""
    if not state.doing:
        return (state.at.opening_card,)
    return tuple(
        card
        for card in range(len(state.rules.pieces))
        if isinstance(opening_line(state).by, model.HolderOpens | model.LowestOpens)
    )


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_after_an_action_the_others_know_only_the_action(table: Table) -> None:
    """Hidden cards are swapped before an action that is legal either way: nobody else sees a difference afterwards,
    whether or not the action breaks a duty with these cards."""
    random = Random(2)
    pays = [duty for duty in table.model.duties if duty.breach.kind == "pays"]
    broken = 0
    for seed in range(40):
        # Three hands; more where a duty has a price, until a swap has made the difference between a breach and none.
        if seed > 2 and (broken or not pays or not THOROUGH):
            break
        for state, action in played(table, seed)[0]:
            if state.claiming or random.random() > 0.5:
                continue
            assert state.turn is not None
            kept = action.pieces if isinstance(action, PlayCards) else ()
            for seat in range(table.game.players):
                if seat == state.turn:
                    continue
                there = shuffled(state, (), seat, random, (*kept, *shown_soon(state)), kitty_too=False)
                alike = done_alike(there, action)
                if alike is None:
                    continue
                broken += state.would_breach(action) != there.would_breach(alike)
                one, other = state.apply(action), there.apply(alike)
                given = one.at.special.gifts[len(state.at.special.gifts) :]
                if not one.is_over and all(gift.taker != seat for gift in given):
                    assert one.observe(seat) == other.observe(seat)
    assert broken or not pays or not THOROUGH, "no swap has made a breach: the law was not put to the test"


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_breaches_are_seen_by_the_offender_alone(table: Table) -> None:
    for seed in range(3):
        for state, _ in played(table, seed)[0]:
            for seat in range(table.game.players):
                seen = state.observe(seat)
                assert set(seen.breaches) == {breach for breach in state.breaches if breach.offender == seat}
                clean = State(state.rules, state.at._replace(breaches=seen.breaches))
                assert clean.observe(seat) == seen


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_an_observation_holds_no_hidden_card(table: Table) -> None:
    """Neither as JSON nor field by field; all are shown once the hand is over."""
    game = table.game
    for seed in (0, 1):
        for state, _ in some_states(table, seed, LOOKED_AT):
            for seat in range(game.players):
                seen = state.observe(seat)
                secret = hidden(seen, state)
                if state.at.opening_card >= 0:
                    # Who opens for it holds it, for all to know.
                    secret[state.at.opening_card] = 0
                told = Counter(word for text in texts(seen.to_json()) for word in words(text))
                for card, number in secret.items():
                    if number == game.pieces.copies[card]:
                        assert not told[game.pieces.names[card]], f"{game.pieces.names[card]} is hidden from {seat}"
                assert seen.hands == ()
                assert seen.counts == tuple(map(len, state.hands))
                assert seen.hand == state.hands[seat]
        last = played(table, seed)[1]
        assert all(last.observe(seat).hands == last.hands for seat in range(game.players))


def texts(data: object) -> Iterator[str]:
    """Every text in JSON data: cards are texts, and numbers count things."""
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from texts(value)
        case list():
            for value in data:
                yield from texts(value)


def words(text: str) -> list[str]:
    """The words of a text: cards that are joined count apart."""
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_an_observation_carries_nothing_but_what_it_lists(table: Table) -> None:
    """Every field but the pieces of the deck is in the JSON."""
    seen = dealt(table, 1).observe(0)
    assert set(seen.to_json()) == {field.name for field in fields(seen)} - {"pieces"}
    assert not hasattr(seen, "__dict__")
    assert seen.pieces is table.game.pieces


# ---- claims --------------------------------------------------------------------------------------------------------


def through_claims(state: State, answers: Random) -> Iterator[State]:
    """The states while claims are asked for, and the first one after, every answer chosen at random."""
    while state.claiming:
        yield state
        state = state.apply(answers.choice(list(state.legal_actions())))
    yield state


def kinds(states: list[State], seat: int) -> dict[str, list[Observation]]:
    """What a seat observes while claims are answered: before it is asked, when it is, and with its answer given."""
    found: dict[str, list[Observation]] = {"waiting": [], "asked": [], "answered": []}
    for state in states:
        if state.claiming:
            seen = state.observe(seat)
            kind = "asked" if state.turn == seat else "waiting" if seen.answer is None else "answered"
            found[kind].append(seen)
    return found


@pytest.mark.parametrize("table", CLAIMING, ids=names(CLAIMING))
def test_nothing_of_questions_and_answers_shows(table: Table) -> None:
    """A seat that is not being asked sees the same before and after every question and answer of the others, and the
    same as in a deal where the others hold other cards and perhaps nobody is asked at all."""
    random = Random(6)
    looked = 0
    for deal, claimant in claim_deals(table):
        start = table.game.start(deal)
        states = list(through_claims(start, Random(random.random())))
        for seat in range(table.game.players):
            found = kinds(states, seat)
            for seen in found.values():
                assert all(other == seen[0] for other in seen)
            if not found["asked"]:
                assert not found["answered"]
                others = [other for other in range(table.game.players) if other != seat]
                kept = (start.at.opening_card,)
                hands = swapped(deal.hands, deal.rest, others, random, kept)
                there = table.game.start(Deal(tuple(hands), (), deal.opener))
                if not there.is_over:
                    assert there.observe(seat) == found["waiting"][0]
                    looked += 1
        asked = [state.turn for state in states if state.claiming]
        assert claimant in asked and len(asked) == len(set(asked)), "everybody who may claim is asked once"
        first = [(seat - deal.opener) % table.game.players for seat in asked if seat is not None]
        assert first == sorted(first), "asked in turn from the opener"
    assert looked


@pytest.mark.parametrize("table", CLAIMING, ids=names(CLAIMING))
def test_a_seat_that_may_claim_sees_the_same_whatever_others_answer(table: Table) -> None:
    random = Random(7)
    for deal, claimant in claim_deals(table):
        start = table.game.start(deal)
        found: dict[str, set[Observation]] = {}
        for number in range(4):
            states = list(through_claims(start, Random(number)))
            for kind, seen in kinds(states, claimant).items():
                answer = seen[0].answer if seen else None
                found.setdefault(f"{kind} {answer}", set()).update(seen)
        others = [other for other in range(table.game.players) if other != claimant]
        hands = swapped(deal.hands, deal.rest, others, random, (start.at.opening_card,))
        there = table.game.start(Deal(tuple(hands), (), deal.opener))
        for kind, seen in kinds(list(through_claims(there, Random(1))), claimant).items():
            found.setdefault(f"{kind} {seen[0].answer if seen else None}", set()).update(seen)
        for kind, observations in found.items():
            assert len(observations) <= 1, kind


@pytest.mark.parametrize("table", CLAIMING, ids=names(CLAIMING))
def test_claims_are_legal_for_who_holds_them(table: Table) -> None:
    plays = table.game.rules.plays
    for deal, _ in claim_deals(table):
        for state in through_claims(table.game.start(deal), Random(8)):
            if not state.claiming:
                break
            assert state.turn is not None
            held = {
                f"claim {claim.name}"
                for claim in table.model.claims
                if claim.voluntary and plays.holds(claim.holding, deal.hands[state.turn], True)
            }
            assert held and {str(action) for action in state.legal_actions()} == held | {"decline"}
            for claim in table.model.claims:
                assert (state.why_not(f"claim {claim.name}") is None) == (f"claim {claim.name}" in held)
            for text in ("pass", str(random_plays(table.game, Random(9), 0, 1)[0])):
                assert state.why_not(text) is not None
