"""Plays that nothing in the deck could beat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .contest import Relation
from .play import Cards, Play

if TYPE_CHECKING:
    from .plays import Plays


class Unbeatable:
    """Looks for a play that beats, among all pieces of the deck that are not in the play; high cards first, and no
    further than the first one found. What was found is remembered."""

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self._known: dict[Play, bool] = {}

    def __call__(self, play: Play) -> bool:
        known = self._known.get(play)
        if known is None:
            known = self._known[play] = not any(self._beating(play))
        return known

    def _beating(self, play: Play) -> Iterator[bool]:
        """A yes for each play that beats this one."""
        plays = self._plays
        rest = plays.pieces.without(play.pieces)
        pool = plays.matchers[0].planner.pool(rest)
        # A ladder or bombs settle it with any play at all; plays of the same type have to be searched.
        for rung, relation in sorted(plays.challengers[play.rung], key=lambda item: item[1].same):
            if not plays.contest.reaches(relation, play):
                continue
            planner = plays.matchers[rung].planner
            for size in self._sizes(play, relation, planner.untouched, len(rest)):
                seen: set[Cards] = set()
                for filled in planner.fill(pool, size):
                    cards = tuple(sorted(card for filling in filled for card in filling.cards))
                    if cards in seen:
                        continue
                    seen.add(cards)
                    for other in plays.readings(cards, planner.untouched):
                        if plays.beats(other, play):
                            yield True

    def _sizes(self, play: Play, relation: Relation, untouched: bool, most: int) -> Iterator[tuple[int, int]]:
        """The sizes of plays to look for: an untouched one is a whole hand before anything is played."""
        size = len(play.pieces)
        if untouched:
            for held in self._plays.hand_sizes:
                if not relation.same_size or held == size:
                    yield (held, held)
        else:
            yield (size, size) if relation.same_size else (1, most)
