"""What the blocks of a rulebook share: their heads, tiers joined with `<`, patterns and conditions in fields."""

from __future__ import annotations

from typing import Any, cast

from .. import ast
from .. import model as m
from ..diagnostics import Applicability, rewrite
from .context import Context, alternative
from .expressions import Expressions
from .fields import alternatives
from .patterns import Patterns
from .program import Alternative, Draft, citations, texts
from .scope import Scope, Type


def begin(context: Context, block: ast.Block) -> Draft:
    """A draft with the head of a block."""
    only = block.kind in ("deck", "claims")
    if block.name is not None and only:
        context.fail(
            "CW217",
            f"a `{block.kind}` block has no name",
            block.name.span,
            help=f"there is one only: write `{block.kind} {{ … }}`",
            fix=rewrite(block.name.span, ""),
        )
    name = ast.Name(block.kind_span, block.kind) if only or block.name is None else block.name
    draft = Draft(block.kind, name.text, block.span, name.span, claims=citations(block.notes), notes=texts(block.notes))
    draft.title = block.title.value if block.title else None
    draft.guard = context.agreement(block.agreement)
    return draft


def tiers(context: Context, case: ast.Case) -> tuple[tuple[ast.Expr, ...], ...] | None:
    """Names in order, low to high, with equals in one tier; each stands once."""
    value = case.values[0]
    if len(case.values) != 1 or not isinstance(value, ast.Chain):
        if len(case.values) == 1 and isinstance(value, ast.Name | ast.Property):
            return ((value,),)
        said = [context.source.slice(one.span) for one in case.values]
        whole = value.span.to(case.values[-1].span)
        fix = rewrite(whole, " < ".join(said), Applicability.UNSAFE) if len(said) > 1 else None
        context.fail(
            "CW601",
            "names stand in order here, low to high, joined with `<`",
            whole,
            help="as in `order: a < b = c`",
            fix=fix,
        )
        return None
    found: list[list[ast.Expr]] = []
    seen: dict[str, ast.Expr] = {}
    for item, sign in zip(value.items, ("<", *(sign.text for sign in value.signs)), strict=True):
        said_here = context.source.slice(item.span)
        if said_here in seen:
            context.fail(
                "CW602",
                f"`{said_here}` stands twice in this order",
                item.span,
                labels=[(seen[said_here].span, "first here")],
                help="take one of them away",
            )
            return None
        seen[said_here] = item
        if sign == "<":
            found.append([item])
        else:
            found[-1].append(item)
    return tuple(map(tuple, found))


def declared_tiers(
    context: Context, case: ast.Case, kind: str, said: str, help: str
) -> tuple[tuple[ast.Name, ...], ...] | None:
    """Tiers of declarations of one kind; what is said where something else stands there."""
    read = tiers(context, case)
    if read is None:
        return None
    for item in (item for tier in read for item in tier):
        if not isinstance(item, ast.Name):
            context.fail("CW302", said, item.span, help=help)
            return None
        if not context.declared(item, kind, wanted=f"a {kind}", optional=True):
            return None
    return cast(tuple[tuple[ast.Name, ...], ...], read)


def patterns_of(
    context: Context, patterns: Patterns, field: ast.CardsField, *, lacking: bool
) -> tuple[Alternative[Any], ...]:
    """The patterns of a field."""
    found = []
    for pattern in field.patterns:
        guard = context.agreement(pattern.agreement)
        with context.under(guard):
            read = patterns.read(pattern, lacking=lacking)
        found.append(alternative(read, guard, pattern, field.notes))
    return tuple(found)


def conditions(
    context: Context, expressions: Expressions, field: ast.Field, scope: Scope
) -> tuple[Alternative[Any], ...]:
    """A field that is one condition."""

    def read(case: ast.Case) -> m.Expression | None:
        if len(case.values) != 1 or not isinstance(case.values[0], ast.Expr):
            context.fail(
                "CW301",
                "one condition is wanted here",
                case.values[0].span.to(case.values[-1].span),
                help="join conditions with `and` or `or`",
            )
            return None
        return expressions.typed(case.values[0], scope, Type.TRUTH)

    return alternatives(context, field, read)
