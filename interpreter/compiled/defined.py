"""Whole hands by the definition, told as the compiled engines tell them."""

from __future__ import annotations

from collections import Counter

from ..actions import MakeClaim, Pass, PlayCards
from ..deal import Carried, deal
from ..facts import somebody
from ..randomness import SplitMix64, derived_seed
from ..rules import Rules
from ..state import State
from .engine import PlayedOut, check


def playouts(rules: Rules, hands: int, seed: int, first: int = 0) -> list[PlayedOut]:
    """Hands dealt from a seed, of which every seat plays at random, from the `first`-th on."""
    check(hands, seed, first)
    return [_played(rules, derived_seed(seed, first + number)) for number in range(hands)]


def _played(rules: Rules, seed: int) -> PlayedOut:
    carried = Carried()
    dealt = deal(rules.rulebook, rules.pieces, seed, carried)
    streams = [SplitMix64(derived_seed(seed, seat + 1)) for seat in range(rules.players)]
    state = State(rules, rules.start(dealt, carried))
    book = rules.rulebook
    asked, plays, claims = [0] * rules.players, [0] * len(book.combinations), Counter[str]()
    passes = tricks = 0
    lead: int | None = None
    for hand in dealt.hands:
        claims.update(rules.claiming.unasked(hand))
    while state.turn is not None:
        seat, at = state.turn, state.at
        actions = state.legal_actions()
        action = actions[streams[seat].below(len(actions))]
        asked[seat] += at.answers is None and not at.special.doing
        match action:
            case PlayCards(play=play):
                plays[play.rung] += 1
                if at.table is None:
                    tricks += 1
                    lead = seat if lead is None else lead
            case Pass() if not at.special.doing:
                passes += 1
            case MakeClaim(name=name):
                claims[name] += 1
        state = state.apply(action)
    return _told(rules, state, tuple(asked), tuple(plays), (passes, tricks, lead), claims)


def _told(
    rules: Rules,
    state: State,
    asked: tuple[int, ...],
    plays: tuple[int, ...],
    counted: tuple[int, int, int | None],
    claims: Counter[str],
) -> PlayedOut:
    outcome, at, book = state.outcome, state.at, rules.rulebook
    assert outcome is not None, "a hand goes on until it is over"
    names = [claim.name for claim in book.claims]
    broken = Counter(breach.duty for breach in at.breaches)
    paid = Counter(breach.duty for breach in outcome.settlement.breaches)
    held = {auction.name for auction in book.auctions}
    roles = dict(at.special.roles)
    return PlayedOut(
        ended=outcome.termination,
        winner=outcome.winner,
        scores=outcome.settlement.scores,
        left=tuple(map(len, at.hands)),
        lead=counted[2],
        asked=asked,
        plays=plays,
        passes=counted[0],
        tricks=counted[1],
        claims=tuple(claims[name] for name in names),
        won_by=names.index(at.claimed[-1][1]) if outcome.termination == "claim" else None,
        breaches=tuple(broken[duty.name] for duty in book.duties) if rules.memory.breaches else (),
        paid=tuple(paid[duty.name] for duty in book.duties) if rules.memory.breaches else (),
        roles=tuple(somebody(roles.get(name, -1)) for name in book.play.before if name in held),
        broken=0,
    )
