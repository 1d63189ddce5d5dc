"""How large numbers can get: no formula divides by what can be zero, and no power grows beyond all reason.

Every quantity has bounds that hold in every game under every setting. Counts of cards are at most the largest deck, an
option without an upper end at most the largest number, and nothing is assumed about points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf, isnan, log10

from .. import model as m
from .context import Context
from .digits import MOST_DIGITS, Digits, combined, largest, of_sum
from .guards import LARGEST, OptionInfo
from .limits import MOST_PIECES, MOST_PLAYERS
from .program import Draft, Program

# Numbers beyond this are no scores any more.
BEYOND = 1e300

Bounds = tuple[float, float]
ANY: Bounds = (-inf, inf)
PROPERTIES: dict[str, Bounds] = {
    "cards": (0, MOST_PIECES), "size": (0, MOST_PIECES), "length": (0, MOST_PIECES), "place": (0, MOST_PLAYERS),
    "pips": (0, LARGEST), "bid": (0, LARGEST), "points": ANY,
}  # fmt: skip


class Formulas:
    """Works out bounds, and reports divisions and powers that could go wrong."""

    def __init__(self, program: Program, context: Context) -> None:
        self.context = context
        self.drafts = {draft.name: draft for draft in program.of_kind("let", "table", "factors")}
        self.program = program
        # Worked out from the ground up: what is missing stands in a circle, which is reported elsewhere.
        self.known: dict[str, Bounds] = {}
        self.known_digits: dict[str, Digits] = {}
        self.known_whole: dict[str, bool] = {}
        for draft in self._from_the_ground():
            self.known[draft.name] = self._draft(draft)
            self.known_digits[draft.name] = self._draft_digits(draft)
            self.known_whole[draft.name] = all(map(self.whole, _numbers(draft)))

    def _from_the_ground(self) -> Iterator[Draft]:
        """The calculations, each behind those that it needs."""
        waiting, begun = [*reversed(self.drafts)], set()
        needs = {name: [*_needed(draft)] for name, draft in self.drafts.items()}
        done: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in begun:
                if name not in done:
                    done.add(name)
                    yield self.drafts[name]
                continue
            begun.add(name)
            waiting.append(name)
            waiting += [need for need in needs[name] if need in self.drafts and need not in begun]

    def check(self) -> None:
        """Every formula of the rulebook."""
        for draft in self.program.drafts:
            if draft.kind == "step":
                self._check_counts(draft)
            if draft.kind == "factors":
                self._check_rows(draft)
            for node in draft.nodes():
                if isinstance(node, m.Arithmetic):
                    self._check(node)
                    self._check_digits(node)

    def _check_counts(self, draft: Draft) -> None:
        """So many cards are given: a whole number, and one at least that can be."""
        for alternative in draft.fields.get("act", ()):
            act = alternative.value
            if not isinstance(act, m.Gives) or isinstance(act.count, m.Number) or act.count.span is None:
                continue
            if not self.whole(act.count):
                self.context.fail("CW721", f"`{draft.name}` can give a part of a card", act.count.span,
                                  help="how many cards are given is a whole number: divide nothing")  # fmt: skip
            elif self.bounds(act.count)[1] < 1:
                self.context.fail("CW721", f"`{draft.name}` has nothing to give: the number is never more than 0",
                                  act.count.span, help="write a number from 1")  # fmt: skip

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
        elif node.op == "^" and (right[0] < 0 or right[1] > MOST_PIECES):
            said = "can be less than 0" if right[0] < 0 else f"can be more than {MOST_PIECES}"
            self.context.fail(
                "CW308",
                f"this power {said}",
                place,
                help=f"powers go from 0 to {MOST_PIECES}; write `least of ({MOST_PIECES}, …)` to be safe"
                if right[0] >= 0
                else "write `most of (0, …)` to be safe",
            )
        elif node.op == "^" and not self.whole(node.right):
            self.context.fail(
                "CW308", "this power can be a fraction", place, help="powers are whole numbers: divide elsewhere"
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
                return 0, MOST_PIECES
            case m.Total(amount=amount):
                low, high = self.bounds(amount)
                return min(0, low * MOST_PIECES), max(0, high * MOST_PIECES)
            case m.Choice(cases=cases):
                return _union([self.bounds(case.value) for case in cases])
            case m.Calculation(name=name):
                return self.known.get(name, ANY)
            case _:
                return ANY

    def _check_rows(self, draft: Draft) -> None:
        """Rows that are worth little each, and too much together."""
        if max(self.known_digits[draft.name]) <= MOST_DIGITS:
            return
        if all(max(self.digits(value)) <= MOST_DIGITS for value in _numbers(draft)):
            self.context.fail(
                "CW308",
                f"the rows of `{draft.name}` can grow to more than {MOST_DIGITS:,} digits together",
                draft.name_span,
                help="take fewer rows with `for each`, or smaller factors",
            )

    def _check_digits(self, node: m.Arithmetic) -> None:
        """Of a number that grows over many steps, the step is told at which it has grown too long."""
        grown = max(self.digits(node)) > MOST_DIGITS
        if grown and node.span is not None and max(*self.digits(node.left), *self.digits(node.right)) <= MOST_DIGITS:
            self.context.fail(
                "CW308",
                f"this number can grow to more than {MOST_DIGITS:,} digits",
                node.span,
                help="multiply fewer of them, or set a limit with `least of (…)`",
            )

    def digits(self, node: m.Expression) -> Digits:
        """How many digits a number can have, above and below the line of its fraction."""
        match node:
            case m.Negative(value=value):
                return self.digits(value)
            case m.Arithmetic():
                high = self.bounds(node.right)[1]
                return combined(node.op, self.digits(node.left), self.digits(node.right), min(high, MOST_PIECES))
            case m.Extreme(values=values):
                longest = largest(map(self.digits, values))
                return self._limited(longest, self.bounds(node)) if all(map(self.whole, values)) else longest
            case m.Total(amount=amount):
                return of_sum(self.digits(amount), MOST_PIECES)
            case m.Choice(cases=cases):
                return largest(self.digits(case.value) for case in cases)
            case m.Calculation(name=name):
                return self.known_digits.get(name, (0, 0))
            case _:
                return self._limited((0, 0), self.bounds(node))

    def _limited(self, found: Digits, bounds: Bounds) -> Digits:
        """The digits of a whole number between bounds; what has none is given by the players' points."""
        most = max(abs(bounds[0]), abs(bounds[1]))
        return found if most == inf else (log10(most + 1), 0)

    def _draft_digits(self, draft: Draft) -> Digits:
        if draft.kind != "factors":
            return largest(map(self.digits, _numbers(draft)))
        above = below = 0.0
        for field in draft.fields.values():
            shares = [one.value for one in field if not one.unread]
            times = [(self.digits(share.value), MOST_PIECES if share.for_each is not None else 1) for share in shares]
            longest = largest((digits[0] * often, digits[1] * often) for digits, often in times)
            above, below = above + longest[0], below + longest[1]
        return above, below

    def whole(self, node: m.Expression) -> bool:
        """Whether a number is whole in every game."""
        match node:
            case m.Negative(value=value) | m.Total(amount=value):
                return self.whole(value)
            case m.Arithmetic(op=op, left=left, right=right):
                return op != "/" and self.whole(left) and self.whole(right)
            case m.Extreme(values=values):
                return all(map(self.whole, values))
            case m.Choice(cases=cases):
                return all(self.whole(case.value) for case in cases)
            case m.Property(property="points"):
                return False
            case m.Calculation(name=name):
                return self.known_whole.get(name, True)
            case _:
                return True

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
        return value if share.for_each is None else _combined("^", value, (0, MOST_PIECES))


def check_formulas(program: Program, context: Context) -> None:
    """No formula divides by what can be zero, and no power grows beyond all reason."""
    Formulas(program, context).check()


def _numbers(draft: Draft) -> Iterator[m.Expression]:
    """What a table, factors or a calculation can yield or multiply."""
    for field in draft.fields.values():
        for one in field:
            if not one.unread:
                yield from (part.value for part in (one.value if isinstance(one.value, tuple) else (one.value,)))


def _needed(draft: Draft) -> Iterator[str]:
    """The calculations that a draft uses."""
    return (node.name for node in draft.nodes() if isinstance(node, m.Calculation))


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
    if (op == "/" and right[0] <= 0 <= right[1]) or (op == "^" and (right[0] < 0 or right[1] > MOST_PIECES)):
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
