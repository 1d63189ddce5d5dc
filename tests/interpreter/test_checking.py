"""What `check` finds by playing: ambiguous readings, and examples that do not hold."""

from __future__ import annotations

from rulebooks_in_text import checked

from cardwright.interpreter import Tried, try_out


def tried(*declarations: str) -> Tried:
    return try_out(checked(*declarations))


TWINS = "combination twins { cards: 2 of a rank   compare: rank }"
REDS = "combination reds { cards: 2, of a suit   compare: ranks }"


def test_two_types_for_the_same_cards() -> None:
    (problem,) = tried(TWINS).diagnostics
    assert problem.code == "CW610"
    assert problem.message == "`4C-4D` is both a `pair` and a `twins`, and nothing says which"
    assert problem.span.line == problem.labels[0][0].line + 2


def test_a_ladder_or_free_settles_it() -> None:
    settled = ("ladder twos { order: pair < twins   beats: nothing }", "bombs big { order: twins   beats: everything }")
    for line in settled:
        assert [each.code for each in tried(TWINS, line).diagnostics] == ["CW619"], (
            "no cards are read as `pair` any more"
        )
    assert tried(TWINS, "free pair, twins").diagnostics == ()


def test_types_that_never_meet_are_proved_apart() -> None:
    assert tried(REDS).diagnostics == (), "a pair has two suits"


def test_an_option_that_lets_them_meet_is_found() -> None:
    options = "options { twinned: no or yes }"
    (problem,) = tried(options, TWINS.replace("twins {", "twins with twinned {")).diagnostics
    assert problem.code == "CW610"


def test_what_is_too_large_is_said_not_to_be_proved() -> None:
    many = [f"combination {name} {{ cards: 6 to 9   compare: nothing }}" for name in ("lots", "more")]
    (problem,) = tried(*many).diagnostics
    assert (problem.code, problem.severity.value) == ("CW611", "note")


def test_an_example_that_does_not_hold() -> None:
    result = tried("examples { 5D beats 4D  4D beats 5D }")
    (problem,) = result.diagnostics
    assert (problem.code, problem.span.column, result.passed, result.failed) == ("CW801", 25, 1, 1)


# ---- circles -------------------------------------------------------------------------------------------------------

TRIPLE = "combination triple { cards: 3 of a rank   compare: rank }"
RUN = "combination run { cards: 3 in a row   compare: highest card }"
QUAD = "combination quad { cards: 4 of a rank   compare: rank }"


def codes(*declarations: str) -> list[str]:
    return [each.code for each in tried(*declarations).diagnostics]


def test_two_lists_of_bombs() -> None:
    told = codes(TRIPLE, RUN, "bombs one { order: triple   beats: run }", "bombs two { order: run   beats: triple }")
    assert told == ["CW617"]


def test_three_lists_of_bombs() -> None:
    beaten = {"triple": "run", "run": "quad", "quad": "triple"}
    lists = [f"bombs by_{one} {{ order: {one}   beats: {other} }}" for one, other in beaten.items()]
    assert codes(TRIPLE, RUN, QUAD, *lists) == ["CW618"]
    assert codes(TRIPLE, RUN, QUAD, *lists[:2]) == []


def test_a_circle_of_some_plays_only() -> None:
    """The singles of one rank beat what beats singles: whether that is a circle hangs on which of them are beaten."""
    nines = "bombs low { order: single of 9   beats: pair }"
    assert codes(nines, "bombs high { order: pair of 9   beats: single of 9 }") == ["CW618"]
    assert codes(nines, "bombs high { order: pair of 9   beats: single of 5 }") == []


def test_a_circle_through_the_strengths_of_one_type() -> None:
    """A 9 beats a 5 as singles are compared, the 5 beats a pair as a bomb, and the pair the 9 as another."""
    five = "bombs low { order: single of 5   beats: pair }"
    nine = "bombs high { order: pair   beats: single of 9 }"
    four = "bombs high { order: pair   beats: single of 4 }"
    assert codes(five, nine) == ["CW618"]
    assert codes(five, four) == [], "no 4 beats a 5"


def test_equal_plays_that_fall_are_no_circle() -> None:
    assert codes("combination several { cards: 3 of a rank   compare: rank   equal: falls }") == []


# ---- promises ------------------------------------------------------------------------------------------------------


def test_a_promise_is_proved_by_form_or_tried() -> None:
    paid = "payment debt: each loser pays the winner   cards of payer"
    assert codes(paid, "always balanced: zero_sum") == []
    given = "payment debt: each player scores (10 when player is winner | 0 - 5)"
    assert codes(given, "always balanced: zero_sum") == [], "by chance it holds for three players"
    assert codes(given.replace("10", "9"), "always balanced: zero_sum") == ["CW730"]


def test_the_search_for_a_broken_promise_looks_at_what_payments_ask() -> None:
    bonus = "payment bonus: each player scores (1 when the last play has 9S | 0)"
    (problem,) = tried(bonus, "always balanced: zero_sum").diagnostics
    assert "P1 ended 9S" in problem.message


def test_a_promise_is_tried_with_as_many_cards_as_can_be_held() -> None:
    paid = "payment debt: each player scores (1 when cards of player > 7 | 0)"
    result = checked(paid, "always even: zero_sum", deal="each: 7   rest: to the holder of 4D")
    found = try_out(result).diagnostics
    assert [each.code for each in found] == ["CW730"]


# ---- what takes too long to list -----------------------------------------------------------------------------------

GIFT = "step gift: last loser gives 8 highest cards to last winner"
BACK = "step back: last winner gives 10 cards to last loser"


def long_lists(*declarations: str, before: str) -> list[str]:
    """What takes too long to list for two players with twelve cards each."""
    given = checked(*declarations, players=2, deal="each: 12", before=before)
    return [each.message for each in try_out(given).diagnostics if each.code in ("CW735", "CW620")]


def test_who_gives_chooses_among_what_the_steps_before_brought() -> None:
    """Twelve cards can be given back in few ways; of the twenty that the winner then holds there are too many."""
    assert long_lists(GIFT, BACK, before="gift, back") == ["there are more than 100,000 ways to choose 10 of 20 cards"]
    assert long_lists(GIFT, BACK, before="back, gift") == []


def test_plays_are_listed_of_the_largest_hand_that_gifts_make() -> None:
    """Of 18 cards any five are 8,568 plays, of 22 they are 26,334."""
    fives, gift = "combination five { cards: 5   compare: ranks }", GIFT.replace("8", "{}")
    assert long_lists(fives, gift.format(6), before="gift") == []
    (message,) = long_lists(fives, gift.format(10), before="gift")
    assert message.startswith("a hand of 22 cards can be `five`")
