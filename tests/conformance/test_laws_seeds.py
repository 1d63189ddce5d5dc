"""A seed means the same hand everywhere and for good: in another process, and as it was when the figures were frozen.

`frozen/*.json` has for each rulebook, under the first answers and with every option answered otherwise: hashes of hands
played at random from seeds; how many sequences of legal actions a deal has, depth by depth; and of deals cut down to a
few cards how many whole hands there are, and what all of them together pay every seat. Where a figure differs, rules or
plays have changed: look why, and only if it is meant write the files anew with CARDWRIGHT_UPDATE=1."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from effort import UPDATE
from options import Table, allowed, names, settings

from cardwright.dsl import shipped
from cardwright.interpreter import BOTS, Game, SplitMix64, State, load, play_out

FROZEN = Path(__file__).parent / "frozen"
SEEDS = (1, 2, 3)
MOST_SEQUENCES = 3_000
"""A depth is counted if it has no more sequences than this."""
DEEP = 4
MOST_STATES = 800
FEW_CARDS = 9
"""Of deals that are played in every way the hands together keep no more cards than this, and fewer where that means
more than MOST_STATES states."""


def frozen_tables(rulebook: str) -> list[Table]:
    """The first answers, and every other answer to one option among them; where those do not go together, the first of
    the settings to try that has it."""
    first, *_ = rows = settings(rulebook)
    found = [first]
    for name in first:
        for answer in sorted({row[name] for row in rows} - {first[name]}):
            alone = {**first, name: answer}
            found.append(alone if allowed(rulebook, alone) else next(row for row in rows if row[name] == answer))
    return [Table(rulebook, tuple(setting.items())) for setting in found]


def transcript(game: Game, seed: int) -> str:
    """A whole hand as text: the deal, every action of random bots, the scores."""
    start = game.deal(seed)
    told = [game.pieces.format(hand, joined=False) for hand in game.shuffle(seed).hands]
    bots = [BOTS["random"](seed + seat) for seat in range(game.players)]
    last = play_out(start, bots, lambda seat, action: told.append(f"{seat} {action}"))
    return "\n".join([*told, *map(str, last.scores)])


def fingerprint(game: Game, seed: int) -> str:
    """A transcript in few letters."""
    return hashlib.sha256(transcript(game, seed).encode()).hexdigest()[:16]


def sequences(state: State) -> list[int]:
    """How many sequences of 1, 2, 3 … legal actions there are; equal states are gone through once."""
    found: list[int] = []
    level = Counter({state: 1})
    while len(found) < DEEP:
        following: Counter[State] = Counter()
        number = 0
        for each, times in level.items():
            actions = each.legal_actions()
            number += times * len(actions)
            if number > MOST_SEQUENCES and found:
                return found
            for action in actions:
                following[each.apply(action)] += times
        found.append(number)
        level = following
    return found


def whole_hands(game: Game, seed: int) -> dict[str, Any]:
    """All ways a hand can go from the first cards of a deal: how many there are, and what they pay together.

    The hands are cut down further where there are too many ways to go through."""
    deal = game.shuffle(seed)
    for size in range(max(1, FEW_CARDS // game.players), 0, -1):
        hands = [hand[:: max(1, len(hand) // size)][:size] for hand in deal.hands]
        found = _every_way(game.deal(seed, hands=hands), [Fraction(0)] * game.players)
        if found is not None:
            return {"cards": size, **found}
    return {"cards": 0}


def _every_way(start: State, paid: list[Fraction]) -> dict[str, Any] | None:
    level, ways, looked = Counter({start: 1}), 0, 0
    while level:
        following: Counter[State] = Counter()
        for state, times in level.items():
            if state.is_over:
                ways += times
                paid = [total + times * score for total, score in zip(paid, state.scores, strict=True)]
            for action in state.legal_actions():
                following[state.apply(action)] += times
            looked += 1
            if looked > MOST_STATES:
                return None
        level = following
    return {"ways": ways, "paid": [str(total) for total in paid]}


def figures(rulebook: str) -> dict[str, Any]:
    """All that is frozen of a rulebook."""
    first, *others = frozen_tables(rulebook)
    told: dict[str, Any] = {
        "hands": {str(seed): fingerprint(first.game, seed) for seed in SEEDS},
        "sequences": {str(seed): sequences(first.game.deal(seed)) for seed in SEEDS},
        "whole": {str(seed): whole_hands(first.game, seed) for seed in SEEDS},
        "settings": {},
    }
    for table in others:
        changed = dict(table.answers).items() - dict(first.answers).items()
        name = ", ".join(f"{option} = {answer}" for option, answer in sorted(changed))
        told["settings"][name] = {
            "hand": fingerprint(table.game, 1),
            "sequences": sequences(table.game.deal(1)),
            "whole": whole_hands(table.game, 1),
        }
    return told


def written(found: dict[str, Any]) -> str:
    """The figures as JSON, a line for each."""
    parts = [
        f"{json.dumps(kind)}: {{\n" + ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in each.items()) + "\n}"
        for kind, each in found.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


@pytest.mark.parametrize("rulebook", shipped())
def test_hands_and_sequences_are_as_they_were_frozen(rulebook: str) -> None:
    path = FROZEN / f"{rulebook}.json"
    found = figures(rulebook)
    if UPDATE:
        path.write_text(written(found), "utf-8")
    assert path.exists(), f"nothing is frozen of `{rulebook}`: run the test once with CARDWRIGHT_UPDATE=1"
    assert found == json.loads(path.read_text("utf-8"))


def test_nothing_else_is_frozen() -> None:
    assert {path.stem for path in FROZEN.glob("*.json")} == set(shipped())


@pytest.mark.parametrize("rulebook", shipped())
def test_same_seed_same_hand(rulebook: str) -> None:
    """In games loaded apart; another seed is another hand."""
    one, other = load(rulebook), load(rulebook)
    assert transcript(one, 5) == transcript(other, 5)
    assert transcript(one, 5) != transcript(one, 6)
    assert len({str(one.deal(seed)) for seed in range(100)}) == 100


def test_same_seed_same_hand_in_another_process() -> None:
    """With another hash seed, so that no order of a set or a dictionary can decide anything."""
    wanted = {rulebook: hashlib.sha256(transcript(load(rulebook), 9).encode()).hexdigest() for rulebook in shipped()}
    here = Path(__file__).parent
    ran = subprocess.run(
        [sys.executable, "-c", OUTSIDE, str(here), str(here.parent)],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout) == wanted


OUTSIDE = """
import sys, json, hashlib
sys.path[:0] = sys.argv[1:]
from test_laws_seeds import transcript, load, shipped
print(json.dumps({name: hashlib.sha256(transcript(load(name), 9).encode()).hexdigest() for name in shipped()}))
"""


def test_the_stream_of_random_numbers_is_the_published_one() -> None:
    """SplitMix64 from 1234567 and from 0, as its authors' reference program gives them."""
    stream = SplitMix64(1234567)
    assert [stream.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert SplitMix64(0).next() == 0xE220A8397B1DCDAF


def test_names_of_tables_are_unique() -> None:
    for rulebook in shipped():
        tables = frozen_tables(rulebook)
        assert len(set(tables)) == len(tables) == len(set(names(tables)))
