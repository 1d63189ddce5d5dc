"""Whatever hangs on no fact of the game is worked out while the program is written."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

from cardwright.dsl import model

from ..env import Env
from ..errors import Unanswerable
from ..rules import Rules

_OF_PLAYERS = frozenset({"cards", "hand", "plays", "pile", "place", "points", "bid"})


class Folding:
    """Works out expressions of one rulebook that ask nothing but what they are given."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        book = rules.rulebook
        self._sets = {declared.name: declared.value for declared in book.sets}
        self._defined: dict[tuple[str, str], tuple[str | None, tuple[object, ...]]] = {
            **{("let", let.name): (let.variable, (let.value,)) for let in book.lets},
            **{("factors", one.name): (one.variable, one.rows) for one in book.factors},
        }

    def is_closed(self, value: object, bound: frozenset[str] = frozenset(), element: bool = False) -> bool:
        """Whether a node asks nothing but these variables (and the member that is looked at)."""
        match value:
            case tuple():
                return all(self.is_closed(item, bound, element) for item in value)
            case model.Fact() | model.Role() | model.Placed() | model.Played() | model.Claimed() | model.Wins():
                return False
            case model.Property(property=name) if name in _OF_PLAYERS:
                return False
            case model.Variable(name=name):
                return name in bound
            case model.Element():
                return element
            case model.Calculation(target=target, name=name, of=of):
                # Tables ask for a property of a player, or of cards: those are worked out when the time comes.
                variable, parts = self._defined.get((target, name), (None, ()))
                own = frozenset() if variable is None else frozenset((variable,))
                known = (target, name) in self._defined and self.is_closed(parts, own)
                return known and of is not None and self.is_closed(of, bound, element)
            case model.SetClass(set=name):
                return self.is_closed(self._sets[name], bound, element)
            case model.WhereClass(base=base, where=where):
                return self.is_closed(base, bound, element) and self.is_closed(where, bound, True)
            case model.Selected(among=among, variable=variable, where=where):
                own = bound if variable is None else bound | {variable}
                return self.is_closed(among, bound, element) and self.is_closed(where, own, True)
            case model.Some(among=among, variable=variable, where=inner):
                return self.is_closed(among, bound, element) and self.is_closed(inner, bound | {variable}, element)
            case model.Total(among=among, variable=variable, amount=inner):
                return self.is_closed(among, bound, element) and self.is_closed(inner, bound | {variable}, element)
            case model.Node():
                return all(self.is_closed(getattr(value, item.name), bound, element) for item in fields(value))
            case _:
                return True

    def worked_out(self, expression: model.Expression, variable: str | None = None, value: Any = None) -> Any:
        """What a closed expression comes to; `value` is the variable, and the member that is looked at. Raises
        Unanswerable."""
        env = _Given(self._rules)
        env.element = value
        if variable is not None:
            env.variables[variable] = value
        return self._rules.plays.compile(expression)(env)

    def pieces(self, cls: model.Class) -> frozenset[int]:
        """The pieces of a closed class."""
        return self._rules.plays.pieces_in(cls)(_Given(self._rules))

    def number(self, expression: model.Expression, variable: str, value: Any) -> Fraction | None:
        """The same for a number; None where there is no answer."""
        try:
            return Fraction(self.worked_out(expression, variable, value) or 0)
        except Unanswerable:
            return None


class _Given(Env):
    """Nothing is known but what is given."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def calculate(self, target: str, name: str, value: Any) -> int | Fraction:
        return self._rules.settling.calculations.work_out(self, target, name, value)
