"""Numbers of actions that always mean the same, for batches: a table as rows, and what is found in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..errors import Invalid
from ..play import Cards
from ..rules import Rules
from .batching import NUMBER, RUNG, SIZE, WHOLE
from .codec import Record
from .layout import CardLayout
from .module import WORD_BITS
from .sides import BID, CLAIM, DECLINE, DISCARD, GIVE, PASS, PLAY

Numbers = npt.NDArray[np.int64]
_NONE = -1


class Table(Protocol):
    """Actions by their numbers, as `Universe` has them."""

    def __len__(self) -> int:
        """How many there are, those of other answers to the options included."""

    def key(self, number: int) -> tuple[str, str, Cards]:
        """The kind of an action, the name of what it does, its pieces. Raises Invalid for pieces of another deck."""

    def key_of_play(self, cards: Cards, combination: str) -> tuple[str, str, Cards]:
        """The key of a play: it names the combination where the cards can be read in several ways."""


_VERBS = {
    "pass": PASS,
    "decline": DECLINE,
    "claim": CLAIM,
    "bid": BID,
    "play": PLAY,
    "hand": PLAY,
    "give": GIVE,
    "discard": DISCARD,
}


def numbered(rules: Rules, table: Table) -> Numbers:
    """The actions of a table that this game can ask for as rows, in which `NUMBER` has their numbers. Raises
    CannotCompile."""
    layout, copies = CardLayout(rules.pieces, WORD_BITS), rules.pieces.copies
    rungs = {combination.name: rung for rung, combination in enumerate(rules.rulebook.combinations)}
    claims = {claim.name: at for at, claim in enumerate(rules.rulebook.claims)}
    rows: list[Record] = []
    named: set[tuple[int, ...]] = set()
    for number in range(len(table)):
        try:
            kind, name, cards = table.key(number)
        except Invalid:
            continue
        verb, rung, size = _VERBS[kind], 0, len(cards)
        if any(cards.count(card) > copies[card] for card in cards):
            continue
        words = layout.pack(cards)
        if verb == PLAY:
            rung = rungs.get(name, _NONE)
            if kind == "hand":
                size = WHOLE
            elif name and table.key_of_play(cards, name)[1] == name:
                named.add(words)
            if name and (rung == _NONE or (kind == "play" and words not in named)):
                continue
        elif verb == CLAIM:
            rung = claims.get(name, _NONE)
        elif verb == BID:
            size = int(name)
        rows.append((verb, rung, number, 0, size, *words))
    # Where the reading has to be named, the cards alone are an action of other answers.
    rows = [row for row in rows if row[0] != PLAY or row[1] >= 0 or row[5:] not in named]
    return np.array(rows, np.int64).reshape(-1, 5 + layout.words)


class Lookup:
    """Finds the numbers of actions in plain Python, as the kernel does it."""

    def __init__(self, rules: Rules, known: Numbers | None) -> None:
        self._known: dict[tuple[int, ...], list[Sequence[int]]] = {}
        for row in [] if known is None else known.tolist():
            self._known.setdefault((row[0], row[SIZE], *row[5:]), []).append(row)
        self._whole = {rung for rung, matcher in enumerate(rules.plays.matchers) if matcher.planner.untouched}

    def __call__(self, row: Record) -> int:
        """The number of an action; -1: it has none."""
        key = (row[0], row[SIZE], *row[5:])
        if row[0] == PLAY and row[RUNG] in self._whole:
            key = (PLAY, WHOLE, *(0 for _ in row[5:]))
        return next((known[NUMBER] for known in self._known.get(key, ()) if known[RUNG] in (_NONE, row[RUNG])), _NONE)
