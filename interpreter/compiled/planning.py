"""Which loops find the cards of a pattern: decided once, told by `cardwright plan`, written by the compiler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.dsl import model

from ..parts import PartRule, Values
from ..pieces import Pieces
from ..play import Window
from .choices import AllKinds, Items, Single, Some, Subsets
from .layout import CannotCompile, CardLayout
from .loops import Loop, OfKind, OfRank, Within
from .runs import Groups, Ranks, Run, lengths

_DEEP = 14
"""So many loops may stand in one another where a run is the whole pattern; half as many where it is a part."""


@dataclass(frozen=True)
class PatternPlan:
    """How a pattern is found. `lacking`: what no card may be."""

    loops: tuple[Loop, ...]
    lacking: tuple[PartRule, ...]

    @property
    def runs(self) -> dict[int, tuple[Window, ...]]:
        """The runs of each part, as its loops number them, by the identity of its rule."""
        return {id(loop.rule): loop.runs for loop in self.loops}

    @property
    def tries(self) -> bool:
        """Whether subsets are tried."""
        return any(_innermost(loop).tries for loop in self.loops)

    def ways(self, held: int) -> int:
        """How many choices are looked at, at most, in a hand of so many pieces."""
        total = 1
        for loop in self.loops:
            total *= loop.ways(held)
        return total


def plan(rules: Sequence[PartRule], layout: CardLayout) -> PatternPlan:
    """The loops for each part; raises CannotCompile where there are none."""
    filled = [rule for rule in rules if not isinstance(rule.part, model.Lacking)]
    lacking = tuple(rule for rule in rules if isinstance(rule.part, model.Lacking))
    return PatternPlan(tuple(_loop(rule, layout, len(filled) == 1) for rule in filled), lacking)


def _innermost(loop: Loop) -> Loop:
    return _innermost(loop.inner) if isinstance(loop, Within) else loop


def _loop(rule: PartRule, layout: CardLayout, alone: bool) -> Loop:
    """The loops for a part, outermost first."""
    shared = [values for values in (*rule.alike, rule.another) if values is not None]
    if rule.another is not None and rule.per is not None:
        shared.remove(rule.another)
    attributes = list(dict.fromkeys(values.attribute for values in shared))
    part, pieces = rule.part, layout.pieces
    unsuited = "suit" in attributes and any(pieces.suits[card] is None for card in layout.order)
    if not unsuited and ("identity" in attributes or ({"rank", "suit"} <= {*attributes} and one_of_each(pieces))):
        attributes = ["identity"]
    plain = isinstance(part, model.Sized) and rule.windows is None and rule.per is None
    if plain and isinstance(part, model.Sized) and attributes in (["identity"], ["rank"]):
        if attributes == ["identity"]:
            return OfKind(rule, part.amount.least, _most(part.amount, max(pieces.copies)))
        largest = _largest(layout)
        return OfRank(rule, part.amount.least, _most(part.amount, largest), largest)
    if rule.another is not None and rule.per is not None:
        inner = _groups_anew(rule, rule.another, layout)
    else:
        inner = _inside(rule, layout, alone, one_of_each(pieces) and layout.single and "suit" in attributes)
    for attribute in sorted(attributes):
        inner = Within(rule, attribute, _values(attribute, layout), _least(rule, layout), inner)
    return inner


def _groups_anew(rule: PartRule, another: Values, layout: CardLayout) -> Loop:
    """For each rank that a part before spans, a group of a value that is not used."""
    assert isinstance(rule.part, model.Sized)
    amount = rule.part.amount
    if another.attribute == "rank" and rule.windows is None:
        most, largest = _most(amount, _largest(layout)), _largest(layout)
        return Ranks(rule, amount.least, most, None, len(layout.ranks), largest)
    windows = runs(rule, layout) if rule.windows is not None else None
    each = (amount.least, amount.most)
    copies = max(layout.pieces.copies)
    return Subsets(rule, amount.least, amount.most, each, None, another.attribute, windows, copies)


def _inside(rule: PartRule, layout: CardLayout, alone: bool, one_suit: bool) -> Loop:
    """The loops for a part whose pool is filtered already."""
    pieces, part = layout.pieces, rule.part
    largest, copies = _largest(layout), max(pieces.copies)
    match part:
        case model.Sized(amount=amount) if rule.windows is None:
            if amount.least == amount.most == 1 and rule.per is None and alone:
                return Single(rule)
            return Some(rule, amount.least, amount.most, copies)
        case model.Sized(amount=amount) if rule.per is None:
            longest = _most(amount, len(layout.ranks))
            return _run(rule, tuple(w for w in runs(rule, layout) if amount.least <= len(w) <= longest),
                        layout, alone, one_suit)  # fmt: skip
        case model.Sized(amount=amount):
            return Subsets(rule, amount.least, amount.most, None, None, "rank", runs(rule, layout), copies)
        case model.EachOf(each=each, groups=groups, attribute="rank"):
            most = _most(each, largest)
            ranks = (groups.least, _most(groups, len(layout.ranks)))
            if rule.windows is None:
                return Ranks(rule, each.least, most, ranks, len(layout.ranks), largest)
            windows = tuple(w for w in runs(rule, layout) if ranks[0] <= len(w) <= ranks[1])
            return Groups(rule, windows, each.least, most, largest) if windows else _nothing(rule)
        case model.EachOf(each=each, groups=groups, attribute=attribute):
            if rule.windows is not None:
                raise CannotCompile("groups in a row that are no ranks")
            high = None if each.most is None or groups.most is None else each.most * groups.most
            limits = (each.least, each.most), (groups.least, groups.most)
            return Subsets(rule, each.least * groups.least, high, *limits, attribute, None, copies)
        case model.Every(attribute="rank"):
            return _run(rule, (tuple(range(len(layout.ranks))),), layout, alone, one_suit)
        case model.Every(attribute="suit"):
            present = [frozenset(kinds & set(layout.order)) for kinds in pieces.by_suit]
            return Items(rule, tuple((kinds, 1) for kinds in present if kinds))
        case model.Every():
            return AllKinds(rule, frozenset(layout.order))
        case model.Listed():
            items = tuple(Counter(rule.items).items())
            ranks_at = layout.rank_at
            named = rule.item_ranks is not None and all(rank in ranks_at for rank in rule.item_ranks)
            run = tuple(ranks_at[rank] for rank in rule.item_ranks or ()) if named else None
            return Items(rule, items, run)
        case _:
            raise CannotCompile("a part of a pattern is too unusual")


def _run(rule: PartRule, windows: tuple[Window, ...], layout: CardLayout, alone: bool, one_suit: bool) -> Loop:
    if not windows:
        return _nothing(rule)
    largest = _largest(layout)
    if len(lengths(windows)) > 1 or len(windows[0]) > (_DEEP if alone else _DEEP // 2):
        return Groups(rule, windows, 1, 1, largest)
    return Run(rule, windows, one_suit, largest)


def _nothing(rule: PartRule) -> Loop:
    """Where no run is long enough: a list of something that is not there."""
    return Items(rule, ((frozenset(), 1),))


def runs(rule: PartRule, layout: CardLayout) -> tuple[Window, ...]:
    """The runs of a part by positions of ranks; runs of ranks that the deck lacks are left out."""
    at = layout.rank_at
    found = [tuple(at[r] for r in window) for window in rule.windows or () if all(r in at for r in window)]
    return tuple(dict.fromkeys(found))


def one_of_each(pieces: Pieces) -> bool:
    """Whether no two kinds have the same rank and suit, and all have a suit."""
    kinds = [card for card in range(len(pieces)) if pieces.copies[card]]
    suited = [(pieces.ranks[card], pieces.suits[card]) for card in kinds if pieces.suits[card] is not None]
    return len(set(suited)) == len(suited)


def _least(rule: PartRule, layout: CardLayout) -> int:
    match rule.part:
        case model.Sized(amount=amount):
            return amount.least
        case model.EachOf(each=each, groups=groups):
            return each.least * groups.least
        case _:
            return 1


def _values(attribute: model.Attribute, layout: CardLayout) -> int:
    return {"rank": len(layout.ranks), "suit": len(layout.pieces.deck.suits), "identity": len(layout.order)}[attribute]


def _largest(layout: CardLayout) -> int:
    return max(sum(layout.pieces.copies[card] for card in kinds) for kinds in layout.kinds)


def _most(amount: model.Amount, largest: int) -> int:
    return largest if amount.most is None else min(amount.most, largest)
