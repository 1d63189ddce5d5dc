"""Which plays of both games beat each other in one and not in the other: counted by classes of plays that beat, and
fall to, the same ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..game import Game, height
from ..play import Play
from .extents import Extents, Joint

MOST_PAIRS = 1_500_000
"""How many pairs of classes are compared one by one; of more, no more are counted."""
_FEW_PAIRS = 40_000


@dataclass(frozen=True, slots=True)
class Flips:
    """Pairs of two types of which one beats the other in one game only. Each type is named as either game has it.

    `first` and `second`: in how many ordered pairs the former beats the latter in the first (second) game alone."""

    play: tuple[str, str]
    table: tuple[str, str]
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Flip:
    """Two plays that share no piece, of which the first beats the second in one game only."""

    play: Joint
    table: Joint
    beats: bool
    """Whether it does so in the first game."""


@dataclass(frozen=True, slots=True)
class Order:
    """How the order of plays differs. `open`: pairs of types (of the first game) that were not compared."""

    flips: tuple[Flips, ...]
    smallest: Flip | None
    classes: int
    open: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Class:
    """Plays that beat and fall to the same ones in both games, the lowest first."""

    members: list[Joint]
    floor: tuple[int, ...]

    @property
    def one(self) -> Joint:
        return self.members[0]


@dataclass(frozen=True, slots=True)
class _Group:
    """The plays of a type in either game: by strength and standing, and by standing alone."""

    classes: list[_Class]
    standings: list[_Class]


class _Search:
    """Counts flips, and keeps the smallest one that can lie on a table."""

    def __init__(self, extents: Extents) -> None:
        self.games = extents.games
        self.left = MOST_PAIRS
        self.best: Flip | None = None
        self.met = False
        """Whether any pair that was offered, of the types at hand, can meet."""
        self.size: tuple[Any, ...] | None = None

    def verdicts(self, play: Joint, table: Joint) -> tuple[bool, bool]:
        """Whether one beats the other, in either game."""
        first, second = self.games
        return (
            first.rules.plays.beats(play.mine, table.mine),
            second.rules.plays.beats(play.theirs, table.theirs),
        )

    def height(self, joint: Joint) -> tuple[int, ...]:
        """How high the cards of a play are, as the first game has them."""
        return height(self.games[0], joint.cards)

    def offer(self, play: _Class, table: _Class, beats: bool) -> None:
        """Keep the smallest pair of two classes, if it is smaller than what is known."""
        for one in play.members:
            mine = self.height(one)
            if self.met and self.size is not None and self._key(mine, table.floor) >= self.size:
                return
            taken = set(one.cards)
            other = next((o for o in table.members if taken.isdisjoint(o.cards) or self._enough(one, o)), None)
            if other is not None:
                self.met = True
                key = self._key(mine, self.height(other))
                if self.size is None or key < self.size:
                    self.size, self.best = key, Flip(one, other, beats)
                return

    def _key(self, mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[Any, ...]:
        return (mine[0] + theirs[0], mine, theirs)

    def alone(self, members: list[Joint]) -> int:
        """How many plays are there but once: none of them can be played on itself."""
        return sum(not self._enough(one, one) for one in members)

    def _enough(self, one: Joint, other: Joint) -> bool:
        """Whether the deck has enough copies for two plays that share pieces."""
        both = (*one.cards, *other.cards)
        copies = self.games[0].pieces.copies
        return all(both.count(card) <= copies[card] for card in set(one.cards) & set(other.cards))


def compare_order(extents: Extents) -> Order:
    """Compare the order of all plays that were listed; of the others, what the rulebooks say."""
    search = _Search(extents)
    groups = _groups(extents, search)
    found: dict[tuple[tuple[str, str], tuple[str, str]], list[int]] = defaultdict(lambda: [0, 0])
    open_ = list(_unlisted_pairs(extents))
    for (play, ours), (table, theirs) in product(groups.items(), repeat=2):
        search.met = False
        counted = _between(search, ours, theirs, play == table)
        if counted is None:
            open_.append((play[0], table[0]))
        elif any(counted) and search.met:
            found[(play, table)] = [a + b for a, b in zip(found[(play, table)], counted, strict=True)]
    flips = tuple(Flips(play, table, *numbers) for (play, table), numbers in found.items())
    return Order(flips, search.best, sum(len(group.classes) for group in groups.values()), tuple(dict.fromkeys(open_)))


def _groups(extents: Extents, search: _Search) -> dict[tuple[str, str], _Group]:
    """The classes of all plays of both games, by their type in either."""
    first, second = (game.rules.plays.contest for game in extents.games)
    found: dict[tuple[str, str], dict[Any, list[Joint]]] = defaultdict(lambda: defaultdict(list))
    standings: dict[tuple[str, str], dict[Any, list[Joint]]] = defaultdict(lambda: defaultdict(list))
    for joint in sorted(extents.joint, key=search.height):
        mine, theirs = joint.mine, joint.theirs
        types = (mine.combination, theirs.combination)
        standing = (mine.size, first.standing(mine), second.standing(theirs))
        found[types][(*standing, mine.strength, mine.same, theirs.strength, theirs.same)].append(joint)
        standings[types][standing].append(joint)
    return {
        types: _Group(_classes(search, found[types].values()), _classes(search, standings[types].values()))
        for types in found
    }


def _classes(search: _Search, several: Iterable[list[Joint]]) -> list[_Class]:
    """Classes of plays, the one with the lowest play first."""
    return sorted((_Class(members, search.height(members[0])) for members in several), key=lambda one: one.floor)


def _between(search: _Search, ours: _Group, theirs: _Group, same: bool) -> tuple[int, int] | None:
    """How many plays of one group beat those of another in one game only; None where too many pairs are left."""
    plays, tables = ours.classes, theirs.classes
    judges = [_judge(game, plays, tables, side) for side, game in enumerate(search.games)]
    if all(judge.never for judge in judges):
        return (0, 0)
    if not any(judge.fine for judge in judges):
        return _by_standing(search, ours, theirs)
    if len(plays) * len(tables) > _FEW_PAIRS and same and all(judge.ordered or judge.never for judge in judges):
        return _by_sorting(search, plays, judges)
    search.left -= len(plays) * len(tables)
    if search.left < 0:
        return None
    return _one_by_one(search, plays, tables)


@dataclass(frozen=True, slots=True)
class _Judge:
    """How one game judges between two types: `never`, `fine` (strengths matter), `ordered` (nothing but strengths that
    compare as tuples do)."""

    never: bool
    fine: bool
    ordered: bool
    falls: bool
    of: Callable[[Joint], Play]


def _judge(game: Game, plays: list[_Class], tables: list[_Class], side: int) -> _Judge:
    def of(joint: Joint) -> Play:
        return joint.theirs if side else joint.mine

    play, table = of(plays[0].one), of(tables[0].one)
    relation = game.rules.plays.contest.relations[play.rung][table.rung]
    plain = relation.simple and all(of(one.one).plain for one in (*plays, *tables))
    falls = game.rulebook.combinations[table.rung].equal == "falls"
    never = not relation.same and relation.ladder is None and not relation.bombs
    return _Judge(never, relation.same, plain, falls, of)


def _one_by_one(search: _Search, plays: list[_Class], tables: list[_Class]) -> tuple[int, int]:
    """Every pair of classes."""
    first = second = 0
    for play, table in product(plays, tables):
        ours, theirs = search.verdicts(play.one, table.one)
        if ours != theirs:
            pairs = len(play.members) * len(table.members) - (search.alone(play.members) if play is table else 0)
            first += ours * pairs
            second += theirs * pairs
            if pairs:
                search.offer(play, table, ours)
    return first, second


def _by_standing(search: _Search, plays: _Group, tables: _Group) -> tuple[int, int]:
    """Every pair of standings: between types of which strength does not matter."""
    first = second = 0
    for play, table in product(plays.standings, tables.standings):
        ours, theirs = search.verdicts(play.one, table.one)
        if ours != theirs:
            pairs = len(play.members) * len(table.members)
            first += ours * pairs
            second += theirs * pairs
            search.offer(play, table, ours)
    return first, second


# ---- plays of one type in both games, by sorting -------------------------------------------------------------------


def _by_sorting(search: _Search, classes: list[_Class], judges: Sequence[_Judge]) -> tuple[int, int]:
    """How many pairs flip where in both games nothing but strength matters: those that one game has in order, without
    those that both have."""
    mine, theirs = (_places(classes, judge) for judge in judges)
    weights = [len(one.members) for one in classes]
    none = [0] * len(classes)
    never = any(judge.never for judge in judges)
    both = none if never else _below_in_both(mine, theirs, weights, judges)
    below = [
        none if judge.never else _below(places, weights, judge.falls)
        for places, judge in zip((mine, theirs), judges, strict=True)
    ]
    first = second = 0
    selves = [judge.falls and not judge.never for judge in judges]
    for at, one in enumerate(classes):
        alone = search.alone(one.members) if selves[0] != selves[1] else 0
        ours = weights[at] * (below[0][at] - both[at]) - alone * selves[0]
        others = weights[at] * (below[1][at] - both[at]) - alone * selves[1]
        first += ours
        second += others
        if ours or others:
            _offer_all(search, one, classes)
    return first, second


def _offer_all(search: _Search, one: _Class, classes: list[_Class]) -> None:
    """Offer the pairs of a class that flip, unless a smaller one is known."""
    for table in classes:
        if (
            search.met
            and search.size is not None
            and (one.floor[0] + table.floor[0], one.floor, table.floor) >= search.size
        ):
            return
        ours, theirs = search.verdicts(one.one, table.one)
        if ours != theirs:
            search.offer(one, table, ours)


def _places(classes: list[_Class], judge: _Judge) -> list[tuple[Any, int]]:
    """For each class what it must share, and its place among the strengths."""
    strengths = sorted({judge.of(one.one).strength for one in classes})
    at = {strength: place for place, strength in enumerate(strengths)}
    return [(judge.of(one.one).same, at[judge.of(one.one).strength]) for one in classes]


def _below(places: list[tuple[Any, int]], weights: list[int], falls: bool) -> list[int]:
    """For each class how many plays it beats, itself among them where equal ones fall."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for at, (shared, _) in enumerate(places):
        groups[shared].append(at)
    found = [0] * len(places)
    for members in groups.values():
        members.sort(key=lambda at: places[at][1])
        heights = [places[at][1] for at in members]
        sums = [0]
        for at in members:
            sums.append(sums[-1] + weights[at])
        for at in members:
            end = bisect_left(heights, places[at][1] + falls)
            found[at] = sums[end]
    return found


def _below_in_both(
    mine: list[tuple[Any, int]], theirs: list[tuple[Any, int]], weights: list[int], judges: Sequence[_Judge]
) -> list[int]:
    """For each class how many plays it beats in both games, itself among them where equal ones fall in both."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for at, ((ours, _), (other, _)) in enumerate(zip(mine, theirs, strict=True)):
        groups[(ours, other)].append(at)
    found = [0] * len(mine)
    first, second = (judge.falls for judge in judges)
    for members in groups.values():
        sums = _Sums(max(theirs[at][1] for at in members) + 1)
        for level in _levels(members, mine):
            if first:
                sums.add_all((theirs[at][1], weights[at]) for at in level)
            for at in level:
                found[at] = sums.below(theirs[at][1] + second)
            if not first:
                sums.add_all((theirs[at][1], weights[at]) for at in level)
    return found


def _levels(members: list[int], places: list[tuple[Any, int]]) -> Iterator[list[int]]:
    """The members by height, the lowest first."""
    by_height: dict[int, list[int]] = defaultdict(list)
    for at in members:
        by_height[places[at][1]].append(at)
    for height_ in sorted(by_height):
        yield by_height[height_]


class _Sums:
    """Sums of weights below a place, as a binary indexed tree."""

    def __init__(self, size: int) -> None:
        self._tree = [0] * (size + 1)

    def add_all(self, items: Iterator[tuple[int, int]]) -> None:
        """Add weights at their places."""
        for place, weight in items:
            at = place + 1
            while at < len(self._tree):
                self._tree[at] += weight
                at += at & -at

    def below(self, place: int) -> int:
        """The sum of all weights at lower places."""
        at, found = place, 0
        while at:
            found += self._tree[at]
            at -= at & -at
        return found


# ---- types that were not listed ------------------------------------------------------------------------------------


def _unlisted_pairs(extents: Extents) -> Iterator[tuple[str, str]]:
    """Pairs with a type that was not listed, unless the rulebooks say the same of both and of how they compare."""
    large = set(extents.unlisted())
    both = [c.name for c in extents.games[0].rulebook.combinations if extents.has_partner(c.name)]
    for one in both:
        for other in both:
            if large & {one, other} and not extents.compare_alike(one, other):
                yield one, other
