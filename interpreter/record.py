"""Records of hands: everything needed to play one again, and the replay that finds where a record goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .actions import Action
from .deal import Carried, Deal, check_places, given
from .errors import CardwrightError, Invalid
from .game import Game
from .serial import Points, first_problem, points_text, read_points
from .situation import taken
from .state import State

RECORD_VERSION: Literal[1] = 1


class RecordError(CardwrightError):
    """A record that cannot be read, or that is not what the rules say; `action` counts from 1, None where no action is
    to blame."""

    def __init__(self, message: str, action: int | None = None) -> None:
        super().__init__(message)
        self.action = action


class DealData(BaseModel):
    """What chance decided."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    hands: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...] | None = None
    """The kitty; None: what the hands leave of the deck."""
    opener: int = Field(ge=0)
    starter: int | None = Field(default=None, ge=0)


class RecordData(BaseModel):
    """The record of one hand. Seats count from 0 in the order of turns."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    version: Literal[1] = RECORD_VERSION
    rulebook: str
    edition: int = Field(ge=1)
    content: str = Field(pattern=r"^[0-9a-f]{64}$")
    options: dict[str, bool | int | str]
    seed: int | None = Field(default=None, ge=0, lt=2**64)
    hand_number: int = Field(default=1, ge=1)
    last_winner: int | None = None
    last_loser: int | None = None
    totals: tuple[Points, ...] = ()
    reversed_ranks: bool = False
    reversed_turns: bool = False
    last_places: tuple[int, ...] = ()
    deal: DealData
    actions: tuple[str, ...] = ()
    scores: tuple[Points, ...] | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: the states from the deal on, one more than there are actions.

    `same_rules`: whether the record was made with this very rulebook, in this edition, or with another under
    which all went the same."""

    record: RecordData
    states: tuple[State, ...]
    same_rules: bool

    @property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]


def write_record(game: Game, deal: Deal, actions: Sequence[Action | str], carried: Carried | None = None) -> RecordData:
    """The record of a hand: the deal, the actions so far, and the scores if it is over. Raises Illegal."""
    carried = carried or Carried()
    state = game.start(deal, carried)
    written: list[str] = []
    for action in actions:
        if not isinstance(action, str):
            action = str(action)
        written.append(action)
        state = state.apply(action)
    scores = state.scores if state.is_over else None
    kitty = tuple(game.pieces.names[card] for card in deal.rest) if game.rulebook.deal.rest == "kitty" else None
    return RecordData(
        rulebook=game.rulebook.name,
        edition=game.rulebook.edition,
        content=game.content,
        options={name: asked.answer for name, asked in game.options.items()},
        seed=deal.seed,
        hand_number=carried.hand_number,
        last_winner=carried.last_winner,
        last_loser=carried.last_loser,
        totals=tuple(map(points_text, carried.totals)),
        reversed_ranks=carried.reversed_ranks,
        reversed_turns=carried.reversed_turns,
        last_places=carried.last_places,
        deal=DealData(
            hands=tuple(tuple(game.pieces.names[card] for card in hand) for hand in deal.hands),
            rest=kitty,
            opener=deal.opener,
            starter=deal.starter,
        ),
        actions=tuple(written),
        scores=None if scores is None else tuple(map(points_text, scores)),
    )


def read_record(text: str | bytes) -> RecordData:
    """A record from JSON; raises RecordError with the first thing that is wrong."""
    try:
        return RecordData.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(f"this is no record of a hand: {first_problem(error)}") from error


def replay(game: Game, data: RecordData) -> Replay:
    """Play a record again under the rules of a game. Raises RecordError naming what differs first."""
    if data.rulebook != game.rulebook.name:
        raise RecordError(f"the record is of `{data.rulebook}`, not of `{game.rulebook.name}`")
    for name, answer in data.options.items():
        asked = game.options.get(name)
        if asked is None:
            raise RecordError(f"the record answers `{name}`, which this rulebook does not ask")
        if asked.answer != answer:
            raise RecordError(f"the record answers `{name}` with {answer}, this game with {asked.answer}")
    _check(game, data)
    totals = tuple(map(read_points, data.totals))
    seats = (data.last_winner, data.last_loser)
    turned = (data.reversed_ranks, data.reversed_turns)
    carried = Carried(data.hand_number, *seats, totals, *turned, data.last_places)
    try:
        if data.last_places:
            check_places(data.last_places, game.players)
        hands = [game.cards(hand) for hand in data.deal.hands]
        kitty = None if data.deal.rest is None else game.cards(data.deal.rest)
        dealt = given(game.rulebook, game.pieces, hands, 0, carried, data.deal.opener, data.deal.starter, kitty)
    except Invalid as error:
        raise RecordError(f"the deal of the record cannot be: {error}") from error
    states = [game.start(dealt, carried)]
    for number, text in enumerate(data.actions, 1):
        try:
            states.append(taken(states[-1], text, number))
        except CardwrightError as error:
            raise RecordError(str(error), number) from error
    final = states[-1]
    found = tuple(map(points_text, final.scores)) if final.is_over else None
    if found != data.scores:
        raise RecordError(f"the record says {_scores(data.scores)}, by the rules it is {_scores(found)}")
    same_rules = (data.edition, data.content) == (game.rulebook.edition, game.content)
    return Replay(data, tuple(states), same_rules)


def _check(game: Game, data: RecordData) -> None:
    """Raise RecordError where a record says what is not so, or cannot be, before a card is played."""
    for name in ("last_winner", "last_loser"):
        seat = getattr(data, name)
        if seat is not None and not 0 <= seat < game.players:
            raise RecordError(f"`{name}` is {_short(seat)}: seats are numbered from 0 to {game.players - 1}")
    for name in ("totals", "scores"):
        points = getattr(data, name)
        if points and len(points) != game.players:
            raise RecordError(f"`{name}` has {len(points)} numbers, and {game.players} play")
    missing = next((name for name in game.options if name not in data.options), None)
    if missing is not None and data.content == game.content:
        raise RecordError(f"the record does not answer `{missing}`")


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "a number beyond all seats"


def _scores(scores: tuple[Points, ...] | None) -> str:
    return "that the hand is not over" if scores is None else " ".join(map(str, scores))
