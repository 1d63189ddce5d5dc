"""Two games side by side: what is declared otherwise, which plays one has alone, what beats what in one alone, and the
smallest examples on which they disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cardwright.dsl import model

from ..game import Game
from ..readers import Aspect, at_settlement, in_play, reached, reads
from .asking import compare_directions, compare_matches, compare_openers
from .changes import ABOUT_CARDS, ABOUT_ENDS, ABOUT_PAY, ABOUT_PLAYS, LINES, Change, changes, goes_on
from .extents import Extents, OnlyIn
from .pairing import Pairing
from .pairs import Flips, Order, compare_order
from .paying import compare_payments
from .turning import compare_claims, compare_turns
from .witness import Witness, guarded, of_order, of_plays

__all__ = ["LINES", "Change", "Difference", "Flips", "OnlyIn", "Order", "Scope", "Witness", "compare", "guarded"]


_ORDER_AND_INSIDES: frozenset[Aspect] = frozenset({"order", "insides"})


@dataclass(frozen=True, slots=True)
class Scope:
    """What was compared, and how: by what the rulebooks say (`form`), by going through everything (`exhausted`), or by
    trying some (`tried`)."""

    about: Literal["declarations", "plays", "order", "payments", "turns", "match"]
    how: Literal["form", "exhausted", "tried"]
    number: int = 0
    open: tuple[str, ...] = ()
    """Combinations (pairs of them, joined by a blank) that were not compared."""
    differ: bool = False
    """Whether what is declared differs in itself: no example of a single hand could show it."""

    @property
    def proved(self) -> bool:
        """Whether what was found is all there is."""
        return self.how != "tried" and not self.open


@dataclass(frozen=True, slots=True)
class Difference:
    """How two games differ. `equal` is proved; a difference is shown by a witness, or stands in `changes` alone."""

    changes: tuple[Change, ...]
    only: tuple[OnlyIn, ...]
    order: Order
    witnesses: tuple[Witness, ...]
    """Examples on which they disagree, the smallest first: at most one about each thing."""
    scopes: tuple[Scope, ...]
    pairing: Pairing

    @property
    def equal(self) -> bool:
        """Whether the two are proved to be the same game."""
        return not self.differ and all(scope.proved for scope in self.scopes)

    @property
    def differ(self) -> bool:
        """Whether the two are proved to be different games."""
        return bool(self.only or self.order.flips or self.witnesses) or any(scope.differ for scope in self.scopes)


def compare(first: Game, second: Game) -> Difference:
    """How the second game differs from the first. Options do not count: each game has its answers."""
    pairing = Pairing(first, second)
    extents = Extents(pairing)
    ordered = compare_order(extents)
    changed = tuple(changes(pairing))
    about = {change.part for change in changed}
    found = [of_plays(pairing, extents.only), of_order(pairing, ordered.smallest)]
    told = tuple(change for change in changed if change.own)
    scopes = [
        Scope("declarations", "form", len(told)),
        _scope("plays", extents.gone_through, len(extents.by_form), tuple(extents.open)),
        _scope("order", ordered.classes, len(extents.by_form), _not_compared(extents, ordered)),
    ]
    unlike = extents.differing | (_ORDER_AND_INSIDES if about & ABOUT_PLAYS else frozenset())
    ends = bool(about & ABOUT_ENDS) or any(change.name == "hand" for change in changed)
    if ends or not extents.same_pieces or unlike & _read(pairing, at_settlement):
        paid = compare_payments(pairing)
        found.append(paid.smallest)
        scopes.append(Scope("payments", "exhausted" if paid.exhausted else "tried", paid.tried))
    else:
        scopes.append(Scope("payments", "form"))
    turns = bool(about - ABOUT_CARDS - ABOUT_PAY) or (bool(about & ABOUT_PAY) and _calculates(pairing))
    if turns or not extents.same_pieces or unlike & _read(pairing, in_play):
        turned = compare_turns(pairing)
        opened, asked = compare_openers(pairing)
        shown = [one for one in (turned.smallest, opened, compare_directions(pairing)) if one is not None]
        found += [min(shown, key=lambda one: one.size, default=None), compare_claims(pairing)]
        scopes.append(Scope("turns", "tried", turned.tried + asked))
    else:
        scopes.append(Scope("turns", "form"))
    matches = goes_on(first.rulebook.match) != goes_on(second.rulebook.match)
    found.append(compare_matches(pairing) if matches else None)
    scopes.append(Scope("match", "form", differ=matches))
    witnesses = sorted((one for one in found if one is not None), key=lambda one: one.size)
    return Difference(told, tuple(extents.only), ordered, tuple(witnesses), tuple(scopes), pairing)


def _read(pairing: Pairing, parts: Callable[[model.Rulebook], tuple[object, ...]]) -> frozenset[Aspect]:
    """What some parts of either rulebook read of cards and plays."""
    first, second = (reads(game.rulebook, *parts(game.rulebook)) for game in (pairing.first, pairing.second))
    return first | second


def _calculates(pairing: Pairing) -> bool:
    """Whether what is worked out for payments has a part in turns."""
    return any(
        isinstance(node, model.Calculation)
        for game in (pairing.first, pairing.second)
        for node in reached(game.rulebook, *in_play(game.rulebook))
    )


def _not_compared(extents: Extents, ordered: Order) -> tuple[str, ...]:
    """Pairs of combinations whose order is not known to be alike; and the ranks upside down, where effects turn them
    and plays had to be gone through."""
    pairs = [" ".join(pair) for pair in ordered.open]
    effects = [effect for game in extents.games for effect in game.rulebook.effects]
    turned = any(deed.deed == "reverse_ranks" for effect in effects for deed in effect.then)
    return (*pairs, "ranks upside down") if turned and extents.joint else tuple(pairs)


def _scope(about: Literal["plays", "order"], number: int, by_form: int, open_: tuple[str, ...]) -> Scope:
    return Scope(about, "exhausted" if number or not by_form else "form", number, open_)
