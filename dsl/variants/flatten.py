"""A variant and its base made one complete rulebook, every declaration with the place it was written at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from .. import ast
from ..diagnostics import Applicability, Diagnostic, problem, rewrite
from ..near import near
from ..source import Span
from ..words import listing
from .absent import without_absent
from .names import asked_in, entries, whole
from .operations import Operations, Touch, asked_again, done_away
from .settled import PLAYERS, Settler

_MOST_SHOWN = 8
# Nodes whose field `name` uses a name; that of the others declares one, or is a field's.
_CALLING = (ast.Property, ast.Pick, ast.Pointed, ast.Fits)


def flatten(variant: ast.File, base: ast.File, report: list[Diagnostic]) -> tuple[ast.File, tuple[Touch, ...]]:
    """The complete rulebook that a variant means, and what it touches; `base` is complete, and without errors."""
    asked = variant.header.base
    assert asked is not None
    settled = {one.name: one for one in base.settled}
    answered = {one.name: one for one in _answered(variant, base, settled, report)}
    own = tuple(_checked(one, settled | answered, report) for one in variant.statements)
    ruled_out: list[ast.Gone] = []
    left = tuple(_left(base, Settler(answered), variant, ruled_out, report))
    left, out = without_absent(left, ruled_out)
    numbers = Settler(settled | answered)
    own = tuple(one for one in map(numbers.settle, own) if one is not None)
    operations = Operations(base, replace(variant, statements=own), settled | answered, report)
    statements = operations.do(left)
    declared = {entry.key for one in statements for entry in entries(one)}
    missing = [one for one in (*base.gone, *out, *operations.gone) if one.name not in declared]
    report += _lacking(own, missing)
    statements, gone = without_absent(statements, missing)
    statements = _tidied(statements, base, variant)
    moot = {option.name.text for option in _options(base)} - asked_in(left) - asked_in(statements)
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
        (*base.settled, *answered.values()),
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


# ---- answers for good -----------------------------------------------------------------------------------------------


def _answered(
    variant: ast.File, base: ast.File, settled: dict[str, ast.Settled], report: list[Diagnostic]
) -> Iterator[ast.Settled]:
    """The answers that a variant settles, each to an option of its base that is still open."""
    asked = variant.header.base
    options = {option.name.text: option for option in _options(base)}
    first: dict[str, Span] = {}
    for setting in asked.agreement.settings if asked is not None and asked.agreement is not None else ():
        name = setting.name.text
        if name in settled:
            report.append(asked_again(setting.span, settled[name]))
        elif name in first:
            report.append(
                problem(
                    "CW421",
                    f"`{name}` is settled twice",
                    setting.span,
                    labels=[(first[name], "first here")],
                    help="leave one of them out",
                )
            )
        elif name not in options:
            close = near(name, options)
            report.append(
                problem(
                    "CW223",
                    f"`{base.header.name.text}` has no option `{name}`",
                    setting.name.span,
                    help=f"did you mean {listing(f'`{one}`' for one in close)}?"
                    if close
                    else f"`cardwright sheet {base.header.name.text}` shows what it asks",
                    fix=rewrite(setting.name.span, close[0]) if len(close) == 1 else None,
                )
            )
        else:
            first[name] = setting.span
            found = _answer(options[name], setting)
            if isinstance(found, Diagnostic):
                report.append(found)
            else:
                yield ast.Settled(setting.span, options[name], found, variant.header.name.text)


def _options(file: ast.File) -> Iterator[ast.Option]:
    """The options of a rulebook; how many play is one where there is a choice."""
    for one in file.statements:
        if isinstance(one, ast.Options):
            yield from one.options
        elif isinstance(one, ast.Sentences) and one.kind == "deal":
            for line in one.lines:
                numbers = [word for phrase in line.phrases[:1] for word in phrase.words if word.type == "INT"]
                if line.name.text == PLAYERS and numbers:
                    answers = tuple(ast.Number(word.span, int(word.text)) for word in numbers)
                    yield ast.Option(line.span, line.name, answers)


def _answer(option: ast.Option, setting: ast.Setting) -> ast.Answer | Diagnostic:
    """The one answer that a setting gives to an option."""
    name = option.name.text
    label = [(option.name.span, "it is asked here")]
    span = setting.span
    if len(setting.answers) > 1:
        message = f"`{name}` is settled with several answers"
        return problem("CW422", message, span, labels=label, help="settle one answer, or leave the question open")
    numbers = option.answers if isinstance(option.answers, ast.Numbers) else None
    known: tuple[ast.Answer, ...] = () if isinstance(option.answers, ast.Numbers) else option.answers
    if numbers is not None:
        said = f"it takes numbers from {numbers.low}" + (f" to {numbers.high}" if numbers.high is not None else "")
    else:
        said = "its answers: " + ", ".join(f"`{ast.answer_text(one)}`" for one in known)
    plain = ast.Name(setting.name.span, "no" if setting.denied else "yes")
    answer: ast.Answer = setting.answers[0] if setting.answers else plain
    if numbers is not None and isinstance(answer, ast.Number) and _within(answer.value, numbers):
        return answer
    found = next((one for one in known if ast.answer_text(one) == ast.answer_text(answer)), None)
    if found is not None:
        return replace(found, span=answer.span)
    if not setting.answers:
        message = f"`{name}` is not a yes/no option"
        return problem("CW403", message, span, labels=label, help=f"say which answer: `{name} = …`; {said}")
    text = ast.answer_text(answer)
    close = near(text, map(ast.answer_text, known))
    fix = rewrite(answer.span, close[0]) if len(close) == 1 else None
    help = f"did you mean `{close[0]}`?" if close else said
    return problem("CW402", f"`{text}` is no answer to `{name}`", answer.span, labels=label, help=help, fix=fix)


def _within(value: int, numbers: ast.Numbers) -> bool:
    return numbers.low <= value <= (value if numbers.high is None else numbers.high)


def _checked(one: ast.Statement, settled: dict[str, ast.Settled], report: list[Diagnostic]) -> ast.Statement:
    """The same statement; guards on what is settled are reported."""
    for setting in _settings(one):
        if setting.name.text in settled:
            report.append(asked_again(setting.span, settled[setting.name.text]))
    return one


def _settings(value: Any) -> Iterator[ast.Setting]:
    if isinstance(value, ast.Setting):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _settings(one)
    elif isinstance(value, ast.Node):
        for name in value._names:
            if name not in ("span", "notes"):
                yield from _settings(getattr(value, name))


def _left(
    base: ast.File, settler: Settler, variant: ast.File, gone: list[ast.Gone], report: list[Diagnostic]
) -> Iterator[ast.Declaration]:
    """What is left of the base's statements under the answers that are settled; its examples are its own."""
    by = variant.header.name.text
    for one in whole(base):
        if isinstance(one, ast.Examples):
            continue
        left = settler.settle(one)
        if left is None:
            reason = settler.ruled_out(getattr(one, "agreement", None))
            span = reason.span if reason is not None else variant.header.span
            gone += (ast.Gone(span, entry.key, by, one) for entry in entries(one) if entry.kind != "option")
        elif isinstance(left, ast.Never) and left.agreement is None:
            asked = variant.header.base
            assert isinstance(one, ast.Never) and asked is not None and asked.agreement is not None
            said = ", ".join(
                f"`{setting.name.text}` = `{ast.answer_text(settler.settled[setting.name.text].answer)}`"
                for setting in one.agreement.settings
            )
            report.append(
                problem(
                    "CW409",
                    f"{said} do not go together" + (f": {one.why.value}" if one.why else ""),
                    asked.agreement.span,
                    labels=[(one.span, f"`{base.header.name.text}` says so")],
                    help="settle another answer",
                )
            )
        elif isinstance(left, ast.Sentences) and left.kind == "deal" and PLAYERS in settler.settled:
            yield _for_players(left, ast.answer_text(settler.settled[PLAYERS].answer))
        else:
            yield left


def _for_players(deal: ast.Sentences, number: str) -> ast.Sentences:
    """A deal for so many players and no others."""
    lines = []
    for line in deal.lines:
        if line.name.text == PLAYERS:
            phrases = []
            for phrase in line.phrases:
                words = tuple(word for word in phrase.words if word.text == number)
                phrases.append(replace(phrase, words=words[:1] or phrase.words))
            line = replace(line, phrases=tuple(phrases))
        lines.append(line)
    return replace(deal, lines=tuple(lines))


def _without(statements: Iterable[ast.Declaration], moot: set[str]) -> tuple[ast.Declaration, ...]:
    """The statements without questions that an answer has made idle, and without what forbids answers to them."""
    kept: list[ast.Declaration] = []
    for one in statements:
        if isinstance(one, ast.Options):
            left = tuple(option for option in one.options if option.name.text not in moot)
            if left:
                kept.append(one if len(left) == len(one.options) else replace(one, options=left))
        elif not isinstance(one, ast.Never) or not moot & ast.names_in(one.agreement):
            kept.append(one)
    return tuple(kept)


# ---- what hangs on what is gone -------------------------------------------------------------------------------------


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
    lost = (before | {base.header.name.text}) - declared - {variant.header.name.text}
    rows = {
        one.name.text: {row.name.text for row in one.rows} for one in base.statements if isinstance(one, ast.Factors)
    }
    kept: list[ast.Declaration] = []
    for one in statements:
        match one:
            case ast.Names(entries=named):
                left = tuple(each for each in named if each.subject.text not in lost or _foreign(each, variant))
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
