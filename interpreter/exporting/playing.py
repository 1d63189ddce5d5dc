"""Hands played for what they show: players of several tempers, and everything that is told of a turn and of an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from cardwright.dsl import Span, model

from ..actions import Action, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from ..bots import NOTHING_LEGAL, GreedyBot
from ..deal import Carried, Deal
from ..errors import Invalid
from ..game import Game
from ..randomness import SplitMix64
from ..records import DealData, EntryData
from ..serial import points_text
from ..state import State
from ..watching import Watch
from .pack import BeforeData, EndData, HandData, Turn
from .samples import any_of

MOST_LISTED = 500
"""More legal actions than that are not listed."""
Broken: TypeAlias = Mapping[str, tuple[str, ...]]
"""The duties that actions break, by their texts."""
TEMPERS = ("curious", "curious", "greedy", "random", "passive")


class Player:
    """Plays hands of one game and counts what comes up in them."""

    def __init__(self, game: Game, watch: Watch, stream: SplitMix64) -> None:
        self.game = game
        self.seen: Counter[str] = Counter(dict.fromkeys(_kinds(game.rulebook), 0))
        """How often each kind of thing came up; those that have not are there with 0."""
        self._watch = watch
        self._stream = stream
        self._refusing = any(isinstance(duty.breach, model.Refused) for duty in game.rulebook.duties)
        self._worked = dict(_places(game.rulebook))

    def hand(self, deal: Deal, carried: Carried) -> tuple[HandData, State]:
        """A whole hand from its deal; told, and as its last state."""
        self._watch.clear()
        state = self.game.start(deal, carried)
        self.seen.update(f"claim {name}" for hand in deal.hands for name in self.game.rules.claiming.unasked(hand))
        tempers = [any_of(TEMPERS, self._stream) for _ in range(self.game.players)]
        turns: list[Turn] = []
        while state.turn is not None:
            actions = tuple(islice(state.legal_actions(), MOST_LISTED + 1))
            if not actions:
                raise Invalid(NOTHING_LEGAL)
            broken = dict(self._broken(state, actions))
            action = self._chosen(state, actions, broken, tempers[state.turn])
            turns.append(self._told(state, actions, broken, action))
            self.seen.update(self._kinds(state, action, broken))
            self._watch.clear()
            state = state.apply(action)
            self._see("effect")
            self._see("payment")
        end = self._end(state)
        told = DealData.of(self.game, deal)
        return HandData(before=_before(carried), deal=told, turns=tuple(turns), end=end), state

    # ---- who does what -----------------------------------------------------------------------------------------

    def _chosen(self, state: State, actions: Sequence[Action], broken: Broken, temper: str) -> Action:
        """What a player of some temper does: the curious one what has been seen least."""
        match temper:
            case "greedy":
                assert state.turn is not None
                return GreedyBot().choose(state.observe(state.turn), actions)
            case "passive":
                return next((action for action in actions if isinstance(action, Pass | Decline)), actions[0])
            case "curious":
                seen = [min(self.seen[kind] for kind in self._kinds(state, action, broken)) for action in actions]
                fewest = min(seen)
                rarest = [action for action, times in zip(actions, seen, strict=True) if times == fewest]
                return any_of(rarest, self._stream)
            case _:
                return any_of(actions, self._stream)

    def _kinds(self, state: State, action: Action, broken: Broken) -> Iterator[str]:
        """What an action is an instance of."""
        match action:
            case PlayCards(play=play):
                yield f"play {play.combination}"
                if state.table is None:
                    yield "opening" if state.opening else "lead"
                else:
                    rules = self.game.rules.course(state.at)
                    yield f"beat by {rules.plays.compare(play, state.table).verdict}"
            case Pass():
                yield "pass"
            case MakeClaim(name=name):
                yield f"claim {name}"
            case Decline():
                yield "decline"
            case Bid(bid=bid):
                yield f"bid {bid}"
            case Give():
                yield f"give {state.doing}"
            case Discard():
                yield "discard"
        yield from (f"breach {duty}" for duty in broken.get(str(action), ()))

    def _see(self, what: str) -> None:
        """Count the places of some kind that were reached since the watch was cleared."""
        reached = self._watch.held if what == "effect" else self._watch.worked_out
        self.seen.update(kind for span, kind in self._worked.items() if kind.startswith(what) and span in reached)

    # ---- what is told ------------------------------------------------------------------------------------------

    def _told(self, state: State, actions: Sequence[Action], broken: Broken, action: Action) -> Turn:
        assert state.turn is not None
        at = state.at
        refused = dict(self._refused(state))
        self.seen.update({f"refused by {duty}" for duties in refused.values() for duty in duties})
        self.seen["turn"] += 1
        return Turn(
            turn=state.turn,
            asks="claim" if state.claiming else state.doing or "play",
            table=None if state.table is None else str(state.table),
            table_by=None if state.table is None else state.table_by,
            counts=tuple(map(len, at.hands)),
            dropped=tuple(seat for seat in range(self.game.players) if at.dropped >> seat & 1),
            reversed_ranks=at.special.ranks_reversed,
            reversed_turns=at.special.turns_reversed,
            legal=tuple(map(str, actions)) if len(actions) <= MOST_LISTED else None,
            breaks=dict(broken),
            refused=refused,
            does=str(action),
        )

    def _broken(self, state: State, actions: Sequence[Action]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Which duties actions break at a price."""
        if state.claiming or state.doing:
            return
        duties, facts = self.game.rules.course(state.at).legality.binding(state.at)
        if not duties or facts is None:
            return
        for action in actions:
            facts.act(action)
            names = tuple(duty.name for duty in duties if duty.broken(facts, action))
            if names:
                yield str(action), names

    def _refused(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What only duties forbid, and which."""
        if not self._refusing or state.claiming or state.doing:
            return
        legality = self.game.rules.course(state.at).legality
        duties, facts = legality.binding(state.at)
        refusing = [duty for duty in duties if duty.refused]
        if not refusing or facts is None:
            return
        for action in islice(legality.allowed(state.at), MOST_LISTED):
            facts.act(action)
            names = tuple(duty.name for duty in refusing if duty.broken(facts, action))
            if names:
                yield str(action), names

    def _end(self, state: State) -> EndData:
        self._watch.clear()
        outcome = state.outcome
        assert outcome is not None
        settlement = outcome.settlement
        self._see("row")
        self._see("payment")
        self.seen.update(f"paid for {breach.duty}" for breach in settlement.breaches)
        self.seen[f"end {outcome.termination}"] += 1
        # Who went out when is not known of several where the rulebook never asks.
        known = len(state.ended.out) == sum(not left for left in state.ended.left)
        return EndData(
            by=outcome.termination,
            winner=outcome.winner if known else None,
            last_player=outcome.last_player if known else None,
            places=outcome.places if known else (),
            payments=tuple(map(EntryData.of, settlement.entries)),
            worth=points_text(settlement.worth),
            scores=tuple(map(points_text, settlement.scores)),
        )


def _before(carried: Carried) -> BeforeData:
    return BeforeData(
        hand_number=carried.hand_number,
        last_winner=carried.last_winner,
        last_loser=carried.last_loser,
        last_places=carried.last_places,
        totals=tuple(map(points_text, carried.totals)),
        reversed_ranks=carried.reversed_ranks,
        reversed_turns=carried.reversed_turns,
    )


def _places(rulebook: model.Rulebook) -> Iterator[tuple[Span, str]]:
    """The places in a rulebook that a hand may reach, and what reaching them is called."""
    for effect in rulebook.effects:
        if effect.when.span is not None:
            yield effect.when.span, f"effect {effect.name}"
    for table in rulebook.tables:
        for row in table.rows:
            if row.value.span is not None:
                yield row.value.span, f"row {table.name} {row.low}..{'' if row.high is None else row.high}"
    for factors in rulebook.factors:
        for each in factors.rows:
            for case in each.cases:
                if case.value.span is not None:
                    yield case.value.span, f"row {factors.name} {each.name}"
    for payment in rulebook.payments:
        for number, transfer in enumerate(payment.cases, 1):
            if transfer.amount.span is not None:
                which = f" {number}" if len(payment.cases) > 1 else ""
                yield transfer.amount.span, f"payment {payment.name}{which}"


def _kinds(rulebook: model.Rulebook) -> Iterator[str]:
    """Everything of a rulebook that may come up in hands."""
    yield "turn"
    yield from (f"play {combination.name}" for combination in rulebook.combinations)
    yield "lead"
    yield "discard" if rulebook.play.discards else "pass"
    yield from (f"claim {claim.name}" for claim in rulebook.claims)
    for auction in rulebook.auctions:
        if auction.name in rulebook.play.before:
            yield from (f"bid {bid}" for bid in auction.bids)
    for step in rulebook.steps:
        if isinstance(step.act, model.Gives) and step.act.extreme is None and step.name in rulebook.play.before:
            yield f"give {step.name}"
    for duty in rulebook.duties:
        yield f"refused by {duty.name}" if isinstance(duty.breach, model.Refused) else f"breach {duty.name}"
        if isinstance(duty.breach, model.Pays):
            yield f"paid for {duty.name}"
    yield from (kind for _, kind in _places(rulebook))
    yield "end out"
    acts = {claim.act for claim in rulebook.claims}
    if "go_out" in acts:
        yield "end claim"
    if "void" in acts or any(auction.no_bid == "void" for auction in rulebook.auctions):
        yield "end void"
