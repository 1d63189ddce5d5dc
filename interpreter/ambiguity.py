"""Cards that can be read in two ways: found by going through every play of a type, or said to be too many for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice

from .apart import apart, common_sizes
from .matching import Matcher
from .play import Cards
from .plays import Plays

MOST_PLAYS = 40_000
"""How many plays of a type are gone through; with more of both types nothing is proved."""

FEW_PLAYS = 1_000


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two types that neither a ladder nor bombs order and that no `free` names, and cards that are read as both;
    `cards` None: both have too many plays to go through, so it is not known whether there are such cards."""

    types: tuple[str, str]
    cards: Cards | None


def overlaps(plays: Plays) -> Iterator[Overlap]:
    """Every pair of types that share plays, each with one example. What is not yielded is proved not to exist."""
    free = [frozenset(free.types) for free in plays.rulebook.free]
    for one, other in combinations(plays.matchers, 2):
        types = (one.rule.combination.name, other.rule.combination.name)
        if any(names >= set(types) for names in free) or apart(one, other) or plays.contest.ordered(*types):
            continue
        listed = next(((m, found) for m in (one, other) if (found := _every(plays, m, one, other)) is not None), None)
        if listed is None:
            yield Overlap(types, None)
            continue
        matcher, found = listed
        rival = other if matcher is one else one
        if len(found) > FEW_PLAYS:
            # To list the others is quicker than to look at so many one by one.
            others = _every(plays, rival, one, other)
            found = found if others is None else sorted({*found} & {*others})
        untouched = matcher.planner.untouched or rival.planner.untouched
        for cards in found:
            if rival.match(cards) is None:
                continue
            read = {play.rung for play in plays.readings(cards, untouched)}
            if {one.rung, other.rung} <= read:
                yield Overlap(types, cards)
                break


def _every(plays: Plays, matcher: Matcher, one: Matcher, other: Matcher) -> list[Cards] | None:
    """Every play of a type in the full deck, of the sizes that both types have (of whole hands, where one takes these);
    None if there are too many."""
    planner = matcher.planner
    pool = planner.pool(plays.pieces.all)
    whole = one.planner.untouched or other.planner.untouched
    sizes = (size for size in common_sizes(one, other) if not whole or size in plays.hand_sizes)
    filled = chain.from_iterable(planner.fill(pool, (size, size)) for size in sizes)
    found = {
        tuple(sorted(card for filling in fillings for card in filling.cards)) for fillings in islice(filled, MOST_PLAYS)
    }
    return None if next(filled, None) is not None else sorted(found)
