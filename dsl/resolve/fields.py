"""The fields of blocks: which there are, which must be there, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from .. import ast
from ..diagnostics import rewrite
from ..near import near
from .context import Context, alternative
from .program import Alternative

Fields = dict[str, tuple[Alternative[Any], ...]]
Reader = Callable[[ast.Case], Any]

REQUIRED: dict[str, frozenset[str]] = {
    "deck": frozenset(),
    "combination": frozenset({"cards", "compare"}),
    "ladder": frozenset({"order", "beats"}),
    "bombs": frozenset({"order", "beats"}),
    "claims": frozenset({"order"}),
    "claim": frozenset({"holding"}),
    "duty": frozenset({"must", "breach"}),
    "auction": frozenset({"bids", "starts", "each_bids", "no_bid"}),
    "effect": frozenset({"when", "then"}),
}
OPTIONAL: dict[str, frozenset[str]] = {
    "deck": frozenset({"ranks", "suits", "tiles", "copies", "jokers", "left_out"}),
    "combination": frozenset({"same", "needs", "equal"}),
    "ladder": frozenset(),
    "bombs": frozenset(),
    "claims": frozenset({"ties"}),
    "claim": frozenset({"may", "must", "all", "asked", "when"}),
    "duty": frozenset({"when", "binds", "lasts"}),
    "auction": frozenset({"pass"}),
    "effect": frozenset({"lasts"}),
}

# Fields whose values come one after another, so that `then` may stand between them.
IN_TURN = frozenset({"compare", "same", "ties"})


def gather(context: Context, block: ast.Block) -> dict[str, ast.AnyField]:
    """The fields of a block by name; unknown, doubled and missing ones are reported."""
    spoken = f"`{block.kind} {block.name.text}`" if block.name else f"`{block.kind}`"
    known = REQUIRED[block.kind] | OPTIONAL[block.kind]
    fields: dict[str, ast.AnyField] = {}
    strangers = 0
    for field in block.fields:
        name = field.name.text
        if name not in known:
            strangers += 1
            context.unknown_part(block.kind, "field", field.name, known)
        elif name in fields:
            context.fail(
                "CW208",
                f"`{name}` stands twice in {spoken}",
                field.name.span,
                labels=[(fields[name].name.span, "first here")],
                help="join the two with `|` and what was agreed",
            )
        else:
            fields[name] = field
    missing = sorted(REQUIRED[block.kind] - fields.keys())
    # A field with a slip in its name is told of once.
    if missing[strangers:]:
        told = [f"`{name}`" for name in missing[strangers:]]
        said = " and ".join((", ".join(told[:-1]), told[-1])) if len(told) > 1 else told[0]
        context.fail(
            "CW207",
            f"{spoken} does not say its {said}",
            block.name.span if block.name else block.kind_span,
            help=f"add `{missing[strangers]}: …`",
        )
    return fields


def alternatives(
    context: Context, of: ast.Field | ast.Choice, read: Reader, *, when: bool = False
) -> tuple[Alternative[Any], ...]:
    """The alternatives of a value, each read under its guard. `when`: whether they may depend on what happens."""
    found: list[Alternative[Any]] = []
    choice, notes = (of.choice, of.notes) if isinstance(of, ast.Field) else (of, ())
    for case in choice.cases:
        if case.when is not None and not when:
            context.settled_before(case.when)
        guard = context.agreement(case.agreement)
        with context.under(guard):
            value = read(case) if case.when is None or when else None
        if value is not None and not (isinstance(of, ast.Field) and of.name.text in IN_TURN):
            context.plain_list(case)
        found.append(alternative(value, guard, case, notes))
    return tuple(found)


def word(context: Context, field: ast.Field, allowed: Iterable[str]) -> tuple[Alternative[Any], ...]:
    """A field that takes one word from a list."""
    words = tuple(allowed)

    def read(case: ast.Case) -> str | None:
        value = case.values[0]
        text = value.text if isinstance(value, ast.Name) and len(case.values) == 1 else None
        if text in words:
            return text
        listed = " or ".join(f"`{one}`" for one in words)
        if text is not None and not isinstance(value, ast.Number):
            close = near(text, words)
            context.fail(
                "CW201",
                f"`{field.name.text}:` cannot say `{text}`",
                value.span,
                help=f"it takes {listed}",
                fix=rewrite(value.span, close[0]) if len(close) == 1 else None,
            )
        else:
            context.fail("CW301", f"`{field.name.text}` takes one word", value.span, help=f"it takes {listed}")
        return None

    return alternatives(context, field, read)


def plain(field: ast.AnyField) -> ast.Field:
    """A field that is neither `cards:` nor `tiles:` (the grammar reads those by their names)."""
    return cast(ast.Field, field)
