"""Whether plays can beat one another in a circle.

Within a type plays are compared key by key: a strict order, up to plays that are equal in all keys. Between types
nothing counts but a play's *standing*: its type, its size, what it must share, which bomb it is, and which bombs beat
it. So it is enough to look at one play of each standing, and, where a type has several, at its strengths as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from .listing import listed, some
from .matching import Matcher
from .play import Play
from .plays import Plays

MOST_LISTED = 20_000
"""How many plays of a type are listed to find its standings."""
MOST_CLASSES = 1_500
"""How many classes are gone through pair by pair, where types of several standings may beat each other both ways."""

Graph: TypeAlias = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Circles:
    """What was found: plays that beat one another in a circle (each the next, the last the first), how many standings
    were compared, and the types whose standings are not all known."""

    circle: tuple[Play, ...]
    standings: int
    open: tuple[str, ...]
    by_strength: bool = False
    """Whether the strengths of plays had to be looked at as well."""


def circles(plays: Plays) -> Circles:
    """Look for a circle among plays of one standing each."""
    chosen: list[Play] = []
    split: set[int] = set()
    open_: list[str] = []
    contest = plays.contest
    for matcher in plays.matchers:
        found, whole = _standings(plays, matcher)
        chosen += found
        if not whole:
            open_.append(matcher.rule.combination.name)
        if (
            len(found) > 1
            and contest.relations[matcher.rung][matcher.rung].same
            and not (matcher.rule.same_size and len({play.size for play in found}) == len(found))
        ):
            split.add(matcher.rung)
    graph = _graph(plays, chosen, split)
    by_strength = False
    for component in _components(graph):
        members = [chosen[at] for at in component]
        rungs = {play.rung for play in members}
        if len(members) < 2 or (len(rungs) == 1 and contest.relations[members[0].rung][members[0].rung].simple):
            continue
        if rungs & split:
            # Plays of one type may beat each other either way here: their strengths have to be looked at.
            finer, by_strength = _fine(plays, rungs), True
            if finer is None:
                open_ += sorted({play.combination for play in members})
                continue
            graph_ = _graph(plays, finer)
            inner = next((one for one in _components(graph_) if len(one) > 1 and not _equals(plays, finer, one)), None)
            if inner is None:
                continue
            return Circles(_shortest(graph_, inner, finer), len(chosen), tuple(open_))
        return Circles(_shortest(graph, component, chosen), len(chosen), tuple(open_))
    return Circles((), len(chosen), tuple(dict.fromkeys(open_)), by_strength)


def _equals(plays: Plays, chosen: Sequence[Play], component: Sequence[int]) -> bool:
    """Whether plays beat each other only because equal ones fall."""
    first = chosen[component[0]]
    return all(
        (play.rung, play.strength, play.same) == (first.rung, first.strength, first.same)
        for play in (chosen[at] for at in component)
    )


def _standings(plays: Plays, matcher: Matcher) -> tuple[list[Play], bool]:
    """One play of each standing of a type, and whether these are all of them."""
    contest = plays.contest
    if not contest.by_size(matcher.rung):
        every = listed(plays, matcher, MOST_LISTED)
        one_each = every if every is not None else _by_size(plays, matcher)
        return list({contest.standing(play): play for play in one_each}.values()), every is not None
    return _by_size(plays, matcher), True


def _by_size(plays: Plays, matcher: Matcher) -> list[Play]:
    """One play of each size; of any size, where sizes do not count."""
    low, high = matcher.planner.span
    sizes = plays.hand_sizes if matcher.planner.untouched else range(low, min(high, len(plays.pieces.all)) + 1)
    found = (some(plays, matcher, MOST_LISTED, (size, size)) for size in sizes)
    every = (play for play in found if play is not None)
    return list(every if plays.contest.on_ladder(matcher.rung) else islice(every, 1))


def _fine(plays: Plays, rungs: set[int]) -> list[Play] | None:
    """One play of each standing and strength; None where there are too many."""
    found: dict[Any, Play] = {}
    for rung in sorted(rungs):
        every = listed(plays, plays.matchers[rung], MOST_LISTED)
        if every is None:
            return None
        found |= {(plays.contest.standing(play), play.strength, play.same): play for play in every}
    return list(found.values()) if len(found) <= MOST_CLASSES else None


def _graph(plays: Plays, chosen: Sequence[Play], split: frozenset[int] | set[int] = frozenset()) -> Graph:
    """Which of some plays beats which; of the types in `split`, as far as other plays of theirs may do so as well."""

    def may(play: Play, table: Play) -> bool:
        return (play.rung == table.rung and play.rung in split) or plays.beats(play, table)

    return {
        at: [to for to, table in enumerate(chosen) if to != at and may(play, table)] for at, play in enumerate(chosen)
    }


def _components(graph: Graph) -> list[list[int]]:
    """The strongly connected components of a graph."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on: set[int] = set()
    found: list[list[int]] = []
    for root in graph:
        if root in order:
            continue
        work = [(root, iter(graph[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on.add(root)
        while work:
            at, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == order[at]:
                    component = []
                    while True:
                        one = stack.pop()
                        on.discard(one)
                        component.append(one)
                        if one == at:
                            break
                    found.append(component)
            elif following not in order:
                order[following] = low[following] = len(order)
                stack.append(following)
                on.add(following)
                work.append((following, iter(graph[following])))
            elif following in on:
                low[at] = min(low[at], order[following])
    return found


def _shortest(graph: Graph, component: Sequence[int], chosen: Sequence[Play]) -> tuple[Play, ...]:
    """The shortest circle through plays that are connected both ways."""
    inside = set(component)
    best: list[int] = []
    for start in component:
        before: dict[int, int] = {}
        edge = [start]
        while edge and start not in before:
            edge = [
                (before.setdefault(to, at), to)[1]
                for at in edge
                for to in graph[at]
                if to in inside and to not in before
            ]
        circle, at = [start], before.get(start, start)
        while at != start:
            circle.append(at)
            at = before[at]
        if not best or len(circle) < len(best):
            best = circle
    return tuple(chosen[at] for at in (best[0], *reversed(best[1:])))
