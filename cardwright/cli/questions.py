"""The verb sheet: what a club has to agree, the weighty questions first, and its answers written down as a variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import wrapped
from cardwright.display.noting import answers_said, note_of

from .opening import open_rulebook, opened
from .options import Format, FormatOption, RulebookName, WithOption, WithoutOption, answers
from .output import command, is_terminal, say, say_all, say_json
from .variants import head_of, write_new

if TYPE_CHECKING:
    from cardwright.dsl import Checked, model

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Question:
    """An option, and the declarations that read otherwise under another answer than the first."""

    option: model.Option
    touches: tuple[str, ...]


def sheet(
    rulebook: RulebookName,
    with_: WithOption = None,
    without: WithoutOption = None,
    write: Annotated[
        str | None, typer.Option("--write", metavar="FILE", help="Write the answers down as a variant in this file.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="What the variant is called; made of FILE if absent.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="Its title, in words.")] = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """The questions that a club has to answer before it plays, those first that touch the most rules; each with its
    answers, the first of which holds unless you say otherwise.

    With --write, the answers given by --with and --without are settled for good in a variant; in a terminal, the
    others are asked one by one."""
    checked = open_rulebook(rulebook)
    given = answers(with_, without)
    opened(checked, given)
    asked = questions(checked)
    if write is not None:
        if is_terminal() and format is Format.HUMAN:
            given = _ask(checked, asked, given)
        write_new(write, head_of(write, rulebook, checked, name, title, given))
    match format:
        case Format.JSON:
            written = {} if write is None else {"file": write, "answers": given}
            say_json({"rulebook": rulebook, "questions": [_data(one) for one in asked], **written})
        case Format.CONCISE:
            say_all(f"{one.option.name}: {answers_said(one.option)}" for one in asked)
        case Format.HUMAN if write is None:
            say_all(_lines(rulebook, asked))
        case Format.HUMAN:
            said = f"{len(given)} answers are" if len(given) != 1 else "one answer is"
            say(f"{write} is written: {said} settled, the other questions are still open.")
            say(f"{command('check', write)} tries it, {command('play', write)} plays it.")


def questions(checked: Checked) -> tuple[Question, ...]:
    """The open questions of a rulebook, those first that touch the most declarations, else in the order of the file."""
    from cardwright.dsl import RulebookError, differences

    first = checked.settle()
    found = []
    for option in first.options:
        touched: dict[str, None] = {}
        for answer in _tried(option):
            try:
                touched |= dict.fromkeys(differences(first, checked.settle({option.name: answer})))
            except RulebookError:
                # This answer does not go with the first answers of others.
                continue
        found.append(Question(option, tuple(touched)))
    return tuple(sorted(found, key=lambda one: -len(one.touches)))


def _tried(option: model.Option) -> tuple[str, ...]:
    """The answers but the first; of numbers, the one after the first or before it."""
    if option.range is None:
        return tuple(answer for answer in option.answers if answer != option.default)
    number = int(option.default)
    room = option.range.most is None or number < option.range.most
    return (str(number + 1 if room else number - 1),)


# ---- asking --------------------------------------------------------------------------------------------------------


def _ask(checked: Checked, asked: tuple[Question, ...], given: dict[str, str]) -> dict[str, str]:
    """Ask what was not answered yet; an empty line leaves a question open."""
    from cardwright.dsl import RulebookError

    found = dict(given)
    left = [one for one in asked if one.option.name not in found]
    said = f"{len(left)} questions. An empty line leaves one open:"
    say_all(wrapped(f"{said} its first answer holds until the table says otherwise.", 78))
    for number, one in enumerate(left, 1):
        say()
        say_all(_question(number, one))
        while True:
            try:
                answer = input("> ").strip()
            except EOFError:
                return found
            if not answer:
                break
            try:
                checked.settle({**found, one.option.name: answer})
            except RulebookError as error:
                first = error.diagnostics[0]
                say(first.message + (f"; {first.help}" if first.help else ""))
                continue
            found[one.option.name] = answer
            break
    say()
    return found


# ---- showing -------------------------------------------------------------------------------------------------------


def _lines(rulebook: str, asked: tuple[Question, ...]) -> Iterator[str]:
    if not asked:
        yield f"{rulebook} asks nothing: it is played as it stands"
        return
    said = f"{rulebook} asks {len(asked)} questions, those first that touch the most rules."
    yield from wrapped(f"{said} The first answer holds unless the table says otherwise.", 78)
    for number, one in enumerate(asked, 1):
        yield ""
        yield from _question(number, one)
    yield ""
    yield from wrapped(
        "Answer with `--with NAME=ANSWER` at any verb; "
        f"{command('sheet', rulebook, '--write', 'FILE')} writes answers down.",
        78,
    )


def _question(number: int, one: Question) -> Iterator[str]:
    option = one.option
    yield from wrapped(f"{option.name}: {answers_said(option)}", 78, f"{number:>3}. ", "     ")
    note = note_of(option)
    if note:
        yield from wrapped(note, 78, "     ", "     ")
    if one.touches:
        named = ", ".join(one.touches[:_MOST_NAMED])
        more = len(one.touches) - _MOST_NAMED
        yield from wrapped(f"touches {named}" + (f" and {more} more" if more > 0 else ""), 78, "     ", "     ")


def _data(one: Question) -> dict[str, Any]:
    option = one.option
    return {
        "name": option.name,
        "answers": list(option.answers) if option.range is None else None,
        "least": None if option.range is None else option.range.least,
        "most": None if option.range is None else option.range.most,
        "default": option.default,
        "note": note_of(option),
        "touches": list(one.touches),
    }
