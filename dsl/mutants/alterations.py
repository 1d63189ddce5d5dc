"""The small changes that a rule can suffer, node by node of the syntax: a bound by one, two neighbours swapped, a
policy turned round, an exclusion or a whole rule gone, another factor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from itertools import pairwise

from .. import ast
from ..diagnostics import Edit
from ..resolve.phrases import FORMS, Form
from ..source import Source
from .ways import (
    Alteration,
    Found,
    Text,
    by_one,
    each_without,
    for_other_answers,
    instead,
    neighbours,
    number_in,
    otherwise_guarded,
    swapped,
    without,
)

# Fields that are lists from low to high; in all others `<` compares.
_ORDERED = frozenset({"ranks", "suits", "order", "bids"})
# Fields that a declaration stands without.
_OPTIONAL = frozenset({"needs", "same", "equal", "lasts", "binds", "left_out", "copies", "jokers", "when"})
# Blocks that nothing else has to name.
_ALONE = frozenset({"claim", "duty", "effect", "bombs"})
# Answers that stand for one another in a field.
_ANSWERS = {
    "go_out": "void",
    "void": "go_out",
    "falls": "holds",
    "holds": "falls",
    "lower": "nothing",
    "everything": "nothing",
    "once": "until_passed",
    "until_passed": "once",
    "skip_next": "end_trick",
    "end_trick": "skip_next",
    "highest": "lowest",
    "lowest": "highest",
}
_FIELDS = {"may": "must", "must": "may"}
_OPERATORS = {"+": "-", "-": "+", "x": "+", "/": "x", "^": "x"}
_SIGNS = {"<": "<=", ">": ">=", "<=": "<", ">=": ">", "=": "<="}


def alterations(statement: ast.Statement | ast.Base, source: Source) -> Found:
    """Every small change of a declaration."""
    text = Text(source)
    for found in _walked(statement, text):
        if any(text.of(edit.span) != edit.text for edit in found.edits):
            yield found


def _walked(node: object, text: Text) -> Found:
    if isinstance(node, tuple):
        for item in node:
            yield from _walked(item, text)
    elif isinstance(node, ast.Node) and not isinstance(node, ast.Note | ast.Agreement):
        yield from _own(node, text)
        match node:
            case ast.Field() if node.name.text in _ORDERED:
                yield from _entries(node.choice, text)
            case ast.Row():  # where it begins and ends is told with its neighbours
                yield from _walked(node.times, text)
            case ast.Times(value=ast.Number()):
                return
            case _:
                yield from _walked(tuple(getattr(node, name) for name in node._names), text)


@singledispatch
def _own(node: ast.Node, text: Text) -> Found:
    """What a node can suffer itself; its parts are asked apart."""
    return iter(())


# ---- declarations --------------------------------------------------------------------------------------------------


@_own.register
def _(node: ast.Ranking, text: Text) -> Found:
    yield from _in_order(text, node.slides, node.signs)


def _in_order(text: Text, items: Sequence[ast.Node], signs: Sequence[ast.Sign]) -> Found:
    """Neighbours change places; those that are level part."""
    for one, other, sign in zip(items, items[1:], signs, strict=False):
        yield instead("order", sign.span, "<") if sign.text == "=" else swapped("order", text, one, other)


def _entries(node: object, text: Text) -> Found:
    """An order in a field: its signs compare nothing."""
    if isinstance(node, tuple):
        for item in node:
            yield from _entries(item, text)
    elif isinstance(node, ast.Choice):
        yield from _entries(node.cases, text)
        yield from for_other_answers(text, node.cases)
    elif isinstance(node, ast.Case):
        yield from _entries(node.values, text)
    elif isinstance(node, ast.Chain):
        yield from _in_order(text, node.items, node.signs)


@_own.register
def _(node: ast.Order, text: Text) -> Found:
    yield from for_other_answers(text, node.rankings)


@_own.register
def _(node: ast.Block, text: Text) -> Found:
    if node.kind in _ALONE:
        yield without("rule", node.span)
    yield from otherwise_guarded(text, node.agreement)
    for field in node.fields:
        if field.name.text in _OPTIONAL:
            yield without("exclusion" if field.name.text in ("needs", "left_out") else "rule", field.span)


@_own.register
def _(node: ast.Free, text: Text) -> Found:
    yield without("rule", node.span)


@_own.register
def _(node: ast.Base, text: Text) -> Found:
    """Answers that a variant has settled, open again."""
    settings = node.agreement.settings if node.agreement is not None else ()
    yield from each_without("policy", settings) if len(settings) > 1 else map(_opened, filter(None, [node.agreement]))


def _opened(agreement: ast.Agreement) -> Alteration:
    return without("policy", agreement.span)


@_own.register
def _(node: ast.Remove, text: Text) -> Found:
    yield without("rule", node.span)
    yield from each_without("rule", node.refs)


@_own.register
def _(node: ast.Field, text: Text) -> Found:
    other = _FIELDS.get(node.name.text)
    if other is not None:
        yield instead("policy", node.name.span, other)
    if node.name.text == "compare":
        for case in node.choice.cases:
            yield from neighbours("order", text, case.values)


@_own.register
def _(node: ast.Choice, text: Text) -> Found:
    yield from for_other_answers(text, node.cases)
    if any(case.when is not None for case in node.cases):
        yield from each_without("rule", node.cases)


@_own.register
def _(node: ast.Case, text: Text) -> Found:
    if len(node.values) > 1:
        yield from each_without("exclusion", node.values)
    for value in node.values:
        if isinstance(value, ast.Name) and value.text in _ANSWERS:
            yield instead("policy", value.span, _ANSWERS[value.text])
    yield from otherwise_guarded(text, node.agreement)


# ---- sentences -----------------------------------------------------------------------------------------------------


@_own.register
def _(node: ast.Sentences, text: Text) -> Found:
    for line in node.lines:
        forms = FORMS[node.kind].get(line.name.text, ())
        for phrase in line.phrases:
            yield from _otherwise_said(phrase, forms)
    if node.kind == "match":
        yield from (without("rule", line.span) for line in node.lines)


def _otherwise_said(phrase: ast.Phrase, forms: Sequence[Form]) -> Found:
    said = phrase.words[0].span.to(phrase.words[-1].span)
    words = [word.text for word in phrase.words]
    for form in forms:
        if not form.slotted and [word.split("/")[0] for word in form.words] != words:
            yield instead("policy", said, form.spoken)
    commas = [at for at, word in enumerate(phrase.words) if word.type == "COMMA"]
    for at in commas:
        yield without("exclusion", phrase.words[at].span.to(phrase.words[-1].span))
    for word in phrase.words:
        if word.type == "INT":
            yield from by_one("bound", word.span, int(word.text))
        elif word.text in ("highest", "lowest"):
            yield instead("policy", word.span, _ANSWERS[word.text])


@_own.register
def _(node: ast.Line, text: Text) -> Found:
    yield from for_other_answers(text, node.phrases)


# ---- patterns ------------------------------------------------------------------------------------------------------


@_own.register
def _(node: ast.CardsField, text: Text) -> Found:
    yield from for_other_answers(text, node.patterns)


@_own.register
def _(node: ast.Pattern, text: Text) -> Found:
    if len(node.parts) > 1:
        yield from each_without("rule", node.parts)
    yield from otherwise_guarded(text, node.agreement)


@_own.register
def _(node: ast.Amount, text: Text) -> Found:
    for number in (node.low, node.high):
        where = None if number is None else number_in(node.span, text, number)
        if number is not None and where is not None:
            yield from by_one("bound", where, number)
    if node.or_more:
        yield instead("bound", node.span, str(node.low))


@_own.register
def _(node: ast.Lacking, text: Text) -> Found:
    if len(node.pieces) > 1:
        yield without("exclusion", node.pieces[-2].span.end.to(node.pieces[-1].span))


@_own.register
def _(node: ast.Part, text: Text) -> Found:
    ends = [node.body.span, *(quality.span for quality in node.qualities)]
    for before, quality in zip(ends, node.qualities, strict=False):
        yield without("exclusion", before.end.to(quality.span))


@_own.register
def _(node: ast.Inside, text: Text) -> Found:
    known = (node.by or node.order).span
    if node.low is not None and node.high is not None:
        yield without("exclusion", known.end.to(node.high.span))
    if node.by is not None:
        yield without("order", node.order.span.end.to(node.by.span))


# ---- conditions and quantities ---------------------------------------------------------------------------------------


@_own.register
def _(node: ast.Number, text: Text) -> Found:
    where = number_in(node.span, text, node.value)
    if where is not None:
        yield from by_one("bound", where, node.value, least=0)


@_own.register
def _(node: ast.Not, text: Text) -> Found:
    yield instead("exclusion", node.span, text.of(node.item.span))


@_own.register(ast.AllOf)
@_own.register(ast.AnyOf)
def _(node: ast.AllOf | ast.AnyOf, text: Text) -> Found:
    yield from each_without("exclusion", node.items)
    joint = " or " if isinstance(node, ast.AllOf) else " and "
    yield instead("policy", node.span, joint.join(text.of(item.span) for item in node.items))


@_own.register
def _(node: ast.Is, text: Text) -> Found:
    between = node.left.span.end.to(node.right.span.start)
    yield instead("exclusion", between, " is " if node.denied else " is not ")


@_own.register
def _(node: ast.Thing, text: Text) -> Found:
    what = text.of(node.what.span)
    yield instead("exclusion", node.span, what if node.denied else f"no {what}")


@_own.register
def _(node: ast.Filtered, text: Text) -> Found:
    yield instead("exclusion", node.span, text.of(node.item.span))


@_own.register
def _(node: ast.Chain, text: Text) -> Found:
    for sign in node.signs:
        yield instead("bound", sign.span, _SIGNS[sign.text])


@_own.register
def _(node: ast.Compare, text: Text) -> Found:
    yield instead("bound", node.sign.span, _SIGNS[node.sign.text])


@_own.register
def _(node: ast.Binary, text: Text) -> Found:
    between = node.left.span.end.to(node.right.span.start)
    yield instead("factor", between, f" {_OPERATORS[node.operator]} ")
    if node.operator in "-/":
        yield swapped("factor", text, node.left, node.right)
    elif node.operator == "x":
        yield instead("factor", node.span, text.of(node.left.span))
        yield instead("factor", node.span, text.of(node.right.span))


@_own.register
def _(node: ast.Pick, text: Text) -> Found:
    new = _ANSWERS[node.extreme] + text.of(node.span)[len(node.extreme) :]
    yield instead("policy", node.span, new)


@_own.register
def _(node: ast.Pointed, text: Text) -> Found:
    other = {"last": "next", "next": "last"}.get(node.pointer)
    if other is not None:
        yield instead("policy", node.span, other + text.of(node.span)[len(node.pointer) :])


# ---- settlement ------------------------------------------------------------------------------------------------------


@_own.register
def _(node: ast.Table, text: Text) -> Found:
    yield from for_other_answers(text, node.alternatives)


@_own.register
def _(node: ast.Rows, text: Text) -> Found:
    """Where one row ends and the next begins, by one either way."""
    for row, after in pairwise(node.rows):
        for step in (1, -1):
            last, low = (row.high or row.low).value + step, after.low.value + step
            high = None if after.low.or_more else (after.high or after.low).value
            if row.low.value <= last and (high is None or low <= high):
                yield Alteration("bound", (_counts(row, row.low.value, last), _counts(after, low, high)))


def _counts(row: ast.Row, low: int, high: int | None) -> Edit:
    """A row for other counts."""
    written = f"{low} or more" if high is None else str(low) if low == high else f"{low}..{high}"
    return Edit(row.low.span.to((row.high or row.low).span), written)


@_own.register
def _(node: ast.Times, text: Text) -> Found:
    match node.value:
        case ast.Number(value=value):
            yield instead("factor", node.span, f"x{value + 1}")
        case ast.Name(text=name):
            yield instead("factor", node.span, f"x ({name} + 1)")


@_own.register
def _(node: ast.Factors, text: Text) -> Found:
    yield from otherwise_guarded(text, node.agreement)
    yield from (without("rule", row.span) for row in node.rows)


@_own.register
def _(node: ast.Factor, text: Text) -> Found:
    yield from for_other_answers(text, node.shares)


@_own.register
def _(node: ast.Share, text: Text) -> Found:
    if node.instead is not None:
        before = (node.when or node.for_each or node.times).span
        yield without("exclusion", before.end.to(node.instead.span))
    if node.when is not None:
        before = (node.for_each or node.times).span
        yield without("exclusion", before.end.to(node.when.span))
    if node.for_each is not None:
        yield without("factor", node.times.span.end.to(node.for_each.span))
    yield from otherwise_guarded(text, node.agreement)


@_own.register
def _(node: ast.Payment, text: Text) -> Found:
    yield from for_other_answers(text, node.acts)
    if node.kind == "payment":
        yield without("rule", node.span)


@_own.register
def _(node: ast.Act, text: Text) -> Found:
    if node.when is not None:
        yield without("exclusion", node.deed.span.end.to(node.when.span))
    yield from otherwise_guarded(text, node.agreement)
    match node.deed:
        case ast.Pays(who=who, whom=whom):
            yield instead("policy", who.span.to(whom.span), f"{text.of(whom.span)} pays {text.of(who.span)}")
        case ast.Gives(who=who, whom=whom, extreme=extreme):
            yield swapped("policy", text, who, whom)
            if extreme is not None:
                yield instead(
                    "policy", node.deed.count.span.end.to(node.deed.what.span.start), f" {_ANSWERS[extreme]} "
                )


@_own.register
def _(node: ast.Each, text: Text) -> Found:
    if node.where is not None:
        yield without("exclusion", node.role.span.end.to(node.span.end))
    if node.ahead:
        yield instead("exclusion", node.role.span.to(node.span.end), node.role.text)
