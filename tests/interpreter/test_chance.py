"""Chances are exact: the same as counting all hands, and as the numbers that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patterns_at_random import TABLES, patterns
from rulebooks_in_python import big_two, rulebook, sized, tiles

from cardwright.dsl import load_rulebook, model
from cardwright.interpreter import Plays, Unanswerable, chance


def pattern(*parts: model.Part) -> model.Pattern:
    return model.Pattern(parts=parts)


def rank(name: str) -> model.RankClass:
    return model.RankClass(rank=name)


CARDS = chance.Chances(Plays(big_two()))
TILES = chance.Chances(Plays(tiles()))
HANDS = comb(52, 13)


def exactly(least: int) -> model.Amount:
    return model.Amount(least=least, most=least)


def by_hand() -> Iterator[tuple[model.Pattern, int, Fraction]]:
    """Patterns with chances that are known otherwise."""
    yield pattern(model.Listed(items=(rank("2"),) * 4)), 13, Fraction(11, 4165)
    yield pattern(model.Every(attribute="rank")), 13, Fraction(4**13, HANDS)
    yield pattern(model.Every(attribute="rank", untouched=True)), 13, Fraction(4**13, HANDS)
    yield pattern(model.Every(attribute="rank", alike=("suit",))), 13, Fraction(4, HANDS)
    yield pattern(model.Every(attribute="rank", alike=("suit",), untouched=True)), 13, Fraction(4, HANDS)
    yield pattern(model.Every(attribute="rank", not_alike=("suit",), untouched=True)), 13, Fraction(4**13 - 4, HANDS)
    yield pattern(model.Lacking(items=(rank("J"), rank("Q"), rank("K")))), 13, Fraction(1263994, 66703105)
    yield pattern(sized(4, alike=("suit",))), 13, Fraction(1)
    yield pattern(sized(13, alike=("suit",))), 13, Fraction(4, HANDS)
    # Poker hands of five cards.
    yield pattern(sized(5, alike=("suit",))), 5, Fraction(4 * 1287, comb(52, 5))
    house = pattern(sized(3, alike=("rank",), label="trio"), sized(2, another="rank"))
    yield house, 5, Fraction(3744, comb(52, 5))
    windows = model.InOrder(order="straights", windows=True)
    yield pattern(sized(5, in_order=windows)), 5, Fraction(10240, comb(52, 5))
    yield pattern(sized(5, in_order=windows, alike=("suit",))), 5, Fraction(40, comb(52, 5))
    two_pair = pattern(sized(2, alike=("rank",)), sized(2, another="rank"), sized(1, another="rank"))
    yield two_pair, 5, Fraction(123552, comb(52, 5))
    pairs = model.EachOf(each=exactly(2), groups=exactly(6), attribute="rank")
    six_pairs = sum(six_pair_hands())
    yield pattern(pairs), 13, Fraction(six_pairs, HANDS)


def six_pair_hands() -> Iterator[int]:
    """Hands of 13 with at least six ranks held twice, by how often each number of cards occurs."""
    choices = [comb(4, number) for number in range(5)]
    polynomial: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(13):
        following: dict[tuple[int, int], int] = {}
        for (cards, doubled), ways in polynomial.items():
            for number, choice in enumerate(choices):
                key = (cards + number, doubled + (number >= 2))
                following[key] = following.get(key, 0) + ways * choice
        polynomial = following
    return (ways for (cards, doubled), ways in polynomial.items() if cards == 13 and doubled >= 6)


@pytest.mark.parametrize(("asked", "size", "expected"), list(by_hand()))
def test_chances_known_otherwise(asked: model.Pattern, size: int, expected: Fraction) -> None:
    assert CARDS.chance(asked, size) == expected


def test_two_tile_kinds_among_a_third_of_the_deck() -> None:
    names = [f"T{n}" for n in range(21)]
    pieces = tuple(model.Piece(index=n, name=name, rank=name, copies=4) for n, name in enumerate(names))
    plain = model.Deck(ranks=tuple(names), rank_scales=(), pieces=pieces)
    chances = chance.Chances(Plays(rulebook(plain, *tiles().combinations[:1], players=3, each=28)))
    both = pattern(model.Listed(items=(model.PieceClass(piece="T3"), model.PieceClass(piece="T8"))))
    assert chances.chance(both) == Fraction(1051487, 1613022)


@pytest.mark.parametrize(
    ("name", "answers", "claim", "expected"),
    [
        ("hk", {}, "four_twos", Fraction(11, 4165)),
        ("hk", {}, "dragon", Fraction(4**13, HANDS)),
        ("hk", {}, "green_dragon", Fraction(4, HANDS)),
        ("hk", {"redeal": "yes"}, "no_faces", Fraction(1263994, 66703105)),
        ("chuo_pai", {}, "nail_bonus", Fraction(1051487, 1613022)),
        # A whole suit and 13 of the other cards; a hand of two whole suits is counted twice.
        (
            "wikipedia",
            {"players": "2", "spare_cards": "yes"},
            "flush_dragon",
            Fraction(4 * comb(39, 13) - 6, comb(52, 26)),
        ),
    ],
)
def test_claims_of_the_shipped_rulebooks(name: str, answers: dict[str, str], claim: str, expected: Fraction) -> None:
    rules = load_rulebook(name, answers)
    holding = next(declared.holding for declared in rules.claims if declared.name == claim)
    assert Plays(rules).chance(holding) == expected


def test_what_cannot_be_counted_is_refused() -> None:
    mixed = pattern(sized(3, alike=("suit",), label="one"), sized(2, alike=("rank",)))
    with pytest.raises(Unanswerable):
        CARDS.chance(mixed)


@given(st.data())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_counting_is_trying_all_hands(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(TABLES)))
    plays = TABLES[name]
    asked = data.draw(patterns(suits=name != "no_suits"))
    size = data.draw(st.integers(1, 5))
    deck_ = plays.pieces.all
    tried = sum(plays.holds(asked, tuple(sorted(hand)), untouched=True) for hand in combinations(deck_, size))
    chances = chance.Chances(plays)
    assert chances.hands(asked, size) == tried
    # Small decks are counted hand by hand where nothing better is known; what is counted by kind must agree as well.
    try:
        counted = chances._counts(asked, deck_, size)
    except Unanswerable:
        return
    assert (counted[size] if size < len(counted) else 0) == tried
