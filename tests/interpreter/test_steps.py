"""Steps before the lead: kitties that are taken, pieces that are given, and what is left over at the deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rulebooks_in_text import after, at, offered, rules

from cardwright.dsl import RulebookError
from cardwright.interpreter import (
    Deal,
    Game,
    Give,
    GreedyBot,
    Illegal,
    Invalid,
    State,
    read_record,
    replay,
    write_record,
)

AUCTION = "auction boss { bids: 1 < 2  starts: opener  each_bids: once  no_bid: void }"
KITTY = "deal { players: 3   each: 7   rest: kitty }"
HIGH = "step tribute: last loser gives 2 highest cards to last winner"
BACK = "step back: last winner gives 2 cards to last loser"


def house(*steps: str, before: str, **told: Any) -> Game:
    """A game with steps."""
    return rules(*steps, before=before, **told)


def exchange(**lines: str) -> Game:
    """The loser gives the two highest cards, the winner any two."""
    return house(HIGH, BACK, before="tribute, back", **lines)


HANDS = ("9S 8D 4C 5D", "9D 6D 6C 7D", "8H 7C 5C 4H")


def second(game: Game, *hands: str, winner: int = 0, loser: int = 1, opener: int = 2) -> State:
    """A second hand."""
    return at(game, *(hands or HANDS), opener=opener, hand_number=2, last_winner=winner, last_loser=loser)


# ---- kitties -------------------------------------------------------------------------------------------------------


def kitty_game() -> Game:
    """A game whose auction is about the kitty."""
    return house(AUCTION, "step pick_up: boss takes kitty", before="boss, pick_up", deal=KITTY)


def test_the_kitty_is_turned_up_and_taken() -> None:
    game = kitty_game()
    deal = game.shuffle(4)
    assert len(deal.rest) == 3
    state = game.start(deal)
    assert state.turn is not None
    first = state.turn
    for seat in range(3):
        assert state.observe(seat).kitty == () and state.observe(seat).kitty_by is None
    state = after(state, "bid 2")
    assert state.hands[first] == tuple(sorted((*deal.hands[first], *deal.rest)))
    for seat in range(3):
        assert state.observe(seat).kitty == deal.rest and state.observe(seat).kitty_by == first
        assert state.observe(seat).counts[first] == 10


def test_a_kitty_nobody_has_taken_is_hidden() -> None:
    """Its pieces can change places with those of other hands, and nobody notices."""
    game = kitty_game()
    state = game.deal(4)
    kitty, hand = state.at.special.kitty, state.hands[2]
    there = State(
        state.rules,
        state.at._replace(
            hands=(*state.hands[:2], tuple(sorted((kitty[0], *hand[1:])))),
            special=state.at.special._replace(kitty=tuple(sorted((hand[0], *kitty[1:])))),
        ),
    )
    assert there != state
    for seat in (0, 1):
        assert there.observe(seat) == state.observe(seat)
        assert json.dumps(there.observe(seat).to_json()) == json.dumps(state.observe(seat).to_json())


def test_a_kitty_can_be_given() -> None:
    game = kitty_game()
    state = after(game.deal(hands=HANDS, kitty="9C 9H 4D", opener=1), "bid 2")
    assert game.pieces.format(state.hands[1], joined=False) == "4D 6C 6D 7D 9C 9D 9H"
    told = {"hands": HANDS, "kitty": "9C 9H 4D", "opener": "P2", "actions": ["P2: bid 2"]}
    assert game.position(told).hands == state.hands
    with pytest.raises(Invalid, match="`9S` is there 2 times"):
        game.deal(hands=HANDS, kitty="9S 9H 4D", opener=1)


def test_records_keep_the_kitty() -> None:
    game = kitty_game()
    deal = game.shuffle(9)
    record = write_record(game, deal, ["bid 2"])
    assert replay(game, record).final == after(game.start(deal), "bid 2")


# ---- what is left over goes to a holder ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_what_is_left_goes_to_the_holder_of_a_card(seed: int) -> None:
    game = rules(deal="deal { players: 5   each: 4   rest: to the holder of 4D, else 5D }", players=5)
    deal = game.shuffle(seed)
    named = [game.pieces.index_at[name] for name in ("4D", "5D")]
    (taker,) = [seat for seat, hand in enumerate(deal.hands) if len(hand) == 8]
    assert deal.rest == () and sorted(len(hand) for hand in deal.hands) == [4, 4, 4, 4, 8]
    plain = rules(deal="deal { players: 5   each: 4   rest: unused }", players=5).shuffle(seed)
    holders = [seat for card in named for seat, hand in enumerate(plain.hands) if card in hand]
    lowest = min(card for hand in plain.hands for card in hand)
    assert taker == (holders or [next(s for s, hand in enumerate(plain.hands) if lowest in hand)])[0]


# ---- gifts ---------------------------------------------------------------------------------------------------------


def test_nothing_is_given_where_nobody_has_won_or_lost() -> None:
    state = at(exchange(), *HANDS)
    assert state.doing is None and state.leading and state.at.special.gifts == ()
    same = second(exchange(), winner=1, loser=1)
    assert same.doing is None and same.leading


def test_the_highest_cards_go_by_themselves() -> None:
    game = exchange()
    state = second(game)
    assert (state.doing, state.turn) == ("back", 0)
    assert game.pieces.format(state.hands[0], joined=False) == "4C 5D 7D 8D 9D 9S"
    assert game.pieces.format(state.hands[1], joined=False) == "6C 6D"
    assert state.observe(0).to_give == 2 and state.observe(1).to_give == 0


def test_the_giver_chooses() -> None:
    game = exchange()
    state = second(game)
    assert offered(state)[:3] == ["give 4C-5D", "give 4C-7D", "give 4C-8D"] and len(offered(state)) == 15
    state = after(state, "give 5D 4C")
    assert game.pieces.format(state.hands[1], joined=False) == "4C 5D 6C 6D"
    assert state.doing is None and state.turn == 2, "who opens was found out all the same"


def test_lowest_cards_and_no_more_than_there_are() -> None:
    game = house("step low: last winner gives 6 lowest cards to last loser", before="low")
    state = second(game, "5D 5C", "4D", "9S 8S")
    assert [len(hand) for hand in state.hands] == [0, 3, 2]
    assert state.is_over and state.winner == 0, "a hand may be over before it begins"
    game = house("step low: last winner gives 1 lowest card to last loser", before="low")
    assert game.pieces.format(second(game, "5D 5C 6D", "4D", "9S 8S").hands[1], joined=False) == "4D 5D"


def test_who_opens_holds_the_card_after_the_exchange() -> None:
    game = exchange(later_hands="opened by the holder of the lowest card, playing it")
    state = second(game, "9S 8D 4D 5D", "9D 6D 6C 7D", "8H 7C 5C 4H", opener=0)
    state = after(state, "give 4D 5D")
    assert (state.opener, state.turn) == (1, 1)
    assert offered(state) == ["4D"]


@pytest.mark.parametrize(
    ("text", "rules_broken"),
    [
        ("give 9S", ("give_count",)),
        ("give 9S 9D 8D", ("give_count",)),
        ("give 8H 9S", ("not_held",)),
        ("give 8H", ("give_count", "not_held")),
        ("9S", ("not_now",)),
        ("pass", ("not_now",)),
        ("bid 1", ("not_now",)),
        ("discard 9S", ("not_now",)),
    ],
)
def test_what_cannot_be_given(text: str, rules_broken: tuple[str, ...]) -> None:
    state = second(exchange())
    reasons = state.why_not(text)
    assert reasons is not None and reasons.rules == rules_broken
    assert isinstance(reasons.nearest, Give) and reasons.nearest in state.legal_actions()
    assert any(reason.span is not None for reason in reasons) or rules_broken == ("not_held",)
    with pytest.raises(Illegal):
        state.apply(text)


def test_nothing_is_given_in_the_middle_of_a_hand() -> None:
    state = after(second(exchange()), "give 9S 9D")
    reasons = state.why_not("give 8H")
    assert reasons is not None and reasons.rules == ("not_now",)


def test_giver_and_taker_alone_know_what_was_given() -> None:
    game = exchange()
    start = second(game)
    one, other = after(start, "give 4C 5D"), after(start, "give 9S 9D")
    assert one.observe(2) == other.observe(2)
    assert one.observe(2).gifts == ()
    assert one.observe(0) != other.observe(0) and one.observe(1) != other.observe(1)
    for seat in (0, 1):
        assert [gift.giver for gift in one.observe(seat).gifts] == [1, 0]
    assert json.dumps(one.observe(2).to_json()) == json.dumps(other.observe(2).to_json())
    # Nor is it seen which cards were the highest, before they are played.
    swapped = ("9S 8D 4C 5D", "9D 7D 6C 6D", "8H 7C 5C 4H")
    assert second(game, *swapped).observe(2) == start.observe(2)


def test_gifts_say_nothing_of_claims() -> None:
    """Who cannot claim sees the same as where nobody can: what goes by itself has gone. Who can sees nothing of it."""
    claims = ("claims { order: four }", "claim four { holding: 4 of a rank   may: go_out }")
    game = rules(HIGH, BACK, *claims, before="tribute, back")
    state = second(game, "9S 8D 4C 5D", "8S 6D 6C 9D", "7H 7C 7S 7D")
    assert state.claiming and state.turn == 2
    there = second(game, "9S 8D 4C 5D", "8S 6D 6C 9D", "7H 7C 7S 4D")
    assert not there.claiming
    for seat in (0, 1):
        assert state.observe(seat) == there.observe(seat)
        assert len(state.observe(seat).hand) == len(there.hands[seat]) != 4
    assert state.observe(2).gifts == () and state.observe(2).counts == (4, 4, 4)
    declined = after(state, "decline")
    assert declined.doing == "back" and declined.observe(0) == state.observe(0)


def test_the_last_winner_is_forgotten_where_only_steps_ask() -> None:
    start = second(exchange())
    assert (start.at.last_winner, start.at.last_loser) == (0, 1)
    state = after(start, "give 4C 5D")
    assert (state.at.last_winner, state.at.last_loser) == (-1, -1)
    assert {"gifts", "out"} <= {fact.fact for fact in exchange().memory}


def test_matches_carry_winner_and_loser_to_the_steps() -> None:
    game = exchange()
    match = game.match(seed=2)
    state = match.deal()
    assert state.doing is None
    while not state.is_over:
        state = state.apply(GreedyBot().choose(state.observe(state.turn or 0), state.legal_actions()))
    match = match.after(state)
    assert match.last_winner is not None
    if match.last_loser is not None:
        assert match.deal().turn == match.last_winner


def test_the_untouched_hand_is_the_one_after_the_exchange() -> None:
    combinations = """
combination single { cards: 1                   compare: rank }
combination sweep  { cards: every rank, untouched   compare: nothing }
"""
    game = house(HIGH, before="tribute", combinations=combinations)
    state = second(game, "4D 5D 6D 7D", "8D 9D 4C 5C", "8H 7C 5S 4H", opener=0)
    assert state.at.special.sizes == (6, 2, 4)
    whole = [text for text in offered(state) if text.count("-") == 5]
    assert [game.cards(text) for text in whole] == [state.hands[0]]
    assert "sizes" in {fact.fact for fact in game.memory}
    led = after(state, "4D", "pass", "pass")
    assert not any("-" in text for text in offered(led))


def test_writing_loses_nothing() -> None:
    game = exchange()
    for state in (second(game), after(second(game), "give 4C 5D"), after(second(game), "give 4C 5D", "4H")):
        assert game.parse_state(str(state)) == state
        assert game.state_from_json(state.to_json()) == state
        assert [str(action) for action in game.parse_state(str(state)).legal_actions()] == offered(state)


def test_a_bot_gives_its_lowest_cards() -> None:
    state = second(exchange())
    assert str(GreedyBot().choose(state.observe(0), state.legal_actions())) == "give 4C-5D"


# ---- places of the last hand ---------------------------------------------------------------------------------------


PLACES = "step small: the second_last of the last hand gives 1 highest cards to the second of the last hand"
FOUR = ("9S 8D 4C", "9D 6D 6C", "8H 7C 5C", "4H 5H 8C")


def test_places_of_the_last_hand_give_and_take() -> None:
    game = house(PLACES, before="small", players=4)
    # P3, P1, P4, P2: the third, P4, gives 8C to P1.
    state = at(game, *FOUR, hand_number=2, last_places=(2, 4, 1, 3))
    assert state.observe(0).counts == (4, 3, 3, 2)
    assert [gift[:2] for gift in state.observe(0).gifts] == [(3, 0)]
    assert state.at.special.last_places == ()
    told = {"hands": FOUR, "hand_number": 2, "opener": "P1", "last_order": ["P3", "P1", "P4", "P2"]}
    assert game.position(told) == state


@pytest.mark.parametrize("places", [(), (1, 2, 2, 4), (1, 1, 3, 4)])
def test_a_place_that_nobody_alone_has_is_skipped(places: tuple[int, ...]) -> None:
    game = house(PLACES, before="small", players=4)
    assert at(game, *FOUR, hand_number=2, last_places=places).observe(0).counts == (3, 3, 3, 3)


def test_a_match_carries_the_places() -> None:
    chosen = PLACES.replace("highest ", "")
    lines = {"the_hand": "ends when 1 player has cards"}
    game = house(chosen, "payment places: each player scores place of player", before="small", players=4, **lines)
    match = game.match(3)
    state = match.deal()
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    match = match.after(state)
    assert sorted(match.last_places) == [1, 2, 3, 4] and match.last_places == state.scores
    following = game.resume_match(match.to_json()).deal()
    assert (following.doing, following.turn) == ("small", match.last_places.index(3))
    assert game.state_from_json(following.to_json()) == following
    record = write_record(game, game.shuffle(4, match.carried), [], match.carried)
    assert replay(game, record).final.at.special.last_places == match.last_places


def test_places_that_cannot_be() -> None:
    game = house(PLACES, before="small", players=4)
    with pytest.raises(Invalid, match="4 players cannot be placed 1, 2, 2, 3"):
        at(game, *FOUR, hand_number=2, last_places=(1, 2, 2, 3))
    told = {"hands": FOUR, "hand_number": 2, "opener": "P1"}
    with pytest.raises(Invalid, match="each of the 4 players once"):
        game.position({**told, "last_order": ["P3", "P1"]})
    with pytest.raises(Invalid, match="P1 cannot have lost a hand in which P2 was last"):
        game.position({**told, "last_order": ["P3", "P1", "P4", "P2"], "last_loser": "P1"})


def test_what_is_left_goes_round() -> None:
    game = house(before="", deal="deal { players: 5   each: 4   rest: one each }")
    sizes = [[len(hand) for hand in game.deal(1, hand_number=number).hands] for number in (1, 2, 3, 6)]
    assert sizes == [[5, 5, 5, 5, 4], [4, 5, 5, 5, 5], [5, 4, 5, 5, 5], [5, 5, 5, 5, 4]]
    match = game.match(1)
    assert [len(hand) for hand in match.deal().hands] == sizes[0]


def test_records_keep_a_kitty_that_is_not_what_the_hands_leave() -> None:
    game = kitty_game()
    hands = tuple(map(game.cards, HANDS))
    deal = Deal(hands, game.cards("9C 9H 4D"), 1)
    record = write_record(game, deal, ["bid 2"])
    assert record.deal.rest == ("4D", "9C", "9H")
    assert replay(game, read_record(record.model_dump_json())).final == after(game.start(deal), "bid 2")
    dealt = game.shuffle(9)
    told = json.loads(write_record(game, dealt, ["bid 2"]).model_dump_json())
    del told["deal"]["rest"], told["checksum"]
    assert replay(game, read_record(json.dumps(told))).final == after(game.start(dealt), "bid 2")


def test_pieces_are_given_in_any_order() -> None:
    game = exchange()
    state = second(game)
    first = state.legal_actions()[0]
    assert isinstance(first, Give)
    turned = Give(first.pieces[::-1], first.cards[::-1])
    assert turned == first and str(turned) == str(first)
    assert turned in state.legal_actions() and turned in list(state.legal_actions())
    assert state.apply(turned) == state.apply(first)


# ---- how many pieces a hand can have -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "count",
    ["2", "(2 when last winner is last loser | 0)", "(least of (2, 3))", "(most of (0, 2 - 0))", "(1 + 1)"],
)
def test_tables_cover_the_most_that_steps_can_give(count: str) -> None:
    told = (f"step gift: last loser gives {count} cards to last winner",
            "payment debt: each loser pays the winner cards of payer x tier of payer")  # fmt: skip
    with pytest.raises(RulebookError, match="`tier` says nothing about 7 to 8 cards"):
        house(*told, "table tier of cards: 1..6 x1", before="gift")
    assert house(*told, "table tier of cards: 1..8 x1", before="gift")


def test_what_nothing_bounds_can_be_all_there_is() -> None:
    told = ("step gift: last loser gives (cards of last winner) cards to last winner",
            "payment debt: each loser pays the winner cards of payer x tier of payer")  # fmt: skip
    with pytest.raises(RulebookError, match="`tier` says nothing about 24 cards"):
        house(*told, "table tier of cards: 1..23 x1", before="gift")


def test_what_is_given_back_is_not_gained() -> None:
    debt = "payment debt: each loser pays the winner cards of payer x tier of payer"
    tier = "table tier of cards: 1..6 x1"
    assert exchange_with(BACK, debt, tier)
    with pytest.raises(RulebookError, match="says nothing about 7 cards"):
        exchange_with(BACK.replace("2 cards", "(1 when last winner is last loser | 2) cards"), debt, tier)


def exchange_with(back: str, *more: str) -> Game:
    """An exchange in which the winner gives back so."""
    return house(HIGH, back, *more, before="tribute, back")


@pytest.mark.parametrize("won", ["never", "by an unbeatable play"])
def test_a_hand_that_a_kitty_has_made_larger_can_beat(won: str) -> None:
    whole = "combination whole { cards: 9, untouched   compare: highest card }"
    game = house(
        AUCTION,
        "step pick_up: boss takes kitty",
        whole,
        "bombs big { order: whole  beats: everything }",
        before="boss, pick_up",
        deal="deal { players: 4   each: 5   rest: kitty }",
        won_at_once=won,
    )
    assert game.rules.plays.hand_sizes == (5, 9)
    hands = ("9S 4D 5D 6D 7D", "4C 5C 6C 7C 8C", "4H 5H 6H 7H 8H", "4S 5S 6S 7S 8S")
    state = after(at(game, *hands), "pass", "bid 2")
    led = state.apply("9S")
    assert led.turn == 1 and [len(hand) for hand in led.hands] == [4, 9, 5, 5]
    assert len(offered(led)) == 2, "the whole hand, and the pass"
