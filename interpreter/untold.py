"""What a situation leaves open of a hand that has ended, and whether what it tells of it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.dsl import model

from .deal import check_cards
from .errors import Invalid
from .facts import Ended
from .rules import Rules

if TYPE_CHECKING:
    from .situation import Situation


def untold(rules: Rules, situation: Situation) -> frozenset[str]:
    """The fields that say nothing, though a settlement may ask for what stands in them."""
    told = {
        # A hand that ends with a claim has no last play.
        "ended": bool(situation.ended or situation.claimed),
        "opener": situation.opener is not None,
        "played": situation.played is not None,
        "piles": situation.piles is not None,
        "bids": situation.bids is not None,
        "roles": set(rules.preparing.auctions) <= set(situation.roles),
        # Nobody has any points before the first hand.
        "totals": situation.totals is not None or situation.hand_number == 1,
    }
    return frozenset(field for field, known in told.items() if not known)


def have_played(rules: Rules, situation: Situation, ended: Ended) -> tuple[bool | None, ...]:
    """Whether each seat has played anything: told by its plays, or by having fewer cards than it was dealt, or as many.
    Where plays are told at all, who is not named has played nothing."""
    found: list[bool | None] = []
    for seat, (least, most) in enumerate(_dealt(rules, situation)):
        if ended.plays[seat] or ended.left[seat] < least:
            found.append(True)
        else:
            known = situation.played is not None or ended.left[seat] == most
            found.append(False if known else None)
    return tuple(found)


def check_told(rules: Rules, situation: Situation, ended: Ended) -> None:
    """Raise Invalid for what cannot be at the end of a hand of this rulebook."""
    play, pieces = rules.rulebook.play, rules.pieces
    for seat, (_, most) in enumerate(_dealt(rules, situation)):
        if ended.left[seat] > most:
            raise Invalid(f"P{seat + 1} cannot have {ended.left[seat]} cards left: {most} are the most anybody has")
    if sum(ended.left) + sum(ended.pile_sizes or map(len, ended.piles)) > len(pieces.all):
        raise Invalid(f"there are more cards than the {len(pieces.all)} of the deck")
    for seat in situation.ended:
        if ended.left[seat] and play.hand_end.judged == "at_once" and not play.last_trick_wins:
            raise Invalid(f"P{seat + 1} cannot have ended the hand with {ended.left[seat]} cards left")
        if ended.out and play.hand_end.judged == "at_once" and not play.last_trick_wins and ended.out[-1] != seat:
            raise Invalid(f"P{seat + 1} cannot have ended the hand: P{ended.out[-1] + 1} went out last")
    held = [card for hand in ended.hands or () for card in hand]
    check_cards(pieces, [*held, *(card for pile in ended.piles for card in pile)])
    check_cards(pieces, [*held, *(card for plays in ended.plays for made in plays for card in made.pieces)])
    if situation.totals is not None and len(situation.totals) != rules.players:
        raise Invalid(f"{rules.players} totals are needed, not {len(situation.totals)}")
    _check_bids(rules, situation)


def _check_bids(rules: Rules, situation: Situation) -> None:
    """No two bids are the same, and who has the role of the only auction made the highest."""
    auctions = list(rules.preparing.auctions.values())
    bids = {seat: bid for seat, bid in (situation.bids or {}).items() if bid}
    if len(auctions) != 1 or not bids:
        return
    if len(set(bids.values())) < len(bids):
        raise Invalid("each bid is higher than the one before it: no two are the same")
    name, highest = auctions[0].name, max(bids, key=lambda seat: bids[seat])
    if situation.roles.get(name, highest) != highest:
        raise Invalid(f"P{situation.roles[name] + 1} cannot be `{name}`: P{highest + 1} has bid more")


def _dealt(rules: Rules, situation: Situation) -> list[tuple[int, int]]:
    """With how many cards every seat went into play, at least and at most; none at least where some are laid aside."""
    rulebook = rules.rulebook
    acts = [step.act for step in rulebook.steps if step.name in rulebook.play.before]
    sizes = model.seat_sizes(rulebook.deal, len(rules.pieces.all), acts, situation.roles)
    aside = rulebook.play.discards or any(claim.act == "pile" for claim in rules.claiming.all)
    return [(0 if aside else least, most) for least, most in sizes]
