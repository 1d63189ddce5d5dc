"""The verb check: what is wrong with rulebooks, and whether their examples hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import has_signs, wrapped

from .failures import MISUSE, NO, Trouble, complain, error_data
from .opening import open_rulebook, refused, rulebook_files
from .options import WithOption, WithoutOption, answers
from .output import has_colour, say, say_all, say_json, width

if TYPE_CHECKING:
    from cardwright.dsl import Checked, Diagnostic
    from cardwright.interpreter import Inherited, Proof


class CheckFormat(StrEnum):
    """How diagnostics are written."""

    HUMAN = "human"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in one rulebook."""

    path: str
    checked: Checked
    diagnostics: tuple[Diagnostic, ...]
    passed: int
    failed: int
    proofs: tuple[Proof, ...] | None = None
    inherited: Inherited | None = None

    @property
    def errors(self) -> int:
        """How many diagnostics keep it from being played."""
        return sum(each.severity.value == "error" for each in self.diagnostics)

    @property
    def warnings(self) -> int:
        """How many diagnostics are warnings."""
        return sum(each.severity.value == "warning" for each in self.diagnostics)

    @property
    def fine(self) -> bool:
        """Whether nothing is an error, and nothing refuted that no note allows."""
        refuting = {each for proof in self.proofs or () for each in proof.found}
        return not self.errors and refuting.isdisjoint(self.diagnostics)


def check(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...", show_default=False, help="Rulebooks: files, folders of them, or shipped names."
        ),
    ],
    with_: WithOption = None,
    without: WithoutOption = None,
    proofs: Annotated[
        bool,
        typer.Option(
            "--proofs", "-v", help="Say as well what is proved, and how, what is refuted, and what was only tried."
        ),
    ] = False,
    format: Annotated[CheckFormat, typer.Option("--format", "-f", help="How to write it.")] = CheckFormat.HUMAN,
) -> None:
    """Check rulebooks and run the examples in them: everything that is wrong, then a line for each rulebook.

    Examples run at the first answers of the options, or at the answers they carry.
    """
    given = answers(with_, without)
    verdicts: list[Verdict] = []
    unread: Trouble | None = None
    for name in rulebook_files(paths):
        try:
            verdicts.append(_judged(name, given, proofs))
        except Trouble as trouble:
            complain(trouble.message, trouble.help)
            unread = unread or trouble
    _report(verdicts, format, unread)
    if unread is not None:
        raise typer.Exit(MISUSE)
    if not all(verdict.fine for verdict in verdicts):
        raise typer.Exit(NO)


# ---- checking ------------------------------------------------------------------------------------------------------


def _judged(name: str, given: dict[str, str], proofs: bool) -> Verdict:
    """Check one rulebook, settle it under the answers given, and run its examples."""
    from cardwright.dsl import RulebookError, allow
    from cardwright.interpreter import inherited, prove, try_out

    checked = open_rulebook(name)
    if checked.errors:
        return Verdict(name, checked, allow(checked.source, checked.diagnostics, whole=False), 0, 0)
    try:
        checked.settle(given)
    except RulebookError as error:
        trouble = refused(error)
        if trouble.code == MISUSE:
            raise trouble from None
        return Verdict(name, checked, (*checked.diagnostics, *error.diagnostics), 0, 0)
    tried = try_out(checked)
    proved = tuple(prove(checked, tried)) if proofs else None
    shown = (each for proof in proved or () for each in proof.found)
    found = allow(checked.source, dict.fromkeys((*checked.diagnostics, *tried.diagnostics, *shown)))
    return Verdict(name, checked, found, tried.passed, tried.failed, proved, inherited(checked))


# ---- reporting -----------------------------------------------------------------------------------------------------


def _report(verdicts: Sequence[Verdict], format: CheckFormat, unread: Trouble | None) -> None:
    """Everything found; as JSON also the first thing that could not be read."""
    from cardwright.dsl import render_concise, render_human, render_json, render_sarif

    diagnostics = [diagnostic for verdict in verdicts for diagnostic in verdict.diagnostics]
    match format:
        case CheckFormat.SARIF:
            say(render_sarif(diagnostics))
        case CheckFormat.JSON:
            found = json.loads(render_json(diagnostics))
            error = {} if unread is None else error_data(unread.message, unread.help)
            say_json({**found, "rulebooks": [_data(verdict) for verdict in verdicts], **error})
        case CheckFormat.CONCISE:
            say_all(render_concise(diagnostics).splitlines())
            for verdict in verdicts:
                say(_line(verdict))
                say_all(f"{one.how} {one.subject}: {one.said}" for one in verdict.proofs or ())
        case CheckFormat.HUMAN:
            sources = {source.name: source for verdict in verdicts for source in verdict.checked.source.all}
            if diagnostics:
                say(render_human(diagnostics, sources, colour=has_colour(), columns=width()))
            for verdict in verdicts:
                say(_line(verdict))
                for one in verdict.proofs or ():
                    start = f"  {one.how:<7}  {one.subject}: "
                    say_all(wrapped(one.said, 78, start, " " * 11))
                say_all(_of_the_base(verdict))


def _of_the_base(verdict: Verdict) -> Iterator[str]:
    """What has become of the examples of a variant's base: they bind it no more, and tell what it changes."""
    told = verdict.inherited
    if told is None or not told.total or verdict.checked.base is None:
        return
    base = verdict.checked.base.program
    assert base is not None
    void = told.total - told.holding - len(told.failing)
    said = [f"{told.holding} {'holds' if told.holding == 1 else 'hold'} here"]
    said.append(f"{len(told.failing)} {'does' if len(told.failing) == 1 else 'do'} not")
    if void:
        said.append(f"{void} cannot be said of it")
    yield f"  of {_counted(told.total, 'example')} of {base.file.header.name.text}: {', '.join(said)}"
    for one in told.failing:
        place = f" ({one.example.span.file}:{one.example.span.line})" if one.example.span else ""
        yield from wrapped(f"{one.example.text}{place}: {one.instead}", width(), "    ", "      ")


def _data(verdict: Verdict) -> dict[str, Any]:
    header = _header(verdict)
    return {
        "path": verdict.path,
        "name": header[0],
        "title": header[1],
        "edition": header[2],
        "options": header[3],
        "examples": {"passed": verdict.passed, "failed": verdict.failed},
        "errors": verdict.errors,
        "warnings": verdict.warnings,
        **({} if verdict.proofs is None else {"proofs": [_proof(one) for one in verdict.proofs]}),
        "examples_of_base": None if verdict.inherited is None else _inherited(verdict.inherited),
    }


def _inherited(told: Inherited) -> dict[str, Any]:
    return {
        "total": told.total,
        "holding": told.holding,
        "failing": [{"example": one.example.text, "instead": one.instead} for one in told.failing],
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "subject": proof.subject,
        "how": proof.how,
        "said": proof.said,
        "settings": proof.number,
        "codes": sorted({each.code for each in proof.found}),
    }


def _line(verdict: Verdict) -> str:
    """The summary of a rulebook: name, title, edition, options, examples; or how much is wrong."""
    name, title, edition, options = _header(verdict)
    told = [f"edition {edition}", _counted(options, "option")] if title is not None else []
    if verdict.passed or verdict.failed or not verdict.errors:
        total = verdict.passed + verdict.failed
        told.append(
            f"{_counted(total, 'example')} passed"
            if not verdict.failed
            else f"{verdict.failed} of {_counted(total, 'example')} failed"
        )
    if verdict.errors:
        told.append(_counted(verdict.errors, "error"))
    if verdict.warnings:
        told.append(_counted(verdict.warnings, "warning"))
    shown = f'{name} "{title}"' if title is not None else name
    mark = ("✓" if verdict.fine else "✗") if has_signs() else ("ok" if verdict.fine else "failed")
    return f"{mark} {shown}: {', '.join(told)}"


def _header(verdict: Verdict) -> tuple[str, str | None, int | None, int]:
    """Name, title, edition and number of options; the path where the text could not be read so far."""
    program = verdict.checked.program
    if program is None:
        return verdict.path, None, None, 0
    header = program.file.header
    title = header.title.value if header.title else header.name.text
    return header.name.text, title, header.edition.value if header.edition else 1, len(program.option_nodes)


def _counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number or 'no'} {thing}s"
