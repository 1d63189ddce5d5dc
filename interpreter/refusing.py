"""Why an action is not legal: every reason, and the legal action nearest to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal

from cardwright.dsl import Span, model

from .actions import Action, Attempt, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .alternatives import Alternative, alternatives
from .contest import Compared, Comparison
from .duties import Bound
from .facts import InPlay
from .messages import Condition, Many, Member, Message, Put, Sentence, Slot, Thing, Things, message
from .play import Cards, Play
from .position import NOBODY, Position
from .reasons import Reason, Reasons, Rule
from .rules import Rules
from .telling import AsWritten
from .values import cards_in
from .wording import class_words

_MOST_COMPARED = 5_000
_VERDICTS: dict[str, Rule] = {
    "wrong_size": "wrong_size",
    "below_bombs": "not_comparable",
    "too_low": "too_low",
    "equal": "too_low",
    "lower_rung": "too_low",
    "other_type": "not_comparable",
    "not_shared": "not_comparable",
    "incomparable": "not_comparable",
}


def why_not(rules: Rules, at: Position, action: Action | Attempt, seat: int | None = None) -> Reasons | None:
    """Every reason why an action is not legal at a position (for a seat, if one is given); None if it is legal."""
    out_of_turn = seat is not None and at.ended is None and seat != at.turn
    if not out_of_turn and not isinstance(action, Attempt) and rules.legality.is_legal(at, action):
        return None
    text = rules.pieces.format(action.pieces) if isinstance(action, Attempt) else str(action)
    if seat is not None and out_of_turn:
        turn, mine = (message("seat", n=one + 1) for one in (at.turn, seat))
        return Reasons(
            text, (_reason(rules, "out_of_turn", _line(rules, "turns"), "why.out_of_turn", turn=turn, seat=mine),)
        )
    found = tuple(_reasons(rules, at, action))
    return Reasons(text, found, _nearest(rules, at, action)) if found else None


def lapsed(rules: Rules, at: Position, action: Action) -> tuple[str, ...]:
    """The duties that would stand against a legal action, if any action at all could meet them here (together with
    those that bind)."""
    if at.ended is not None or at.answers is not None or not rules.duties.all:
        return ()
    facts = rules.duties.facts(at)
    facts.act(action)
    binding = {duty.name for duty in rules.legality.binding(at)[0]}
    return tuple(
        duty.name
        for duty in rules.duties.all
        if duty.name not in binding and (duty.when is None or duty.when(facts)) and duty.broken(facts, action)
    )


def _reasons(rules: Rules, at: Position, action: Action | Attempt) -> Iterator[Reason]:
    if at.ended is not None:
        yield _reason(rules, "hand_over", _line(rules, "hand"), "why.hand_over")
        return
    if at.answers is not None:
        yield from _in_claims(rules, at, action)
        return
    if at.special.doing and not (isinstance(action, MakeClaim) and rules.claiming.all):
        yield from _before_the_lead(rules, at, action)
        return
    match action:
        case MakeClaim() | Decline():
            yield _too_late(rules, action)
        case Bid():
            yield _reason(rules, "not_now", _line(rules, "before"), "why.no_bids")
        case Give():
            yield _reason(rules, "not_now", _line(rules, "before"), "why.no_gifts")
        case Discard(pieces=pieces):
            yield from _discard(rules, at, pieces)
        case Pass():
            yield from _pass(rules, at)
        case PlayCards(play=play):
            yield from _play(rules, at, play.pieces, play)
        case Attempt(pieces=pieces, reading=reading):
            yield from _attempt(rules, at, pieces, reading)


# ---- before the lead -----------------------------------------------------------------------------------------------


def _too_late(rules: Rules, action: MakeClaim | Decline) -> Reason:
    """Claims are over once somebody bids, gives or leads."""
    known = {claim.name: claim for claim in rules.claiming.all}
    if not known:
        return _reason(rules, "not_now", None, "why.no_claims_here")
    if isinstance(action, Decline):
        return _reason(rules, "claim_too_late", next(iter(known.values())).span, "why.decline_too_late")
    if action.name not in known:
        return _reason(rules, "not_now", None, "why.no_claim", name=action.name)
    return _reason(rules, "claim_too_late", known[action.name].span, "why.claim_too_late", claim=Thing(action.name))


def _in_claims(rules: Rules, at: Position, action: Action | Attempt) -> Iterator[Reason]:
    match action:
        case MakeClaim(name=name):
            claim = next((claim for claim in rules.claiming.all if claim.name == name), None)
            if claim is None:
                yield _reason(rules, "claim_not_held", None, "why.no_claim", name=name)
            elif name not in rules.claiming.open_to(at.hands[at.turn]):
                yield _reason(rules, "claim_not_held", claim.span, "why.claim_not_held", claim=Thing(name))
        case Decline():
            return
        case _:
            asking = next((claim.span for claim in rules.claiming.all if claim.voluntary), None)
            yield _reason(rules, "not_now", asking, "why.claims_first")


def _before_the_lead(rules: Rules, at: Position, action: Action | Attempt) -> Iterator[Reason]:
    """Why an action does not fit the auction or the step that asks."""
    auction = rules.preparing.auctions.get(at.special.doing)
    if auction is not None:
        highest = max(at.special.calls, default=0)
        match action:
            case Bid(bid=bid) if bid not in auction.bids:
                shown = ", ".join(map(str, auction.bids))
                yield _reason(
                    rules, "no_such_bid", auction.span, "why.no_such_bid", auction=Thing(auction.name), bids=shown
                )
            case Bid(bid=bid):
                yield _reason(rules, "bid_too_low", auction.span, "why.bid_too_low", bid=bid, highest=highest)
            case _:
                yield _reason(rules, "not_now", auction.span, "why.bid_or_pass", auction=Thing(auction.name))
        return
    step = rules.preparing.steps[at.special.doing]
    number = rules.preparing.to_give(at)
    match action:
        case Give(pieces=pieces):
            if len(pieces) != number:
                yield _reason(rules, "give_count", step.span, "why.give_count", n=number, given=len(pieces))
            yield from _not_held(rules, at, pieces)
        case _:
            yield _reason(rules, "not_now", step.span, "why.give_first", step=Thing(step.name), n=number)


# ---- at a table ----------------------------------------------------------------------------------------------------


def _line(rules: Rules, field: str) -> Span | None:
    """The line of `play` that says so, where it was written."""
    line = rules.rulebook.play.line(field)
    return None if line is None else line.span


def _discard(rules: Rules, at: Position, pieces: Cards) -> Iterator[Reason]:
    """Why pieces may not be laid face down."""
    span = _line(rules, "each turn")
    if not rules.rulebook.play.discards:
        yield _reason(rules, "not_now", span, "why.no_discards")
        return
    if at.table is None:
        yield _reason(rules, "not_now", span, "why.lead_discards")
        return
    if not rules.legality.otherwise(at):
        yield _reason(rules, "must_beat", span, "why.must_beat", table=Put.of(at.table))
    number = min(at.table.size, len(at.hands[at.turn]))
    if len(pieces) != number:
        yield _reason(rules, "discard_count", span, "why.discard_count", n=number, given=len(pieces))
    held = True
    for reason in _not_held(rules, at, pieces):
        held = False
        yield reason
    if held:
        yield from _duties(rules, at, Discard(pieces, ()))


def _pass(rules: Rules, at: Position) -> Iterator[Reason]:
    span = _line(rules, "each turn")
    if at.table is None:
        yield _reason(rules, "cannot_pass", span, "why.lead_pass")
        return
    if rules.rulebook.play.discards:
        yield _reason(rules, "cannot_pass", span, "why.discard_instead")
        return
    if not rules.legality.otherwise(at):
        yield _reason(rules, "must_beat", span, "why.must_beat", table=Put.of(at.table))
    yield from _duties(rules, at, Pass())


def _attempt(rules: Rules, at: Position, pieces: Cards, reading: str | None) -> Iterator[Reason]:
    """Cards that are not one play: none, or several."""
    readings = rules.plays.readings(pieces, _whole(rules, at, pieces))
    fitting = [play for play in readings if reading is None or play.combination == reading]
    if len(fitting) == 1:
        yield from _play(rules, at, pieces, fitting[0])
    elif not fitting:
        yield from _play(rules, at, pieces, None)
        yield _no_reading(rules, pieces, reading, at.hands[at.turn])
    else:
        named = ", ".join(f"`{play.text}`" for play in fitting)
        kinds = {play.combination for play in fitting}
        span = next((free.span for free in rules.rulebook.free if len(kinds & set(free.types)) > 1), None)
        yield _reason(rules, "ambiguous", span, "why.ambiguous", readings=named)
        yield from _not_held(rules, at, pieces)


def _play(rules: Rules, at: Position, pieces: Cards, play: Play | None) -> Iterator[Reason]:
    held = True
    for reason in _not_held(rules, at, pieces):
        held = False
        yield reason
    if play is not None:
        if play not in rules.plays.readings(pieces, _whole(rules, at, pieces)):
            yield _no_reading(rules, pieces, play.combination, at.hands[at.turn])
            return
        if at.table is not None:
            comparison = rules.plays.compare(play, at.table)
            if not comparison.beats:
                yield _not_beaten(rules, comparison)
    demanded = rules.legality.must_open_with(at)
    if demanded != NOBODY and demanded not in pieces:
        card = Put((rules.pieces.names[demanded],))
        yield _reason(rules, "opening", _line(rules, "first hand"), "why.opening", card=card)
    if play is not None and held:
        yield from _duties(rules, at, PlayCards(play))


def _not_held(rules: Rules, at: Position, pieces: Cards) -> Iterator[Reason]:
    lacking = Counter(pieces) - Counter(at.hands[at.turn])
    if lacking:
        names = tuple(rules.pieces.names[card] for card in sorted(lacking.elements()))
        span = rules.rulebook.deal.span
        yield _reason(rules, "not_held", span, "why.not_held", cards=Put(names, joined=False))


def _no_reading(rules: Rules, pieces: Cards, wanted: str | None, hand: Cards) -> Reason:
    """Why cards are no play, or not the one wanted, and what they nearly are."""
    shown = Put(tuple(rules.pieces.names[card] for card in pieces))
    readings = rules.plays.readings(pieces)
    whole = [play for play in rules.plays.readings(pieces, True) if wanted in (None, play.combination)]
    if whole and not readings:
        rule = _combination(rules, whole[0].combination)
        return _reason(rules, "not_untouched", rule.span, "why.not_untouched", kind=Thing(rule.name))
    known = any(rule.name == wanted for rule in rules.rulebook.combinations)
    near = alternatives(rules.plays, pieces, hand, wanted if known else None)
    span = _combination(rules, wanted).span if wanted is not None and known else near[0].span if near else None
    if readings:
        found = Things(tuple(play.combination for play in readings))
        said = message("why.other_reading", cards=shown, found=found, wanted=Thing(wanted or ""))
    elif wanted is not None:
        said = message("why.not_wanted", cards=shown, wanted=Thing(wanted))
    else:
        said = message("why.no_combination", cards=shown)
    return _told(rules, "no_combination", span, said, near=near)


def _whole(rules: Rules, at: Position, pieces: Cards) -> bool:
    """Whether these are the whole hand, untouched, of the player whose turn it is."""
    return pieces == at.hands[at.turn] and rules.legality.untouched(at)


def _not_beaten(rules: Rules, comparison: Comparison) -> Reason:
    """What the table has over the play."""
    play, table = Put.of(comparison.play), Put.of(comparison.table)
    mine, theirs = Thing(comparison.play.combination), Thing(comparison.table.combination)
    last = comparison.keys[-1] if comparison.keys else None
    label = message("what_they_share") if last is None or last.label is None else last.label
    match comparison.verdict:
        case "wrong_size":
            count = Many(comparison.table.size)
            said = message("why.wrong_size", table=table, count=count, own=comparison.play.size)
        case "other_type" | "lower_rung" as verdict:
            said = message(f"why.{verdict}", kind=mine, other=theirs)
        case "below_bombs":
            said = message("why.below_bombs", table=table, name=Thing(comparison.name))
        case "not_shared":
            said = message("why.not_shared", play=play, table=table, keys=label)
        case "too_low" if last is not None:
            own, other = (Put(tuple(text.split()), joined=False) for text in (last.play, last.table))
            key = "why.too_low_turned" if rules.is_upside_down else "why.too_low"
            said = message(key, play=play, table=table, key=label, mine=own, theirs=other)
        case "too_low":
            said = message("why.too_low_all", play=play, table=table)
        case verdict:
            said = message(f"why.{verdict}", play=play, table=table)
    return _told(rules, _VERDICTS[comparison.verdict], comparison.span, said, comparison.keys)


# ---- duties --------------------------------------------------------------------------------------------------------


def _duties(rules: Rules, at: Position, action: Action) -> Iterator[Reason]:
    if isinstance(action, PlayCards | Discard) and not rules.legality.allows(at, action):
        return
    broken, facts = rules.legality.broken(at, action)
    for duty in broken:
        if duty.refused and facts is not None:
            yield _duty(rules, facts, duty, action)


def _duty(rules: Rules, facts: InPlay, duty: Bound, action: Action) -> Reason:
    """A duty that an action breaks: its sentence, what it demands, and what the action stands against."""
    must = next(declared.must for declared in rules.rulebook.duties if declared.name == duty.name)
    if duty.title:
        said = message("why.duty", sentence=Sentence(duty.name, duty.title))
    else:
        said = message("why.duty_unnamed", duty=Thing(duty.name))
    reason = Reason(
        duty.name,
        said.told(AsWritten(rules.rulebook)),
        duty.span,
        _against_the_extreme(rules, facts, must, action),
        said=said,
        demand=message("why.demand", must=Condition(must)),
    )
    return reason


def _against_the_extreme(rules: Rules, facts: InPlay, must: model.Expression, action: Action) -> tuple[Compared, ...]:
    """The play, and the highest (or lowest) one that is demanded."""
    if not isinstance(must, model.IsHighest) or must.denied or not isinstance(action, PlayCards):
        return ()
    held = cards_in(rules.plays.compile(must.cards)(facts), facts)
    demanded = sorted(rules.plays.extremes(must.of, held, must.extreme, facts), key=lambda play: play.pieces)
    if not demanded:
        return ()
    key = f"{must.extreme} {class_words(must.of)}"
    label = message("key.must", extreme=message(f"extreme.{must.extreme}"), of=Member(must.of))
    result: Literal["less", "greater"] = "less" if must.extreme == "highest" else "greater"
    return (Compared(key, str(action.play), str(demanded[0]), result, label),)


# ---- the parts of a reason -----------------------------------------------------------------------------------------


def _reason(rules: Rules, rule: Rule, span: Span | None, key: str, **slots: Slot) -> Reason:
    return _told(rules, rule, span, message(key, **slots))


def _told(
    rules: Rules,
    rule: Rule,
    span: Span | None,
    said: Message,
    values: tuple[Compared, ...] = (),
    near: tuple[Alternative, ...] = (),
) -> Reason:
    return Reason(rule, said.told(AsWritten(rules.rulebook)), span, values, near, said)


def _combination(rules: Rules, name: str) -> model.Combination:
    return next(rule for rule in rules.rulebook.combinations if rule.name == name)


def _nearest(rules: Rules, at: Position, action: Action | Attempt) -> Action | None:
    """The legal action of the same kind that differs in the fewest cards: of equals one of the same type, then the
    first listed. If nothing of that kind is legal, whatever else is. Where very many are legal, not all are looked at:
    ten cards of twenty can be given in 184,756 ways."""
    kinds = PlayCards | Attempt | Give | Discard
    wanted = action.pieces if isinstance(action, kinds) else ()
    type_ = action.play.combination if isinstance(action, PlayCards) else None
    kind = PlayCards if isinstance(action, Attempt) else type(action)
    best: Action | None = None
    least: tuple[bool, int, bool] | None = None
    for legal in islice(rules.legality.legal(at), _MOST_COMPARED):
        pieces = legal.pieces if isinstance(legal, kinds) else ()
        other = not (isinstance(legal, PlayCards) and legal.play.combination == type_)
        distance = (bool(wanted) and not isinstance(legal, kind), _difference(wanted, pieces), other)
        if least is None or distance < least:
            best, least = legal, distance
    return best


def _difference(one: Iterable[int], other: Iterable[int]) -> int:
    a, b = Counter(one), Counter(other)
    return (a - b).total() + (b - a).total()
