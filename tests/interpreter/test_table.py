"""Tables for servers, as an attacker would try them."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from random import Random
from typing import Any

import pytest
from effort import TABLE_ACTIONS, TABLE_DEALS
from rulebooks_in_text import rules

from cardwright.dsl import shipped
from cardwright.interpreter import CardwrightError, Deal, Game, Invalid, Match, Refused, Table, load

HOSTILE = [
    "",
    " ",
    "\x00",
    "3D\n4C",
    "\u202e3D",
    "\ud800",
    "9" * 1_999,
    "3D " * 700,
    "=" * 500,
    "claim \x1b[31m",
    "{}" * 9,
]


def seated(game: Game, **told: Any) -> tuple[Table, list[str]]:
    """A table with all seats taken, and the tokens."""
    table = Table(game, **told)
    return table, [table.join()[1] for _ in range(game.players)]


def after_claims(table: Table, tokens: list[str]) -> None:
    """Nobody claims anything."""
    for token in tokens if table.view()["phase"] == "claims" else ():
        table.act(token, "decline", table.view(token)["seq"])


def ready(game: Game | None = None, **told: Any) -> tuple[Table, list[str]]:
    """A table whose claims are over, and the tokens, whoever is to act first."""
    table, tokens = seated(game or load("hk"), **(told or {"seed": 7}))
    after_claims(table, tokens)
    turn = table.view()["turn"]
    return table, tokens[turn:] + tokens[:turn]


def refused(code: str, asked: Callable[..., object], *told: Any) -> Refused:
    """How a request is refused; nothing of the table hangs on to the refusal."""
    with pytest.raises(Refused) as caught:
        asked(*told)
    error = caught.value
    assert error.code == code, str(error)
    assert error.__context__ is None and set(vars(error)) == {"code", "reasons"}
    assert json.loads(json.dumps(error.to_json()))["message"] == str(error)
    return error


def played_out(table: Table, tokens: list[str], random: Random) -> None:
    """The hand played to its end at random."""
    while table.view()["phase"] not in ("hand_over", "match_over"):
        for token in tokens:
            view = table.view(token)
            if view["legal"]:
                table.act(token, random.choice(view["legal"]), view["seq"])


# ---- tokens --------------------------------------------------------------------------------------------------------


def test_tokens_cannot_be_forged() -> None:
    table, tokens = seated(load("hk"))
    others = seated(load("hk"))[1]
    digest = json.loads(table.save())["digests"][0]
    forged: list[Any] = [
        *HOSTILE,
        others[0],
        digest,
        tokens[0][:-1],
        tokens[0] + " ",
        tokens[0].swapcase(),
        "x" * 10**6,
    ]
    forged += [None, 0, b"", tokens[0].encode(), [tokens[0]]]
    for token in forged:
        for error in (
            refused("unknown_token", table.seat_of, token),
            refused("unknown_token", table.act, token, "pass", 1),
            refused("unknown_token", table.leave, token),
        ):
            assert str(error) == "this token holds no seat at this table"
        if token is not None:
            refused("unknown_token", table.view, token)
            refused("unknown_token", table.events, token)
    assert len({*tokens, *others}) == 8 and all(len(token) >= 43 for token in tokens)


def test_a_token_is_kept_nowhere_and_holds_one_seat() -> None:
    table, tokens = seated(load("hk"))
    told = " ".join([repr(table), str(table), table.save(), *map(repr, pickle_state(table))])
    assert not [token for token in tokens if token in told]
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="secrets"):
            attempt(table)
    assert [table.seat_of(token) for token in tokens] == [0, 1, 2, 3]
    refused("seat_taken", table.join)
    refused("seat_taken", table.join, 2)
    table.leave(tokens[2])
    refused("unknown_token", table.view, tokens[2])
    seat, token = table.join()
    assert seat == 2 and token != tokens[2]
    with pytest.raises(Invalid):
        table.join(9)


def pickle_state(table: Table) -> list[object]:
    """All that a table is made of."""
    return list(vars(table).values())


def test_a_token_shows_and_moves_its_own_seat_alone() -> None:
    table, tokens = ready()
    for token in tokens:
        view = table.view(token)
        hand = set(view["observation"]["hand"])
        assert len(hand) == 13 and view["observation"]["hands"] == []
        others = [set(table.view(other)["observation"]["hand"]) for other in tokens if other != token]
        assert not any(hand & other for other in others)
    everybody = table.view()
    assert everybody["seat"] is None and everybody["observation"]["hand"] == [] and everybody["legal"] == []
    first, second = table.view(tokens[0]), table.view(tokens[1])
    assert first["legal"] and not second["legal"]
    error = refused("out_of_turn", table.act, tokens[1], first["legal"][0], second["seq"])
    assert error.reasons is None
    # Whatever the seat out of turn asks for, it is told the same: nothing is read, and nothing looked up.
    for text in [*first["legal"], *table.view(tokens[1])["observation"]["hand"], "no card", "pass"]:
        assert str(refused("out_of_turn", table.act, tokens[1], text, second["seq"])) == str(error)


# ---- numbers, replays and races ------------------------------------------------------------------------------------


def test_a_request_is_done_once_however_often_it_comes() -> None:
    table, tokens = ready()
    view = table.view(tokens[0])
    play = view["legal"][0]
    answer = table.act(tokens[0], play, view["seq"])
    seen = table.view(tokens[0])
    for _ in range(3):
        assert table.act(tokens[0], play, view["seq"]) == answer
    assert table.view(tokens[0]) == seen and seen["seq"] == answer["seq"] == view["seq"] + 1
    for text, number in (("pass", view["seq"]), (view["legal"][1], view["seq"]), (play, 0), (play, -1), (play, 99)):
        refused("stale", table.act, tokens[0], text, number)
    for number in (True, "1", None, 1.0 * view["seq"], 10**5000):
        refused("stale", table.act, tokens[1], "pass", number)
    later = table.act(tokens[1], "pass", table.view(tokens[1])["seq"])
    assert table.act(tokens[0], play, view["seq"]) == answer, "the last request of a seat is answered as before"
    assert table.act(tokens[1], "pass", later["seq"] - 1) == later
    refused("stale", table.act, tokens[2], play, view["seq"])


def test_of_many_requests_at_once_one_is_done() -> None:
    table, tokens = ready()
    view = table.view(tokens[0])

    def ask(text: str) -> str:
        try:
            return str(table.act(tokens[0], text, view["seq"])["action"])
        except Refused as error:
            return error.code

    asked = [view["legal"][number % len(view["legal"])] for number in range(64)]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(ask, asked))
    done = {answer for answer in answers if answer != "stale"}
    assert len(done) == 1 and [event["action"] for event in table.events() if event["event"] == "act"] == list(done)
    with ThreadPoolExecutor(8) as pool:
        joined = list(pool.map(lambda _: table_or_code(Table(load("hk"), seed=1)), range(4)))
    assert joined == [[0, 1, 2, 3, "seat_taken"]] * 4


def table_or_code(table: Table) -> list[object]:
    """What five who sit down at once get."""

    def sit(_: int) -> object:
        try:
            return table.join()[0]
        except Refused as error:
            return error.code

    with ThreadPoolExecutor(5) as pool:
        return sorted(pool.map(sit, range(5)), key=str)


# ---- hostile text, illegal actions, the end ------------------------------------------------------------------------


def test_hostile_text_is_refused_and_changes_nothing() -> None:
    for name in ("hk", "dou_dizhu", "tien_gow"):
        table, tokens = ready(load(name), seed=3)
        view = table.view(tokens[0])
        odd: list[Any] = [*HOSTILE, "x" * 10**6, 3, None, b"pass", ["pass"]]
        for text in odd:
            with pytest.raises(Refused) as caught:
                table.act(tokens[0], text, view["seq"])
            assert caught.value.code in ("unreadable", "illegal")
            assert len(str(caught.value)) < 10_000 and str(caught.value).isprintable()
        assert table.view(tokens[0]) == view


def test_what_is_illegal_is_refused_with_reasons() -> None:
    table, tokens = ready()
    view = table.view(tokens[0])
    lacking = table.view(tokens[1])["observation"]["hand"][0]
    error = refused("illegal", table.act, tokens[0], lacking, view["seq"])
    assert error.to_json()["reasons"][0]["rule"] == "not_held"
    assert error.to_json()["nearest"] in view["legal"]
    assert "hk.rules" not in json.dumps(error.to_json()), "no place on the server"
    refused("illegal", table.act, tokens[0], "pass", view["seq"])


def test_after_the_end_nothing_is_done() -> None:
    table, tokens = seated(load("wikipedia", options={"target": 1}), seed=2)
    refused("not_over", table.next_hand)
    played_out(table, tokens, Random(1))
    end = table.events()[-1]
    assert end["event"] == "end" and len(end["hands"]) == 4 and end["match"] == table.view()["match"]
    seen = table.view(tokens[0])
    assert seen["phase"] == "match_over" and seen["legal"] == [] and seen["turn"] is None
    assert sorted(chain(*seen["observation"]["hands"])) == sorted(chain(*end["hands"]))
    for token in tokens:
        refused("over", table.act, token, "pass", table.view(token)["seq"])
    refused("over", table.next_hand)
    assert table.view(tokens[0]) == seen


def test_a_match_goes_on_over_hands() -> None:
    game = load("hk")
    table, tokens = seated(game, match=game.match(5), seed=5)
    numbers = []
    for _ in range(3):
        numbers.append(table.view()["match"]["hand_number"])
        played_out(table, tokens, Random(len(numbers)))
        table.next_hand()
    assert numbers == [1, 2, 3]
    scores = [event["scores"] for event in table.events() if event["event"] == "end"]
    assert table.view()["match"]["totals"] == [sum(hand) for hand in zip(*scores, strict=True)]
    with pytest.raises(Invalid, match="another rulebook"):
        Table(game, load("taiwan").match(1))
    over = Match(game.rules, 1, (0, 0, 0, 0))
    assert Table(game, over).view()["match"]["totals"] == [0, 0, 0, 0]


# ---- what is told to whom ------------------------------------------------------------------------------------------

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
    assert [event["event"] for event in table.events(tokens[2])] == ["deal"]
    table.act(tokens[2], "decline", 1)
    shown = [(event["event"], event.get("made")) for event in table.events(tokens[2], 2)]
    assert shown == [("claims", [[0, "two_pairs"]]), ("end", None)], "what was not done is not opened"


def test_gifts_and_cards_face_down_are_shown_to_who_knows_them() -> None:
    found = {"discard": 0, "give": 0}
    for name in ("tien_gow", "president"):
        game = load(name)
        table, tokens = seated(game, seed=4)
        for hand in range(4):
            played_out(table, tokens, Random(hand))
            table.next_hand()
        logs = [table.events(token) for token in tokens]
        for number, event in enumerate(table.events()):
            if event.get("action") in found:
                found[event["action"]] += 1
                told = [seat for seat in range(game.players) if logs[seat][number]["action"] != event["action"]]
                assert event["seat"] in told and len(told) == (1 if event["action"] == "discard" else 2)
                assert all(len(logs[seat][number]["action"].split("-")) == event["cards"] for seat in told)
    assert all(found.values()), found


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


# ---- chance and saves ----------------------------------------------------------------------------------------------


def test_no_seed_is_there_to_be_found_unless_it_is_given() -> None:
    game = load("hk")
    one, other = seated(game), seated(game)
    hands = [[table.view(token)["observation"]["hand"] for token in tokens] for table, tokens in (one, other)]
    assert hands[0] != hands[1] and sorted(chain(*hands[0])) == sorted(chain(*hands[1]))
    saved = json.loads(one[0].save())
    assert saved["seed"] is None
    from_seed = game.match(saved["match"]["seed"]).dealt
    assert [list(map(game.pieces.names.__getitem__, hand)) for hand in from_seed.hands] != hands[0]
    assert "seed" not in json.dumps([one[0].view(one[1][0]), one[0].events(one[1][0])])
    again = [seated(game, seed=9) for _ in range(2)]
    assert again[0][0].view(again[0][1][0]) == again[1][0].view(again[1][1][0])


def test_a_table_is_restored_as_it_was() -> None:
    for name in ("hk", "dou_dizhu", "tien_gow", "zheng_shangyou"):
        game = load(name)
        table, tokens = seated(game)
        played_out(table, tokens, Random(1))
        table.next_hand()
        after_claims(table, tokens)
        again = Table.restore(game, table.save(b"key"), b"key")
        for token in (None, *tokens):
            assert again.view(token) == table.view(token) and again.events(token) == table.events(token)
        assert again.save(b"key") == table.save(b"key")


def test_no_edit_of_a_save_goes_unnoticed() -> None:
    game = load("hk")
    table, tokens = ready(game, seed=7)
    table.act(tokens[0], table.view(tokens[0])["legal"][0], table.view(tokens[0])["seq"])
    text, plain = table.save(b"key"), json.loads(table.save())
    edits: dict[str, Callable[[dict[str, Any]], object]] = {
        "a card twice": lambda d: d["hands"][0]["hands"][0].__setitem__(0, d["hands"][0]["hands"][1][0]),
        "a hand too small": lambda d: d["hands"][0]["hands"][0].pop(),
        "no such card": lambda d: d["hands"][0]["hands"][0].__setitem__(0, "1X"),
        "another seat": lambda d: d["hands"][0]["requests"][-1].__setitem__(0, 99),
        "another action": lambda d: d["hands"][0]["requests"][-1].__setitem__(2, "pass"),
        "another number": lambda d: d["hands"][0]["requests"][-1].__setitem__(1, 7),
        "twice": lambda d: d["hands"][0]["requests"].append(d["hands"][0]["requests"][-1]),
        "another hand": lambda d: d["hands"].append(d["hands"][0]),
        "no hands": lambda d: d["hands"].clear(),
        "no digest": lambda d: d["digests"].__setitem__(0, "x"),
        "few seats": lambda d: d["digests"].pop(),
        "of the future": lambda d: d.__setitem__("version", 2),
        "another field": lambda d: d.__setitem__("admin", True),
        "no such opener": lambda d: d["hands"][0].__setitem__("opener", 4),
        "other rules": lambda d: d["match"].__setitem__("content", "0" * 64),
        "no totals": lambda d: d["match"].__setitem__("totals", []),
    }
    for name, edit in edits.items():
        changed = copy.deepcopy(plain)
        edit(changed)
        for key in (None, b"key"):
            with pytest.raises(Invalid):
                Table.restore(game, json.dumps(changed), key)
                pytest.fail(name)
    exchanged = json.loads(text)
    exchanged["digests"][0], exchanged["digests"][1] = exchanged["digests"][1], exchanged["digests"][0]
    for forged in (json.dumps(exchanged), table.save(), table.save(b"other"), text[:-9], "", "[]", b"\xff"):
        with pytest.raises(Invalid, match="no table that can be restored"):
            Table.restore(game, forged, b"key")
    with pytest.raises(Invalid, match="another rulebook"):
        Table.restore(load("taiwan"), text, b"key")
    assert Table.restore(game, text, b"key").seat_of(tokens[0]) == table.seat_of(tokens[0])


def test_what_is_claimed_is_judged_by_the_hand_as_dealt_whether_or_not_anybody_is_asked() -> None:
    """Where nobody may claim, gifts are given before the seats have answered; who holds four of a rank by a gift was not
    dealt them."""
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
