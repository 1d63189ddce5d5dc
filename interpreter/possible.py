"""Whether a position told from outside is one that a hand of these rules can be in: nothing else is ever played."""

from __future__ import annotations

from .deal import DRAWN, check_cards, check_places
from .errors import Invalid
from .position import FOR_ALL_HANDS, FOR_TRICK, NOBODY, PLAIN, Position
from .rules import Rules

_KEPT = (
    "breaches", "claimed", "dropped", "last_loser", "last_winner", "leader", "opening", "out", "piles", "plays",
    "totals", "trick",
)  # fmt: skip
_EMPTY = Position(hands=(), turn=NOBODY)


def check_possible(rules: Rules, at: Position) -> None:
    """Raise Invalid with the first reason why no hand of these rules can come to such a position."""
    _check_hands(rules, at)
    _check_names(rules, at)
    if at.ended is not None:
        _check_end(rules, at)
    elif at.answers is not None:
        _check_answers(rules, at)
    elif at.special.doing:
        _check_before(rules, at)
    else:
        _check_turn(rules, at)
    _check_special(rules, at)
    _check_kept(rules, at)


def _check_hands(rules: Rules, at: Position) -> None:
    if len(at.hands) != rules.players:
        raise Invalid(f"{rules.players} hands are needed, not {len(at.hands)}")
    special = at.special
    aside = () if special.kitty_by != NOBODY else special.kitty
    cards = [card for held in (*at.hands, *at.piles, *special.discards, aside) for card in held]
    if at.trick:
        cards.extend(at.trick)
    elif at.table is not None and not (at.ended is not None and rules.memory.piles):
        cards.extend(at.table.pieces)
    check_cards(rules.pieces, cards)
    if (at.turn == NOBODY) != (at.ended is not None):
        raise Invalid("either it is somebody's turn, or the hand has ended")
    if (at.table is None) != (at.table_by == NOBODY) and not (at.table is None and rules.memory.trick_winner):
        raise Invalid("a play to beat and the seat that made it come together")


def _check_kept(rules: Rules, at: Position) -> None:
    """What nothing reads is not kept: two states with the same future would differ by it."""
    closing: tuple[str, ...] = ("claimed", "out") if at.ended is not None else ()
    if at.special.opens:
        # Steps before the lead may ask for the last hand; afterwards it is forgotten.
        closing = (*closing, *rules.memory.steps)
    for name in _KEPT:
        if not getattr(rules.memory, name) and name not in closing and getattr(at, name) != getattr(_EMPTY, name):
            raise Invalid(f"states of this rulebook keep no `{name}`: nothing in it asks")
    places = at.special.last_places
    if places and not (at.special.opens and "last_places" in rules.memory.steps):
        raise Invalid("states of this rulebook keep no `last_places`: nothing in it asks")
    if places:
        check_places(places, rules.players)
    laid = len(at.special.discards)
    if laid not in (0, rules.players) or bool(laid) != rules.rulebook.play.discards:
        raise Invalid("cards are laid face down by every seat, or by none")
    for name in ("plays", "piles", "totals"):
        told = len(getattr(at, name))
        kept = rules.memory.until_lead(name) if at.special.opens else getattr(rules.memory, name)
        needed = rules.players if kept else 0
        if told != needed and not (name == "totals" and told == 0):
            raise Invalid(f"`{name}` are needed for {needed} seats, not for {told}")


def _check_names(rules: Rules, at: Position) -> None:
    duties = {duty.name for duty in rules.duties.all}
    for breach in at.breaches:
        if breach.duty not in duties:
            raise Invalid(f"there is no duty `{breach.duty}`", breach.duty)
    claims = {claim.name for claim in rules.claiming.all}
    for _, name in at.claimed:
        if name not in claims:
            raise Invalid(f"there is no claim `{name}`", name)


def _check_end(rules: Rules, at: Position) -> None:
    if at.answers is not None:
        raise Invalid("the hand has ended: no claims are asked for")
    if len(set(at.out)) < len(at.out) or (at.ended == "out" and any(at.hands[seat] for seat in at.out)):
        raise Invalid("`out` names each seat without cards once")
    match at.ended:
        case "claim":
            if len(at.out) != 1 or not any(seat == at.out[0] for seat, _ in at.claimed):
                raise Invalid("a hand that a claim has ended names who went out on it, and the claim")
        case "void":
            if not at.claimed and not any(auction.no_bid == "void" for auction in rules.rulebook.auctions):
                raise Invalid("a void hand names the claim that voided it")
        case _:
            if not rules.turns.is_over(at.hands):
                raise Invalid("the hand has not ended: too many players have cards")


def _check_answers(rules: Rules, at: Position) -> None:
    answers = at.answers or ()
    if at.table is not None or at.opener == NOBODY:
        raise Invalid("claims are asked for before the first lead, from the opener on")
    asked = rules.claiming.asked(at)
    if len(answers) >= len(asked) or at.turn != asked[len(answers)]:
        raise Invalid("only who could claim is asked, in turn from the opener")
    for seat, answer in zip(asked, answers, strict=False):
        if answer and answer not in rules.claiming.open_to(at.hands[seat]):
            raise Invalid(f"seat {seat} cannot claim `{answer}`", answer)


def _check_before(rules: Rules, at: Position) -> None:
    doing, order = at.special.doing, rules.rulebook.play.before
    if doing not in order:
        raise Invalid(f"there is no `{doing}` before the lead", doing)
    if at.table is not None or at.opener == NOBODY:
        raise Invalid("nothing has been played before the lead, and there is who opens")
    come_to = order.index(doing)
    held = tuple(name for name in order[:come_to] if name in rules.preparing.auctions)
    if tuple(role for role, _ in at.special.roles) != held:
        raise Invalid(f"before `{doing}` there are the roles of the auctions that are over, and no others")
    taken = any(name in rules.preparing.steps and rules.preparing.steps[name].giver is None for name in order[:come_to])
    if at.special.kitty_by != NOBODY and not taken:
        raise Invalid(f"before `{doing}` nobody has taken the kitty")
    if not rules.preparing.asks(at):
        raise Invalid(f"it is not seat {at.turn} that `{doing}` asks")


def _check_special(rules: Rules, at: Position) -> None:
    """What auctions, steps and effects leave behind: only what there are such auctions, steps and effects for."""
    special, memory, play = at.special, rules.memory, rules.rulebook.play
    if special == PLAIN:
        return
    before = bool(play.before) and at.ended is None and (bool(special.doing) or at.answers is not None)
    if bool(special.opens) != before and not (at.ended is not None and at.claimed):
        raise Invalid("`opens` is said before the lead, where there are auctions or steps, and not later")
    if special.doing and (at.ended is not None or at.answers is not None):
        raise Invalid("nothing is done before the lead while claims are asked for, or when the hand is over")
    if special.calls and special.doing not in rules.preparing.auctions:
        raise Invalid("`calls` are those of an auction that goes on")
    roles = [role for role, _ in special.roles]
    if len(set(roles)) < len(roles) or not set(roles) <= set(play.before) & set(rules.preparing.auctions):
        raise Invalid("`roles` are those of auctions, each once")
    if at.answers is not None and (roles or special.kitty_by != NOBODY or special.gifts):
        raise Invalid("claims come before auctions and steps")
    drawn = any(rules.preparing.auctions[name].starts in DRAWN for name in rules.preparing.to_come(at))
    if (special.opens and (special.starter != NOBODY) != drawn) or (special.starter != NOBODY and not special.opens):
        raise Invalid("a `starter` is asked first in auctions that may start at random, until they are over")
    kept = memory.until_lead("bids") if special.opens else memory.bids
    if len(special.bids) != (len(roles) if kept else 0) or any(len(made) != rules.players for made in special.bids):
        raise Invalid("`bids` are those of every seat for each of the `roles`, where something asks for them")
    if len(special.sizes) != (rules.players if memory.sizes else 0):
        raise Invalid("`sizes` are those of every seat, where something asks for untouched hands")
    if (special.kitty or special.kitty_by != NOBODY) and not memory.kitty:
        raise Invalid("there is no kitty")
    gifts = sum(step.giver is not None for step in rules.preparing.steps.values())
    if len(special.gifts) > gifts or any(gift.giver == gift.taker or not gift.cards for gift in special.gifts):
        raise Invalid("`gifts` are pieces that one player has given another in a step")
    payments = {deed.payment for effect in rules.rulebook.effects for deed in effect.then}
    keys = [paid[:3] for paid in special.paid]
    if keys != sorted(set(keys)) or not {paid.payment for paid in special.paid} <= payments:
        raise Invalid("`paid` has one sum for each payment made in play and each pair of seats, in order")
    if any(paid.payer == paid.payee or paid.payee == NOBODY or not paid.amount for paid in special.paid):
        raise Invalid("`paid` is what one player has paid another")
    for deed, bits in (("reverse_ranks", special.reversed_ranks), ("reverse_turns", special.reversed_turns)):
        lasting = rules.turns.lasting(deed)
        # Nothing that lasts for a trick is left when it is over.
        if bits & ~lasting or (bits & FOR_TRICK and at.table is None) or (bits & ~FOR_ALL_HANDS and at.ended):
            raise Invalid(f"nothing has done `{deed}` for so long")


def _check_turn(rules: Rules, at: Position) -> None:
    if not at.hands[at.turn]:
        raise Invalid(f"seat {at.turn} has no cards to play")
    if len(set(at.out)) < len(at.out) or any(at.hands[seat] for seat in at.out):
        raise Invalid("`out` names each seat without cards once")
    if at.dropped >> at.turn & 1:
        raise Invalid(f"seat {at.turn} is out of the trick")
    if at.table is None:
        if at.dropped or at.leader != NOBODY or at.trick:
            raise Invalid("nothing has been played in this trick: nobody has led it or passed in it")
        return
    if at.turn == at.table_by:
        raise Invalid("nobody is asked to beat their own play")
    if rules.memory.leader and at.leader == NOBODY:
        raise Invalid("a trick of one turn each needs the `leader` who led it")
    if rules.memory.trick and not at.trick:
        raise Invalid("the play to beat is among the cards of the `trick`")
