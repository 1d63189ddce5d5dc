"""Builds choices, conditions, quantities and patterns."""

from __future__ import annotations

from collections.abc import Callable

from .. import ast
from ..diagnostics import Applicability, problem, rewrite
from ..lexing import Token
from ..tree import Tree
from ..words import EXTREMES
from .base import Base, first, the, token_of, tokens, tree_of, trees

_OPERATORS = {"plus": "+", "minus": "-", "times_": "x", "divide": "/", "power": "^"}
# Fields whose value is an order.
_ORDERS = frozenset({"ranks", "suits", "order", "bids"})


class Expressions(Base):
    """Builds whatever can stand as the value of a field."""

    __slots__ = ()

    # ---- choices

    def choice(self, tree: Tree, field: str = "") -> ast.Choice:
        """Alternatives; `field` is the name of the field they are the value of."""
        return ast.Choice(self.span(tree), tuple(self.case(case, field) for case in trees(tree)))

    def case(self, tree: Tree, field: str) -> ast.Case:
        """One alternative."""
        values: list[ast.Value] = []
        then: list[bool] = []
        when = agreement = None
        for child in tree.children:
            if isinstance(child, Token):
                if child.type == "COMMA":
                    then.append(False)
                else:
                    then[-1] = True
            elif child.name == "guard":
                when = self.guard(child)
            elif child.name == "agreement":
                agreement = self.agreement(child)
            else:
                values.append(self.value(child, field))
        return ast.Case(self.span(tree), tuple(values), tuple(then), when, agreement, notes=self.noted(tree))

    def value(self, tree: Tree, field: str = "") -> ast.Value:
        """One value of an alternative."""
        match tree.name:
            case "by":
                inner, order = tree.children[0], the(tree, "NAME")
                assert isinstance(inner, Tree)
                return ast.By(self.span(tree), self.expr(inner), self.used(order))
            case "bears":
                payment, role = (token for token in tokens(tree) if token.type == "NAME")
                return ast.Bears(self.span(tree), self.used(payment), self.used(role))
            case "paid":
                return ast.Paid(self.span(tree), self.used(the(tree, "NAME")))
            case "chain":
                return self.chain(tree, order=field in _ORDERS)
            case _:
                return self.expr(tree)

    def guard(self, tree: Tree | None) -> ast.Expr | None:
        """The condition of `when …`, if it is there."""
        return None if tree is None else self.expr(next(trees(tree)))

    def where(self, tree: Tree | None) -> ast.Expr | None:
        """The condition of `where (…)`, if it is there."""
        return self.guard(tree)

    # ---- expressions

    def expr(self, tree: Tree) -> ast.Expr:
        """An expression."""
        build = _BUILDERS.get(tree.name)
        if build is None:
            raise AssertionError(f"no expression: {tree.name}")
        return build(self, tree)

    def chain(self, tree: Tree, *, order: bool = False) -> ast.Expr:
        """`a < b = c`, or a comparison; an order that runs downwards is reported and turned round."""
        parts = [child for child in trees(tree) if child.name != "sign"]
        signs = [first(child) for child in trees(tree, "sign")]
        items = [self.expr(part) for part in parts]
        kinds = {sign.text for sign in signs}
        marks = [ast.Sign(self.span(sign), sign.text) for sign in signs]
        if len(signs) == 1 and not kinds <= {"<", "="} and not (order and ">" in kinds):
            return ast.Compare(self.span(tree), items[0], marks[0], items[1])
        if kinds & {"<=", ">="}:
            sign = next(mark for mark in marks if mark.text in ("<=", ">="))
            advice = "join two comparisons with `and`" if not order else "orders are written with `<` and `=`"
            self.report.append(problem("CW126", f"`{sign.text}` compares two values only", sign.span, help=advice))
        elif self.back_to_front(list(parts), signs):
            items.reverse()
            marks.reverse()
        marks = [ast.Sign(mark.span, "=" if mark.text == "=" else "<") for mark in marks]
        return ast.Chain(self.span(tree), tuple(items), tuple(marks))

    def _all_of(self, tree: Tree) -> ast.Expr:
        return ast.AllOf(self.span(tree), self._items(tree))

    def _any_of(self, tree: Tree) -> ast.Expr:
        return ast.AnyOf(self.span(tree), self._items(tree))

    def _not(self, tree: Tree) -> ast.Expr:
        return ast.Not(self.span(tree), *self._items(tree))

    def _is(self, tree: Tree) -> ast.Expr:
        left, right, *high = self._items(tree)
        return ast.Is(self.span(tree), left, right, high[0] if high else None)

    def _is_not(self, tree: Tree) -> ast.Expr:
        left, right = self._items(tree)
        return ast.Is(self.span(tree), left, right, denied=True)

    def _has(self, tree: Tree) -> ast.Expr:
        subject, thing = trees(tree)
        return ast.Has(self.span(tree), self.expr(subject), self.thing(thing))

    def _played(self, tree: Tree) -> ast.Expr:
        return ast.Played(self.span(tree), *self._items(tree))

    def _claimed(self, tree: Tree) -> ast.Expr:
        return ast.Claimed(self.span(tree), self._items(tree)[0], self.used(the(tree, "NAME")))

    def _wins(self, tree: Tree) -> ast.Expr:
        return ast.Wins(self.span(tree), *self._items(tree))

    def _beats(self, tree: Tree) -> ast.Expr:
        return ast.Beats(self.span(tree), *self._items(tree))

    def _holding(self, tree: Tree) -> ast.Expr:
        return ast.Holding(self.span(tree), self.thing(next(trees(tree))))

    def _have(self, tree: Tree) -> ast.Expr:
        return ast.Have(self.span(tree), self.thing(next(trees(tree))))

    def _be(self, tree: Tree) -> ast.Expr:
        return ast.Be(self.span(tree), *self._items(tree))

    def _some(self, tree: Tree) -> ast.Expr:
        return ast.Some(self.span(tree), self.row(the(tree, "NAME")), *self._items(tree))

    def thing(self, tree: Tree) -> ast.Thing | ast.Counted:
        """What somebody has."""
        noun = token_of(tree, "NAME")
        if noun is not None:
            count = self.number(the(tree, "INT"), token_of(tree, "OR_MORE"))
            return ast.Counted(self.span(tree), count, self.used(noun))
        return ast.Thing(self.span(tree), self.expr(next(trees(tree))), token_of(tree, "NO") is not None)

    def _binary(self, tree: Tree) -> ast.Expr:
        return ast.Binary(self.span(tree), _OPERATORS[tree.name], *self._items(tree))

    def _negative(self, tree: Tree) -> ast.Expr:
        return ast.Negative(self.span(tree), *self._items(tree))

    def _count(self, tree: Tree) -> ast.Expr:
        what = the(tree, "NAME", "INT", "PIECE")
        counted = self.used(what) if what.type == "NAME" else self.card(what)[0]
        return ast.Count(self.span(tree), counted, *self._items(tree))

    def _total(self, tree: Tree) -> ast.Expr:
        amount, within = self._items(tree)
        return ast.Total(self.span(tree), amount, self.row(the(tree, "NAME")), within)

    def _filtered(self, tree: Tree) -> ast.Expr:
        item, where = trees(tree)
        return ast.Filtered(self.span(tree), self.expr(item), self.expr(next(trees(where))))

    def _property(self, tree: Tree) -> ast.Expr:
        name = the(tree, "NAME")
        if name.text in EXTREMES and name.text not in self.calculations:
            return self._extreme(tree, name)
        return ast.Property(self.span(tree), self.used(the(tree, "NAME")), *self._items(tree))

    def _extreme(self, tree: Tree, name: Token) -> ast.Expr:
        """`top of the hand`: the highest card in it is meant."""
        extreme = EXTREMES[name.text]
        span, of = self.span(name), the(tree, "OF")
        meant = f"{extreme} card in"
        fix = rewrite(self.lexer.span(name.start, of.end), meant, Applicability.UNSAFE)
        message, advice = f"`{name.text} of` is not known here", f"write `{meant} …`"
        self.report.append(problem("CW120", message, span, help=advice, fix=fix))
        return ast.Pick(self.span(tree), extreme, ast.Name(span, "card"), *self._items(tree))

    def _pick(self, tree: Tree) -> ast.Expr:
        extreme, *within = trees(tree)
        inner = self.expr(within[0]) if within else None
        return ast.Pick(self.span(tree), first(extreme).text, self.used(the(tree, "NAME")), inner)

    def _pointed(self, tree: Tree) -> ast.Expr:
        return ast.Pointed(self.span(tree), first(tree).text, self.used(the(tree, "NAME")))

    def _group(self, tree: Tree) -> ast.Expr:
        return ast.Group(self.span(tree), self.choice(next(trees(tree))))

    def _name(self, tree: Tree) -> ast.Expr:
        return self.used(first(tree))

    def _number(self, tree: Tree) -> ast.Expr:
        return self.number(first(tree), token_of(tree, "OR_MORE"))

    def _cards(self, tree: Tree) -> ast.Expr:
        return self.cards(first(tree))

    def _items(self, tree: Tree) -> tuple[ast.Expr, ...]:
        return tuple(self.expr(child) for child in trees(tree))

    # ---- patterns

    def pattern(self, tree: Tree) -> ast.Pattern:
        """One alternative of what a combination is made of."""
        parts = tuple(self.part(part) for part in trees(tree, "part", "lacking"))
        return ast.Pattern(self.span(tree), parts, self.agreement(tree_of(tree, "agreement")), notes=self.noted(tree))

    def part(self, tree: Tree) -> ast.Part:
        """One part of a pattern."""
        if tree.name == "lacking":
            return ast.Part(self.span(tree), ast.Lacking(self.span(tree), self._cards_in(tree)))
        label = token_of(tree, "NAME")
        per = tree_of(tree, "per")
        return ast.Part(
            self.span(tree),
            self._body(tree),
            tuple(self._quality(next(trees(each))) for each in trees(tree, "qualifier")),
            None if per is None else self._per(per),
            None if label is None else self.declared(label),
        )

    def _body(self, tree: Tree) -> ast.Sized | ast.Every | ast.Joined | ast.Listed:
        run = token_of(tree, "RUN")
        if run is not None:
            return self.joined(run)
        body = next(trees(tree))
        span = self.span(body)
        match body.name:
            case "every":
                return ast.Every(span, self.used(the(body, "NAME")))
            case "listed":
                if len(body.children) == 1:
                    cards = self.cards(first(body))
                    return cards if isinstance(cards, ast.Joined) else ast.Listed(span, (cards,))
                return ast.Listed(span, self._cards_in(body))
            case _:
                amounts = list(trees(body, "amount"))
                joined = self._joined_amount(amounts)
                if joined is not None:
                    return joined
                noun = token_of(body, "NAME")
                return ast.Sized(
                    span,
                    self._amount(amounts[0]),
                    self._amount(amounts[1]) if len(amounts) > 1 else None,
                    None if noun is None else self.used(noun),
                )

    def _joined_amount(self, amounts: list[Tree]) -> ast.Joined | None:
        """`34567` where the cards of a run were meant: no amount is that large."""
        token = first(amounts[0])
        if len(amounts) > 1 or len(amounts[0].children) > 1 or len(token.text) < 3:
            return None
        pieces = self.card(token, "-")
        return ast.Joined(self.span(token), pieces) if len(pieces) > 1 else None

    def _amount(self, tree: Tree) -> ast.Amount:
        numbers = [self.integer(token) for token in tokens(tree) if token.type == "INT"]
        high = numbers[1] if len(numbers) > 1 else None
        return ast.Amount(self.span(tree), numbers[0], high, token_of(tree, "OR_MORE") is not None)

    def _quality(self, tree: Tree) -> ast.Quality:
        span = self.span(tree)
        names = [token for token in tokens(tree) if token.type == "NAME"]
        match tree.name:
            case "of":
                return ast.Of(span, self.used(names[0]) if names else self._cards_in(tree)[0])
            case "of_another":
                return ast.OfAnother(span, self.used(names[0]))
            case "of_other":
                return ast.OfOther(span, self.used(names[0]))
            case "not_of":
                return ast.NotOf(span, self.used(names[0]))
            case "inside":
                ends = self._cards_in(tree)
                by = self.used(names[1]) if len(names) > 1 else None
                low, high = ends[:2] if ends else (None, None)
                return ast.Inside(span, self.used(names[0]), by, low, high)
            case "alike":
                return ast.Alike(span)
            case _:
                return ast.Untouched(span)

    def _per(self, tree: Tree) -> ast.Per:
        noun, part = (token for token in tokens(tree) if token.type == "NAME")
        return ast.Per(self.span(tree), self.used(noun), self.used(part))

    def _cards_in(self, tree: Tree) -> tuple[ast.Piece, ...]:
        """The pieces that stand directly in a tree."""
        return tuple(piece for token in tokens(tree) if token.type in ("INT", "PIECE") for piece in self.card(token))


_BUILDERS: dict[str, Callable[[Expressions, Tree], ast.Expr]] = {
    "all_of": Expressions._all_of,
    "any_of": Expressions._any_of,
    "not_": Expressions._not,
    "chain": Expressions.chain,
    "is_": Expressions._is,
    "is_not": Expressions._is_not,
    "has": Expressions._has,
    "played": Expressions._played,
    "claimed": Expressions._claimed,
    "wins": Expressions._wins,
    "beats": Expressions._beats,
    "holding": Expressions._holding,
    "have": Expressions._have,
    "be": Expressions._be,
    "some": Expressions._some,
    **dict.fromkeys(_OPERATORS, Expressions._binary),
    "negative": Expressions._negative,
    "count": Expressions._count,
    "total": Expressions._total,
    "filtered": Expressions._filtered,
    "property": Expressions._property,
    "pick": Expressions._pick,
    "pointed": Expressions._pointed,
    "group": Expressions._group,
    "name": Expressions._name,
    "number": Expressions._number,
    "piece": Expressions._cards,
    "cards": Expressions._cards,
}
