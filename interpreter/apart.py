"""Whether two types can share a play at all: what their patterns alone tell, without a look at any cards."""

from __future__ import annotations

from cardwright.dsl import model

from .matching import Matcher
from .parts import Values


def apart(one: Matcher, other: Matcher) -> bool:
    """Whether sizes, suits or repeated ranks alone keep two types apart; False where that proves nothing."""
    low, high = sizes_of_both(one, other)
    return (
        low > high
        or not common_sizes(one, other)
        or {_repeats(one), _repeats(other)} == {True, False}
        or _contrary(one, other)
    )


def sizes_of_both(one: Matcher, other: Matcher) -> tuple[int, int]:
    """The least and the most pieces that plays of both types have; none where the least is more."""
    return (max(one.planner.span[0], other.planner.span[0]), min(one.planner.span[1], other.planner.span[1]))


def common_sizes(one: Matcher, other: Matcher) -> list[int]:
    """The sizes that plays of both types can have, by the amounts of their parts."""
    low, high = sizes_of_both(one, other)
    return [size for size in sorted(one.sizes & other.sizes) if low <= size <= high]


def _contrary(one: Matcher, other: Matcher) -> bool:
    """Whether one type has pieces alike in what the pieces of the other must not share, both being one of each."""
    mine, theirs = one.planner.rules[0], other.planner.rules[0]
    if any(len(matcher.planner.rules) > 1 for matcher in (one, other)):
        return False
    if not isinstance(mine.part, model.Every) and not isinstance(theirs.part, model.Every):
        return False
    return bool(
        (_attributes(mine.alike) & _attributes(theirs.not_alike))
        or (_attributes(theirs.alike) & _attributes(mine.not_alike))
    )


def _attributes(values: tuple[Values, ...]) -> set[str]:
    return {value.attribute for value in values}


def _repeats(matcher: Matcher) -> bool | None:
    """Whether every play of a type has a rank twice (True), or none has (False); None where it depends."""
    twice = False
    for rule in matcher.planner.rules:
        match rule.part:
            case model.EachOf(each=each, attribute="rank"):
                twice = twice or each.least > 1
            case model.Sized(alike=alike, another=another, amount=amount) if {"rank", "identity"} & {*alike, another}:
                twice = twice or amount.least > 1
            case _:
                pass
    if twice:
        return True
    once = len(matcher.planner.rules) == 1 and _is_once_each(matcher.planner.rules[0].part)
    return False if once else None


def _is_once_each(part: object) -> bool:
    """Whether a part has one piece of each of its ranks."""
    match part:
        case model.Sized(in_order=in_order):
            return in_order is not None
        case model.Every(attribute="rank"):
            return True
        case _:
            return False
