"""Records of every shipped rulebook: all replay, in both forms, and a single edit is noticed, or changes nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from effort import EDITS, RECORDS_KEPT

from cardwright.dsl import shipped
from cardwright.interpreter import (
    Action,
    Game,
    RandomBot,
    RecordData,
    RecordError,
    Replay,
    load,
    play_out,
    read_record,
    record_text,
    replay,
    write_record,
)


class Kept(NamedTuple):
    """A hand that was played and recorded."""

    record: RecordData
    replayed: Replay


@cache
def kept(name: str) -> tuple[Game, tuple[Kept, ...]]:
    """Hands of one match, the last of them left before its end."""
    game = load(name)
    match = game.match(seed=len(name))
    found = []
    for number in range(RECORDS_KEPT):
        actions: list[Action] = []
        bots = [RandomBot(100 * number + seat) for seat in range(game.players)]

        def taken(seat: int, action: Action, into: list[Action] = actions) -> None:
            into.append(action)

        end = play_out(match.deal(), bots, taken)
        whole = number < RECORDS_KEPT - 1
        record = write_record(game, match.dealt, actions if whole else actions[: len(actions) // 2], match.carried)
        replayed = replay(game, record)
        assert replayed.same_rules and replayed.from_seed and (replayed.final == end or not whole)
        found.append(Kept(record, replayed))
        match = match.after(end)
    return game, tuple(found)


@pytest.mark.parametrize("name", shipped())
def test_every_record_replays_in_both_forms(name: str) -> None:
    game, hands = kept(name)
    for record, replayed in hands:
        assert read_record(record.model_dump_json()) == record
        text = record_text(record)
        assert read_record(text) == record and record_text(read_record(text)) == text
        assert replay(game, read_record(text)) == replayed


# ---- edits of data -------------------------------------------------------------------------------------------------


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in JSON data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def edited(data: Any, random: Random) -> Any:
    """The data with one value changed, taken away, doubled, or changed places with the one after it."""
    data = copy.deepcopy(data)
    ways = list(paths(data))
    # Every part has the same chance, however long its lists are.
    part = random.choice(sorted({way[0] for way in ways}))
    way = random.choice([way for way in ways if way[0] == part])
    holder = data
    for key in way[:-1]:
        holder = holder[key]
    key, value = way[-1], holder[way[-1]]
    if isinstance(holder, list) and random.random() < 0.6:
        match random.randrange(3):
            case 0:
                del holder[key]
            case 1:
                holder.insert(key, copy.deepcopy(value))
            case _:
                other = (key + 1) % len(holder)
                holder[key], holder[other] = holder[other], holder[key]
    elif random.random() < 0.2:
        holder.pop(key)
    else:
        holder[key] = other_value(value, data, random)
    return data


def other_value(value: Any, data: Any, random: Random) -> Any:
    """Something else in the place of a value; often of the same kind."""
    cards = [card for hand in data["deal"]["hands"] for card in hand]
    match value:
        case bool():
            return not value
        case int():
            return random.choice([value + 1, value - 1, -value, 0, 10**40])
        case str() if value in cards:
            return random.choice(cards)
        case str() if value in data["actions"]:
            return random.choice([*data["actions"], f"{value[:4]}pass", value.replace("P1", "P2")])
        case str():
            at = random.randrange(len(value))
            return value[:at] + random.choice("0a9P -\x1b") + value[at + 1 :]
        case None:
            return random.choice([0, 1, "3D", []])
        case _:
            return random.choice([None, value[:-1] if isinstance(value, list) else {}])


# ---- edits of text -------------------------------------------------------------------------------------------------


def edited_text(text: bytes, random: Random) -> bytes:
    """The text with one line taken away, doubled, swapped or put elsewhere, or with one byte changed; or cut off."""
    lines = text.split(b"\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[other]
        case 4:
            return text[: random.randrange(len(text))]
        case _:
            place = random.randrange(len(text))
            return text[:place] + bytes([random.randrange(256)]) + text[place + 1 :]
    return b"\n".join(lines)


# ---- noticed, or harmless ------------------------------------------------------------------------------------------


def judged(game: Game, written: bytes, was: Kept) -> bool:
    """Whether an edit is noticed. One that is not must change neither a state nor the settlement."""
    try:
        again = replay(game, read_record(written))
    except RecordError as error:
        assert str(error).isprintable()
        return True
    assert again.states == was.replayed.states, written
    assert again.record.settlement == was.record.settlement
    return False


@pytest.mark.parametrize("name", shipped())
def test_a_single_edit_is_noticed_or_harmless(name: str) -> None:
    game, hands = kept(name)
    random = Random(name)
    data = [json.loads(hand.record.model_dump_json()) for hand in hands]
    texts = [record_text(hand.record).encode() for hand in hands]
    noticed = 0
    for number in range(EDITS):
        at = number % len(hands)
        noticed += judged(game, json.dumps(edited(data[at], random)).encode(), hands[at])
        noticed += judged(game, edited_text(texts[at], random), hands[at])
    assert noticed > EDITS  # of twice as many: most are no harmless ones


@pytest.mark.parametrize("name", shipped())
def test_the_rules_alone_notice_nearly_every_edit_of_the_actions(name: str) -> None:
    """Without a checksum an edit may make another hand that could have been: rarely, for seats and end must fit."""
    game, hands = kept(name)
    random = Random(name)
    record = hands[0].record
    changes: tuple[Callable[[list[str], int], object], ...] = (
        lambda actions, at: actions.pop(at),
        lambda actions, at: actions.insert(at, actions[at]),
        lambda actions, at: actions.insert(at, actions.pop(at - 1)),
    )
    noticed = 0
    for number in range(EDITS):
        actions = list(record.actions)
        changes[number % 3](actions, random.randrange(1, len(actions)))
        other = record.model_copy(update={"actions": tuple(actions), "checksum": None})
        try:
            replay(game, other)
        except RecordError as error:
            assert error.action is None or error.action <= len(actions)
            noticed += 1
    assert noticed >= 0.9 * EDITS
