"""Laws of states, checked while hands are played: what is legal, what is seen, and that nothing is lost in writing."""

from __future__ import annotations

import json
import pickle
from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cardwright.interpreter import (
    Bid,
    Deal,
    Decline,
    Discard,
    Game,
    Give,
    Illegal,
    Invalid,
    MakeClaim,
    Pass,
    PlayCards,
    Special,
    State,
    load,
)

SETTINGS: tuple[tuple[str, dict[str, bool | int | str]], ...] = (
    ("hk", {}),
    ("hk", {"last_card": "forced", "open_with_lowest": True, "passing": "drops_out", "redeal": True}),
    ("hk", {"biggest": "listed", "blame": "one_turn", "higher_type_wins": False}),
    ("taiwan", {"top_rule": True}),
    ("wikipedia", {"players": 3, "spare_cards": True}),
    ("wikipedia", {"players": 2}),
    ("chuo_pai", {}),
    ("chuo_pai", {"ends_inside": True, "most_special": 4}),
    ("dou_dizhu", {}),
    ("president", {"revolution": True, "equal_again": True, "equal_skips": True}),
    ("tien_gow", {}),
    ("tien_len", {}),
)


@cache
def game_of(number: int) -> Game:
    """A game of one of the settings."""
    name, options = SETTINGS[number]
    return load(name, options)


class Hand(RuleBasedStateMachine):
    """One hand, played by anybody, with the laws asked at every state."""

    number = 0

    @initialize(seed=st.integers(0, 10_000), claims=st.booleans())
    def deal(self, seed: int, claims: bool) -> None:
        """Deal; now and then so that there is something to claim."""
        self.game = game_of(self.number)
        self.state: State = self.game.deal(seed)
        if claims and self.game.rulebook.claims and len(self.game.deck) == 52 and self.game.players == 4:
            dealt = self.game.shuffle(seed)
            self.state = self.game.start(Deal(one_dragon(self.game, dealt), dealt.rest, dealt.opener))

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Take any legal action: the state before is as it was."""
        state, actions = self.state, self.state.legal_actions()
        before = str(state)
        choice = data.draw(st.integers(0, len(actions) - 1))
        self.state = state.apply(actions[choice])
        assert str(state) == before
        assert state.apply(str(actions[choice])) == self.state, "an action is its text"

    @precondition(lambda self: self.state.is_over)
    @rule(seed=st.integers(0, 10_000))
    def deal_again(self, seed: int) -> None:
        """A hand that is over is followed by another."""
        winner = self.state.winner
        loser = (winner or 0) + 1
        self.state = self.game.deal(seed, hand_number=2, last_winner=winner or 0, last_loser=loser % self.game.players)

    @invariant()
    def legal_actions_agree(self) -> None:
        """Listing, asking and explaining are one rule."""
        state = self.state
        actions = list(state.legal_actions())
        assert len({str(action) for action in actions}) == len(actions) == len(state.legal_actions())
        assert state.leading is (not state.is_over and not state.claiming and not state.doing and state.table is None)
        assert bool(state.legal_actions()) is bool(actions)
        assert (state.turn is None) is state.is_over is not bool(actions)
        for action in actions[:40]:
            assert action in state.legal_actions()
            assert str(action) in state.legal_actions()  # type: ignore[comparison-overlap]
            assert state.why_not(action) is None
            if not state.claiming:
                assert state.parse_action(str(action)) == action
        held = state.hands[state.turn][:1] if state.turn is not None else ()
        named = tuple(self.game.pieces.names[card] for card in held)
        for action in (Pass(), Decline(), MakeClaim("dragon"), Bid(1), Give(held, named), Discard(held, named)):
            if action not in actions:
                reasons = state.why_not(action)
                assert reasons is not None and reasons.reasons
                with pytest.raises(Illegal):
                    state.apply(action)

    @invariant()
    def unheld_cards_are_refused(self) -> None:
        """Other players' plays are refused, with every reason."""
        state = self.state
        if state.turn is None or state.claiming or state.doing:
            return
        other = state.hands[(state.turn + 1) % len(state.hands)]
        for play in list(self.game.plays(other))[:5] if len(other) < 14 else []:
            action = PlayCards(play)
            legal = action in state.legal_actions()
            assert legal is (action in list(state.legal_actions()))
            assert legal is (state.why_not(action) is None)

    @invariant()
    def writing_loses_nothing(self) -> None:
        """Text, JSON and pickle give back the same state."""
        state = self.state
        for again in (
            self.game.parse_state(str(state)),
            self.game.state_from_json(state.to_json()),
            pickle.loads(pickle.dumps(state)),
        ):
            assert again == state and hash(again) == hash(state)
            assert list(again.legal_actions()) == list(state.legal_actions())
        assert json.loads(state.to_json())["version"] == 1

    @invariant()
    def only_own_secrets_are_seen(self) -> None:
        """Hidden cards can change places without anybody noticing."""
        state = self.state
        seats = range(len(state.hands))
        for seat in seats:
            seen = state.observe(seat)
            assert hash(seen) == hash(state.observe(seat))
            json.dumps(seen.to_json())
            assert seen.hand == state.hands[seat]
            if state.is_over:
                assert seen.hands == state.hands
                continue
            assert seen.hands == ()
            others = [other for other in seats if other != seat]
            swapped = list(state.hands)
            a, b = others[0], others[-1]
            if a != b and state.hands[a] and state.hands[b]:
                swapped[a] = tuple(sorted((*state.hands[a][1:], state.hands[b][0])))
                swapped[b] = tuple(sorted((*state.hands[b][1:], state.hands[a][0])))
                at = state.at._replace(hands=tuple(swapped), special=hidden_otherwise(state, seat))
                hidden = State(state.rules, at)
                if not state.claiming:
                    assert hidden.observe(seat) == seen
                    if seat == state.turn:
                        assert list(hidden.legal_actions()) == list(state.legal_actions())

    @invariant()
    def ended_hands_are_settled(self) -> None:
        """Scores are exact and balance where the rulebook says so; an open hand has none."""
        state = self.state
        if not state.is_over:
            assert state.scores == () and state.outcome is None
            return
        assert state.outcome is not None
        assert state.scores == state.outcome.settlement.scores
        assert len(state.scores) == len(state.hands)
        if any(always.name == "balanced" for always in self.game.rulebook.always):
            assert sum(state.scores) == 0
        paid = [entry for entry in state.outcome.settlement.entries if entry.amount]
        assert len(state.outcome.settlement.lines()) >= len(paid)

    @invariant()
    def cards_are_never_doubled(self) -> None:
        """Nobody holds what somebody else holds."""
        special = self.state.at.special
        aside = () if special.kitty_by >= 0 else special.kitty
        places = (*self.state.hands, *self.state.piles, *special.discards, aside)
        held = [card for cards in places for card in cards]
        assert all(held.count(card) <= self.game.pieces.copies[card] for card in set(held))


def hidden_otherwise(state: State, seat: int) -> Special:
    """With other pieces in all that a seat cannot look into: an untaken kitty, what others have laid face down."""
    special = state.at.special
    kitty = special.kitty if special.kitty_by >= 0 else tuple(card ^ 1 for card in special.kitty)
    discards = tuple(
        laid if other == seat else tuple(card ^ 1 for card in laid) for other, laid in enumerate(special.discards)
    )
    gifts = tuple(
        gift if seat in (gift.giver, gift.taker) else gift._replace(cards=tuple(card ^ 1 for card in gift.cards))
        for gift in special.gifts
    )
    return special._replace(kitty=kitty, discards=discards, gifts=gifts)


def one_dragon(game: Game, dealt: Deal) -> tuple[tuple[int, ...], ...]:
    """The same deck, dealt so that the first seat has one card of every rank."""
    rest = list(game.deck)
    first: list[int] = []
    for number, rank in enumerate(game.rulebook.deck.ranks):
        card = [c for c in rest if game.pieces.names[c].startswith(rank)][number % 3]
        first.append(card)
        rest.remove(card)
    return (tuple(sorted(first)), *(tuple(rest[seat::3]) for seat in range(3)))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_hands_follow_the_laws(number: int) -> None:
    machine = type("Hand", (Hand,), {"number": number})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=3,
            stateful_step_count=60,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_same_seed_same_game(number: int) -> None:
    game = game_of(number)
    assert game.deal(7) == game.deal(7)
    assert game.shuffle(7) == game.shuffle(7)
    assert game.deal(7) != game.deal(8)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_deal_partitions_the_deck(number: int) -> None:
    game = game_of(number)
    dealt = game.shuffle(11)
    assert sorted([card for hand in dealt.hands for card in hand] + list(dealt.rest)) == list(game.deck)
    assert [len(hand) for hand in dealt.hands] == [game.rulebook.deal.each] * game.players


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no part of a state"),
        ("hands=9S | 8D | 7C | 6H; turn=9", "no seat 9"),
        ("hands=9S | 8D | 7C | 6H", "somebody's turn"),
        ("hands=9S | 8D | 7C; turn=0", "4 hands are needed"),
        ("hands=9S | 9S | 7C | 6H; turn=0", "`9S` is there 2 times"),
        ("hands=9S | 8D | 7C | 6X; turn=0", "`6X` is no card"),
        ("hands=9S | 8D | 7C | 6H; turn=0; table=10S-JS; table_by=3", "is no play"),
        ("hands=9S | 8D | 7C | 6H; turn=0; table=10S", "come together"),
        ("hands=9S | 8D | 7C | 6H; turn=zero", "turn"),
        ("hands=9S | 8D | 7C | 6H; turn=0; turn=1", "no part of a state"),
        ("hands=- | 8D | 7C | 6H; turn=0", "no cards to play"),
        ("hands=9S | 8D | 7C | 6H; turn=0; breaches=top", "is no breach"),
    ],
)
def test_what_is_no_state(text: str, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        load("hk").parse_state(text)


def test_a_state_of_another_rulebook_is_refused() -> None:
    state = load("hk").deal(1)
    with pytest.raises(Invalid, match="another rulebook"):
        load("taiwan").state_from_json(state.to_json())
    with pytest.raises(Invalid):
        load("hk").state_from_json("{}")
    with pytest.raises(Invalid):
        load("hk").state_from_json("no JSON")


def test_states_say_what_they_keep() -> None:
    assert [fact.fact for fact in load("hk").memory] == ["breaches", "claimed", "out", "plays"]
    assert [fact.fact for fact in load("chuo_pai").memory] == ["leader", "piles"]
    assert all(fact.why and fact.span is not None for fact in load("taiwan").memory)
