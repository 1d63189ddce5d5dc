"""Classes of pieces and of plays, as sets and predicates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TypeAlias

from cardwright.dsl import model

from .env import Env
from .pieces import Pieces
from .play import Play
from .values import Compiled, holds_for

PieceSet: TypeAlias = Callable[[Env], frozenset[int]]
PlayTest: TypeAlias = Callable[[Play | None, Env], bool]

_NO_PIECES: frozenset[int] = frozenset()


class ClassBook:
    """The classes of one rulebook. A class may hold pieces, plays, or (a union) both."""

    def __init__(
        self,
        rulebook: model.Rulebook,
        pieces: Pieces,
        compile_: Callable[[model.Expression], Compiled],
        length: Callable[[Play], int],
    ) -> None:
        self._pieces = pieces
        self._compile = compile_
        self._length = length
        self._sets = {declared.name: declared.value for declared in rulebook.sets}
        self._types = frozenset(combination.name for combination in rulebook.combinations)
        self._ladders = {ladder.name: ladder.order for ladder in rulebook.ladders}
        self._bombs = {bombs.name: bombs.order for bombs in rulebook.bombs}
        self._families = {
            scale.family: frozenset(name for tier in scale.tiers for name in tier)
            for scale in rulebook.deck.rank_scales
            if scale.family is not None
        }
        self._piece_sets: dict[int, tuple[model.Class, PieceSet]] = {}
        self._play_tests: dict[int, tuple[model.Class, PlayTest]] = {}

    def of_plays(self, cls: model.Class) -> bool:
        """Whether the class has plays among its members."""
        match cls:
            case model.Anything(of=of):
                return of == "plays"
            case model.TypeClass() | model.RungsClass() | model.PassClass():
                return True
            case model.SetClass(set=name):
                return self.of_plays(self._sets[name])
            case model.UnionClass(parts=parts):
                return any(self.of_plays(part) for part in parts)
            case model.WhereClass(base=base):
                return self.of_plays(base)
            case _:
                return False

    def is_fixed(self, cls: model.Class) -> bool:
        """Whether what the class holds hangs on no fact of the game."""
        match cls:
            case model.SetClass(set=name):
                return self.is_fixed(self._sets[name])
            case model.RungsClass(rungs=name) if name in self._bombs:
                return all(self.is_fixed(rung) for tier in self._bombs[name] for rung in tier)
            case model.UnionClass(parts=parts):
                return all(self.is_fixed(part) for part in parts)
            case model.WhereClass(base=base, where=where):
                return self.is_fixed(base) and is_fixed(where)
            case _:
                return True

    # ---- pieces ------------------------------------------------------------------------------------------------

    def pieces_in(self, cls: model.Class) -> PieceSet:
        """The pieces of a class, given what is known."""
        known = self._piece_sets.get(id(cls))
        if known is None:
            known = self._piece_sets[id(cls)] = (cls, self._piece_set(cls))
        return known[1]

    def fixed_pieces(self, cls: model.Class) -> frozenset[int]:
        """The pieces of a class that hangs on no fact of the game."""
        return self.pieces_in(cls)(Env())

    def _piece_set(self, cls: model.Class) -> PieceSet:
        pieces = self._pieces
        match cls:
            case model.Anything(of="pieces"):
                return _Always(frozenset(range(len(pieces))))
            case model.RankClass(rank=rank):
                return _Always(pieces.by_rank[pieces.rank_at[rank]])
            case model.SuitClass(suit=suit):
                return _Always(pieces.by_suit[pieces.suit_at[suit]])
            case model.PieceClass(piece=piece):
                return _Always(frozenset((pieces.index_at[piece],)))
            case model.FamilyClass(family=family):
                ranks = [pieces.rank_at[name] for name in self._families[family]]
                return _Always(frozenset[int]().union(*(pieces.by_rank[rank] for rank in ranks)))
            case model.SetClass(set=name):
                return self.pieces_in(self._sets[name])
            case model.UnionClass(parts=parts):
                sets = [self.pieces_in(part) for part in parts]
                if all(isinstance(piece_set, _Always) for piece_set in sets):
                    return _Always(_NO_PIECES.union(*(piece_set(Env()) for piece_set in sets)))
                return lambda env: _NO_PIECES.union(*(piece_set(env) for piece_set in sets))
            case model.WhereClass(base=base, where=where) if not self.of_plays(base):
                members, condition = self.pieces_in(base), self._compile(where)

                def chosen(env: Env) -> frozenset[int]:
                    return frozenset(piece for piece in members(env) if holds_for(env, None, piece, condition))

                fixed = isinstance(members, _Always) and is_fixed(where)
                return _Always(chosen(Env())) if fixed else chosen
            case _:
                return _Always(_NO_PIECES)

    # ---- plays -------------------------------------------------------------------------------------------------

    def plays_in(self, cls: model.Class) -> PlayTest:
        """The test for plays of a class; a pass is None."""
        known = self._play_tests.get(id(cls))
        if known is None:
            known = self._play_tests[id(cls)] = (cls, self._play_test(cls))
        return known[1]

    def _play_test(self, cls: model.Class) -> PlayTest:
        match cls:
            case model.Anything(of="plays"):
                return lambda play, env: play is not None
            case model.PassClass():
                return lambda play, env: play is None
            case model.TypeClass():
                return self._type_test(cls)
            case model.RungsClass(rungs=name):
                if name in self._ladders:
                    types = frozenset(rung for tier in self._ladders[name] for rung in tier)
                    return lambda play, env: play is not None and play.combination in types
                tests = [self.plays_in(rung) for tier in self._bombs[name] for rung in tier]
                return lambda play, env: any(test(play, env) for test in tests)
            case model.SetClass(set=name):
                return self.plays_in(self._sets[name])
            case model.UnionClass(parts=parts):
                tests = [self.plays_in(part) for part in parts if self.of_plays(part)]
                return lambda play, env: any(test(play, env) for test in tests)
            case model.WhereClass(base=base, where=where) if self.of_plays(base):
                member, condition = self.plays_in(base), self._compile(where)
                return lambda play, env: member(play, env) and holds_for(env, None, play, condition)
            case _:
                return lambda play, env: False

    def _type_test(self, cls: model.TypeClass) -> PlayTest:
        name, length, or_more = cls.combination, cls.length, cls.or_more
        measure = self._length
        members = None if cls.rank is None else self._pieces.by_rank[self._pieces.rank_at[cls.rank]]

        def fits(play: Play | None, env: Env) -> bool:
            if play is None or play.combination != name:
                return False
            if members is not None and not members.issuperset(play.pieces):
                return False
            if length is None:
                return True
            return measure(play) >= length if or_more else measure(play) == length

        return fits

    def whole_types(self, cls: model.Class) -> frozenset[str]:
        """The combinations all of whose plays are in the class."""
        match cls:
            case model.Anything(of="plays"):
                return self._types
            case model.TypeClass(combination=name, rank=None, length=None):
                return frozenset((name,)) & self._types
            case model.RungsClass(rungs=name):
                if name in self._ladders:
                    return frozenset(rung for tier in self._ladders[name] for rung in tier) & self._types
                return frozenset[str]().union(*(self.whole_types(r) for tier in self._bombs[name] for r in tier))
            case model.SetClass(set=name):
                return self.whole_types(self._sets[name])
            case model.UnionClass(parts=parts):
                return frozenset[str]().union(*(self.whole_types(part) for part in parts))
            case _:
                return frozenset()

    def types(self, cls: model.Class) -> frozenset[str]:
        """The combinations some of whose plays may be in the class."""
        match cls:
            case model.TypeClass(combination=name):
                return frozenset((name,)) & self._types
            case model.RungsClass(rungs=name) if name in self._bombs:
                return frozenset[str]().union(*(self.types(r) for tier in self._bombs[name] for r in tier))
            case model.SetClass(set=name):
                return self.types(self._sets[name])
            case model.UnionClass(parts=parts):
                return frozenset[str]().union(*(self.types(part) for part in parts))
            case model.WhereClass(base=base):
                return self.types(base)
            case _:
                return self.whole_types(cls)


class _Always:
    """A set of pieces that hangs on nothing."""

    __slots__ = ("_members",)

    def __init__(self, members: frozenset[int]) -> None:
        self._members = members

    def __call__(self, env: Env) -> frozenset[int]:
        return self._members


def is_fixed(value: object) -> bool:
    """Whether an expression (or anything in it) asks neither a fact of the game nor a variable."""
    if isinstance(value, tuple):
        return all(is_fixed(item) for item in value)
    if isinstance(value, model.Fact | model.Role | model.Placed | model.Variable | model.Calculation | model.SetClass):
        return False
    if isinstance(value, model.Node):
        return all(is_fixed(getattr(value, field.name)) for field in fields(value))
    return True
