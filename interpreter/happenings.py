"""Which events an action brings about: the one place where that is worked out, from the states before and after."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from .actions import Action, Bid, Decline, Discard, MakeClaim, Pass, PlayCards
from .events import (
    Answered,
    Asked,
    Breached,
    Called,
    Claimed,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Followed,
    Given,
    HandEnded,
    KittyTaken,
    LaidAside,
    Led,
    Opens,
    Paid,
    Passed,
    PassedOver,
    RanksTurned,
    RoleTaken,
    Settled,
    TrickWon,
    TurnsTurned,
    WentOut,
)
from .facts import somebody
from .observation import as_seen
from .pieces import minus
from .play import Cards
from .position import NOBODY, Position, seats_after
from .rules import Rules
from .state import State
from .values import normal


def begun(start: State, fresh: Position | None = None, seat: int | None = None) -> tuple[Event, ...]:
    """What happened before the first decision of a hand, as far as a seat may know it (None: all of it). `fresh`: the
    cards as dealt, before anything was done unasked; without it, only who holds what at the start is known."""
    rules, now = start.rules, start.at
    if fresh is None:
        return _told([_dealt(rules, now)], seat)
    found = [_dealt(rules, fresh), *_opened(rules, fresh, None, now)]
    if seat is not None:
        now = as_seen(rules, now, seat)
    # Before anything is done, claims are as good as open.
    found += _unasked(rules, fresh._replace(answers=()), now)
    return _told([*found, *_over(rules, fresh, now)], seat)


def happened(before: State, action: Action, after: State, seat: int | None = None) -> tuple[Event, ...]:
    """What an action brought about, as far as a seat may know it while the hand goes on (None: all of it)."""
    return (*deeds(before, action, after, seat), *_told([*_over(before.rules, before.at, after.at)], seat))


def deeds(before: State, action: Action, after: State, seat: int | None = None) -> tuple[Event, ...]:
    """The same without how the hand ended and what it pays: nothing is settled."""
    rules, was, now = before.rules, before.at, after.at
    if not _before_the_lead(was):
        return _told([*_done(rules, was, action, now), *_at_table(rules, was, action, now)], seat)
    found = [*_done(rules, was, action, now)] if seat in (None, was.turn) or was.answers is None else []
    if was.answers is not None and now.answers is None:
        found += _opened(rules, was, action, now)
    if seat is not None:
        was, now = as_seen(rules, was, seat), as_seen(rules, now, seat)
    return _told([*found, *_unasked(rules, was, now)], seat)


def _told(events: list[Event], seat: int | None) -> tuple[Event, ...]:
    if seat is None:
        return tuple(events)
    return tuple(seen for event in events if (seen := event.seen_by(seat)) is not None)


# ---- what somebody did ---------------------------------------------------------------------------------------------


def _done(rules: Rules, was: Position, action: Action, now: Position) -> Iterator[Event]:
    """The action itself; what is given away shows in the gifts."""
    seat = was.turn
    match action:
        case MakeClaim(name=name):
            yield Answered(seat, name)
        case Decline():
            yield Answered(seat, None)
        case Bid(bid=bid):
            yield Called(seat, bid)
        case PlayCards(play=play):
            made = Led if was.table is None else Followed
            yield made(seat, play.combination, play.cards, play.text)
        case Discard(pieces=pieces):
            yield Discarded(seat, len(pieces), rules.pieces.named(pieces))
        case Pass():
            yield Passed(seat, was.special.doing or None)


def _at_table(rules: Rules, was: Position, action: Action, now: Position) -> Iterator[Event]:
    """What comes of an action at the table: breaches, effects, who is out, the end of the trick."""
    seat = was.turn
    for breach in now.breaches:
        if breach not in was.breaches:
            yield Breached(breach.offender, breach.duty, somebody(breach.protected))
    if rules.special:
        yield from _set_off(rules, was, now)
    if was.hands[seat] and not now.hands[seat]:
        yield WentOut(seat, now.hands.count(()))
    if now.table is None or now.ended is not None:
        # A trick that the end of the hand cuts short is won by who is ahead in it.
        played = isinstance(action, PlayCards)
        # Where everybody has one turn, the last one may well take the trick with a play: nothing is cut short.
        at_once = played and now.turn == seat and not rules.rulebook.play.one_circuit
        yield TrickWon(seat if played else was.table_by, somebody(now.turn), at_once)


def _set_off(rules: Rules, was: Position, now: Position) -> Iterator[Event]:
    """What effects did: what is the other way round, who is out of the trick, who pays, who is passed over."""
    before, after = was.special, now.special
    if before.ranks_reversed != after.ranks_reversed:
        yield RanksTurned(None, after.ranks_reversed)
    if before.turns_reversed != after.turns_reversed:
        yield TurnsTurned(None, after.turns_reversed)
    for seat in range(rules.players):
        if (now.dropped & ~was.dropped) >> seat & 1 and seat != was.turn:
            yield Dropped(seat)
    sums = {paid[:3]: paid.amount for paid in before.paid}
    for paid in after.paid:
        amount = normal(paid.amount - sums.get(paid[:3], 0))
        if amount:
            yield Paid(paid.payee, paid.payment, somebody(paid.payer), amount)
    for seat in _passed_over(rules, was, now):
        yield PassedOver(seat)


def _passed_over(rules: Rules, was: Position, now: Position) -> list[int]:
    """Who could have acted next, and was not asked."""
    skips = any(deed.deed == "skip_next" for effect in rules.rulebook.effects for deed in effect.then)
    if not skips or now.turn == NOBODY or now.table is None or now.table == was.table:
        return []
    between = takewhile(lambda seat: seat != now.turn, seats_after(now, was.turn))
    return [seat for seat in between if now.hands[seat] and not now.dropped >> seat & 1]


# ---- what is done unasked ------------------------------------------------------------------------------------------


def _opened(rules: Rules, was: Position, action: Action | None, now: Position) -> Iterator[Event]:
    """The claims that are opened, once all have answered (None: those that are made unasked), and what they lay aside.
    Where one ends the hand, no other one is opened."""
    if now.ended in ("claim", "void"):
        made = now.claimed[len(was.claimed) :]
    elif action is None:
        seats = (was.opener, *seats_after(was, was.opener))
        made = tuple((seat, name) for seat in seats for name in rules.claiming.unasked(was.hands[seat]))
    else:
        answers = (*(was.answers or ()), action.name if isinstance(action, MakeClaim) else "")
        asked = rules.claiming.asked(was)
        made = tuple((seat, name) for seat, name in zip(asked, answers, strict=True) if name)
    for seat, claim in made:
        yield Claimed(seat, claim)
    for seat in dict.fromkeys(seat for seat, _ in made):
        laid = _laid_aside(was, now, seat)
        if laid:
            yield LaidAside(seat, len(laid), rules.pieces.named(laid))


def _laid_aside(was: Position, now: Position, seat: int) -> Cards:
    """What a seat no longer holds, and has not given away."""
    had = list(was.hands[seat])
    if now.special.kitty_by == seat and was.special.kitty_by != seat:
        had += now.special.kitty
    gifts = now.special.gifts[len(was.special.gifts) :]
    had += (card for gift in gifts if gift.taker == seat for card in gift.cards)
    given = [card for gift in gifts if gift.giver == seat for card in gift.cards]
    return minus(tuple(sorted(had)), (*given, *now.hands[seat]))


def _unasked(rules: Rules, was: Position, now: Position) -> Iterator[Event]:
    """Roles, the kitty, gifts, and whose turn all of this makes it."""
    before, after = was.special, now.special
    for role, seat in after.roles[len(before.roles) :]:
        yield RoleTaken(seat, role)
    if after.kitty_by != before.kitty_by:
        yield KittyTaken(after.kitty_by, rules.pieces.named(after.kitty))
    for gift in after.gifts:
        if gift not in before.gifts:
            yield Given(gift.giver, gift.taker, len(gift.cards), rules.pieces.named(gift.cards))
    if now.ended is not None:
        return
    if after.doing and after.doing != before.doing:
        yield Asked(now.turn, after.doing)
    elif _before_the_lead(was) and not _before_the_lead(now):
        yield Opens(now.opener)


def _before_the_lead(at: Position) -> bool:
    return at.answers is not None or bool(at.special.doing)


# ---- the beginning and the end -------------------------------------------------------------------------------------


def _dealt(rules: Rules, at: Position) -> Event:
    return Dealt(None, tuple(rules.pieces.named(hand) for hand in at.hands), tuple(map(len, at.hands)))


def _over(rules: Rules, was: Position, now: Position) -> Iterator[Event]:
    if now.ended is None or was.ended is not None:
        return
    state = State(rules, now)
    ended = state.ended
    places = () if ended.void else ended.places
    yield HandEnded(ended.winner, now.ended, places, tuple(rules.pieces.named(hand) for hand in now.hands))
    yield Settled(None, state.scores)
