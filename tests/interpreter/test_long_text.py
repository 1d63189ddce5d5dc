"""Text that is as long as anybody may send costs what its length does, and no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cardwright.interpreter.actions import Action, Pass, PlayCards
from cardwright.interpreter.refusing import _MOST_COMPARED

from cardwright import load
from cardwright.interpreter import State


@pytest.mark.parametrize("name", ["hk", "chuo_pai"])
def test_nothing_near_is_looked_for_in_more_cards_than_there_are(name: str) -> None:
    state = load(name).deal(1)
    while state.claiming:
        state = state.apply("decline")
    plays = state.rules.plays
    many = "-".join(list(plays.pieces.names) * 9)
    before = len(plays._readings)
    reasons = state.why_not(many)
    assert reasons is not None and "no_combination" in reasons.rules and reasons.nearest is not None
    assert len(plays._readings) - before < 100


def test_of_very_many_legal_actions_not_all_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    state: State = load("hk").deal(1)
    while state.claiming:
        state = state.apply("decline")
    first = next(action for action in state.legal_actions() if isinstance(action, PlayCards))
    asked = 0

    def endless(legality: object, at: object) -> Iterator[Action]:
        nonlocal asked
        while True:
            asked += 1
            yield first

    monkeypatch.setattr(type(state.rules.legality), "legal", endless)
    reasons = state.why_not(Pass())
    assert reasons is not None and reasons.nearest == first and asked == _MOST_COMPARED
