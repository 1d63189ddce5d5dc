"""The plays of a type in the full deck, found one after another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .matching import Matcher
from .play import Cards, Play
from .plays import Plays


def found(plays: Plays, matcher: Matcher, size: tuple[int, int] | None = None) -> Iterator[Cards]:
    """Cards that fill the pattern of a type, one set for each way to fill it: sets may come again."""
    planner = matcher.planner
    sizes = [(1, len(plays.pieces.all))] if size is None else [size]
    if planner.untouched and size is None:
        sizes = [(held, held) for held in plays.hand_sizes]
    pool = planner.pool(plays.pieces.all)
    for span in sizes:
        for fillings in planner.fill(pool, span):
            yield tuple(sorted(card for filling in fillings for card in filling.cards))


def read(plays: Plays, matcher: Matcher, cards: Cards) -> Play | None:
    """Cards as a play of a type, if they are read as one."""
    readings = plays.readings(cards, matcher.planner.untouched)
    return next((play for play in readings if play.rung == matcher.rung), None)


def listed(plays: Plays, matcher: Matcher, most: int) -> tuple[Play, ...] | None:
    """Every play of a type, by its cards; None where its pattern is filled in too many ways, or by whole hands."""
    if matcher.planner.untouched:
        return None
    ways = found(plays, matcher)
    cards = set(islice(ways, most))
    if next(ways, None) is not None:
        return None
    return tuple(play for some in sorted(cards) if (play := read(plays, matcher, some)) is not None)


def some(plays: Plays, matcher: Matcher, most: int, size: tuple[int, int] | None = None) -> Play | None:
    """A play of a type, if one of the first ways to fill its pattern is read so."""
    ways = islice(found(plays, matcher, size), most)
    return next((play for cards in ways if (play := read(plays, matcher, cards)) is not None), None)
