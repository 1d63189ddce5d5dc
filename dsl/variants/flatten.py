"""A variant and its base made one complete rulebook, every declaration with the place it was written at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from .. import ast
from ..diagnostics import Applicability, Diagnostic, problem, rewrite
from ..source import Span
from .absent import without_absent
from .answers import answered, checked, left_of, options_of
from .gone import done_away
from .names import asked_in, entries, whole
from .operations import Operations, Touch
from .settled import Settler

_MOST_SHOWN = 8
# Nodes whose field `name` uses a name; that of the others declares one, or is a field's.
_CALLING = (ast.Property, ast.Pick, ast.Pointed, ast.Fits)


def flatten(variant: ast.File, base: ast.File, report: list[Diagnostic]) -> tuple[ast.File, tuple[Touch, ...]]:
    """The complete rulebook that a variant means, and what it touches; `base` is complete, and without errors."""
    asked = variant.header.base
    assert asked is not None
    settled = {one.name: one for one in base.settled}
    answers = {one.name: one for one in answered(variant, base, settled, report)}
    own = tuple(checked(one, settled | answers, report) for one in variant.statements)
    ruled_out: list[ast.Gone] = []
    left = tuple(left_of(base, Settler(answers), variant, ruled_out, report))
    left, out = without_absent(left, ruled_out)
    numbers = Settler(settled | answers, asks=False)
    own = tuple(one for one in map(numbers.settle, own) if one is not None)
    operations = Operations(base, replace(variant, statements=own), settled | answers, report)
    statements = operations.do(left)
    declared = {entry.key for one in statements for entry in entries(one)}
    missing = [one for one in (*base.gone, *out, *operations.gone) if one.name not in declared]
    report += _lacking(own, missing)
    statements, gone = without_absent(statements, missing)
    statements = _tidied(statements, base, variant)
    moot = {option.name.text for option in options_of(base)} - asked_in(left) - asked_in(statements)
    removed = {one.name for one in operations.gone if one.statement is None}
    statements = _without(statements, moot & asked_in(base.statements) | removed)
    if (base.header.edition.value if base.header.edition else 1) != asked.edition.value:
        report.append(_other_edition(asked, base, operations))
    removals = (note for one in variant.statements if isinstance(one, ast.Remove) for note in one.notes)
    file = ast.File(
        variant.span,
        variant.version,
        replace(variant.header, base=None, notes=(*base.header.notes, *variant.header.notes)),
        statements,
        (*base.settled, *answers.values()),
        (*(one for one in missing if one.statement is None), *gone),
        notes=(*base.notes, *variant.notes, *removals),
    )
    return file, tuple(operations.touched)


def examples_of(base: ast.File, flat: ast.File) -> tuple[tuple[ast.Examples, ...], int]:
    """The examples of a base that are not about other answers than those settled in a variant; and how many it has."""
    held = [one for one in base.statements if isinstance(one, ast.Examples)]
    settler = Settler({one.name: one for one in flat.settled})
    left = tuple(one for one in map(settler.settle, held) if one is not None)
    return left, sum(len(one.examples) for one in held)


# ---- what hangs on what is gone -------------------------------------------------------------------------------------


def _without(statements: Iterable[ast.Declaration], moot: set[str]) -> tuple[ast.Declaration, ...]:
    """The statements without questions that an answer has made idle, what they are called, and what forbids answers."""
    kept: list[ast.Declaration] = []
    for one in statements:
        if isinstance(one, ast.Options):
            left = tuple(option for option in one.options if option.name.text not in moot)
            if left:
                kept.append(one if len(left) == len(one.options) else replace(one, options=left))
        elif isinstance(one, ast.Names):
            called = tuple(entry for entry in one.entries if entry.subject.text not in moot)
            kept.append(one if len(called) == len(one.entries) else replace(one, entries=called))
        elif not isinstance(one, ast.Never) or not moot & ast.names_in(one.agreement):
            kept.append(one)
    return tuple(kept)


def _lacking(own: Iterable[ast.Statement], missing: Iterable[ast.Gone]) -> Iterator[Diagnostic]:
    """The names in a variant's own statements of what it has not: in those of its base they are left out quietly."""
    gone = {one.name: one for one in missing if one.statement is not None}
    for name in _spoken_of(tuple(own)):
        if name.text in gone:
            yield done_away(name.span, gone[name.text], own=True)


def _spoken_of(value: Any) -> Iterator[ast.Name | ast.Word]:
    """The names that statements use, not those that they declare or answer with."""
    if isinstance(value, ast.Name | ast.Word):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _spoken_of(one)
    elif isinstance(value, ast.Node) and not isinstance(value, ast.Remove | ast.Agreement | ast.Options):
        if isinstance(value, ast.Fits) and value.denied:
            return
        silent = {"span", "notes", "variable", "label", *(() if isinstance(value, _CALLING) else ("name",))}
        for name in value._names:
            if name not in silent:
                yield from _spoken_of(getattr(value, name))


def _tidied(statements: Iterable[ast.Declaration], base: ast.File, variant: ast.File) -> tuple[ast.Declaration, ...]:
    """The statements without what only spoke of things that are gone: rows to replace, names for the eye."""
    statements = tuple(statements)
    declared = {entry.key for one in statements for entry in entries(one)}
    before = {entry.key for one in whole(base) for entry in entries(one)} | {one.name for one in base.gone}
    there = declared | set(_within(statements))
    lost = (before | {base.header.name.text} | set(_within(base.statements))) - there - {variant.header.name.text}
    rows = {
        one.name.text: {row.name.text for row in one.rows} for one in base.statements if isinstance(one, ast.Factors)
    }
    deck = next((one for one in statements if isinstance(one, ast.Block) and one.kind == "deck"), None)
    pieces = None if deck is None or deck in base.statements else _pieces(deck)
    kept: list[ast.Declaration] = []
    for one in statements:
        match one:
            case ast.Names(entries=named):
                left = tuple(
                    each
                    for each in named
                    if _foreign(each, variant) or not (each.subject.text in lost or _is_no_piece(each.subject, pieces))
                )
                one = one if len(left) == len(named) else replace(one, entries=left)
            case ast.Factors(name=ast.Name(text=name)) if name in rows:
                removed = rows[name] - {row.name.text for row in one.rows}
                one = replace(one, rows=tuple(_replacing(row, removed) for row in one.rows))
            case ast.Options(options=()):
                continue
            case _:
                pass
        kept.append(one)
    return tuple(kept)


def _within(value: Any) -> Iterator[str]:
    """What is named inside declarations: rows of factors, and parts of plays."""
    match value:
        case tuple():
            for one in value:
                yield from _within(one)
        case ast.Factor(name=name):
            yield name.text
        case ast.Part(label=label):
            yield from () if label is None else (label.text,)
        case ast.Node():
            for inner in value._names:
                yield from _within(getattr(value, inner))
        case _:
            pass


def _pieces(deck: ast.Block) -> set[str]:
    """The words for ranks, suits and pieces in a deck."""
    inside = tuple(ast.nodes(deck))
    numbers = {str(one.value) for one in inside if isinstance(one, ast.Number)}
    return numbers | {one.text for one in inside if isinstance(one, ast.Piece)}


def _is_no_piece(subject: ast.Name | ast.Piece, pieces: set[str] | None) -> bool:
    """Whether a deck that was changed has no such rank, suit or piece any more; `pieces` None: it was not changed."""
    if pieces is None or isinstance(subject, ast.Name) or subject.text in pieces:
        return False
    return not any(subject.text == rank + suit for rank in pieces for suit in pieces)


def _foreign(naming: ast.Naming, variant: ast.File) -> bool:
    """Whether the variant itself gives a name: it should know what is there."""
    return naming.span.file == variant.span.file


def _replacing(row: ast.Factor, removed: set[str]) -> ast.Factor:
    """A row that no longer replaces rows that were removed."""
    shares = tuple(
        replace(share, instead=None) if share.instead is not None and share.instead.text in removed else share
        for share in row.shares
    )
    return replace(row, shares=shares) if shares != row.shares else row


# ---- editions -------------------------------------------------------------------------------------------------------


def _other_edition(asked: ast.Base, base: ast.File, operations: Operations) -> Diagnostic:
    """The base is not the one that the variant was written on: what it touches must be read again."""
    now = base.header.edition.value if base.header.edition else 1
    name = base.header.name.text
    labels: dict[Span, str] = {}
    for touch in operations.touched:
        if touch.before is not None:
            labels.setdefault(touch.before.span, f"`{touch.part or touch.key}` reads so now")
        elif touch.key in operations.places:
            labels.setdefault(operations.places[touch.key][1].span, f"`{touch.key}` reads so now")
    return problem(
        "CW222",
        f"`{name}` is at edition {now} by now, and this was written on edition {asked.edition.value}",
        asked.edition.span,
        labels=[*labels.items()][:_MOST_SHOWN],
        help="read again what this file touches; `cardwright update FILE` then writes the new number",
        fix=rewrite(asked.edition.span, str(now), Applicability.UNSAFE),
    )
