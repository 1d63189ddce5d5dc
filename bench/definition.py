"""How many hands a second the definitional engine plays, every player choosing uniformly among the legal actions.

python bench/definition.py [RULEBOOK] [HANDS]
"""

from __future__ import annotations

import sys
import time

from cardwright.dsl import load_rulebook
from cardwright.interpreter import Game, SplitMix64


def play(game: Game, seed: int) -> tuple[int, int]:
    """Play one hand out; how many decisions it took, and how many actions were offered in all."""
    state = game.deal(seed)
    stream = SplitMix64(seed)
    decisions = offered = 0
    while not state.is_over:
        actions = list(state.legal_actions())
        state = state.apply(actions[stream.below(len(actions))])
        decisions += 1
        offered += len(actions)
    assert state.scores
    return decisions, offered


def main() -> None:
    """Measure on one core, by CPU time; a few hands first, so that what is worked out once does not count."""
    name = sys.argv[1] if len(sys.argv) > 1 else "hk"
    hands = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    game = Game(load_rulebook(name), engine="definition")
    for seed in range(10):
        play(game, seed)
    began = time.process_time()
    results = [play(game, seed) for seed in range(1000, 1000 + hands)]
    spent = time.process_time() - began
    decisions = sum(taken for taken, _ in results)
    offered = sum(number for _, number in results)
    print(
        f"{name}: {hands / spent:.0f} hands/s, {decisions / spent:.0f} decisions/s "
        f"({decisions / hands:.1f} decisions a hand, {offered / decisions:.2f} legal actions each)"
    )


if __name__ == "__main__":
    main()
