"""What beats what: same type, ladders, bombs; and which reading of the same cards is the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations
from typing import Literal, TypeAlias

from cardwright.dsl import Span, model

from .classes import ClassBook, PlayTest
from .env import Env
from .messages import Keys, Message, message
from .play import Play
from .strength import Measure, compare

Verdict: TypeAlias = Literal[
    # it beats the table
    "same_type", "ladder", "bombs",
    # it does not
    "wrong_size", "other_type", "lower_rung", "below_bombs", "not_shared", "too_low", "equal", "incomparable",
]  # fmt: skip


Result: TypeAlias = Literal["greater", "equal", "less", "incomparable"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One key of two plays, as the rulebook writes it."""

    key: str
    play: str
    table: str
    result: Result
    label: Message | None = field(default=None, compare=False, repr=False)
    """The key for whoever speaks another language."""

    @property
    def data(self) -> dict[str, str]:
        """The values as JSON data."""
        return {"key": self.key, "play": self.play, "table": self.table, "result": self.result}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why a play beats another, or why it does not: the clause that decides, and the values it compares.

    >>> import cardwright
    >>> found = cardwright.load("hk").compare("9D-9C", "9S-9H")
    >>> found.beats, found.verdict, found.name, found.span.line, found.keys[0].data
    (False, 'too_low', 'pair', 46, {'key': 'highest card', 'play': '9C', 'table': '9S', 'result': 'less'})
    """

    play: Play
    table: Play
    beats: bool
    verdict: Verdict
    name: str
    """The combination, ladder or bombs whose clause decides."""
    span: Span | None
    keys: tuple[Compared, ...] = ()


@dataclass(frozen=True, slots=True)
class TypeRule:
    """How plays of one type compare with one another."""

    combination: model.Combination
    compare: tuple[Measure, ...]
    same: tuple[Measure, ...]

    @property
    def same_size(self) -> bool:
        """Whether two plays must be of one size."""
        return any(measure.key.what == "size" and measure.key.part is None for measure in self.same)


@dataclass(frozen=True, slots=True)
class _Bombs:
    """One list of bombs with its classes looked up."""

    rule: model.Bombs
    rungs: dict[str, tuple[tuple[int, PlayTest | None], ...]]
    """For each type its rungs, the highest first; the test is None where every play of the type is one."""
    beats: PlayTest | None
    beats_types: frozenset[str]
    """The types that may be beaten."""
    beats_whole: frozenset[str]

    def may_beat(self, play: str, table: str) -> bool:
        """Whether a play of one type may, as a bomb, beat one of another."""
        mine, theirs = self.rungs.get(play, ()), self.rungs.get(table, ())
        if not mine:
            return False
        if theirs and mine[0][0] > theirs[-1][0]:
            return True
        always_bomb = any(test is None for _, test in theirs)
        return table in self.beats_types and not always_bomb

    def outranks(self, one: str, other: str) -> bool:
        """Whether every play of one type is, as a bomb, above every play of the other."""
        mine, theirs = self.rungs.get(one, ()), self.rungs.get(other, ())
        if not any(test is None for _, test in mine):
            return False
        if not theirs:
            return other in self.beats_whole
        return min(rung for rung, _ in mine) > max(rung for rung, _ in theirs)

    def reaches(self, table: Play) -> bool:
        """Whether some bomb may beat this very play."""
        return self.rung(table) is not None or (self.beats is not None and self.beats(table, _NOTHING))

    def rung(self, play: Play) -> int | None:
        """The highest rung the play is on."""
        for rung, test in self.rungs.get(play.combination, ()):
            if test is None or test(play, _NOTHING):
                return rung
        return None


@dataclass(frozen=True, slots=True)
class Circle:
    """Two types that beat each other: the first the second by the first list of bombs, and so the other way round."""

    bombs: tuple[str, str]
    types: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Relation:
    """How plays of one type may beat those of another."""

    same: bool
    ladder: model.Ladder | None
    bombs: tuple[_Bombs, ...]
    same_size: bool
    """Whether only plays of the same size can."""
    always: bool
    """Whether each play of the same size does (a ladder, and nothing further to share)."""
    simple: bool
    """Whether it is a matter of strength alone: the same type, no ladder, no bombs."""


_NOTHING = Env()


class Contest:
    """Judges plays of one rulebook against one another."""

    def __init__(self, rulebook: model.Rulebook, rules: tuple[TypeRule, ...], classes: ClassBook) -> None:
        self._rules = rules
        self._ladders = [
            (ladder, {name: rung for rung, tier in enumerate(ladder.order) for name in tier})
            for ladder in rulebook.ladders
        ]
        self._bombs = [self._read(bombs, classes) for bombs in rulebook.bombs]
        names = [rule.combination.name for rule in rules]
        self.relations = tuple(tuple(self._relation(i, j) for j in range(len(names))) for i in range(len(names)))

    def _read(self, bombs: model.Bombs, classes: ClassBook) -> _Bombs:
        rungs: dict[str, list[tuple[int, PlayTest | None]]] = {}
        for rung, tier in reversed(list(enumerate(bombs.order))):
            for cls in tier:
                whole = classes.whole_types(cls)
                for name in classes.types(cls):
                    rungs.setdefault(name, []).append((rung, None if name in whole else classes.plays_in(cls)))
        return _Bombs(
            rule=bombs,
            rungs={name: tuple(tests) for name, tests in rungs.items()},
            beats=None if bombs.beats is None else classes.plays_in(bombs.beats),
            beats_types=frozenset() if bombs.beats is None else classes.types(bombs.beats),
            beats_whole=frozenset() if bombs.beats is None else classes.whole_types(bombs.beats),
        )

    def _relation(self, i: int, j: int) -> Relation:
        mine, theirs = self._rules[i], self._rules[j]
        a, b = mine.combination.name, theirs.combination.name
        same = i == j and (bool(mine.compare) or mine.combination.equal == "falls")
        ladder = next(
            (
                ladder
                for ladder, rungs in self._ladders
                if ladder.beats == "lower" and a in rungs and b in rungs and rungs[a] > rungs[b]
            ),
            None,
        )
        bombs = tuple(bombs for bombs in self._bombs if bombs.may_beat(a, b))
        only_size = all(m.key.what == "size" and m.key.part is None for m in (*mine.same, *theirs.same))
        return Relation(
            same=same,
            ladder=ladder,
            bombs=bombs,
            same_size=not bombs and (mine.same_size or (ladder is not None and theirs.same_size)),
            always=ladder is not None and not same and not bombs and only_size and bool(mine.same),
            simple=same and ladder is None and not bombs,
        )

    # ---- what beats what ---------------------------------------------------------------------------------------

    def standing(self, play: Play) -> tuple[object, ...]:
        """All that decides between a play and those of other types: plays of one type and equal standing beat, and fall
        to, the same plays of other types."""
        mine = play.combination
        on = {name for ladder, rungs in self._ladders if mine in rungs and ladder.beats == "lower" for name in rungs}
        shared = {m.identity: m for rule in self._rules if rule.combination.name in on for m in rule.same}
        bombs = [
            (listed.rung(play), listed.beats is not None and listed.beats(play, _NOTHING)) for listed in self._bombs
        ]
        size = len(play.pieces) if on else 0
        return (play.rung, size, *(_value(measure, play) for measure in shared.values()), *bombs)

    def on_ladder(self, rung: int) -> bool:
        """Whether plays of a type beat others, or fall to them, by a ladder; then their size counts."""
        mine = self._rules[rung].combination.name
        return any(mine in rungs and ladder.beats == "lower" for ladder, rungs in self._ladders)

    def by_size(self, rung: int) -> bool:
        """Whether all plays of a type that have one size have one standing."""
        mine = self._rules[rung].combination.name
        on = {name for ladder, rungs in self._ladders if mine in rungs and ladder.beats == "lower" for name in rungs}
        shared = (m.key for rule in self._rules if rule.combination.name in on for m in rule.same)
        classes = [cls for listed in self._bombs for cls in (*chain(*listed.rule.order), listed.rule.beats)]
        measured = _length_is_by_size(self._rules[rung].combination.pattern)
        return all(_whole_or_by_length(cls, mine, measured) for cls in classes if cls is not None) and all(
            key.what == "size" and key.part is None for key in shared
        )

    def reaches(self, relation: Relation, table: Play) -> bool:
        """Whether a play of the type that has this relation to a play's may beat this very play."""
        return relation.same or relation.ladder is not None or any(b.reaches(table) for b in relation.bombs)

    def beats(self, play: Play, table: Play) -> bool:
        """Whether a play beats another."""
        relation = self.relations[play.rung][table.rung]
        if relation.same:
            if play.plain and table.plain:
                if play.same == table.same and (
                    play.strength > table.strength
                    or (play.strength == table.strength and self._rules[play.rung].combination.equal == "falls")
                ):
                    return True
            elif self._beats_same_type(play, table):
                return True
        if relation.ladder is not None and (relation.always or self._share(play, table)):
            return not relation.always or len(play.pieces) == len(table.pieces)
        return any(self._bombs_beat(bombs, play, table) for bombs in relation.bombs)

    def _beats_same_type(self, play: Play, table: Play) -> bool:
        rule = self._rules[play.rung]
        if not self._share(play, table):
            return False
        result = compare(rule.compare, play.strength, table.strength)
        return result == 1 or (result == 0 and rule.combination.equal == "falls")

    def _share(self, play: Play, table: Play) -> bool:
        """Whether two plays agree in what their types ask them to share."""
        return self._unshared(play, table) is None

    def _unshared(self, play: Play, table: Play) -> Measure | None:
        """The first thing that two plays would have to share and do not."""
        mine, theirs = self._rules[play.rung].same, self._rules[table.rung].same
        if mine is theirs:
            return next((m for m, a, b in zip(mine, play.same, table.same, strict=True) if m.compare(a, b) != 0), None)
        seen = {measure.identity for measure in mine}
        for measure in (*mine, *(m for m in theirs if m.identity not in seen)):
            if measure.compare(_value(measure, play), _value(measure, table)) != 0:
                return measure
        return None

    def _bombs_beat(self, bombs: _Bombs, play: Play, table: Play) -> bool:
        mine, theirs = bombs.rung(play), bombs.rung(table)
        if mine is None:
            return False
        if theirs is not None:
            return mine > theirs
        return bombs.beats is not None and bombs.beats(table, _NOTHING)

    def strongest(self, plays: Sequence[Play]) -> Play:
        """The strongest of several readings of the same cards as one type; the first of equal ones."""
        best = plays[0]
        for play in plays[1:]:
            if compare(self._rules[play.rung].compare, play.strength, best.strength) == 1:
                best = play
        return best

    def stronger(self, play: Play, other: Play) -> bool:
        """Whether a play is truly stronger: it beats the other and is not beaten by it."""
        return self.beats(play, other) and not self.beats(other, play)

    # ---- readings ----------------------------------------------------------------------------------------------

    def highest(self, fits: tuple[Play, ...]) -> tuple[Play, ...]:
        """The readings that remain when the same cards fit several types."""
        if len(fits) < 2:
            return fits
        return tuple(play for play in fits if not any(self._outranks(other, play) for other in fits))

    def ordered(self, a: str, b: str) -> bool:
        """Whether a ladder or bombs settle what cards that fit both types are read as, whatever the cards."""
        if any(a in rungs and b in rungs and rungs[a] != rungs[b] for _, rungs in self._ladders):
            return True
        return any(bombs.outranks(a, b) or bombs.outranks(b, a) for bombs in self._bombs)

    def outranks(self, i: int, j: int) -> bool:
        """Whether cards that fit both types are read as the first, whatever they are."""
        a, b = (self._rules[rung].combination.name for rung in (i, j))
        if any(a in rungs and b in rungs and rungs[a] > rungs[b] for _, rungs in self._ladders):
            return True
        return any(bombs.outranks(a, b) for bombs in self._bombs)

    def may_outrank(self, i: int, j: int) -> bool:
        """Whether there may be cards that fit both types and are read as the first."""
        a, b = (self._rules[rung].combination.name for rung in (i, j))
        return self.outranks(i, j) or any(bombs.may_beat(a, b) for bombs in self._bombs)

    def above(self, a: str, b: str) -> bool:
        """Whether cards that fit both types are never read as `b`, or for some cards not, on account of `a`."""
        if any(a in rungs and b in rungs and rungs[a] > rungs[b] for _, rungs in self._ladders):
            return True
        return any(a in bombs.rungs for bombs in self._bombs)

    def circles(self) -> Iterator[Circle]:
        """Every two types of which each, whatever the cards, is above the other by another list of bombs."""
        names = [rule.combination.name for rule in self._rules]
        for first, second in combinations(self._bombs, 2):
            for one, other in permutations(names, 2):
                if first.outranks(one, other) and second.outranks(other, one):
                    yield Circle((first.rule.name, second.rule.name), (one, other))

    def _outranks(self, play: Play, other: Play) -> bool:
        a, b = play.combination, other.combination
        if any(a in rungs and b in rungs and rungs[a] > rungs[b] for _, rungs in self._ladders):
            return True
        for bombs in self._bombs:
            mine = bombs.rung(play)
            if mine is None:
                continue
            theirs = bombs.rung(other)
            if b in bombs.beats_whole if theirs is None else mine > theirs:
                return True
        return False

    # ---- reasons -----------------------------------------------------------------------------------------------

    def compare(self, play: Play, table: Play) -> Comparison:
        """Which clause decides between two plays, and what was compared."""
        a, b = play.combination, table.combination
        rule = self._rules[play.rung]

        def made(
            verdict: Verdict, name: str, span: Span | None, measures: Sequence[Measure] = (), by: Span | None = None
        ) -> Comparison:
            beats = verdict in ("same_type", "ladder", "bombs")
            keys = tuple(self._compared(measure, play, table) for measure in measures)
            if not keys and not beats:
                keys = (_sizes(play, table) if verdict == "wrong_size" else _kinds(play, table, verdict),)
            return Comparison(play, table, beats, verdict, name, by or span, keys)

        if self.beats(play, table):
            relation = self.relations[play.rung][table.rung]
            if relation.same and self._beats_same_type(play, table):
                used, key = self._decided(rule, play, table)
                return made("same_type", a, rule.combination.span, used, key)
            if relation.ladder is not None and self._share(play, table):
                return made("ladder", relation.ladder.name, relation.ladder.span)
            for bombs in relation.bombs:
                if self._bombs_beat(bombs, play, table):
                    return made("bombs", bombs.rule.name, bombs.rule.span)
        if a == b:
            unshared = self._unshared(play, table)
            if unshared is not None:
                whole_size = unshared.key.what == "size" and unshared.key.part is None
                verdict: Verdict = "wrong_size" if whole_size else "not_shared"
                return made(verdict, a, rule.combination.span, (unshared,), unshared.key.span)
            used, key = self._decided(rule, play, table)
            result = compare(rule.compare, play.strength, table.strength)
            verdict = "incomparable" if result is None else "equal" if result == 0 else "too_low"
            return made(verdict, a, rule.combination.span, used, key)
        for ladder, rungs in self._ladders:
            if a in rungs and b in rungs:
                if ladder.beats == "lower" and rungs[a] > rungs[b]:
                    unshared = self._unshared(play, table)
                    found = () if unshared is None else (unshared,)
                    size = unshared is not None and unshared.key.what == "size" and unshared.key.part is None
                    return made("wrong_size" if size else "not_shared", ladder.name, ladder.span, found)
                if len(play.pieces) == len(table.pieces):
                    return made("other_type" if ladder.beats != "lower" else "lower_rung", ladder.name, ladder.span)
        for listed in self._bombs:
            mine, theirs = listed.rung(play), listed.rung(table)
            if mine is not None and theirs is not None:
                return made("lower_rung", listed.rule.name, listed.rule.span)
            if theirs is not None:
                return made("below_bombs", listed.rule.name, listed.rule.span)
        sizes = (len(play.pieces), len(table.pieces))
        table_rule = self._rules[table.rung].combination
        return made("other_type" if sizes[0] == sizes[1] else "wrong_size", b, table_rule.span)

    def _decided(self, rule: TypeRule, play: Play, table: Play) -> tuple[tuple[Measure, ...], Span | None]:
        """The keys up to the one that decides, and its place."""
        for at, (measure, a, b) in enumerate(zip(rule.compare, play.strength, table.strength, strict=True)):
            if measure.compare(a, b) != 0:
                return rule.compare[: at + 1], measure.key.span
        return rule.compare, None

    def _compared(self, measure: Measure, play: Play, table: Play) -> Compared:
        result = measure.compare(_value(measure, play), _value(measure, table))
        words: dict[int | None, Result]
        words = {1: "greater", 0: "equal", -1: "less", None: "incomparable"}
        mine, theirs = (measure.show(p.pieces, p.parts) for p in (play, table))
        return Compared(key_text(measure.key), mine, theirs, words[result], _label(measure.key))


def _label(key: model.Key) -> Message:
    return message("labelled_key", keys=Keys((key,)))


def _sizes(play: Play, table: Play) -> Compared:
    """How many pieces two plays have."""
    key = model.Key(what="size")
    result: Literal["greater", "less"] = "greater" if play.size > table.size else "less"
    return Compared(key_text(key), str(play.size), str(table.size), result, _label(key))


def _kinds(play: Play, table: Play, verdict: Verdict) -> Compared:
    """What two plays are."""
    below = verdict in ("lower_rung", "below_bombs")
    result: Literal["less", "incomparable"] = "less" if below else "incomparable"
    return Compared("combination", play.combination, table.combination, result, message("key.kind"))


def _length_is_by_size(pattern: model.Pattern) -> bool:
    """Whether plays of a pattern that have one size have one length."""
    match pattern.parts:
        case (model.EachOf(each=each),):
            return each.least == each.most
        case (model.Sized() | model.Every() | model.Listed() as part,):
            return not isinstance(part, model.Sized) or part.in_order is not None
        case _:
            return False


def _whole_or_by_length(cls: model.Class, combination: str, measured: bool) -> bool:
    """Whether a class has all plays of a type, or none, or those of some sizes; False where that is hard to tell."""
    match cls:
        case model.TypeClass(combination=name, rank=rank, length=length):
            return name != combination or (rank is None and (length is None or measured))
        case model.UnionClass(parts=parts):
            return all(_whole_or_by_length(part, combination, measured) for part in parts)
        case model.Anything() | model.PassClass():
            return True
        case model.RungsClass() | model.SetClass() | model.WhereClass():
            return False
        case _:
            return True


def _value(measure: Measure, play: Play) -> object:
    return measure.value(play.pieces, play.parts)


def key_text(key: model.Key) -> str:
    """A key as a rulebook writes it."""
    text = key.name if key.what == "place" and key.name else key.what.replace("_", " ")
    if key.by is not None:
        text += f" by {key.by}"
    return text if key.part is None else f"{text} of {key.part}"
