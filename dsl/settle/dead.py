"""Why no cards of a deck can form a pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .. import model as m


def why_dead(pattern: m.Pattern, deck: m.Deck, most: int | None, sets: Mapping[str, m.Set]) -> str | None:
    """Why no cards of a deck can form a pattern, None if some may; `most`: how many a player can hold."""
    need = 0
    for part in pattern.parts:
        if isinstance(part, m.Lacking):
            continue
        least, why = _part(part, deck, sets)
        if why is not None:
            return why
        need += least
    if most is not None and need > most:
        return f"it takes {need} cards, and nobody is dealt more than {most}"
    return None


def _part(part: m.Part, deck: m.Deck, sets: Mapping[str, m.Set]) -> tuple[int, str | None]:
    """How many cards a part takes at least, and why it can never be had."""
    match part:
        case m.Sized(amount=amount, per=per):
            least = amount.least if per is None else 0
            pieces = _members(part.members, deck, sets)
            if pieces is None:
                return least, None
            most = max(_buckets(pieces, part.alike).values(), default=0)
            if least > most:
                return least, f"the deck has at most {most} such card{'' if most == 1 else 's'}"
            return least, _too_far(part.in_order, least, deck)
        case m.EachOf(each=each, groups=groups):
            pieces = _members(part.members, deck, sets)
            least = each.least * groups.least
            if pieces is None:
                return least, None
            values = _buckets(pieces, (part.attribute,))
            enough = sum(count >= each.least for count in values.values())
            if enough < groups.least:
                return least, f"the deck has {enough} such groups"
            return least, _too_far(part.in_order, groups.least, deck)
        case m.Every(attribute=attribute):
            pieces = _members(part.members, deck, sets)
            return (0, None) if pieces is None else (len(_buckets(pieces, (attribute,))), None)
        case m.Listed(items=items):
            for item, count in Counter(replace(item, span=None) for item in items).items():
                pieces = _members((item,), deck, sets)
                there = None if pieces is None else sum(piece.copies for piece in pieces)
                if there is not None and count > there:
                    return len(items), f"it takes {count} where the deck has {there}"
            return len(items), None
        case _:
            return 0, None


def _too_far(order: m.InOrder | None, count: int, deck: m.Deck) -> str | None:
    if order is None or order.windows or order.order is not None:
        return None
    ranks = list(deck.ranks)
    low = ranks.index(order.low) if order.low in ranks else 0
    high = ranks.index(order.high) if order.high in ranks else len(ranks) - 1
    there = max(0, high - low + 1)
    return None if count <= there else f"it takes {count} ranks in a row, and there are {there}"


def _buckets(pieces: Iterable[m.Piece], alike: Sequence[m.Attribute]) -> Counter[object]:
    counts: Counter[object] = Counter()
    for piece in pieces:
        value = {"rank": piece.rank, "suit": piece.suit, "identity": piece.name}
        counts[tuple(value[attribute] for attribute in alike)] += piece.copies
    return counts


def _members(classes: Iterable[m.Class], deck: m.Deck, sets: Mapping[str, m.Set]) -> list[m.Piece] | None:
    """The pieces in play that are in all of the classes; None where that takes more than a look."""
    found = [piece for piece in deck.pieces if piece.copies]
    for cls in classes:
        kept = [(piece, _is_in(piece, cls, deck, sets)) for piece in found]
        if any(inside is None for _, inside in kept):
            return None
        found = [piece for piece, inside in kept if inside]
    return found


def _is_in(piece: m.Piece, cls: m.Class, deck: m.Deck, sets: Mapping[str, m.Set]) -> bool | None:
    match cls:
        case m.Anything():
            return True
        case m.RankClass(rank=rank):
            return piece.rank == rank
        case m.SuitClass(suit=suit):
            return piece.suit == suit
        case m.PieceClass(piece=name):
            return piece.name == name
        case m.FamilyClass(family=family):
            return any(
                scale.family == family and any(piece.rank in tier for tier in scale.tiers) for scale in deck.rank_scales
            )
        case m.UnionClass(parts=parts):
            answers = [_is_in(piece, part, deck, sets) for part in parts]
            return None if None in answers else any(answers)
        case m.SetClass(set=name) if name in sets:
            # A set that leads back to itself is told elsewhere.
            return _is_in(piece, sets[name].value, deck, {one: of for one, of in sets.items() if one != name})
        case _:
            return None
