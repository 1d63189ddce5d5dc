"""The verbs for programs: rulebooks by name, by path and as text, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright import Invalid, NotFound, RulebookError

CLUB = "cardwright 1\nrulebook club extends hk edition 1 with stake = 5 without triples\n"


@pytest.fixture(scope="module", params=["text", "path", "name of a path"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str | Path:
    """One rulebook, told in every way."""
    if request.param == "text":
        return CLUB
    path = tmp_path_factory.mktemp("club") / "club.rules"
    path.write_text(CLUB, "utf-8")
    return path if request.param == "path" else str(path)


def test_a_rulebook_is_told_by_path_or_as_text(club: str | Path) -> None:
    assert cardwright.load(club).rulebook.name == "club"
    assert (
        cardwright.format(club).splitlines()[-1] == "rulebook club extends hk edition 1 with stake = 5 without triples"
    )


def test_every_verb_takes_a_text() -> None:
    game = cardwright.load(CLUB)
    assert game.meaning == cardwright.load("hk", {"stake": 5, "triples": False}).meaning
    flat = cardwright.flatten(CLUB)
    assert "extends" not in flat and cardwright.load(flat).meaning == game.meaning
    assert cardwright.check(CLUB) == ()
    assert "<html" in cardwright.rules(game, form="html", language="zh-Hant")
    assert cardwright.simulate(CLUB, 3, seed=1, engine="definition", bots="random").seats.hands == 3


def test_answers_are_settled_for_good_in_a_flat_text() -> None:
    flat = cardwright.flatten("hk", {"tiers": "four", "triples": False})
    settled = cardwright.load(flat)
    assert settled.meaning == cardwright.load("hk", {"tiers": "four", "triples": False}).meaning
    with pytest.raises(RulebookError):
        cardwright.load(flat, {"tiers": "three"})
    assert flat == cardwright.format(flat)


def test_a_comparison_takes_games_as_well() -> None:
    game = cardwright.load("taiwan")
    assert cardwright.diff(game, "taiwan").equal and cardwright.diff("taiwan").equal
    for wrong in ({"options": {"stake": 2}}, {"against": {"stake": 2}}):
        with pytest.raises(Invalid, match="a game has its answers already"):
            cardwright.diff(game, **wrong)  # type: ignore[arg-type]


def test_a_simulation_compares_on_the_same_deals() -> None:
    found = cardwright.simulate("hk", 4, seed=3, bots=["greedy", "random"] * 2, against={"passing": "drops_out"})
    assert found.plan.paired and found.seats.hands == 4
    again = cardwright.simulate("hk", 4, seed=3, bots=["greedy", "random"] * 2, against={"passing": "drops_out"})
    assert again.seats.hands == 4 and again.tally == found.tally


def test_what_cannot_be_is_refused_in_words() -> None:
    for verb in (cardwright.load, cardwright.check, cardwright.format, cardwright.flatten, cardwright.rules):
        with pytest.raises(NotFound, match="did you mean `hk`"):
            verb("hkk")
    with pytest.raises(RulebookError, match="no option `tripels`"):
        cardwright.check("hk", {"tripels": True})
    with pytest.raises(RulebookError):
        cardwright.format("cardwright 1\nrulebook {")
    assert [found.code for found in cardwright.check("cardwright 1\nrulebook {")]
    with pytest.raises(RulebookError):
        cardwright.flatten("cardwright 1\nrulebook club extends hkk edition 1")
    with pytest.raises(Invalid, match="a rules sheet is written as text, markdown, html, not as `pdf`"):
        cardwright.rules("hk", form="pdf")  # type: ignore[arg-type]
    for language in ("xx", "symbols"):
        with pytest.raises(Invalid, match=f"`hk` has no names in `{language}`; there are en, zh"):
            cardwright.rules("hk", language=language)
    with pytest.raises(Invalid, match="there is no bot `clever`"):
        cardwright.simulate("hk", 1, bots="clever")
    with pytest.raises(Invalid, match="hands can be simulated"):
        cardwright.simulate("hk", 0)


def test_all_that_can_go_wrong_is_one_error() -> None:
    errors = ("RulebookError", "NotFound", "Invalid", "Illegal", "Ambiguous", "Unanswerable", "NoEngine", "RecordError")
    for name in errors:
        assert issubclass(getattr(cardwright, name), cardwright.CardwrightError)
