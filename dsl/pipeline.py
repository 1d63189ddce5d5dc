"""Every stage after another: from the text of a rulebook to all that is wrong with it, or to its model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from . import ast, model
from .diagnostics import Applicability, Diagnostic, Fix, Severity, problem, rewrite
from .errors import CardwrightError
from .parser import MOST_CHARACTERS, MOST_PROBLEMS, Parsed, parse
from .resolve import Program, Report, resolve
from .settle import Given, Settings, as_text, check_everywhere, check_examples, each_answer_once, settings_of, settle
from .source import Source
from .variants import (
    examples_of,
    find_base,
    find_rulebook,
    flat_text,
    flatten,
    head,
    identity,
    needed,
    retold,
    starter,
)

# What leaves a line that cannot be trusted: whatever else seems wrong on it may only follow.
_BROKEN = frozenset({"CW102", "CW104", "CW105", "CW106", "CW108"})
# What may be missing only because a stretch of text could not be read.
_AFTERMATH = frozenset({"CW207", "CW208", "CW212", "CW405", "CW709"})
# No character is more bytes than four.
MOST_BYTES = 4 * MOST_CHARACTERS


class RulebookError(CardwrightError):
    """A rulebook that cannot be played as it stands; `diagnostics` says why, `source` is its text.

    >>> import cardwright
    >>> try:
    ...     cardwright.load("hk", options={"tripels": False})
    ... except cardwright.RulebookError as error:
    ...     print(error.diagnostics[0].message, "·", error.diagnostics[0].help)
    `hk` has no option `tripels` · did you mean `triples`?
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], source: Source) -> None:
        self.diagnostics = diagnostics
        self.source = source
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        advice = f"; {first.help}" if first.help else ""
        super().__init__(f"{first.span}: {first.message}{advice}{more}")


@dataclass(frozen=True, slots=True)
class Checked:
    """A rulebook that was read, resolved and typed, with everything found; its options are still open.

    `base` is what a variant alters. The program of a variant is that of the complete rulebook which it means. A file
    with `only_examples` is its rulebook, `base`, with these examples in place of its own."""

    source: Source
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    base: Checked | None = None
    only_examples: bool = False

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that keep it from being played."""
        return tuple(each for each in self.diagnostics if each.severity is Severity.ERROR)

    def settings(self) -> tuple[dict[str, str], ...]:
        """Settings in which together every answer of every option occurs, the first answers first."""
        return tuple(each_answer_once(self.program)) if self.program is not None else ()

    def settings_of(
        self, kinds: Iterable[str] | None, most: int, *, but: Iterable[str] = (), by_guards: bool = False
    ) -> Settings:
        """Settings of what declarations of some kinds (None: of all) depend on, leaving out the fields `but`; of more
        than `most`, such that every two answers occur that go together. `by_guards`: numbers do not matter."""
        if self.program is None:
            return Settings((), False)
        return settings_of(self.program, kinds, most, but=but, by_guards=by_guards)

    def settle(self, given: Given | None = None) -> model.Rulebook:
        """The rulebook under these answers, the first ones for what is not given. Raises RulebookError."""
        if self.errors or self.program is None:
            raise RulebookError(self.errors, self.source)
        report = Report()
        rulebook = settle(self.program, {} if given is None else given, report)
        if rulebook is None or report.failed:
            found = tuple(each for each in report.found if each.severity is Severity.ERROR)
            raise RulebookError(found, self.source)
        return rulebook

    def with_examples_of_base(self) -> tuple[Checked, int] | None:
        """The same rulebook with the examples of its base instead of its own, as far as they can be said of it; and how
        many the base has. None where there is no base, or something is wrong."""
        if self.base is None or self.base.program is None or self.program is None or self.errors:
            return None
        examples, count = examples_of(self.base.program.file, self.program.file)
        others = tuple(one for one in self.program.file.statements if not isinstance(one, ast.Examples))
        program = resolve(replace(self.program.file, statements=(*others, *examples)), self.source, Report())
        return Checked(self.source, program, ()), count

    def flat(self, given: Given | None = None, told_by: str = "options") -> str:
        """The text of the complete rulebook, as it stands or put together from a variant and its bases; with answers,
        those settled for good, which `told_by` gave. Raises RulebookError."""
        if given:
            self.settle(given)
            return _settled(self, {name: as_text(answer) for name, answer in given.items()}, told_by).flat()
        if self.errors or self.program is None:
            raise RulebookError(self.errors, self.source)
        return self.source.text if self.base is None else flat_text(self.program.file, self.source)

    def starter(self, head_lines: str) -> str:
        """A variant of this rulebook that changes nothing yet, below its head."""
        if self.errors or self.program is None:
            raise RulebookError(self.errors, self.source)
        return starter(head_lines, self.program.file, self.source)


def check(source: Source) -> Checked:
    """Read, resolve and type a rulebook, and check what depends on answers under every answer that matters."""
    return _check(source, ())


def _check(source: Source, above: tuple[Source, ...]) -> Checked:
    """The same for a rulebook that others alter, the nearest of them last."""
    parsed = parse(source)
    if parsed.ast is None:
        return Checked(source, None, parsed.diagnostics)
    if parsed.ast.header.only_examples:
        rulebook = find_rulebook(parsed.ast.header.name, source)
        return _separate(parsed, None if rulebook is None else _check(rulebook, above))
    if parsed.ast.header.base is None:
        return _whole(parsed, parsed.ast, source, ())
    base, texts = _base(parsed.ast.header.base, source, above)
    source = source.altering(texts)
    if isinstance(base, Diagnostic):
        return Checked(source, None, (*parsed.diagnostics, base))
    assert base.program is not None
    report: list[Diagnostic] = []
    flat, touched = flatten(parsed.ast, base.program.file, report)
    checked = _whole(parsed, flat, source, report)
    assert checked.program is not None
    found = [*checked.diagnostics, *needed(checked.program.uses, flat)]
    known = {(each.code, each.span) for each in base.diagnostics}
    found = [each for each in found if each.severity is Severity.ERROR or (each.code, each.span) not in known]
    if any(each.severity is Severity.ERROR for each in (*parsed.diagnostics, *report)):
        # What seems wrong with the base may only follow from what is wrong with its variant.
        found = [each for each in found if each.span.file == source.name]
    told = _in_order([*dict.fromkeys(retold(found, parsed.ast, flat, touched, source))])
    return Checked(source, checked.program, told, base)


def _base(
    asked: ast.Base, source: Source, above: tuple[Source, ...]
) -> tuple[Checked | Diagnostic, tuple[Source, ...]]:
    """The base that a file names, checked, or what is wrong with naming it; and the texts that this is about."""
    found = find_base(asked, source.altering(above))
    if isinstance(found, Diagnostic):
        return found, ()
    circle = [*above, source]
    if any(identity(one) == identity(found) for one in circle):
        said = " extends ".join(f"`{one.name}`" for one in (*circle, found))
        message = f"this rulebook would be its own base: {said}"
        return problem("CW220", message, asked.span, help="name a base that does not extend this file"), (found,)
    base = _check(found, (*above, source))
    if not base.errors:
        return base, base.source.all
    first = base.errors[0]
    if first.code == "CW220":
        again = replace(first, span=asked.span, labels=((first.span, "by way of this"), *first.labels))
        return again, base.source.all
    more = f" (and {len(base.errors) - 1} more)" if len(base.errors) > 1 else ""
    told = problem(
        "CW221",
        f"the base has errors of its own: {first.message}{more}",
        asked.name.span,
        labels=[(first.span, "here")],
        help="check that one by itself: it shows them all",
    )
    return told, base.source.all


def _settled(checked: Checked, answers: Mapping[str, str], told_by: str) -> Checked:
    """The variant of a rulebook that settles these answers, and changes nothing else."""
    assert checked.program is not None
    header = checked.program.file.header
    name, edition = header.name.text, header.edition.value if header.edition else 1
    text = head(name, header.title.value if header.title else name, edition, name, edition, answers)
    parsed = parse(Source(told_by, text).altering(checked.source.all))
    assert parsed.ast is not None
    flat, _ = flatten(parsed.ast, checked.program.file, [])
    return replace(_whole(parsed, flat, parsed.source, ()), base=checked)


def _whole(parsed: Parsed, file: ast.File, source: Source, before: Iterable[Diagnostic]) -> Checked:
    """A complete rulebook, resolved and checked; `before`: what was found while it was put together."""
    report = Report()
    for each in before:
        report.add(each)
    program = resolve(file, source, report, [told.span for told in parsed.diagnostics])
    if not parsed.diagnostics and not any(each.code == "CW910" for each in report.found):
        check_everywhere(program, report)
    # A field that nobody knows is read by its looks: what does not fit in it follows from its name.
    found = [each for each in report.found if not _aftermath(each, parsed)]
    strange = {each.span.line for each in found if each.code == "CW206"}
    first = [each for each in parsed.diagnostics if each.code not in _BROKEN or each.span.line not in strange]
    return Checked(source, program, _in_order([*first, *found]))


def examples_apart(source: Source, rulebook: Checked) -> Checked:
    """Check a file of examples as examples of this rulebook, whatever stands beside the file."""
    parsed = parse(source)
    if parsed.ast is None or not parsed.ast.header.only_examples:
        return Checked(source, None, parsed.diagnostics)
    return _separate(parsed, rulebook)


def _separate(parsed: Parsed, base: Checked | None) -> Checked:
    """Examples in a file of their own, with the rulebook that they are of."""
    file, source = parsed.ast, parsed.source
    assert file is not None and file.header.edition is not None
    name, edition = file.header.name, file.header.edition
    if base is None or base.program is None or base.errors:
        what = "is not there" if base is None else f"has errors: {base.errors[0].message}"
        advice = (
            f"name a rulebook that ships, or one in the folder of this file: `{name.text}.rules`, so called in its head"
        )
        told = problem("CW805", f"the rulebook `{name.text}` {what}", name.span, help=advice)
        return Checked(source, None, (*parsed.diagnostics, told), base, True)
    whole = base.program.file
    current = whole.header.edition.value if whole.header.edition is not None else 1
    source = source.altering(base.source.all)
    report = Report()
    rules = tuple(one for one in whole.statements if not isinstance(one, ast.Examples))
    program = resolve(replace(whole, statements=(*rules, *file.statements)), source, report, [])
    if not report.failed:
        check_examples(program, report)
    found = [*parsed.diagnostics, *(each for each in report.found if each.span.file == source.name)]
    if current != edition.value:
        message = f"these examples are of edition {edition.value}, and `{name.text}` is at edition {current}"
        advice = "see whether they still hold, then write the new number"
        found.append(problem("CW806", message, edition.span, help=advice, fix=_edition(edition, current)))
    return Checked(source, program, _in_order(found), base, True)


def _edition(number: ast.Number, current: int) -> Fix:
    return rewrite(number.span, str(current), Applicability.UNSAFE)


def _in_order(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What was found in the order of the text; of more than anybody reads, the first errors."""
    found.sort(key=lambda each: (each.span.line, each.span.column))
    kept = [each for each in found if each.code != "CW903"]
    if len(kept) > MOST_PROBLEMS:
        errors = [each for each in kept if each.severity is Severity.ERROR][:MOST_PROBLEMS]
        others = [each for each in kept if each.severity is not Severity.ERROR]
        chosen = {id(each) for each in (*errors, *others[: MOST_PROBLEMS - len(errors)])}
        kept = [each for each in kept if id(each) in chosen]
        more = problem("CW903", f"and {len(found) - len(kept):,} more", kept[-1].span)
        return (*kept, more)
    return tuple(found)


def _aftermath(diagnostic: Diagnostic, parsed: Parsed) -> bool:
    """Whether a diagnostic may only follow from what could not be read."""
    if not parsed.diagnostics:
        return False
    if diagnostic.code in _AFTERMATH and parsed.skipped:
        return True
    if diagnostic.code == "CW206":
        return any(skipped.overlaps(diagnostic.span) for skipped in parsed.skipped)
    lines = [told.span.line for told in parsed.diagnostics if told.code in _BROKEN]
    if diagnostic.span.line in lines:
        return True
    words = set(re.findall(r"\w+", parsed.source.slice(diagnostic.span)))
    return (
        bool(words & parsed.lost)
        or any(skipped.overlaps(diagnostic.span) for skipped in parsed.skipped)
        or any(
            told.span.contains(diagnostic.span) or diagnostic.span.contains(told.span) for told in parsed.diagnostics
        )
    )


def check_text(text: str, name: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a rulebook given as text."""
    return check(Source(name, text)).diagnostics


def read(path: Path) -> Checked:
    """Check a file. What is not text is a diagnostic; what cannot be opened raises OSError. Of a file that is longer
    than any rulebook, or has no end, no more is read than shows that."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        return check(Source(str(path), data.decode("utf-8", "replace")))
    try:
        return check(Source(str(path), data.decode("utf-8"), path))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        source = Source(str(path), data.decode("utf-8", "replace"), path)
        span = source.span(line, 1, line, 1)
        told = problem(
            "CW101",
            f"this file is not UTF-8 text: byte {error.start + 1} cannot be read",
            span,
            help="save it as UTF-8",
        )
        return Checked(source, None, (told,))
