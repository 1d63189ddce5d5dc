"""What conditions and formulas come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks_in_python import big_two, tiles

from cardwright.dsl import model
from cardwright.interpreter import Cards, Play, Plays, Unanswerable, env

CARDS = Plays(big_two())
TILES = Plays(tiles())


class Table(env.Env):
    """A player 0 with a hand, who has played a pair, before player 1 with one card."""

    player = 0
    next_player = 1
    players = (0, 1)
    winner = 1
    hand: Cards = CARDS.pieces.parse("3D 5D 5C 9S KC 2S")
    plays = (CARDS.parse("4D-4C"), CARDS.parse("7S"))
    play: Play | None = CARDS.parse("3D-3C-3H-9D-9C")
    last_play: Play | None = CARDS.parse("2S")

    def cards_of(self, player: int) -> int:
        return 6 if player == 0 else 1

    def hand_of(self, player: int) -> Cards:
        return self.hand if player == 0 else CARDS.pieces.parse("8H")

    def plays_of(self, player: int) -> tuple[Play, ...]:
        return self.plays if player == 0 else ()

    def claimed(self, player: int, claim: str) -> bool:
        return (player, claim) == (1, "dragon")

    def calculate(self, target: str, name: str, value: Any) -> int:
        return {"tier": 3}[name] * (int(value) + 1)


def number(value: int) -> model.Number:
    return model.Number(value=value)


def fact(name: model.FactName) -> model.Fact:
    return model.Fact(fact=name)


def calculated(op: Any, left: model.Expression, right: model.Expression) -> model.Arithmetic:
    return model.Arithmetic(op=op, left=left, right=right)


def of(name: model.PropertyName, thing: model.Expression) -> model.Property:
    return model.Property(property=name, of=thing)


def worth(expression: model.Expression) -> Any:
    return CARDS.compile(expression)(Table())


PAIR = model.TypeClass(combination="pair")
TWOS = model.RankClass(rank="2")
ELEMENT = model.Element()
CARD = model.Anything(of="pieces")
TRIO = model.PartCards(part="trio", of=fact("play"))
CARD_C = model.Variable(name="c")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (calculated("+", number(2), number(3)), 5),
        (calculated("x", calculated("/", number(1), number(2)), number(4)), 2),
        (calculated("/", number(1), number(2)), Fraction(1, 2)),
        (calculated("^", number(2), number(10)), 1024),
        (calculated("^", number(2), model.Negative(value=number(1))), Fraction(1, 2)),
        (model.Extreme(extreme="least", values=(number(3), number(2))), 2),
        (model.Extreme(extreme="most", values=(number(3), number(2))), 3),
        (of("cards", fact("next_player")), 1),
        (of("size", fact("hand")), 6),
        (of("size", of("plays", fact("player"))), 2),
        (of("length", fact("play")), 2),
        (of("size", TRIO), 3),
        # What does not exist counts nothing.
        (of("cards", fact("last_winner")), 0),
        (calculated("+", of("cards", fact("opener")), number(1)), 1),
        (model.Count(of=TWOS, among=fact("hand")), 1),
        (model.Count(of=TWOS, among=fact("last_play")), 1),
        (model.Count(of=PAIR, among=fact("hand")), 1),
        (model.Count(of=PAIR, among=fact("plays")), 1),
        (model.Count(of=PAIR, among=fact("table")), 0),
        (model.Calculation(target="table", name="tier", of=fact("next_player")), 6),
        (
            model.Total(
                amount=model.Choice(
                    cases=(
                        model.Case(value=number(5), when=model.IsIn(subject=CARD_C, of=TWOS)),
                        model.Case(value=number(1)),
                    )
                ),
                variable="c",
                among=fact("hand"),
            ),
            10,
        ),
        (
            model.Count(
                of=model.WhereClass(
                    base=CARD,
                    where=model.Chain(terms=(of("rank", ELEMENT), model.RankValue(rank="9")), ops=(">",)),
                ),
                among=fact("hand"),
            ),
            2,
        ),
        (of("size", model.Selected(among=fact("players"), where=model.Wins(player=ELEMENT))), 1),
    ],
)
def test_numbers(expression: model.Expression, value: int | Fraction) -> None:
    found = worth(expression)
    assert found == value
    assert isinstance(found, int) == isinstance(value, int)


def rank(name: str) -> model.RankValue:
    return model.RankValue(rank=name)


HAS_ONE = model.HasCount(subject=fact("next_player"), of=CARD, count=1)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (HAS_ONE, True),
        (model.HasCount(subject=fact("player"), of=CARD, count=2, or_more=True), True),
        (model.HasCount(subject=fact("hand"), of=TWOS, count=1), True),
        (model.HasCount(subject=fact("opener"), of=CARD, count=0), False),
        (model.Has(subject=fact("hand"), of=PAIR), True),
        (model.Has(subject=fact("next_player"), of=PAIR), False),
        (model.Has(subject=fact("last_play"), of=model.PieceClass(piece="2S")), True),
        (model.Has(subject=fact("table"), of=TWOS), False),
        (model.IsIn(subject=fact("play"), of=model.TypeClass(combination="full_house")), True),
        (model.IsIn(subject=fact("play"), of=model.RungsClass(rungs="fives")), True),
        (model.IsIn(subject=fact("last_play"), of=TWOS), True),
        (model.IsIn(subject=fact("last_play"), of=model.TypeClass(combination="single", rank="2")), True),
        (model.IsIn(subject=fact("last_play"), of=model.TypeClass(combination="single", rank="A")), False),
        (model.IsIn(subject=fact("table"), of=model.Anything(of="plays")), False),
        (model.IsIn(subject=rank("2"), of=model.UnionClass(parts=(TWOS, model.SuitClass(suit="D")))), True),
        (model.IsSame(left=of("rank", TRIO), right=rank("3")), True),
        (model.IsSame(left=of("rank", fact("play")), right=rank("3")), False),
        (model.Not(term=model.IsSame(left=of("rank", TRIO), right=rank("2"))), True),
        (model.IsSame(left=fact("opener"), right=fact("last_winner")), False),
        (model.Chain(terms=(rank("3"), of("rank", fact("last_play"))), ops=("<",)), True),
        (model.Chain(terms=(number(1), number(2), number(2)), ops=("<", "=")), True),
        (model.Chain(terms=(model.SuitValue(suit="D"), model.SuitValue(suit="S")), ops=(">=",)), False),
        (model.Chain(terms=(of("rank", fact("table")), rank("3")), ops=(">",)), False),
        (model.IsBetween(value=number(11), low=number(10), high=number(12)), True),
        (model.Played(player=fact("player"), of=PAIR), True),
        (model.Played(player=fact("next_player"), of=model.Anything(of="plays")), False),
        (model.Claimed(player=fact("winner"), claim="dragon"), True),
        (model.Claimed(player=fact("player"), claim="dragon"), False),
        (model.Wins(player=fact("next_player")), True),
        (model.Wins(player=fact("last_loser")), False),
        (model.Beats(play=fact("last_play"), table=fact("play")), False),
        (model.AllOf(terms=(HAS_ONE, model.Not(term=HAS_ONE))), False),
        (model.AnyOf(terms=(HAS_ONE, model.Not(term=HAS_ONE))), True),
        (
            model.Some(
                variable="p",
                among=fact("players"),
                where=model.Played(player=model.Variable(name="p"), of=PAIR),
            ),
            True,
        ),
        (
            model.IsHighest(
                subject=fact("last_play"),
                extreme="highest",
                of=model.TypeClass(combination="single"),
                cards=fact("hand"),
            ),
            True,
        ),
        (model.IsHighest(subject=fact("last_play"), extreme="lowest", of=CARD, cards=fact("hand")), False),
        (model.IsHighest(subject=fact("table"), extreme="highest", of=PAIR, cards=fact("hand")), False),
    ],
)
def test_truths(expression: model.Expression, value: bool) -> None:
    assert worth(expression) is value


def test_ranks_of_different_families_are_incomparable() -> None:
    def less(a: str, b: str) -> bool:
        chain = model.Chain(terms=(rank(a), rank(b)), ops=("<=",))
        return bool(TILES.compile(chain)(env.Env()))

    assert less("Bench", "Heaven")
    assert less("Straight_eight", "Crooked_eight")
    assert less("Crooked_eight", "Straight_eight")
    assert not less("Bench", "Red_nine")
    assert not less("Red_nine", "Bench")


def test_pips_choose_tiles() -> None:
    nines = model.SetClass(set="nines")
    assert {TILES.pieces.names[piece] for piece in TILES.pieces_in(nines)(env.Env())} == {
        "Black_nine",
        "Red_nine",
    }


def test_a_pass_is_no_play() -> None:
    either = model.UnionClass(parts=(model.TypeClass(combination="single"), model.PassClass()))
    assert CARDS.in_class(either)(None)
    assert CARDS.in_class(either)(CARDS.parse("3D"))
    assert not CARDS.in_class(either)(CARDS.parse("3D-3C"))
    about_a_pass = Table()
    about_a_pass.play, about_a_pass.passing = None, True
    assert CARDS.compile(model.IsIn(subject=fact("play"), of=either))(about_a_pass)
    assert not CARDS.compile(model.IsIn(subject=fact("play"), of=PAIR))(about_a_pass)


def test_nothing_is_divided_by_nothing() -> None:
    with pytest.raises(Unanswerable):
        worth(calculated("/", number(1), of("cards", fact("opener"))))
    with pytest.raises(Unanswerable):
        worth(calculated("^", number(2), calculated("/", number(1), number(2))))


def test_variables_come_back_to_what_they_were() -> None:
    at_hand = Table()
    at_hand.variables["c"] = "before"
    total = model.Total(amount=number(1), variable="c", among=fact("hand"))
    assert CARDS.compile(total)(at_hand) == 6
    assert at_hand.variables["c"] == "before"
    assert at_hand.element is None
