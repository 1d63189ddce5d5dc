"""Playing some hands of a plan: a pure function from a chunk to its tally. Another engine has to replace this alone."""

from __future__ import annotations

from collections import Counter

from ..actions import MakeClaim, Pass, PlayCards
from ..bots import turns
from ..errors import CardwrightError
from ..game import Game
from ..match import Match
from ..randomness import derived_seed
from ..seating import seated
from ..state import State
from .plan import Chunk, Plan
from .tally import Hand, Pair, Tally

MOST_DEALS = 1000
"""A match is broken off after so many deals: bots may void hand after hand."""


class Failed(CardwrightError):
    """A hand could not be played or settled; the message says which hand, and its seed."""


def play_chunk(chunk: Chunk) -> Tally | Pair:
    """Play these hands. What comes of a hand depends on the plan and its number, and on nothing else."""
    plan = chunk.plan
    games = [side.game for side in plan.sides]
    lowest = tuple(game.rulebook.match.wins == "lowest" for game in games)
    tally: Tally | Pair = Pair() if plan.paired else Tally()
    for number in range(chunk.first, chunk.first + chunk.count):
        seed = hand_seed(plan, number)
        try:
            if isinstance(tally, Pair):
                first, second = paired_states(games[0], games[1], seed)
                hands = (play_hand(first, plan.bots, number, seed), play_hand(second, plan.bots, number, seed))
                tally.add(*hands, (lowest[0], lowest[1]))
            elif plan.matches:
                _play_match(games[0].match(seed), plan, number, tally, lowest[0])
            else:
                tally.add(play_hand(games[0].deal(seed), plan.bots, number, seed), lowest[0])
        except CardwrightError as error:
            raise Failed(f"hand {number + 1}, seed {seed}: {error}") from error
    return tally


def hand_seed(plan: Plan, number: int) -> int:
    """The seed of a hand (or a match): `deal` deals it alone. The first hand has the seed of the simulation."""
    return derived_seed(plan.seed, number)


def paired_states(first: Game, second: Game, seed: int) -> tuple[State, State]:
    """The start of a hand under two rulebooks: the cards of the first's deal, whoever opens."""
    dealt = first.shuffle(seed)
    names = first.pieces.names
    hands = [[names[card] for card in hand] for hand in dealt.hands]
    kitty = [names[card] for card in dealt.rest] if second.rulebook.deal.rest == "kitty" else None
    return first.start(dealt), second.deal(seed, hands=hands, kitty=kitty)


def play_hand(state: State, bots: tuple[str, ...], number: int, seed: int) -> Hand:
    """Let the bots play a hand that has been dealt, and say what came of it."""
    return follow(state, bots, number, seed)[0]


def follow(state: State, bots: tuple[str, ...], number: int, seed: int) -> tuple[Hand, State, tuple[str, ...]]:
    """The facts of a hand that bots play, its last state, and what was done."""
    rules = state.rules
    asked = [0] * rules.players
    plays: Counter[str] = Counter()
    claims = [name for hand in state.hands for name in rules.claiming.unasked(hand)]
    passes = tricks = 0
    lead: int | None = None
    done: list[str] = []
    hand = turns(state, seated(rules, bots, seed))
    while True:
        try:
            before, action = next(hand)
        except StopIteration as over:
            end: State = over.value
            break
        done.append(str(action))
        at = before.at
        match action:
            case PlayCards(play=play):
                plays[play.combination] += 1
                asked[at.turn] += 1
                if at.table is None:
                    tricks += 1
                    lead = at.turn if lead is None else lead
            case Pass() if not at.special.doing:
                passes += 1
                asked[at.turn] += 1
            case MakeClaim(name=name):
                claims.append(name)
            case _ if not at.special.doing and at.answers is None:
                asked[at.turn] += 1
    outcome = end.outcome
    assert outcome is not None, "a hand goes on until it is over"
    facts = Hand(
        number=number,
        seed=seed,
        ended=outcome.termination,
        winner=outcome.winner,
        scores=outcome.settlement.scores,
        lead=lead,
        left=tuple(map(len, end.hands)),
        turns=tuple(asked),
        plays=dict(plays),
        passes=passes,
        tricks=tricks,
        claims=tuple(claims),
        won_by=end.at.claimed[-1][1] if outcome.termination == "claim" else None,
        breaches=tuple(breach.duty for breach in end.breaches),
        paid=tuple(breach.duty for breach in outcome.settlement.breaches),
        roles=end.at.special.roles,
    )
    return facts, end, tuple(done)


def _play_match(match: Match, plan: Plan, number: int, tally: Tally, lowest: bool) -> None:
    """Play a match to its end, every hand of it counted."""
    while not match.is_over and match.deals < MOST_DEALS:
        seed = match.hand_seed
        facts, end, _ = follow(match.deal(), plan.bots, number, seed)
        tally.add(facts, lowest)
        match = match.after(end)
    tally.matches.add(match.winners, match.hand_number - 1, match.totals, match.is_over)
