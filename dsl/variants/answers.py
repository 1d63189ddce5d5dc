"""Answers settled for good: what a variant says behind `extends … with`, and what is left of its base with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import ast
from ..diagnostics import Diagnostic, problem, rewrite
from ..near import near
from ..source import Span
from ..words import listing
from .gone import asked_again
from .names import entries, whole
from .settled import PLAYERS, Settler


def answered(
    variant: ast.File, base: ast.File, settled: dict[str, ast.Settled], report: list[Diagnostic]
) -> Iterator[ast.Settled]:
    """The answers that a variant settles, each to an option of its base that is still open."""
    asked = variant.header.base
    options = {option.name.text: option for option in options_of(base)}
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


def options_of(file: ast.File) -> Iterator[ast.Option]:
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


def checked(one: ast.Statement, settled: dict[str, ast.Settled], report: list[Diagnostic]) -> ast.Statement:
    """The same statement; guards on what is settled are reported."""
    for setting in ast.nodes(one):
        if isinstance(setting, ast.Setting) and setting.name.text in settled:
            report.append(asked_again(setting.span, settled[setting.name.text]))
    return one


def left_of(
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
