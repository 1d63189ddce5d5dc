"""The verb test: the examples of rulebooks run, and what they reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import has_signs, wrapped

from .failures import MISUSE, NO, Trouble, complain, error_data
from .opening import open_rulebook, rulebook_files
from .output import has_colour, say, say_all, say_json, width

if TYPE_CHECKING:
    from cardwright.dsl import Checked, Diagnostic
    from cardwright.interpreter import Coverage, Found, Unit

EXAMPLES = ".examples"
_MOST_NAMED = 3
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class TestFormat(StrEnum):
    """How results are written."""

    HUMAN = "human"
    CONCISE = "concise"
    JSON = "json"
    JUNIT = "junit"


@dataclass(frozen=True, slots=True)
class Result:
    """How the examples of one file went; `errors` keep them from being run."""

    path: str
    checked: Checked
    found: tuple[Found, ...]
    errors: tuple[Diagnostic, ...]

    @property
    def name(self) -> str:
        """The rulebook that the examples are of; the path where it is not known."""
        program = self.checked.program
        return self.path if program is None else program.file.header.name.text

    @property
    def failed(self) -> tuple[Found, ...]:
        """The examples that do not hold."""
        return tuple(found for found in self.found if not found.holds)


def test(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            show_default=False,
            help="Rulebooks and files of examples: files, folders of them, or shipped names.",
        ),
    ],
    coverage: Annotated[bool, typer.Option("--coverage", help="Show what no example reached.")] = False,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", min=0, max=100, help="Fail where less than so many percent is reached."),
    ] = None,
    format: Annotated[TestFormat, typer.Option("--format", "-f", help="How to write it.")] = TestFormat.HUMAN,
) -> None:
    """Run the examples in rulebooks and in files of their own (NAME.examples), and tell what does not hold, and why.

    With a rulebook go the examples in the file beside it, which has its name but for the ending. Each example runs at
    the first answers of the options, or at the answers it carries. Coverage is what the examples of a rulebook, those
    in files of their own included, reach of its declarations, branches, rows and answers.
    """
    results: list[Result] = []
    unread: Trouble | None = None
    files = rulebook_files(paths, EXAMPLES)
    for path in files:
        try:
            checked = open_rulebook(path)
            results.append(_run(path, checked))
            results += _beside(checked, files)
        except Trouble as trouble:
            complain(trouble.message, trouble.help)
            unread = unread or trouble
    covered = _covered(results) if coverage or threshold is not None else {}
    _report(results, covered, format, unread)
    if unread is not None:
        raise typer.Exit(MISUSE)
    few = [name for name, one in covered.items() if threshold is not None and one.percent < threshold]
    if threshold is not None and format in (TestFormat.HUMAN, TestFormat.CONCISE):
        say_all(f"{name}: {covered[name].percent:.1f} % is less than {threshold:g} %" for name in few)
    if few or any(result.failed or result.errors for result in results):
        raise typer.Exit(NO)


def _beside(checked: Checked, files: Sequence[str]) -> Iterator[Result]:
    """Run the examples that stand beside a rulebook, if they are not run anyway."""
    from cardwright.dsl import check, examples_apart, examples_beside, parse

    source = None if checked.only_examples else examples_beside(checked.source)
    if source is None or (source.path is not None and any(source.path.samefile(file) for file in files if _is(file))):
        return
    file, program = parse(source).ast, checked.program
    # Examples belong to the rulebook that they name, whatever its file is called.
    of_this = file is not None and program is not None and file.header.name.text == program.file.header.name.text
    yield _run(source.name, examples_apart(source, checked) if of_this else check(source))


def _is(file: str) -> bool:
    try:
        return Path(file).exists()
    except (OSError, ValueError):
        return False


def _run(path: str, checked: Checked) -> Result:
    """Run the examples of a file."""
    from cardwright.interpreter import Games, run_each

    if checked.errors or checked.program is None:
        return Result(path, checked, (), checked.errors)
    games = Games(checked.settle)
    return Result(path, checked, tuple(run_each(games, checked.program.examples)), ())


def _covered(results: Sequence[Result]) -> dict[str, Coverage]:
    """For each rulebook what all examples of it reach; those of one name are told apart by their files."""
    from cardwright.interpreter import coverage

    together: dict[tuple[str, Path | None], tuple[Checked, list[Any]]] = {}
    for result in results:
        checked = result.checked
        if result.errors or checked.program is None:
            continue
        whole = checked.base if checked.only_examples and checked.base is not None else checked
        path = None if whole.source.path is None else whole.source.path.resolve()
        together.setdefault((result.name, path), (whole, []))[1].extend(checked.program.examples)
    often = Counter(name for name, _ in together)
    return {
        name if often[name] == 1 else f"{name} ({whole.source.name})": coverage(whole, examples)
        for (name, _), (whole, examples) in together.items()
    }


# ---- reporting -----------------------------------------------------------------------------------------------------


def _report(
    results: Sequence[Result], covered: dict[str, Coverage], format: TestFormat, unread: Trouble | None
) -> None:
    from cardwright.dsl import render_concise, render_human

    match format:
        case TestFormat.JSON:
            error = {} if unread is None else error_data(unread.message, unread.help)
            coverage = {name: _coverage_data(one) for name, one in covered.items()}
            told = {"coverage": coverage} if covered else {}
            say_json({"files": [_data(result) for result in results], **told, **error})
        case TestFormat.JUNIT:
            say(_xml(_junit(results)))
        case TestFormat.CONCISE:
            say_all(render_concise(_diagnostics(results)).splitlines())
            say_all(_line(result) for result in results)
            for name, one in covered.items():
                say_all(f"{unit.span}: not reached: {unit.name}" for unit in one.missed)
                say(_share(name, one))
        case TestFormat.HUMAN:
            sources = {source.name: source for result in results for source in result.checked.source.all}
            found = _diagnostics(results)
            if found:
                say(render_human(found, sources, colour=has_colour(), columns=width()))
            say_all(_line(result) for result in results)
            for name, one in covered.items():
                say()
                say_all(_coverage_lines(name, one))


def _diagnostics(results: Sequence[Result]) -> list[Diagnostic]:
    from cardwright.interpreter import failed

    return [each for result in results for each in (*result.errors, *map(failed, result.failed))]


def _line(result: Result) -> str:
    """The summary of a file."""
    bad = bool(result.errors or result.failed)
    mark = ("✗" if bad else "✓") if has_signs() else ("failed" if bad else "ok")
    total = len(result.found)
    if result.errors:
        told = f"not run: {_counted(len(result.errors), 'error')}"
    elif result.failed:
        told = f"{len(result.failed)} of {_counted(total, 'example')} failed"
    else:
        told = f"{_counted(total, 'example')} passed"
    shown = result.path if result.path == result.name else f"{result.name} ({result.path}{_of(result)})"
    return f"{mark} {shown}: {told}"


def _of(result: Result) -> str:
    """Whose examples a file holds, where a file of one's own is called as one that ships."""
    from cardwright.dsl import shipped

    base = result.checked.base if result.checked.only_examples else None
    return f", of {base.source.name}" if base is not None and base.source.path and result.name in shipped() else ""


def _counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number or 'no'} {thing}s"


def _share(name: str, covered: Coverage) -> str:
    reached = len(covered.units) - len(covered.missed)
    said = f"{name}: {reached} of {len(covered.units)} reached ({covered.percent:.1f} %)"
    own = [unit for unit in covered.units if not unit.inherited]
    if len(own) == len(covered.units):
        return said
    return f"{said}; of what it says itself {sum(bool(unit.reached) for unit in own)} of {len(own)}"


def _coverage_lines(name: str, covered: Coverage) -> list[str]:
    """What was not reached, each with its line; then what was, with the examples that did it."""
    lines = [_share(name, covered)]
    one_file = not any(unit.inherited for unit in covered.units)
    places = {
        unit: f"{unit.span.line:>4}" if one_file else f"{Path(unit.span.file).name}:{unit.span.line}"
        for unit in covered.units
    }
    room = max(map(len, places.values()), default=0)
    for inherited, reached in ((False, False), (False, True), (True, False), (True, True)):
        units = [unit for unit in covered.units if (unit.inherited, bool(unit.reached)) == (inherited, reached)]
        if inherited and units:
            lines.append(f"{'reached' if reached else 'not reached'} of what it has from its base:")
        for unit in units:
            head = f"  {'reached' if reached else 'not reached':<11}  {places[unit]:<{room}}  {unit.kind:<11}  "
            lines += wrapped(unit.name, width(), head, " " * len(head))
            indent = " " * (len(head) + 2)
            lines += [line for text in _by(unit) for line in wrapped(text, width(), indent, indent + "  ")]
    return lines


def _by(unit: Unit) -> list[str]:
    """The examples that reached something, the first few of them."""
    more = len(unit.reached) - _MOST_NAMED
    return [*unit.reached[:_MOST_NAMED], *([f"and {more} more"] if more > 0 else [])]


def _data(result: Result) -> dict[str, Any]:
    from cardwright.dsl import as_data

    return {
        "path": result.path,
        "rulebook": result.name,
        "passed": len(result.found) - len(result.failed),
        "failed": len(result.failed),
        "examples": [_example_data(found) for found in result.found],
        "diagnostics": [as_data(each) for each in _diagnostics([result])],
    }


def _example_data(found: Found) -> dict[str, Any]:
    span = found.example.span
    return {
        "text": found.example.text,
        "answers": dict(found.example.answers),
        "line": None if span is None else span.line,
        "holds": found.holds,
        "found": found.instead or None,
        "clauses": [str(clause) for clause in found.clauses],
        "would_hold": None if found.holds else found.mended,
    }


def _coverage_data(covered: Coverage) -> dict[str, Any]:
    return {
        "percent": round(covered.percent, 2),
        "units": [
            {
                "kind": unit.kind,
                "name": unit.name,
                "place": str(unit.span),
                "inherited": unit.inherited,
                "examples": list(unit.reached),
            }
            for unit in covered.units
        ],
    }


def _xml(text: str) -> str:
    """A text without the characters that XML cannot have."""
    return _NOT_XML.sub("\ufffd", text)


def _junit(results: Sequence[Result]) -> str:
    """The results as JUnit has them: a suite for each file, a case for each example."""
    from xml.etree import ElementTree

    from cardwright.interpreter import failed

    suites = ElementTree.Element("testsuites", name="cardwright")
    for result in results:
        suite = ElementTree.SubElement(suites, "testsuite", {
            "name": result.path,
            "tests": str(len(result.found)),
            "failures": str(len(result.failed)),
            "errors": str(int(bool(result.errors))),
        })  # fmt: skip
        for found in result.found:
            span = found.example.span
            place = {} if span is None else {"file": span.file, "line": str(span.line)}
            answers = "".join(f", {name} = {answer}" for name, answer in found.example.answers)
            text = f"{found.example.text}{answers}"
            case = ElementTree.SubElement(suite, "testcase", {"name": text, "classname": result.name, **place})
            if not found.holds:
                told = failed(found)
                failure = ElementTree.SubElement(case, "failure", message=told.message, type=told.code)
                failure.text = told.help
        for each in result.errors:
            case = ElementTree.SubElement(suite, "testcase", name=f"{each.code} {each.span}", classname=result.name)
            ElementTree.SubElement(case, "error", message=each.message, type=each.code).text = each.help
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode")
