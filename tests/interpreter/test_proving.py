"""What `check --proofs` says of a rulebook: what is right is proved, and what is false never is."""

from __future__ import annotations

from itertools import product
from typing import NoReturn

import pytest
from effort import LAW
from hypothesis import assume, example, given
from hypothesis import strategies as st
from rulebooks_in_text import checked

from cardwright.dsl import Checked, model
from cardwright.interpreter import CardwrightError, Game, Proof, Tried, prove, try_out

TWINS = "combination twins { cards: 2 of a rank   compare: rank }"
TRIPLE = "combination triple { cards: 3 of a rank   compare: rank }"
RUN = "combination run { cards: 3 in a row   compare: highest card }"


def test_where_settings_are_many_every_two_answers_occur() -> None:
    names = [f"option_{letter}" for letter in "abcdefghij"]
    options = f"options {{ {' '.join(f'{name}: no or yes' for name in names)} }}"
    sets = [f"set some_{name}: 4 with {name} | 5 without {name}" for name in names]
    result = checked(options, *sets)
    settings = result.settings_of(None, 64)
    assert not settings.whole and len(settings.found) < 20
    pairs = {
        (one, a, other, b)
        for one in names
        for other in names
        if one < other
        for a in ("no", "yes")
        for b in ("no", "yes")
    }
    seen = {pair for pair in pairs for told in settings.found if told[pair[0]] == pair[1] and told[pair[2]] == pair[3]}
    assert seen == pairs


ANSWERS = ("aa", "bb", "cc", "dd")
NEVERS = st.lists(
    st.dictionaries(st.sampled_from(ANSWERS), st.sampled_from(("no", "yes")), min_size=2, max_size=3), max_size=4
)


@LAW
@given(NEVERS)
@example([{"aa": "yes", "bb": "yes", "cc": "no"}])
@example([{"aa": "yes", "cc": "no"}, {"bb": "yes", "cc": "yes"}])
def test_no_setting_is_hidden_by_answers_that_have_no_part_in_it(nevers: list[dict[str, str]]) -> None:
    """What goes together with some answers to the other options is there, and nothing else is."""
    every = [dict(zip(ANSWERS, told, strict=True)) for told in product(("no", "yes"), repeat=len(ANSWERS))]
    able = [told for told in every if not any(never.items() <= told.items() for never in nevers)]
    assume(able and able[0] == every[0])
    result = checked(
        f"options {{ {' '.join(f'{name}: no or yes' for name in ANSWERS)} }}",
        *(f"never with {', '.join(f'{name} = {answer}' for name, answer in never.items())}" for never in nevers),
        *(f"set some_{name}: 4 with {name} | 5 without {name}" for name in ("aa", "bb")),
        TRIPLE.replace("{", "with cc {", 1),
        RUN.replace("{", "with dd {", 1),
    )
    for most in (4, 3):
        settings = result.settings_of(("set",), most)
        found = [{name: told[name] for name in ANSWERS} for told in settings.found]
        assert settings.whole == (most == 4) and all(told in able for told in found)
        assert {(told["aa"], told["bb"]) for told in found} == {(told["aa"], told["bb"]) for told in able}
    tried = {item for told in result.settings() for item in told.items() if item[0] in ANSWERS}
    assert tried == {item for told in able for item in told.items()}


def proofs(*declarations: str) -> dict[str, tuple[str, int]]:
    result = checked(*declarations)
    return {proof.subject: (proof.how, proof.number) for proof in prove(result, try_out(result))}


def test_without_options_everything_is_proved() -> None:
    found = proofs("payment debt: each loser pays the winner   cards of payer", "always balanced: zero_sum")
    assert {how for how, _ in found.values()} == {"proved"}
    assert found.keys() == {"options", "deal", "combinations", "readings", "order", "lead", "opening", "scores", "end"}


def test_a_proof_goes_through_the_settings_that_have_a_part_in_it() -> None:
    options = "options { tris: no or yes   runs: no or yes   stake: 1 or more }"
    found = proofs(options, TRIPLE.replace("{", "with tris {", 1), RUN.replace("{", "with runs {", 1),
                   "match { a point: is worth stake }")  # fmt: skip
    assert found["readings"] == ("proved", 4)
    assert found["deal"] == ("proved", 1)
    how, number = found["options"]
    assert how == "tried" and number >= 4, "a stake has more answers than can be tried"


# ---- what is false -------------------------------------------------------------------------------------------------

RARE = "options { aa: no or yes   bb: no or yes }"
"""What is tried are settings in which each answer occurs: both first ones, and both others."""
RARELY = "with aa without bb"


def seen(result: Checked, tried: Tried | None = None) -> dict[str, Proof]:
    """What is said of each thing, without what was found by trying it out."""
    return {proof.subject: proof for proof in prove(result, tried or Tried((), 0, 0))}


def rarely(declaration: str) -> str:
    """A declaration that is agreed under one setting of the four."""
    return declaration.replace("{", f"{RARELY} {{", 1)


def leads(nines: str) -> str:
    """Singles of all ranks but the nines, and nines of which one kind is there under some answers."""
    one = "combination {} {} {{ cards: 1 of {}   compare: highest card }}"
    told = [("single", "", "lows"), ("nine", "without aa", "9"), ("nein", nines, "9")]
    return "\n".join(one.format(*each) for each in told)


TWICE = (TRIPLE, RUN, "bombs one { order: triple   beats: run }", rarely("bombs two { order: run   beats: triple }"))
PAID = "payment gift: each player scores 1"
OFTEN = ("without aa", "with aa, bb")
RARELY_PAID = " | ".join(
    (f"{PAID} {RARELY}", *(f"each loser pays the winner   cards of payer {when}" for when in OFTEN))
)
LOWS = "set lows: 4, 5, 6, 7, 8"

FALSE: dict[str, tuple[str, str, Checked]] = {
    "readings": ("readings", "CW610", checked(RARE, rarely(TWINS))),
    "two lists of bombs": ("order", "CW617", checked(RARE, *TWICE)),
    "a longer circle": (
        "order",
        "CW618",
        checked(
            RARE,
            "bombs low { order: single of 9   beats: pair }",
            rarely("bombs high { order: pair of 9   beats: single of 9 }"),
        ),
    ),
    "lead": ("lead", "CW616", checked(RARE, LOWS, combinations=leads("with aa, bb"))),
    "opening": ("opening", "CW616", checked(RARE, LOWS, combinations=leads("with aa, bb"))),
    "end": ("end", "CW616", checked(RARE, LOWS, combinations=leads("with aa, bb"))),
    "a promise": ("scores", "CW730", checked(PAID, "always balanced: zero_sum")),
    "a promise of few tables": (
        "scores",
        "CW730",
        checked(RARE, RARELY_PAID, "always balanced: zero_sum"),
    ),
    "options": ("options", "CW511", checked("options { cards: 6 from 1 to 8 }", deal="each: cards", unseen=True)),
    "deal": ("deal", "CW511", checked("options { cards: 6 from 1 to 8 }", deal="each: cards", unseen=True)),
}


UNSEEN = {"CW610", "CW617", "CW618"}


@pytest.mark.parametrize("false", FALSE)
def test_what_only_rare_answers_make_false_is_refuted(false: str) -> None:
    """Whatever was tried before: what is looked at is shown by the proof itself, with a witness."""
    subject, code, result = FALSE[false]
    if code in UNSEEN:
        assert try_out(result).diagnostics == ()
    proof = seen(result)[subject]
    assert (proof.how, {each.code for each in proof.found}) == ("refuted", {code})
    assert proof.said.startswith(f"{code}: {proof.found[0].message}")


@pytest.mark.parametrize("subject", ["readings", "two lists of bombs", "lead"])
def test_without_the_rare_answers_the_same_is_proved(subject: str) -> None:
    right: dict[str, Checked] = {
        "readings": checked(RARE, rarely(TRIPLE)),
        "two lists of bombs": checked(RARE, *TWICE[:3], rarely("bombs two { order: triple   beats: pair }")),
        "lead": checked("options { aa: no or yes }", LOWS, combinations=leads("with aa")),
    }
    proof = seen(right[subject])[FALSE[subject][0]]
    assert (proof.how, proof.number) == ("proved", 4 if subject != "lead" else 2)


def test_a_combination_without_plays_is_refuted_and_never_proved() -> None:
    result = checked(TRIPLE, "ladder all { order: pair < twins   beats: nothing }", TWINS)
    tried = try_out(result)
    assert (seen(result, tried)["combinations"].how, seen(result)["combinations"].how) == ("refuted", "tried")
    assert seen(result, tried)["combinations"].found == tried.diagnostics


def test_too_many_plays_to_go_through_refute_nothing() -> None:
    many = [f"combination {name} {{ cards: 6 to 9   compare: nothing }}" for name in ("lots", "more")]
    result = checked(*many)
    proof = seen(result, try_out(result))["readings"]
    assert proof.how == "tried" and "`lots` and `more`" in proof.said


def test_whole_hands_are_looked_at_for_every_deal() -> None:
    """With six cards a hand is no row of five; with five it may be."""
    whole = "combination dragon { cards: 5 in a row, untouched   compare: nothing }"
    row = "combination fives { cards: 5 in a row   compare: highest card }"
    options = "options { dealt: 6 from 5 to 6 }"
    assert seen(checked(whole, row))["readings"].how == "proved"
    proof = seen(checked(options, whole, row, deal="each: dealt   rest: unused"))["readings"]
    assert (proof.how, proof.number) == ("refuted", 2)


def test_check_alone_finds_a_hand_that_gets_stuck() -> None:
    (found,) = try_out(FALSE["lead"][2]).diagnostics
    assert found.code == "CW616" and "with `aa` = `yes` (so" in found.message


# ---- promises ------------------------------------------------------------------------------------------------------


def test_each_promise_is_judged_by_itself() -> None:
    """Another promise is broken at every end; this one holds by no form, and is broken as well."""
    given = "payment debt: each player scores 1"
    both = try_out(checked(given, "always one: cards of winner > 5", "always two: zero_sum")).diagnostics
    assert [each.code for each in both] == ["CW730", "CW730"]
    result = checked(given, "always one: cards of winner > 5", "always two: cards of winner < 5")
    told = [proof for proof in prove(result, try_out(result)) if proof.subject == "scores"]
    assert [proof.how for proof in told] == ["refuted", "tried"]


def test_a_promise_that_no_end_could_show_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def untold(game: Game, example: model.Example) -> NoReturn:
        raise CardwrightError("nothing is known of this end")

    monkeypatch.setattr("cardwright.interpreter.promises.told", untold)
    proof = seen(checked(PAID, "always balanced: zero_sum"))["scores"]
    assert proof.how == "tried" and "none of the ends" in proof.said
