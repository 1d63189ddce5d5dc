"""Compiled plays are the plays of the definition: rulebooks of random combinations, in random hands, on random
tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Literal, TypeAlias

from cardwright.interpreter.compiled.layout import CannotCompile
from compiled_plays import Compiled, compiled
from effort import either
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from patterns_at_random import LOW, RUNS, TURNED, decks, patterns
from rulebooks_in_python import rulebook

from cardwright.dsl import model
from cardwright.interpreter import Plays

DECKS = decks()
FAMILIES = (
    model.Scale(family="low", tiers=(("3", "4"), ("6",))),
    model.Scale(family="high", tiers=(("5",), ("7",))),
)
ORDERS = (RUNS, TURNED, model.Order(name="some", of="ranks", tiers=((("6",),), (("3",),))))


What: TypeAlias = Literal[
    "rank", "ranks", "suit", "size", "length", "highest_card", "lowest_card", "last_card", "place", "piece"
]
EQUAL: tuple[Literal["holds", "falls"], ...] = ("holds", "falls")
BEATS: tuple[Literal["lower", "nothing"], ...] = ("lower", "nothing")

# ---- rulebooks -----------------------------------------------------------------------------------------------------


@st.composite
def keys(draw: st.DrawFn, pattern: model.Pattern, suits: bool) -> model.Key:
    """Something to compare plays of a pattern by."""
    labels = [label for part in pattern.parts if (label := getattr(part, "label", None))]
    part = draw(st.sampled_from([None, None, *labels]))
    every: list[What] = [
        "rank",
        "ranks",
        "highest_card",
        "lowest_card",
        "place",
        "size",
        "length",
        "last_card",
        "suit",
        "piece",
    ]
    what = draw(st.sampled_from([each for each in every if suits or each != "suit"]))
    by = draw(st.sampled_from([None, None, "turned", "some"])) if what not in ("suit", "size", "length") else None
    match what:
        case "place":
            return model.Key(what=what, name=draw(st.sampled_from(["runs", "turned", "some"])), part=part)
        case "piece":
            rank = draw(st.sampled_from(LOW))
            return model.Key(what=what, card=model.RankClass(rank=rank), part=part)
        case _:
            return model.Key(what=what, part=part, by=by)


@st.composite
def combinations(draw: st.DrawFn, name: str, suits: bool) -> model.Combination:
    """A random combination."""
    pattern = draw(patterns(suits).filter(lambda p: not any(isinstance(part, model.Lacking) for part in p.parts)))
    same = [model.Key(what="size")] if draw(st.booleans()) else []
    if draw(st.integers(0, 7)) == 5:
        same.append(draw(keys(pattern, suits)))
    return model.Combination(
        name=name,
        pattern=pattern,
        compare=tuple(draw(st.lists(keys(pattern, suits), min_size=1, max_size=3))),
        same=tuple(same),
        equal=draw(st.sampled_from(EQUAL)),
    )


@st.composite
def rulebooks(draw: st.DrawFn) -> model.Rulebook:
    """One to three random combinations on a random deck, with or without a ladder."""
    name = draw(st.sampled_from(sorted(DECKS)))
    deck = DECKS[name]
    if draw(st.integers(0, 7)) == 5:
        deck = replace(deck, rank_scales=FAMILIES)
    names = [f"type_{number}" for number in range(draw(st.integers(1, 3)))]
    found = [draw(combinations(each, name != "no_suits")) for each in names]
    ladders: tuple[model.Ladder, ...] = ()
    if len(names) > 1 and draw(st.booleans()):
        tiers = tuple((each,) for each in draw(st.permutations(names)))
        beats = draw(st.sampled_from(BEATS))
        ladders = (model.Ladder(name="ladder", order=tiers, beats=beats),)
    return rulebook(deck, *found, orders=ORDERS, ladders=ladders)


def hands(plays: Plays, random: Random, number: int) -> Iterator[tuple[int, ...]]:
    """Random hands."""
    for _ in range(number):
        yield tuple(sorted(random.sample(plays.pieces.all, random.randint(1, 8))))


def judge(plays: Plays, program: Compiled, random: Random, number: int) -> int:
    """Compare both on random hands and tables; returns how many questions agreed."""
    agreed = 0
    for hand in hands(plays, random, number):
        led = list(plays.generate(hand))
        records = {program.cards(record): record for record in program.plays_to(hand, program.lead())}
        assert records.keys() == {(play.rung, play.pieces) for play in led}
        assert len(records) == len(program.plays_to(hand, program.lead())), "a play is found twice"
        other = next(hands(plays, random, 1))
        tables = random.sample(led, min(2, len(led))) + list(plays.generate(other))[:20:7]
        for table in tables:
            told = program.record(table)
            answers = list(plays.generate(hand, table))
            found = program.plays_to(hand, told)
            assert sorted(map(program.cards, found)) == sorted((play.rung, play.pieces) for play in answers)
            assert bool(program.words["can_beat"](*program.layout.pack(hand), False, *told)) == bool(answers)
            for play in random.sample(led, min(3, len(led))):
                beats = bool(program.words["beats"](*records[play.rung, play.pieces], *told))
                assert beats == plays.beats(play, table)
            agreed += 1
        readings = {(play.rung, play.pieces) for play in plays.readings(hand)}
        assert set(map(program.cards, program.readings(hand))) == readings
    return agreed


@given(rulebooks(), st.booleans(), st.sampled_from([None, 14]), st.integers(0, 1 << 30))
@settings(max_examples=either(100, 500), deadline=None, suppress_health_check=list(HealthCheck))
def test_compiled_plays_are_those_of_the_definition(
    rules: model.Rulebook, upside_down: bool, bits: int | None, seed: int
) -> None:
    plays = Plays(rules, upside_down)
    try:
        program = compiled(plays, bits, upside_down)
    except CannotCompile as reason:
        event(f"no program: {reason}")
        return
    event("compared")
    judge(plays, program, Random(seed), 3)
