"""Numbers of programs: exact over their denominators, and between the bounds that they tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest
from cardwright.interpreter.compiled.layout import CannotCompile
from cardwright.interpreter.compiled.lifting import Lifting, names_in
from cardwright.interpreter.compiled.source import Source
from cardwright.interpreter.compiled.values import (
    Num,
    both,
    constant,
    denied,
    divided,
    either,
    extreme,
    minus,
    plus,
    power,
    times,
)

TABLES: dict[str, tuple[int, ...]] = {}


def table(name: str, values: Sequence[int]) -> str:
    """Tables by their content."""
    known = f"{name}_{len(TABLES)}"
    TABLES[known] = tuple(values)
    return known


A, B = Num("a", -3, 4), Num("b", 0, 5, 2)
SUMS: list[tuple[str, Callable[[], Num], Callable[[Fraction, Fraction], Fraction]]] = [
    ("a + b", lambda: plus(A, B), lambda a, b: a + b),
    ("a - (b - a)", lambda: minus(A, minus(B, A)), lambda a, b: a - (b - a)),
    ("(a + b) x a x b", lambda: times(times(plus(A, B), A), B), lambda a, b: (a + b) * a * b),
    ("a - 1/3", lambda: minus(A, constant(Fraction(1, 3))), lambda a, b: a - Fraction(1, 3)),
    ("a / 4 + b", lambda: plus(divided(A, constant(4)), B), lambda a, b: a / 4 + b),
    ("a / -2", lambda: divided(A, constant(-2)), lambda a, b: a / -2),
    ("a / (b + 1)", lambda: divided(A, plus(B, constant(1))), lambda a, b: a / (b + 1)),
    ("least of (a, b, 1)", lambda: extreme("least", [A, B, constant(1)]), lambda a, b: min(a, b, Fraction(1))),
    ("most of (a, b)", lambda: extreme("most", [A, B]), lambda a, b: max(a, b)),
    ("2 ^ (a + 3)", lambda: power(constant(2), plus(A, constant(3)), table), lambda a, b: Fraction(2 ** int(a + 3))),
    ("3 ^ a", lambda: power(constant(3), A, table), lambda a, b: Fraction(3) ** int(a)),
    ("(1/2) ^ a", lambda: power(constant(Fraction(1, 2)), A, table), lambda a, b: Fraction(1, 2) ** int(a)),
    ("b ^ 3", lambda: power(B, constant(3), table), lambda a, b: b**3),
    ("0 x a", lambda: times(constant(0), A), lambda a, b: Fraction(0)),
]


@pytest.mark.parametrize(("made", "meant"), [row[1:] for row in SUMS], ids=[row[0] for row in SUMS])
def test_exact_numbers(made: Callable[[], Num], meant: Callable[[Fraction, Fraction], Fraction]) -> None:
    number = made()
    for a, b in product(range(-3, 5), range(6)):
        found = eval(number.text, {**TABLES, "a": a, "b": b})
        assert Fraction(found, number.scale) == meant(Fraction(a), Fraction(b, 2))
        assert number.low is not None and number.high is not None
        assert number.low <= found <= number.high


@pytest.mark.parametrize(
    "made",
    [
        lambda: divided(A, constant(0)),
        lambda: divided(A, B),
        lambda: divided(A, Num("n")),
        lambda: power(constant(0), A, table),
        lambda: power(constant(2), B, table),
        lambda: power(constant(2), Num("n"), table),
        lambda: power(Num("n"), A, table),
        lambda: power(constant(2), Num("n", 0, 63), table),
        lambda: times(Num("n", 0, 2**40), Num("m", 0, 2**40)),
    ],
)
def test_what_is_not_exact_is_refused(made: Callable[[], Num]) -> None:
    with pytest.raises(CannotCompile):
        made()


def test_truths_are_folded() -> None:
    assert both("a", "True", "b or c") == "a and (b or c)"
    assert both("a", "False") == "False" and both() == "True"
    assert either("a", "False", "b and c") == "a or (b and c)"
    assert either("a", "True") == "True" and either() == "False"
    assert denied("a == b") == "not (a == b)" and denied("True") == "False"


def test_names_that_are_read() -> None:
    text = (
        'for at in range(LOG, s[LOG_COUNT]):\n    """Words here."""\n    found += popcount(m0) if not None else t_key'
    )
    assert names_in(text) == ("at", "s", "found", "m0", "t_key")


def test_one_function_for_one_body() -> None:
    source = Source(False)
    lifting = Lifting(source)

    def write() -> None:
        source.line("total = 0")
        with source.block("for at in range(s[0]):"):
            source.line("total += seat * at")
        source.line("return total")

    assert lifting.call("added", "For a test.", write) == "added(s, seat)"
    assert lifting.call("added", "For a test.", write, seat="s[4]") == "added(s, s[4])"
    assert lifting.call("added", "For a test.", lambda: source.line("return seat")) == "added__2(seat)"
    space: dict[str, object] = {"jit": lambda function: function}
    exec(source.text, space)
    assert space["added"]([4], 2) == 12  # type: ignore[operator]
