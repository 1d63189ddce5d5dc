"""Conditions: comparisons, and what somebody is, has, played or claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from .. import ast
from .. import model as m
from ..source import Span
from .classes import PIECES, PLAYS, Classes
from .context import Context
from .scope import Scope, Type, Typed

if TYPE_CHECKING:
    from .expressions import Expressions

Op = Literal["<", "=", ">", "<=", ">="]
HELD = (Type.CARDS, Type.PLAY, Type.PLAYER)


class Truths:
    """Reads conditions; the values in them are read by the expressions it belongs to."""

    def __init__(self, context: Context, classes: Classes, expressions: Expressions) -> None:
        self.context = context
        self.classes = classes
        self.expressions = expressions

    def read(self, value: ast.Expr, scope: Scope) -> m.Expression | None:
        span = value.span
        match value:
            case ast.AllOf(items=items):
                terms = self._terms(items, scope)
                return None if terms is None else m.AllOf(terms=terms, span=span)
            case ast.AnyOf(items=items):
                terms = self._terms(items, scope)
                return None if terms is None else m.AnyOf(terms=terms, span=span)
            case ast.Not(item=item):
                term = self.expressions.condition(item, scope)
                return None if term is None else m.Not(term=term, span=span)
            case ast.Chain(items=items, signs=signs):
                return self._chain(items, signs, scope, span)
            case ast.Compare(left=left, sign=sign, right=right):
                return self._chain((left, right), (sign,), scope, span)
            case ast.Is(left=left, right=right, high=high, denied=denied):
                return _is_not(self._is(self.expressions.read(left, scope), right, high, scope, span), denied)
            case ast.Be(what=what):
                if scope.subject is None:
                    return self._no_subject("be", span, scope)
                return self._is(Typed(scope.subject, Type.PLAY), what, None, scope, span)
            case ast.Has(subject=subject, thing=thing):
                node = self.expressions.typed(subject, scope, *HELD)
                return None if node is None else self._has(node, thing, scope, span)
            case ast.Have(thing=thing):
                if scope.subject is None:
                    return self._no_subject("have", span, scope)
                return self._has(scope.subject, thing, scope, span)
            case ast.Holding(thing=thing):
                if scope.owner is None:
                    return self._no_subject("holding", span, scope)
                return self._has(scope.owner, thing, scope, span)
            case ast.Played(subject=subject, what=what):
                player = self.expressions.player(subject, scope)
                cls = self._plays_class(what, scope)
                return None if player is None or cls is None else m.Played(player=player, of=cls, span=span)
            case ast.Claimed(subject=subject, claim=claim):
                player = self.expressions.player(subject, scope)
                if not self.context.declared(claim, "claim", wanted="a claim", optional=True) or player is None:
                    return None
                return m.Claimed(player=player, claim=claim.text, span=span)
            case ast.Wins(subject=subject):
                player = self.expressions.player(subject, scope)
                return None if player is None else m.Wins(player=player, span=span)
            case ast.Beats(left=left, right=right):
                play, table = (
                    self.expressions.typed(left, scope, Type.PLAY),
                    self.expressions.typed(right, scope, Type.PLAY),
                )
                return None if play is None or table is None else m.Beats(play=play, table=table, span=span)
            case ast.Some(variable=variable, within=ast.Filtered() as chosen):
                among, inner = self.expressions.loop(variable, chosen.item, scope)
                condition = self.expressions.condition(chosen.where, inner) if among is not None else None
                if among is None or condition is None:
                    return None
                return m.Some(variable=variable.text, among=among, where=condition, span=span)
            case ast.Some():
                self.context.fail("CW305", "`some … in …` wants a condition", span, help="add `where (…)`")
                return None
            case _:
                raise AssertionError(value)

    def _terms(self, items: Sequence[ast.Expr], scope: Scope) -> tuple[m.Expression, ...] | None:
        """Conditions; after a verb a bare class repeats it (`holding a or b`)."""
        terms: list[m.Expression | None] = []
        verb: ast.Expr | None = None
        for item in items:
            if self.classes.is_class(item) and verb is not None:
                item = _repeat(verb, item)
            elif isinstance(item, ast.Holding | ast.Have | ast.Has | ast.Played | ast.Is | ast.Be):
                verb = item
            terms.append(self.expressions.condition(item, scope))
        return None if None in terms else tuple(term for term in terms if term is not None)

    def _chain(
        self, items: Sequence[ast.Expr], signs: Sequence[ast.Sign], scope: Scope, span: Span
    ) -> m.Expression | None:
        terms = [self.expressions.read(item, scope) for item in items]
        first = next((term.type for term in terms if term.type in (Type.RANK, Type.SUIT)), Type.NUMBER)
        nodes: list[m.Expression] = []
        for term, item in zip(terms, items, strict=True):
            if term.type is Type.UNKNOWN:
                return None
            if first is Type.RANK and isinstance(item, ast.Number) and str(item.value) in self.context.symbols.ranks:
                nodes.append(m.RankValue(rank=str(item.value), span=item.span))
                continue
            if term.type is not first:
                self.context.fail("CW303", f"{term.type.value} cannot be compared with {first.value}", item.span)
                return None
            nodes.append(term.node)
        ops = tuple(cast(Op, sign.text) for sign in signs)
        return m.Chain(terms=tuple(nodes), ops=ops, span=span)

    def _is(self, left: Typed, right: ast.Expr, high: ast.Expr | None, scope: Scope, span: Span) -> m.Expression | None:
        if left.type is Type.UNKNOWN:
            return None
        if high is not None:
            low, top = self.expressions.number(right, scope), self.expressions.number(high, scope)
            if left.type is not Type.NUMBER:
                self.context.fail("CW303", f"{left.type.value} cannot lie between two numbers", span)
                return None
            return None if low is None or top is None else m.IsBetween(value=left.node, low=low, high=top, span=span)
        if left.type is Type.PLAY and isinstance(right, ast.Pick):
            return self._is_highest(left.node, right, scope, span)
        if left.type in (Type.PLAY, Type.CARD) or (
            left.type in (Type.RANK, Type.SUIT) and self.classes.is_class(right)
        ):
            cls = self.classes.read(right, scope)
            if cls is None:
                return None
            if self.classes.kind(cls) == (PIECES if left.type is Type.PLAY else PLAYS):
                self.context.fail(
                    "CW303",
                    f"{left.type.value} is never one of these",
                    right.span,
                    help="a play is a combination, and `has` a piece"
                    if left.type is Type.PLAY
                    else "these are plays, not pieces",
                )
                return None
            return m.IsIn(subject=left.node, of=cls, span=span)
        other = self.expressions.read(right, scope)
        if other.type is Type.UNKNOWN:
            return None
        if other.type is not left.type:
            self.context.fail("CW303", f"{left.type.value} is never {other.type.value}", right.span)
            return None
        return m.IsSame(left=left.node, right=other.node, span=span)

    def _is_highest(self, subject: m.Expression, pick: ast.Pick, scope: Scope, span: Span) -> m.Expression | None:
        cls = self._plays_class(pick.name, scope)
        if pick.within is not None:
            cards = self.expressions.typed(pick.within, scope, Type.CARDS)
        elif scope.owner is not None:
            cards = scope.owner
        else:
            return self._no_subject(f"{pick.extreme} {pick.name.text}", span, scope)
        if cls is None or cards is None:
            return None
        extreme = cast(Literal["highest", "lowest"], pick.extreme)
        return m.IsHighest(subject=subject, extreme=extreme, of=cls, cards=cards, span=span)

    def _has(
        self, subject: m.Expression, thing: ast.Thing | ast.Counted, scope: Scope, span: Span
    ) -> m.Expression | None:
        if isinstance(thing, ast.Counted):
            cls = self.classes.read(thing.noun, scope)
            if cls is None:
                return None
            number = thing.count
            return m.HasCount(subject=subject, of=cls, count=number.value, or_more=number.or_more, span=span)
        cls = self.classes.read(thing.what, scope)
        return None if cls is None else _denied(m.Has(subject=subject, of=cls, span=span), thing.denied)

    def _plays_class(self, value: ast.Expr, scope: Scope) -> m.Class | None:
        cls = self.classes.read(value, scope)
        if cls is not None and self.classes.kind(cls) == PIECES:
            self.context.fail(
                "CW302",
                "a combination is wanted here, and these are pieces",
                value.span,
                help="name a combination, a ladder, a list of bombs or a set of them",
            )
            return None
        return cls

    def _no_subject(self, word: str, span: Span, scope: Scope) -> m.Expression | None:
        self.context.fail(
            "CW305", f"`{word}` does not say whose cards in {scope.place}", span, help="write `X has …` or `X is …`"
        )
        return None


def _is_not(node: m.Expression | None, denied: bool) -> m.Expression | None:
    """`is not`: false, like `is`, where the thing does not exist."""
    if denied and isinstance(node, m.IsSame | m.IsBetween | m.IsIn | m.IsHighest):
        return replace(node, denied=True)
    return node


def _denied(node: m.Expression | None, denied: bool) -> m.Expression | None:
    return m.Not(term=node, span=node.span) if denied and node is not None else node


def _repeat(verb: ast.Expr, item: ast.Expr) -> ast.Expr:
    """The verb said again, of another class."""
    thing = ast.Thing(item.span, item)
    match verb:
        case ast.Holding():
            return ast.Holding(item.span, thing)
        case ast.Have():
            return ast.Have(item.span, thing)
        case ast.Has(subject=subject):
            return ast.Has(item.span, subject, thing)
        case ast.Played(subject=subject):
            return ast.Played(item.span, subject, item)
        case ast.Is(left=left):
            return ast.Is(item.span, left, item)
        case _:
            return ast.Be(item.span, item)
