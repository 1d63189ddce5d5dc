"""The verb mutate: small slips put into a rulebook, and which of them its examples notice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardwright.display.lines import wrapped

from .failures import MISUSE, NO, Trouble
from .opening import open_rulebook, read_file
from .options import Format, FormatOption, RulebookName
from .output import command, say, say_all, say_json, width
from .progress import progress

if TYPE_CHECKING:
    from cardwright.dsl import AllowedSlip, Checked, Source
    from cardwright.interpreter import mutating

_FATES: dict[mutating.Fate, str] = {
    "refused": "no rulebook: `check` refuses it",
    "same": "means the same",
    "killed": "noticed by an example",
    "survived": "noticed by none",
}
_MOST_SUGGESTED = 5


def mutate(
    name: RulebookName,
    examples: Annotated[
        list[str] | None,
        typer.Option(
            "--examples", metavar="FILE", help="Examples in files of their own; NAME.examples is always taken."
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", min=0, max=100, help="Fail where less than so many percent is noticed."),
    ] = None,
    suggest: Annotated[
        int,
        typer.Option(
            "--suggest",
            min=0,
            metavar="N",
            help="For the first N that survive look for an example that notices them (seconds each); 0: for none.",
        ),
    ] = _MOST_SUGGESTED,
    format: FormatOption = Format.HUMAN,
) -> None:
    """Put small slips into a rulebook, one at a time, and tell which of them no example notices.

    Orders are swapped, exclusions dropped, bounds shifted, policies turned round, rules taken away and factors changed.
    A slip that survives could be made by anybody at any time: it is shown with an example that would notice it. One
    that nothing can notice is allowed by a note with the reason: ## allow slip in NAME, `before` as `after`: why. The
    exit code is 1 if less than the threshold is noticed, or, without one, if a slip survives that no note allows; and
    if a note allows a slip that does not survive."""
    from cardwright.dsl import allowed_slips
    from cardwright.interpreter import mutating

    checked = open_rulebook(name)
    if checked.errors or checked.program is None or checked.only_examples:
        raise Trouble(f"`{name}` has errors, or is no rulebook", f"{command('check', name)} shows what is wrong", NO)
    apart = _apart(name, checked, examples or [])
    _refuse_failing(checked, apart)
    trials = _tried(checked, apart)
    survived = [trial for trial in trials if trial.fate == "survived"]
    notes = [note for source in (checked.source, *apart) for note in allowed_slips(source)]
    reasons = {id(trial): note.reason for note in notes for trial in survived if note.allows(trial.mutant)}
    unknown = [trial for trial in survived if id(trial) not in reasons]
    idle = [note for note in notes if not any(note.allows(trial.mutant) for trial in survived)]
    found = {id(trial): mutating.suggest(checked, trial.mutant) for trial in unknown[:suggest]}
    percent = mutating.score(trials)
    match format:
        case Format.JSON:
            say_json(_data(name, trials, found, reasons, idle, percent))
        case Format.CONCISE:
            say_all(_concise(trial, found.get(id(trial)), reasons.get(id(trial))) for trial in survived)
            say_all(_idle(idle))
            say(_summary(name, trials, percent))
        case Format.HUMAN:
            say_all(_report(survived, found, reasons))
            say_all(_idle(idle))
            say(_summary(name, trials, percent))
            say_all(_fates(trials))
    if idle or (unknown if threshold is None else percent < threshold):
        raise typer.Exit(NO)


def _apart(name: str, checked: Checked, files: Sequence[str]) -> list[Source]:
    """The files of examples: those that were named, and the one beside the rulebook."""
    from cardwright.dsl import Source, examples_beside

    beside = examples_beside(checked.source)
    found = [] if beside is None else [beside]
    for file in files:
        try:
            found.append(Source(file, read_file(file).decode("utf-8"), Path(file)))
        except UnicodeDecodeError:
            raise Trouble(f"`{file}` is not UTF-8 text", "save it as UTF-8") from None
    return found


def _refuse_failing(checked: Checked, apart: Sequence[Source]) -> None:
    """Examples that do not hold as things stand would notice every slip."""
    from cardwright.dsl import examples_apart
    from cardwright.interpreter import Games, first_failure

    games = Games(checked.settle)
    for examples in (checked, *(examples_apart(source, checked) for source in apart)):
        name = examples.source.name
        if examples.errors or examples.program is None:
            told = examples.errors[0] if examples.errors else None
            what = f"{told.span}: {told.message}" if told is not None else "it holds no examples"
            raise Trouble(f"`{name}`: {what}", f"{command('test', name)} shows them all", MISUSE)
        failure = first_failure(games, examples.program.examples)
        if failure is not None:
            told_ = f"`{failure.example.text}` does not hold as it is"
            raise Trouble(f"{failure.example.span}: {told_}", f"mend it first: {command('test', name)}", NO)


def _tried(checked: Checked, apart: Sequence[Source]) -> list[mutating.Trial]:
    from cardwright.interpreter import mutating

    slips, trials = list(mutating.slips(checked)), list[mutating.Trial]()
    with progress(len(slips), "slips") as told:
        for slip in slips:
            if told is not None:
                told(len(trials))
            trials.append(mutating.try_slip(checked, slip, apart))
    return trials


# ---- for people ----------------------------------------------------------------------------------------------------


def _report(
    survived: Sequence[mutating.Trial], found: dict[int, mutating.Suggestion | None], reasons: dict[int, str]
) -> Iterator[str]:
    for trial in survived:
        yield f"{trial.mutant.span}: {trial.mutant.kind}, in `{trial.mutant.name}`"
        before, after = trial.mutant.lines()
        yield from (f"  - {line.strip()}" for line in before)
        yield from (f"  + {line.strip()}".rstrip() for line in after)
        if id(trial) in reasons:
            yield from wrapped(f"allowed: {reasons[id(trial)]}", width(), "  ", "    ")
        if id(trial) in found:
            yield from wrapped(_said(found[id(trial)]), width(), "  ", "    ")
        yield ""


def _said(suggestion: mutating.Suggestion | None) -> str:
    if suggestion is None:
        return "no example was found that would notice it"
    return f"an example that would notice it: {suggestion}"


def _idle(notes: Iterable[AllowedSlip]) -> Iterator[str]:
    """Notes that allow what does not survive."""
    for note in notes:
        yield f"{note.span}: no such slip survives: take the note away, or write it as `--format json` has it"


def _concise(trial: mutating.Trial, suggestion: mutating.Suggestion | None, reason: str | None) -> str:
    before, after = (" ".join(line.strip() for line in lines) for lines in trial.mutant.lines())
    more = f"; would be noticed by: {suggestion}" if suggestion is not None else ""
    more = more if reason is None else f"; allowed: {reason}"
    return f"{trial.mutant.span}: survived: {trial.mutant.kind}: `{before}` as `{after}`{more}"


def _summary(name: str, trials: Sequence[mutating.Trial], percent: float) -> str:
    fates = Counter(trial.fate for trial in trials)
    counted = fates["killed"] + fates["survived"]
    if not trials:
        return f"{name}: there is nothing in its rules that a slip could alter"
    if not counted:
        return f"{name}: no slip changes what it means and can be played: there is nothing to notice"
    return f"{name}: {fates['killed']} of {counted} slips are noticed ({percent:.1f} %)"


def _fates(trials: Sequence[mutating.Trial]) -> Iterator[str]:
    fates = Counter(trial.fate for trial in trials)
    if trials:
        yield from (f"  {fates[fate]:>4}  {said}" for fate, said in _FATES.items())


# ---- for programs ----------------------------------------------------------------------------------------------------


def _data(
    name: str,
    trials: Sequence[mutating.Trial],
    found: dict[int, mutating.Suggestion | None],
    reasons: dict[int, str],
    idle: Sequence[AllowedSlip],
    percent: float,
) -> dict[str, Any]:
    return {
        "rulebook": name,
        "percent": round(percent, 2) if any(t.fate in ("killed", "survived") for t in trials) else None,
        "slips": [_slip_data(trial, found.get(id(trial)), reasons.get(id(trial))) for trial in trials],
        "idle_notes": [str(note.span) for note in idle],
    }


def _slip_data(trial: mutating.Trial, suggestion: mutating.Suggestion | None, reason: str | None) -> dict[str, Any]:
    before, after = trial.mutant.lines()
    return {
        "kind": trial.mutant.kind,
        "declaration": trial.mutant.name,
        "place": str(trial.mutant.span),
        "was": trial.mutant.was,
        "becomes": trial.mutant.becomes,
        "before": list(before),
        "after": list(after),
        "fate": trial.fate,
        "by": trial.by or None,
        "allowed": reason,
        "example": None if suggestion is None else str(suggestion),
    }
