"""Tables as JSON, for the server alone: the cards of all are in it. With a key, no edit goes unnoticed."""

from __future__ import annotations

import hmac
import operator
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardwright.dsl import model

from .deal import Deal
from .errors import Invalid
from .game import Game
from .match import Match, MatchData
from .records import DealData
from .serial import first_problem

TABLE_VERSION: Literal[1] = 1

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Request(NamedTuple):
    """An action that was asked for: by whom, at which number, and how it was written."""

    seat: int
    expected: int
    action: str


class HandData(BaseModel):
    """A hand as it came about: what was dealt, and every request that was granted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    deal: DealData
    requests: tuple[tuple[int, int, str], ...]

    @classmethod
    def of(cls, game: Game, deal: Deal, requests: list[Request]) -> Self:
        """The data of a hand."""
        return cls(deal=DealData.of(game, deal), requests=tuple(requests))

    def dealt(self, game: Game, match: Match) -> Deal:
        """The deal again; raises Invalid where it cannot be: all hands are whole."""
        deal = self.deal.dealt(game, match.carried)
        rule, deck = game.rulebook.deal, len(game.deck)
        sizes, held = model.dealt_sizes(rule, deck, match.hand_number), list(map(len, deal.hands))
        whole = deck if rule.rest == "holder" else sum(sizes)
        if sum(held) != whole or any(map(operator.lt, held, sizes)):
            raise Invalid(f"hands of {held} cards are no deal of this game")
        return deal


class TableData(BaseModel):
    """A table: the match it began with, who holds which seat (hashes of tokens), and every hand."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = TABLE_VERSION
    seed: int | None
    match: MatchData
    digests: tuple[Digest | None, ...]
    hands: tuple[HandData, ...] = Field(min_length=1)
    mac: Digest | None = None

    def signed(self, key: bytes | None) -> str:
        """The data as JSON, with a code that only who has the key can make."""
        body = self.model_copy(update={"mac": None}).model_dump_json()
        mac = None if key is None else hmac.new(key, body.encode(), "sha256").hexdigest()
        return self.model_copy(update={"mac": mac}).model_dump_json()

    @classmethod
    def read(cls, text: str | bytes, key: bytes | None) -> Self:
        """The data from JSON. Raises Invalid for anything else, and where the code is not that of the key."""
        try:
            data = cls.model_validate_json(text)
        except ValidationError as error:
            problem = first_problem(error)
        else:
            expected = cls.model_validate_json(data.signed(key)).mac
            if hmac.compare_digest(expected or "", data.mac or ""):
                return data
            problem = "it was changed, or it was saved with another key"
        raise Invalid(f"this is no table that can be restored: {problem}")
