"""What comes of a hand that is followed action by action: the facts that every engine tells of the hands it plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import NamedTuple, TypeAlias

from .actions import Action, MakeClaim, Pass, PlayCards
from .calculations import Number
from .facts import somebody
from .position import NOBODY, Termination
from .state import State

Turns: TypeAlias = Generator[tuple[State, Action], None, State]
"""A hand as it is played: every state with the action taken there; returns the last state."""


class PlayedOut(NamedTuple):
    """What came of a hand that was played out."""

    ended: Termination
    winner: int | None
    scores: tuple[Number, ...]
    left: tuple[int, ...]
    """How many cards each seat was left with."""
    lead: int | None
    """Who made the first play."""
    asked: tuple[int, ...]
    """How often each seat was asked for a play."""
    plays: tuple[int, ...]
    """How many plays there were of each combination, as the rulebook lists them."""
    passes: int
    tricks: int
    claims: tuple[int, ...]
    """How often each claim was made, as the rulebook lists them."""
    won_by: int | None
    """The number of the claim that went out."""
    breaches: tuple[int, ...]
    """How often each duty was broken that may have to be paid for, as the rulebook lists them."""
    paid: tuple[int, ...]
    """How often each of them had to be."""
    roles: tuple[int | None, ...]
    """Who had the role of each auction, as they are held."""
    broken: int
    """Which promise (from 1) of the rulebook the scores break; 0: none."""


def follow(state: State, hand: Turns) -> tuple[PlayedOut, State, tuple[str, ...]]:
    """Follow a hand from a state on, which it has just been dealt: its facts, its last state, and what was done."""
    rules = state.rules
    asked = [0] * rules.players
    plays, claims = Counter[str](), Counter[str]()
    for dealt in state.hands:
        claims.update(rules.claiming.unasked(dealt))
    passes = tricks = 0
    lead: int | None = None
    done: list[str] = []
    while True:
        try:
            before, action = next(hand)
        except StopIteration as over:
            end: State = over.value
            break
        at = before.at
        done.append(str(action))
        match action:
            case PlayCards(play=play):
                plays[play.combination] += 1
                if at.table is None:
                    tricks += 1
                    lead = at.turn if lead is None else lead
            case Pass() if not at.special.doing:
                passes += 1
            case MakeClaim(name=name):
                claims[name] += 1
        asked[at.turn] += at.answers is None and not at.special.doing
    outcome, book = end.outcome, rules.rulebook
    assert outcome is not None, "a hand goes on until it is over"
    names = [claim.name for claim in book.claims]
    # Where no duty can be broken, nobody tells how often it was.
    duties = [duty.name for duty in book.duties] if rules.memory.breaches else []
    broken = Counter(breach.duty for breach in end.breaches)
    paid = Counter(breach.duty for breach in outcome.settlement.breaches)
    held = {auction.name for auction in book.auctions}
    roles = dict(end.at.special.roles)
    facts = PlayedOut(
        ended=outcome.termination,
        winner=outcome.winner,
        scores=outcome.settlement.scores,
        left=tuple(map(len, end.hands)),
        lead=lead,
        asked=tuple(asked),
        plays=tuple(plays[combination.name] for combination in book.combinations),
        passes=passes,
        tricks=tricks,
        claims=tuple(claims[name] for name in names),
        won_by=names.index(end.at.claimed[-1][1]) if outcome.termination == "claim" else None,
        breaches=tuple(broken[name] for name in duties),
        paid=tuple(paid[name] for name in duties),
        roles=tuple(somebody(roles.get(name, NOBODY)) for name in book.play.before if name in held),
        broken=0,
    )
    return facts, end, tuple(done)
