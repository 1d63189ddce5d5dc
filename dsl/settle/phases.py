"""What is done between the deal and the lead: every step has what it takes, every role is given in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import model as m
from ..resolve.program import Draft
from ..resolve.report import Report
from ..source import Span


@dataclass(frozen=True, slots=True)
class Before:
    """The auctions and steps of one setting with where they are declared, and those held, in order."""

    places: dict[str, Span]
    auctions: dict[str, m.Auction]
    steps: dict[str, m.Step]
    order: tuple[str, ...]

    @property
    def acts(self) -> Iterator[tuple[str, m.Takes | m.Gives]]:
        """What is done in the steps that are held, in order."""
        return ((name, self.steps[name].act) for name in self.order if name in self.steps)


def most_held(deal: m.Deal, deck: m.Deck, before: Before) -> int:
    """The most pieces that a player can hold when the hand begins."""
    pieces = sum(piece.copies for piece in deck.pieces)
    return max(m.held_sizes(deal, pieces, (act for _, act in before.acts)))


def check_before(before: Before, deal: m.Deal, rest: Span, openings: Sequence[m.Opening], report: Report) -> None:
    """Report what is never held, never taken, or asked for too early."""
    for name in (*before.auctions, *before.steps):
        if name not in before.order:
            kind = "auction" if name in before.auctions else "step"
            report.fail("CW719", f"the {kind} `{name}` is never held", before.places[name],
                               help=f"name it in `play`: `before: {', '.join((*before.order, name))}`")  # fmt: skip
    _cards(before, deal, rest, report)
    _places(before, deal, report)
    _roles(before, openings, report)


def _cards(before: Before, deal: m.Deal, rest: Span, report: Report) -> None:
    taken: Span | None = None
    for name, act in before.acts:
        place = act.span or before.places[name]
        if isinstance(act, m.Takes):
            if deal.rest != "kitty" or taken is not None:
                why = "the kitty is taken already" if taken is not None else "there is no kitty"
                report.fail("CW721", f"`{name}` has nothing to take: {why}", place,
                                   labels=[(taken, "it is taken here")] if taken is not None else [],
                                   help="take the step away" if taken is not None else
                                   "deal so that cards are left, and say `rest: kitty`")  # fmt: skip
            taken = taken or place
        elif isinstance(act.count, m.Number) and not 1 <= act.count.value <= deal.each and act.count.option is None:
            why = "no cards are given" if act.count.value < 1 else f"nobody is dealt more than {deal.each} cards"
            report.fail("CW721", f"`{name}` has nothing to give: {why}" if act.count.value < 1 else
                               f"`{name}` cannot give {act.count.value} cards: {why}", place,
                               help=f"write a number from 1 to {deal.each}")  # fmt: skip
    if deal.rest == "kitty" and taken is None:
        who = next((f"the {role}" for role in before.auctions), "the last winner")
        report.fail("CW720", "nobody takes the kitty", rest,
                           help=f"add a step such as `step pick_up: {who} takes kitty`, or say "
                           "`rest: unused`")  # fmt: skip


def _places(before: Before, deal: m.Deal, report: Report) -> None:
    """A place of the last hand that nobody can have at this table."""
    for name, act in before.acts:
        players = (act.player,) if isinstance(act, m.Takes) else (act.giver, act.taker)
        for player in players:
            if isinstance(player, m.Placed) and abs(player.place) > deal.players:
                said = f"a hand of {deal.players} players has no such place"
                report.fail("CW721", f"`{name}` has nobody to ask: {said}", player.span or before.places[name],
                            help="guard the step with the numbers of players it is for")  # fmt: skip


def check_starters(before: Before, deck: m.Deck, report: Report) -> None:
    """The card that tells who bids first must be in play."""
    copies = {piece.name: piece.copies for piece in deck.pieces}
    for auction in before.auctions.values():
        if auction.card is not None and not copies.get(auction.card):
            report.fail("CW712", f"`{auction.card}` is not in play: nobody could hold it",
                        before.places[auction.name],
                        help="name a piece that is dealt, or write `the lowest card`")  # fmt: skip


def _roles(before: Before, openings: Sequence[m.Opening], report: Report) -> None:
    given: set[str] = set()
    for name in before.order:
        if name in before.auctions:
            given.add(name)
            auction = before.auctions[name]
            opens = next((one.by for one in openings if isinstance(one.by, m.RoleOpens)), None)
            if auction.starts == "opener" and opens is not None:
                report.fail("CW718", f"the auction `{name}` starts with the opener, who is known only when "
                                   "the auctions are over", before.places[name],
                                   labels=[(opens.span, "the role opens")] if opens.span is not None else [],
                                   help="write `starts: random`")  # fmt: skip
        elif name in before.steps:
            for role in (one for one in m.nodes(before.steps[name].act) if isinstance(one, m.Role)):
                if role.role not in given and role.role in before.order and role.span is not None:
                    report.fail("CW718", f"`{name}` comes before the auction `{role.role}`", role.span,
                                       help=f"let `{role.role}` stand before `{name}` in `before:`")  # fmt: skip


def placed(drafts: Sequence[Draft]) -> dict[str, Span]:
    """Where each of some declarations has its name."""
    return {draft.name: draft.name_span for draft in drafts}
