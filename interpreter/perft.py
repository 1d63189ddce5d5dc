"""Counting how hands can go on: the sequences of so many legal actions, as chess programs are compared by.

Two engines that agree on these counts from many states nearly always agree on the rules; where they do not, the counts
of each first action show under which one to look further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .actions import Action
from .randomness import SplitMix64
from .state import State


def counted(state: State, depth: int) -> list[int]:
    """How many sequences of 0, 1, .. `depth` legal actions there are from a state on. A hand that is over before has
    no longer ones. Two sequences count twice though they lead to the same state; equal states are gone on from once."""
    counts = [1]
    layer: Counter[State] = Counter({state: 1})
    for number in range(1, depth + 1):
        if number == depth:
            # The last action need not be done to be counted.
            counts.append(sum(len(list(_actions(state))) * ways for state, ways in layer.items()))
            break
        following: Counter[State] = Counter()
        for before, ways in layer.items():
            for action in _actions(before):
                following[before.apply(action)] += ways
        layer = following
        counts.append(layer.total())
    return counts


def counted_by_action(state: State, depth: int) -> dict[Action, int]:
    """For each legal action how many sequences of `depth` actions begin with it."""
    return {action: counted(state.apply(action), depth - 1)[-1] for action in _actions(state)}


def gone_on(state: State, actions: int, seed: int) -> State:
    """The state after so many random actions, each as likely as another; before the one that would end the hand."""
    stream = SplitMix64(seed)
    for _ in range(actions):
        choices = list(_actions(state))
        after = state.apply(choices[stream.below(len(choices))])
        if after.is_over:
            break
        state = after
    return state


def _actions(state: State) -> Iterator[Action]:
    if not state.is_over:
        yield from state.legal_actions()
