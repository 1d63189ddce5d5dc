"""Comparing plays: whatever the keys, no three plays beat one another in a circle."""

from __future__ import annotations

from itertools import permutations

import pytest
from rulebooks_in_text import rules

from cardwright.interpreter import Game, Play


def circles(game: Game, plays: list[Play]) -> list[tuple[Play, ...]]:
    """Three plays of which each beats the next."""
    return [
        (a, b, c) for a, b, c in permutations(plays, 3) if game.beats(a, b) and game.beats(b, c) and game.beats(c, a)
    ]


@pytest.mark.parametrize(
    "declared",
    [
        "cards: 2  compare: 9, lowest card",
        "cards: 2  compare: 9S, 9, lowest card",
        "cards: 2 to 3  compare: ranks, highest card  same: nothing",
        "cards: 2 to 3 of a suit  compare: suit, ranks, lowest card  same: nothing",
    ],
)
def test_who_lacks_a_key_is_lower(declared: str) -> None:
    game = rules(
        "combination some_cards { " + declared + " }", combinations="combination single { cards: 1  compare: rank }"
    )
    plays = [play for play in game.plays("4D 5D 6D 9D 9S 4S", None) if play.combination == "some_cards"]
    assert len(plays) > 10
    assert circles(game, plays) == []


def test_a_longer_play_that_agrees_so_far_is_higher() -> None:
    game = rules("combination some_cards { cards: 2 to 3  compare: ranks  same: nothing }", combinations="")
    assert game.beats("9D-6D-4D", "9S-6S")
    assert not game.beats("9S-6S", "9D-6D-4D")
    assert game.beats("9S-7S", "9D-6D-4D")
