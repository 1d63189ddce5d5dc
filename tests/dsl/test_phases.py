"""From text to the model: auctions, steps, effects, discards, what happens to the rest of the deck."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.dsl import Source, check, model

SKETCHES = Path(__file__).parents[1] / "data" / "sketches"
BASE = """cardwright 1
rulebook mine "Mine" edition 1
deck { ranks: 3 < 4 < 5 < 6 < 7 < 8 < 9 < 10 < J < Q < K < A < 2   suits: D < C < H < S }
combination single { cards: 1   compare: highest card }
combination pair { cards: 2 of a rank   compare: highest card }
"""
DEAL = "deal { players: 3   each: 16   rest: kitty }"
LINES = {
    "turns": "go clockwise",
    "first hand": "opened by the holder of the lowest card",
    "each turn": "beat or pass",
    "a pass": "keeps you in the trick",
    "a trick": "ends when all others pass in a row",
    "won at once": "never",
    "next trick": "led by the trick winner",
    "the hand": "ends when a player has no cards",
}


def play(**changed: str | None) -> str:
    lines = LINES | {name.replace("_", " "): said for name, said in changed.items()}
    return "play { " + "\n".join(f"{name}: {said}" for name, said in lines.items() if said is not None) + " }"


def settled(text: str, **given: str) -> model.Rulebook:
    checked = check(Source("mine.rules", BASE + text))
    assert checked.diagnostics == ()
    rulebook = checked.settle(given)
    assert model.Rulebook.model_validate_json(rulebook.model_dump_json()) == rulebook
    return rulebook


@pytest.mark.parametrize("name", ["dou_dizhu", "tien_len", "president"])
def test_sketches_check_and_settle_under_every_answer(name: str) -> None:
    path = SKETCHES / f"{name}.rules"
    checked = check(Source(path.name, path.read_text("utf-8")))
    assert checked.errors == ()
    for setting in checked.settings():
        checked.settle(setting)


def test_auction_step_and_role() -> None:
    auction = "auction landlord { bids: 1 < 3   starts: random   each_bids: until_passed   no_bid: starter }"
    step = "step pick_up: landlord takes kitty"
    opened = play(before="landlord, pick_up", first_hand="opened by the landlord")
    book = settled("\n".join((DEAL, auction, step, opened)))
    assert [(one.name, one.bids, one.starts, one.each_bids, one.no_bid) for one in book.auctions] == [
        ("landlord", (1, 3), "random", "until_passed", "starter")
    ]
    assert book.play.before == ("landlord", "pick_up")
    assert isinstance(book.play.first_hand.by, model.RoleOpens) and book.play.first_hand.by.role == "landlord"
    assert book.play.later_hands == book.play.first_hand
    act = book.steps[0].act
    assert isinstance(act, model.Takes) and isinstance(act.player, model.Role) and act.player.role == "landlord"
    assert book.deal.rest == "kitty"


def test_what_is_not_agreed_is_not_held() -> None:
    text = "\n".join(
        (
            "options { bidding: no or yes   gifts: 0 from 0 to 3 }",
            "deal { players: 4   each: 13 }",
            "auction first_bidder with bidding { bids: 1   starts: opener   each_bids: once   no_bid: void }",
            "step gift: last winner gives gifts lowest cards to last loser without bidding",
            play(before="first_bidder, gift"),
        )
    )
    plain, bid = settled(text, gifts="2"), settled(text, bidding="yes")
    assert (plain.play.before, plain.auctions) == (("gift",), ())
    act = plain.steps[0].act
    assert isinstance(act, model.Gives) and act.extreme == "lowest"
    assert isinstance(act.count, model.Number) and act.count.value == 2
    assert (bid.play.before, bid.steps) == (("first_bidder",), ())


def test_effects_and_their_payments() -> None:
    text = "\n".join(
        (
            "options { fierce: yes or no }",
            "deal { players: 4   each: 13 }",
            "effect turned { when: play is pair   then: reverse_turns, pays chop   lasts: all_hands }",
            "effect chopped with fierce { when: table has 2   then: drop_beaten, pays prize }",
            "payment chop: beaten player pays player size of play",
            "payment prize: each player where (player is not beaten player) scores 1",
            play(),
        )
    )
    book = settled(text)
    assert [[deed.deed for deed in effect.then] for effect in book.effects] == [
        ["reverse_turns", "pays"],
        ["drop_beaten", "pays"],
    ]
    assert [effect.lasts for effect in book.effects] == ["all_hands", "hand"]
    payer = book.payments[0].cases[0].payer
    assert isinstance(payer, model.One) and isinstance(payer.player, model.Fact)
    assert payer.player.fact == "beaten_player"
    # What no effect pays any more is not paid at the end either.
    assert [payment.name for payment in settled(text, fierce="no").payments] == ["chop"]


def test_discards_and_the_last_trick() -> None:
    text = "\n".join(
        (
            "options { forced: yes or no }",
            "deal { players: 4   each: 13 }",
            play(
                each_turn="beat if able, else discard with forced | beat or discard without forced",
                a_pass=None,
                a_trick="ends after one turn each",
                the_last_trick="wins the hand",
            ),
        )
    )
    forced, free = settled(text).play, settled(text, forced="no").play
    assert (forced.discards, forced.must_beat, forced.last_trick_wins) == (True, True, True)
    assert (free.discards, free.must_beat) == (True, False)


def test_the_rest_goes_to_a_holder() -> None:
    deal = settled("deal { players: 3   each: 17   rest: to the holder of 3D, else 3♣ }\n" + play()
                   + '\nnames symbols { C "♣" }').deal  # fmt: skip
    assert (deal.rest, deal.rest_to, deal.rest_else) == ("holder", "3D", "3C")
    assert settled("deal { players: 4   each: 13   rest: to the holder of 3D }\n" + play()).deal.rest == "none"


def test_parts_inside_where_are_those_of_the_play_in_question() -> None:
    text = "\n".join(
        (
            "deal { players: 4   each: 13 }",
            "combination plane { cards: 3 each of 2 or more ranks in a row from 3 to A   compare: highest card }",
            "combination loaded { cards: 3 each of 2 or more ranks in a row from 3 to A as body + 1 per rank of body",
            "  compare: highest card in body   needs: not play has plane where (length > length of body) }",
            "free plane, loaded",
            play(),
        )
    )
    loaded = next(one for one in settled(text).combinations if one.name == "loaded")
    (body,) = [node for node in nodes(loaded.needs) if isinstance(node, model.PartCards)]
    assert isinstance(body.of, model.Fact) and body.of.fact == "play"


def nodes(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif isinstance(value, model.Node):
        yield value
        for name in value._names:
            yield from nodes(getattr(value, name))
