"""The rules that programs for Big Two are timed by, told twice: as a rulebook that is compiled, and here in so many
words. Both must find the same plays."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from compiled_plays import Compiled, compiled

from cardwright.interpreter import Game, load

RULES = Path(__file__).parents[2] / "bench" / "yardstick.rules"
CLIMBING = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
LOW_RUNS = ["2 3 4 5 6", "A 2 3 4 5"]
RUNS = [frozenset(CLIMBING[at : at + 5]) for at in range(8)] + [frozenset(run.split()) for run in LOW_RUNS]
FIVES = ["straight", "flush", "full_house", "four_of_a_kind", "straight_flush"]

Worth = tuple[int, ...]


def worth(cards: list[tuple[str, str]]) -> Worth | None:
    """What cards are worth, compared with what has as many cards; None if they are no play."""
    many = Counter(rank for rank, _ in cards)
    suits = {suit for _, suit in cards}
    high = sorted((CLIMBING.index(rank), "DCHS".index(suit)) for rank, suit in cards)
    if len(cards) < 4:
        return (*high[-1],) if len(cards) < 3 and len(many) == 1 else (high[-1][0],) if len(many) == 1 else None
    run = RUNS.index(frozenset(many)) if frozenset(many) in RUNS and len(many) == 5 else -1
    commonest, number = many.most_common(1)[0]
    if run >= 0:
        return (FIVES.index("straight_flush" if len(suits) == 1 else "straight"), run, high[-1][1])
    if len(suits) == 1:
        return (FIVES.index("flush"), high[-1][1], *(rank for rank, _ in reversed(high)))
    if len(many) == 2:
        return (FIVES.index("four_of_a_kind" if number == 4 else "full_house"), CLIMBING.index(commonest))
    return None


@pytest.fixture(scope="module")
def game() -> Game:
    """The variant."""
    return load(RULES)


@pytest.fixture(scope="module")
def program(game: Game) -> Compiled:
    """Its plays, compiled."""
    return compiled(game.rules.plays, None)


def by_hand(game: Game, hand: tuple[int, ...]) -> dict[tuple[int, ...], Worth]:
    """All plays of a hand, from its subsets."""
    pieces = game.pieces.deck.pieces
    found = {}
    for size in (1, 2, 3, 5):
        for cards in combinations(hand, size):
            value = worth([(pieces[card].rank, pieces[card].suit or "") for card in cards])
            if value is not None:
                found[cards] = value
    return found


@pytest.mark.parametrize("seed", range(12))
def test_compiled_plays_are_those_told_by_hand(game: Game, program: Compiled, seed: int) -> None:
    random = Random(seed)
    deck = list(game.deck)
    if seed % 3 == 1:
        deck = [card for card in deck if game.pieces.suits[card] in (0, seed % 4)]
    if seed % 3 == 2:
        deck = [card for card in deck if game.pieces.ranks[card] >= 13 - 5]
    hand = tuple(sorted(random.sample(deck, min(13, len(deck)))))
    mine = by_hand(game, hand)
    leads = program.plays_to(hand, program.lead())
    assert sorted(program.cards(record)[1] for record in leads) == sorted(mine)
    for table in random.sample(leads, min(12, len(leads))):
        cards = program.cards(table)[1]
        answers = [program.cards(record)[1] for record in program.plays_to(hand, table)]
        assert sorted(answers) == sorted(c for c, v in mine.items() if len(c) == len(cards) and v > mine[cards])


def test_the_universe_of_plays_is_as_large_as_is_worked_out(game: Game) -> None:
    """Singles, pairs, triples, ten straights of 1020 (and 4 straight flushes), flushes, full houses, quads."""
    singles, pairs, triples = 52, 13 * 6, 13 * 4
    straights, straight_flushes = 10 * (4**5 - 4), 10 * 4
    flushes = 4 * 1287 - straight_flushes
    full_houses, quads = 13 * 4 * 12 * 6, 13 * 48
    total = singles + pairs + triples + straights + flushes + full_houses + quads + straight_flushes
    assert game.count() == total == 19_898
