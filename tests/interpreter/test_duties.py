"""Duties: what is refused, what is paid for, when a duty binds and how long a breach counts."""

from __future__ import annotations

from rulebooks_in_text import after, at, offered, rules

TOP = """duty top "Before a last card play your highest." {
  when:   the next player has 1 card
  binds:  single, pass
  must:   be the highest single
  breach: %s
}"""
REFUSED = TOP % "refused"
DEBT = "payment debt: each loser pays the winner cards of payer"
PAYS = TOP % "pays debt for every loser when the next player wins"
NO_NINE = """duty no_nine "You may not go out on a 9." { when: going_out must: have no 9 breach: refused }"""


def test_a_duty_refuses() -> None:
    state = at(rules(REFUSED), "5D 6D 8C", "9S", "7D 7C")
    assert offered(state) == ["8C"]
    reasons = state.why_not("5D")
    assert reasons is not None and reasons.rules == ("top",)
    assert "highest" in str(reasons) and str(reasons.nearest) == "8C"


def test_plays_that_it_does_not_bind_are_free() -> None:
    state = at(rules(REFUSED), "5D 5C 8C", "9S", "7D 7C")
    assert offered(state) == ["8C", "5C-5D"]


def test_it_binds_only_where_it_can_be_met() -> None:
    game = rules(REFUSED)
    state = after(at(game, "5D 6D 8C", "4D 4C", "9S", opener=2), "9S")
    assert state.is_over
    state = after(at(game, "8S 8H", "5D 6D 7C", "9S"), "8S")
    assert offered(state) == ["pass"], "the highest single does not beat the table"
    state = after(at(game, "4D 4C 8D", "5D 5C 7C", "9S"), "4C-4D")
    assert offered(state) == ["5C-5D", "pass"], "a single is no answer to a pair, so passing is no breach"


def test_a_duty_about_the_action_itself() -> None:
    game = rules(NO_NINE)
    state = after(at(game, "4D 4C", "9S", "7D 7C"), "4D")
    assert offered(state) == ["pass"]
    assert offered(at(game, "9S", "4D 4C", "7D 7C")) == ["9S"], "with nothing else to lead it does not bind"


def test_a_breach_is_legal_recorded_and_secret() -> None:
    game = rules(PAYS, DEBT)
    state = at(game, "5D 6D 8C", "9S", "7D 7C")
    assert offered(state) == ["5D", "6D", "8C"]
    assert (state.would_breach("5D"), state.would_breach("8C")) == (("top",), ())
    broken = after(state, "5D")
    assert [tuple(breach) for breach in broken.breaches] == [("top", 0, 1)]
    assert [len(broken.observe(seat).breaches) for seat in range(3)] == [1, 0, 0]
    assert broken.scores == ()
    over = after(broken, "9S")
    assert over.scores == (-4, 4, 0)
    assert len(over.observe(2).breaches) == 1, "shown at the settlement"


def test_a_breach_bites_only_when_the_protected_player_wins() -> None:
    game = rules(PAYS, DEBT)
    state = after(at(game, "5D 6D 8C", "4D", "7D", opener=0), "5D", "pass", "7D")
    assert state.scores == (-2, -1, 3)


def test_the_winner_gets_no_more_for_two_breaches() -> None:
    game = rules(PAYS, DEBT)
    state = after(at(game, "5D 6D 8C", "9S", "4D 7D 7C"), "5D", "pass", "7D", "pass", "pass")
    state = after(state, "4D", "6D")
    assert len(state.breaches) == 1, "the same breach counts once"
    assert after(state, "9S").scores == (-2, 2, 0)


def test_one_turn_is_over_after_the_next_turn_of_the_protected() -> None:
    game = rules(PAYS.replace("\n}", "\n  lasts:  one_turn\n}"), DEBT)
    state = after(at(game, "5D 6D 8C 8D", "9S", "7D 7C 7S"), "5D")
    assert len(state.breaches) == 1
    assert after(state, "9S").scores == (-6, 6, 0), "at the very next turn it bites"
    assert after(state, "pass").breaches == (), "a turn later it does not"


def test_several_duties_are_met_together_or_in_order() -> None:
    low = """duty low "Play your lowest." { binds: single  must: be the lowest single  breach: refused }"""
    even = """duty even "Play no 5." { binds: single  must: have no 5  breach: refused }"""
    assert offered(at(rules(low, even), "5D 6D 8C", "9S 9D", "7D 7C")) == ["5D"], (
        "not together: in the order of the file"
    )
    assert offered(at(rules(even, low), "5D 6D 8C", "9S 9D", "7D 7C")) == ["6D", "8C"]
    assert offered(at(rules(low, even), "6D 7S 8C", "9S 9D", "7D 7C")) == ["6D"]


def test_nobody_is_left_without_an_action() -> None:
    nothing = """duty nothing_at_all "Play no card." { must: have no card  breach: refused }"""
    state = at(rules(nothing), "5D 6D", "9S 9D", "7D 7C")
    assert offered(state) == ["5D", "6D"]
