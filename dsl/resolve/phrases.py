"""The closed sentences of `deal`, `play` and `match`: which phrases there are, and what each means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .. import model as m

Slots = dict[str, Any]
SLOTS = frozenset({"N", "CARD", "OTHER", "CLASSES", "ROLE"})
ARTICLES = frozenset({"the", "a", "an"})
# How a line is spoken of, where that is more than its name.
SPOKEN_LINES = {
    "hand": "the hand",
    "pass": "a pass",
    "trick": "a trick",
    "point": "a point",
    "pile": "the pile",
    "last trick": "the last trick",
}

# Lines that every rulebook has; the others have a default or mean nothing when they are absent.
REQUIRED_LINES: dict[str, tuple[str, ...]] = {
    "deal": ("players", "each"),
    "play": ("turns", "first hand", "each turn", "pass", "trick", "won at once", "next trick", "hand"),
    "match": (),
}


@dataclass(frozen=True, slots=True)
class Form:
    """A phrase with slots: N a number or numeric option, CARD or OTHER a piece, CLASSES a list of types, ROLE a
    name; words joined with `/` stand for one another. `meaning` makes the value from the slots."""

    template: str
    meaning: Callable[[Slots], object]

    @property
    def words(self) -> tuple[str, ...]:
        """The phrase word by word; articles are read over."""
        return tuple(word for word in self.template.replace(",", " ,").split() if word not in ARTICLES)

    @property
    def spoken(self) -> str:
        """The phrase as a person would write it."""
        return re.sub(r"/\w+", "", self.template).replace("OTHER", "CARD")

    @property
    def slotted(self) -> bool:
        """Whether something is to be filled in."""
        return any(word in SLOTS for word in self.words)


def _opening(by: m.OpenerRule, playing: bool = False) -> m.Opening:
    return m.Opening(by=by, playing_it=playing)


def _end(holding: bool, judged: str | None, at_most: bool = False) -> Callable[[Slots], object]:
    def meaning(slots: Slots) -> m.HandEnd:
        return m.HandEnd(count=slots.get("N", 1), at_most=at_most, holding=holding, judged=judged or "at_once")  # type: ignore[arg-type]

    return meaning


AS_FIRST = "as first"
EQUALLY = "equally"
FIRST_OPENINGS = (
    Form("opened by the holder of CARD", lambda s: _opening(m.HolderOpens(card=s["CARD"]))),
    Form("opened by the holder of the lowest card/tile", lambda s: _opening(m.LowestOpens())),
    Form("opened by the holder of CARD, playing it", lambda s: _opening(m.HolderOpens(card=s["CARD"]), True)),
    Form("opened by the holder of the lowest card/tile, playing it", lambda s: _opening(m.LowestOpens(), True)),
    Form("opened by a random player", lambda s: _opening(m.RandomOpens())),
)
LATER_OPENINGS = (
    Form("opened by the last winner", lambda s: _opening(m.LastWinnerOpens())),
    Form("opened by the last loser", lambda s: _opening(m.LastLoserOpens())),
    Form("opened as the first", lambda s: AS_FIRST),
)
ROLE_OPENS = Form("opened by the ROLE", lambda s: _opening(m.RoleOpens(role=s["ROLE"].text, span=s["ROLE"].span)))


@dataclass(frozen=True, slots=True)
class Rest:
    """Where the pieces go that are dealt to nobody; `to` and `otherwise` are cards whose holder may get them."""

    kind: str
    to: str | None = None
    otherwise: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether a player who can beat must; whether one who does not beat discards and does not pass."""

    must_beat: bool
    discards: bool


def _ends() -> Iterator[Form]:
    for judged, tail in ((None, ""), ("after_trick", ", after the trick"), ("at_once", ", at once")):
        yield Form(f"ends when a player has no cards/tiles{tail}", _end(False, judged))
        yield Form(f"ends when at most N players/player have/has cards/tiles{tail}", _end(True, judged, at_most=True))
        yield Form(f"ends when N players/player have/has cards/tiles{tail}", _end(True, judged))
        yield Form(f"ends when N players/player have/has no cards/tiles{tail}", _end(False, judged))


FORMS: dict[str, dict[str, tuple[Form, ...]]] = {
    "deal": {
        "players": (),
        "each": (Form("N", lambda s: s["NODE"]), Form("equally", lambda s: EQUALLY)),
        "rest": (
            Form("unused", lambda s: Rest("unused")),
            Form("one each", lambda s: Rest("one_each")),
            Form("kitty", lambda s: Rest("kitty")),
            Form("to the holder of CARD", lambda s: Rest("holder", s["CARD"])),
            Form("to the holder of CARD, else OTHER", lambda s: Rest("holder", s["CARD"], s["OTHER"])),
        ),
    },
    "play": {
        "before": (),
        "turns": (
            Form("go clockwise", lambda s: "clockwise"),
            Form("go anticlockwise", lambda s: "anticlockwise"),
        ),
        "first hand": (*FIRST_OPENINGS, ROLE_OPENS),
        "later hands": (*LATER_OPENINGS, *FIRST_OPENINGS, ROLE_OPENS),
        "each turn": (
            Form("beat or pass", lambda s: Turn(False, False)),
            Form("beat if able, else pass", lambda s: Turn(True, False)),
            Form("beat or discard", lambda s: Turn(False, True)),
            Form("beat if able, else discard", lambda s: Turn(True, True)),
        ),
        "pass": (
            Form("keeps you in the trick", lambda s: False),
            Form("puts you out of the trick", lambda s: True),
        ),
        "trick": (
            Form("ends when all others pass in a row", lambda s: False),
            Form("ends after one turn each", lambda s: True),
        ),
        "won at once": (
            Form("never", lambda s: m.AtOnce()),
            Form("by an unbeatable play", lambda s: m.AtOnce(unbeatable=True)),
            Form("by CLASSES", lambda s: m.AtOnce(of=s["CLASSES"])),
        ),
        "pile": (
            Form("takes the winning play", lambda s: "winning_play"),
            Form("takes the whole trick", lambda s: "whole_trick"),
        ),
        "next trick": (
            Form("led by the trick winner", lambda s: False),
            Form("led by the trick winner, else by the next player who has cards/tiles", lambda s: True),
        ),
        "last trick": (Form("wins the hand", lambda s: True),),
        "hand": tuple(_ends()),
    },
    "match": {
        "point": (Form("is worth N", lambda s: s["NODE"]),),
        "ends": (
            Form("after N hands/hand", lambda s: ("hands", s["NODE"])),
            Form("when a player has N points/point", lambda s: ("points", s["NODE"])),
        ),
        "wins": (
            Form("highest points", lambda s: ("highest", False)),
            Form("lowest points", lambda s: ("lowest", False)),
            Form("highest points, ties shared", lambda s: ("highest", True)),
            Form("lowest points, ties shared", lambda s: ("lowest", True)),
        ),
    },
}
