"""A linear learner that teaches itself a game in the environment of PettingZoo, and is measured against chance.

Seat 0 learns, the others play at random. What an action is worth is a weighted sum of what it leaves in the hand, of
how many pieces it takes, and of how many the others have. The weights are those that fit best (least squares) how the
hands went in which such actions were taken.

python examples/train_linear.py [RULEBOOK] [--hands 3000] [--measure 1000] [--seed 1]
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from cardwright.interpreter.simulation import share

from cardwright.interpreter import Invalid
from cardwright.rl import CardwrightEnv

LEARNER = "player_0"


class Features:
    """What is told of a position and an action: rows of numbers, one for each action."""

    def __init__(self, env: Any) -> None:
        setup = env.setup
        if setup.universe is None:
            raise SystemExit(f"{setup.game.rulebook.name}: {setup.too_many}")
        kinds = len(setup.game.pieces)
        self._taken = np.zeros((setup.size, kinds), np.float32)
        """By action, how many of each piece it takes out of the hand."""
        for number in range(setup.size):
            try:
                kind, _, pieces = setup.universe.key(number)
            except Invalid:
                # An action of other options, with pieces that this deck does not have.
                continue
            if kind in ("play", "give", "discard"):
                np.add.at(self._taken[number], list(pieces), 1)
        self._hand, self._counts = setup.layout["hand"], setup.layout["counts"]
        self.size = 1 + kinds + 2 + setup.game.players - 1

    def of(self, seen: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """One row for each legal action."""
        taken = self._taken[legal]
        many = taken.sum(axis=1)
        held = seen[self._hand.start : self._hand.stop]
        others = seen[self._counts.start + 1 : self._counts.stop] / 10
        rows = np.empty((len(legal), self.size), np.float32)
        rows[:, 0] = 1
        rows[:, 1 : 1 + len(held)] = held - taken
        rows[:, -2 - len(others)] = many == 0
        rows[:, -1 - len(others)] = many / 5
        rows[:, -len(others) :] = others
        return rows


class Learner:
    """Weights, and the sums that they are worked out from. `explore`: how often a random action is tried."""

    def __init__(self, size: int, explore: float = 0.2, every: int = 25) -> None:
        self.explore = explore
        self.weights = np.zeros(size)
        self._every = every
        self._hands = 0
        self._products = np.eye(size)
        self._outcomes = np.zeros(size)

    def learn(self, rows: list[np.ndarray], score: float) -> None:
        """Remember what was done in a hand and what came of it; now and then fit the weights to all hands so far."""
        done = np.array(rows, np.float64)
        self._products += done.T @ done
        self._outcomes += done.sum(axis=0) * np.clip(score / 20, -1, 1)
        self._hands += 1
        if self._hands % self._every == 0:
            self.weights = np.linalg.solve(self._products, self._outcomes)


def play_hand(env: Any, seed: int, features: Features, learner: Learner | None, stream: Any, learning: bool) -> float:
    """One hand; the learner's score. Without a learner its seat plays at random, too."""
    env.reset(seed=seed)
    done: list[np.ndarray] = []
    score = 0.0
    for agent in env.agent_iter():
        told, reward, over, _, _ = env.last()
        if over:
            score = reward if agent == LEARNER else score
            env.step(None)
            continue
        legal = np.flatnonzero(told["action_mask"])
        chosen = int(stream.integers(len(legal)))
        if agent == LEARNER and learner is not None:
            rows = features.of(told["observation"], legal)
            if not learning or stream.random() >= learner.explore:
                chosen = int(np.argmax(rows @ learner.weights))
            done.append(rows[chosen])
        env.step(int(legal[chosen]))
    if learner is not None and learning and done:
        learner.learn(done, score)
    return score


def measure(env: Any, features: Features, learner: Learner | None, first: int, hands: int) -> tuple[int, float]:
    """How many hands the learner's seat comes out ahead, and its mean score. The same deals for whoever plays."""
    stream = np.random.default_rng(first)
    scores = [play_hand(env, first + hand, features, learner, stream, False) for hand in range(hands)]
    return sum(score > 0 for score in scores), sum(scores) / hands


def train(rulebook: str, hands: int, measured: int, seed: int) -> dict[str, tuple[int, float]]:
    """Train, then measure the learner and chance on the same deals."""
    env = CardwrightEnv(rulebook)
    features = Features(env)
    learner, stream = Learner(features.size), np.random.default_rng(seed)
    for hand in range(hands):
        play_hand(env, seed + hand, features, learner, stream, True)
    first = seed + hands
    return {
        "learner": measure(env, features, learner, first, measured),
        "chance": measure(env, features, None, first, measured),
    }


def main() -> None:
    """Train, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", nargs="?", default="hk")
    parser.add_argument("--hands", type=int, default=3_000)
    parser.add_argument("--measure", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    start = time.process_time()
    for name, (ahead, mean) in train(asked.rulebook, asked.hands, asked.measure, asked.seed).items():
        part = share(ahead, asked.measure)
        assert part is not None and part.low is not None and part.high is not None
        told = f"{part.value:6.1%} ({part.low:.1%} to {part.high:.1%})"
        print(f"{name:<8} ahead in {told} of {asked.measure} hands, {mean:+.2f} a hand")
    print(f"{time.process_time() - start:.0f} s of CPU")


if __name__ == "__main__":
    main()
