"""What is left of declarations when some options are answered for good."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

from .. import ast

T = TypeVar("T")
PLAYERS = "players"

# Fields of nodes that hold expressions; a name in one of the others names no number.
_EXPRESSIONS = re.compile(r"\b(Expr|Value|Who)\b")
# What is nothing without its alternatives.
_ALTERNATIVES = frozenset({"cases", "phrases", "patterns", "rankings", "alternatives", "shares", "acts", "options"})


class Settler:
    """Takes guards on settled options out of declarations, the alternatives that they rule out, and their numbers."""

    def __init__(self, settled: Mapping[str, ast.Settled], *, asks: bool = True) -> None:
        """`asks`: whether questions that are settled fall away as well."""
        self.settled = settled
        self.asks = asks
        # How many play is known from the deal; in formulas its name may mean the players themselves.
        self.numbers = {
            name: one.answer.value
            for name, one in settled.items()
            if isinstance(one.answer, ast.Number) and name != PLAYERS
        }

    def settle(self, value: T) -> T | None:
        """What is left of a node; None where it is ruled out."""
        return self._any(value)  # type: ignore[no-any-return]

    def ruled_out(self, agreement: ast.Agreement | None) -> ast.Settled | None:
        """The settled option because of which an agreement can no longer hold."""
        for setting in agreement.settings if agreement is not None else ():
            settled = self.settled.get(setting.name.text)
            if settled is not None and not self._holds(setting, ast.answer_text(settled.answer)):
                return settled
        return None

    def _holds(self, setting: ast.Setting, answer: str) -> bool:
        if setting.denied or not setting.answers:
            return answer == ("no" if setting.denied else "yes")
        return answer in map(ast.answer_text, setting.answers)

    def _any(self, value: Any, expression: bool = False) -> Any:
        match value:
            case tuple():
                made = tuple(one for one in (self._any(each, expression) for each in value) if one is not None)
                return value if len(made) == len(value) and all(map(_same, made, value)) else made
            case ast.Name(span=span, text=text) if expression and text in self.numbers:
                return ast.Number(span, self.numbers[text])
            case ast.Option() if self.asks and value.name.text in self.settled:
                return None
            case ast.Phrase(words=words):
                value = self._node(value)
                return value and replace(value, words=tuple(self._words(words)))
            case ast.Node():
                return self._node(value)
            case _:
                return value

    def _node(self, value: Any) -> Any:
        changes: dict[str, Any] = {}
        for name, expression in _parts(value.__class__):
            before = getattr(value, name)
            if name == "agreement" and before is not None:
                if self.ruled_out(before):
                    return None
                after: Any = self._left(before)
            else:
                after = self._any(before, expression)
                if (after is None and before is not None) or (not after and before and name in _ALTERNATIVES):
                    return None
            if after is not before:
                changes[name] = after
        return replace(value, **changes) if changes else value

    def _left(self, agreement: ast.Agreement) -> ast.Agreement | None:
        left = tuple(setting for setting in agreement.settings if setting.name.text not in self.settled)
        if len(left) == len(agreement.settings):
            return agreement
        return replace(agreement, settings=left) if left else None

    def _words(self, words: tuple[ast.Word, ...]) -> Iterator[ast.Word]:
        """A sentence with its numbers; a word behind a number is what it counts (`after hands hands`)."""
        counted = False
        for word in words:
            number = self.numbers.get(word.text) if word.type == "NAME" and not counted else None
            yield word if number is None else ast.Word(word.span, str(number), "INT")
            counted = number is not None or word.type == "INT"


def _same(one: object, other: object) -> bool:
    return one is other


@cache
def _parts(kind: type[Any]) -> tuple[tuple[str, bool], ...]:
    """The fields of a node that may hold nodes, each with whether it holds expressions."""
    return tuple(
        (field.name, bool(_EXPRESSIONS.search(str(field.type))))
        for field in fields(kind)
        if field.name not in ("span", "notes")
    )
