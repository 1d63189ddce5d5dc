"""What conditions can ask in play, and that states remember no more than that."""

from __future__ import annotations

from rulebooks_in_text import after, at, offered, rules

from cardwright.interpreter import Game

HANDS = ("4D 5D 9S 9C", "4C 6D 8D 9D", "7D 7C 8S 9H")


def no_nine_when(condition: str, *more: str) -> Game:
    """A game in which a 9 may not be led while a condition holds."""
    duty = f'duty low "No 9 now." {{ when: {condition}  must: have no 9  breach: refused }}'
    return rules(duty, *more)


def kept(game: Game) -> list[str]:
    return [fact.fact for fact in game.memory]


def nines(game: Game, *actions: str, **carried: int) -> bool:
    """Whether a 9 may be played after these actions."""
    return any("9" in text for text in offered(after(at(game, *HANDS, **carried), *actions)))


def test_leading_and_answering() -> None:
    game = no_nine_when("leading")
    assert (kept(game), nines(game), nines(game, "4D")) == ([], False, True)
    game = no_nine_when("answers")
    assert (kept(game), nines(game), nines(game, "4D")) == ([], True, False)


def test_the_opening() -> None:
    game = no_nine_when("opening")
    assert kept(game) == ["opening"]
    assert (nines(game), nines(game, "4D"), nines(game, "4D", "pass", "pass")) == (False, True, True)
    assert at(game, *HANDS).opening and not after(at(game, *HANDS), "4D").opening


def test_the_opener() -> None:
    game = no_nine_when("player is opener")
    assert kept(game) == ["opener"]
    assert (nines(game), nines(game, "4D"), nines(game, "4D", "pass", "pass")) == (False, True, False)
    assert after(at(game, *HANDS), "4D").opener == 0
    assert after(at(rules(), *HANDS), "4D").opener is None, "nobody asks"


def test_the_winner_of_the_last_trick() -> None:
    game = no_nine_when("leading and trick_winner is player")
    assert kept(game) == ["trick_winner"]
    assert (nines(game), nines(game, "4D", "pass", "pass")) == (True, False)
    state = after(at(game, *HANDS), "4D", "pass", "pass")
    assert game.parse_state(str(state)) == state


def test_the_last_hand() -> None:
    game = no_nine_when("player is last winner")
    assert kept(game) == ["last_winner"]
    assert (nines(game), nines(game, last_winner=0), nines(game, last_winner=1)) == (True, False, True)


def test_what_was_played() -> None:
    game = no_nine_when("player played single of 4")
    assert kept(game) == ["plays"]
    assert nines(game) and not nines(game, "4D", "pass", "pass")
    assert nines(game, "5D", "pass", "pass")
    remembered = after(at(game, *HANDS), "5D", "6D")
    assert remembered.at.plays == ((), (), ()), "only plays that something asks about are kept"


def test_points_of_the_match() -> None:
    game = no_nine_when("points of player >= 10")
    assert kept(game) == ["totals"]
    told = {"hands": HANDS, "opener": 0}
    assert any("9" in text for text in offered(game.deal(**told, totals=(9, 0, 0))))  # type: ignore[arg-type]
    assert not any("9" in text for text in offered(game.deal(**told, totals=(10, 0, 0))))  # type: ignore[arg-type]


def test_calculations() -> None:
    game = no_nine_when("weight of player > 3", "let weight of player p: cards of p - 1")
    assert nines(game)
    game = no_nine_when("weight of player > 2", "let weight of player p: cards of p - 1")
    assert not nines(game)
    assert nines(game, "4D", "pass", "pass")


def test_the_table_and_the_cards_kept() -> None:
    game = no_nine_when("rest has no 9")
    assert nines(game), "a 9 may go while another is kept"
    state = at(game, "4D 9S", "4C 6D", "7D 7C")
    assert offered(state) == ["4D"]
    game = no_nine_when("table is pair")
    assert nines(game, "4D")


def test_left_over_cards_are_in_no_hand() -> None:
    game = rules(players=3, each=7)
    assert len(game.shuffle(1).rest) == 3
    assert [len(hand) for hand in game.deal(1).hands] == [7, 7, 7]


def test_what_does_not_exist_neither_is_nor_is_not() -> None:
    for said in ("last winner is player", "last winner is not player"):
        assert nines(no_nine_when(f"leading and {said}")), "there was no last hand: the duty does not exist"
    game = no_nine_when("leading and last winner is not player")
    assert (nines(game, last_winner=0), nines(game, last_winner=1)) == (True, False)
    assert not nines(no_nine_when("leading and not last winner is player")), "`not` denies the whole condition"


def test_every_kept_fact_names_the_clause_that_reads_it() -> None:
    game = rules(
        "payment points: each player scores size of pile of player",
        a_pass="puts you out of the trick",
        the_pile="takes the whole trick",
    )
    circuit = rules(a_trick="ends after one turn each")
    told = {fact.fact: fact.span for one in (game, circuit) for fact in one.memory}
    assert told.keys() == {"dropped", "leader", "piles", "trick"}
    assert all(told.values())
