"""Claims: what is done before the first lead, unasked or in one sealed step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cardwright.dsl import Span, model

from .memory import Memory
from .pieces import Pieces, minus
from .play import Cards
from .position import NOBODY, Position, seats_after

Holds = Callable[[model.Pattern, Cards], bool]
Lead = Callable[[Position], Position]
"""From the claims to the first lead, or to what is done before it."""


@dataclass(frozen=True, slots=True)
class Open:
    """A claim, compiled. `height`: how early it comes among claims, the highest first."""

    name: str
    holding: model.Pattern
    voluntary: bool
    act: Literal["go_out", "void", "pile"]
    pile: Callable[[int], bool]
    height: int
    span: Span | None


class Claiming:
    """The claims of one rulebook."""

    def __init__(
        self,
        rulebook: model.Rulebook,
        pieces: Pieces,
        memory: Memory,
        lead: Lead,
        holds: Holds,
        members: Callable[[model.Class], Callable[[int], bool]],
    ) -> None:
        self._pieces = pieces
        self._memory = memory
        self._lead = lead
        self._holds = holds
        self._ties = rulebook.claim_rules.ties
        heights = {name: height for height, tier in enumerate(rulebook.claim_rules.order, 1) for name in tier}
        self.all = tuple(
            Open(
                name=claim.name,
                holding=claim.holding,
                voluntary=claim.voluntary,
                act=claim.act,
                pile=_no_piece if claim.pile is None else members(claim.pile),
                height=heights.get(claim.name, 0),
                span=claim.span,
            )
            for claim in rulebook.claims
        )
        self._by_name = {claim.name: claim for claim in self.all}
        self._voluntary = tuple(claim for claim in self.all if claim.voluntary)
        self._unasked = tuple(claim for claim in self.all if not claim.voluntary)

    def open_to(self, hand: Cards) -> tuple[str, ...]:
        """The claims that such a hand may make, in the order of the file."""
        return tuple(claim.name for claim in self._voluntary if self._holds(claim.holding, hand))

    def unasked(self, hand: Cards) -> tuple[str, ...]:
        """The claims that such a hand makes by itself, in the order of the file."""
        return tuple(claim.name for claim in self._unasked if self._holds(claim.holding, hand))

    def asked(self, at: Position) -> tuple[int, ...]:
        """The seats that could claim, in turn order from the opener: only those are asked."""
        if not self._voluntary:
            return ()
        return tuple(seat for seat in _from_opener(at) if self.open_to(at.hands[seat]))

    def unanswered(self, at: Position) -> tuple[int, ...]:
        """Of the seats that could claim, those that have not answered."""
        return () if at.answers is None else self.asked(at)[len(at.answers) :]

    def made(self, at: Position, seat: int) -> str | None:
        """What a seat has claimed in secret; None for nothing."""
        answers = dict(zip(self.asked(at), at.answers or (), strict=False)) if at.answers else {}
        return answers.get(seat) or None

    def over(self, at: Position) -> Position:
        """After claims of which none was made."""
        return self._lead(at._replace(answers=None))

    def begin(self, at: Position) -> Position:
        """From the deal to the first decision: what must be claimed is done, then who may claim is asked."""
        at = self.unbidden(at)
        if at.ended is not None:
            return at
        asked = self.asked(at)
        return at._replace(turn=asked[0], answers=()) if asked else self._lead(at)

    def unbidden(self, at: Position) -> Position:
        """After what must be claimed is done."""
        made = [
            (seat, claim)
            for seat in _from_opener(at)
            for claim in self._unasked
            if self._holds(claim.holding, at.hands[seat])
        ]
        return self._done(at, made)

    def answer(self, at: Position, name: str) -> Position:
        """After the seat whose turn it is has claimed (or, with an empty name, declined)."""
        asked = self.asked(at)
        answers = (*(at.answers or ()), name)
        if len(answers) < len(asked):
            return at._replace(turn=asked[len(answers)], answers=answers)
        made = [(seat, self._by_name[claim]) for seat, claim in zip(asked, answers, strict=True) if claim]
        at = self._done(at._replace(answers=None), made)
        return at if at.ended is not None else self._lead(at)

    def _done(self, at: Position, made: Sequence[tuple[int, Open]]) -> Position:
        """Do claims that were made together: one goes out, else the hand is void, else piles are laid aside."""
        out = [(seat, claim) for seat, claim in made if claim.act == "go_out"]
        if out:
            seat, claim = self._first(at, out)
            return at._replace(turn=NOBODY, ended="claim", out=(seat,), claimed=(*at.claimed, (seat, claim.name)))
        void = tuple((seat, claim.name) for seat, claim in made if claim.act == "void")
        if void:
            return at._replace(turn=NOBODY, ended="void", claimed=(*at.claimed, *void))
        for seat, claim in made:
            laid = tuple(card for card in at.hands[seat] if claim.pile(card))
            hand = minus(at.hands[seat], laid)
            at = at._replace(hands=(*at.hands[:seat], hand, *at.hands[seat + 1 :]))
            if self._memory.until_lead("piles"):
                pile = tuple(sorted((*at.piles[seat], *laid)))
                at = at._replace(piles=(*at.piles[:seat], pile, *at.piles[seat + 1 :]))
            if self._memory.until_lead("claimed"):
                at = at._replace(claimed=(*at.claimed, (seat, claim.name)))
        return at

    def _first(self, at: Position, made: Sequence[tuple[int, Open]]) -> tuple[int, Open]:
        """Who goes out, of several: the highest claim, then the ties as written; at last in turn from the opener."""
        turns = _from_opener(at)

        def order(item: tuple[int, Open]) -> tuple[object, ...]:
            seat, claim = item
            turn = turns.index(seat)
            lowest = min((self._pieces.card_places[card] for card in at.hands[seat]), default=())
            ties = tuple(lowest if tie == "lowest_card" else turn for tie in self._ties)
            return (-claim.height, *ties, turn)

        return min(made, key=order)


def _no_piece(card: int) -> bool:
    return False


def _from_opener(at: Position) -> tuple[int, ...]:
    """All seats in the order of turns, the opener first."""
    return (at.opener, *seats_after(at, at.opener))
