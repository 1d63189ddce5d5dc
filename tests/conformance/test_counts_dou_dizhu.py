"""How many plays Dou Dizhu has: closed forms, and planes with wings listed rank by rank with no rulebook at hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TypeAlias

import pytest
from effort import THOROUGH

from cardwright.interpreter import Game, load

RANKS = 13
IN_RUNS = 12
"""Ranks from 3 to ace: the first twelve. The 2 is the last of four suits, the jokers follow it."""
JOKERS = (13, 14)

Ranks: TypeAlias = tuple[int, ...]
"""Cards by rank, sorted: suits never matter."""


def windows(shortest: int) -> int:
    """Sequences of so many or more ranks from 3 to ace."""
    return sum(range(1, IN_RUNS + 2 - shortest))


def planes(length: int, different: bool) -> Iterator[tuple[Ranks, Ranks]]:
    """Planes and their wings, a card for each trio: of other ranks, no four alike, not both jokers."""
    for lowest in range(IN_RUNS + 1 - length):
        body = range(lowest, lowest + length)
        others = [rank for rank in (*range(RANKS), *JOKERS) if rank not in body]
        choose = combinations if different else combinations_with_replacement
        for wings in choose(others, length):
            alike = max(map(wings.count, wings))
            jokers = [rank for rank in wings if rank in JOKERS]
            if alike < 4 and len(jokers) < 2:
                yield tuple(body), wings


def longest(cards: Ranks) -> int:
    """The length of the longest plane in cards."""
    found = [0]
    for rank in range(IN_RUNS):
        found.append(found[-1] + 1 if cards.count(rank) >= 3 else 0)
    return max(found)


def listed(length: int, different: bool, short: bool) -> set[Ranks]:
    """Planes of so many trios with a card for each, as cards; `short`: there may be a longer plane in them."""
    every = ((len(body), tuple(sorted((*body, *body, *body, *wings)))) for body, wings in planes(length, different))
    return {cards for size, cards in every if short or longest(cards) == size}


def found(game: Game, combination: str, size: int) -> set[Ranks]:
    """What the engine finds in the whole deck, of one combination and size."""
    plays = game.rules.plays
    rung = next(rung for rung, matcher in enumerate(plays.matchers) if matcher.rule.combination.name == combination)
    return {play.pieces for play in plays.formed(plays.holding(game.deck), rung, size)}


@pytest.mark.parametrize("different", [False, True])
@pytest.mark.parametrize("carry", [False, True])
def test_plays_without_planes_of_ones(different: bool, carry: bool) -> None:
    """Ranks alone count: a play is the ranks it takes, and how often."""
    closed = {
        "single": RANKS + 2,
        "pair": RANKS,
        "trio": RANKS,
        "trio_one": RANKS * (RANKS - 1 + 2),
        "trio_two": RANKS * (RANKS - 1),
        "run": windows(5),
        "pair_run": windows(3),
        "plane": windows(2),
        "bomb": RANKS,
        "rocket": 1,
    }
    if carry:
        pairs = comb(RANKS - 1, 2) if different else comb(RANKS, 2)
        closed |= {"quad_ones": RANKS * (pairs + 2 * (RANKS - 1)), "quad_twos": RANKS * comb(RANKS - 1, 2)}
    game = load("dou_dizhu", {"kickers": "all_different" if different else "other_ranks", "quads_carry": carry})
    assert {name: game.count(name) for name in closed} == closed
    assert {declared.name for declared in game.rulebook.combinations} == {*closed, "plane_ones", "plane_twos"}
    by_size = {5 * length: (IN_RUNS + 1 - length) * comb(RANKS - length, length) for length in range(2, 7)}
    assert game.count_by_size("plane_twos") == by_size


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_ways_to_load_a_plane(length: int) -> None:
    """The list below agrees with closed forms: wings of `length` cards with at most one joker."""

    def three_at_most(cards: int) -> int:
        """Multisets of so many cards of the other ranks; up to seven cards, one rank alone can be there four times."""
        ranks = RANKS - length
        return comb(ranks + cards - 1, cards) - (ranks * comb(ranks + cards - 5, cards - 4) if cards >= 4 else 0)

    bodies = IN_RUNS + 1 - length
    assert sum(1 for _ in planes(length, False)) == bodies * (three_at_most(length) + 2 * three_at_most(length - 1))
    different = comb(RANKS - length, length) + 2 * comb(RANKS - length, length - 1)
    assert sum(1 for _ in planes(length, True)) == bodies * different


@pytest.mark.parametrize("length", [2, 3, 4, 5] if THOROUGH else [2, 3])
@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("different", [False, True])
def test_planes_with_single_wings(length: int, short: bool, different: bool) -> None:
    """Play by play. Twenty cards, what the landlord holds, are a plane of five with its wings."""
    answers = {"short_planes": short, "kickers": "all_different" if different else "other_ranks"}
    assert found(load("dou_dizhu", answers), "plane_ones", 4 * length) == listed(length, different, short)


def test_how_many_planes_with_single_wings() -> None:
    """Where a shorter plane may be played, the same cards are never counted twice, however they can be read."""
    lengths = range(2, 6)
    assert [len(listed(length, False, True)) for length in lengths] == [968, 3291, 7264, 10682]
    assert [len(listed(length, False, False)) for length in lengths] == [968, 3282, 7184, 10388]
