"""Small rulebooks built in Python, so that plays can be tested without reading any text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.dsl import model

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = ("D", "C", "H", "S")
RUNS = [*(RANKS[at : at + 5] for at in range(8)), ("2", "3", "4", "5", "6"), ("A", "2", "3", "4", "5")]


def deck(
    ranks: Sequence[str] = RANKS, suits: Sequence[str] = SUITS, copies: int = 1, jokers: Sequence[str] = ()
) -> model.Deck:
    """A deck of ranks and suits, each card so many times; jokers are ranks without a suit."""
    cards = [(rank, suit) for rank in ranks for suit in sorted(suits)]
    pieces = [model.Piece(index=i, name=r + s, rank=r, suit=s, copies=copies) for i, (r, s) in enumerate(cards)]
    for joker in jokers:
        pieces.append(model.Piece(index=len(pieces), name=joker, rank=joker, copies=copies))
    every = (*ranks, *jokers)
    return model.Deck(
        ranks=every,
        suits=tuple(sorted(suits)),
        rank_scales=(model.Scale(tiers=tuple((rank,) for rank in every)),),
        suit_scale=model.Scale(tiers=tuple((suit,) for suit in suits)),
        pieces=tuple(pieces),
    )


def amount(least: int, most: int | None = -1) -> model.Amount:
    """Exactly so many, or a range; None has no end."""
    return model.Amount(least=least, most=least if most == -1 else most)


def sized(least: int, most: int | None = -1, **more: Any) -> model.Sized:
    """A part of so many pieces."""
    return model.Sized(amount=amount(least, most), **more)


def combination(name: str, *parts: model.Part, compare: Sequence[model.Key] = (), **more: Any) -> model.Combination:
    """A combination that compares plays of the same size."""
    more.setdefault("same", (model.Key(what="size"),))
    return model.Combination(name=name, pattern=model.Pattern(parts=parts), compare=tuple(compare), **more)


def play_lines() -> model.Play:
    """How a hand goes, as plainly as can be."""
    opening = model.Opening(by=model.RandomOpens())
    return model.Play(
        direction="clockwise",
        first_hand=opening,
        later_hands=opening,
        must_beat=False,
        pass_drops_out=False,
        one_circuit=False,
        won_at_once=model.AtOnce(),
        next_leader_may_lack_cards=False,
        hand_end=model.HandEnd(count=1, at_most=False, holding=False, judged="at_once"),
        lines=(),
    )


def rulebook(
    pieces: model.Deck, *combinations: model.Combination, players: int = 4, each: int = 13, **more: Any
) -> model.Rulebook:
    """A rulebook of these combinations."""
    return model.Rulebook(
        name="test",
        title="Test",
        edition=1,
        deck=pieces,
        deal=model.Deal(players=players, each=each, rest="unused"),
        combinations=combinations,
        play=play_lines(),
        **more,
    )


STRAIGHTS = model.InOrder(order="straights", windows=True)
RANK = model.Key(what="rank")
SUIT = model.Key(what="suit")
HIGHEST = model.Key(what="highest_card")
PLACE = model.Key(what="place", name="straights")


def big_two(**more: Any) -> model.Rulebook:
    """Climbing with pairs, triples and five-card hands on a ladder that beats what is lower."""
    more.setdefault(
        "ladders",
        (
            model.Ladder(
                name="fives",
                order=(("straight",), ("flush",), ("full_house",), ("four_of_a_kind",), ("straight_flush",)),
                beats="lower",
            ),
        ),
    )
    return rulebook(
        deck(),
        combination("single", sized(1), compare=(HIGHEST,)),
        combination("pair", sized(2, alike=("rank",)), compare=(HIGHEST,)),
        combination("triple", sized(3, alike=("rank",)), compare=(RANK,)),
        combination("straight", sized(5, in_order=STRAIGHTS), compare=(PLACE, HIGHEST)),
        combination("flush", sized(5, alike=("suit",)), compare=(model.Key(what="ranks"), SUIT)),
        combination(
            "full_house",
            sized(3, alike=("rank",), label="trio"),
            sized(2, another="rank"),
            compare=(model.Key(what="rank", part="trio"),),
        ),
        combination(
            "four_of_a_kind",
            sized(4, alike=("rank",), label="quad"),
            sized(1, another="rank"),
            compare=(model.Key(what="rank", part="quad"),),
        ),
        combination("straight_flush", sized(5, in_order=STRAIGHTS, alike=("suit",)), compare=(PLACE, SUIT)),
        orders=(model.Order(name="straights", of="runs", tiers=tuple((run,) for run in RUNS)),),
        **more,
    )


TILES = {
    "Heaven": (6, 6), "Earth": (1, 1), "Bench": (2, 2),
    "Black_nine": (3, 6), "Straight_eight": (2, 6), "Crooked_eight": (3, 5), "Black_five": (2, 3),
    "Red_nine": (4, 5), "Red_five": (1, 4), "Ding_ding": (1, 2), "Two_red": (2, 4),
}  # fmt: skip

FAMILIES = {
    "main": (("Bench",), ("Earth",), ("Heaven",)),
    "black": (("Black_five",), ("Straight_eight", "Crooked_eight"), ("Black_nine",)),
    "red": (("Ding_ding", "Two_red"), ("Red_five",), ("Red_nine",)),
}


def tiles(copies: int = 4) -> model.Rulebook:
    """Four of each tile, ranked inside families, with special plays on a ladder."""
    pieces = model.Deck(
        ranks=tuple(TILES),
        rank_scales=tuple(model.Scale(family=name, tiers=tiers) for name, tiers in FAMILIES.items()),
        pieces=tuple(
            model.Piece(index=index, name=name, rank=name, copies=copies, faces=faces)
            for index, (name, faces) in enumerate(TILES.items())
        ),
    )
    pips = model.Property(property="pips", of=model.Element())

    def of_pips(number: int) -> model.Class:
        where = model.IsSame(left=pips, right=model.Number(value=number))
        parts = tuple(model.WhereClass(base=model.FamilyClass(family=name), where=where) for name in ("red", "black"))
        return model.UnionClass(parts=parts)

    def special(name: str, honour: str, others: str) -> model.Combination:
        return combination(
            name,
            sized(1, None, members=(model.RankClass(rank=honour),), label="honours"),
            sized(1, None, members=(model.SetClass(set=others),)),
        )

    return rulebook(
        pieces,
        combination("matched", sized(1, 4, alike=("identity",)), compare=(RANK,)),
        special("heaven_nine", "Heaven", "nines"),
        special("earth_eight", "Earth", "eights"),
        players=3,
        each=14,
        sets=(
            model.Set(name="nines", value=of_pips(9)),
            model.Set(name="eights", value=of_pips(8)),
        ),
        ladders=(model.Ladder(name="specials", order=(("earth_eight",), ("heaven_nine",)), beats="lower"),),
    )
