"""Slips tried on examples: refused, noticed, without meaning, or surviving with an example that would notice them."""

from __future__ import annotations

import pytest

from cardwright.dsl import Source, check
from cardwright.interpreter import mutating

BOOK = """cardwright 1
rulebook small "Small" edition 1
options { pairs: yes or no }
deck { ranks: 3 < 4 < 5 < 6   suits: D < C }
deal { players: 2   each: 4 }
combination single { cards: 1   compare: highest card }
combination pair with pairs { cards: 2 of a rank   compare: rank }
play {
  turns:       go clockwise
  first hand:  opened by the holder of the lowest card
  each turn:   beat or pass
  a pass:      keeps you in the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner
  the hand:    ends when a player has no cards
}
payment debt: each loser pays the winner   cards of payer x 2
examples {
  4D beats 3C
  cards left 0 3: scores +6 -6
}
"""


def trials(book: str, *apart: str) -> list[mutating.Trial]:
    checked = check(Source("small.rules", book))
    assert not checked.errors
    files = [Source("small.examples", text) for text in apart]
    return [mutating.try_slip(checked, slip, files) for slip in mutating.slips(checked)]


def fate(found: list[mutating.Trial], after: str) -> mutating.Trial:
    return next(trial for trial in found if after in "\n".join(trial.mutant.lines()[1]))


def test_fates() -> None:
    found = trials(BOOK)
    assert fate(found, "ranks: 4 < 3 < 5").by == "4D beats 3C"
    assert fate(found, "ranks: 3 < 5 < 4").fate == "survived"
    assert fate(found, "cards of payer x 3").by == "cards left 0 3: scores +6 -6"
    assert fate(found, "each: 5").fate == "refused" and "there are 8" in fate(found, "each: 5").by
    same = fate(found, "ends when a player has no cards, at once")
    assert same.fate == "same" and same.by.endswith("settings")
    counted = [trial.fate for trial in found]
    assert mutating.score(found) == 100 * counted.count("killed") / (
        counted.count("killed") + counted.count("survived")
    )


def test_more_examples_notice_more() -> None:
    """What an example in a file of its own notices, and what it notices by no longer making sense."""
    apart = "cardwright 1\nexamples of small edition 1 {\n  5D beats 4C\n  3D-3C is pair\n  4D-4C beats 3D-3C\n}\n"
    few, more = trials(BOOK), trials(BOOK, apart)
    assert fate(more, "ranks: 3 < 5 < 4").by == "5D beats 4C"
    assert fate(more, "without pairs").fate == "killed" and fate(few, "without pairs").fate == "survived"
    assert mutating.score(more) > mutating.score(few)


def test_nothing_to_notice() -> None:
    assert mutating.score([]) == 100


@pytest.mark.parametrize("after", ["ranks: 3 < 5 < 4", "suits: C < D", "without pairs", "puts you out"])
def test_an_example_that_is_suggested_notices_the_slip(after: str) -> None:
    """Where one is found, it holds as the rulebook stands and kills the slip it was made for."""
    checked = check(Source("small.rules", BOOK))
    trial = fate(trials(BOOK), after)
    assert trial.fate == "survived"
    suggestion = mutating.suggest(checked, trial.mutant)
    if suggestion is None:
        assert after == "puts you out", "with two players a pass always ends the trick: nothing tells them apart"
        return
    book = BOOK.replace("examples {", f"examples {{\n  {suggestion}")
    again = check(Source("small.rules", book))
    assert not again.errors
    assert fate(trials(book), after).fate == "killed"
