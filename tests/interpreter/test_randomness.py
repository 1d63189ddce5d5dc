"""Seeds mean the same everywhere: the numbers and the deals they give are frozen."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.interpreter import Invalid, SplitMix64, load

NUMBERS = {
    0: (16294208416658607535, 7960286522194355700, 487617019471545679),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423),
    (1 << 64) - 1: (16490336266968443936, 16834447057089888969, 4048727598324417001),
}

SHUFFLED = [4, 2, 8, 1, 9, 3, 0, 6, 7, 5]
DEALS = [
    ("hk", 1, "3H 5C 5H 7C 7D 7H 7S 8C 8S 9D JD KS AS", 1),
    ("taiwan", 2, "3C 3H 3S 4D 5S 6H 8H 10H JC QD QH KD AD", 0),
    ("wikipedia", 1 << 63, "3D 5D 5H 5S 6H 7C 7D 8D 8S 10D JS QS KD", 0),
    (
        "chuo_pai",
        7,
        "Earth Man Harmony Harmony Bench Bench High_foot Four_six Four_six Four_six Axe Axe Axe Crooked_eight "
        "Crooked_eight Black_seven Black_seven Black_seven Black_five Red_nine Red_nine Red_seven Red_seven Red_five "
        "Ding_ding Ding_ding Two_red Two_red",
        2,
    ),
]


@pytest.mark.parametrize("seed", NUMBERS)
def test_numbers_are_those_of_splitmix64(seed: int) -> None:
    stream = SplitMix64(seed)
    assert tuple(stream.next() for _ in range(3)) == NUMBERS[seed]


def test_shuffles_are_frozen() -> None:
    items = list(range(10))
    SplitMix64(1).shuffle(items)
    assert items == SHUFFLED


@pytest.mark.parametrize(("name", "seed", "hand", "opener"), DEALS)
def test_deals_are_frozen(name: str, seed: int, hand: str, opener: int) -> None:
    game = load(name)
    dealt = game.shuffle(seed)
    assert game.pieces.format(dealt.hands[0], joined=False) == hand
    assert dealt.opener == opener


@given(st.integers(0, (1 << 64) - 1), st.integers(1, 1000))
def test_bounds_hold(seed: int, bound: int) -> None:
    stream = SplitMix64(seed)
    assert all(0 <= stream.below(bound) < bound for _ in range(20))


def test_every_number_comes_up() -> None:
    stream = SplitMix64(3)
    drawn = Counter(stream.below(7) for _ in range(7000))
    assert set(drawn) == set(range(7))
    assert all(850 < times < 1150 for times in drawn.values())


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(Invalid, match="a seed is a number"):
        SplitMix64(seed)


def test_deal_without_a_seed_differs() -> None:
    game = load("hk")
    assert len({game.deal() for _ in range(3)}) == 3
