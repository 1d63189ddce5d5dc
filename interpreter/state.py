"""A state of a hand: immutable, hashable, picklable; whose turn, what is legal and why, what comes next."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .actions import Action, Attempt, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .calculations import Number
from .deal import check_seat
from .errors import Ambiguous, Illegal, Invalid
from .facts import Ended, made_bids, somebody
from .legal import LegalActions
from .observation import Observation, as_seen, observe, opener
from .play import Cards, Play
from .position import NOBODY, Breach, Position, Termination
from .possible import check_possible
from .reasons import Reasons
from .refusing import why_not
from .rules import Rules
from .serial import dump, from_line, restore, to_line, validated
from .settlement import Settlement

if TYPE_CHECKING:
    from .tracing import Trace

Asked: TypeAlias = Action | str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended: who won it (nobody wins a void hand), by what, and what it pays.

    >>> import cardwright
    >>> bots = [cardwright.BOTS["greedy"](seat) for seat in range(4)]
    >>> outcome = cardwright.play_out(cardwright.load("hk").deal(seed=7), bots).outcome
    >>> outcome.termination, outcome.winner, outcome.settlement.scores
    ('out', 1, (-1, 7, -5, -1))
    """

    termination: Termination
    winner: int | None
    last_player: int | None
    settlement: Settlement
    places: tuple[int, ...] = ()
    """Which place every seat has, 1 for who went out first; those who are level share one. Void hands have none."""


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a hand: a value, never changed. Two are equal when they are of the same game and nothing that can
    follow differs. It knows all cards: what a seat may see is what `observe` gives.

    >>> import cardwright
    >>> state = cardwright.load("hk").deal(seed=7)
    >>> state.turn, state.leading, state.opening, state.opener, state.is_over, state.table
    (0, True, False, 0, False, None)
    >>> len(state.legal_actions()), "7C-7H" in state.legal_actions(), [len(hand) for hand in state.hands]
    (27, True, [13, 13, 13, 13])
    >>> after = state.apply("7C-7H")
    >>> after.turn, str(after.table), after.table_by, after.observe(1).counts, after.spectate().hand
    (1, '7H-7C', 0, (11, 13, 13, 13), ())

    What is refused is told with its reasons, and a price before it is paid:

    >>> after.why_not("8C").rules, after.why_not("pass"), after.would_breach("pass")
    (('wrong_size',), None, ())
    >>> [one.name for one in state.trace("2S").duties], str(state.parse_action("7H 7C"))
    (['top'], '7H-7C')

    Before the first lead claims and steps may be asked for; in the end there is an outcome:

    >>> state.claiming, state.claims(0), state.doing, state.breaches, state.piles[0]
    (False, (), None, (), ())
    >>> over = cardwright.play_out(state, [cardwright.BOTS["random"](seat) for seat in range(4)])
    >>> over.winner == over.outcome.winner == over.ended.winner, sum(over.scores)
    (True, 0)
    """

    rules: Rules
    at: Position

    # ---- what is the case --------------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat that acts; None once the hand is over."""
        return somebody(self.at.turn)

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.at.ended is not None

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What every seat holds."""
        return self.at.hands

    @property
    def table(self) -> Play | None:
        """The play to beat; None for who leads."""
        return self.at.table

    @property
    def table_by(self) -> int | None:
        """Who made the play to beat."""
        return somebody(self.at.table_by)

    @property
    def leading(self) -> bool:
        """Whether the player whose turn it is leads."""
        at = self.at
        return at.ended is None and at.answers is None and at.table is None and not at.special.doing

    @property
    def claiming(self) -> bool:
        """Whether claims are being asked for."""
        return self.at.answers is not None

    @property
    def doing(self) -> str | None:
        """The auction or the step before the lead that asks whoever's turn it is."""
        return self.at.special.doing or None if self.at.ended is None else None

    @property
    def opening(self) -> bool:
        """Whether the first lead is still to come, where the rulebook asks."""
        return self.at.opening

    @property
    def opener(self) -> int | None:
        """Who opens, as soon as it is known; after the first lead only where the rulebook asks who it was."""
        return somebody(opener(self.rules, self.at))

    @property
    def piles(self) -> tuple[Cards, ...]:
        """What every seat has taken; nothing where no rule reads it."""
        return self.at.piles or ((),) * self.rules.players

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """The breaches of duties that may have to be paid for."""
        return self.at.breaches

    def claims(self, seat: int) -> tuple[str, ...]:
        """What a seat may claim in this hand, while claims are open and it has not answered."""
        check_seat(seat, self.rules.players)
        claiming = self.rules.claiming
        return claiming.open_to(self.at.hands[seat]) if seat in claiming.unanswered(self.at) else ()

    # ---- actions -----------------------------------------------------------------------------------------------

    def legal_actions(self) -> LegalActions:
        """What the player whose turn it is may do: lazy, and cheap to ask with `in`."""
        return LegalActions(self.rules.course(self.at).legality, self.at, self.parse_action)

    def apply(self, action: Asked) -> State:
        """The state after an action. Raises Invalid, Ambiguous, or Illegal with the reasons."""
        taken = self._read(action)
        at, rules = self.at, self.rules.course(self.at)
        legality = rules.legality
        if isinstance(taken, Attempt) or at.ended is not None or at.answers is not None or at.special.doing:
            return self._apply_rarely(taken)
        if not legality.allows(at, taken):
            raise self._refused(taken)
        broken, facts = legality.broken(at, taken)
        if any(duty.refused for duty in broken):
            raise self._refused(taken)
        after = rules.moved(at, taken)
        if broken or at.breaches:
            after = rules.duties.after(at, after, broken, facts)
        return State(self.rules, after)

    def why_not(self, action: Asked, seat: int | None = None) -> Reasons | None:
        """Why an action is not legal (for a seat, or for the one whose turn it is): every reason; None if it is legal.
        Raises Invalid for what is no notation. What a seat is told hangs on nothing that it does not see."""
        if seat is None:
            return why_not(self.rules.course(self.at), self.at, self._read(action))
        at = as_seen(self.rules, self.at, check_seat(seat, self.rules.players))
        mine = at if at.ended is not None else at._replace(turn=seat)
        return why_not(self.rules.course(at), at, State(self.rules, mine)._read(action), seat)

    def would_breach(self, action: Asked) -> tuple[str, ...]:
        """The duties that a legal action would break, at a price."""
        taken, legality = self._read(action), self.rules.course(self.at).legality
        if isinstance(taken, Attempt) or not legality.is_legal(self.at, taken) or self.claiming or self.doing:
            return ()
        return tuple(duty.name for duty in legality.broken(self.at, taken)[0])

    def trace(self, action: Asked) -> Trace:
        """What is worked out for an action, legal or not: how its cards are read, what they are compared by, duties,
        every condition and formula with its value, and what follows. Raises Invalid for what is no notation."""
        from .tracing import traced

        return traced(self, self._read(action))

    def parse_action(self, text: str) -> Action:
        """The action that a text writes. Raises Invalid, Ambiguous, or Illegal where the cards are no play."""
        action = self._read(text)
        if isinstance(action, Attempt):
            raise self._refused(action)
        return action

    def _read(self, action: Asked) -> Action | Attempt:
        if not isinstance(action, str):
            known = (PlayCards, Pass, MakeClaim, Decline, Bid, Give, Discard, Attempt)
            if not isinstance(action, known):
                raise TypeError(f"an action is a text, or one of `legal_actions`, not {type(action).__name__}")
            return action
        at, rules = self.at, self.rules.course(self.at)
        untouched = at.ended is None and rules.legality.untouched(at)
        return rules.parse_action(action, at.hands[at.turn] if untouched else None)

    def _apply_rarely(self, action: Action | Attempt) -> State:
        """Claims, what is done before the lead, and what is refused."""
        if not isinstance(action, Attempt) and self.rules.legality.is_legal(self.at, action):
            return State(self.rules, self.rules.moved(self.at, action))
        raise self._refused(action)

    def _refused(self, action: Action | Attempt) -> Illegal | Ambiguous:
        rules = self.rules.course(self.at)
        reasons = why_not(rules, self.at, action)
        if reasons is not None and "ambiguous" in reasons.rules and isinstance(action, Attempt):
            readings = rules.plays.readings(action.pieces)
            return Ambiguous(str(reasons), tuple(play.combination for play in readings))
        return Illegal(str(reasons), reasons)

    # ---- who sees what, and the end ----------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """What a seat sees: all that is public, and its own secrets."""
        return observe(self.rules, self.at, check_seat(seat, self.rules.players))

    def spectate(self) -> Observation:
        """What everybody sees who has no seat: all that is public. Its seat is NOBODY."""
        return observe(self.rules, self.at, NOBODY)

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, and what it pays; None while it goes on."""
        if self.at.ended is None:
            return None
        ended = self.ended
        settlement = self.rules.settling.settle(ended)
        last, places = (None, ()) if ended.void else (ended.last_player, ended.places)
        return Outcome(self.at.ended, ended.winner, last, settlement, places)

    @property
    def scores(self) -> tuple[Number, ...]:
        """What the hand pays every seat; empty while it goes on."""
        return () if self.at.ended is None else self.rules.settling.settle(self.ended).scores

    @property
    def winner(self) -> int | None:
        """Who won, once the hand is over: went out first, or took the last trick where that wins. Nobody where it is
        void, or where the rulebook does not ask."""
        return None if self.at.ended is None else self.ended.winner

    @property
    def ended(self) -> Ended:
        """What settlement asks of a hand that is over."""
        at = self.at
        claimant = at.out[0] if at.ended == "claim" else NOBODY
        hands = tuple(() if seat == claimant else hand for seat, hand in enumerate(at.hands))
        return Ended(
            left=tuple(map(len, hands)),
            hands=hands,
            out=at.out,
            last_play=None if at.table is None else self._plainly(at.table),
            opener=somebody(at.opener),
            plays=at.plays,
            piles=at.piles,
            claimed=at.claimed,
            breaches=at.breaches,
            last_winner=somebody(at.last_winner),
            last_loser=somebody(at.last_loser),
            totals=at.totals,
            roles=at.special.roles,
            bids=made_bids(at.special),
            paid=at.special.paid,
            won_by=somebody(at.table_by) if at.ended == "out" and self.rules.rulebook.play.last_trick_wins else None,
            void=at.ended == "void",
        )

    def _plainly(self, play: Play) -> Play:
        """A play as it is read with the ranks the right way round."""
        return self.rules.read_as(play, False) if self.at.special.ranks_reversed else play

    # ---- text and JSON -----------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The state as one line of text, which `Game.parse_state` reads."""
        return to_line(dump(self.at, self.rules.pieces, "", ""))

    def __repr__(self) -> str:
        return f"<State of {self.rules.rulebook.name}: {self}>"

    def to_json(self) -> str:
        """The state as JSON, with the version of the format and a hash of the rulebook."""
        data = dump(self.at, self.rules.pieces, self.rules.rulebook.name, self.rules.content)
        return json.dumps({"version": data.version, **data.model_dump(mode="json", exclude_defaults=True)})


def state_from_json(rules: Rules, text: str | bytes) -> State:
    """Read what `State.to_json` wrote; raises Invalid for anything else, and for another rulebook."""
    data = validated(text)
    if data.content and data.content != rules.content:
        raise Invalid(f"this is a state of another rulebook, or of other options: `{data.rulebook}`")
    return _checked(rules, _read_anew(rules, restore(data, rules.pieces, rules.parse_play)))


def state_from_line(rules: Rules, text: str) -> State:
    """Read what `str(state)` wrote; raises Invalid for anything else."""
    return _checked(rules, _read_anew(rules, restore(from_line(text), rules.pieces, rules.parse_play)))


def _read_anew(rules: Rules, at: Position) -> Position:
    """The position, with the play to beat as it is read where the ranks are upside down."""
    if at.table is None or not at.special.ranks_reversed:
        return at
    return at._replace(table=rules.read_as(at.table, True))


def _checked(rules: Rules, at: Position) -> State:
    """A state, if the position is one that a game of this rulebook can be in; Invalid otherwise."""
    check_possible(rules, at)
    return State(rules, at)
