"""What a table tells to whom: nothing that a seat gets hangs on what is hidden from it."""

from __future__ import annotations

import json
from random import Random

import pytest
from effort import TABLE_ACTIONS, TABLE_DEALS
from rulebooks_in_text import rules
from seats import after_claims, played_out, refused, seated

from cardwright.dsl import shipped
from cardwright.interpreter import CardwrightError, Deal, Game, History, Match, Refused, Table, events, load

PAIRS = "claim two_pairs { holding: 2 of a rank + 2 of another rank   may: go_out }"
ALIKE = "claim four_alike { holding: 4 of a rank   may: void }"
CLAIMS = "claims { order: four_alike < two_pairs   ties: lowest card, then turn }"


def dealt(game: Game, *hands: str, opener: int = 0) -> Deal:
    """A deal with these hands."""
    cards = tuple(game.cards(hand) for hand in hands)
    return Deal(cards, game.pieces.without(tuple(card for hand in cards for card in hand)), opener)


def claiming() -> Game:
    """A game in which hands may go out on a claim, or make the hand void."""
    return rules(PAIRS, ALIKE, CLAIMS, "payment debt: each loser pays the winner cards of payer", each=4)


def test_claims_are_asked_of_every_seat_and_answers_are_sealed() -> None:
    game = claiming()
    deals = [
        dealt(game, "4D 5C 6H 7S", "4C 5D 6S 7H", "8D 8C 9H 9S"),
        dealt(game, "4D 5C 6H 7S", "8D 8C 8H 8S", "4C 5D 6S 9H"),
        dealt(game, "4D 5C 6H 7S", "4C 5D 8D 9H", "4H 5S 7D 9C"),
    ]
    told = []
    for deal in deals:
        table, tokens = seated(game, dealt=deal)
        heard = [json.dumps([asks(table, tokens[0]), table.view(), table.events()])]
        for token in reversed(tokens[1:]):
            assert table.view(token)["phase"] == "claims" and table.view(token)["turn"] is None
            table.act(token, "decline", table.view(token)["seq"])
            heard.append(json.dumps([asks(table, tokens[0]), table.view(), table.events()]))
        assert heard[0] == heard[1] == heard[2], "while others answer, nothing changes"
        table.act(tokens[0], "decline", table.view(tokens[0])["seq"])
        heard.append(json.dumps([table.view(tokens[0]), table.events(tokens[0]), table.view(), table.events()]))
        told.append(heard)
    assert told[0] == told[1] == told[2], "whether anybody else may claim shows nowhere"


def asks(table: Table, token: str) -> list[object]:
    """What a seat is told that looks, and asks for what it may not do."""
    found: list[object] = [table.view(token), table.events(token)]
    for text in ("claim two_pairs", "claim four_alike", "claim nothing", "4D", "pass", "give 4D"):
        error = refused("illegal", table.act, token, text, table.view(token)["seq"])
        found.append(error.to_json())
    return found


def test_claims_that_are_made_are_shown_once_every_seat_has_answered() -> None:
    game = claiming()
    table, tokens = seated(game, dealt=dealt(game, "4D 4C 5H 5S", "8D 8C 8H 8S", "4H 5D 6S 9H"))
    assert table.view(tokens[0])["legal"] == ["claim two_pairs", "decline"]
    table.act(tokens[0], "claim two_pairs", 1)
    refused("out_of_turn", table.act, tokens[0], "decline", 2)
    table.act(tokens[1], "claim four_alike", 1)
    assert table.view(tokens[0])["answer"] == "claim two_pairs" and table.view(tokens[2])["answer"] is None
    assert [event["event"] for event in table.events(tokens[2])] == ["dealt"]
    table.act(tokens[2], "decline", 1)
    shown = [(event["event"], event["seat"], event.get("claim")) for event in table.events(tokens[2], 1)]
    opened = [("claimed", 0, "two_pairs"), ("hand_ended", 0, None), ("settled", None, None)]
    assert shown == [("answered", 2, None), *opened], "what was not done is not opened"
    assert [(event["event"], event["seat"], event.get("claim")) for event in table.events(None, 1)] == opened


def test_gifts_and_cards_face_down_are_shown_to_who_knows_them() -> None:
    found = {"discarded": 0, "given": 0}
    for name in ("tien_gow", "president"):
        game = load(name)
        table, tokens = seated(game, seed=4)
        for hand in range(4):
            played_out(table, tokens, Random(hand))
            table.next_hand()
        told = [[event for event in table.events(token) if event["event"] in found] for token in (None, *tokens)]
        for everybody, *each in zip(*told, strict=True):
            found[everybody["event"]] += 1
            assert everybody["cards"] is None
            privy = {everybody["seat"], everybody.get("taker", everybody["seat"])}
            for seat, event in enumerate(each):
                shown = event["cards"]
                assert (shown is not None) == (seat in privy) and len(shown or ()) in (0, event["count"])
                assert {**event, "cards": None, "seq": 0} == {**everybody, "seq": 0}
    assert all(found.values()), found


@pytest.mark.parametrize("name", shipped())
def test_a_seat_is_told_what_the_history_of_the_hand_has_for_it(name: str) -> None:
    game, random = load(name), Random(name)
    cards = game.shuffle(3)
    table, tokens = seated(game, dealt=cards)
    history = History.dealt(game.start(cards), cards)
    after_claims(table, tokens)
    while history.state.claiming:
        history = history.apply("decline")
    while (turn := history.state.turn) is not None:
        text = random.choice([str(action) for action in history.state.legal_actions()])
        table.act(tokens[turn], text, table.view(tokens[turn])["seq"])
        history = history.apply(text)
    for seat, token in enumerate(tokens):
        sent = json.loads(json.dumps(table.events(token)))
        assert [event.pop("seq") for event in sent] == list(range(1, len(sent) + 1))
        told, known = [events.event_from_json(event) for event in sent], history.seen(seat)
        assert {event.seat for event in told if isinstance(event, events.Answered)} <= {seat}
        assert [e for e in told if not isinstance(e, events.Answered)] == [
            e for e in known if not isinstance(e, events.Answered)
        ]


@pytest.mark.parametrize("name", shipped())
def test_tables_that_differ_in_hidden_cards_answer_alike(name: str) -> None:
    """Two tables whose other hands differ are played alike; one seat and everybody get the same answers, byte by byte,
    to whatever they ask, for as long as nobody shows a card that the others do not hold there."""
    game, compared = load(name), 0
    for seed in range(TABLE_DEALS):
        random = Random(seed)
        here = game.shuffle(seed)
        watcher = here.opener if seed % 2 else (here.opener + 1) % game.players
        there = elsewhere(game, here, watcher, random)
        pairs = [seated(game, dealt=deal) for deal in (here, there)]
        for _ in range(TABLE_ACTIONS):
            answers = [
                [table.view(tokens[watcher]), table.events(tokens[watcher]), table.view(), table.events()]
                for table, tokens in pairs
            ]
            assert json.dumps(answers[0]) == json.dumps(answers[1])
            compared += 1
            asked = ["pass", "bid 1", "decline", *some_cards(game, random)]
            tried = [[code(table, tokens[watcher], text) for text in asked] for table, tokens in pairs]
            assert json.dumps(tried[0]) == json.dumps(tried[1])
            if not step(game, pairs, watcher, random):
                break
    assert compared > 8


def some_cards(game: Game, random: Random) -> list[str]:
    """Cards that anybody may hold."""
    return [game.pieces.format(random.sample(game.deck, size)) for size in (1, 2)]


def code(table: Table, token: str, text: str) -> object:
    """How a table answers a request with an old number, and how one that is not legal."""
    view = table.view(token)
    if text in view["legal"]:
        return "legal"
    try:
        return table.act(token, text, view["seq"])
    except CardwrightError as error:
        return error.to_json() if isinstance(error, Refused) else str(error)


def elsewhere(game: Game, deal: Deal, watcher: int, random: Random) -> Deal:
    """The deal with cards of two other players exchanged; what the deal itself opens for all to see stays: the card
    that somebody opens for, and what must be laid aside."""
    start = game.start(deal)
    shown = {start.at.opening_card, *(card for pile in start.piles for card in pile)}
    one, other = (
        (seat for seat in range(game.players) if seat != watcher)
        if game.players == 3
        else random.sample([seat for seat in range(game.players) if seat != watcher], 2)
    )
    hands = [list(hand) for hand in deal.hands]
    for _ in range(3):
        mine, theirs = (random.choice([card for card in hands[seat] if card not in shown]) for seat in (one, other))
        hands[one].remove(mine)
        hands[other].remove(theirs)
        hands[one].append(theirs)
        hands[other].append(mine)
    return Deal(tuple(tuple(sorted(hand)) for hand in hands), deal.rest, deal.opener, starter=deal.starter)


def step(game: Game, pairs: list[tuple[Table, list[str]]], watcher: int, random: Random) -> bool:
    """One action of somebody, the same at both tables; False where there is none, or the hand is over."""
    table = pairs[0][0]
    if table.view()["phase"] in ("hand_over", "match_over"):
        return False
    for seat in range(game.players):
        mine = [table.view(tokens[seat]) for table, tokens in pairs]
        if not mine[0]["legal"] or not mine[1]["legal"]:
            continue
        both = [text for text in mine[0]["legal"] if text in mine[1]["legal"]]
        secret = [text for text in mine[0]["legal"] if text.startswith(("give ", "discard "))]
        discarding = bool(secret) and secret[0].startswith("discard ")
        if table.view()["phase"] == "claims":
            both = ["decline"]
        elif secret and seat != watcher:
            # What it is stays hidden: each gives, or lays down, the first that it has.
            for (at, tokens), view in zip(pairs, mine, strict=True):
                hidden = next(text for text in view["legal"] if text.startswith(("give ", "discard ")))
                at.act(tokens[seat], hidden, view["seq"])
            return discarding and all(at.view()["phase"] != "hand_over" for at, _ in pairs)
        if not both:
            return False
        chosen = random.choice(both)
        for (at, tokens), view in zip(pairs, mine, strict=True):
            at.act(tokens[seat], chosen, view["seq"])
        return all(at.view()["phase"] not in ("hand_over", "match_over") for at, _ in pairs)
    return False


def test_what_is_claimed_is_judged_by_the_hand_as_dealt_whether_or_not_anybody_is_asked() -> None:
    """Where nobody may claim, gifts are given before the seats have answered; who holds four of a rank by a gift was
    not dealt them."""
    tribute = "step tribute: last loser gives 1 highest card to last winner"
    game = rules(ALIKE, tribute, "payment debt: each loser pays the winner cards of payer", each=4, before="tribute")
    match = Match(game.rules, 1, (0, 0, 0), 1, 2, last_winner=0, last_loser=1, last_places=(1, 3, 2))
    told = []
    for last in ("4H 5D 6S 7H", "4H 4C 4D 4S"):
        table, tokens = seated(game, match=match, dealt=dealt(game, "9D 9C 9H 5S", "8D 7C 6H 9S", last))
        assert table.view(tokens[0])["legal"] == ["decline"]
        told.append(json.dumps(asks(table, tokens[0])))
        for token in tokens:
            table.act(token, "decline", 1)
        assert "9S" in table.view(tokens[0])["observation"]["hand"]
    assert told[0] == told[1]


def test_a_hand_that_ends_before_anybody_leads_ends_once_every_seat_has_answered() -> None:
    """Whether it is over as soon as it is dealt, or once somebody has declined, shows nowhere."""
    tribute = "step tribute: last loser gives 4 highest cards to last winner"
    game = rules(ALIKE, tribute, "payment debt: each loser pays the winner cards of payer", each=4, before="tribute")
    match = Match(game.rules, 1, (0, 0, 0), 1, 2, last_winner=0, last_loser=1, last_places=(1, 3, 2))
    told = []
    for last in ("4H 5D 6S 7H", "4H 4C 4D 4S"):
        table, tokens = seated(game, match=match, dealt=dealt(game, "9D 9C 9H 5S", "8D 7C 6H 9S", last))
        told.append(json.dumps([asks(table, tokens[0]), table.view(), table.events()]))
        for token in tokens:
            assert table.view(token)["phase"] == "claims"
            table.act(token, "decline", 1)
        assert [event["event"] for event in table.events()] == ["dealt", "given", "hand_ended", "settled"]
        assert table.view()["match"]["hand_number"] == 3
    assert told[0] == told[1]


def test_what_a_claim_lays_aside_is_shown_once_every_seat_has_answered_and_named_to_who_laid_it() -> None:
    bonus = "claim bonus { holding: 4 5   may: pile   all: lows }"
    game = rules("set lows: 4, 5", bonus, "payment points: each player scores size of pile of player", each=4)
    table, tokens = seated(game, dealt=dealt(game, "4D 5C 6H 7S", "4C 5D 5S 7H", "4S 8C 9H 9S"))
    for seat, text in ((2, "decline"), (0, "claim bonus"), (1, "decline")):
        assert len(table.events()) == len(table.events(tokens[1])) == 1
        table.act(tokens[seat], text, 1)
    laid = {"event": "laid_aside", "seat": 0, "count": 2}
    for token, cards in zip((None, *tokens), (None, ["4D", "5C"], None, None), strict=True):
        told = [{**event, "seq": 0} for event in table.events(token) if event["event"] not in ("dealt", "answered")]
        assert told[0] == {"seq": 0, "event": "claimed", "seat": 0, "claim": "bonus"}
        assert told[1:] == [{"seq": 0, **laid, "cards": cards}, {"seq": 0, "event": "opens", "seat": 0}]
