"""How many plays the kin of Big Two have, in closed form or counted with no rulebook at hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import pytest

from cardwright.interpreter import load

RANKS = 13
IN_RUNS = 12
"""Ranks from 3 to ace."""


def out_of_two_packs(cards: int, suits: int = 4) -> int:
    """Multisets of so many cards of one rank, of which each suit has two."""
    every = combinations_with_replacement(range(suits), cards)
    return sum(max(map(hand.count, set(hand))) <= 2 for hand in every)


# ---- Pusoy Dos -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("two_in_runs", "windows"), [("high", 9), ("low", 10), ("nowhere", 8)])
def test_pusoy_dos(two_in_runs: str, windows: int) -> None:
    closed = {
        "single": 52,
        "pair": RANKS * comb(4, 2),
        "triple": RANKS * 4,
        "straight": windows * (4**5 - 4),
        "flush": 4 * (comb(RANKS, 5) - windows),
        "full_house": RANKS * 4 * 12 * comb(4, 2),
        "four_of_a_kind": RANKS * 48,
        "straight_flush": 4 * windows,
    }
    game = load("pusoy_dos", {"two_in_runs": two_in_runs})
    assert {name: game.count(name) for name in closed} == closed
    assert game.count() == sum(closed.values())


def test_pusoy_dos_with_more_hands() -> None:
    """Ten to ace of a suit leaves the straight flushes; two pairs are two ranks of thirteen and a card of another."""
    plain, game = load("pusoy_dos"), load("pusoy_dos", {"royal": "top_hand", "two_pairs": True, "triples": False})
    assert game.count("royal_flush") == 4 and game.count("straight_flush") == plain.count("straight_flush") - 4
    assert game.count("two_pair") == comb(RANKS, 2) * comb(4, 2) ** 2 * 44
    assert game.count() == plain.count() + game.count("two_pair") - plain.count("triple")


# ---- Zheng Shangyou --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("shortest", [3, 5])
@pytest.mark.parametrize("pairs", [2, 3])
@pytest.mark.parametrize("trios", [2, 3])
def test_zheng_shangyou(packs: int, shortest: int, pairs: int, trios: int) -> None:
    """Ranks alone count, so a run is its lowest rank and its length: from 3 to ace there are 13 less the length."""
    jokers = 2 * (packs - 1)
    """Jokers of one kind that make pairs: none with one pack, both kinds with two."""
    closed = {
        "single": RANKS + 2,
        "pair": RANKS + jokers,
        "trio": RANKS,
        "run": sum(range(1, IN_RUNS + 2 - shortest)),
        "pair_run": sum(range(1, IN_RUNS + 2 - pairs)),
        "trio_run": sum(range(1, IN_RUNS + 2 - trios)),
        "bomb": RANKS * (4 * packs - 3),
        "all_jokers": 1,
    }
    answers = {"packs": packs, "shortest_run": shortest, "pairs_in_row": pairs, "trios_in_row": trios}
    game = load("zheng_shangyou", answers)
    assert {name: game.count(name) for name in closed} == closed
    assert game.count() == sum(closed.values())


@pytest.mark.parametrize("packs", [1, 2])
def test_zheng_shangyou_with_riders(packs: int) -> None:
    """Pairs for so many trios, of other ranks than theirs; two packs have pairs of jokers, too."""
    game = load("zheng_shangyou", {"packs": packs, "riders": True})
    pairs = RANKS + 2 * (packs - 1)
    assert game.count("full_house") == RANKS * (pairs - 1)
    lengths = {5 * length: (IN_RUNS + 1 - length) * comb(pairs - length, length) for length in range(2, IN_RUNS + 1)}
    assert game.count_by_size("loaded_run") == {size: number for size, number in lengths.items() if number}


# ---- two decks -------------------------------------------------------------------------------------------------


def test_multisets_of_a_rank() -> None:
    assert [out_of_two_packs(cards) for cards in range(1, 9)] == [4, 10, 16, 19, 16, 10, 4, 1]


@pytest.mark.parametrize("paired", [True, False])
def test_big_two_with_two_decks(paired: bool) -> None:
    """As multisets: equal cards are not told apart. A flush with pairs has five of 13 ranks, each once or twice."""
    flushes = sum(comb(RANKS, twice) * comb(RANKS - twice, 5 - 2 * twice) for twice in ((0, 1, 2) if paired else (0,)))
    closed = {
        "single": 52,
        "pair": RANKS * out_of_two_packs(2),
        "triple": RANKS * out_of_two_packs(3),
        "straight": 10 * (4**5 - 4),
        "flush": 4 * (flushes - 10),
        "full_house": RANKS * out_of_two_packs(3) * 12 * out_of_two_packs(2),
        "four_of_a_kind": RANKS * out_of_two_packs(4) * 48,
        "straight_flush": 40,
        "five_of_a_kind": RANKS * out_of_two_packs(5),
    }
    game = load("big_two_two_decks", {"flush_pairs": paired})
    assert {name: game.count(name) for name in closed} == closed
    assert game.count() == sum(closed.values())


# ---- Tien Len ------------------------------------------------------------------------------------------------------


def test_tien_len() -> None:
    """A run has one of four cards of each of its ranks, a run of pairs one of six pairs."""
    game = load("tien_len")
    lengths = range(3, IN_RUNS + 1)
    by_size = {
        "single": {1: 52},
        "pair": {2: RANKS * comb(4, 2)},
        "triple": {3: RANKS * 4},
        "quad": {4: RANKS},
        "run": {length: (IN_RUNS + 1 - length) * 4**length for length in lengths},
        "pair_run": {2 * length: (IN_RUNS + 1 - length) * comb(4, 2) ** length for length in lengths},
    }
    assert {name: game.count_by_size(name) for name in by_size} == by_size
    assert game.count() == sum(sum(sizes.values()) for sizes in by_size.values())


def test_chances_of_winning_at_once() -> None:
    """Counted over the hands of 13 of 52, by how many cards of each rank, or of each colour, they have."""
    hands = comb(52, 13)
    game = load("tien_len", {"instant_wins": "many"})
    # One of each rank below the 2, and a 2 or a second card of one of them.
    assert game.chance("dragon") == Fraction(4**12 * 4 + 12 * comb(4, 2) * 4**11, hands)
    assert game.chance("four_twos") == game.chance("four_threes") == Fraction(comb(48, 9), hands)
    assert game.chance("all_red") == game.chance("all_black") == Fraction(comb(26, 13), hands)
    assert game.chance("six_pairs") == Fraction(hands_with(6, 2), hands)
    assert game.chance("triples") == Fraction(hands_with(4, 3), hands)
    assert game.chance("five_pairs") == Fraction(hands_with_five_pairs_in_a_row(), hands)


def hands_with(ranks: int, each: int) -> int:
    """Hands of 13 with so many ranks of which they have so many cards or more."""
    ways = Counter({(0, 0): 1})
    for _ in range(RANKS):
        further: Counter[tuple[int, int]] = Counter()
        for ((cards, good), number), more in product(ways.items(), range(5)):
            further[cards + more, good + (more >= each)] += number * comb(4, more)
        ways = further
    return sum(number for (cards, good), number in ways.items() if cards == 13 and good >= ranks)


def hands_with_five_pairs_in_a_row() -> int:
    """Hands of 13 with two cards or more of five neighbours from 3 to ace; a row of five is never broken again."""
    ways = Counter({(0, 0): 1})
    for rank in range(RANKS):
        further: Counter[tuple[int, int]] = Counter()
        for ((cards, row), number), more in product(ways.items(), range(5)):
            longer = row + 1 if more >= 2 and rank < IN_RUNS else 0
            further[cards + more, 5 if row == 5 else longer] += number * comb(4, more)
        ways = further
    return ways[13, 5]
