"""A match: hands until a target, and what one hand hands on to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardwright.dsl import model

from .calculations import Number
from .deal import Carried, Deal, check_places, check_seat, deal
from .errors import Invalid
from .randomness import derived_seed, new_seed
from .rules import Rules
from .serial import Points, first_problem, points_text, read_points
from .state import State
from .values import normal

MATCH_VERSION: Literal[1] = 1


class Verdict(NamedTuple):
    """Whether totals end a match, and for whom. Several winners are level: they share it."""

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
    """A match between two hands, as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    version: Literal[1] = MATCH_VERSION
    rulebook: str
    content: str
    seed: int
    deals: int = Field(ge=0)
    hand_number: int = Field(ge=1)
    totals: tuple[Points, ...]
    last_winner: int | None = None
    last_loser: int | None = None
    reversed_ranks: bool = False
    reversed_turns: bool = False
    last_places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two hands: `deal` starts the next one, `after` gives the match with that hand counted.

    `deals` counts deals, void ones too; `hand_number` is that of the next hand, which a void one leaves as it was."""

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

    @classmethod
    def start(cls, rules: Rules, seed: int | None = None) -> Self:
        """A new match; the seed fixes every deal of it."""
        return cls(rules, new_seed() if seed is None else seed, (0,) * rules.players)

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

    def after(self, state: State) -> Match:
        """The match once a hand is over. A void hand is dealt again: number, last winner and totals stay."""
        if state.rules != self.rules:
            raise Invalid("this hand is of another rulebook, or of other options, than the match")
        outcome = state.outcome
        if outcome is None:
            raise Invalid("the hand is not over")
        if outcome.termination == "void":
            return replace(self, deals=self.deals + 1)
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
        """The match as JSON, to be resumed."""
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
        )
        return data.model_dump_json()


def resume(rules: Rules, text: str | bytes) -> Match:
    """The match that `Match.to_json` wrote; raises Invalid for anything else, and for another rulebook."""
    try:
        data = MatchData.model_validate_json(text)
    except ValidationError as error:
        raise Invalid(first_problem(error)) from error
    if data.content != rules.content:
        raise Invalid(f"this is a match of another rulebook, or of other options: `{data.rulebook}`")
    if len(data.totals) != rules.players:
        raise Invalid(f"{rules.players} totals are needed, not {len(data.totals)}")
    if data.hand_number > data.deals + 1:
        raise Invalid(f"hand {data.hand_number} cannot follow {data.deals} deals")
    for seat in (data.last_winner, data.last_loser):
        if seat is not None:
            check_seat(seat, rules.players)
    totals = tuple(map(read_points, data.totals))
    return Match(
        rules,
        data.seed,
        totals,
        data.deals,
        data.hand_number,
        data.last_winner,
        data.last_loser,
        data.reversed_ranks,
        data.reversed_turns,
        check_places(data.last_places, rules.players) if data.last_places else (),
    )
