"""The worst hands there are: legal plays of thirteen cards of one suit, and of tiles with every special play.

Told in microseconds of CPU time, and as a ratio to an ordinary hand of the same run. Run: python bench/worst.py"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from cardwright.interpreter.compiled.layout import CardLayout
from cardwright.interpreter.compiled.module import source_of

from cardwright.interpreter import Cards, Game, load

ROUNDS = 41
MOST = 2000
"""Microseconds that the worst hand may take."""


def worst(game: Game) -> dict[str, Cards]:
    """Hands with many plays: of one suit, with as many pieces of special plays as go in, of neighbours, of few ranks,
    every piece of the deck in turn."""
    pieces, size = game.pieces, max(game.rules.plays.hand_sizes)
    by_height = sorted(game.deck, key=lambda card: pieces.heights[card])
    suits = sorted({suit for suit in pieces.suits if suit is not None})
    of_suit = [card for suit in suits for card in by_height if pieces.suits[card] == suit]
    apart = by_height[:: max(1, len(by_height) // size)]
    # What stands in plays of several parts that are of certain pieces, such as an honour with its numbers.
    named = {
        card
        for matcher in game.rules.plays.matchers
        for rule in matcher.planner.rules
        if len(matcher.planner.rules) > 1 and rule.members is not None
        for card in rule.members
    }
    rounds = range(max(pieces.copies))
    parted = [card for turn in rounds for card in sorted(named) if turn < pieces.copies[card]]
    parted += [card for card in by_height if card not in named]
    kinds = {"one suit": of_suit} if of_suit else {}
    kinds |= {"special": parted} if named else {}
    return {
        **{kind: tuple(sorted(cards[:size])) for kind, cards in kinds.items()},
        "lowest": tuple(sorted(by_height[:size])),
        "highest": tuple(sorted(by_height[-size:])),
        "spread": tuple(sorted(apart[:size])),
        "random": tuple(sorted(Random(1).sample(game.deck, size))),
    }


def timed(plays_to: Callable[..., Any], asked: tuple[int, ...]) -> float:
    """Microseconds of CPU time, the median of many rounds."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time_ns()
        plays_to(*asked, [], 0)
        found.append((time.process_time_ns() - began) / 1000)
    return median(found)


def main() -> None:
    """For each rulebook each of its worst hands, as a lead."""
    slow = False
    for name in ("hk", "chuo_pai", "tien_gow", "big_two_two_decks", "dou_dizhu", "president"):
        game = load(name)
        words: dict[str, Any] = {}
        exec(compile(source_of(game.rules), name, "exec"), words)
        layout = CardLayout(game.pieces)
        lead = (-1, 0, 0, 0, *[0] * layout.words)
        times, numbers = {}, {}
        for kind, hand in worst(game).items():
            packed = layout.pack(hand)
            out: list[tuple[int, ...]] = []
            words["plays_to"](*packed, False, *lead, out, 0)
            numbers[kind] = len(out)
            times[kind] = timed(words["plays_to"], (*packed, False, *lead))
        told = ", ".join(
            f"{kind} {times[kind]:.0f} us for {numbers[kind]} ({times[kind] / times['random']:.1f} x)" for kind in times
        )
        print(f"{name}: {told}{'' if max(times.values()) < MOST else '  TOO SLOW'}")
        slow = slow or max(times.values()) >= MOST
    sys.exit(slow)


if __name__ == "__main__":
    main()
