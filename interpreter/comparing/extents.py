"""Which plays two games have: those of one only, and those of both with their reading in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from cardwright.dsl import meaning, model

from ..apart import apart
from ..errors import Unanswerable
from ..game import Game, height
from ..listing import listed, some
from ..matching import Matcher
from ..play import Cards, Play
from ..plays import Plays
from ..readers import Aspect, reads
from .forms import Form, Forms
from .pairing import Pairing

MOST_PLAYS = 60_000
"""How many plays of a type are listed; types with more are compared by what they say."""
MOST_OPEN = 2_000
"""The same for types of several parts and any size."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Cards that are a play in both games, in the numbers of the first."""

    cards: Cards
    mine: Play
    theirs: Play


@dataclass(frozen=True, slots=True)
class OnlyIn:
    """Plays of a combination that the other game does not have, or has as something else.

    `side`: which game has them. `number` None: too many to count. `instead`: what how many of them are in the other
    game (None: nothing). `smallest`: the cards of the first such play, as this game numbers them."""

    side: int
    combination: str
    number: int | None
    instead: tuple[tuple[str | None, int], ...] = ()
    smallest: Cards | None = None


class Extents:
    """The plays of two games side by side."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.games = (pairing.first, pairing.second)
        self._forms = pairing.forms()
        self.same_pieces = self._same_pieces()
        self.differing = frozenset(self._differing())
        """In what the decks differ, beside which pieces they have."""
        combined = [reads(game.rulebook, game.rulebook.combinations, game.rulebook.bombs) for game in self.games]
        self.alike_decks = self.same_pieces and not self.differing & (combined[0] | combined[1] | {"order"})
        """Whether both decks have the same pieces, with ranks and suits in the same order, as far as combinations look
        at them."""
        self._alike: dict[str, bool] = {}
        self._undisturbed: dict[str, bool] = {}
        self.by_form = [name for name in _types(pairing.first) if self._settled(name)]
        """Combinations (of the first game) that are proved to have the same plays, and to stand to all others in the
        same way, by what the rulebooks say."""
        known = (set(self.by_form), {pairing.called(name) for name in self.by_form})
        mine, theirs = (game.rules.plays for game in self.games)
        self._readers = (mine, mine if _read_alike(*self.games) else theirs)
        """What tells what cards are in either game: one for both, where that is known to be the same."""
        self._listed: tuple[dict[str, tuple[Play, ...] | None], ...] = tuple(
            {
                name: _listed(plays, matcher)
                for matcher in plays.matchers
                if (name := matcher.rule.combination.name) not in settled
            }
            for plays, settled in zip(self._readers, known, strict=True)
        )
        self._pair_by_extent()
        self.joint: list[Joint] = []
        self.only: list[OnlyIn] = []
        self.open: list[str] = []
        """Combinations with too many plays to list, of which it is not known whether they have the same."""
        for side in (0, 1):
            self._look(side)

    @property
    def gone_through(self) -> int:
        """How many plays of either game were looked at one by one."""
        return sum(len(plays) for listed in self._listed for plays in listed.values() if plays is not None)

    def unlisted(self) -> Iterator[str]:
        """The combinations of both games (as the first calls them) whose plays were not listed, and that are not
        settled by what the rulebooks say."""
        yield from (
            name for name, plays in self._listed[0].items() if plays is None and self.called(0, name) in self._listed[1]
        )
        yield from (self.called(1, name) for name, plays in self._listed[1].items()
                    if plays is None and self._listed[0].get(self.called(1, name)) is not None)  # fmt: skip

    def _pair_by_extent(self) -> None:
        """Combinations that are called otherwise and have the very same plays are the same."""
        mine, theirs = self._listed
        left = {
            frozenset(self.pairing.back(play.pieces) for play in plays): name
            for name, plays in theirs.items()
            if plays and self.pairing.named(name) not in mine
        }
        taken = {self.pairing.named(name) for name in theirs}
        pairs = []
        for name, plays in mine.items():
            if plays and name not in taken:
                other = left.pop(frozenset(play.pieces for play in plays), None)
                if other is not None:
                    pairs.append((name, other))
        self.pairing.pair_types(pairs)

    def _look(self, side: int) -> None:
        """The plays of one side: what each is on the other side."""
        there = self.pairing.there if side == 0 else self.pairing.back
        own, other = self._readers[side], self._readers[1 - side]
        for name, plays in self._listed[side].items():
            if plays is None:
                self._look_at_unlisted(side, name)
                continue
            called = self.called(side, name)
            lacking: list[tuple[Play, str | None]] = []
            for play in plays:
                moved = there(play.pieces)
                readings = () if moved is None else other.readings(moved)
                partner = _partner(play, called, readings, own)
                if partner is None or partner.combination != called:
                    lacking.append((play, None if partner is None else partner.combination))
                if partner is not None and self._is_new(side, partner):
                    first, second = (play, partner) if side == 0 else (partner, play)
                    self.joint.append(Joint(first.pieces, first, second))
            if lacking:
                self.only.append(self._only(side, name, lacking))

    def _only(self, side: int, name: str, lacking: list[tuple[Play, str | None]]) -> OnlyIn:
        """Plays of one side alone, with the smallest of them: as the first game has cards, if it has them all."""
        instead = Counter(other for _, other in lacking)

        def low(cards: Cards) -> tuple[bool, tuple[int, ...]]:
            moved = cards if side == 0 else self.pairing.back(cards)
            return (True, height(self.games[side], cards)) if moved is None else (False, height(self.games[0], moved))

        smallest = min((play.pieces for play, _ in lacking), key=low)
        return OnlyIn(side, name, len(lacking), tuple(instead.most_common()), smallest)

    def _is_new(self, side: int, partner: Play) -> bool:
        """Whether a joint play was not already met on the other side."""
        return side == 0 or self._listed[0][partner.combination] is None

    def _look_at_unlisted(self, side: int, name: str) -> None:
        called = self.called(side, name)
        if called not in self._listed[1 - side]:
            try:
                number: int | None = self.games[side].count(name)
            except Unanswerable:
                number = None
            self.only.append(OnlyIn(side, name, number, smallest=_some(self.games[side], name)))
        elif side == 0:
            if not self._has_same(name):
                self.open.append(name)
        elif self._listed[0][called] is not None:
            self.open.append(called)

    def has_partner(self, name: str) -> bool:
        """Whether the second game has a combination of the first as well."""
        return self._combination(1, self.called(0, name)) is not None

    def called(self, side: int, name: str) -> str:
        """What a combination of one side is called on the other."""
        return self.pairing.called(name) if side == 0 else self.pairing.named(name)

    # ---- what is alike without a look at any cards -------------------------------------------------------------

    def compare_alike(self, one: str, other: str) -> bool:
        """Whether two combinations (of the first game) compare alike in both, by what the rulebooks say."""
        return self.alike(one) and self.alike(other) and self._related_alike(one, other)

    def alike(self, name: str) -> bool:
        """Whether both games say the same of a combination (of the first)."""
        if name not in self._alike:
            mine, theirs = self._combination(0, name), self._combination(1, self.called(0, name))
            self._alike[name] = (
                self.alike_decks
                and mine is not None
                and theirs is not None
                and self._forms[0].nameless(mine) == self._forms[1].nameless(theirs)
            )
        return self._alike[name]

    def _has_same(self, name: str) -> bool:
        """Whether a combination has the same plays in both games: it is alike, and so is whatever else its cards could
        be read as."""
        if not self.alike(name):
            return False
        if name not in self._undisturbed:
            rivals = [
                self._in_first(side, matcher.rule.combination.name)
                for side, own in ((0, name), (1, self.called(0, name)))
                for matcher in _matchers(self.games[side])
                if matcher.rule.combination.name != own and not apart(self._matcher(side, own), matcher)
            ]
            self._undisturbed[name] = all(self.compare_alike(name, rival) for rival in rivals)
        return self._undisturbed[name]

    def _settled(self, name: str) -> bool:
        """Whether no play of a combination can be, beat or fall to anything else in the other game."""
        if not self._has_same(name) or not self._related_alike(name, name):
            return False
        neighbours = [
            self._in_first(side, other)
            for side, own in ((0, name), (1, self.called(0, name)))
            for other in _types(self.games[side])
            if other != own and _related(self.games[side], own, other)
        ]
        return all(self._has_same(other) and self._related_alike(name, other) for other in neighbours)

    def _in_first(self, side: int, name: str) -> str:
        return name if side == 0 else self.called(1, name)

    def _related_alike(self, one: str, other: str) -> bool:
        """Whether ladders, bombs and `free` say the same of two combinations (of the first game)."""
        mine = self._relation(0, one, other)
        return mine == self._relation(1, self.called(0, one), self.called(0, other))

    def _same_pieces(self) -> bool:
        """Whether both decks have the same pieces, and each name of the second stands for one of the first."""
        first, second = self.games
        whole = self.pairing.there(first.deck)
        mine, theirs = first.rulebook.deck, second.rulebook.deck
        return (
            whole is not None
            and len(whole) == len(second.deck)
            and all(
                sorted(map(self.pairing.named, others)) == sorted(ours)
                for ours, others in ((mine.ranks, theirs.ranks), (mine.suits, theirs.suits))
            )
        )

    def _differing(self) -> Iterator[Aspect]:
        mine, theirs = (game.rulebook.deck for game in self.games)
        scales = [_scales(game.rulebook.deck, forms) for game, forms in zip(self.games, self._forms, strict=True)]
        written = mine.ranks == tuple(map(self.pairing.named, theirs.ranks))
        if scales[0] != scales[1] or not written or not self._same_heights():
            yield "order"
        if any(tuple(sorted(mine.pieces[one].faces)) != tuple(sorted(theirs.pieces[other].faces))
               for one, other in self.pairing.pieces()):  # fmt: skip
            yield "faces"

    def _same_heights(self) -> bool:
        """Whether all pieces stand in the same order, those that are level by their numbers."""
        first, second = (game.pieces for game in self.games)
        there = dict(self.pairing.pieces())
        order = sorted(there, key=first.heights.__getitem__)
        levels = [(first.card_places[one], second.card_places[there[one]]) for one in order]
        return all(second.heights[there[one]] < second.heights[there[other]] for one, other in pairwise(order)) and all(
            (one[0] == other[0]) == (one[1] == other[1]) for one, other in pairwise(levels)
        )

    def _matcher(self, side: int, name: str) -> Matcher:
        return next(m for m in _matchers(self.games[side]) if m.rule.combination.name == name)

    def _combination(self, side: int, name: str) -> model.Combination | None:
        return next((c for c in self.games[side].rulebook.combinations if c.name == name), None)

    def _relation(self, side: int, one: str, other: str) -> Form:
        rulebook, forms, plays = self.games[side].rulebook, self._forms[side], self.games[side].rules.plays
        pair = {one, other}

        def about(of: model.Class) -> bool:
            return bool(plays.types(of) & pair)

        ladders: Counter[Form] = Counter()
        for ladder in rulebook.ladders:
            rungs = {name: at for at, tier in enumerate(ladder.order) for name in tier if name in pair}
            if len(rungs) == len(pair):
                ladders[(ladder.beats, (rungs[one] > rungs[other]) - (rungs[one] < rungs[other]))] += 1
        bombs: Counter[Form] = Counter()
        for bomb in rulebook.bombs:
            tiers = [[of for of in tier if about(of)] for tier in bomb.order]
            if any(tiers):
                bombs[(forms.of(tuple(tuple(tier) for tier in tiers if tier)), forms.of(bomb.beats))] += 1
        free = any(pair <= set(one_free.types) for one_free in rulebook.free)
        return (frozenset(ladders.items()), frozenset(bombs.items()), free)


def _matchers(game: Game) -> tuple[Matcher, ...]:
    return game.rules.plays.matchers


def _types(game: Game) -> tuple[str, ...]:
    return tuple(combination.name for combination in game.rulebook.combinations)


def _related(game: Game, one: str, other: str) -> bool:
    """Whether plays of one type can beat, or fall to, those of another."""
    types = _types(game)
    relations = game.rules.plays.contest.relations
    a, b = types.index(one), types.index(other)
    return any(relation.ladder is not None or relation.bombs for relation in (relations[a][b], relations[b][a]))


def _read_alike(first: Game, second: Game) -> bool:
    """Whether the rulebooks differ in nothing but whether equal plays fall: no cards are read otherwise for that."""
    one, other = first.rulebook, second.rulebook
    return (
        first.pieces.names == second.pieces.names
        and first.deck == second.deck
        and [each.name for each in one.combinations] == [each.name for each in other.combinations]
        and _but_equal_plays(one) == _but_equal_plays(other)
    )


def _but_equal_plays(rulebook: model.Rulebook) -> str:
    level = tuple(replace(one, equal="holds") for one in rulebook.combinations)
    return meaning(rulebook.model_copy(update={"combinations": level}))


def _listed(plays: Plays, matcher: Matcher) -> tuple[Play, ...] | None:
    """Every play of a type in the full deck; None where they are more than are listed, or whole hands."""
    # Of a pattern of several parts and open size, the same cards are filled and read in a great many ways.
    closed = len(matcher.planner.rules) == 1 or matcher.planner.span[1] <= len(plays.pieces.all)
    return listed(plays, matcher, MOST_PLAYS if closed else MOST_OPEN)


def _some(game: Game, name: str) -> Cards | None:
    """Some cards of a type that has too many plays to list."""
    plays = game.rules.plays
    matcher = next(m for m in plays.matchers if m.rule.combination.name == name)
    play = some(plays, matcher, MOST_OPEN)
    return None if play is None else play.pieces


def _partner(play: Play, called: str, readings: tuple[Play, ...], own: Plays) -> Play | None:
    """The play that the same cards are in the other game: of the same type, or the only one."""
    same = next((reading for reading in readings if reading.combination == called), None)
    if same is not None or len(readings) != 1:
        return same
    return readings[0] if len(own.readings(play.pieces)) == 1 else None


def _scales(deck: model.Deck, forms: Forms) -> Form:
    ranks = frozenset(_tiers(scale, forms) for scale in deck.rank_scales)
    return (ranks, None if deck.suit_scale is None else _tiers(deck.suit_scale, forms))


def _tiers(scale: model.Scale, forms: Forms) -> Form:
    return tuple(tuple(sorted(map(forms.name, tier))) for tier in scale.tiers)
