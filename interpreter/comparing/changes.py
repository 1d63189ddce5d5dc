"""What two rulebooks declare otherwise, declaration by declaration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cardwright.dsl import model

from .forms import Forms
from .pairing import GROUPS, Pairing

Part: TypeAlias = Literal[
    "deck", "deal", "orders", "sets", "combinations", "ladders", "bombs", "free", "play", "auctions", "steps",
    "effects", "duties", "claims", "claim_rules", "tables", "factors", "lets", "payments", "match", "always",
]  # fmt: skip

ABOUT_CARDS = frozenset({"deck", "orders", "sets", "combinations", "ladders", "bombs", "free"})
"""The parts that say which plays there are and which beats which."""
ABOUT_PLAYS = ABOUT_CARDS - {"deck", "sets"}
"""The same without those that are told in full wherever they are named."""
ABOUT_PAY = frozenset({"tables", "factors", "lets", "payments", "match", "always"})
"""The parts that say what a hand pays."""
ABOUT_ENDS = ABOUT_PAY | {"deal", "duties", "claims", "auctions", "effects"}
"""The same with the parts that say what may have happened by then."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is declared otherwise. `first` and `second`: as either rulebook has it, None where it has no such
    thing. `name`: what the first one calls it, or which field of `play` it is; where declarations only stand in another
    order, `order`, and either side is their names."""

    part: Part
    name: str
    first: object | None
    second: object | None
    own: bool = True
    """Whether it says something else itself; otherwise only something that it names does."""


def changes(pairing: Pairing) -> Iterator[Change]:
    """Every declaration that does not say the same in both rulebooks, in the order of the rulebook's parts."""
    ours, theirs = pairing.first.rulebook, pairing.second.rulebook
    forms, by_name = pairing.forms(), pairing.forms(by_name=True)

    def differ(one: object, other: object, forms: tuple[Forms, Forms] = forms) -> bool:
        return forms[0].of(one) != forms[1].of(other)

    if _deck(ours.deck, forms[0]) != _deck(theirs.deck, forms[1]):
        yield Change("deck", "deck", ours.deck, theirs.deck)
    if differ(ours.deal, theirs.deal):
        yield Change("deal", "deal", ours.deal, theirs.deal)
    for group in GROUPS:
        for one, other in pairing.declared(group):
            if one is None or other is None or differ(one, other):
                named = pairing.named(other.name) if one is None and other is not None else one.name if one else ""
                own = one is None or other is None or differ(one, other, by_name)
                yield Change(group, named, one, other, own)  # type: ignore[arg-type]
        if group in model.IN_ORDER and (orders := _orders(pairing, group)) is not None:
            yield Change(group, "order", *orders)  # type: ignore[arg-type]
        if group == "bombs":
            free = [{tuple(sorted(f.name(n) for n in one.types)): one for one in book.free}
                    for f, book in zip(forms, (ours, theirs), strict=True)]  # fmt: skip
            for types in dict.fromkeys((*free[0], *free[1])):
                if types not in free[0] or types not in free[1]:
                    yield Change("free", types[0], free[0].get(types), free[1].get(types))
            yield from _play(ours.play, theirs.play, forms, by_name)
    if differ(ours.claim_rules, theirs.claim_rules):
        yield Change("claim_rules", "claims", ours.claim_rules, theirs.claim_rules)
    if differ(_worth_told(ours.match), _worth_told(theirs.match)):
        yield Change("match", "match", ours.match, theirs.match)


def _orders(pairing: Pairing, group: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """In which order either rulebook has the declarations that both have, where that is another."""
    ours = [one.name for one in getattr(pairing.first.rulebook, group)]
    theirs = [one.name for one in getattr(pairing.second.rulebook, group)]
    shared = tuple(name for name in theirs if pairing.named(name) in ours)
    called = tuple(map(pairing.named, shared))
    both = tuple(name for name in ours if name in called)
    return None if both == called else (both, shared)


def _play(
    ours: model.Play, theirs: model.Play, forms: tuple[Forms, Forms], by_name: tuple[Forms, Forms]
) -> Iterator[Change]:
    """The rules of a hand, line by line."""
    for line, fields in LINES.items():
        same = forms[0].some(ours, fields) == forms[1].some(theirs, fields)
        if not same and not (line == "later hands" and _as_the_first(ours, theirs)):
            own = by_name[0].some(ours, fields) != by_name[1].some(theirs, fields)
            yield Change("play", line, ours, theirs, own)


LINES: dict[str, tuple[str, ...]] = {
    "before": ("before",),
    "turns": ("direction",),
    "first hand": ("first_hand",),
    "later hands": ("later_hands",),
    "each turn": ("must_beat", "discards"),
    "pass": ("pass_drops_out",),
    "trick": ("one_circuit",),
    "won at once": ("won_at_once",),
    "pile": ("pile",),
    "next trick": ("next_leader_may_lack_cards",),
    "last trick": ("last_trick_wins",),
    "hand": ("hand_end",),
}
"""The lines of `play`, with what the model has of each."""


def _as_the_first(ours: model.Play, theirs: model.Play) -> bool:
    """Whether in both rulebooks later hands are opened as the first."""
    return all(play.first_hand == play.later_hands for play in (ours, theirs))


def _worth_told(match: model.Match) -> tuple[object, ...]:
    """What a match says; that a point is worth 1 need not be said."""
    worth = match.worth
    plain = worth is None or (isinstance(worth, model.Number) and worth.value == 1)
    return (None if plain else worth, *goes_on(match))


def goes_on(match: model.Match) -> tuple[object, ...]:
    """When a match ends, and who has won it then."""
    return (match.hands, match.points, match.wins, match.shared)


def _deck(deck: model.Deck, forms: Forms) -> object:
    pieces = {
        forms.name(piece.name): (piece.copies, tuple(sorted(piece.faces))) for piece in deck.pieces if piece.copies
    }
    scales = {tuple(tuple(sorted(map(forms.name, tier))) for tier in scale.tiers) for scale in deck.rank_scales}
    suits = None if deck.suit_scale is None else tuple(tuple(map(forms.name, tier)) for tier in deck.suit_scale.tiers)
    return (pieces, tuple(map(forms.name, deck.ranks)), scales, suits)
