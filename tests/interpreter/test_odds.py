"""Odds: the same as trying every hand and every deal, as numbers known otherwise, and as samples of deals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from operator import eq, ge, lt

import pytest
from effort import either
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from patterns_at_random import LOW, RUNS, TURNED, classes, patterns, suitless
from rulebooks_in_python import RANKS, combination, deck, rulebook, sized

from cardwright.dsl import (
    Denied,
    Includes,
    Joined,
    Meets,
    Predicate,
    RulebookError,
    Source,
    check,
    find,
    model,
    read_predicate,
)
from cardwright.interpreter import Cards, Game, Invalid, odds

HAND = model.Fact(fact="hand")
DECKS = {
    "plain": deck(LOW, "DHS"),
    "double": deck(LOW, "DS", copies=2),
    "jokers": deck(LOW, "DS", jokers=("BJ", "RJ")),
    "no_suits": suitless(),
}


@cache
def table(name: str, players: int, each: int) -> Game:
    """A game of one small deck, with pairs that nothing but their pattern decides."""
    types = (combination("single", sized(1)), combination("pair", sized(2, alike=("rank",))))
    return Game(rulebook(DECKS[name], *types, players=players, each=each, orders=(RUNS, TURNED)))


@st.composite
def conditions(draw: st.DrawFn, suits: bool) -> model.Expression:
    """How many of a class a hand has, or whether it has a pair."""
    if draw(st.integers(0, 3)) == 0:
        return model.Has(subject=HAND, of=model.TypeClass(combination="pair"))
    wanted = draw(classes(suits))
    if draw(st.booleans()):
        number = model.Number(value=draw(st.integers(0, 3)))
        return model.IsSame(left=model.Count(of=wanted, among=HAND), right=number, denied=draw(st.booleans()))
    if draw(st.booleans()):
        return model.HasCount(subject=HAND, of=wanted, count=draw(st.integers(0, 3)), or_more=draw(st.booleans()))
    other = model.Count(of=draw(classes(suits)), among=HAND)
    return model.Chain(
        terms=(model.Count(of=wanted, among=HAND), other), ops=(draw(st.sampled_from(("<", "=", ">="))),)
    )


def predicates(suits: bool) -> st.SearchStrategy[Predicate]:
    """Patterns and conditions, joined and denied."""
    leaves: st.SearchStrategy[Predicate] = st.one_of(patterns(suits).map(Includes), conditions(suits).map(Meets))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            inner.map(Denied),
            st.tuples(st.lists(inner, min_size=2, max_size=2), st.booleans()).map(lambda p: Joined(tuple(p[0]), p[1])),
        ),
        max_leaves=3,
    )


def holds(game: Game, predicate: Predicate, hand: Cards) -> bool:
    """Whether it holds of a hand, by its definition."""
    plays = game.rules.plays

    def count(cls: model.Class) -> int:
        return sum(map(plays.piece_class(cls), hand))

    match predicate:
        case Includes(pattern=pattern):
            return plays.holds(pattern, hand, untouched=True)
        case Meets(condition=model.HasCount(of=of, count=number, or_more=or_more)):
            return count(of) >= number if or_more else count(of) == number
        case Meets(condition=model.IsSame(left=model.Count(of=of), right=model.Number(value=number), denied=denied)):
            return (count(of) == number) != denied
        case Meets(condition=model.Chain(terms=(model.Count(of=one), model.Count(of=other)), ops=(sign,))):
            return bool({"<": lt, "=": eq, ">=": ge}[sign](count(one), count(other)))
        case Meets(condition=model.Has()):
            ranks = [game.pieces.ranks[card] for card in hand]
            return len(set(ranks)) < len(ranks)
        case Joined(terms=terms, every=every):
            return (all if every else any)(holds(game, term, hand) for term in terms)
        case Denied(term=term):
            return not holds(game, term, hand)
    raise AssertionError(predicate)


@given(st.data())
@settings(max_examples=either(60, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_counting_by_kind_is_trying_every_hand(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(DECKS)))
    game, size = table(name, 2, 3), data.draw(st.integers(1, 4))
    predicate = data.draw(predicates(name != "no_suits"))
    tried = sum(holds(game, predicate, tuple(sorted(hand))) for hand in combinations(game.deck, size))
    found = odds(game, predicate, size=size)
    assert found.exact == Fraction(tried, comb(len(game.deck), size))


@given(st.data())
@settings(max_examples=either(15, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_counting_deals_is_trying_every_deal(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(DECKS)))
    game = table(name, 2, 2)
    predicate = data.draw(predicates(name != "no_suits"))
    known = cache(lambda hand: holds(game, predicate, hand))
    places = range(len(game.deck))
    deals = [
        (one, other)
        for one in combinations(places, 2)
        for other in combinations([place for place in places if place not in one], 2)
    ]
    tried = sum(any(known(tuple(sorted(game.deck[place] for place in hand))) for hand in deal) for deal in deals)
    assert odds(game, predicate, any_seat=True).exact == Fraction(tried, len(deals))


# ---- numbers known otherwise -------------------------------------------------------------------------------------

HK = find("hk")
GAME = Game(HK.settle())
HANDS = comb(52, 13)
FIVES = comb(52, 5)


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("holding 2 2 2 2", None, Fraction(11, 4165)),
        ("four_twos", None, Fraction(11, 4165)),
        ("not holding 2 2 2 2", None, 1 - Fraction(11, 4165)),
        ("count 2 in hand = 4", None, Fraction(11, 4165)),
        ("count 2 in hand = 5", None, Fraction(0)),
        ("every rank, of a suit", None, Fraction(4, HANDS)),
        ("dragon and holding no 2", None, Fraction(0)),
        ("5 of a suit", 5, Fraction(4 * comb(13, 5), FIVES)),
        ("10-J-Q-K-A, of a suit", 5, Fraction(4, FIVES)),
        ("holding 4 of a rank", 5, Fraction(624, FIVES)),
        ("3 of a rank + 2 of another rank", 5, Fraction(3744, FIVES)),
        ("holding pair", 2, Fraction(1, 17)),
        ("holding no pair", 5, Fraction(comb(13, 5) * 4**5, FIVES)),
        ("(holding AS or holding KS) and not (holding AS and holding KS)", 13, Fraction(2 * comb(50, 12), HANDS)),
        ("count S in hand > count H in hand + 11", 13, Fraction(1 + 13 * 26, HANDS)),
        ("count 2 in hand is 0 and no A", None, Fraction(comb(44, 13), HANDS)),
        (
            "(count 2 in hand is not 0 or hand has A) and not holding A A A A",
            None,
            1 - Fraction(comb(44, 13) + comb(48, 9), HANDS),
        ),
        (
            "count S in hand > 6 and holding pair",
            None,
            Fraction(sum(comb(13, n) * (comb(39, 13 - n) - 3 ** (13 - n)) for n in range(7, 14)), HANDS),
        ),
        ("count S in hand + count C in hand is 2 and holding 4 of a rank", 5, Fraction(13 * 24, FIVES)),
        ("hand has AS and count S in hand is 5 and not 5 of a suit", 6, Fraction(0)),
        ("hand has AS and count S in hand is 4 and holding 3 of a rank", 6, Fraction(comb(12, 3) * 4 * 3, comb(52, 6))),
    ],
)
def test_numbers_known_otherwise(text: str, size: int | None, expected: Fraction) -> None:
    assert odds(GAME, read_predicate(HK, text), size=size).exact == expected


def test_straight_flushes_of_five_cards() -> None:
    windows = next(order for order in GAME.rulebook.orders if order.name == "straights").tiers
    number = sum(len(tier) for tier in windows)
    found = odds(GAME, read_predicate(HK, "5 in straights, of a suit"), size=5)
    assert number == 10 and found.exact == Fraction(4 * number, FIVES)


def test_anybody_has_four_twos_as_often_as_all_together() -> None:
    """Two players cannot both have them; both can lack jacks, queens and kings."""
    assert odds(GAME, "four_twos", any_seat=True).exact == 4 * Fraction(11, 4165)
    pattern = read_predicate(HK, "no J, no Q, no K")
    one, anybody = odds(GAME, pattern).exact, odds(GAME, pattern, any_seat=True).exact
    # By inclusion and exclusion: of so many players together nobody has one of the twelve.
    together = [Fraction(comb(40, 13 * n), comb(52, 13 * n)) for n in range(1, 4)]
    assert one == together[0]
    assert anybody == 4 * together[0] - 6 * together[1] + 4 * together[2]


def test_seats_are_dealt_hands_of_different_sizes() -> None:
    president = find("president")
    game = Game(president.settle({"players": "5"}))
    asked = read_predicate(president, "holding 2 2 2 2", {"players": "5"})
    sizes = model.dealt_sizes(game.rulebook.deal, 52)
    assert len(set(sizes)) == 2
    each = [odds(game, asked, seat=seat) for seat in range(5)]
    assert [one.sizes for one in each] == [(size,) for size in sizes]
    assert [one.exact for one in each] == [Fraction(comb(48, size - 4), comb(52, size)) for size in sizes]
    assert odds(game, asked, any_seat=True).exact == sum(one.exact or 0 for one in each)


# ---- the claims of the rulebooks that ship -------------------------------------------------------------------------


def claims() -> Iterator[tuple[str, str, str]]:
    for name, setting in (
        ("hk", "redeal=yes"),
        ("tien_len", "instant_wins=many"),
        ("tien_len", "instant_wins=usual"),
        ("wikipedia", "dragons=yes"),
        ("chuo_pai", ""),
    ):
        given = dict([setting.split("=")]) if setting else {}
        for claim in find(name).settle(given).claims:
            yield name, setting, claim.name


@pytest.mark.parametrize(("name", "setting", "claim"), list(claims()))
def test_claims_are_counted_and_samples_agree(name: str, setting: str, claim: str) -> None:
    given = dict([setting.split("=")]) if setting else {}
    checked = find(name)
    game = Game(checked.settle(given))
    counted = odds(game, read_predicate(checked, claim, given))
    assert counted.exact == game.chance(claim)
    dealt = odds(game, claim, count=False, hands=2000, seed=4)
    assert dealt.exact is None and dealt.tried == 2000
    # Far outside its interval a sample of a fixed seed is a mistake, and not bad luck.
    spread = dealt.high - dealt.low
    assert counted.exact is not None and dealt.low - spread <= counted.exact <= dealt.high + spread


# ---- samples -------------------------------------------------------------------------------------------------------


def test_what_cannot_be_counted_is_sampled_and_says_so() -> None:
    asked = read_predicate(HK, "holding flush")
    found = odds(GAME, asked, hands=500, seed=1)
    assert found.exact is None and found.why == "too many kinds of hands differ in what they have"
    assert found.held == round(found.estimate * 500) and found.low < found.estimate < found.high
    assert odds(GAME, asked, hands=500, seed=1) == found != odds(GAME, asked, hands=500, seed=2)


def test_a_sample_about_anybody_keeps_within_what_is_certain() -> None:
    found = odds(GAME, "green_dragon", any_seat=True, hands=20, seed=1)
    one = Fraction(4, HANDS)
    assert found.exact is None and found.bounds == (one, 4 * one)
    assert float(one) <= found.low <= found.estimate <= found.high <= float(4 * one)


def test_who_is_dealt_what_is_left_over_is_sampled() -> None:
    """With one piece over, the holder of the lowest card has one more: every other hand has two, or three."""
    pieces = deck(RANKS[:2], "DH", jokers=("BJ",))
    rules = rulebook(pieces, combination("single", sized(1)), players=2, each=2)
    rest = model.Deal(players=2, each=2, rest="holder", rest_to=pieces.pieces[0].name)
    fields = {name: getattr(rules, name) for name in ("name", "title", "edition", "deck", "combinations", "play")}
    game = Game(model.Rulebook(**fields, deal=rest))
    three = Meets(model.HasCount(subject=HAND, of=model.Anything(of="pieces"), count=3))
    found = odds(game, three, hands=2000, seed=1)
    assert found.exact is None and "left over" in found.why
    # Who gets it holds the first piece, or another where that one is left over.
    assert odds(game, three, any_seat=True, hands=200, seed=1).held == 200
    assert 0.45 < found.estimate < 0.65


def test_the_interval_is_that_of_wilson() -> None:
    """Its ends are the shares from which what was seen lies 1.96 of their standard deviations away."""
    found = odds(GAME, read_predicate(HK, "holding flush"), hands=300, seed=2)
    for end in (found.low, found.high):
        assert (found.estimate - end) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / 300)
    never = odds(GAME, read_predicate(HK, "count 2 in hand > 4"), hands=50, seed=2, count=False)
    assert never.low == never.estimate == 0 and never.high == pytest.approx(1.959964**2 / (50 + 1.959964**2))


# ---- reading predicates --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "CW104", (1, 1)),
        ("dragon and", "CW104", (1, 11)),
        ("(dragon", "CW104", (1, 1)),
        ("dragon)", "CW104", (1, 7)),
        ("dragon and four_twos or pair", "CW122", (1, 22)),
        ("dragon and holding foo", "CW201", (1, 20)),
        ("dragon and\n  holding foo", "CW201", (2, 11)),
        ("holding 2 2 foo", "CW104", (1, 13)),
        ("no_faces", "CW406", (1, 1)),
        ("holding no_faces", "CW406", (1, 9)),
        ("opening", "CW205", (1, 1)),
        ("cards of next player > 3", "CW205", (1, 10)),
        ("count 2 in hand", "CW104", (1, 1)),
        ("2 2 2 2 } claim other { holding: 2 2", "CW104", None),
        ("not " * 70 + "dragon", "CW902", None),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, code: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(RulebookError) as caught:
        read_predicate(HK, text)
    first = caught.value.diagnostics[0]
    assert first.span.file == "predicate"
    assert first.code == code or (code == "CW104" and first.code in ("CW301", "CW108"))
    assert place is None or (first.span.line, first.span.column) == place
    lines = text.split("\n")
    for told in caught.value.diagnostics:
        assert 1 <= told.span.line <= len(lines) and told.span.end_column <= len(lines[told.span.end_line - 1]) + 1


def test_names_of_the_rulebook_are_known() -> None:
    text = HK.source.text + "\nset tops: A, K, 2\n"
    own = check(Source("own.rules", text))
    game = Game(own.settle())
    named = odds(game, read_predicate(own, "count tops in hand >= 10"))
    listed = odds(game, read_predicate(own, "count A in hand + count K in hand + count 2 in hand >= 10"))
    assert named.exact == listed.exact == Fraction(sum(comb(12, n) * comb(40, 13 - n) for n in (10, 11, 12)), HANDS)


def test_only_claims_are_named_without_being_read() -> None:
    with pytest.raises(Invalid, match="there is no claim `holding 2`"):
        odds(GAME, "holding 2")
    with pytest.raises(Invalid):
        odds(GAME, "dragon", seat=4)
    with pytest.raises(Invalid):
        odds(GAME, "dragon", size=53)
    with pytest.raises(Invalid):
        odds(GAME, "dragon", size=5, any_seat=True)
