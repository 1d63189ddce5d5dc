"""The rows of the conformance cases: their kinds as models, and how they are read."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

HERE = Path(__file__).parent
RULEBOOKS = HERE.parents[1] / "rulebooks"


class Row(BaseModel):
    """What every row has; each subclass is one kind of situation."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    id: str
    rulebook: str
    agreed: dict[str, bool | int | str] = Field(default_factory=dict, alias="with")
    cites: list[str] = []
    about: str


class Classify(Row):
    """The combinations that some cards are read as."""

    cards: str
    reads: list[str]


class Beats(Row):
    """Whether one play beats another."""

    play: str
    table: str
    beats: bool


class Chain(Row):
    """Plays from low to high: each beats all before it and nothing else; a list inside is a tie."""

    chain: list[str | list[str]]


class Offered(Row):
    """What a player may do, may not do, or may do at a price."""

    legal: list[str] | None = None
    exactly: bool = False
    illegal: dict[str, str | list[str]] = {}
    breach: dict[str, str] | None = None


class Position(Offered):
    """One hand against one table."""

    hand: str
    table: str | None
    opening: bool = False
    next_has: int | None = None


class Breach(BaseModel):
    """A duty that somebody broke."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    seat: str
    duty: str


class Played(Offered):
    """Hands, actions, and how the game stands then."""

    hands: list[str]
    hand_number: int = 1
    last_winner: str | None = None
    last_loser: str | None = None
    last_order: list[str] = []
    opener: str | None = None
    actions: list[str]
    again: bool = False
    turn: str | None = None
    leading: bool | None = None
    over: bool | None = None
    void: bool | None = None
    winner: str | None = None
    scores: list[int | str] | None = None
    breaches: list[Breach] | None = None
    piles: list[int] | None = None
    hand_sizes: list[int] | None = None
    claims: dict[str, list[str]] = {}


class Settled(Row):
    """What a hand that has ended is worth to each seat."""

    left: list[int] | None = None
    held: list[str] | None = None
    ended: dict[str, str] = {}
    out: list[str] = []
    opener: str | None = None
    played: dict[str, list[str]] = {}
    claimed: dict[str, str] = {}
    broke: dict[str, str] = {}
    roles: dict[str, str] = {}
    bids: dict[str, int] = {}
    scores: list[int | str]


class Dealt(Row):
    """The arithmetic of the deal, and who may turn out to open."""

    players: int
    each: int
    deck: int
    rest: int
    extra: int = 0
    openers: list[str] = []


class MatchVerdict(Row):
    """Whether totals end the match, and for whom."""

    totals: list[int]
    match_over: bool
    match_winners: list[str]


class Chance(Row):
    """The exact chance that a named player is dealt a hand which could make a claim."""

    claim: str
    chance: str


class Count(Row):
    """How many plays there are, of one combination or of all."""

    combination: str | None = None
    plays: int | None = None
    universe: int | None = None
    by_size: dict[str, int] | None = None


class Answers(Row):
    """The answers of options, the first in force."""

    options: dict[str, list[bool | int | str]]


class Refused(Row):
    """Answers with which the rulebook does not load."""

    load_with: dict[str, bool | int | str]
    refused: bool


class Direction(Row):
    """Which way the turns go round."""

    direction: str


# The key that tells a kind.
KINDS: dict[str, type[Row]] = {
    "reads": Classify,
    "beats": Beats,
    "chain": Chain,
    "hand": Position,
    "hands": Played,
    "left": Settled,
    "held": Settled,
    "each": Dealt,
    "totals": MatchVerdict,
    "chance": Chance,
    "plays": Count,
    "universe": Count,
    "by_size": Count,
    "options": Answers,
    "load_with": Refused,
    "direction": Direction,
}


def read_row(line: str) -> Row:
    """One line of a case file."""
    data: dict[str, Any] = json.loads(line)
    kinds = {KINDS[key] for key in data if key in KINDS}
    if len(kinds) != 1:
        raise ValueError(f"a row is of exactly one kind: {line}")
    return kinds.pop().model_validate(data)


def case_files() -> list[Path]:
    """The files of rows."""
    return sorted((HERE / "cases").glob("*.jsonl"))


def rows() -> Iterator[tuple[str, Row]]:
    """Every row, with a name that leads back to its line."""
    for path in case_files():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            row = read_row(line)
            yield f"{path.stem}:{number} {row.id} {row.about}", row


def listed(name: str) -> dict[str, dict[str, str]]:
    """The list `claims` or `faults`: what each id says, and why it has no case if it has none."""
    found: dict[str, dict[str, str]] = json.loads((HERE / f"{name}.json").read_text("utf-8"))
    return found


def own_claims() -> dict[str, dict[str, dict[str, str]]]:
    """By rulebook, the claims of the games that were put together from several texts: each rulebook has a list."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((HERE / "claims").glob("*.json"))}


def every_claim() -> dict[str, dict[str, str]]:
    """The claims of all rulebooks."""
    return listed("claims") | {id: entry for claims in own_claims().values() for id, entry in claims.items()}


def ids_in_notes(text: str) -> set[str]:
    """The claim ids that the notes of a rulebook cite; `HK-43..45` is three of them."""
    found: set[str] = set()
    for note in re.findall(r"##([^\n]*)", text):
        for source, first, last in re.findall(r"\b([A-Z]{2})-(\d\d)(?:\.\.(\d\d))?", note):
            found |= {f"{source}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def seat(name: str) -> int:
    """`P1` is seat 0."""
    return int(name.removeprefix("P")) - 1
