"""Tensors of a batch are those that the environments write, hand by hand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from effort import BATCH_STEPS
from test_batch import BOOKS, choices_of, game_of

from cardwright.interpreter import Invalid, PlayCards, SplitMix64, universe_of
from cardwright.rl.batch import Batch
from cardwright.rl.layout import Layout
from cardwright.rl.tensors import Tensors


@pytest.mark.parametrize("name", ("house", *BOOKS))
def test_they_are_those_of_the_layout(name: str) -> None:
    game = game_of(name)
    batch, layout = Batch(game, 2, 5, engine="python"), Layout(game)
    tensors, random = Tensors(batch, layout), SplitMix64(2)
    played = [Counter[tuple[int, int]]() for _ in range(2)]
    told, alone = np.ones((2, layout.size), np.float32), np.zeros(layout.size, np.float32)
    for _ in range(BATCH_STEPS // 2):
        tensors.write(batch.observe(), told)
        for place in range(2):
            state = batch.state(place)
            assert state.turn is not None
            cards = [[card for (who, card) in played[place].elements() if who == seat] for seat in range(game.players)]
            layout.encode(state.observe(state.turn), [tuple(sorted(own)) for own in cards], alone)
            for tensor in layout.tensors:
                own = slice(tensor.start, tensor.stop)
                assert np.array_equal(told[place, own], alone[own]), tensor.name
        choices = choices_of(batch, random)
        actions, before = [batch.actions(place)[choice] for place, choice in enumerate(choices)], batch.turn.tolist()
        done = batch.step(choices)
        for place, action in enumerate(actions):
            if done[place]:
                played[place].clear()
            elif isinstance(action, PlayCards):
                played[place].update((before[place], piece) for piece in action.pieces)


@pytest.mark.parametrize("name", ("hk", "taiwan", "president"))
def test_numbers_are_those_of_the_universe(name: str) -> None:
    """Tables have what other answers know as well: pieces that are not in this deck among it."""
    game, universe = universe_of(name)
    batch, random = Batch(game, 4, 5, table=universe, engine="python"), SplitMix64(3)
    for _ in range(60):
        told = [universe.number(action) for place in range(4) for action in batch.actions(place)]
        assert batch.ids.tolist() == told
        choices = choices_of(batch, random)
        assert batch.choices(batch.ids[batch.offsets[:-1] + choices]).tolist() == choices
        batch.step(choices)


def test_hands_that_are_over_are_told_as_nothing() -> None:
    batch = Batch(game_of("tien_gow"), 2, 5, again=False, engine="python")
    while batch.turn[1] >= 0:
        batch.step([0, 0])
    batch.begin([0, -1])
    told = Tensors(batch, Layout(batch.game)).write(batch.observe())
    assert told[0].any() and not told[1].any()


def test_wrong_questions_get_an_answer() -> None:
    batch = Batch(game_of("president"), 2, 5, engine="python")
    tensors = Tensors(batch, Layout(batch.game))
    with pytest.raises(Invalid, match="float32 in C order"):
        tensors.write(batch.observe(), np.zeros((2, tensors.size)))  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="must be `relative`"):
        Tensors(Batch(batch.game, 2, 5, relative=False, engine="python"), Layout(batch.game))
