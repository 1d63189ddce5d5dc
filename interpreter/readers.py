"""What the rest of a rulebook reads of its cards: all that can tell two decks, or two ways to write the same
combinations, apart beside which plays there are and which beats which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from cardwright.dsl import model

Aspect: TypeAlias = Literal["order", "faces", "insides"]
"""`order`: which rank, suit or card is higher, and how ranks are written. `faces`: how many pips. `insides`: which
parts a play has, how long it is, what it is compared by."""

_NONE: frozenset[Aspect] = frozenset()
_ORDER: frozenset[Aspect] = frozenset({"order"})
_FACES: frozenset[Aspect] = frozenset({"faces"})
_INSIDES: frozenset[Aspect] = frozenset({"order", "insides"})
_ALL: frozenset[Aspect] = frozenset({"order", "faces", "insides"})

_PROPERTIES: dict[str, frozenset[Aspect]] = {
    **dict.fromkeys(("cards", "hand", "plays", "pile", "place", "points", "bid", "size"), _NONE),
    **dict.fromkeys(("rank", "suit", "ranks", "length"), _INSIDES),
    "pips": _FACES,
}

BLIND: frozenset[type[model.Node]] = frozenset({
    # classes and values that name cards, combinations and players
    model.Anything, model.RankClass, model.SuitClass, model.PieceClass, model.FamilyClass, model.SetClass,
    model.RungsClass, model.PassClass, model.UnionClass, model.WhereClass, model.CardsValue, model.Fact, model.Role,
    model.Placed, model.Variable, model.Element,
    # what is worked out from its terms
    model.Number, model.Calculation, model.Arithmetic, model.Negative, model.Extreme, model.AllOf, model.AnyOf,
    model.Not, model.IsSame, model.IsIn, model.Has, model.HasCount, model.Count, model.Played, model.Claimed,
    model.Wins, model.Some, model.Selected, model.Total, model.Case, model.Choice,
    # declarations, as far as they have no field that is told apart below
    model.Deal, model.Set, model.HandEnd, model.Line, model.Play, model.Opening, model.HolderOpens, model.RandomOpens,
    model.LastWinnerOpens, model.LastLoserOpens, model.RoleOpens, model.Step, model.Takes, model.Deed, model.Effect,
    model.Duty, model.Refused, model.Pays, model.Claim, model.Table, model.TableRow, model.Factors, model.FactorRow,
    model.Share, model.Let, model.Payment, model.Transfer, model.Each, model.One, model.Match, model.Always,
    model.Bombs, model.Ladder,
    # patterns of claims
    model.Pattern, model.Amount, model.Sized, model.EachOf, model.Lacking,
})  # fmt: skip
"""Nodes that read nothing of the cards themselves, or no more than which combination they are."""


def read_by(node: model.Node) -> frozenset[Aspect]:
    """What a node reads itself; of one that is not known here, everything."""
    match node:
        case model.Property(property=name):
            return _PROPERTIES.get(name, _ALL)
        case model.Chain(terms=terms):
            return _NONE if any(map(_is_number, terms)) else _ORDER
        case model.IsBetween(value=value, low=low, high=high):
            return _NONE if any(map(_is_number, (value, low, high))) else _ORDER
        case model.TypeClass(rank=rank, length=length):
            return _NONE if rank is None and length is None else _INSIDES
        case model.AtOnce(unbeatable=unbeatable):
            return _INSIDES if unbeatable else _NONE
        case model.Auction(starts=starts):
            return _ORDER if starts == "lowest" else _NONE
        case model.Gives(extreme=extreme):
            return _NONE if extreme is None else _ORDER
        case model.Claims(ties=ties):
            return _ORDER if "lowest_card" in ties else _NONE
        case model.Listed(run=run):
            return _ORDER if run else _NONE
        case model.LowestOpens() | model.InOrder() | model.Every() | model.RankValue() | model.SuitValue():
            return _ORDER
        case _:
            return _NONE if type(node) in BLIND else _ALL


def reads(rulebook: model.Rulebook, *parts: object) -> frozenset[Aspect]:
    """What some parts of a rulebook read, with all that they name."""
    return _NONE.union(*map(read_by, reached(rulebook, *parts)))


def reached(rulebook: model.Rulebook, *parts: object) -> Iterator[model.Node]:
    """The nodes of some parts, and of every set, list of bombs, calculation and payment that they name, each once."""
    named: dict[tuple[str, str], object] = {
        **{("set", one.name): one for one in rulebook.sets},
        **{("rungs", one.name): one for one in (*rulebook.ladders, *rulebook.bombs)},
        **{("table", one.name): one for one in rulebook.tables},
        **{("factors", one.name): one for one in rulebook.factors},
        **{("let", one.name): one for one in rulebook.lets},
        **{("payment", one.name): one for one in rulebook.payments},
    }
    left = list(parts)
    while left:
        for node in model.nodes(left.pop()):
            yield node
            for key in _names(node):
                left += [named.pop(key)] if key in named else []


def in_play(rulebook: model.Rulebook) -> tuple[object, ...]:
    """The parts that say how a hand is played."""
    return (
        rulebook.deal, rulebook.play, rulebook.auctions, rulebook.steps, rulebook.effects, rulebook.duties,
        rulebook.claims, *([rulebook.claim_rules] if rulebook.claims else []),
    )  # fmt: skip


def at_settlement(rulebook: model.Rulebook) -> tuple[object, ...]:
    """The parts that say what a hand pays."""
    pays = tuple(duty for duty in rulebook.duties if isinstance(duty.breach, model.Pays))
    return (rulebook.payments, rulebook.match, rulebook.always, pays)


def _names(node: model.Node) -> Iterator[tuple[str, str]]:
    match node:
        case model.SetClass(set=name):
            yield "set", name
        case model.RungsClass(rungs=name):
            yield "rungs", name
        case model.Calculation(target=target, name=name):
            yield target, name
        case model.Deed(payment=str(name)) | model.Pays(payment=name):
            yield "payment", name
        case _:
            return


def _is_number(term: object) -> bool:
    """Whether a term can be nothing but a number: then so are those that it is compared with."""
    match term:
        case model.Property(property=name):
            return name not in ("rank", "suit", "ranks", "hand", "plays", "pile")
        case _:
            numbers = (model.Number, model.Count, model.Total, model.Calculation, model.Arithmetic, model.Negative)
            return isinstance(term, numbers)


# ---- payments by numbers of cards alone ------------------------------------------------------------------------------

_COUNTED = frozenset({
    model.Number, model.Variable, model.Arithmetic, model.Negative, model.Extreme, model.AllOf, model.AnyOf, model.Not,
    model.Chain, model.IsSame, model.IsBetween, model.Calculation, model.Some, model.Selected, model.Total, model.Case,
    model.Choice, model.Wins, model.Element, model.Table, model.TableRow, model.Factors, model.FactorRow, model.Share,
    model.Let, model.Payment, model.Transfer, model.Each, model.One, model.Match, model.Always,
})  # fmt: skip
_PLAYERS = frozenset({"player", "players", "winner", "losers", "payer", "payee", "zero_sum"})


def only_counts(rulebook: model.Rulebook) -> bool:
    """Whether what a hand pays hangs on nothing but how many cards everybody has left, of whom one has none."""
    end, play = rulebook.play.hand_end, rulebook.play
    plain_end = (end.count, end.at_most, end.holding, end.judged) == (1, False, False, "at_once")
    if not plain_end or play.discards or play.last_trick_wins:
        return False
    # Claims and gifts may leave several without cards, or end a hand before its time.
    if rulebook.claims or any(isinstance(step.act, model.Gives) for step in rulebook.steps):
        return False
    if any(deed.deed == "pays" for effect in rulebook.effects for deed in effect.then):
        return False
    return all(map(_counts, reached(rulebook, *at_settlement(rulebook))))


def _counts(node: model.Node) -> bool:
    match node:
        case model.Fact(fact=fact):
            return fact in _PLAYERS
        case model.Property(property=name):
            return name == "cards"
        case model.Share(for_each=None, among=None) | model.Table(of="cards"):
            return True
        case model.Share() | model.Table():
            return False
        case _:
            return type(node) in _COUNTED
