"""What a conformance pack holds. Seats count from 0 in the order of turns; cards are named as pieces of the model are;
a play is written as its cards joined with `-`, with `=combination` behind them where they can be read in several ways.
What is left out of a case has the default of its field."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from ..contest import Result, Verdict
from ..position import Termination
from ..records import DealData, EntryData
from ..serial import Points

PACK_FORMAT: Literal["cardwright-pack"] = "cardwright-pack"
PACK_VERSION: Literal[1] = 1


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PartData(_Data):
    """A part of a play, by its name (none: without one): the cards that fill it, and the ranks of its run."""

    name: str | None = None
    cards: tuple[str, ...]
    run: tuple[str, ...] = ()


class ReadAs(_Data):
    """One way to play cards: as which combination, how that is written, and which cards fill which part."""

    combination: str
    play: str
    parts: tuple[PartData, ...]


class Reading(_Data):
    """Cards, and every way in which they can be played; none at all where they are no play. `untouched`: they are a
    whole hand as it was dealt."""

    cards: tuple[str, ...]
    untouched: bool = False
    readings: tuple[ReadAs, ...]


class KeyData(_Data):
    """A key that was compared, with what each side has, in words; the last one decides."""

    key: str
    play: str
    table: str
    result: Result


class Contested(_Data):
    """Whether a play beats another, by which clause, and what was compared. `reversed_ranks`: with the ranks upside
    down."""

    play: str
    table: str
    reversed_ranks: bool = False
    beats: bool
    verdict: Verdict
    keys: tuple[KeyData, ...] = ()


class BeforeData(_Data):
    """What the hand before handed on."""

    hand_number: int = 1
    last_winner: int | None = None
    last_loser: int | None = None
    last_places: tuple[int, ...] = ()
    totals: tuple[Points, ...] = ()
    reversed_ranks: bool = False
    reversed_turns: bool = False


class Turn(_Data):
    """A position, everything that is legal in it, and what is done.

    `asks`: `play`, `claim`, or the name of the auction or step before the lead that is going on. `counts`: how many
    cards everybody holds. `dropped`: who is out of the trick. `legal`: every legal action (none: too many to list).
    `breaks`: of these the ones that break a duty at a price, with the duties. `refused`: actions that are legal but for
    a duty, with the duties. The next turn, or the end of the hand, is what comes of it."""

    turn: int
    asks: str
    table: str | None = None
    table_by: int | None = None
    counts: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    reversed_ranks: bool = False
    reversed_turns: bool = False
    legal: tuple[str, ...] | None
    breaks: dict[str, tuple[str, ...]] = {}
    refused: dict[str, tuple[str, ...]] = {}
    does: str


class EndData(_Data):
    """How a hand ended: by cards running `out`, by a `claim`, or `void`; who won it, who was last, everybody's place,
    what was paid, and the scores. No places: it is void, or several went out and the rulebook never asks who did
    first."""

    by: Termination
    winner: int | None = None
    last_player: int | None = None
    places: tuple[int, ...] = ()
    payments: tuple[EntryData, ...] = ()
    worth: Points = 1
    scores: tuple[Points, ...]


class HandData(_Data):
    """A whole hand, from the deal to its end."""

    before: BeforeData
    deal: DealData
    turns: tuple[Turn, ...]
    end: EndData


class Judged(_Data):
    """Whether points (after so many hands) end a match, and for whom."""

    totals: tuple[Points, ...]
    hands: int
    over: bool
    winners: tuple[int, ...] = ()


class Made(_Data):
    """The rulebook that a pack is of: `content` is the hash by which states and records know it; `options`, every
    answer that it was settled with."""

    name: str
    edition: int
    format_version: int
    content: str
    options: dict[str, bool | int | str]


class PackData(_Data):
    """A conformance pack. `covers`: how often each kind of thing comes up in it; 0 tells what it lacks."""

    format: Literal["cardwright-pack"] = PACK_FORMAT
    version: Literal[1] = PACK_VERSION
    rulebook: Made
    seed: int
    covers: dict[str, int]
    readings: tuple[Reading, ...]
    contests: tuple[Contested, ...]
    hands: tuple[HandData, ...]
    matches: tuple[Judged, ...] = ()
