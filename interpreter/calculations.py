"""Tables, factors and lets: what a payment is multiplied by, and which rows say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardwright.dsl import Span, model

from .env import Env
from .errors import Unanswerable
from .values import Compiled, normal

Number = int | Fraction
Compile = Callable[[model.Expression], Compiled]

# Names of `of …` that are facts too: while something is worked out for a player, the fact is that player.
SEATS = frozenset({"payer", "payee", "player"})


@dataclass(frozen=True, slots=True)
class Row:
    """A row of `factors` that counted: its name and its factor."""

    name: str
    value: Number
    span: Span | None


@dataclass(frozen=True, slots=True)
class _Case:
    value: Compiled
    when: Compiled | None
    times: Compiled | None
    instead_of: str | None
    span: Span | None


class Worked:
    """All calculations of a rulebook, compiled."""

    def __init__(self, rulebook: model.Rulebook, compile_: Compile) -> None:
        self._tables = {
            table.name: [(row.low, row.high, compile_(row.value)) for row in table.rows] for table in rulebook.tables
        }
        # A table counts a property of whatever it is asked about.
        self._counted = {
            table.name: compile_(model.Property(property=_property(table), of=model.Variable(name="")))
            for table in rulebook.tables
        }
        self._lets = {let.name: (let.variable, compile_(let.value)) for let in rulebook.lets}
        self._factors = {
            factors.name: (factors.variable, [(row.name, _cases(factors, row, compile_)) for row in factors.rows])
            for factors in rulebook.factors
        }

    def work_out(self, env: Env, target: str, name: str, value: Any) -> Number:
        """The result of a calculation for a value (None: for the hand)."""
        match target:
            case "table":
                return self._look_up(env, name, value)
            case "let":
                variable, compiled = self._lets[name]
                with standing_for(env, variable, value):
                    return normal(compiled(env))
            case _:
                product: Number = 1
                for row in self.rows(env, name, value):
                    product = product * row.value
                return normal(product)

    def rows(self, env: Env, name: str, value: Any) -> list[Row]:
        """The rows of `factors` that hold, without those that another one replaces."""
        variable, rows = self._factors[name]
        found: list[Row] = []
        replaced: set[str] = set()
        with standing_for(env, variable, value):
            for row_name, cases in rows:
                for number, case in enumerate(cases):
                    try:
                        if case.when is not None and not case.when(env):
                            continue
                    except Unanswerable:
                        # What nobody has told does not matter where it multiplies by 1.
                        if all(normal(Fraction(other.value(env) or 0)) == 1 for other in cases[number:]):
                            break
                        raise
                    times = 1 if case.times is None else case.times(env)
                    if times:
                        found.append(Row(row_name, normal(Fraction(case.value(env) or 0) ** times), case.span))
                        if case.instead_of is not None:
                            replaced.add(case.instead_of)
                    break
        return [row for row in found if row.name not in replaced]

    def _look_up(self, env: Env, name: str, value: Any) -> Number:
        with standing_for(env, "", value):
            count = self._counted[name](env)
            for low, high, factor in self._tables[name]:
                if low <= count and (high is None or count <= high):
                    return normal(factor(env))
        # Nothing is paid for no cards, so tables need not begin at 0.
        if count == 0:
            return 0
        raise Unanswerable(f"table `{name}` says nothing about {count}")


def _property(table: model.Table) -> Any:
    """The property a table is looked up by; its name was checked when the rulebook was read."""
    return table.of


def _cases(factors: model.Factors, row: model.FactorRow, compile_: Compile) -> list[_Case]:
    return [
        _Case(
            compile_(case.value),
            None if case.when is None else compile_(case.when),
            _times(factors, case, compile_),
            case.instead_of,
            case.span or row.span,
        )
        for case in row.cases
    ]


def _times(factors: model.Factors, case: model.Share, compile_: Compile) -> Compiled | None:
    """How often the value counts: once for each member of a class held (or found in something else)."""
    if case.for_each is None:
        return None
    among = case.among
    if among is None:
        among = model.Property(property="hand", of=model.Variable(name=factors.variable or "player"))
    return compile_(model.Count(of=case.for_each, among=among))


@contextmanager
def standing_for(env: Env, variable: str | None, value: Any) -> Iterator[None]:
    """While a calculation is worked out for a value, its variable is that value."""
    if variable is None:
        yield
        return
    known = variable in env.variables
    before = env.variables.get(variable)
    env.variables[variable] = value
    fact = getattr(env, variable) if variable in SEATS else None
    if variable in SEATS:
        setattr(env, variable, value)
    try:
        yield
    finally:
        if variable in SEATS:
            setattr(env, variable, fact)
        if known:
            env.variables[variable] = before
        else:
            del env.variables[variable]
