"""Builds tables, factors and payments."""

from __future__ import annotations

from .. import ast
from ..lexing import Token
from ..tree import Tree
from .base import first, the, token_of, tokens, tree_of, trees
from .expressions import Expressions


class Settlement(Expressions):
    """Builds what is reckoned when a hand is over."""

    __slots__ = ()

    def table(self, tree: Tree) -> ast.Declaration:
        """`table name of COUNT: …`."""
        name, of = self.declared(the(tree, "NAME")), self.used(the(tree, "FIELD"))
        alternatives = tuple(self._rows(rows) for rows in trees(tree))
        return ast.Table(self.span(tree), name, of, alternatives, notes=self.noted(tree))

    def _rows(self, tree: Tree) -> ast.Rows:
        rows = tuple(self._row(row) for row in trees(tree, "row"))
        return ast.Rows(self.span(tree), rows, self.agreement(tree_of(tree, "agreement")), notes=self.noted(tree))

    def _row(self, tree: Tree) -> ast.Row:
        numbers = [token for token in tokens(tree) if token.type == "INT"]
        low = self.number(numbers[0], token_of(tree, "OR_MORE"))
        high = self.number(numbers[1]) if len(numbers) > 1 else None
        return ast.Row(self.span(tree), low, high, self._times(next(trees(tree))), notes=self.noted(tree))

    def _times(self, tree: Tree) -> ast.Times:
        factor = token_of(tree, "TIMES")
        value = self.number(factor) if factor is not None else self.expr(next(trees(tree)))
        return ast.Times(self.span(tree), value)

    def factors(self, tree: Tree) -> ast.Declaration:
        """`factors name of WHOM { … }`."""
        name, *of = (token for token in tokens(tree) if token.type == "NAME")
        title = token_of(tree, "STRING")
        return ast.Factors(
            self.span(tree),
            self.declared(name),
            self.used(of[0]) if of else None,
            None if title is None else self.text(title),
            self.agreement(tree_of(tree, "agreement")),
            tuple(self._factor(factor) for factor in trees(tree, "factor")),
            notes=self.noted(tree),
        )

    def _factor(self, tree: Tree) -> ast.Factor:
        shares = tuple(self._share(share) for share in trees(tree))
        return ast.Factor(self.span(tree), self.row(first(tree)), shares, notes=self.noted(tree))

    def _share(self, tree: Tree) -> ast.Share:
        instead, for_each = tree_of(tree, "instead"), tree_of(tree, "for_each")
        return ast.Share(
            self.span(tree),
            self._times(next(trees(tree, "times"))),
            None if for_each is None else self._for_each(for_each),
            self.guard(tree_of(tree, "guard")),
            None if instead is None else self.used(the(instead, "NAME")),
            self.agreement(tree_of(tree, "agreement")),
            notes=self.noted(tree),
        )

    def _for_each(self, tree: Tree) -> ast.ForEach:
        what, *within = (self.expr(child) for child in trees(tree))
        return ast.ForEach(self.span(tree), what, within[0] if within else None)

    def payment(self, tree: Tree) -> ast.Declaration:
        """`payment name: …` or `step name: …`."""
        name = self.declared(the(tree, "FIELD"))
        acts = tuple(self._act(act) for act in trees(tree, "act"))
        return ast.Payment(self.span(tree), first(tree).text, name, acts, notes=self.noted(tree))

    def _act(self, tree: Tree) -> ast.Act:
        return ast.Act(
            self.span(tree),
            self._deed(next(trees(tree))),
            self.guard(tree_of(tree, "guard")),
            self.agreement(tree_of(tree, "agreement")),
            notes=self.noted(tree),
        )

    def _deed(self, tree: Tree) -> ast.Pays | ast.Scores | ast.Gives | ast.Takes:
        span = self.span(tree)
        parts = list(trees(tree))
        who = self._who(parts[0])
        match tree.name:
            case "pays":
                return ast.Pays(span, who, self._who(parts[1]), self.expr(parts[2]))
            case "scores":
                return ast.Scores(span, who, self.expr(parts[1]))
            case "takes":
                return ast.Takes(span, who, self.used(the(tree, "NAME")))
            case _:
                extreme = tree_of(tree, "extreme")
                what = self.used(the(tree, "NAME"))
                word = None if extreme is None else first(extreme).text
                return ast.Gives(span, who, self.expr(parts[1]), word, what, self._who(parts[-1]))

    def _who(self, tree: Tree) -> ast.Who:
        if tree.name != "each":
            return self.expr(tree)
        role: Token = the(tree, "NAME")
        ahead = token_of(tree, "AHEAD") is not None
        return ast.Each(self.span(tree), self.used(role), ahead, self.where(tree_of(tree, "where")))
