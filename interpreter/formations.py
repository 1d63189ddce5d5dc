"""What can be formed from cards: whether they include a pattern or a play, how many, and which are the highest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from cardwright.dsl import model

from .env import Env
from .generation import Planner
from .matching import JudgingEnv, could_hold
from .pieces import minus
from .play import Cards, Play

if TYPE_CHECKING:
    from .plays import Plays

_KEEP_EXTREMES = 20_000


class Formations:
    """Searches cards for patterns and plays; an instance belongs to the plays of one rulebook."""

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self._planners: dict[int, tuple[model.Pattern, Planner]] = {}
        self._extremes: dict[tuple[int, str, Cards], frozenset[Play]] = {}
        self._fixed: dict[int, tuple[model.Class, bool]] = {}

    def holds(self, pattern: model.Pattern, cards: Cards, untouched: bool) -> bool:
        """Whether cards include what a pattern asks; an untouched one asks for the whole hand as dealt."""
        known = self._planners.get(id(pattern))
        if known is None:
            known = self._planners[id(pattern)] = (pattern, self._plays.planner(pattern))
        planner = known[1]
        if not planner.lacks(cards):
            return False
        if not could_hold(pattern):
            return True
        if not planner.untouched:
            return next(planner.fill(planner.pool(cards)), None) is not None
        size = (len(cards), len(cards))
        return untouched and next(planner.fill(planner.pool(cards), size), None) is not None

    def formed(self, cls: model.Class, cards: Cards, env: Env) -> Iterator[Play]:
        """The plays of a class that can be formed from cards, each once."""
        test = self._plays.plays_in(cls)
        types = self._plays.types(cls)
        for rung, matcher in enumerate(self._plays.matchers):
            if matcher.rule.combination.name not in types:
                continue
            plays = self._fitting(rung, cards) if isinstance(env, JudgingEnv) else self._read(rung, cards)
            for play in plays:
                if test(play, env):
                    yield play

    def _read(self, rung: int, cards: Cards) -> tuple[Play, ...]:
        return self._plays.formed(self._plays.holding(cards), rung)

    def _fitting(self, rung: int, cards: Cards) -> Iterator[Play]:
        """The plays that fit a type, whatever they would be read as."""
        matcher = self._plays.matchers[rung]
        if matcher.planner.untouched:
            return
        for found in sorted(matcher.planner.choices(matcher.planner.pool(cards), (1, len(cards)))):
            play = matcher.match(found)
            if play is not None:
                yield play

    def includes(self, cls: model.Class, cards: Cards, env: Env) -> bool:
        """Whether cards include the pieces of a play of the class."""
        return any(True for _ in self.formed(cls, cards, env))

    def most(self, cls: model.Class, cards: Cards, env: Env) -> int:
        """The most plays of the class that can be formed together."""
        plays = [play.pieces for play in self.formed(cls, cards, env)]
        if not plays:
            return 0
        shortest = min(map(len, plays))
        starting: dict[int, list[Cards]] = {}
        for pieces in plays:
            starting.setdefault(pieces[0], []).append(pieces)

        @cache
        def best(left: Cards) -> int:
            """The lowest card left is the lowest of one of the plays, or of none."""
            if len(left) < shortest:
                return 0
            first, bound = left[0], len(left) // shortest
            most = 0
            for pieces in starting.get(first, ()):
                if _within(pieces, left):
                    most = max(most, 1 + best(minus(left, pieces)))
                    if most == bound:
                        return most
            return max(most, best(left[1:]))

        useful = {piece for pieces in plays for piece in pieces}
        return best(tuple(card for card in sorted(cards) if card in useful))

    def extremes(self, cls: model.Class, cards: Cards, extreme: str, env: Env) -> frozenset[Play]:
        """The plays of the class than which none formed from these cards is stronger (weaker)."""
        remember = self._is_fixed(cls) and not isinstance(env, JudgingEnv)
        known = self._extremes.get((id(cls), extreme, cards)) if remember else None
        if known is not None:
            return known
        plays = list(self.formed(cls, cards, env))
        stronger = self._plays.contest.stronger
        if extreme == "highest":
            found = [play for play in plays if not any(stronger(other, play) for other in plays)]
        else:
            found = [play for play in plays if not any(stronger(play, other) for other in plays)]
        result = frozenset(found)
        if remember:
            if len(self._extremes) >= _KEEP_EXTREMES:
                self._extremes.clear()
            self._extremes[(id(cls), extreme, cards)] = result
        return result

    def _is_fixed(self, cls: model.Class) -> bool:
        known = self._fixed.get(id(cls))
        if known is None:
            # The class is kept with the answer, so that its id is never another's.
            known = self._fixed[id(cls)] = (cls, self._plays.is_fixed(cls))
        return known[1]


def _within(pieces: Cards, cards: Cards) -> bool:
    """Whether a multiset holds another."""
    if len(set(pieces)) == len(pieces):
        return set(cards).issuperset(pieces)
    return all(cards.count(piece) >= pieces.count(piece) for piece in set(pieces))
