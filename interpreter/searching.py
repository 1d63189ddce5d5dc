"""A bot that thinks ahead: it draws the hidden cards many times over, and plays on from what it might do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest

from .actions import Action, PlayCards
from .bots import GreedyBot, eagerness
from .calculations import Number
from .imagining import imagine
from .observation import Observation
from .play import Play
from .randomness import SplitMix64
from .rules import Rules
from .state import State

ROLLOUTS = 100
"""How many hands are played on for one decision, unless it is said."""
_CANDIDATES = 12
_LISTED = 1000
"""So many actions are looked at for candidates."""
_AT_RANDOM = 8
"""Where hands are played on, one play in so many is any legal one; all others are greedy."""


class SearchBot:
    """Tries what it may do on hidden cards that it draws, all candidates on the same ones; the worse half is given up
    again and again until one is left. Plays from what its seat sees and the plays it has watched; claims, bids and
    gives as the greedy bot does. How long it thinks is counted in hands, so a seed fixes what it does."""

    def __init__(self, rules: Rules, seed: int, rollouts: int = ROLLOUTS) -> None:
        self._rules = rules
        self._stream = SplitMix64(seed)
        self._rollouts = rollouts
        self._sign = -1 if rules.rulebook.match.wins == "lowest" else 1
        self._played: Counter[int] = Counter()
        self._acted: set[int] = set()

    def watch(self, seat: int, play: Play) -> None:
        """Remember a play that somebody has made."""
        self._played.update(play.pieces)
        self._acted.add(seat)

    def choose(self, seen: Observation, actions: Sequence[Action]) -> Action:
        """The action that scores best on average."""
        if seen.doing is not None or seen.claims:
            return GreedyBot().choose(seen, actions)
        left = _candidates(seen, actions)
        scores: dict[Action, Number] = dict.fromkeys(left, 0)
        rounds = (len(left) - 1).bit_length()
        while len(left) > 1:
            for _ in range(max(1, self._rollouts // (len(left) * rounds))):
                state = imagine(self._rules, seen, self._played, self._acted, self._stream)
                chance = self._stream.next()
                for action in left:
                    scores[action] += self._sign * _played_on(state.apply(action), seen.seat, SplitMix64(chance))
            left = sorted(left, key=scores.__getitem__, reverse=True)[: (len(left) + 1) // 2]
        return left[0]


def _candidates(seen: Observation, actions: Iterable[Action]) -> list[Action]:
    """What is worth a try: the greediest plays of every combination in turn, and what else can be done."""
    kinds: defaultdict[str, list[Action]] = defaultdict(list)
    for action in islice(actions, _LISTED):
        kinds[action.play.combination if isinstance(action, PlayCards) else ""].append(action)
    for kind in kinds.values():
        kind.sort(key=lambda action: eagerness(seen, action))
    others = kinds.pop("", [])[: _CANDIDATES // 2]
    taken = [action for row in zip_longest(*kinds.values()) for action in row if action is not None]
    return [*taken[: _CANDIDATES - len(others)], *others]


def _played_on(state: State, seat: int, stream: SplitMix64) -> Number:
    """What a hand pays a seat if everybody plays fast and greedily from here on."""
    while not state.is_over:
        places = state.rules.course(state.at).pieces.card_places
        actions = state.legal_actions()
        if stream.below(_AT_RANDOM):
            action = min(actions, key=lambda one: _greed(one, places))
        else:
            action = actions[stream.below(len(actions))]
        state = state.apply(action)
    return state.scores[seat]


def _greed(action: Action, places: Sequence[tuple[int, int, int]]) -> tuple[object, ...]:
    if isinstance(action, PlayCards):
        return (0, -len(action.play.pieces), max([places[card] for card in action.play.pieces]))
    return (1,)
