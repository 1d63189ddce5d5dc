"""Formulas in words, and the parts of a product, so that a settlement can be read line by line."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl import model


def words(expression: model.Expression) -> str:
    """A formula as it would be said; what has no short form is named by its kind."""
    match expression:
        case model.Number(option=str(option)):
            return option
        case model.Number(value=value):
            return str(value)
        case model.Fact(fact=fact):
            return fact.replace("_", " ")
        case model.Variable(name=name) | model.Role(role=name):
            return name.replace("_", " ")
        case model.RankValue(rank=rank):
            return rank
        case model.SuitValue(suit=suit):
            return suit
        case model.PartCards(part=part):
            return part
        case model.Property(property=name, of=of):
            return f"{name} of {words(of)}"
        case model.Calculation(name=name, of=None):
            return name
        case model.Calculation(name=name, of=of) if of is not None:
            return f"{name} of {words(of)}"
        case model.Arithmetic(op=op, left=left, right=right):
            return f"{_inside(left, op)} {op} {_inside(right, op)}"
        case model.Negative(value=value):
            return f"-{words(value)}"
        case model.Extreme(extreme=extreme, values=values):
            return f"{extreme} of ({', '.join(map(words, values))})"
        case _:
            return expression.kind.replace("_", " ")


def terms(expression: model.Expression) -> Iterator[model.Expression]:
    """The factors of a product, from left to right; any other formula is one term."""
    match expression:
        case model.Arithmetic(op="x", left=left, right=right):
            yield from terms(left)
            yield from terms(right)
        case _:
            yield expression


def _inside(expression: model.Expression, op: str) -> str:
    """Words for an operand, in parentheses where reading would go wrong without."""
    text = words(expression)
    loose = isinstance(expression, model.Arithmetic) and op in ("x", "/", "^") and expression.op in ("+", "-")
    return f"({text})" if loose else text
