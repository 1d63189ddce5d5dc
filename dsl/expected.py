"""What could stand at a place, in few words."""

from __future__ import annotations

from .words import STATEMENTS, display, listing

_FIELDS = frozenset({"FIELD", "CARDS", "TILES"})
_OPERATORS = frozenset(
    {
        *("PLUS", "MINUS", "X", "SLASH", "CIRCUMFLEX", "IS", "HAS", "PLAYED", "CLAIMED", "WINS", "BEATS", "LESSTHAN"),
        *("EQUAL", "MORETHAN", "AT_MOST", "AT_LEAST", "AND", "OR", "WHERE", "IN", "OF", "BY"),
    }
)
_VALUES = frozenset(
    {
        *("NAME", "INT", "PIECE", "RUN", "LPAR", "HIGHEST", "LOWEST", "LAST", "NEXT", "BEATEN", "COUNT", "TOTAL"),
        *("SOME", "HOLDING", "HAVE", "BE", "NOT", "MINUS", "PAYS"),
    }
)
_KINDS = frozenset(word.upper() for word in STATEMENTS)
_MOST_LISTED = 6


def expected(accepted: frozenset[str]) -> str | None:
    """What would fit, in so few words that they help."""
    names: list[str] = []
    rest = set(accepted)
    for group, called in (
        (_VALUES, "a value"),
        (_OPERATORS, "an operator"),
        (_KINDS, "the next statement"),
        (_FIELDS, "the next field"),
    ):
        if len(rest & group) > 3 or (group is _FIELDS and rest & group):
            names.append(called)
            rest -= group
    names += sorted(display(kind) for kind in rest)
    if not names:
        return None
    if len(names) > _MOST_LISTED:
        names = [*names[: _MOST_LISTED - 1], "something else"]
    return f"here fits {listing(names)}"
