"""Well-formed patterns at random, over small decks: plain, doubled, with jokers, without suits."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from rulebooks_in_python import RANKS, combination, deck, rulebook, sized

from cardwright.dsl import model
from cardwright.interpreter import Plays

LOW = RANKS[:5]
RUNS = model.Order(
    name="runs", of="runs", tiers=((("3", "4", "5"), ("5", "6", "7")), (("7", "3", "4"),), (("6", "7"),))
)
TURNED = model.Order(name="turned", of="ranks", tiers=((("7",),), (("3",), ("4",)), (("6",),), (("5",),)))
ATTRIBUTES: tuple[model.Attribute, ...] = ("rank", "suit", "identity")


def decks() -> dict[str, model.Deck]:
    """Small decks: plain, doubled, with jokers that have no suit, without suits."""
    return {
        "plain": deck(LOW, "DHS"),
        "double": deck(LOW, "DS", copies=2),
        "jokers": deck(LOW, "DS", jokers=("BJ", "RJ")),
        "no_suits": suitless(),
    }


def tables() -> dict[str, Plays]:
    """The plays of a rulebook for each deck."""
    single = combination("single", sized(1))
    return {name: Plays(rulebook(pieces, single, orders=(RUNS, TURNED))) for name, pieces in decks().items()}


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
