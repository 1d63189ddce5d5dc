"""Coverage: what the examples of a rulebook reach, and which of them do."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl import Checked, Source, check, find
from cardwright.interpreter import Coverage, Game, coverage

RULES = """cardwright 1

rulebook small_one "Small" edition 1

options {
  tiers: three or four
  final: pays or forced
}

deck {
  ranks: 3 < 4 < 5 < 6 < 7 < 8 < 9 < 10 < J < Q < K < A < 2
  suits: D < C < H < S
}

deal { players: 3   each: 4   rest: unused }

set red:   D, H
set lofty: 2

combination single { cards: 1             compare: highest card }
combination pair   { cards: 2 of a rank   compare: highest card }
combination triple { cards: 3 of a rank   compare: rank }

bombs high { order: triple   beats: pair }

play {
  turns:       go clockwise
  first hand:  opened by the holder of the lowest card
  later hands: opened by the last winner
  each turn:   beat or pass
  a pass:      keeps you in the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner
  the hand:    ends when a player has no cards
}

duty top with final = forced {
  when:   the next player has 1 card
  must:   be the highest single
  breach: refused
}

table tier of cards:
    1..2 x1, 3..4 x2    with tiers = three
  | 1..4 x3             with tiers = four

factors bonus of payer {
  reds:  x2 when holding red
  twos:  x3 when the last play has lofty
}

let share: 2 when the last play has 3 | 1

payment debt: each loser pays the winner   cards of payer x tier of payer x bonus of payer x share

examples {
LINES
}
"""


def covered(*lines: str, rules: str = RULES) -> Coverage:
    """What some lines of examples reach."""
    checked = check(Source("small.rules", rules.replace("LINES", "\n".join(lines))))
    assert not checked.errors, checked.errors
    found = coverage(checked)
    assert all(each.holds for each in found.found), [each.instead for each in found.found]
    return found


def reached(found: Coverage) -> dict[str, tuple[str, ...]]:
    """The units that were reached, with what reached them."""
    return {unit.name: unit.reached for unit in found.units if unit.reached}


def test_a_comparison_reaches_what_decides_it() -> None:
    found = reached(covered("4D beats 3D"))
    assert found["combination single"] == ("4D beats 3D",)
    assert "combination pair" not in found and "bombs high" not in found and "payment debt" not in found


def test_bombs_are_reached_where_they_decide() -> None:
    assert "bombs high" in reached(covered("4D-4C-4H beats AS-AH"))
    assert "bombs high" not in reached(covered("AS-AH beats 4D-4C"))


def test_only_the_rows_that_are_looked_up_are_reached() -> None:
    line = "held nothing | 4S | 5S 6C: scores +3 -1 -2"
    found = reached(covered(line))
    assert found["table tier: 1..2 x1"] == (line,)
    assert "table tier: 3..4 x2" not in found and "table tier: 1..4 x3" not in found
    assert "let share, value: 1" in found and "let share, value: 2 when the last play has 3" not in found


def test_factors_are_reached_where_they_multiply() -> None:
    line = "held nothing | 4D | 5C, P1 ended 6S: scores +3 -2 -1"
    found = reached(covered(line))
    assert found["factors bonus, reds: x2 when holding red"] == (line,)
    assert "factors bonus, twos: x3 when the last play has lofty" not in found
    assert "set red" in found


def test_branches_and_answers_hang_on_the_setting() -> None:
    found = reached(covered("held nothing | 4S | 5S 6C: scores +9 -3 -6    with tiers = four"))
    assert "tiers = four" in found and "tiers = three" not in found
    assert "table tier: 1..4 x3" in found and "table tier: 1..2 x1" not in found


def test_duties_are_reached_where_they_are_judged() -> None:
    line = "on 8H, when the next player has 1 card, holding 9D 9S: may 9S, not 9D because top    with final = forced"
    assert "duty top" in reached(covered(line))
    assert "duty top" not in reached(covered("on 8H holding 9D: may 9D"))


def test_a_hand_that_is_told_reaches_the_lines_of_play() -> None:
    found = reached(covered("held 3D 9D | 4D 5D | 6D, after 3D, pass, pass: P1 leads"))
    lines = {name.partition(":")[0].removeprefix("play, ") for name in found if name.startswith("play, ")}
    assert lines == {"turns", "first hand", "each turn", "pass", "trick", "won at once", "next trick"}
    assert "play, hand: ends when a player has no cards" in reached(covered("held 3D | 4D | 5D, after 3D: P1 wins"))


def test_a_lead_that_takes_the_trick_at_once_reaches_what_says_so() -> None:
    rules = RULES.replace("won at once: never", "won at once: by pair of 2")
    ends = {"play, trick: ends when all others pass in a row", "play, won at once: by pair of 2"}
    assert ends <= reached(covered("after 2S-2H: P1 leads", rules=rules)).keys()
    assert not ends & reached(covered("after 4D-4C: P2 is next", rules=rules)).keys()


def test_an_answer_to_claims_ends_no_trick() -> None:
    claims = "claims { order: fours }\nclaim fours { holding: 4 of a rank   may: go_out }\nexamples {"
    found = reached(
        covered("held 3D 3C 3H 3S | 4D | 5D, after decline: P1 leads", rules=RULES.replace("examples {", claims))
    )
    assert "play, first hand: opened by the holder of the lowest card" in found
    assert not [name for name in found if name.startswith(("play, trick", "play, won at once"))]


def test_all_units_are_told_and_counted() -> None:
    found = covered("4D beats 3D")
    assert len(found.missed) + len(reached(found)) == len(found.units)
    assert found.percent == pytest.approx(100 * len(reached(found)) / len(found.units))
    assert [unit.span.line for unit in found.units] == sorted(unit.span.line for unit in found.units)


def test_a_game_that_is_not_watched_is_not_slower() -> None:
    checked: Checked = find("hk")
    game = Game(checked.settle())
    assert game.rules.plays.compile(checked.settle().payments[0].cases[0].amount).__name__ != "seen"


@pytest.mark.parametrize("name", ["hk", "taiwan", "wikipedia", "chuo_pai"])
def test_every_unit_of_a_shipped_rulebook_has_a_place_in_it(name: str) -> None:
    checked = find(name)
    for unit in coverage(checked).units:
        assert Path(unit.span.file).name == f"{name}.rules"
        assert checked.source.slice(unit.span).strip()
