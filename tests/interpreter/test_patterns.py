"""Every pattern: finding its cards in a hand is the same as trying all subsets of the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulebooks_in_python import RANKS, combination, deck, rulebook, sized

from cardwright.dsl import model
from cardwright.interpreter import Plays, oracle

LOW = RANKS[:5]
RUNS = model.Order(
    name="runs", of="runs", tiers=((("3", "4", "5"), ("5", "6", "7")), (("7", "3", "4"),), (("6", "7"),))
)
TURNED = model.Order(name="turned", of="ranks", tiers=((("7",),), (("3",), ("4",)), (("6",),), (("5",),)))
ATTRIBUTES: tuple[model.Attribute, ...] = ("rank", "suit", "identity")


def tables() -> dict[str, Plays]:
    """Small decks: plain, doubled, with jokers that have no suit."""
    decks = {
        "plain": deck(LOW, "DHS"),
        "double": deck(LOW, "DS", copies=2),
        "jokers": deck(LOW, "DS", jokers=("BJ", "RJ")),
        "no_suits": suitless(),
    }
    single = combination("single", sized(1))
    return {name: Plays(rulebook(pieces, single, orders=(RUNS, TURNED))) for name, pieces in decks.items()}


def suitless() -> model.Deck:
    """Three of each rank and no suits."""
    return model.Deck(
        ranks=LOW,
        rank_scales=(model.Scale(tiers=tuple((rank,) for rank in LOW)),),
        pieces=tuple(model.Piece(index=i, name=rank, rank=rank, copies=3) for i, rank in enumerate(LOW)),
    )


TABLES = tables()


def amounts(most: int = 3) -> st.SearchStrategy[model.Amount]:
    """`2`, `1 to 3`, `2 or more`."""
    exact = st.integers(1, most).map(lambda n: model.Amount(least=n, most=n))
    ranges = st.tuples(st.integers(1, most), st.integers(0, 2)).map(lambda p: model.Amount(least=p[0], most=sum(p)))
    return st.one_of(exact, exact, ranges, st.integers(1, most).map(lambda n: model.Amount(least=n, most=None)))


def classes(suits: bool) -> st.SearchStrategy[model.Class]:
    """A rank, a suit, or one of two ranks."""
    ranks: st.SearchStrategy[model.Class] = st.sampled_from(LOW).map(lambda rank: model.RankClass(rank=rank))
    either: st.SearchStrategy[model.Class] = st.lists(ranks, min_size=2, max_size=3).map(
        lambda parts: model.UnionClass(parts=tuple(parts))
    )
    of_suit: st.SearchStrategy[model.Class] = st.sampled_from("DS").map(lambda suit: model.SuitClass(suit=suit))
    return st.one_of(ranks, either, of_suit) if suits else st.one_of(ranks, either)


@st.composite
def orders(draw: st.DrawFn) -> model.InOrder:
    """A listed order of runs, or neighbours in the ranks or in an order of them."""
    if draw(st.booleans()):
        return model.InOrder(order="runs", windows=True)
    ends = draw(st.sampled_from([(None, None), ("3", "6"), ("4", "7")]))
    order = draw(st.sampled_from([None, "turned"]))
    return model.InOrder(order=order, low=None if order else ends[0], high=None if order else ends[1])


@st.composite
def parts(draw: st.DrawFn, labels: tuple[str, ...], suits: bool) -> model.Part:
    """A part after the parts with these labels."""
    nothing: st.SearchStrategy[tuple[model.Attribute, ...]] = st.just(())
    few = st.lists(st.sampled_from(ATTRIBUTES), max_size=2, unique=True).map(tuple)
    alike = draw(st.one_of(nothing, nothing, few))
    not_alike = draw(st.one_of(nothing, nothing, nothing, st.sampled_from(ATTRIBUTES).map(lambda a: (a,))))
    members = draw(st.one_of(st.just(()), st.just(()), st.just(()), classes(suits).map(lambda cls: (cls,))))
    label = f"part{len(labels)}"
    common: dict[str, Any] = {"alike": alike, "not_alike": not_alike, "label": label}
    others_too = ["each_of", "each_of", "every", "listed", "lacking"]
    kind = draw(st.sampled_from(["sized"] * 8 + others_too))
    run = draw(st.one_of(st.none(), st.none(), st.none(), orders())) if not alike else None
    if kind == "each_of":
        attribute = "rank" if run else draw(st.sampled_from(ATTRIBUTES))
        return model.EachOf(
            each=draw(amounts(2)), groups=draw(amounts(2)), attribute=attribute, in_order=run, members=members, **common
        )
    if kind == "every":
        return model.Every(attribute=draw(st.sampled_from(ATTRIBUTES)), members=members, **common)
    if kind == "listed":
        return model.Listed(items=tuple(draw(st.lists(classes(suits), min_size=1, max_size=3))), **common)
    if kind == "lacking":
        return model.Lacking(items=tuple(draw(st.lists(classes(suits), min_size=1, max_size=2))))
    another = draw(st.one_of(st.none(), st.sampled_from(ATTRIBUTES))) if labels else None
    others = draw(st.one_of(st.none(), st.none(), st.sampled_from(ATTRIBUTES))) if labels else None
    per = draw(st.one_of(st.none(), st.sampled_from(labels))) if labels else None
    return model.Sized(
        amount=draw(amounts(1 if labels else 3)),
        another=another,
        others=others,
        per=per,
        in_order=run,
        members=members,
        **common,
    )


@st.composite
def patterns(draw: st.DrawFn, suits: bool = True) -> model.Pattern:
    """One to three parts, at least one of which asks for cards."""
    chosen: list[model.Part] = []
    labels: tuple[str, ...] = ()
    for _ in range(draw(st.integers(1, 3))):
        part = draw(parts(labels, suits))
        chosen.append(part)
        if not isinstance(part, model.Lacking) and part.label:
            labels = (*labels, part.label)
    if all(isinstance(part, model.Lacking) for part in chosen):
        chosen.append(sized(1))
    return model.Pattern(parts=tuple(chosen))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Plays, model.Pattern, tuple[int, ...]]:
    """A deck, a pattern, and a hand."""
    name = draw(st.sampled_from(sorted(TABLES)))
    plays = TABLES[name]
    everything = plays.pieces.all
    hand = draw(st.permutations(everything))[: draw(st.integers(4, 8))]
    return plays, draw(patterns(suits=name != "no_suits")), tuple(sorted(hand))


@given(questions())
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_generating_is_trying_all_subsets(question: tuple[Plays, model.Pattern, tuple[int, ...]]) -> None:
    plays, pattern, hand = question
    planner = plays.planner(pattern)
    found = {cards for cards in planner.choices(planner.pool(hand), (1, len(hand))) if planner.lacks(cards)}
    tried = {cards for cards in oracle.subsets(hand) if any(oracle.ways(planner.rules, cards))}
    assert found == tried


@given(questions())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_matching_finds_every_way_to_fill_the_parts(question: tuple[Plays, model.Pattern, tuple[int, ...]]) -> None:
    plays, pattern, cards = question
    whole = Plays(plays.rulebook.model_copy(update={"combinations": (combination("only", *pattern.parts),)}))
    matcher = whole.matchers[0]
    by_definition = {told_apart(pattern, way) for way in oracle.ways(matcher.planner.rules, cards)}
    assert {told_apart(pattern, way) for way in matcher.fillings(cards)} == by_definition


def told_apart(pattern: model.Pattern, way: Iterable[tuple[Iterable[int], object]]) -> tuple[object, ...]:
    """A way to fill the parts; what nameless parts have that are no runs is told in no order."""
    each = [(tuple(sorted(cards)), window) for cards, window in way]
    nameless = [isinstance(part, model.Sized) and not part.label and part.in_order is None for part in pattern.parts]
    named = tuple(None if plain else one for plain, one in zip(nameless, each, strict=True))
    return (*named, *sorted(cards for plain, (cards, _) in zip(nameless, each, strict=True) if plain))


@given(st.integers(2, 4), st.integers(1, 2), st.sampled_from([("rank", True), ("rank", False), (None, False)]),
       st.sampled_from(["", "a", "all"]), st.data())  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_parts_that_ask_the_same_are_filled_in_one_order(
    number: int, size: int, kind: tuple[model.Attribute | None, bool], names: str, data: st.DataObject
) -> None:
    """Two copies of each piece, parts that are alike but for a name, and one part more: nothing is found twice, and
    nothing is missed."""
    attribute, other = kind
    amount = model.Amount(least=size, most=size + other)
    labels = [None if not names or (names == "a" and at) else f"part_{at}" for at in range(number)]
    first = model.Sized(amount=amount, alike=(attribute,) if attribute else (), label=labels[0])
    parts = [first, *(model.Sized(amount=amount, another=attribute, label=label) for label in labels[1:])]
    pattern = model.Pattern(parts=(*parts, sized(1)) if data.draw(st.booleans()) else tuple(parts))
    plays = TABLES["double"]
    hand = tuple(sorted(data.draw(st.permutations(plays.pieces.all))[:8]))
    planner = plays.planner(pattern)
    found = planner.choices(planner.pool(hand), (1, len(hand)))
    assert found == {cards for cards in oracle.subsets(hand) if any(oracle.ways(planner.rules, cards))}
    if (size, other, names) == (1, False, "") and len(pattern.parts) == number:
        assert len(list(planner.fill(planner.pool(hand)))) == len(found)


def test_many_parts_that_ask_the_same_are_soon_found() -> None:
    plays = TABLES["plain"]
    planner = plays.planner(model.Pattern(parts=tuple(sized(1) for _ in range(12))))
    hand = plays.pieces.all[:13]
    assert len(list(planner.fill(planner.pool(hand)))) == 13


@given(questions())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_holding_is_including(question: tuple[Plays, model.Pattern, tuple[int, ...]]) -> None:
    plays, pattern, cards = question
    lacking = [part for part in pattern.parts if isinstance(part, model.Lacking)]
    asking = model.Pattern(parts=tuple(part for part in pattern.parts if part not in lacking))
    whole = all(plays.planner(model.Pattern(parts=(part,))).lacks(cards) for part in lacking)
    assert plays.holds(pattern, cards) == (whole and oracle.holds(plays, asking, cards))
