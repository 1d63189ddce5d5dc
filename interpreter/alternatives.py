"""What cards that are no combination come nearest to: which pieces are lacking, and which are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from cardwright.dsl import Span

from .messages import Message, Put, Thing, message
from .play import Cards
from .plays import Plays

_MOST = 3
_AT_ONCE = 2
"""How many pieces are added or taken away at most."""
_FEW = 6
"""Cards up to which two are added at once; with more, what is two cards short is not what anybody meant."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A combination that cards nearly are: what they lack (such cards as these), and what is too many."""

    combination: str
    lacks: tuple[str, ...]
    over: tuple[str, ...]
    span: Span | None

    @property
    def data(self) -> dict[str, Any]:
        """The alternative as JSON data."""
        return {"combination": self.combination, "lacks": list(self.lacks), "over": list(self.over)}

    @property
    def message(self) -> Message:
        """The alternative in words."""
        kind, lacks, over = Thing(self.combination), Put(self.lacks, joined=False), Put(self.over, joined=False)
        if not self.over:
            return message("near.lacks", kind=kind, lacks=lacks)
        if not self.lacks:
            return message("near.over", kind=kind, over=over)
        return message("near.instead", kind=kind, lacks=lacks, over=over)


def alternatives(plays: Plays, cards: Cards, hand: Cards = (), wanted: str | None = None) -> tuple[Alternative, ...]:
    """The combinations that these cards become by one or two changes, the nearest first; of several changes one with
    cards of the hand. `wanted` is the only one looked for, if it is given."""
    if _too_many(plays, cards):
        return ()
    found: dict[str, Alternative] = {}
    pieces, spans = plays.pieces, {rule.name: rule.span for rule in plays.rulebook.combinations}
    for lacks, over in _changes(plays, cards, hand):
        changed = tuple(sorted((Counter(cards) - Counter(over) + Counter(lacks)).elements()))
        for play in plays.readings(changed):
            name = play.combination
            if name not in found and wanted in (None, name):
                short, long = (tuple(pieces.names[card] for card in some) for some in (lacks, over))
                found[name] = Alternative(name, short, long, spans[name])
        if len(found) >= (1 if wanted else _MOST):
            break
    return tuple(found.values())


def _too_many(plays: Plays, cards: Cards) -> bool:
    """Whether no two changes make a combination of so many cards, or of so many that the deck does not have."""
    longest = max((matcher.planner.span[1] for matcher in plays.matchers), default=0)
    unknown = Counter(cards) - Counter(plays.pieces.all)
    return len(cards) > longest + _AT_ONCE or unknown.total() > _AT_ONCE


def _changes(plays: Plays, cards: Cards, hand: Cards) -> Iterator[tuple[Cards, Cards]]:
    """What is added and what is taken away, fewest pieces first."""
    mine = set(hand)
    spare = Counter(plays.pieces.all) - Counter(cards)
    others = sorted(spare, key=lambda card: (card not in mine, plays.pieces.heights[card], card))
    given = sorted(set(cards))
    for card in others:
        yield (card,), ()
    if len(cards) > 1:
        for card in given:
            yield (), (card,)
    for card in others:
        for taken in given:
            yield (card,), (taken,)
    if len(cards) > 2:
        for pair in combinations_with_replacement(given, 2):
            if not Counter(pair) - Counter(cards):
                yield (), pair
    if len(cards) <= _FEW:
        for pair in combinations_with_replacement(others, 2):
            if not Counter(pair) - spare:
                yield pair, ()
