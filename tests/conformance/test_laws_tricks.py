"""The books of a trick, kept a second time: who is next, when a trick ends, who leads then, when the hand is over.

A machine plays short hands of every shipped rulebook and keeps simple books beside the engine: a list of who has passed
since the last play, a set of who dropped out, the order of seats. It does so under the rulebook's own turn rules and
under every combination of turn rules the language has: passes that keep or drop, tricks that end when all others pass
or after one turn each, forced or free beating, and hands that end with the first or the last player out, judged at once
or after the trick. Which plays exist and what beats what is not its business: it takes a legal action and foretells the
rest."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from effort import THOROUGH, TRICK_RUNS
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from options import Table, course_part, first_tables, names, tables

from cardwright.dsl import model
from cardwright.interpreter import Bid, Discard, Game, Invalid, Pass, PlayCards, State

PROFILE = settings(
    max_examples=TRICK_RUNS,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class Books:
    """What anybody at the table could note down on paper."""

    def __init__(self, play: model.Play, state: State) -> None:
        self.rules = play
        self.players = len(state.hands)
        self.left = [len(hand) for hand in state.hands]
        self.turn: int | None = state.turn
        self.leader: int | None = None
        self.owner: int | None = None
        """Who made the play to beat."""
        self.passed: list[int] = []
        """Who has passed since that play."""
        self.dropped: set[int] = set()
        self.acted: set[int] = set()
        """Who has had a turn in this trick."""
        self.went_out: list[int] = [seat for seat in range(self.players) if not self.left[seat]]

    def seats_after(self, seat: int) -> list[int]:
        """All other seats in the order of turns."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def played(self, seat: int, size: int, takes_at_once: bool) -> None:
        """A player has played so many pieces."""
        if self.owner is None:
            self.leader = seat
        self.left[seat] -= size
        self.owner, self.passed = seat, []
        self.acted.add(seat)
        if not self.left[seat]:
            self.went_out.append(seat)
        if self.over() and self.rules.hand_end.judged == "at_once":
            self.turn = None
        elif takes_at_once:
            self.end_of_trick()
        else:
            self.go_on(seat)

    def passes(self, seat: int) -> None:
        """A player has passed."""
        self.passed.append(seat)
        self.acted.add(seat)
        if self.rules.pass_drops_out:
            self.dropped.add(seat)
        self.go_on(seat)

    def discards(self, seat: int, size: int) -> None:
        """A player has laid so many pieces face down."""
        self.left[seat] -= size
        if not self.left[seat]:
            self.went_out.append(seat)
        if not self.left[seat] and self.over() and self.rules.hand_end.judged == "at_once":
            self.turn = None
        else:
            self.passes(seat)

    def go_on(self, seat: int) -> None:
        """Who is next to answer; the trick is over when nobody is."""
        waiting = [
            other
            for other in self.seats_after(seat)
            if self.left[other]
            and other not in self.dropped
            and other != self.owner
            and other not in (self.acted if self.rules.one_circuit else self.passed)
        ]
        if waiting:
            self.turn = waiting[0]
        else:
            self.end_of_trick()

    def end_of_trick(self) -> None:
        """The winner leads, or the next player who has cards."""
        if self.over():
            self.turn = None
            return
        assert self.owner is not None
        self.turn = next(seat for seat in (self.owner, *self.seats_after(self.owner)) if self.left[seat])
        self.leader = self.owner = None
        self.passed, self.dropped, self.acted = [], set(), set()

    def over(self) -> bool:
        """Whether enough players are out."""
        end = self.rules.hand_end
        holding = sum(1 for number in self.left if number)
        return holding == 0 or (holding <= end.count if end.holding else self.players - holding >= end.count)


class Trick(RuleBasedStateMachine):
    """Short hands, one after another, with books kept beside them."""

    game: Game

    @initialize(data=st.data())
    def first_hand(self, data: st.DataObject) -> None:
        self.deal(data)

    @precondition(lambda self: self.state.is_over)
    @rule(data=st.data())
    def another_hand(self, data: st.DataObject) -> None:
        self.deal(data)

    def deal(self, data: st.DataObject) -> None:
        game = self.game
        deck = list(game.deck)
        size = data.draw(st.integers(1, min(6, game.rules.sizes[0] - 1, len(deck) // game.players)))
        few = st.integers(0, len(deck) - 1)
        chosen = data.draw(st.lists(few, min_size=size * game.players, max_size=size * game.players, unique=True))
        cards = [deck[place] for place in chosen]
        hands = [cards[size * seat : size * (seat + 1)] for seat in range(game.players)]
        opener = data.draw(st.integers(0, game.players - 1))
        state = self.started(hands, opener)
        while state.claiming or state.doing:
            # The last action listed asks for least: no claim, no bid.
            state = state.apply(list(state.legal_actions())[-1])
        if state.is_over:
            # Nobody has bid: with the highest bid there is a hand to play.
            state = self.started(hands, opener)
            while state.claiming or state.doing:
                actions = list(state.legal_actions())
                bids = [action for action in actions if isinstance(action, Bid)]
                state = state.apply(bids[-1] if bids else actions[-1])
        self.state = state
        self.books = Books(game.rulebook.play, state)

    def started(self, hands: list[list[int]], opener: int) -> State:
        """The hand with somebody to open it, where no card says who does after what is done before the lead."""
        try:
            return self.game.deal(0, hands=hands, opener=opener, last_winner=opener, last_loser=opener)
        except Invalid:
            return self.game.deal(0, hands=hands, last_winner=opener, last_loser=opener)

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        state = self.state
        assert state.turn is not None
        actions = list(state.legal_actions())
        passes = [action for action in actions if isinstance(action, Pass | Discard)]
        if passes and data.draw(st.integers(0, 2)) == 0:
            action: Any = passes[0]
        else:
            action = actions[data.draw(st.integers(0, len(actions) - 1))]
        before = self.books.owner
        self.state = state.apply(action)
        if isinstance(action, PlayCards):
            self.books.played(state.turn, action.play.size, state.rules.wins_at_once(action.play))
        elif isinstance(action, Discard):
            self.books.discards(state.turn, len(action.pieces))
        else:
            assert before is not None, "who leads cannot pass"
            self.books.passes(state.turn)
        self.check(state)

    def check(self, before: State) -> None:
        state, books = self.state, self.books
        assert state.turn == books.turn, f"it is the turn of {books.turn} after {before}"
        assert state.is_over == (books.turn is None)
        assert [len(hand) for hand in state.hands] == books.left
        if state.is_over:
            if state.rules.rulebook.play.last_trick_wins:
                assert state.winner == books.owner
                return
            assert state.ended.out == tuple(books.went_out) or not state.rules.memory.out
            assert state.winner == books.went_out[0] or len(books.went_out) > 1
            return
        assert state.leading == (books.owner is None)
        assert state.hands[state.turn or 0], "a player without cards has no turn"
        if books.owner is not None:
            assert state.table_by == books.owner
            self.check_next(state, books)

    def check_next(self, state: State, books: Books) -> None:
        """The next player: who would be asked if the one whose turn it is passed."""
        assert state.turn is not None
        waiting = [
            seat
            for seat in books.seats_after(state.turn)
            if books.left[seat] and seat not in books.dropped and not (books.rules.one_circuit and seat == books.leader)
        ]
        # In a trick of one turn each nobody acts twice, so that the round ends before the leader.
        if books.rules.one_circuit and books.leader is not None:
            round_ = [(books.leader + step) % books.players for step in range(books.players)]
            waiting = [seat for seat in waiting if round_.index(seat) > round_.index(state.turn)]
        assert state.rules.turns.next_player(state.at) == (waiting[0] if waiting else None)


def keeping_books(game: Game) -> type[Trick]:
    """The machine for one game. What plays set off is left out: the books know the rules of turns alone."""
    plain = Game(game.rulebook.model_copy(update={"effects": ()})) if game.rulebook.effects else game
    return type("Trick", (Trick,), {"game": plain})


TABLES = tables(course_part)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_the_books_agree(table: Table) -> None:
    run_state_machine_as_test(keeping_books(table.game), settings=PROFILE)


ENDS = (
    model.HandEnd(count=1, at_most=False, holding=False, judged="at_once"),
    model.HandEnd(count=1, at_most=False, holding=False, judged="after_trick"),
    model.HandEnd(count=2, at_most=False, holding=False, judged="at_once"),
    model.HandEnd(count=1, at_most=True, holding=True, judged="at_once"),
    model.HandEnd(count=1, at_most=True, holding=True, judged="after_trick"),
)
TURN_RULES = tuple(product((False, True), (False, True), (False, True), ENDS))


def turned(table: Table, drops: bool, circuit: bool, must: bool, end: model.HandEnd) -> Game:
    """The plays of a rulebook under other turn rules. What it pays is left out: it was written for its own."""
    rulebook = table.model
    data = rulebook.play
    play = model.Play(
        span=data.span,
        direction=data.direction,
        first_hand=data.first_hand,
        later_hands=data.later_hands,
        must_beat=must,
        pass_drops_out=drops and not data.discards,  # where pieces are discarded nobody passes
        one_circuit=circuit,
        won_at_once=data.won_at_once,
        pile=data.pile,
        before=data.before,
        discards=data.discards,
        next_leader_may_lack_cards=True,
        hand_end=end,
        lines=data.lines,
    )
    return Game(rulebook.model_copy(update={"play": play, "payments": (), "always": (), "duties": ()}))


@pytest.mark.parametrize("number", range(len(TURN_RULES)))
def test_the_books_agree_under_all_turn_rules(number: int) -> None:
    """Each set of turn rules with one rulebook's plays, in the thorough run with every rulebook's."""
    first = first_tables()
    for table in first if THOROUGH else (first[number % len(first)],):
        run_state_machine_as_test(keeping_books(turned(table, *TURN_RULES[number])), settings=PROFILE)


@pytest.mark.parametrize("table", TABLES, ids=names(TABLES))
def test_turns_go_round_one_way(table: Table) -> None:
    """Seats are numbered in the order of turns; the direction says on which side the next one sits."""
    game = table.game
    line = table.model.play.line("turns")
    assert line is not None and game.direction in line.text.split()
    state = game.deal(4)
    while not (state.leading or state.is_over):
        state = state.apply(list(state.legal_actions())[-1])
    if state.is_over:
        return
    assert state.turn is not None
    after = state.apply(next(iter(state.legal_actions())))
    if after.table is not None and after.turn is not None:
        assert after.turn == (state.turn + 1) % game.players
