"""Readings, what beats what, generating and unbeatable plays, by the rulebooks that ship and by small ones."""

from __future__ import annotations

from functools import cache

import pytest
from effort import either
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulebooks_in_python import (
    HIGHEST,
    PLACE,
    RANK,
    RANKS,
    RUNS,
    STRAIGHTS,
    big_two,
    combination,
    deck,
    rulebook,
    sized,
    tiles,
)

from cardwright.dsl import load_rulebook, model
from cardwright.interpreter import Ambiguous, Invalid, Play, Plays, env, oracle

SHIPPED: list[tuple[str, tuple[tuple[str, str], ...]]] = [
    ("hk", ()),
    ("hk", (("highest_straight", "2-3-4-5-6"), ("straight_tie", "ace"), ("flush_twos", "low"), ("lowest_suit", "C"))),
    ("hk", (("triples", "no"), ("higher_type_wins", "no"), ("royal_type", "no"), ("straight_tie", "last_card"))),
    ("taiwan", ()),
    ("wikipedia", ()),
    ("wikipedia", (("straight_order", "deuce_second"), ("players", "3"), ("odd_card", "lowest"))),
    ("chuo_pai", ()),
    ("chuo_pai", (("same_split", "yes"), ("literal_pips", "yes"))),
]


@cache
def shipped(at: int) -> Plays:
    """The plays of a shipped rulebook under some answers."""
    name, answers = SHIPPED[at]
    return Plays(load_rulebook(name, dict(answers)))


CARDS = Plays(big_two())
TILES = Plays(tiles())


def one(plays: Plays, text: str) -> Play:
    """The play that a text writes."""
    return plays.parse(text)


@st.composite
def held(draw: st.DrawFn, most: int = 9) -> tuple[Plays, tuple[int, ...], Play | None]:
    """Plays, a hand that often holds more than single cards, and sometimes a play on the table."""
    plays = shipped(draw(st.integers(0, len(SHIPPED) - 1)))
    everything = plays.pieces.all
    # Neighbours in number are of one rank; a narrow stretch of the deck makes pairs and runs likely.
    width = draw(st.sampled_from([14, 22, len(everything)]))
    start = draw(st.integers(0, len(everything) - width)) if width < len(everything) else 0
    cards = draw(st.permutations(everything[start : start + width]))
    size = draw(st.integers(1, most))
    hand = tuple(sorted(cards[:size]))
    table = None
    if draw(st.booleans()):
        others = oracle.generate(plays, tuple(cards[size : size + 6]))
        table = draw(st.sampled_from(others)) if others else None
    return plays, hand, table


@given(held(), st.booleans())
@settings(max_examples=either(100, 500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_generating_is_trying_every_subset(case: tuple[Plays, tuple[int, ...], Play | None], untouched: bool) -> None:
    plays, hand, table = case
    assert list(plays.generate(hand, table, untouched)) == oracle.generate(plays, hand, table, untouched)


@given(held(7), st.data())
@settings(max_examples=either(60, 300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_beating_is_irreflexive_and_never_mutual(
    case: tuple[Plays, tuple[int, ...], Play | None], data: st.DataObject
) -> None:
    plays, hand, _ = case
    found = list(plays.generate(hand))
    a, b = data.draw(st.sampled_from(found)), data.draw(st.sampled_from(found))
    assert not plays.beats(a, a)
    assert not (plays.beats(a, b) and plays.beats(b, a))
    comparison = plays.compare(a, b)
    assert comparison.beats == plays.beats(a, b)
    assert comparison.beats == (comparison.verdict in ("same_type", "ladder", "bombs"))


@given(held(7))
@settings(max_examples=either(50, 300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_notation_comes_back(case: tuple[Plays, tuple[int, ...], Play | None]) -> None:
    plays, hand, _ = case
    for play in plays.generate(hand):
        assert plays.parse(str(play)) == play
        assert plays.parse(" ".join(play.cards)).pieces == play.pieces
        assert play.cards == tuple(str(play).split("=")[0].split("-")) or plays.rulebook.name == "chuo_pai"


def test_a_whole_untouched_hand_is_one_action() -> None:
    plays = Plays(load_rulebook("taiwan"))
    hand = tuple(range(0, 52, 4))
    flush = [play for play in plays.generate(hand, None, True) if len(play.pieces) == 13]
    assert [play.combination for play in flush] == ["flush_dragon"]
    assert not [play for play in plays.generate(hand) if len(play.pieces) == 13]
    mixed = (*hand[:-1], 51)
    assert [p.combination for p in plays.readings(mixed, True)] == ["dragon"]
    assert plays.readings(mixed) == ()
    table = one(plays, "9C-9D-9H-9S-3C")
    assert [p.combination for p in plays.generate(mixed, table, True)][-1] == "dragon"


# ---- readings --------------------------------------------------------------------------------------------------


def readings(plays: Plays, text: str) -> list[str]:
    return [play.combination for play in plays.readings(plays.pieces.parse(text))]


def test_cards_are_the_highest_rung_they_fit() -> None:
    assert readings(CARDS, "3D-4D-5D-6D-7D") == ["straight_flush"]
    assert readings(CARDS, "3D-4D-5D-6D-8D") == ["flush"]
    assert readings(CARDS, "3D-3C-3H-3S-4D") == ["four_of_a_kind"]
    assert readings(CARDS, "5D 5C 9H 9S KD") == []
    fits = {play.combination for play in CARDS.fits(CARDS.pieces.parse("3D-4D-5D-6D-7D"))}
    assert fits == {"straight", "flush", "straight_flush"}


def test_a_bomb_outranks_what_it_beats_as_a_whole() -> None:
    bombs = model.Bombs(
        name="big",
        order=((model.TypeClass(combination="straight_flush"),),),
        beats=model.Anything(of="plays"),
    )
    plays = Plays(big_two(ladders=(), bombs=(bombs,)))
    assert readings(plays, "3D-4D-5D-6D-7D") == ["straight_flush"]
    assert plays.beats(one(plays, "3D-4D-5D-6D-7D"), one(plays, "2S-2H"))
    assert not plays.beats(one(plays, "2S-2H"), one(plays, "3D-4D-5D-6D-7D"))
    assert plays.beats(one(plays, "4D-5D-6D-7D-8D"), one(plays, "3D-4D-5D-6D-7D"))
    assert plays.compare(one(plays, "3D-4D-5D-6D-7D"), one(plays, "2S")).verdict == "bombs"


def test_types_free_of_one_another_are_written_with_their_reading() -> None:
    plays = Plays(big_two(ladders=(), free=(model.Free(types=("straight", "flush", "straight_flush")),)))
    cards = plays.pieces.parse("3D-4D-5D-6D-7D")
    texts = [str(play) for play in plays.readings(cards)]
    assert texts == ["3D-4D-5D-6D-7D=straight", "7D-6D-5D-4D-3D=flush", "3D-4D-5D-6D-7D=straight_flush"]
    with pytest.raises(Ambiguous) as caught:
        plays.parse("3D-4D-5D-6D-7D")
    assert caught.value.readings == ("straight", "flush", "straight_flush")
    assert plays.parse("3D-4D-5D-6D-7D=flush").combination == "flush"
    with pytest.raises(Invalid):
        plays.parse("3D-4D-5D-6D-7D=pair")
    assert len([p for p in plays.generate(cards) if p.pieces == cards]) == 3


def test_of_several_assignments_the_strongest_counts() -> None:
    two = combination(
        "two_ranks",
        sized(2, alike=("rank",), label="body"),
        sized(2, another="rank"),
        compare=(model.Key(what="rank", part="body"),),
    )
    plays = Plays(rulebook(deck(), two))
    play = one(plays, "3D-3C-9D-9C")
    assert play.part("body") == plays.pieces.parse("9C-9D")
    assert plays.beats(play, one(plays, "8D-8C-7D-7C"))


def test_a_further_need_filters_the_assignments() -> None:
    part = model.PartCards(part="body", of=model.Fact(fact="play"))
    low = model.Chain(
        terms=(model.Property(property="rank", of=part), model.RankValue(rank="5")),
        ops=("<",),
    )
    two = combination("two_ranks", sized(2, alike=("rank",), label="body"), sized(2, another="rank"), needs=low)
    plays = Plays(rulebook(deck(), two))
    assert one(plays, "3D-3C-9D-9C").part("body") == plays.pieces.parse("3C-3D")
    assert readings(plays, "8D-8C-9D-9C") == []


# ---- what beats what -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("KD-JD-9D-6D-5D", "KS-JS-8S-7S-6S"),
        ("2D", "AS"),
        ("5D-5C", "4S-4H"),
        ("KD-KC-KH-4D-4C", "JD-JC-JH-AD-AC"),
        ("3D-5D-7D-9D-JD", "10D-JC-QD-KH-AS"),
        ("AD-2C-3C-4H-5S", "2D-3C-4D-5H-6S"),
        ("AH-2S-3D-4D-5D", "AS-2H-3C-4C-5C"),
    ],
)
def test_better_and_worse(better: str, worse: str) -> None:
    assert CARDS.beats(one(CARDS, better), one(CARDS, worse))
    assert not CARDS.beats(one(CARDS, worse), one(CARDS, better))


@pytest.mark.parametrize(
    ("play", "table", "verdict"),
    [
        ("3D-3C", "4D", "wrong_size"),
        ("3D-3C-3H", "4D-4C", "wrong_size"),
        ("3D", "4D", "too_low"),
        ("3D-4C-5D-6D-7D", "3H-5H-7H-9H-JH", "lower_rung"),
        ("3D-5D-7D-9D-JD", "3D-4C-5D-6D-7D", "ladder"),
        ("4D", "4C", "too_low"),
    ],
)
def test_reasons(play: str, table: str, verdict: str) -> None:
    assert CARDS.compare(one(CARDS, play), one(CARDS, table)).verdict == verdict


def test_reasons_name_the_values_compared_and_the_clause() -> None:
    plays = shipped(0)
    comparison = plays.compare(one(plays, "KS-JS-8S-7S-6S"), one(plays, "KD-JD-9D-6D-5D"))
    assert comparison.verdict == "too_low"
    assert [(k.key, k.play, k.table, k.result) for k in comparison.keys] == [
        ("ranks", "K J 8 7 6", "K J 9 6 5", "less")
    ]
    assert comparison.span is not None
    assert comparison.span.file == "hk.rules"


def test_tiles_of_different_families_never_compare() -> None:
    heaven, nine = one(TILES, "6-6"), one(TILES, "4-5")
    assert not TILES.beats(heaven, nine)
    assert not TILES.beats(nine, heaven)
    assert TILES.compare(heaven, nine).verdict == "incomparable"
    assert TILES.beats(nine, one(TILES, "1-4"))
    # The two Eights tie.
    assert TILES.compare(one(TILES, "2-6"), one(TILES, "3-5")).verdict == "equal"
    assert TILES.beats(one(TILES, "Heaven-4-5-4-5"), one(TILES, "Earth-Earth-2-6"))
    assert TILES.compare(one(TILES, "Heaven-4-5"), one(TILES, "Earth-Earth-2-6")).verdict == "wrong_size"


def test_an_equal_play_falls_only_where_it_is_said() -> None:
    same = combination("same_rank", sized(1, 4, alike=("rank",)), compare=(RANK,), equal="falls")
    plays = Plays(rulebook(deck(), same))
    assert plays.beats(one(plays, "4D-4C"), one(plays, "4H-4S"))
    assert not plays.beats(one(plays, "3D-3C"), one(plays, "4H-4S"))
    assert not plays.beats(one(plays, "4D-4C"), one(plays, "3H"))
    hand = plays.pieces.parse("4D 4C 5D")
    assert [str(p) for p in plays.generate(hand, one(plays, "4H"))] == ["4C", "4D", "5D"]


def chops() -> Plays:
    """Runs of pairs that chop single 2s, the more the longer."""

    def run(length: int, or_more: bool = False) -> model.TypeClass:
        return model.TypeClass(combination="pair_run", length=length, or_more=or_more)

    two = model.TypeClass(combination="single", rank="2")
    row = model.InOrder(low="3", high="A")
    pair = model.Amount(least=2, most=2)
    pair_run = model.EachOf(each=pair, groups=model.Amount(least=3, most=None), attribute="rank", in_order=row)
    quad = model.TypeClass(combination="quad")
    return Plays(
        rulebook(
            deck(suits="SCDH"),
            combination("single", sized(1), compare=(HIGHEST,)),
            combination("pair", sized(2, alike=("rank",)), compare=(HIGHEST,)),
            combination("quad", sized(4, alike=("rank",)), compare=(RANK,)),
            combination("run", sized(3, None, in_order=row), compare=(HIGHEST,)),
            combination("pair_run", pair_run, compare=(HIGHEST,)),
            bombs=(
                model.Bombs(name="chop_one", order=((run(3),), (quad,), (run(4, True),)), beats=two),
                model.Bombs(
                    name="chop_pair",
                    order=((run(4, True),),),
                    beats=model.TypeClass(combination="pair", rank="2"),
                ),
                model.Bombs(name="longer", order=((run(4),), (run(5),), (run(6),))),
            ),
        )
    )


def test_bombs_with_targets_and_grades() -> None:
    plays = chops()
    three, four = "3S-3C-4S-4C-5S-5C", "3S-3C-4S-4C-5S-5C-6S-6D"
    quad = "7S-7C-7D-7H"
    for better, worse in [(three, "2H"), (quad, "2H"), (quad, three), (four, quad), (four, "2H-2D")]:
        assert plays.beats(one(plays, better), one(plays, worse)), (better, worse)
    five = "8S-8C-9S-9C-10S-10C-JS-JC-QS-QC"
    assert plays.beats(one(plays, five), one(plays, four))
    for play, table in [(three, "2H-2D"), (three, "AH"), (quad, "2H-2D"), (three, quad), ("2H", three)]:
        assert not plays.beats(one(plays, play), one(plays, table)), (play, table)
    assert readings(plays, "QS-KS-AS") == ["run"]
    assert readings(plays, "KS-AS-2S") == []
    hand = plays.pieces.parse(three + " 2S 6H")
    assert [str(p) for p in plays.generate(hand, one(plays, "2H"))] == ["3C-3S-4C-4S-5C-5S"]


def test_straights_tie_as_the_keys_say() -> None:
    ace = model.Key(what="piece", card=model.RankClass(rank="A"))
    last = model.Key(what="last_card")

    def table(*keys: model.Key) -> Plays:
        straight = combination("straight", sized(5, in_order=STRAIGHTS), compare=(PLACE, *keys))
        order = model.Order(name="straights", of="runs", tiers=tuple((run,) for run in RUNS))
        return Plays(rulebook(deck(), straight, orders=(order,)))

    by_last, by_ace = table(last), table(ace, HIGHEST)
    # The last card of the lowest run from the ace is the five, its ace and its two do not matter.
    assert by_last.beats(one(by_last, "AD-2D-3D-4D-5S"), one(by_last, "AS-2S-3S-4S-5H"))
    assert by_ace.beats(one(by_ace, "AS-2D-3D-4D-5D"), one(by_ace, "AH-2S-3S-4S-5S"))
    # A run without an ace compares by its highest card.
    assert by_ace.beats(one(by_ace, "3D-4D-5D-6D-7S"), one(by_ace, "3S-4S-5S-6S-7H"))
    assert by_ace.compare(one(by_ace, "3D-4D-5D-6D-7S"), one(by_ace, "3S-4S-5S-6S-7H")).keys[1].play == "nothing"


# ---- unbeatable ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2S", True),
        ("2H", False),
        ("2S-2D", True),
        ("2H-2C", False),
        ("2S-2H-2D", True),
        ("AS-2S-3S-4S-5S", True),
        ("10S-JS-QS-KS-AS", False),
        ("2D-2C-2H-2S-3D", False),
    ],
)
def test_unbeatable_plays(text: str, expected: bool) -> None:
    assert CARDS.unbeatable(one(CARDS, text)) is expected


def test_an_untouched_hand_could_still_beat() -> None:
    plays = Plays(load_rulebook("taiwan"))
    assert not plays.unbeatable(one(plays, "AS-2S-3S-4S-5S"))
    # No dragon can be dealt once four of a rank are gone, and no straight flush without a 5 or a 10.
    assert not plays.unbeatable(one(plays, "2S-2H-2D-2C-3S"))
    flush = plays.readings(tuple(range(3, 52, 4)), True)[0]
    assert plays.unbeatable(flush)


def small(*more: model.Combination, copies: int = 1) -> Plays:
    """A deck of twelve, so that everything can be tried."""
    return Plays(
        rulebook(
            deck(RANKS[:4], "DHS" if copies == 1 else "D", copies=copies),
            combination("single", sized(1), compare=(HIGHEST,)),
            combination("pair", sized(2, alike=("rank",)), compare=(HIGHEST,)),
            combination("suited", sized(2, alike=("suit",), not_alike=("rank",)), compare=(model.Key(what="suit"),)),
            combination("house", sized(3, alike=("rank",), label="trio"), sized(2, another="rank")),
            combination("row", sized(3, None, in_order=model.InOrder()), compare=(HIGHEST,)),
            combination("whole", model.Every(attribute="rank", untouched=True), compare=(HIGHEST,)),
            *more,
            players=3,
            each=4,
            ladders=(model.Ladder(name="twos", order=(("suited",), ("pair",)), beats="lower"),),
            bombs=(
                model.Bombs(
                    name="bombs",
                    order=((model.TypeClass(combination="house"),), (model.TypeClass(combination="whole"),)),
                    beats=model.Anything(of="plays"),
                ),
            ),
        )
    )


@pytest.mark.parametrize("copies", [1, 3])
def test_unbeatable_is_trying_the_rest_of_the_deck(copies: int) -> None:
    plays = small(copies=copies)
    every = [*plays.generate(plays.pieces.all)]
    whole = next(
        p for size in [4] for c in oracle.subsets(plays.pieces.all[:8]) for p in plays.readings(c, len(c) == 4)
    )
    for play in [*every[:: max(1, len(every) // 40)], every[-1], whole]:
        assert plays.unbeatable(play) == oracle.unbeatable(plays, play, 4), str(play)


# ---- classes over cards ----------------------------------------------------------------------------------------


def test_most_plays_that_share_no_card() -> None:
    pair = model.TypeClass(combination="pair")
    house = model.TypeClass(combination="full_house")
    cards = CARDS.pieces.parse("3D 3C 3H 3S 4D 4C 4H 9D 9C KS")
    assert CARDS.most(pair, cards, env.Env()) == 4
    assert CARDS.most(house, cards, env.Env()) == 1
    assert CARDS.most(house, CARDS.pieces.parse("3D 3C 3H 4D 4C 4H 9D 9C KS KD"), env.Env()) == 2
    assert CARDS.most(house, CARDS.pieces.parse("3D 3C 3H 3S 4D 4C 4H"), env.Env()) == 1
    assert CARDS.most(model.TypeClass(combination="four_of_a_kind"), CARDS.pieces.parse("3D 3C 3H 3S"), env.Env()) == 0
    tiles = TILES.pieces.parse("6-6 6-6 3-6 4-5")
    assert TILES.most(model.TypeClass(combination="heaven_nine"), tiles, env.Env()) == 2


def test_highest_and_held() -> None:
    single = model.TypeClass(combination="single")
    cards = CARDS.pieces.parse("5D 9S KC")
    assert [str(play) for play in CARDS.extremes(single, cards, "highest", env.Env())] == ["KC"]
    tiles = TILES.pieces.parse("6-6 1-1 4-5 1-4")
    families = TILES.extremes(model.TypeClass(combination="matched"), tiles, "highest", env.Env())
    assert sorted(map(str, families)) == ["Heaven", "Red_nine"]
    assert CARDS.holds(model.RankClass(rank="K"), cards)
    assert not CARDS.holds(model.TypeClass(combination="pair"), cards)
    assert CARDS.holds(model.TypeClass(combination="pair"), CARDS.pieces.parse("5D 5C"))
    whole = model.Pattern(parts=(sized(3, untouched=True),))
    assert CARDS.holds(whole, cards, untouched=True)
    assert not CARDS.holds(whole, cards)
    assert not CARDS.holds(whole, cards[:2], untouched=True)
