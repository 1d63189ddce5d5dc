"""States as values: they round trip through text, JSON and pickle, and are equal exactly when their futures are."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from effort import LAW, LOOKED_AT
from hypothesis import given
from options import Table, names, tables, turns_part
from strategies import dealt, played, some_states, states

from cardwright.interpreter import Game, Pass, PlayCards, State

TABLES = tables()
TURN_TABLES = tables(turns_part)


def check_round_trips(game: Game, state: State) -> None:
    """Text and JSON, read by a game that has never seen the state."""
    assert game.parse_state(str(state)) == state
    assert str(game.parse_state(str(state))) == str(state)
    again = game.state_from_json(state.to_json())
    assert again == state and hash(again) == hash(state)
    assert again.to_json() == state.to_json()
    assert "\n" not in str(state)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_text_and_json_round_trip_at_every_state(table: Table) -> None:
    game = Game(table.model)
    steps, last = played(table, 1)
    for state, action in steps:
        check_round_trips(game, state)
        assert str(state.parse_action(str(action))) == str(action) and state.parse_action(str(action)) == action
    check_round_trips(game, last)
    assert game.state_from_json(last.to_json()).scores == last.scores


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_pickle_round_trips(table: Table) -> None:
    last = played(table, 1)[1]
    for state in (*(state for state, _ in some_states(table, 1, 4)), last):
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state)
        assert list(again.legal_actions()) == list(state.legal_actions())
        assert again.scores == state.scores
    observation = dealt(table, 1).observe(0)
    assert pickle.loads(pickle.dumps(observation)) == observation
    game = pickle.loads(pickle.dumps(table.game))
    assert game == table.game and hash(game) == hash(table.game)
    assert game.deal(1) == table.game.deal(1)


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_what_was_read_goes_on_as_what_was_written(table: Table) -> None:
    """A hand that is written and read again after every single action is the same hand."""
    game = table.game
    steps, last = played(table, 2)
    state = steps[0][0] if steps else last
    for number, (expected, action) in enumerate(steps):
        assert state == expected
        assert [str(other) for other in state.legal_actions()] == [str(other) for other in expected.legal_actions()]
        state = state.apply(str(action))
        state = game.parse_state(str(state)) if number % 2 else game.state_from_json(state.to_json())
    assert state == last and state.scores == last.scores


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_states_are_values(table: Table) -> None:
    """Nothing that is asked changes a state, and an earlier state still gives what it gave."""
    before = [
        (state, str(state), hash(state), [str(a) for a in state.legal_actions()]) for state, _ in played(table, 2)[0]
    ]
    for state, text, number, actions in before:
        for seat in range(table.game.players):
            state.observe(seat)
        state.why_not("pass")
        assert (str(state), hash(state)) == (text, number)
        assert [str(action) for action in state.legal_actions()] == actions
    assert len({state for state, *_ in before}) == len({text for _, text, *_ in before})


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_any_state_round_trips(table: Table) -> None:
    @LAW
    @given(states(table))
    def law(state: State) -> None:
        check_round_trips(table.game, state)

    law()


# ---- equal futures -------------------------------------------------------------------------------------------------


def led_and_passed(state: State, play: PlayCards) -> State | None:
    """The state once a lead was made and everybody else has passed, if that may be, breaks no duty, and the same
    player leads again."""
    if state.would_breach(play):
        return None
    after = state.apply(play)
    while not after.is_over and after.turn != state.turn:
        if Pass() not in after.legal_actions() or after.would_breach(Pass()):
            return None
        after = after.apply(Pass())
    return after if after.leading and after.turn == state.turn else None


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_two_leads_in_either_order_are_one_state(table: Table) -> None:
    """Nothing a rulebook can ask knows which of two unanswered leads came first."""
    random, compared = Random(3), 0
    for seed in range(4, 8):
        for state, _ in played(table, seed)[0]:
            if not state.leading or state.at.opening_card >= 0 or state.opening or compared >= 12:
                continue
            leads = [action for action in state.legal_actions() if isinstance(action, PlayCards)]
            for _ in range(6):
                first, second = random.choice(leads), random.choice(leads)
                if set(first.pieces) & set(second.pieces):
                    continue
                there, back = led_and_passed(state, first), led_and_passed(state, second)
                if there is None or back is None or second not in there.legal_actions():
                    continue
                one, other = led_and_passed(there, second), led_and_passed(back, first)
                if one is not None and other is not None and first.play.size < len(state.hands[state.turn or 0]):
                    assert one == other and hash(one) == hash(other) and str(one) == str(other)
                    compared += 1
    play = table.model.play
    assert compared or play.must_beat or play.one_circuit or play.discards


@pytest.mark.parametrize("table", TURN_TABLES, ids=names(TURN_TABLES))
def test_equal_states_have_equal_futures(table: Table) -> None:
    """Where two ways through a hand meet in equal states, all that can be asked of them is equal."""
    random = Random(4)
    for state, _ in some_states(table, 3, LOOKED_AT):
        again = table.game.parse_state(str(state))
        assert again is not state
        taken = random.choice(list(state.legal_actions()))
        assert again.apply(taken) == state.apply(taken)
        assert [again.observe(seat) for seat in range(table.game.players)] == [
            state.observe(seat) for seat in range(table.game.players)
        ]
        different = [other for other in state.legal_actions() if other != taken][:5]
        if not state.claiming:
            assert all(state.apply(other) != state.apply(taken) for other in different)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_what_the_rulebook_does_not_read_is_not_kept(table: Table) -> None:
    """A state keeps a fact only where the game says so, with a reason."""
    kept = {recorded.fact for recorded in table.game.memory}
    assert all(recorded.why for recorded in table.game.memory)
    for state, _ in some_states(table, 1, LOOKED_AT):
        at = state.at
        assert "plays" in kept or not any(at.plays)
        assert "piles" in kept or not any(at.piles)
        assert "breaches" in kept or not at.breaches
        assert "totals" in kept or not at.totals
        assert "trick" in kept or not at.trick
        assert "dropped" in kept or not at.dropped
        assert "opener" in kept or at.opener < 0 or state.claiming or state.leading or at.table is None
        assert "last_winner" in kept or at.last_winner < 0 or state.doing
        special = at.special
        for fact in ("bids", "calls", "discards", "gifts", "kitty", "paid", "roles", "sizes"):
            assert fact in kept or not any(getattr(special, fact)), fact
        assert "reversed_ranks" in kept or not special.reversed_ranks
        assert "reversed_turns" in kept or not special.reversed_turns


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_tables_that_agreed_otherwise_do_not_mix(table: Table) -> None:
    """A state of another game is another state, and its JSON is refused."""
    state = dealt(table, 1)
    for other in TABLES:
        if other.rulebook == table.rulebook and other != table:
            same = other.game.content == table.game.content
            assert (other.game == table.game) == same
            assert same or dealt(other, 1) != state
            break
