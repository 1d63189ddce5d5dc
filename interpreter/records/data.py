"""The record of a hand as data: what is written down of it, and the checksum over that."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from ..deal import Carried, Deal, given
from ..errors import CardwrightError
from ..game import Game
from ..position import Termination
from ..serial import points_text
from ..settlement import Entry

RECORD_VERSION: Literal[1] = 1
MOST_BYTES = 1 << 20
"""No record is longer, whether it stands alone or with others."""
MOST_DIGITS = 100
"""No number in a record has more digits."""

HIDDEN = r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""Signs that steer a terminal, or cannot be seen, as a pattern has them between brackets."""
_BLANK = r" \xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LETTER = f"[^{HIDDEN}{_BLANK}#]"

Word: TypeAlias = Annotated[str, Field(max_length=100, pattern=f'^[^{HIDDEN}{_BLANK}#:="]+$')]
"""A name, a card or an answer: no blanks in it, and nothing that cannot be seen."""
Cards: TypeAlias = Annotated[tuple[Word, ...], Field(max_length=1000)]
Hash: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Seat: TypeAlias = Annotated[int, Field(ge=0, lt=1000)]
Amount: TypeAlias = int | Annotated[str, Field(pattern=r"^-?[0-9]{1,100}/[1-9][0-9]{0,99}$")]
"""A number of points: whole, or a fraction as `1/3`."""
Step: TypeAlias = Annotated[
    str, Field(max_length=1000, pattern=rf"^P[1-9][0-9]{{0,2}}: {_LETTER}([^{HIDDEN}#]*{_LETTER})?$")
]
"""An action with the seat that took it, as `P1: 7C-7H`."""


class RecordError(CardwrightError):
    """A record that cannot be read, or that is not what the rules say.

    `action`: which action is to blame, counted from 1; `line` and `column`: where a text cannot be read, from 1 too.
    None of them is known for everything. `help`: what may be behind it, or what to do."""

    def __init__(
        self,
        message: str,
        action: int | None = None,
        *,
        line: int | None = None,
        column: int | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.action = action
        self.line = line
        self.column = column
        self.help = help


class _Data(BaseModel):
    # The schema is made when it is first needed.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class DealData(_Data):
    """What chance decided: all hands, who opens (before auctions and steps)."""

    hands: tuple[Cards, ...] = Field(max_length=1000)
    rest: Cards | None = None
    """The kitty; None: what the hands leave of the deck."""
    opener: Seat
    starter: Seat | None = None
    """Who is asked first in an auction, where that is drawn."""

    @classmethod
    def of(cls, game: Game, deal: Deal) -> Self:
        """The data of a deal."""
        named = game.pieces.named
        kitty = named(deal.rest) if game.rulebook.deal.rest == "kitty" else None
        return cls(hands=tuple(map(named, deal.hands)), rest=kitty, opener=deal.opener, starter=deal.starter)

    def dealt(self, game: Game, carried: Carried) -> Deal:
        """The deal again. Raises Invalid where it cannot be."""
        hands = [game.cards(hand) for hand in self.hands]
        kitty = None if self.rest is None else game.cards(self.rest)
        return given(game.rulebook, game.pieces, hands, 0, carried, self.opener, self.starter, kitty)


class MovedData(_Data):
    """Why a debt is paid by another than who owed it: the payer has broken a duty."""

    owed_by: Seat
    duty: Word


class EntryData(_Data):
    """One payment, before the worth of a point. Points that cost nobody have no payer."""

    payment: Word
    payer: Seat | None = None
    payee: Seat
    amount: Amount
    moved: MovedData | None = None

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """The data of an entry."""
        moved = None if entry.owed_by is None else MovedData(owed_by=entry.owed_by, duty=entry.duty or "")
        amount = points_text(entry.amount)
        return cls(payment=entry.payment, payer=entry.payer, payee=entry.payee, amount=amount, moved=moved)


class BreachData(_Data):
    """A breach that has to be paid for."""

    duty: Word
    offender: Seat
    protected: Seat | None = None


class SettlementData(_Data):
    """How the hand ended, every payment of more than nothing, and what everybody has of it."""

    ended: Termination
    winner: Seat | None = None
    entries: tuple[EntryData, ...] = Field(default=(), max_length=10_000)
    worth: Amount = 1
    breaches: tuple[BreachData, ...] = Field(default=(), max_length=10_000)
    scores: tuple[Amount, ...] = Field(max_length=1000)


class RecordData(_Data):
    """The record of one hand. Seats are numbers from 0 in the order of turns; `P1`, in actions, is seat 0."""

    model_config = ConfigDict(
        title="Record of a hand", json_schema_extra={"$schema": "https://json-schema.org/draft/2020-12/schema"}
    )

    version: Literal[1]
    rulebook: Word
    edition: int = Field(ge=1, lt=10**9)
    content: Hash
    """A hash of the rulebook and its answers."""
    options: dict[Word, bool | int | Word] = Field(max_length=1000)
    seed: int | None = Field(default=None, ge=0, lt=2**64)
    """What the deal comes from; None where it was dealt otherwise."""
    hand_number: int = Field(default=1, ge=1, lt=10**9)
    last_winner: Seat | None = None
    last_loser: Seat | None = None
    totals: tuple[Amount, ...] = Field(default=(), max_length=1000)
    reversed_ranks: bool = False
    reversed_turns: bool = False
    last_places: tuple[Annotated[int, Field(ge=1, lt=1000)], ...] = Field(default=(), max_length=1000)
    deal: DealData
    actions: tuple[Step, ...] = Field(default=(), max_length=10_000)
    settlement: SettlementData | None = None
    """None: the hand is not over."""
    checksum: Hash | None = None
    """A hash of all the rest. Whoever writes a record by hand leaves it out."""

    @property
    def scores(self) -> tuple[Amount, ...] | None:
        """What the hand paid every seat; None while it goes on."""
        return None if self.settlement is None else self.settlement.scores

    def with_checksum(self) -> Self:
        """The same record, with the checksum that belongs to it."""
        return self.model_copy(update={"checksum": checksum(self)})


def checksum(data: RecordData) -> str:
    """The SHA-256 of a record without its checksum: of its JSON without what is as usual, keys sorted, no blanks."""
    told = data.model_dump(mode="json", exclude={"checksum"}, exclude_defaults=True)
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
