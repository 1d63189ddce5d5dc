"""How long finding plays takes: leads and answers from full hands. Run: python bench/plays.py [rulebook]"""

from __future__ import annotations

import random
import sys
import time

from cardwright.dsl import load_rulebook
from cardwright.interpreter import Plays

HANDS = 3000


def main(name: str) -> None:
    """Print microseconds a hand, cold and warm (every play met before, every hand new)."""
    plays = Plays(load_rulebook(name))
    rng = random.Random(1)
    size, deck = plays.rulebook.deal.each, list(plays.pieces.all)
    hands = []
    for _ in range(HANDS):
        rng.shuffle(deck)
        hands.append(tuple(sorted(deck[:size])))
    tables = [rng.choice(list(plays.generate(hand))) for hand in hands]
    for round_ in ("cold", "warm"):
        judge = Plays(plays.rulebook) if round_ == "cold" else plays
        plays.forget_hands()
        start = time.process_time()
        found = sum(1 for hand in hands for _ in judge.generate(hand))
        leads = (time.process_time() - start) / HANDS
        judge.forget_hands()
        start = time.process_time()
        answers = sum(
            1 for hand, table in zip(hands[1:] + hands[:1], tables, strict=True) for _ in judge.generate(hand, table)
        )
        follows = (time.process_time() - start) / HANDS
        print(
            f"{round_}: lead {leads * 1e6:.0f} us for {found / HANDS:.1f} plays, "
            f"answer {follows * 1e6:.0f} us for {answers / HANDS:.1f} plays"
        )


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["hk"]))
