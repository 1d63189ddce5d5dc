"""What is exported: the model as it is, without anything of the machine; packs that hold, and hold everything.

Run with UPDATE_SCHEMA=1 to write the schema of packs as it is now; a change of what is in it needs a new version."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest
from effort import PACK_HANDS

import cardwright
from cardwright import Game, Rulebook
from cardwright.dsl import find
from cardwright.interpreter import Carried, Invalid, exporting

SCHEMA = Path(__file__).parents[2] / "docs/schema/pack-1.json"


@cache
def book(name: str) -> Rulebook:
    return cardwright.load(name).rulebook


@pytest.mark.parametrize("name", cardwright.shipped())
def test_the_model_is_read_back(name: str) -> None:
    rulebook = book(name)
    text = exporting.written(exporting.model_data(rulebook))
    assert Rulebook.model_validate_json(text) == rulebook
    assert text == exporting.written(json.loads(text))


def test_a_model_tells_no_paths(tmp_path: Path) -> None:
    base, club = tmp_path / "bases" / "house.rules", tmp_path / "club.rules"
    base.parent.mkdir()
    text = Path(cardwright.__file__).parents[1] / "rulebooks" / "hk.rules"
    base.write_bytes(text.read_bytes())
    elsewhere = tmp_path / "club" / "club.rules"
    elsewhere.parent.mkdir()
    for file, said in ((club, "bases/house.rules"), (elsewhere, "../bases/house.rules")):
        file.write_text(f'cardwright 1\nrulebook club extends "{said}" edition 1\nchange pair {{ compare: rank }}\n')
        data = exporting.model_data(find(str(file)).settle({}), str(file))
        assert str(tmp_path) not in json.dumps(data)
        files = {each["span"]["file"] for each in data["combinations"]}
        pair = next(each for each in data["combinations"] if each["name"] == "pair")
        assert pair["compare"][0]["span"]["file"] == "club.rules"
        assert files == {"bases/house.rules" if file == club else "house.rules"}


@pytest.mark.parametrize("name", cardwright.shipped())
def test_packs_hold_on_another_engine(name: str) -> None:
    """A pack is made by the definition; whoever plays by a program of the rulebook finds the same."""
    rulebook = book(name)
    pack = exporting.make_pack(rulebook, PACK_HANDS, 11)
    game = Game(rulebook, engine="python")
    for reading in pack.readings:
        found = [play.combination for play in game.classify(reading.cards, reading.untouched)]
        assert found == [each.combination for each in reading.readings], reading
    for contest in pack.contests:
        if not contest.reversed_ranks:
            assert game.beats(contest.play, contest.table) == contest.beats, contest
    for hand in pack.hands:
        told = hand.before
        before = (told.hand_number, told.last_winner, told.last_loser, told.totals)
        carried = Carried(*before, told.reversed_ranks, told.reversed_turns, told.last_places)  # type: ignore[arg-type]
        state = game.start(hand.deal.dealt(game, carried), carried)
        for turn in hand.turns:
            assert (state.turn, tuple(map(len, state.hands))) == (turn.turn, turn.counts)
            assert (None if state.table is None else str(state.table)) == turn.table
            if turn.legal is not None:
                assert sorted(map(str, state.legal_actions())) == sorted(turn.legal)
            assert all(state.would_breach(action) == duties for action, duties in turn.breaks.items())
            assert all(state.why_not(action) is not None for action in turn.refused)
            state = state.apply(turn.does)
        assert state.outcome is not None
        assert state.outcome.termination == hand.end.by
        assert [str(score) for score in state.scores] == [str(score) for score in hand.end.scores]
    assert exporting.PackData.model_validate_json(exporting.written(exporting.pack_data(pack))) == pack


def test_everything_comes_up() -> None:
    pack = exporting.make_pack(book("hk"), 24, 7)
    assert [kind for kind, times in pack.covers.items() if not times] == []
    assert {"claim green_dragon", "play royal_flush", "breach top", "paid for top", "row tier 13..13"} <= set(
        pack.covers
    )
    told = [turn.does for hand in pack.hands for turn in hand.turns]
    assert pack.covers["turn"] == len(told) and pack.covers["pass"] == told.count("pass")
    verdicts = [contest.verdict for contest in pack.contests]
    assert all(pack.covers[f"verdict {verdict}"] == verdicts.count(verdict) for verdict in verdicts)
    forced = cardwright.load("hk", options={"last_card": "forced"}).rulebook
    assert exporting.make_pack(forced, 24, 7).covers["refused by top"] > 0


def test_schema_is_current() -> None:
    schema = json.dumps(exporting.pack_schema(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_SCHEMA"):
        SCHEMA.write_text(schema, "utf-8")
    assert SCHEMA.read_text("utf-8") == schema


@pytest.mark.parametrize("hands", [0, -1, exporting.MOST_HANDS + 1])
def test_so_many_hands_have_no_pack(hands: int) -> None:
    with pytest.raises(Invalid, match="from 1 to 10,000 hands"):
        exporting.make_pack(book("hk"), hands, 7)
