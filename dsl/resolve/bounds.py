"""How large numbers can get: no formula divides by what can be zero, and no power grows beyond all reason.

Every quantity has bounds that hold in every game under every setting. Counts of cards are at most the largest deck, an
option without an upper end at most the largest number, and nothing is assumed about points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf, isnan
from typing import Any

from .. import model as m
from .context import Context
from .guards import LARGEST, OptionInfo
from .program import Draft, Program

MOST_CARDS = 255
MOST_PLAYERS = 16
# Numbers beyond this are no scores any more.
BEYOND = 1e300

Bounds = tuple[float, float]
ANY: Bounds = (-inf, inf)
PROPERTIES: dict[str, Bounds] = {
    "cards": (0, MOST_CARDS), "size": (0, MOST_CARDS), "length": (0, MOST_CARDS), "place": (0, MOST_PLAYERS),
    "pips": (0, LARGEST), "points": ANY,
}  # fmt: skip


class Formulas:
    """Works out bounds, and reports divisions and powers that could go wrong."""

    def __init__(self, program: Program, context: Context) -> None:
        self.context = context
        self.drafts = {draft.name: draft for draft in program.of_kind("let", "table", "factors")}
        self.program = program
        self.known: dict[str, Bounds] = {}

    def check(self) -> None:
        """Every formula of the rulebook."""
        for draft in self.program.drafts:
            for field in draft.fields.values():
                for alternative in field:
                    for node in _arithmetic(alternative.value):
                        self._check(node)

    def _check(self, node: m.Arithmetic) -> None:
        right = self.bounds(node.right)
        place = node.right.span or node.span
        if place is None:
            return
        if node.op == "/" and right[0] <= 0 <= right[1]:
            if right == (0, 0):
                self.context.fail("CW307", "this divides by zero", place, help="nothing can be divided by zero")
            else:
                self.context.fail(
                    "CW307", "this divides by what can be zero", place, help="write `most of (1, …)` to be safe"
                )
        elif node.op == "^" and (right[0] < 0 or right[1] > MOST_CARDS):
            said = "can be less than 0" if right[0] < 0 else f"can be more than {MOST_CARDS}"
            self.context.fail(
                "CW308",
                f"this power {said}",
                place,
                help=f"powers go from 0 to {MOST_CARDS}; write `least of ({MOST_CARDS}, …)` to be safe"
                if right[0] >= 0
                else "write `most of (0, …)` to be safe",
            )
        elif node.op == "^" and node.span is not None:
            low, high = self.bounds(node)
            if max(-low, high) > BEYOND and self.bounds(node.left) != ANY:
                self.context.fail(
                    "CW308",
                    "this power can grow to more than 300 digits",
                    node.span,
                    help="take a smaller number or a smaller power",
                )

    def bounds(self, node: m.Expression) -> Bounds:
        """Between what a number lies."""
        match node:
            case m.Number(value=value, option=option):
                return _answers(self.context.options[option]) if option is not None else (value, value)
            case m.Negative(value=value):
                low, high = self.bounds(value)
                return -high, -low
            case m.Arithmetic():
                return _combined(node.op, self.bounds(node.left), self.bounds(node.right))
            case m.Extreme(extreme=extreme, values=values):
                each = [self.bounds(value) for value in values]
                chosen = min if extreme == "least" else max
                return chosen(low for low, _ in each), chosen(high for _, high in each)
            case m.Property(property=name):
                return PROPERTIES.get(name, ANY)
            case m.Count():
                return 0, MOST_CARDS
            case m.Total(amount=amount):
                low, high = self.bounds(amount)
                return min(0, low * MOST_CARDS), max(0, high * MOST_CARDS)
            case m.Choice(cases=cases):
                return _union([self.bounds(case.value) for case in cases])
            case m.Calculation(name=name):
                return self._calculation(name)
            case _:
                return ANY

    def _calculation(self, name: str) -> Bounds:
        if name not in self.known:
            # A circle is reported elsewhere; here it may be anything.
            self.known[name] = ANY
            draft = self.drafts.get(name)
            if draft is not None:
                self.known[name] = self._draft(draft)
        return self.known[name]

    def _draft(self, draft: Draft) -> Bounds:
        values = {field: [one.value for one in several if not one.unread] for field, several in draft.fields.items()}
        match draft.kind:
            case "table":
                return _union([self.bounds(row.value) for rows in values["rows"] for row in rows])
            case "factors":
                total: Bounds = (1, 1)
                for shares in values.values():
                    row = _union([(1, 1), *(self._share(share) for share in shares)])
                    total = _combined("x", total, row)
                return total
            case _:
                return _union([self.bounds(case.value) for case in values["value"]])

    def _share(self, share: m.Share) -> Bounds:
        value = self.bounds(share.value)
        return value if share.for_each is None else _combined("^", value, (0, MOST_CARDS))


def check_formulas(program: Program, context: Context) -> None:
    """No formula divides by what can be zero, and no power grows beyond all reason."""
    Formulas(program, context).check()


def _arithmetic(value: Any) -> Iterator[m.Arithmetic]:
    """Every calculation inside a value."""
    if isinstance(value, tuple):
        for one in value:
            yield from _arithmetic(one)
    elif isinstance(value, m.Node):
        if isinstance(value, m.Arithmetic):
            yield value
        for name in value._names:
            yield from _arithmetic(getattr(value, name))


def _answers(option: OptionInfo) -> Bounds:
    if option.least is None:
        numbers = [int(answer) for answer in option.answers]
        return min(numbers), max(numbers)
    return option.least, option.most if option.most is not None else LARGEST


def _union(several: list[Bounds]) -> Bounds:
    if not several:
        return ANY
    return min(low for low, _ in several), max(high for _, high in several)


def _combined(op: str, left: Bounds, right: Bounds) -> Bounds:
    if (op == "/" and right[0] <= 0 <= right[1]) or (op == "^" and (right[0] < 0 or right[1] > MOST_CARDS)):
        return ANY
    if op == "^" and left[0] < 0:
        return ANY
    corners = [_done(op, a, b) for a, b in product(left, right)]
    if any(isnan(corner) for corner in corners):
        return ANY
    return min(corners), max(corners)


def _done(op: str, left: float, right: float) -> float:
    try:
        match op:
            case "+":
                return float(left + right)
            case "-":
                return float(left - right)
            case "x":
                return 0.0 if 0 in (left, right) else float(left * right)
            case "/":
                return left / right
            case _:
                return float(pow(left, right))
    except OverflowError:
        return inf
