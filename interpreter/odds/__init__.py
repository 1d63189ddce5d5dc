"""How likely a dealt hand has something: exact where counting is feasible, else from a sample, with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cardwright.dsl import Denied, Includes, Predicate, model

from ..chance import Chances
from ..deal import check_seat
from ..errors import Invalid, Unanswerable, of_type
from ..game import Game
from ..randomness import new_seed
from ..shares import wilson
from .judging import Split, looks_of, plainly
from .kinds import Counted, count_deals, groups_of
from .mixed import count_hands
from .sampling import sample

HANDS = 50_000
"""How many hands are dealt where nothing can be counted."""

__all__ = ["HANDS", "Odds", "odds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """How likely it is. `exact` is None where hands were only sampled: then `low` to `high` holds it with 95 %
    confidence, and `why` says why nothing was counted."""

    exact: Fraction | None
    estimate: float
    low: float
    high: float
    seat: int | None
    """Whose hand is meant; None: anybody's."""
    sizes: tuple[int, ...]
    """How many pieces the hands that are meant are dealt."""
    deck: int
    kinds: int = 0
    """How many kinds of hands were judged to count all of them."""
    tried: int = 0
    held: int = 0
    seed: int | None = None
    why: str = ""
    bounds: tuple[Fraction, Fraction] | None = None
    """Where only a sample tells how likely anybody has it: it is between these for certain."""


def odds(
    game: Game,
    predicate: Predicate | model.Pattern | str,
    *,
    seat: int = 0,
    any_seat: bool = False,
    size: int | None = None,
    hands: int = HANDS,
    seed: int | None = None,
    count: bool = True,
) -> Odds:
    """How likely a predicate holds of the hand that a seat is dealt in a first hand, or of anybody's.

    A predicate is what `read_predicate` read, a pattern, or the name of a claim. `size`: of a hand of so many pieces of
    the deck instead. Where counting takes too long, or is not wanted (`count`), so many `hands` are dealt."""
    return _Question(game, _meant(game, predicate), check_seat(seat, game.players), any_seat, size).answer(
        of_type(hands, int, "a number of hands is a whole number"), seed, count
    )


def _meant(game: Game, predicate: Predicate | model.Pattern | str) -> Predicate:
    if isinstance(predicate, model.Pattern):
        return Includes(predicate)
    if not isinstance(predicate, str):
        return predicate
    for claim in game.rulebook.claims:
        if claim.name == predicate:
            return Includes(claim.holding)
    raise Invalid(f"there is no claim `{predicate}`; other predicates are read by `read_predicate`", predicate)


class _Question:
    """One predicate about some hands."""

    def __init__(self, game: Game, predicate: Predicate, seat: int, any_seat: bool, size: int | None) -> None:
        self.game = game
        self.plays = game.rules.plays
        self.predicate = plainly(self.plays, predicate)
        self.split = Split(self.plays, game.rules.settling.calculations, self.predicate)
        deck = len(game.deck)
        if size is not None and any_seat:
            raise Invalid("either hands as they are dealt are asked about, or one hand of another size")
        if size is not None and not 0 < size <= deck:
            raise Invalid(f"no hand of {size} can be dealt from {deck} pieces")
        deal = game.rulebook.deal
        self.deck = deck
        self.sizes = model.dealt_sizes(deal, deck) if size is None else (size,)
        self.seat = None if any_seat else seat if size is None else 0
        self.seats = tuple(range(game.players)) if any_seat else (self.seat or 0,)
        self.rest = deal if size is None and deal.rest == "holder" and sum(self.sizes) < deck else None

    def answer(self, hands: int, seed: int | None, count: bool) -> Odds:
        """The exact odds where they can be counted and are wanted so, else those of a sample."""
        why = "a sample was asked for"
        if count:
            try:
                return self._counted()
            except Unanswerable as error:
                why = str(error)
        return self._sampled(hands, new_seed() if seed is None else seed, why)

    def _counted(self) -> Odds:
        if self.rest is not None:
            raise Unanswerable("who holds a certain card is dealt what is left over")
        if self.seat is not None:
            counted = self._hands(self.sizes[self.seat])
            chance = Fraction(counted.hands, comb(self.deck, self.sizes[self.seat]))
            return self._odds(chance, counted.kinds)
        groups = groups_of(self.plays, looks_of(self.plays, self.predicate), mixed=False)
        counted = count_deals(groups, self.sizes, self.split.judge)
        deals, left = 1, self.deck
        for size in self.sizes:
            deals *= comb(left, size)
            left -= size
        return self._odds(1 - Fraction(counted.hands, deals), counted.kinds)

    def _odds(self, chance: Fraction, kinds: int) -> Odds:
        number = float(chance)
        return Odds(
            exact=chance, estimate=number, low=number, high=number, seat=self.seat, sizes=self._meant_sizes(),
            deck=self.deck, kinds=kinds,
        )  # fmt: skip

    def _meant_sizes(self) -> tuple[int, ...]:
        return tuple(self.sizes[seat] for seat in self.seats)

    def _hands(self, size: int) -> Counted:
        """How many hands of a size have it."""
        predicate, denied = self.predicate, False
        while isinstance(predicate, Denied):
            predicate, denied = predicate.term, not denied
        if isinstance(predicate, Includes):
            chances = Chances(self.plays)
            found = chances.hands(predicate.pattern, size)
            return Counted(comb(self.deck, size) - found if denied else found, chances.kinds)
        return count_hands(self.plays, looks_of(self.plays, self.predicate), size, self.split)

    # ---- sampling ----------------------------------------------------------------------------------------------

    def _sampled(self, tried: int, seed: int, why: str) -> Odds:
        if tried < 1:
            raise Invalid("at least one hand must be dealt")
        held = sample(self.rest, self.game.pieces, self.sizes, self.seats, self.split.judge, tried, seed)
        low, high = wilson(held, tried)
        bounds = self._bounds() if self.seat is None else None
        estimate = held / tried
        if bounds is not None:
            least, most = map(float, bounds)
            low, high = max(low, least), min(high, most)
            if low > high:
                low, high = least, most
            estimate = min(max(estimate, low), high)
        return Odds(
            exact=None, estimate=estimate, low=low, high=high, seat=self.seat, sizes=self._meant_sizes(),
            deck=self.deck, tried=tried, held=held, seed=seed, why=why, bounds=bounds,
        )  # fmt: skip

    def _bounds(self) -> tuple[Fraction, Fraction] | None:
        """That anybody has it is as likely as for who has it most often, at least, and at most as for all together."""
        if self.rest is not None:
            return None
        try:
            each = [Fraction(self._hands(size).hands, comb(self.deck, size)) for size in self.sizes]
        except Unanswerable:
            return None
        return max(each), min(Fraction(1), sum(each, Fraction(0)))
