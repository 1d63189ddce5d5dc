"""Slips tried on the examples of a rulebook: which of them would nobody notice?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias

from cardwright.dsl import Checked, Mutant, RulebookError, Source, check, examples_apart, meaning, mutants, parse

from .comparing import compare
from .examples import Games, first_failure
from .game import Game

_MOST_SETTINGS = 2
"""Of those under which a slip changes something, so many are gone through for an example."""

Fate: TypeAlias = Literal["refused", "same", "killed", "survived"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a slip: `refused`, it is no rulebook, as the first error says; `same`, it means the same under
    every setting that was looked at; `killed` by an example; or `survived`."""

    mutant: Mutant
    fate: Fate
    by: str = ""
    """The error, the example that no longer holds, or how many settings were looked at."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An example that a slip would not survive: it holds under the rulebook as it stands, with these answers."""

    text: str
    answers: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {answer}" for name, answer in self.answers)
        return f"{self.text}    with {given}" if given else self.text


def score(trials: Iterable[Trial]) -> float:
    """Of the slips that change something and can be played, how many of a hundred are noticed; 100 where there are
    none."""
    fates = [trial.fate for trial in trials if trial.fate in ("killed", "survived")]
    return 100 * fates.count("killed") / len(fates) if fates else 100.0


def slips(checked: Checked) -> tuple[Mutant, ...]:
    """Every slip in the rules of one file; of a variant those in what it says itself."""
    file = parse(checked.source).ast
    return tuple(mutants(file, checked.source)) if file is not None else ()


def try_slip(checked: Checked, mutant: Mutant, apart: Sequence[Source] = ()) -> Trial:
    """What becomes of one slip. `apart`: files of examples beside those in the rulebook itself."""
    changed = check(mutant.changed)
    if changed.errors or changed.program is None:
        return Trial(mutant, "refused", changed.errors[0].message)
    games = Games(changed.settle)
    for examples in (changed, *(examples_apart(source, changed) for source in apart)):
        if examples.program is None or examples.errors:
            # Examples that speak of what is no longer there notice that it is gone.
            return Trial(mutant, "killed", examples.errors[0].message if examples.errors else examples.source.name)
        failure = first_failure(games, examples.program.examples)
        if failure is not None:
            return Trial(mutant, "killed", failure.example.text)
    looked = _means_the_same(checked, changed)
    return Trial(mutant, "same", f"{looked} settings") if looked else Trial(mutant, "survived")


def suggest(checked: Checked, mutant: Mutant) -> Suggestion | None:
    """An example that would notice a slip, None where none was found among those that were looked for."""
    changed = check(mutant.changed)
    for setting in islice(_telling(checked, changed), _MOST_SETTINGS):
        try:
            difference = compare(Game(checked.settle(setting)), Game(changed.settle(setting)))
        except RulebookError:
            continue
        for witness in difference.witnesses:
            return Suggestion(witness.text, tuple(_given(checked, setting)))
    return None


def _means_the_same(checked: Checked, changed: Checked) -> int:
    """Under how many settings two rulebooks were found to mean the same; 0 if they differ under any."""
    return 0 if next(_telling(checked, changed), None) is not None else len(_settings(checked))


def _telling(checked: Checked, changed: Checked) -> Iterator[dict[str, str]]:
    """The settings under which a changed rulebook means something else, or one of both cannot be."""
    for setting in _settings(checked):
        before, after = _settled(checked, setting), _settled(changed, setting)
        if before is None or before != after:
            yield setting


def _settled(checked: Checked, setting: dict[str, str]) -> str | None:
    """What a rulebook means under a setting, None where it cannot be."""
    try:
        return meaning(checked.settle(setting))
    except RulebookError:
        return None


def _settings(checked: Checked) -> list[dict[str, str]]:
    """The first answers, one of them changed, and more that bring answers together."""
    assert checked.program is not None
    options = checked.program.options
    first = {name: option.default for name, option in options.items()}
    changed = [{**first, name: answer} for name, option in options.items() for answer in option.answers]
    rows = [first, *changed, *checked.settings()]
    return [row for at, row in enumerate(rows) if row not in rows[:at] and not checked.program.forbids(row)]


def _given(checked: Checked, setting: dict[str, str]) -> Iterator[tuple[str, str]]:
    assert checked.program is not None
    for name, answer in setting.items():
        if answer != checked.program.options[name].default:
            yield name, answer
