"""Settling: whatever the table answers, a rulebook that is accepted has a model; what it cannot have is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cardwright.dsl import (
    Checked,
    RulebookError,
    Source,
    as_text,
    check,
    find,
    load_rulebook,
    model,
    resolve,
    settle,
    shipped,
)

MINI = (Path(__file__).parents[1] / "diagnostics/mini.rules").read_text("utf-8")
BOOKS = {name: find(name) for name in shipped()}


@st.composite
def answers(draw: st.DrawFn, checked: Checked) -> dict[str, str]:
    """Any setting of a rulebook."""
    assert checked.program is not None
    found = {}
    for name, option in checked.program.options.items():
        numbers = st.integers(option.least or 0, option.most if option.most is not None else 10**6)
        found[name] = draw(st.sampled_from(option.answers) if option.answers else numbers.map(str))
    assume(not checked.program.forbids(found))
    return found


@pytest.mark.parametrize("name", shipped())
@hypothesis_settings(max_examples=12, deadline=None)
@given(st.data())
def test_every_setting_of_an_accepted_rulebook_settles(name: str, data: st.DataObject) -> None:
    given_answers = data.draw(answers(BOOKS[name]))
    rulebook = BOOKS[name].settle(given_answers)
    assert {option.name: option.answer for option in rulebook.options}.items() <= given_answers.items()
    assert sum(piece.copies for piece in rulebook.deck.pieces) >= rulebook.deal.players * rulebook.deal.each
    names = {combination.name for combination in rulebook.combinations}
    for ladder in rulebook.ladders:
        assert {rung for tier in ladder.order for rung in tier} <= names


def settled(text: str, **given_answers: str | bool | int) -> model.Rulebook:
    return check(Source("a", text)).settle(given_answers)


def test_what_was_not_agreed_is_gone_everywhere() -> None:
    text = f"""{MINI}
options {{ triples: yes or no }}
combination triple with triples {{ cards: 3 of a rank   compare: rank }}
ladder few {{ order: single < triple < pair   beats: lower }}
set high: triple, pair of A
duty top {{ when: table is triple   binds: triple, single   must: be the highest single   breach: refused }}
"""
    both, one = settled(text, triples=True), settled(text, triples=False)
    assert [combination.name for combination in both.combinations if combination.name == "triple"] == ["triple"]
    assert "triple" not in {combination.name for combination in one.combinations}
    assert both.ladders[0].order == (("single",), ("triple",), ("pair",))
    assert one.ladders[0].order == (("single",), ("pair",))
    assert isinstance(one.sets[0].value, model.UnionClass) and len(one.sets[0].value.parts) == 1
    assert isinstance(one.duties[0].binds, model.UnionClass) and len(one.duties[0].binds.parts) == 1
    assert one.duties[0].when == model.IsIn(
        subject=one.duties[0].when.subject,  # type: ignore[union-attr]
        of=model.UnionClass(parts=(), span=one.duties[0].when.of.span),  # type: ignore[union-attr]
        span=one.duties[0].when.span,  # type: ignore[union-attr]
    )


def test_numbers_of_options_are_filled_in() -> None:
    text = f"""{MINI}
options {{ stake: 2 or more   rounds: 5 from 1 to 9 }}
match {{ a point: is worth stake   ends: after rounds hands   wins: highest points }}
table tier of cards: 1..13 x stake
"""
    rulebook = settled(text, stake=7)
    assert rulebook.match.worth == model.Number(value=7, option="stake", span=rulebook.match.worth.span)  # type: ignore[union-attr]
    assert rulebook.match.hands == 5
    assert rulebook.tables[0].rows[0].value.value == 7  # type: ignore[union-attr]


def test_copies_players_and_what_is_left_over() -> None:
    text = MINI.replace("H < S", "H < S   copies: 2   left_out: 3D, 3D, 4C").replace(
        "players: 4   each: 13", "players: 4 or 3   each: 12 with players = 3 | equally with players = 4   rest: unused"
    )
    four, three = settled(text), settled(text, players=3)
    assert (four.deal.players, four.deal.each, four.deal.rest) == (4, 25, "unused")
    assert (three.deal.players, three.deal.each) == (3, 12)
    copies = {piece.name: piece.copies for piece in four.deck.pieces}
    assert (copies["3D"], copies["4C"], copies["5H"]) == (0, 1, 2)


def test_pieces_are_numbered_by_rank_then_suit_whatever_is_agreed() -> None:
    low, high = settled(MINI), settled(MINI.replace("D < C < H < S", "C < D < H < S"))
    assert [piece.name for piece in low.deck.pieces] == [piece.name for piece in high.deck.pieces]
    assert [piece.name for piece in low.deck.pieces[:5]] == ["3C", "3D", "3H", "3S", "4C"]


def test_slides_go_round_the_ranks() -> None:
    rulebook = settled(MINI + "order wrapped: Q-K-A .. 2-3-4 < 5-6-7 = 7-8-9")
    wrapped = next(order for order in rulebook.orders if order.name == "wrapped")
    runs = ["-".join(run) for tier in wrapped.tiers for run in tier]
    assert runs == ["Q-K-A", "K-A-2", "A-2-3", "2-3-4", "5-6-7", "7-8-9"]
    assert [len(tier) for tier in wrapped.tiers] == [1, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("given_answers", "code"),
    [({"teirs": "four"}, "CW407"), ({"tiers": "nine"}, "CW408"), ({"stake": "0"}, "CW408"), ({"stake": -1}, "CW408")],
)
def test_wrong_answers_are_told(given_answers: dict[str, str | int], code: str) -> None:
    with pytest.raises(RulebookError) as error:
        load_rulebook("hk", given_answers)
    assert [each.code for each in error.value.diagnostics] == [code]
    assert str(error.value).startswith("hk.rules:")


def test_a_rulebook_with_errors_cannot_be_settled() -> None:
    with pytest.raises(RulebookError, match="there is no order `straits`"):
        settled(MINI.replace("5 in straights", "5 in straits"))


def test_answers_as_text() -> None:
    assert [as_text(answer) for answer in (True, False, 7, "four")] == ["yes", "no", "7", "four"]


@pytest.mark.parametrize("name", shipped())
def test_each_answer_occurs_once_at_least(name: str) -> None:
    program = BOOKS[name].program
    assert program is not None
    tried = settle.each_answer_once(program)
    assert tried[0] == {option: info.default for option, info in program.options.items()}
    for option, info in program.options.items():
        assert set(info.answers) <= {setting[option] for setting in tried}


def test_problems_name_the_answers_that_lead_to_them() -> None:
    text = f"""{MINI}
options {{ tiers: three or four   other_one: yes or no   third: aa or bb }}
table tier of cards: 1..13 x1 with tiers = three | 8..13 x2 with tiers = four
set high: A with other_one, third = aa | K without other_one | Q with other_one, third = bb
"""
    found = check(Source("a", text)).diagnostics
    assert [each.message for each in found] == ["with `tiers` = `four`, `tier` says nothing about 1 to 7 cards"]


def test_checks_stay_few_where_options_are_many() -> None:
    many = " ".join(f"opt{i}: yes or no" for i in range(30))
    lines = "\n".join(f"set ss{i}: J with opt{i} | Q without opt{i}" for i in range(30))
    assert check(Source("a", f"{MINI}\noptions {{ {many} }}\n{lines}")).diagnostics == ()
    assert resolve.guards.MOST_SETTINGS < 2**30
