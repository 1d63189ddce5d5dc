"""Two games side by side: what is declared otherwise, which plays one has alone, what beats what in one alone, and the
smallest examples on which they disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..game import Game
from .changes import ABOUT_CARDS, ABOUT_ENDS, ABOUT_PAY, LINES, Change, changes
from .extents import Extents, OnlyIn
from .pairing import Pairing
from .pairs import Flips, Order, compare_order
from .paying import compare_payments
from .turning import compare_claims, compare_turns
from .witness import Witness, guarded, of_order, of_plays

__all__ = ["LINES", "Change", "Difference", "Flips", "OnlyIn", "Order", "Scope", "Witness", "compare", "guarded"]


@dataclass(frozen=True, slots=True)
class Scope:
    """What was compared, and how: by what the rulebooks say (`form`), by going through everything (`exhausted`), or by
    trying some (`tried`)."""

    about: Literal["declarations", "plays", "order", "payments", "turns"]
    how: Literal["form", "exhausted", "tried"]
    number: int = 0
    open: tuple[str, ...] = ()
    """Combinations (pairs of them, joined by a blank) that were not compared."""

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
        return not (self.only or self.order.flips or self.witnesses) and all(scope.proved for scope in self.scopes)

    @property
    def differ(self) -> bool:
        """Whether the two are proved to be different games."""
        return bool(self.only or self.order.flips or self.witnesses)


def compare(first: Game, second: Game) -> Difference:
    """How the second game differs from the first. Options do not count: each game has its answers."""
    pairing = Pairing(first, second)
    extents = Extents(pairing)
    ordered = compare_order(extents)
    changed = tuple(changes(pairing))
    cards_alike = not (extents.only or ordered.flips or extents.open or ordered.open) and extents.alike_decks
    about = {change.part for change in changed}
    found = [of_plays(pairing, extents.only), of_order(pairing, ordered.smallest)]
    scopes = [
        Scope("declarations", "form", len(changed)),
        _scope("plays", extents.gone_through, len(extents.by_form), tuple(extents.open)),
        _scope("order", ordered.classes, len(extents.by_form), tuple(" ".join(pair) for pair in ordered.open)),
    ]
    if about & ABOUT_ENDS or not cards_alike or any(change.name == "hand" for change in changed):
        paid = compare_payments(pairing)
        found.append(paid.smallest)
        scopes.append(Scope("payments", "exhausted" if paid.exhausted else "tried", paid.tried))
    else:
        scopes.append(Scope("payments", "form"))
    others = about - ABOUT_CARDS - ABOUT_PAY
    if others or not cards_alike:
        turned = compare_turns(pairing)
        found += [turned.smallest, compare_claims(pairing)]
        scopes.append(Scope("turns", "tried" if others else "form", turned.tried))
    else:
        scopes.append(Scope("turns", "form"))
    witnesses = sorted((one for one in found if one is not None), key=lambda one: one.size)
    return Difference(changed, tuple(extents.only), ordered, tuple(witnesses), tuple(scopes), pairing)


def _scope(about: Literal["plays", "order"], number: int, by_form: int, open_: tuple[str, ...]) -> Scope:
    return Scope(about, "exhausted" if number or not by_form else "form", number, open_)
