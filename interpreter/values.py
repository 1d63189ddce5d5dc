"""Values, and what is done with them.

A value is a number (int or Fraction), a truth, a Rank, a Suit, a piece (its index), cards (a sorted tuple of
indices), a Play, plays, a player (a seat), players, or None for a thing that does not exist: every comparison with
it is false, and as a number it is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from .env import Env
from .errors import Unanswerable
from .play import Cards, Play

Compiled: TypeAlias = Callable[[Env], Any]


def normal(number: Any) -> int | Fraction:
    """A number in its simplest form; what does not exist is 0."""
    if number is None:
        return 0
    if type(number) is Fraction and number.denominator == 1:
        return number.numerator
    return number  # type: ignore[no-any-return]


def cards_in(value: Any, env: Env) -> Cards:
    """The cards a value stands for: cards, the pieces of a play, what a player holds."""
    if value is None:
        return ()
    if isinstance(value, Play):
        return value.pieces
    if isinstance(value, tuple):
        if value and isinstance(value[0], Play):
            return tuple(sorted(piece for play in value for piece in play.pieces))
        return value
    return env.hand_of(value)


def holds_for(env: Env, name: str | None, thing: Any, where: Compiled) -> bool:
    """Whether a condition holds while `thing` is the element (and the variable `name`)."""
    before, env.element = env.element, thing
    try:
        return bool(where(env) if name is None else bound(env, name, thing, where))
    finally:
        env.element = before


def bound(env: Env, name: str, thing: Any, work: Compiled) -> Any:
    """Work something out while a variable stands for a thing."""
    variables = env.variables
    before = variables.get(name)
    variables[name] = thing
    try:
        return work(env)
    finally:
        variables[name] = before


def several(value: Any) -> tuple[Any, ...]:
    """The members of a set; one thing is a set of one."""
    if value is None:
        return ()
    if isinstance(value, tuple):
        return value
    return value.pieces if isinstance(value, Play) else (value,)


def shared(values: tuple[Any, ...], thing: Any) -> Any:
    """The value that all cards of a thing share, None where they share none."""
    found = {values[card] for card in several(thing)}
    return found.pop() if len(found) == 1 else None


def met(test: Callable[[Any, Any], bool], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Compare two places; those on different scales are never comparable."""
    return left[0] == right[0] and test(left[1], right[1])


def constant(value: Any) -> Compiled:
    """The closure that always gives one value."""
    return lambda env: value


def decided(terms: list[Compiled], by: bool) -> Compiled:
    """Whether one of these is `by`: then that is the answer, also where others have none."""

    def found(env: Env) -> bool:
        unknown: Unanswerable | None = None
        for term in terms:
            try:
                if bool(term(env)) is by:
                    return by
            except Unanswerable as error:
                unknown = error
        if unknown is not None:
            raise unknown
        return not by

    return found


def not_if(denied: bool, subject: Compiled, test: Callable[[Env], bool]) -> Compiled:
    """The test, or its denial: false either way where the subject does not exist."""
    return (lambda env: subject(env) is not None and not test(env)) if denied else test
