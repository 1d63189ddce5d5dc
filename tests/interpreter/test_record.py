"""Records of hands: replayed exactly, and every way in which one is wrong is named.

Run with UPDATE_SCHEMA=1 to write the schema as it is now; a change of what is in it needs a new version."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cardwright.interpreter.records import MOST_BYTES

from cardwright.interpreter import (
    Action,
    Carried,
    Game,
    GreedyBot,
    RecordData,
    RecordError,
    load,
    play_out,
    read_record,
    read_records,
    record_text,
    replay,
    write_record,
)

SCHEMA = Path(__file__).parents[2] / "docs/schema/record-1.json"


@cache
def loaded(name: str) -> Game:
    """A shipped rulebook, compiled once."""
    return load(name)


@cache
def played(name: str) -> str:
    """The record of a hand between greedy bots."""
    game = loaded(name)
    dealt = game.shuffle(5)
    actions: list[Action] = []
    play_out(game.start(dealt), [GreedyBot()] * game.players, lambda seat, action: actions.append(action))
    return write_record(game, dealt, actions).model_dump_json()


def recorded(name: str = "hk") -> dict[str, Any]:
    """The same as JSON data without a checksum: what is changed in it is named."""
    data: dict[str, Any] = json.loads(played(name))
    return {**data, "checksum": None}


def refused(text: str | bytes) -> RecordError:
    """The error of a text that is no record."""
    with pytest.raises(RecordError) as wrong:
        read_record(text)
    assert str(wrong.value).isprintable() and len(str(wrong.value)) < 300
    return wrong.value


def test_schema_is_current() -> None:
    schema = json.dumps(RecordData.model_json_schema(), indent=1, ensure_ascii=False) + "\n"
    if "UPDATE_SCHEMA" in os.environ:
        SCHEMA.write_text(schema, "utf-8")
    assert SCHEMA.read_text("utf-8") == schema


# ---- replayed ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hk", "taiwan", "wikipedia", "chuo_pai"])
def test_a_record_replays(name: str) -> None:
    data = recorded(name)
    again = replay(loaded(name), read_record(json.dumps(data)))
    assert len(again.states) == len(data["actions"]) + 1
    assert again.final.is_over and list(again.final.scores) == data["settlement"]["scores"]
    assert again.same_rules and again.from_seed
    for changed in ({"content": "0" * 64}, {"edition": data["edition"] + 1}):
        other = replay(loaded(name), read_record(json.dumps({**data, **changed})))
        assert other.final == again.final and not other.same_rules and other.from_seed


def test_an_open_hand_can_be_recorded() -> None:
    game = loaded("hk")
    dealt = game.shuffle(5, Carried(2, 3))
    first = str(game.start(dealt, Carried(2, 3)).legal_actions()[0])
    data = write_record(game, dealt, [first], Carried(2, 3))
    assert (data.scores, data.hand_number, data.last_winner, data.seed) == (None, 2, 3, 5)
    assert not replay(game, data).final.is_over
    assert record_text(data).splitlines()[-2] == "unfinished"


def test_actions_are_written_with_their_seats_and_in_one_way() -> None:
    game = loaded("hk")
    data = write_record(game, game.shuffle(7), ["7H 7C", "pass"])
    assert data.actions == ("P1: 7H-7C", "P2: pass")


def test_what_was_carried_into_a_hand_is_kept() -> None:
    game = loaded("zheng_shangyou")
    carried = Carried(4, 1, 2, (3, 1, 0, 2), last_places=(2, 1, 4, 3))
    data = write_record(game, game.shuffle(9, carried), (), carried)
    for form in (data.model_dump_json(), record_text(data)):
        assert replay(game, read_record(form)).states[0] == game.start(game.shuffle(9, carried), carried)
    assert "last places: 2 1 4 3\ntotals: 3 1 0 2\n" in record_text(data)


# ---- the deal and its seed -----------------------------------------------------------------------------------------


def test_cards_that_were_dealt_otherwise_are_recorded_without_a_seed() -> None:
    game = loaded("hk")
    dealt = game.shuffle(5)
    other = replace(dealt, hands=(*dealt.hands[1:], dealt.hands[0]))
    data = write_record(game, other, ())
    assert data.seed is None
    again = replay(game, data)
    assert not again.from_seed and again.states[0].hands == other.hands


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("hk", lambda data: data.update(seed=6), "P1 does not hold what seed 6 deals"),
        ("hk", lambda data: data["deal"].update(opener=3), r"P4 opens, and by seed 5 P\d does"),
        ("dou_dizhu", lambda data: data["deal"]["rest"].pop(), "what is left over is not what seed 5 leaves"),
        (
            "dou_dizhu",
            lambda data: data["deal"].update(starter=(data["deal"]["starter"] + 1) % 3),
            "seed 5 draws somebody else",
        ),
    ],
)
def test_a_deal_that_is_not_that_of_its_seed(name: str, change: Callable[[dict[str, Any]], None], message: str) -> None:
    data = recorded(name)
    change(data)
    with pytest.raises(RecordError, match=message):
        replay(loaded(name), read_record(json.dumps(data)))


# ---- what differs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message", "action"),
    [
        ({"actions": ["P1: 2S-2H"]}, "action 1, `P1: 2S-2H`: .*(not in the hand|it is the turn)", 1),
        ({"actions": ["P4: pass", "P1: pass"]}, "action 1, `P4: pass`: it is the turn of P", 1),
        ({"actions": ["P3: what"]}, "action 1, `P3: what`: (`what` is no card|it is the turn)", 1),
        ({"actions": []}, "says `ended: out`, by the rules it is that the hand is not over", None),
        ({"settlement": None}, "says that the hand is not over, by the rules it is `ended: out`", None),
        ({"rulebook": "taiwan"}, "the record is of `taiwan`, not of `hk`", None),
        ({"options": {"triples": False}}, "answers `triples` with False, this game with True", None),
        ({"options": {"triples": 1}}, "answers `triples` with 1, this game with True", None),
        ({"options": {"colour": True}}, "answers `colour`, which this rulebook does not ask", None),
        ({"deal": {"hands": [["3D"], ["3D"], [], []], "opener": 0}}, "`3D` is there 2 times", None),
        ({"deal": {"hands": [["3X"], [], [], []], "opener": 0}}, "`3X` is no card", None),
        ({"deal": {"hands": [[], [], []], "opener": 0}}, "4 hands are needed", None),
        ({"deal": {"hands": [["3D"], [], [], []], "opener": 9}}, "no seat 9", None),
        ({"last_winner": 7}, "`last_winner` is 7: seats are numbered from 0 to 3", None),
        ({"totals": [1, 2]}, "`totals` has 2 numbers, and 4 play", None),
        ({"last_places": [1, 1, 2, 4]}, "4 players cannot be placed 1, 1, 2, 4", None),
        ({"options": {}}, "the record does not answer `", None),
    ],
)
def test_what_differs_first_is_named(changed: dict[str, Any], message: str, action: int | None) -> None:
    data = {**recorded(), **changed}
    with pytest.raises(RecordError, match=message) as wrong:
        replay(loaded("hk"), read_record(json.dumps(data)))
    assert wrong.value.action == action


def wrong_end(change: Callable[[dict[str, Any]], object], name: str = "hk") -> str:
    """What replay says of a record with another settlement."""
    data = recorded(name)
    change(data["settlement"])
    with pytest.raises(RecordError) as wrong:
        replay(loaded(name), read_record(json.dumps(data)))
    return str(wrong.value)


def test_every_part_of_the_settlement_is_checked() -> None:
    assert "says `scores: 0 0 0 0`, by the rules it is `scores: " in wrong_end(lambda s: s.update(scores=[0, 0, 0, 0]))
    assert "says `ended: claim`, by the rules it is `ended: out`" in wrong_end(lambda s: s.update(ended="claim"))
    assert "by the rules it is `winner: P" in wrong_end(lambda s: s.update(winner=None))
    assert "says `worth: 1/2`, by the rules it is `" in wrong_end(lambda s: s.update(worth="1/2"))
    assert " 99`, by the rules it is `payment " in wrong_end(lambda s: s["entries"][0].update(amount=99))
    assert "says `breach top: P2 before P3`" in wrong_end(
        lambda s: s.update(breaches=[{"duty": "top", "offender": 1, "protected": 2}])
    )
    moved = {"owed_by": 0, "duty": "top"}
    assert " for P1 by top`, by the rules" in wrong_end(lambda s: s["entries"][0].update(moved=moved))


def test_actions_after_the_end_are_named() -> None:
    data = recorded()
    data["actions"].append("P1: pass")
    with pytest.raises(RecordError, match="the hand is over") as wrong:
        replay(loaded("hk"), read_record(json.dumps(data)))
    assert wrong.value.action == len(data["actions"])


def test_a_record_that_was_changed_is_noticed_where_the_rules_allow_it() -> None:
    """Another first play could have been; the checksum says that it was not."""
    game = loaded("hk")
    dealt = game.shuffle(7)
    legal = list(map(str, game.start(dealt).legal_actions()))
    data = write_record(game, dealt, legal[:1])
    other = data.model_copy(update={"actions": (f"P{dealt.opener + 1}: {legal[1]}",)})
    with pytest.raises(RecordError, match="the record was changed after it was written"):
        replay(game, other)
    assert replay(game, other.with_checksum()).final == game.start(dealt).apply(legal[1])
    wrong = data.model_copy(update={"actions": ("P4: 3D",)})
    with pytest.raises(RecordError, match="it is the turn of P1") as why:
        replay(game, wrong)
    assert "its checksum does not fit" in (why.value.help or "")


# ---- other rules ---------------------------------------------------------------------------------------------------


def variant(tmp_path: Path, text: str) -> Game:
    file = tmp_path / "club.rules"
    file.write_text(f"cardwright 1\nrulebook club extends hk edition 1 {text}", "utf-8")
    return load(file)


def test_a_variant_under_which_all_goes_the_same(tmp_path: Path) -> None:
    data = read_record(json.dumps(recorded()))
    club = variant(tmp_path, "with tiers = three")
    with pytest.raises(RecordError, match="the record is of `hk`, not of `club`"):
        replay(club, data)
    again = replay(club, data, any_rules=True)
    assert not again.same_rules and again.from_seed
    with pytest.raises(RecordError, match="by the rules it is `worth: 5`") as wrong:
        replay(variant(tmp_path, "with stake = 5 without triples"), data, any_rules=True)
    assert "`club` instead of `hk`" in (wrong.value.help or "")
    with pytest.raises(RecordError, match="answers `colour`"):
        replay(loaded("hk"), data.model_copy(update={"options": {**data.options, "colour": True}}), any_rules=True)


# ---- what cannot be read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00", "null", "[[[", "3", b"\xff\xfe", "{}", "[3]", " \n", "﻿"])
def test_corrupt_text_is_no_record(text: str | bytes) -> None:
    with pytest.raises(RecordError, match=r"no record of a hand|cannot be seen"):
        read_record(text)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"colour": 1}, "there is no `colour` in a record"),
        ({"deal": None}, "`deal`: this cannot stand here: input should be an object"),
        ({"content": "other rules"}, "`content`: `other rules` cannot stand here"),
        ({"edition": 0}, "`edition`: this cannot stand here: input should be greater than or equal to 1"),
        ({"edition": "1"}, "`edition`: `1` cannot stand here: input should be a valid integer"),
        ({"edition": True}, "`edition`: this cannot stand here: input should be a valid integer"),
        ({"seed": -1}, "`seed`: this cannot stand here: input should be greater than or equal to 0"),
        ({"seed": 2**64}, "`seed`: this cannot stand here"),
        ({"last_loser": 10**20}, "`last_loser`: this cannot stand here: input should be less than 1000"),
        ({"last_loser": -1}, "`last_loser`: this cannot stand here: input should be greater"),
        ({"version": "1"}, "`version`: `1` cannot stand here: input should be 1"),
        ({"version": True}, "`version`: this cannot stand here: input should be 1"),
        ({"rulebook": "\x1b[2Jhk"}, r"`rulebook`: `\\u001b\[2Jhk` cannot stand here"),
        ({"rulebook": "x" * 1000}, "`rulebook`: `x{60}…` cannot stand here"),
        ({"\x1b[31mname": 1}, r"there is no `\\u001b\[31mname` in a record"),
        ({"actions": ["pass"]}, r"`actions\[0\]`: `pass` cannot stand here: an action is written `P1: 7C-7H`"),
        ({"actions": ["P1: 3D\u202e"]}, r"`actions\[0\]`: `P1: 3D\\u202e` cannot stand here"),
        ({"totals": ["1/0", 0, 0, 0]}, r"`totals\[0\]`: `1/0` cannot stand here"),
        ({"options": {"triples": None}}, "`options.triples`: this cannot stand here"),
    ],
)
def test_what_json_must_not_hold_is_named(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=f"^this is no record of a hand: {message}"):
        read_record(json.dumps({**recorded(), **changed}))


def test_a_record_lacks_nothing() -> None:
    data = recorded()
    for name in ("version", "rulebook", "edition", "content", "options", "deal"):
        told = json.dumps({key: value for key, value in data.items() if key != name})
        assert str(refused(told)) == f"this is no record of a hand: `{name}` is missing"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"seed": 5', '"seed": 5, "seed": 5', "`seed` stands twice in one object"),
        ('"opener"', '"opener": 1, "opener"', "`opener` stands twice in one object"),
        ('"seed": 5', '"seed": NaN', "`NaN` is no number"),
        ('"seed": 5', '"seed": -Infinity', "`-Infinity` is no number"),
        ('"seed": 5', '"seed": 5.0', '`5.0` is no whole number; a fraction is text, as "1/2"'),
        ('"seed": 5', '"seed": 1e999', "`1e999` is no whole number"),
        ('"seed": 5', f'"seed": {"9" * 5000}', "a number has 5,000 digits; at most 100 are read"),
        ('"seed": 5', f'"seed": {"[" * 90_000}', "it is nested too deep"),
        ('"seed": 5', '"seed": "\\ud800"', "half a character stands in it, \\ud800"),
        ('"seed": 5', '"seed": ', "line 1, column "),
    ],
)
def test_what_json_allows_and_records_do_not(before: str, after: str, message: str) -> None:
    text = json.dumps(recorded())
    assert before in text
    assert f"this is no record of a hand: {message}" in str(refused(text.replace(before, after, 1)))
    text = text.replace('"version": 1', '"version": 2').replace(before, after, 1)
    if "deep" not in message and "line" not in message:
        assert str(refused(text)).startswith("this record is of version 2; this Cardwright reads version 1")


@pytest.mark.parametrize(
    "text", ['{"version": 2, "colour": 1}', "cardwright record 2\ncolour: red\n", '[{"version": 2}]']
)
def test_a_later_version_is_told_before_anything_else(text: str) -> None:
    error = refused(text)
    assert str(error) == "this record is of version 2; this Cardwright reads version 1"
    assert error.help == "update Cardwright to read it"


def test_an_enormous_record_is_not_read() -> None:
    for text in (b"{" + b" " * MOST_BYTES, "#" * (MOST_BYTES + 1)):
        error = refused(text)
        assert "this is too long for a record of a hand: 1,048,577 bytes" in str(error)
        assert error.help == "at most 1,048,576 bytes are read"


def test_one_of_several_may_not_be_enormous_either() -> None:
    data = recorded()
    data["actions"] = ["P1: pass"] * 100_000
    text = record_text(read_record(json.dumps(recorded())))
    several = f"{text}\n{text}".replace("P2: pass\n", "P2: pass\n" * 120_000, 1)
    for told in (json.dumps([data]), several):
        with pytest.raises(RecordError, match="this is too long for a record of a hand") as wrong:
            read_records(told)
        assert wrong.value.help == "at most 1,048,576 bytes are read"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" + "[]," * 10**6 + "[]]", "hand 1: input should be an object"),
        ("[[" + "[]," * 10**6 + "[]]]", "this is too long for a record of a hand: 3,000,005 bytes"),
        ("{" + ",".join(f'"{n}":1' for n in range(10**5)) + ',"a' + "b" * MOST_BYTES, "this is too long for a record"),
        ("cardwright record 1\n" + "# x\n" * 10**6, "this is too long for a record of a hand: 1,048,580 bytes"),
    ],
    ids=("items", "one item", "an object", "lines"),
)
def test_no_more_is_kept_in_memory_than_a_record_takes(text: str, message: str) -> None:
    tracemalloc.start()
    with pytest.raises(RecordError, match=message):
        read_records(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * len(text) + 32 * MOST_BYTES


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[{},]", 1, "hand 1: `version` is missing"),
        ("[{}", 1, "expecting ',' delimiter"),
        ("[]\n1", 2, "extra data"),
        ("[,]", 1, "expecting value"),
        ("[\n", 2, "expecting value"),
        ("{", 1, "expecting property name"),
        ('{"a": 1}\n{"b"', 2, "extra data"),
        (json.dumps("x" * 10)[:-1].replace('"', '["'), 1, "unterminated string"),
        ('{"a": tru', 1, "expecting value"),
    ],
)
def test_where_json_goes_wrong_is_told(text: str, line: int, message: str) -> None:
    error = refused(text)
    assert message in str(error)
    assert error.line in (line, None)


# ---- text ----------------------------------------------------------------------------------------------------------


def text_of(name: str = "hk") -> str:
    return record_text(read_record(json.dumps(recorded(name))))


def test_text_can_be_laid_out_freely() -> None:
    text = text_of()
    loose = "\ufeff# a hand of ours\r\n\r\n" + text.replace("\n", "  # so it was\r\n").replace(": ", " :\t").replace(
        "cardwright record", "  cardwright record"
    )
    assert read_record(loose) == read_record(text)
    head, _, rest = text.partition("seed: 5\n")
    assert read_record(head.replace("rulebook: hk\n", "seed: 5\nrulebook: hk\n") + rest) == read_record(text)


def test_answers_keep_their_kind() -> None:
    data = read_record(json.dumps(recorded()))
    odd = data.model_copy(
        update={"options": {"a": "yes", "b": True, "c": "7", "d": 7, "e": "-7", "f": "A-2-3", "g": -7}}
    )
    assert read_record(record_text(odd)) == odd


def test_settlements_of_every_kind_keep_theirs() -> None:
    data = recorded()
    data["settlement"] |= {
        "winner": None,
        "worth": "1/2",
        "breaches": [{"duty": "top", "offender": 1}, {"duty": "top", "offender": 2, "protected": 3}],
        "entries": [
            {"payment": "debt", "payer": 1, "payee": 0, "amount": "-3/2", "moved": {"owed_by": 2, "duty": "top"}},
            {"payment": "points", "payee": 2, "amount": -4},
            {"payment": "points", "payee": 2, "amount": 4, "moved": {"owed_by": 2, "duty": "top"}},
        ],
    }
    told = read_record(json.dumps(data))
    assert read_record(record_text(told)) == told


def test_several_records_stand_one_after_another() -> None:
    one, other = (read_record(json.dumps(recorded(name))) for name in ("hk", "taiwan"))
    assert read_records(record_text(one, other)) == (one, other)
    both = f"[{one.model_dump_json()}, {other.model_dump_json()}]"
    assert read_records(both) == (one, other)
    for text in (both, record_text(one, other)):
        assert "there are 2 in it; `read_records` reads several" in str(refused(text))
    with pytest.raises(RecordError, match=r"hand 2: `edition` is missing"):
        read_records(both.replace(f'"edition":{other.edition},', "", 2).replace("{", f'{{"edition":{one.edition},', 1))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("seed: 5", "sed: 5", "there is no `sed` in a record"),
        ("seed: 5", "seed", "`seed` is no line of a record"),
        ("seed: 5", "seed:   ", "behind `seed:` there is nothing"),
        ("seed: 5", "seed: five", "column 7: `five` is no whole number"),
        ("seed: 5", f"seed: {'9' * 5000}", "column 7: `9{60}…` is no whole number of at most 100 digits"),
        ("seed: 5", f"seed: {2**64}", "column 7: this cannot stand here: input should be less than"),
        ("seed: 5", "seed: 5\nseed: 5", "line 26, column 7: this is told for a second time; first on line 25"),
        ("seed: 5", "seed: 5\x1b", r"column 8: a sign that cannot be seen stands here, U\+001B"),
        ("seed: 5", "option a b: 5", "column 13: `a b` cannot stand here"),
        ("edition: 1\n", "", "the record ends here, and has no line `edition: …`"),
        ("content: ", "content: Z", "line 4, column 10: `Z[0-9a-f]*…` cannot stand here"),
        ("P2 holds", "P3 holds", "here the hand of P2 is told"),
        ("P2 holds", "Pa holds", "`Pa` is no seat"),
        ("P2 holds: ", "P2 holds: 3=D ", "`3=D` cannot stand here"),
        ("opens: P", "opens: ", "` ?[0-9]` is no seat"),
        ("ended: out", "ended: up", "`up` cannot stand here: input should be 'out', 'claim' or 'void'"),
        ("ended: out", "unfinished", "the end has been told already"),
        ("scores: ", "unfinished\nscores: ", "the end has been told already"),
        ("scores: ", "seed: 7\nscores: ", "this stands too late: it belongs before the first action"),
        ("scores: ", "P1: pass\nscores: ", "this stands too late: it belongs before the end is told"),
        ("ended: out", "payment debt: P1 pays P2 3\nunfinished", "the end has been told already"),
        ("payment debt", "unfinished\npayment debt", "the end has been told already"),
        ("scores: ", "scores: a ", "`a` is no whole number"),
        ("payment debt: ", "payment debt: P0", "this is no payment|`P0P.` is no seat"),
        ("payment debt: P", "payment debt: 12 P", "this is no payment"),
        ("scores: ", "breach top: P1 after P2\nscores: ", "this is no breach"),
        (
            "cardwright record 1",
            "cardwright record one",
            "line 1, column 1: a record begins with `cardwright record 1`",
        ),
        ("cardwright record 1", "game 1", "one begins with `cardwright record 1`, or is JSON"),
    ],
)
def test_what_text_must_not_hold_is_named_with_its_place(before: str, after: str, message: str) -> None:
    text = text_of()
    assert before in text
    with pytest.raises(RecordError, match=message) as wrong:
        read_record(text.replace(before, after, 1))
    place = wrong.value.line, wrong.value.column
    assert None not in place and str(wrong.value).isprintable() and len(str(wrong.value)) < 300


def test_a_text_that_was_cut_off_is_no_record() -> None:
    lines = text_of().splitlines(keepends=True)
    for length in range(1, len(lines)):
        cut = "".join(lines[:length])
        assert f"line {length + 1}, column 1: the record ends here" in str(refused(cut))
