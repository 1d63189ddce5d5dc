"""Auctions: who is asked, which bids there are, who has the role, and what a role is good for."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks_in_text import after, at, offered, rules, scores

from cardwright.interpreter import (
    Bid,
    Game,
    Illegal,
    Invalid,
    Pass,
    SplitMix64,
    State,
    Unanswerable,
    replay,
    write_record,
)

HANDS = ("9S 4D 4C 5D", "8S 6D 6C 7D", "8H 7C 5C 4H")


def auction(each_bids: str = "once", no_bid: str = "void", starts: str = "opener", bids: str = "1 < 2 < 3") -> str:
    """An auction for the boss."""
    return f"auction boss {{ bids: {bids}  starts: {starts}  each_bids: {each_bids}  no_bid: {no_bid} }}"


def house(*more: str, **lines: Any) -> Game:
    """A game with an auction."""
    return rules(*(more or (auction(),)), before="boss", **lines)


def called(state: State, *calls: int) -> State:
    """The state after these calls; 0 passes."""
    return after(state, *(f"bid {call}" if call else "pass" for call in calls))


def test_everybody_is_asked_once_and_the_highest_bid_wins() -> None:
    state = at(house(), *HANDS, opener=1)
    assert (state.doing, state.turn, state.leading) == ("boss", 1, False)
    assert offered(state) == ["bid 1", "bid 2", "bid 3", "pass"]
    state = called(state, 1)
    assert state.turn == 2 and offered(state) == ["bid 2", "bid 3", "pass"]
    state = called(state, 0, 2)
    assert state.doing is None and state.leading and state.turn == 1
    assert state.at.special.roles == (("boss", 0),)


def test_the_highest_bid_there_is_ends_the_auction() -> None:
    state = called(at(house(), *HANDS), 3)
    assert state.doing is None and state.at.special.roles == (("boss", 0),)


def test_bidding_goes_on_until_all_others_have_passed_in_a_row() -> None:
    game = house(auction("until_passed"))
    state = called(at(game, *HANDS), 0, 1, 0)
    assert (state.doing, state.turn) == ("boss", 0)
    state = called(state, 2, 0)
    assert (state.doing, state.turn) == ("boss", 2)
    state = called(state, 0)
    assert state.at.special.roles == (("boss", 0),), "who passed first has come in again"
    assert called(at(game, *HANDS), 0, 0, 0).is_over


def test_with_no_bid_the_hand_is_void_or_the_first_asked_has_the_role() -> None:
    void = called(at(house(), *HANDS), 0, 0, 0)
    assert void.is_over and void.at.ended == "void" and void.scores == (0, 0, 0) and void.winner is None
    starter = house(auction(no_bid="starter"), "payment debt: each loser pays the winner bid of boss")
    state = called(at(starter, *HANDS, opener=2), 0, 0, 0)
    assert state.at.special.roles == (("boss", 2),) and state.at.special.bids == ((0, 0, 1),)


def test_a_void_hand_is_dealt_again_in_a_match() -> None:
    match = house().match(seed=3)
    following = match.after(called(match.deal(), 0, 0, 0))
    assert (following.deals, following.hand_number) == (1, 1)
    assert following.deal().hands != match.deal().hands


def test_the_role_opens() -> None:
    game = house(auction(starts="random"), first_hand="opened by the boss", later_hands="opened as the first")
    state = game.deal(5)
    starter = state.turn
    assert starter is not None and state.opener is None
    assert state.observe(1).opener is None
    bidder = (starter + 1) % 3
    state = called(state, 1, 2, 0)
    assert (state.turn, state.opener) == (bidder, bidder) and state.leading


def test_who_is_asked_first_is_part_of_the_deal() -> None:
    game = house(auction(starts="random"))
    starters = {game.shuffle(seed).starter for seed in range(40)}
    assert starters == {0, 1, 2}
    deal = game.shuffle(7)
    assert game.shuffle(7) == deal and game.start(deal).turn == deal.starter
    assert house().shuffle(7).starter is None
    # Chance that nothing asks for is not drawn: the same seed deals as without an auction.
    assert house().shuffle(7).hands == rules().shuffle(7).hands
    assert game.deal(0, hands=HANDS, starter=2).turn == 2


def test_records_and_replays_know_who_is_asked_first() -> None:
    game = house(auction(starts="random"))
    for seed in range(6):
        deal, stream = game.shuffle(seed), SplitMix64(seed)
        state, actions = game.start(deal), []
        while not state.is_over:
            actions.append(state.legal_actions()[stream.below(len(state.legal_actions()))])
            state = state.apply(actions[-1])
        record = write_record(game, deal, actions)
        assert record.deal.starter == deal.starter
        assert replay(game, record).final == state


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("bid 1", "bid_too_low", "1 is not higher than the bid of 2"),
        ("bid 2", "bid_too_low", "2 is not higher"),
        ("bid 9", "no_such_bid", "the bids of `boss` are 1, 2, 3"),
        ("8S", "not_now", "bid or pass"),
        ("decline", "not_now", "bid or pass"),
        ("give 8S", "not_now", "bid or pass"),
        ("discard 8S", "not_now", "bid or pass"),
    ],
)
def test_what_cannot_be_called(text: str, rule: str, said: str) -> None:
    state = called(at(house(), *HANDS), 2)
    reasons = state.why_not(text)
    assert reasons is not None and reasons.rules == (rule,) and said in str(reasons)
    assert reasons.reasons[0].span is not None and reasons.reasons[0].span.line == 9
    assert reasons.nearest in state.legal_actions()
    with pytest.raises(Illegal):
        state.apply(text)
    assert text not in [str(action) for action in state.legal_actions()]


def test_no_bid_while_nobody_bids() -> None:
    state = called(at(house(), *HANDS), 3)
    reasons = state.why_not("bid 3")
    assert reasons is not None and reasons.rules == ("not_now",)
    assert Bid(3) not in state.legal_actions() and state.would_breach("9S") == ()
    assert Pass() not in state.legal_actions()


def test_bids_and_roles_are_public() -> None:
    state = called(at(house(), *HANDS), 0, 2)
    for seat in range(3):
        seen = state.observe(seat)
        assert (seen.doing, seen.calls, seen.turn, seen.roles) == ("boss", (0, 2), 2, ())
    state = called(state, 0)
    for seat in range(3):
        seen = state.observe(seat)
        assert (seen.doing, seen.calls, seen.roles) == (None, (), (("boss", 1),))
        assert seen.to_json()["roles"] == {"boss": 1}


def test_an_auction_comes_after_claims_and_says_nothing_of_them() -> None:
    game = house(
        auction(starts="opener"),
        "claims { order: four }",
        "claim four { holding: 4 of a rank   may: go_out }",
    )
    hands = ("9S 4D 4C 5D", "6S 6D 6C 6H", "8H 7C 5C 4H")
    state = at(game, *hands, opener=2)
    assert state.claiming and state.turn == 1
    assert [state.observe(seat).turn for seat in range(3)] == [2, 1, 2], "whoever opens is asked first"
    nobody = at(game, hands[0], "6S 6D 6C 7H", hands[2], opener=2)
    assert nobody.doing == "boss"
    for seat in (0, 2):
        assert state.observe(seat) == nobody.observe(seat)
    state = after(state, "decline")
    assert (state.doing, state.turn) == ("boss", 2)


def test_equal_futures_are_equal_states() -> None:
    game = house(auction(bids="1 < 2 < 3 < 4"))
    assert called(at(game, *HANDS), 1, 2, 0) == called(at(game, *HANDS), 0, 2, 0), "bids that nothing reads are gone"
    reads = house(auction(), "payment debt: each loser pays the winner bid of boss")
    assert called(at(reads, *HANDS), 1, 2, 0) != called(at(reads, *HANDS), 0, 2, 0)
    assert "bids" not in {fact.fact for fact in game.memory}
    assert {"bids", "calls", "roles"} <= {fact.fact for fact in reads.memory}


PAID = (
    auction(),
    "payment debt: each player where (player is not boss) pays boss bid of boss when boss wins"
    " | boss pays each player where (player is not boss) bid of boss",
    "always balanced: zero_sum",
)


def test_roles_in_payments() -> None:
    game = house(*PAID)
    won = after(called(at(game, "9S", "4D 4C", "5D 5C"), 2, 0, 0), "9S")
    assert won.scores == (4, -2, -2)
    lost = after(called(at(game, "9S", "4D 4C", "5D 5C"), 0, 2, 0), "9S")
    assert lost.scores == (2, -4, 2)
    assert scores(game, left=[0, 2, 3], roles={"boss": "P1"}, bids={"P1": 3}) == [6, -3, -3]
    assert scores(game, left=[0, 2, 3], roles={"boss": "P3"}, bids={"P3": 1}) == [1, 1, -2]
    with pytest.raises(Invalid, match="no auction for `chief`"):
        scores(game, left=[0, 2, 3], roles={"chief": "P1"})


def test_a_role_in_a_duty() -> None:
    game = house(
        auction(),
        'duty plain "The boss plays no nines." { when: player is boss  must: have no 9  breach: refused }',
    )
    state = called(at(game, "9S 4D 5C", "4C 9D 9C", "5D 5H 8S"), 0, 2, 0)
    state = after(state, "4D")
    assert offered(state) == ["4C", "pass"]
    other = after(called(at(game, "9S 4D 5C", "4C 9D 9C", "5D 5H 8S"), 2, 0, 0), "4D")
    assert "9D" in offered(other)


def test_a_situation_names_roles() -> None:
    game = house(
        auction(),
        'duty plain "The boss plays no nines." { when: player is boss  must: have no 9  breach: refused }',
    )
    told = {"hand": "9S 5C", "table": "4D"}
    assert "9S" in offered(game.position(told))
    assert "9S" not in offered(game.position({**told, "roles": {"boss": "P1"}}))
    bidding = game.position({"hands": HANDS, "opener": "P2", "actions": ["P2: bid 1", "P3: pass"]})
    assert (bidding.doing, bidding.turn) == ("boss", 0)


def test_writing_loses_nothing() -> None:
    game = house(*PAID)
    for state in (called(at(game, *HANDS), 0, 2), called(at(game, *HANDS), 0, 2, 0), called(at(game, *HANDS), 0, 0, 0)):
        assert game.parse_state(str(state)) == state
        assert game.state_from_json(state.to_json()) == state


def test_who_won_or_lost_or_holds_a_card_is_asked_first() -> None:
    def first(starts: str, **carried: int) -> int | None:
        return at(house(auction(starts=starts)), *HANDS, opener=1, starter=2, **carried).turn

    assert first("the last winner", hand_number=2, last_winner=0, last_loser=1) == 0
    assert first("the last loser", hand_number=2, last_winner=0, last_loser=1) == 1
    # In the first hand, and where several are level, a player that chance has drawn.
    assert first("the last winner") == 2
    assert first("the last loser", hand_number=2, last_winner=0) == 2
    assert first("the holder of 7D") == 1
    assert first("the holder of 9H") == first("the holder of the lowest card") == 0  # 9H was not dealt; 4D was
    assert first("random") == 2 and first("opener") == 1


def test_the_last_winner_is_remembered_until_the_lead() -> None:
    game = house(auction(starts="the last winner"))
    states = [at(game, *HANDS, opener=1, hand_number=2, last_winner=seat) for seat in (0, 1)]
    assert states[0] != states[1]
    for state in states:
        assert game.state_from_json(state.to_json()) == state
        assert called(state, 3).at.last_winner == -1


def test_who_has_passed_may_be_out_of_the_bidding() -> None:
    def house_with(passing: str) -> Game:
        return house(auction("until_passed").replace("no_bid", f"a pass: {passing}  no_bid"))

    stays, drops = house_with("keeps_you_in"), house_with("puts_you_out")
    assert called(at(stays, *HANDS), 0, 1, 2).turn == 0
    state = called(at(drops, *HANDS), 0, 1, 2)
    assert state.turn == 1 and offered(state) == ["bid 3", "pass"]
    assert called(state, 0).at.special.roles == (("boss", 2),)
    # With the others out, the bidder is not asked again.
    assert called(at(drops, *HANDS), 1, 0, 0).at.special.roles == (("boss", 0),)
    assert called(at(drops, *HANDS), 0, 0, 0).at.ended == "void"
    assert called(at(drops, *HANDS), 0, 0, 1).at.special.roles == (("boss", 2),)


def test_a_settlement_names_who_has_the_role_and_for_which_bid() -> None:
    game = house(*PAID)
    for told, message in (
        ({}, "asks who is `boss`: `roles` must say so"),
        ({"roles": {"boss": "P1"}}, "`bids` must say so"),
        ({"roles": {"boss": "P1"}, "bids": {"P1": 25}}, "P1 cannot have bid 25: the bids are 1, 2, 3"),
    ):
        with pytest.raises((Invalid, Unanswerable), match=message):
            scores(game, left=[0, 2, 3], **told)
