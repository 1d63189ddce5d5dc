"""What a variant did, said where it shows: in declarations of its base that still need what is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from .. import ast
from ..diagnostics import Diagnostic, problem
from ..source import Source
from .gone import done_away
from .names import whole
from .operations import Touch

# What is found while a rulebook is flattened says itself what a variant does.
_OF_VARIANTS = frozenset(
    {*("CW222", "CW223", "CW224", "CW225", "CW226", "CW227"), *("CW402", "CW403", "CW409", "CW421", "CW422")}
)


def retold(
    found: Iterable[Diagnostic], variant: ast.File, flat: ast.File, touched: Sequence[Touch], source: Source
) -> Iterator[Diagnostic]:
    """What was found in a flattened rulebook; what a removal has led to is said so, and points at the removal."""
    gone = {one.name: one for one in flat.gone}
    asked = variant.header.base
    assert asked is not None
    for each in found:
        named = source.slice(each.span)
        if each.code in _OF_VARIANTS:
            yield each
        elif named in gone and each.code != "CW410":
            yield done_away(each.span, gone[named], own=each.span.file == variant.span.file)
        elif each.code == "CW410" and each.span.file != variant.span.file:
            yield _asked_by_nothing(each, named, touched, asked)
        elif each.code == "CW420" and each.span.file != variant.span.file:
            yield _first_answers(each, flat, asked)
        elif each.span.file != variant.span.file:
            here = [touch.span for touch in touched if touch.place is not None and touch.place.contains(each.span)]
            labels = [(span, f"`{variant.header.name.text}` changes it here") for span in here]
            labels = labels or [(asked.span, "this file changes what it is about")]
            yield replace(each, labels=(*each.labels, *labels))
        else:
            yield each


def needed(uses: Iterable[Any], flat: ast.File) -> Iterator[Diagnostic]:
    """The places that name a declaration where it must not be absent, and it is gone."""
    gone = {one.name: one for one in flat.gone if one.statement is not None}
    places = [(use.name, use.span) for use in uses]
    places += ((of.what.text, of.what.span) for of in _patterns(whole(flat)) if isinstance(of.what, ast.Name))
    for name, span in places:
        if name in gone:
            yield done_away(span, gone[name], own=span.file == flat.span.file)


def _patterns(value: Any) -> Iterator[ast.Of]:
    """Every class that a pattern takes cards of: it cannot be done without."""
    if isinstance(value, ast.Of):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _patterns(one)
    elif isinstance(value, ast.Block | ast.CardsField | ast.Pattern | ast.Part):
        for name in ("fields", "patterns", "parts", "qualities"):
            yield from _patterns(getattr(value, name, ()))


def _asked_by_nothing(each: Diagnostic, name: str, touched: Sequence[Touch], asked: ast.Base) -> Diagnostic:
    """An option of the base that nothing asks any more: what took the last question away, and what to do."""
    last = next(
        (touch.span for touch in reversed(touched) if touch.before and name in ast.names_in(touch.before)), None
    )
    return problem(
        "CW410",
        f"nothing asks the option `{name}` of the base any more",
        last or asked.span,
        labels=[(each.span, "it is declared here")],
        help=f"add `remove {name}`",
    )


def _first_answers(each: Diagnostic, flat: ast.File, asked: ast.Base) -> Diagnostic:
    """Answers that were settled, or put first, and that do not go with the first answers of other options."""
    never = next(one for one in flat.statements if isinstance(one, ast.Never) and one.span.contains(each.span))
    names = [setting.name.text for setting in never.agreement.settings]
    first = names[0]
    return problem(
        "CW420",
        "the first answers do not go together any more" + (f": {never.why.value}" if never.why else ""),
        (asked.agreement or asked).span,
        labels=[(each.span, "these do not go together")],
        help=f"settle `{first}` as well, or let another answer come first: `change options {{ {first}: … }}`",
    )
