"""Slips in rulebooks: which there are, what text they make, and that each is one small change."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl import Source, check, mutants, parse, shipped

ROOT = Path(__file__).parents[2]
BOOK = """cardwright 1
rulebook small "Small" edition 1
options { rich: no or yes   taxed: yes or no   stops: early or late }
deck { ranks: 3 < 4 < 5 < 6   suits: D < C   left_out: 3D with rich }
deal { players: 2   each: 3 }
combination single { cards: 1   compare: highest card }
combination pair with taxed { cards: 2 of a rank   compare: rank   needs: play has no 3 }
claims { order: low   ties: lowest card }
claim low { holding: no 5, no 6   may: void }
duty high "Play high." { when: the next player has 1 card   must: be the highest single   breach: refused }
play {
  turns:       go clockwise
  first hand:  opened by the holder of the lowest card, playing it
  each turn:   beat or pass
  a pass:      keeps you in the trick
  a trick:     ends when all others pass in a row
  won at once: never
  next trick:  led by the trick winner
  the hand:    ends when a player has no cards
}
table tier of cards: 1..2 x1, 3 x2
factors bonus of payer { sixes: x2 for each 6 held }
payment debt: each loser pays the winner   cards of payer x tier of payer x bonus
match { ends: after 3 hands with stops = early | after 5 hands with stops = late }
always balanced: zero_sum
examples { 6C beats 5D }
"""


def made(book: str = BOOK) -> dict[str, str]:
    """What stands on the changed lines, and the kind of slip."""
    source = Source("small.rules", book)
    file = parse(source).ast
    assert file is not None
    found: dict[str, str] = {}
    for mutant in mutants(file, source):
        _, after = mutant.lines()
        found["\n".join(line.strip() for line in after)] = mutant.kind
    return found


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("deck { ranks: 4 < 3 < 5 < 6   suits: D < C   left_out: 3D with rich }", "order"),
        ("deck { ranks: 3 < 4 < 5 < 6   suits: C < D   left_out: 3D with rich }", "order"),
        ("deck { ranks: 3 < 4 < 5 < 6   suits: D < C   left_out: 3D without rich }", "policy"),
        ("deck { ranks: 3 < 4 < 5 < 6   suits: D < C    }", "exclusion"),
        ("deal { players: 3   each: 3 }", "bound"),
        ("combination single { cards: 1   compare: lowest card }", "policy"),
        ("combination pair without taxed { cards: 2 of a rank   compare: rank   needs: play has no 3 }", "policy"),
        ("combination pair with taxed { cards: 2   compare: rank   needs: play has no 3 }", "exclusion"),
        ("combination pair with taxed { cards: 3 of a rank   compare: rank   needs: play has no 3 }", "bound"),
        ("combination pair with taxed { cards: 2 of a rank   compare: rank    }", "exclusion"),
        ("combination pair with taxed { cards: 2 of a rank   compare: rank   needs: play has 3 }", "exclusion"),
        ("claim low { holding: no 5   may: void }", "exclusion"),
        ("claim low { holding: no 5, no 6   must: void }", "policy"),
        ("claim low { holding: no 5, no 6   may: go_out }", "policy"),
        ("turns:       go anticlockwise", "policy"),
        ("first hand:  opened by the holder of the lowest card", "exclusion"),
        ("each turn:   beat if able, else pass", "policy"),
        ("a pass:      puts you out of the trick", "policy"),
        ("a trick:     ends after one turn each", "policy"),
        ("won at once: by an unbeatable play", "policy"),
        ("table tier of cards: 1..3 x1, 3 x2", ""),
        ("table tier of cards: 1 x1, 2..3 x2", "bound"),
        ("table tier of cards: 1..2 x1, 3 x3", "factor"),
        ("factors bonus of payer { sixes: x2 }", "factor"),
        ("payment debt: winner pays each loser   cards of payer x tier of payer x bonus", "policy"),
        ("payment debt: each loser pays the winner   cards of payer + tier of payer x bonus", "factor"),
        ("match { ends: after 5 hands with stops = late | after 3 hands with stops = early }", ""),
        ("match { ends: after 3 hands with stops = late | after 5 hands with stops = early }", "policy"),
    ],
)  # fmt: skip
def test_a_slip(text: str, kind: str) -> None:
    """Each of these is a slip of that kind; those without a kind are none."""
    assert made().get(text, "") == kind


def test_whole_rules_go() -> None:
    found = made()
    assert not any(kind == "rule" and "deck" in text for text, kind in found.items())
    source = Source("small.rules", BOOK)
    file = parse(source).ast
    assert file is not None
    gone = [mutant for mutant in mutants(file, source) if mutant.kind == "rule"]
    texts = [mutant.changed.text for mutant in gone]
    for rule in ("claim low", 'duty high "Play high."', "sixes: x2 for each 6 held", "payment debt"):
        assert any(rule not in text for text in texts), rule


def test_what_says_nothing_about_the_game_is_left_alone() -> None:
    """The head, options, promises and examples have no slips."""
    source = Source("small.rules", BOOK)
    file = parse(source).ast
    assert file is not None
    aside = {2, 3, 27, 28}
    for mutant in mutants(file, source):
        assert not aside & set(range(mutant.span.line, mutant.span.end_line + 1)), mutant


def test_slips_of_a_variant_are_in_what_it_says_itself() -> None:
    source = Source("club.rules", 'cardwright 1\nrulebook club "Club" extends hk edition 1 with tiers = four\n'
                    "without triples\nremove bonus.green, flush\n")  # fmt: skip
    file = parse(source).ast
    assert file is not None
    texts = [mutant.changed.text for mutant in mutants(file, source)]
    assert any("with tiers = four\nremove" in text for text in texts)
    assert any("without triples" in text and "tiers" not in text for text in texts) or any(
        "with triples" in text for text in texts
    )
    assert any("remove bonus.green\n" in text for text in texts) and any("remove" not in text for text in texts)


@pytest.mark.parametrize("name", shipped())
def test_every_slip_of_a_shipped_rulebook_is_one_change_that_is_read(name: str) -> None:
    """Each makes another text, no two the same one, and none breaks the grammar in a way that raises."""
    source = Source(f"{name}.rules", (ROOT / "rulebooks" / f"{name}.rules").read_text("utf-8"))
    file = parse(source).ast
    assert file is not None
    texts = {mutant.changed.text: mutant for mutant in mutants(file, source)}
    assert len(texts) >= 100 and source.text not in texts
    assert {mutant.kind for mutant in texts.values()} >= {"order", "exclusion", "bound", "policy", "rule"}
    for text, mutant in [*texts.items()][::7]:
        before, after = mutant.lines()
        assert before != after and max(len(before), len(after)) <= mutant.span.end_line - mutant.span.line + 1
        check(Source(source.name, text))
