"""How many plays the deck holds: sums that can be done on paper."""

from __future__ import annotations

from itertools import product

import pytest
from rulebooks_in_python import big_two, combination, deck, rulebook, sized, tiles

from cardwright.dsl import load_rulebook, model
from cardwright.interpreter import Plays, Unanswerable


def test_the_universe_of_climbing_with_five_card_hands() -> None:
    plays = Plays(big_two())
    expected = {
        "single": 52,
        "pair": 78,
        "triple": 52,
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 40,
    }
    assert {name: plays.count(name) for name in expected} == expected
    assert plays.count() == 19_898
    assert plays.count_by_size() == {1: 52, 2: 78, 3: 52, 5: 19_716}


@pytest.mark.parametrize(
    ("name", "answers", "windows", "less"),
    [
        ("hk", {}, 10, 0),
        ("hk", {"triples": "no"}, 10, 52),
        ("hk", {"royal_type": "no", "higher_type_wins": "no"}, 10, 0),
        ("wikipedia", {"straight_order": "no_wheels"}, 8, 0),
        ("wikipedia", {"straight_order": "wheels_top"}, 10, 0),
    ],
)
def test_every_option_has_its_universe(name: str, answers: dict[str, str], windows: int, less: int) -> None:
    assert Plays(load_rulebook(name, answers)).count() == 9_698 + 1_020 * windows - less


def test_tiles_are_multisets() -> None:
    plays = Plays(tiles())
    assert plays.count_by_size("matched") == dict.fromkeys(range(1, 5), 11)
    # One to four Heavens with any of four black and four red nines, at least one.
    assert plays.count("heaven_nine") == 4 * (5 * 5 - 1)
    assert plays.count("earth_eight") == 4 * (5 * 5 - 1)


def dragons(*more: model.Combination) -> Plays:
    every = model.Every(attribute="rank", not_alike=("suit",), untouched=True)
    flush = model.Every(attribute="rank", alike=("suit",), untouched=True)
    return Plays(rulebook(deck(), combination("dragon", every), combination("flush_dragon", flush), *more))


def test_whole_hands_are_counted_without_being_tried() -> None:
    assert dragons().count_by_size() == {13: 4**13}
    assert dragons().count("dragon") == 4**13 - 4


def test_what_another_type_may_take_is_not_guessed() -> None:
    with pytest.raises(Unanswerable):
        dragons(combination("long", sized(13, in_order=model.InOrder()))).count("dragon")


def test_long_runs_are_counted_without_being_tried() -> None:
    """From each lowest rank on, one of four cards of every rank, or two of four, each of them there twice."""
    run = combination("run", sized(3, None, in_order=model.InOrder()))
    each, groups = model.Amount(least=2, most=2), model.Amount(least=3, most=None)
    pairs = model.EachOf(each=each, groups=groups, attribute="rank", in_order=model.InOrder())
    plays = Plays(rulebook(deck(copies=2), run, combination("pair_run", pairs)))
    assert plays.count_by_size("run") == {length: (14 - length) * 4**length for length in range(3, 14)}
    assert plays.count_by_size("pair_run") == {2 * length: (14 - length) * 10**length for length in range(3, 14)}


def test_a_hand_of_another_size_is_no_dragon() -> None:
    every = model.Every(attribute="rank", untouched=True)
    assert Plays(rulebook(deck(), combination("dragon", every), each=12)).count() == 0


@pytest.mark.parametrize("ranks", [4, 6])
def test_small_decks_by_trying(ranks: int) -> None:
    plays = Plays(
        rulebook(deck(list("345678")[:ranks], "DHS", copies=2), combination("two", sized(2, alike=("suit",))))
    )
    cards = range(len(plays.pieces))
    pairs = {tuple(sorted(pair)) for pair in product(cards, cards)}
    assert plays.count() == sum(plays.pieces.suits[a] == plays.pieces.suits[b] for a, b in pairs)
