"""Planes with wings: parts repeated per rank of another part, conditions on parts, bombs; suits that never matter."""

from __future__ import annotations

import pytest
from effort import either
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulebooks_in_python import RANK, RANKS, amount, combination, rulebook, sized

from cardwright.dsl import model
from cardwright.interpreter import Plays, oracle

EVERY = (*RANKS, "BJ", "RJ")
PLAY = model.Fact(fact="play")
WINGS = model.PartCards(part="wings", of=PLAY)
BODY = model.PartCards(part="body", of=PLAY)
ROW = model.InOrder(low="3", high="A")
ROCKET = model.UnionClass(parts=(model.TypeClass(combination="rocket"),))


def length(of: model.Expression) -> model.Property:
    return model.Property(property="length", of=of)


def has(subject: model.Expression, cls: model.Class) -> model.Has:
    return model.Has(subject=subject, of=cls)


def fight(different: bool) -> Plays:
    """Four of each rank and two jokers; the wings of a plane are other ranks, or ranks all different."""
    deck = model.Deck(
        ranks=EVERY,
        rank_scales=(model.Scale(tiers=tuple((rank,) for rank in EVERY)),),
        pieces=tuple(
            model.Piece(index=i, name=rank, rank=rank, copies=1 if rank in ("BJ", "RJ") else 4)
            for i, rank in enumerate(EVERY)
        ),
    )
    body = model.EachOf(each=amount(3), groups=amount(2, None), attribute="rank", in_order=ROW, label="body")
    wings = (
        sized(1, another="rank", per="body", label="wings")
        if different
        else sized(1, others="rank", per="body", label="wings")
    )
    longer = model.WhereClass(
        base=model.TypeClass(combination="plane"),
        where=model.Chain(terms=(length(model.Element()), length(BODY)), ops=(">",)),
    )
    highest = (model.Key(what="highest_card", part="body"),)
    return Plays(
        rulebook(
            deck,
            combination("single", sized(1), compare=(RANK,)),
            combination("pair", sized(2, alike=("rank",)), compare=(RANK,)),
            combination("trio", sized(3, alike=("rank",)), compare=(RANK,)),
            combination("plane", body, compare=(model.Key(what="highest_card"),)),
            combination(
                "plane_ones",
                body,
                wings,
                compare=highest,
                needs=model.AllOf(
                    terms=(
                        model.Not(term=has(WINGS, ROCKET)),
                        model.Not(term=has(WINGS, model.TypeClass(combination="bomb"))),
                        model.Not(term=has(PLAY, longer)),
                    )
                ),
            ),
            combination("plane_twos", body, sized(2, another="rank", per="body"), compare=highest),
            combination(
                "quad_ones",
                sized(4, alike=("rank",), label="quad"),
                sized(2, others="rank"),
                compare=(model.Key(what="rank", part="quad"),),
                needs=model.Not(term=has(PLAY, ROCKET)),
            ),
            combination("bomb", sized(4, alike=("rank",)), compare=(RANK,)),
            combination("rocket", model.Listed(items=(model.PieceClass(piece="BJ"), model.PieceClass(piece="RJ")))),
            players=3,
            each=17,
            bombs=(
                model.Bombs(
                    name="explosives",
                    order=((model.TypeClass(combination="bomb"),), (model.TypeClass(combination="rocket"),)),
                    beats=model.Anything(of="plays"),
                ),
            ),
        )
    )


TABLES = {different: fight(different) for different in (False, True)}


@pytest.mark.parametrize(
    ("cards", "reading"),
    [
        ("3-3-3-4-4-4-5-6", "plane_ones"),
        ("3-3-3-4-4-4-5-5-6-6", "plane_twos"),
        ("3-3-3-4-4-4", "plane"),
        ("3-3-3-4-4-4-BJ-RJ", None),
        ("3-3-3-4-4-4-5-5-5-6-6-6", "plane"),
        ("3-3-3-3-4-5", "quad_ones"),
        ("3-3-3-3-BJ-RJ", None),
        ("K-K-K-A-A-A", "plane"),
        ("A-A-A-2-2-2", None),
        ("BJ-RJ", "rocket"),
        ("2-2-2-2", "bomb"),
    ],
)
def test_readings(cards: str, reading: str | None) -> None:
    plays = TABLES[False]
    assert [play.combination for play in plays.readings(plays.pieces.parse(cards))] == ([reading] if reading else [])


def test_wings_may_be_alike_where_only_the_body_is_barred() -> None:
    cards = "3-3-3-4-4-4-5-5"
    free, different = TABLES[False], TABLES[True]
    assert free.parse(cards).part("wings") == free.pieces.parse("5 5")
    assert not different.readings(different.pieces.parse(cards))
    # Fewer ranks in the body would leave a rank of the plane for the wings, and the plane would be longer.
    assert free.parse("3-3-3-4-4-4-5-5-5-7-8-9").part("body") == free.pieces.parse("3 3 3 4 4 4 5 5 5")


def test_wings_do_not_count() -> None:
    plays = TABLES[False]
    table = plays.parse("3-3-3-4-4-4-A-2")
    assert plays.beats(plays.parse("4-4-4-5-5-5-7-8"), table)
    assert plays.beats(plays.parse("3-3-3-3"), table)
    assert plays.beats(plays.parse("BJ-RJ"), plays.parse("2-2-2-2"))
    assert not plays.beats(plays.parse("2-2-2-2"), plays.parse("BJ-RJ"))
    assert plays.unbeatable(plays.parse("BJ-RJ"))
    assert not plays.unbeatable(plays.parse("2-2-2-2"))
    assert plays.unbeatable(plays.parse("2-2-2-2-BJ-3")) is False


@given(st.booleans(), st.lists(st.integers(0, 4), min_size=4, max_size=9), st.sets(st.sampled_from([13, 14])))
@settings(max_examples=either(40, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_generating_is_trying_every_subset(different: bool, ranks: list[int], jokers: set[int]) -> None:
    plays = TABLES[different]
    hand = tuple(sorted([*(rank for rank in sorted(ranks) if ranks.count(rank) <= 4), *jokers]))
    assert list(plays.generate(hand)) == oracle.generate(plays, hand)
    pairs = plays.parse("3-3")
    assert list(plays.generate(hand, pairs)) == oracle.generate(plays, hand, pairs)
