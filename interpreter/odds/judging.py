"""Whether a predicate holds of a hand, and what of the pieces it can tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from cardwright.dsl import Denied, Includes, Joined, Meets, Predicate, model

from ..apart import apart
from ..chance import attributes
from ..env import Env
from ..facts import Calculations
from ..generation import Planner
from ..play import Cards
from ..plays import Plays

Judge: TypeAlias = Callable[[Cards], bool]


class Split:
    """A predicate in its patterns and its conditions, which may be judged of different hands."""

    def __init__(self, plays: Plays, calculations: Calculations, predicate: Predicate) -> None:
        leaves = list(_leaves(predicate))
        # Patterns first, then conditions, as `holds` is told of them.
        self._patterns = [leaf.pattern for leaf in leaves if isinstance(leaf, Includes)]
        self._conditions = [plays.compile(leaf.condition) for leaf in leaves if isinstance(leaf, Meets)]
        self._plays = plays
        self._calculations = calculations
        numbers = iter(range(len(self._patterns))), iter(range(len(self._patterns), len(leaves)))
        self.holds: Callable[[tuple[bool, ...]], bool] = _joined(predicate, *numbers)
        """Whether the predicate does, where its patterns and its conditions do."""

    def patterns(self, hand: Cards) -> tuple[bool, ...]:
        """Which patterns a hand includes, as it was dealt, its cards sorted."""
        return tuple(self._plays.holds(pattern, hand, untouched=True) for pattern in self._patterns)

    def conditions(self, hand: Cards) -> tuple[bool, ...]:
        """Which conditions it meets."""
        return tuple(bool(test(_Dealt(hand, self._calculations))) for test in self._conditions)

    def judge(self, hand: Cards) -> bool:
        """Whether the predicate holds of a hand."""
        return self.holds(self.patterns(hand) + self.conditions(hand))


def _leaves(predicate: Predicate) -> Iterator[Includes | Meets]:
    match predicate:
        case Joined(terms=terms):
            for term in terms:
                yield from _leaves(term)
        case Denied(term=term):
            yield from _leaves(term)
        case _:
            yield predicate


def _joined(
    predicate: Predicate, patterns: Iterator[int], conditions: Iterator[int]
) -> Callable[[tuple[bool, ...]], bool]:
    match predicate:
        case Joined(terms=terms, every=every):
            tests = [_joined(term, patterns, conditions) for term in terms]
            return lambda known: (all if every else any)(test(known) for test in tests)
        case Denied(term=term):
            holds = _joined(term, patterns, conditions)
            return lambda known: not holds(known)
        case _:
            number = next(patterns if isinstance(predicate, Includes) else conditions)
            return lambda known: known[number]


def plainly(plays: Plays, predicate: Predicate) -> Predicate:
    """The same, with patterns in place of combinations that nothing but their pattern decides."""
    match predicate:
        case Meets(condition=model.Not(term=term)):
            return Denied(plainly(plays, Meets(term)))
        case Meets(condition=model.Has(subject=model.Fact(fact="hand"), of=model.TypeClass() as cls)):
            pattern = _pattern_of(plays, cls)
            return predicate if pattern is None else Includes(pattern)
        case Joined(terms=terms, every=every):
            return Joined(tuple(plainly(plays, term) for term in terms), every)
        case Denied(term=term):
            return Denied(plainly(plays, term))
        case _:
            return predicate


def _pattern_of(plays: Plays, cls: model.TypeClass) -> model.Pattern | None:
    """The pattern of a type, where whatever fits it is read as it."""
    own = next((one for one in plays.matchers if one.rule.combination.name == cls.combination), None)
    if own is None or cls.rank is not None or cls.length is not None:
        return None
    combination = own.rule.combination
    if combination.needs is not None or own.planner.untouched:
        return None
    others = (other for other in plays.matchers if other is not own and not apart(other, own))
    if any(plays.contest.above(other.rule.combination.name, combination.name) for other in others):
        return None
    return combination.pattern


class _Dealt(Env):
    """What is known of a hand that has just been dealt."""

    def __init__(self, hand: Cards, calculations: Calculations) -> None:
        super().__init__()
        self.hand = self.rest = hand
        self.player = 0
        self.players = (0,)
        self._calculations = calculations

    def hand_of(self, player: int) -> Cards:
        return self.hand

    def calculate(self, target: str, name: str, value: Any) -> Any:
        return self._calculations.work_out(self, target, name, value)


@dataclass(slots=True)
class Looks:
    """What a predicate looks at. `sets`: how many pieces of each of these there are; `attributes`: the values that the
    patterns compare; `finest`: that nothing is known to be alike."""

    planners: list[Planner] = field(default_factory=list)
    sets: list[frozenset[int]] = field(default_factory=list)
    attributes: set[model.Attribute] = field(default_factory=set)
    finest: bool = False

    @property
    def untouched(self) -> bool:
        """Whether the hand must be known whole."""
        return any(planner.untouched for planner in self.planners)


def looks_of(plays: Plays, predicate: Predicate) -> Looks:
    """What a predicate looks at."""
    looks = Looks()
    _look(plays, predicate, looks)
    return looks


def _look(plays: Plays, predicate: Predicate, looks: Looks) -> None:
    match predicate:
        case Includes(pattern=pattern):
            planner = plays.planner(pattern)
            looks.planners.append(planner)
            looks.attributes |= attributes(planner)
        case Meets(condition=condition):
            for node in _outer_nodes(plays, condition):
                _look_at(plays, node, looks)
        case Joined(terms=terms):
            for term in terms:
                _look(plays, term, looks)
        case Denied(term=term):
            _look(plays, term, looks)


_COUNTED = (
    model.Number, model.AllOf, model.AnyOf, model.Not, model.Chain, model.IsBetween, model.Arithmetic, model.Negative,
    model.Extreme, model.Choice, model.Case, model.Count, model.HasCount, model.Has, model.IsSame, model.IsIn,
    model.RankValue, model.SuitValue,
)  # fmt: skip
"""What adds nothing to the classes that it counts."""


def _look_at(plays: Plays, node: model.Node, looks: Looks) -> None:
    """Add what one node of a condition tells apart; what is not known to be harmless tells everything apart."""
    if _is_class(node):
        looks.sets.append(plays.pieces_in(node)(Env()))  # type: ignore[arg-type]
    elif isinstance(node, model.CardsValue):
        looks.sets += [frozenset((plays.pieces.index_at[name],)) for name in node.cards]
    elif not isinstance(node, _COUNTED) and not _is_known(node):
        looks.finest = True


def _is_known(node: model.Node) -> bool:
    """Whether it is a fact of every hand, or how many pieces there are."""
    match node:
        case model.Fact(fact="hand" | "player") | model.Property(property="cards" | "size" | "hand"):
            return True
        case _:
            return False


def _is_class(node: object) -> bool:
    return isinstance(
        node,
        model.Anything | model.RankClass | model.SuitClass | model.PieceClass | model.FamilyClass | model.SetClass
        | model.TypeClass | model.RungsClass | model.PassClass | model.UnionClass | model.WhereClass,
    )  # fmt: skip


def _outer_nodes(plays: Plays, part: object) -> Iterator[model.Node]:
    """A node and the nodes inside it, down to the classes of pieces that hang on no fact."""
    if isinstance(part, tuple):
        for item in part:
            yield from _outer_nodes(plays, item)
    elif isinstance(part, model.Node):
        if _is_class(part) and not (plays.is_fixed(part) and not plays.of_plays(part)):  # type: ignore[arg-type]
            # A class of plays, or one that hangs on a fact: all may matter to it.
            yield model.Element()
            return
        yield part
        if not _is_class(part):
            for one in fields(part):
                yield from _outer_nodes(plays, getattr(part, one.name))
