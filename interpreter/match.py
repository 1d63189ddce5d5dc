"""A match: hands until a target, what one hand hands on to the next, and the hand that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardwright.dsl import model

from .bots import Bot, play_out
from .calculations import Number
from .deal import Carried, Deal, check_places, check_seat, deal
from .errors import CardwrightError, Invalid
from .history import History
from .randomness import SEEDS, derived_seed, new_seed
from .rules import Rules
from .serial import Points, first_problem, points_text, read_points
from .state import Asked, State
from .values import normal

MATCH_VERSION: Literal[1] = 1
MOST_DEALS = 1000
"""Void hands are dealt again; players who void hand after hand are stopped here."""


class Verdict(NamedTuple):
    """Whether totals end a match, and for whom. Several winners are level: they share it.

    >>> import cardwright
    >>> cardwright.load("wikipedia", options={"target": 20}).match_verdict((3, 8, 21, 3))
    Verdict(over=True, winners=(0, 3))
    """

    over: bool
    winners: tuple[int, ...] = ()


def verdict(rules: model.Match, totals: Sequence[Number], hands: int | None = None) -> Verdict:
    """Judge totals after so many hands. None: as many as the match has, so that points alone decide."""
    ended = rules.hands is not None and (hands is None or hands >= rules.hands)
    reached = rules.points is not None and any(total >= rules.points for total in totals)
    if not (ended or reached):
        return Verdict(False)
    if rules.wins is None or not totals:
        return Verdict(True)
    best = max(totals) if rules.wins == "highest" else min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    return Verdict(True, winners)


class MatchData(BaseModel):
    """A match as JSON. `hand`: the actions of the hand that is being played, None between two hands; its deal follows
    from the seed."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    version: Literal[1] = MATCH_VERSION
    rulebook: str
    content: str
    seed: int = Field(ge=0, lt=SEEDS)
    deals: int = Field(ge=0, lt=SEEDS)
    hand_number: int = Field(ge=1)
    totals: tuple[Points, ...]
    last_winner: int | None = None
    last_loser: int | None = None
    reversed_ranks: bool = False
    reversed_turns: bool = False
    last_places: tuple[int, ...] = ()
    hand: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match, immutable: `begin` deals the next hand, `apply` plays it, `after` counts it.

    `deals` counts deals, void ones too; `hand_number` is that of the next hand, or of the one that is being played; a
    void one leaves it as it was. `hand` is the hand that is being played, None between two hands.

    >>> import cardwright
    >>> game = cardwright.load("wikipedia", options={"target": 20})
    >>> bots = [cardwright.BOTS["greedy"](seat) for seat in range(4)]
    >>> match = game.match(seed=1).begin()
    >>> match = match.apply(match.hand.state.legal_actions()[0])
    >>> saved = match.to_json()
    >>> game.resume_match(saved) == match, match.undo().hand.actions, match.hand_seed
    (True, (), 1)
    >>> match = match.play(bots)
    >>> match.is_over, match.winners, match.verdict.over, max(match.totals) >= 20
    (True, (1,), True, True)

    A hand may as well be played elsewhere, from `dealt` and `carried`, or from the state that `deal` gives:

    >>> match = game.match(seed=1)
    >>> state = game.start(match.dealt, match.carried)
    >>> state == match.deal(), match.after(cardwright.play_out(state, bots)).hand_number
    (True, 2)
    >>> cardwright.Match.start(game.rules, seed=1) == match
    True
    """

    rules: Rules
    seed: int
    totals: tuple[Number, ...]
    deals: int = 0
    hand_number: int = 1
    last_winner: int | None = None
    last_loser: int | None = None
    reversed_ranks: bool = False
    reversed_turns: bool = False
    last_places: tuple[int, ...] = ()
    hand: History | None = None

    def __repr__(self) -> str:
        totals = " ".join(map(str, self.totals))
        return f"<Match of {self.rules.rulebook.name}: hand {self.hand_number}, totals {totals}>"

    @classmethod
    def start(cls, rules: Rules, seed: int | None = None) -> Self:
        """A new match; the seed fixes every deal of it. Raises Invalid for what is no seed."""
        chosen = new_seed() if seed is None else derived_seed(seed, 0)
        return cls(rules, chosen, (0,) * rules.players)

    @property
    def carried(self) -> Carried:
        """What the next hand needs to know."""
        return Carried(
            self.hand_number,
            self.last_winner,
            self.last_loser,
            self.totals,
            self.reversed_ranks,
            self.reversed_turns,
            self.last_places,
        )

    @property
    def hand_seed(self) -> int:
        """The seed of the next deal."""
        return derived_seed(self.seed, self.deals)

    @property
    def dealt(self) -> Deal:
        """The next deal as data."""
        return deal(self.rules.rulebook, self.rules.pieces, self.hand_seed, self.carried, as_first=True)

    def deal(self) -> State:
        """Deal the next hand."""
        return State(self.rules, self.rules.start(self.dealt, self.carried))

    # ---- playing -----------------------------------------------------------------------------------------------

    def begin(self) -> Match:
        """The match with the next hand dealt, to be played by `apply`. Raises Invalid where it is over, or where a hand
        is being played."""
        if self.is_over:
            raise Invalid("the match is over")
        if self.hand is not None:
            raise Invalid("a hand is being played: `after` counts it once it is over")
        dealt = self.dealt
        start = State(self.rules, self.rules.start(dealt, self.carried))
        return replace(self, hand=History.dealt(start, dealt, self.carried))

    def apply(self, action: Asked) -> Match:
        """The match after an action in its hand. Raises Invalid, Ambiguous, or Illegal with the reasons."""
        return replace(self, hand=self._playing.apply(action))

    def undo(self, actions: int = 1) -> Match:
        """The match without the last actions of its hand. Raises Invalid where there are not so many."""
        return replace(self, hand=self._playing.undo(actions))

    @property
    def _playing(self) -> History:
        if self.hand is None:
            raise Invalid("no hand is being played: `begin` deals one")
        return self.hand

    def play(self, bots: Sequence[Bot], hands: int | None = None) -> Match:
        """The match after bots, one for each seat, have played it to its end, or so many hands more. A hand that is
        being played is finished first, and is one of them. Raises Invalid for a match that has no end, unless a number
        is given, and where hand after hand is void."""
        rules = self.rules.rulebook.match
        if len(bots) != self.rules.players:
            raise Invalid(f"{self.rules.players} bots are needed, not {len(bots)}")
        if hands is None and rules.hands is None and rules.points is None:
            raise Invalid("this match has no end: say how many hands are played")
        match, last = self, None if hands is None else self.hand_number + hands
        void = 0
        while match.hand is not None or not (match.is_over or match.hand_number == last):
            before = match.hand_number
            match = match.after(play_out(match.deal() if match.hand is None else match.hand.state, bots))
            void = void + 1 if match.hand_number == before else 0
            if void == MOST_DEALS:
                raise Invalid(f"{MOST_DEALS} hands in a row were void")
        return match

    def after(self, over: State | History | None = None) -> Match:
        """The match once a hand is over: its own, or the one given. A void hand is dealt again: number, last winner and
        totals stay. Raises Invalid where the hand is not over, or of another game."""
        state = over if isinstance(over, State) else (self._playing if over is None else over).state
        if state.rules != self.rules:
            raise Invalid("this hand is of another rulebook, or of other options, than the match")
        outcome = state.outcome
        if outcome is None:
            raise Invalid("the hand is not over")
        if outcome.termination == "void":
            return replace(self, deals=self.deals + 1, hand=None)
        scores = outcome.settlement.scores
        return replace(
            self,
            totals=tuple(normal(Fraction(total) + score) for total, score in zip(self.totals, scores, strict=True)),
            deals=self.deals + 1,
            hand_number=self.hand_number + 1,
            last_winner=outcome.winner,
            last_loser=outcome.last_player,
            reversed_ranks=state.at.special.ranks_reversed,
            reversed_turns=state.at.special.turns_reversed,
            last_places=outcome.places,
            hand=None,
        )

    @property
    def verdict(self) -> Verdict:
        """How the match stands."""
        return verdict(self.rules.rulebook.match, self.totals, self.hand_number - 1)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended; one without an end goes on as long as the players like."""
        return self.verdict.over

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, once the match is over."""
        return self.verdict.winners

    def to_json(self) -> str:
        """The match as JSON, with the hand that is being played, to be resumed by `Game.resume_match`. Raises Invalid
        where that hand is not the one that this match deals."""
        if self.hand is not None and self.hand.start.at != self.deal().at:
            raise Invalid("the hand that is being played is not the one that this match deals")
        data = MatchData(
            rulebook=self.rules.rulebook.name,
            content=self.rules.content,
            seed=self.seed,
            deals=self.deals,
            hand_number=self.hand_number,
            totals=tuple(map(points_text, self.totals)),
            last_winner=self.last_winner,
            last_loser=self.last_loser,
            reversed_ranks=self.reversed_ranks,
            reversed_turns=self.reversed_turns,
            last_places=self.last_places,
            hand=None if self.hand is None else tuple(map(str, self.hand.actions)),
        )
        return data.model_dump_json()


def resume(rules: Rules, text: str | bytes) -> Match:
    """The match that `Match.to_json` wrote; raises Invalid for anything else, and for another rulebook."""
    try:
        data = MatchData.model_validate_json(text)
    except ValidationError as error:
        raise Invalid(f"this is no match: {first_problem(error)}") from error
    if data.content != rules.content:
        raise Invalid(f"this is a match of another rulebook, or of other options: `{data.rulebook}`")
    if len(data.totals) != rules.players:
        raise Invalid(f"{rules.players} totals are needed, not {len(data.totals)}")
    if data.hand_number > data.deals + 1:
        raise Invalid(f"hand {data.hand_number} cannot follow {data.deals} deals")
    for seat in (data.last_winner, data.last_loser):
        if seat is not None:
            check_seat(seat, rules.players)
    match = Match(
        rules,
        data.seed,
        tuple(map(read_points, data.totals)),
        data.deals,
        data.hand_number,
        data.last_winner,
        data.last_loser,
        data.reversed_ranks,
        data.reversed_turns,
        check_places(data.last_places, rules.players) if data.last_places else (),
    )
    if data.hand_number == 1 and match != Match(rules, data.seed, (0,) * rules.players, data.deals):
        raise Invalid("before the first hand nobody has won, lost or scored anything")
    return match if data.hand is None else _played(match.begin(), data.hand)


def _played(match: Match, actions: Sequence[str]) -> Match:
    """The match with the actions of its hand done again; raises Invalid naming the first that cannot be."""
    for number, action in enumerate(actions, 1):
        try:
            match = match.apply(action)
        except CardwrightError as error:
            raise Invalid(f"action {number} of the hand, `{action}`: {error}", action) from error
    return match
