"""Tables, factors and lets in a program: each a function of whatever it asks."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardwright.dsl import model

from ..calculations import SEATS
from .folding import Folding
from .layout import CannotCompile
from .moments import Kit
from .scopes import Scope
from .source import ident
from .values import FALSE, TRUE, Nothing, Num, Value, both, chosen, constant, denied, either, level, power, times

_LONGEST = 256


class Amounts:
    """Writes the calculations of one rulebook."""

    def __init__(
        self,
        kit: Kit,
        folding: Folding,
        value: Callable[[model.Expression, Scope], Value],
        number: Callable[[model.Expression, Scope], Num],
        truth: Callable[[model.Expression, Scope], str],
        counted: Callable[[model.Class, Value, Scope], Num],
    ) -> None:
        self._kit = kit
        self._folding = folding
        self._value = value
        self._number = number
        self._truth = truth
        self._counted = counted
        book = kit.rules.rulebook
        self._tables = {table.name: table for table in book.tables}
        self._lets = {let.name: let for let in book.lets}
        self._factors = {factors.name: factors for factors in book.factors}

    def work_out(self, node: model.Calculation, scope: Scope) -> Num:
        """What a calculation comes to, for a value or for the hand."""
        value = Nothing() if node.of is None else self._value(node.of, scope)
        match node.target:
            case "table":
                return self._look_up(self._tables[node.name], scope.bound("", value))
            case "let":
                let = self._lets[node.name]
                return self._lifted("let", let, self._number(let.value, _standing_for(scope, let.variable, value)))
            case _:
                factors = self._factors[node.name]
                return self._product(factors, _standing_for(scope, factors.variable, value))

    def _lifted(self, what: str, declared: model.Let | model.Table | model.Factors, found: Num) -> Num:
        """A number as a function of its own, unless it is said in a word."""
        if found.constant is not None or _is_call(found.text):
            return found
        told = declared.title or f"What {what} {declared.name} comes to."
        write = lambda: self._kit.source.line(f"return {found.text}")  # noqa: E731
        return Num(
            self._kit.lifting.call(f"{what}_{ident(declared.name)}", told, write), found.low, found.high, found.scale
        )

    # ---- tables ------------------------------------------------------------------------------------------------

    def _look_up(self, table: model.Table, scope: Scope) -> Num:
        count = self._number(model.Property(property=table.of, of=model.Variable(name="")), scope)  # type: ignore[arg-type]
        values = level(*(self._number(row.value, scope) for row in table.rows))
        if count.scale != 1 or count.low is None or count.high is None or count.high - count.low > _LONGEST:
            raise CannotCompile(f"nothing bounds what table `{table.name}` is looked up by")
        rows: list[Num] = []
        for number in range(count.low, count.high + 1):
            row = next((v for row, v in zip(table.rows, values, strict=True) if _is_for(row, number)), None)
            if row is None and number:
                raise CannotCompile(f"table `{table.name}` says nothing about {number}")
            rows.append(constant(0) if row is None else row)
        if count.constant is not None or all(row == rows[0] for row in rows):
            return rows[0]
        scale, source = values[0].scale, self._kit.source
        lows, highs = [row.low for row in rows], [row.high for row in rows]
        low = None if None in lows else min(end for end in lows if end is not None)
        high = None if None in highs else max(end for end in highs if end is not None)
        if count.low >= 0 and all(row.constant is not None for row in rows):
            found = source.table(f"TABLE_{ident(table.name).upper()}", [0] * count.low + [row.low or 0 for row in rows])
            return Num(f"{found}[{count.text}]", low, high, scale)

        def write() -> None:
            source.line(f"count = {count.text}")
            for at, row in enumerate(rows):
                if at < len(rows) - 1 and row == rows[at + 1]:
                    continue
                if at == len(rows) - 1:
                    source.line(f"return {row.text}")
                else:
                    with source.block(f"if count <= {at + (count.low or 0)}:"):
                        source.line(f"return {row.text}")

        told = table.title or f"What table {table.name} says."
        return Num(self._kit.lifting.call(f"table_{ident(table.name)}", told, write), low, high, scale)

    # ---- factors -----------------------------------------------------------------------------------------------

    def _product(self, factors: model.Factors, scope: Scope) -> Num:
        rows = {row.name: self._row(factors, row, scope) for row in factors.rows}
        product = constant(1)
        for row in factors.rows:
            replaced = either(
                *(
                    when
                    for other in factors.rows
                    for case, (when, _) in zip(other.cases, rows[other.name], strict=False)
                    if case.instead_of == row.name
                )
            )
            factor = constant(1)
            for when, value in reversed(rows[row.name]):
                factor = _either_number(when, value, factor)
            product = times(product, _either_number(replaced, constant(1), factor))
        return self._lifted("factors", factors, product)

    def _row(self, factors: model.Factors, row: model.FactorRow, scope: Scope) -> list[tuple[str, Num]]:
        """When each case of a row is the one that counts, and its factor."""
        found: list[tuple[str, Num]] = []
        before: list[str] = []
        for case in row.cases:
            when = TRUE if case.when is None else self._truth(case.when, scope)
            first = both(*map(denied, before), when)
            before.append(when)
            if first == FALSE:
                found.append((FALSE, constant(1)))
                continue
            value = self._number(case.value, scope)
            if case.for_each is not None:
                among = case.among
                if among is None:
                    holder = model.Variable(name=factors.variable or "player")
                    among = model.Property(property="hand", of=holder)
                often = self._counted(case.for_each, self._value(among, scope), scope)
                value = power(value, often, self._kit.source.table)
                if case.instead_of is not None:
                    first = both(first, f"{often.text} != 0")
            found.append((first, value))
        return found


def _is_call(text: str) -> bool:
    """Whether a text is a call of a function and nothing else."""
    return re.fullmatch(r"\w+\([\w, ]*\)", text) is not None


def _is_for(row: model.TableRow, number: int) -> bool:
    return row.low <= number and (row.high is None or number <= row.high)


def _either_number(when: str, value: Num, other: Num) -> Num:
    if when in (TRUE, FALSE):
        return value if when == TRUE else other
    a, b = level(value, other)
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return Num(chosen(when, a.text, b.text), low, high, a.scale)


def _standing_for(scope: Scope, variable: str | None, value: Value) -> Scope:
    """While a calculation is worked out for a value, its variable is that value."""
    inner = scope.bound(variable, value)
    return inner.knowing(**{variable: value}) if variable in SEATS else inner
