"""Which settings a check is made for: those of the options that it depends on.

A check depends on the options that guard what it looks at and on those whose numbers it reads; the others keep their
first answer. So a few hundred small settings stand for the millions of settings a rulebook can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import prod
from typing import Any

from .. import model as m
from ..resolve.guards import Guard, OptionInfo, answers_of
from ..resolve.program import Alternative, Draft, Program
from .answers import answers_to_try

# Where more settings are asked than this, each answer is tried once, and so many settings.
MOST_COMBINED = 2_000


@dataclass(frozen=True, slots=True)
class Asked:
    """Some options of a program, and the guards that ask them."""

    program: Program
    options: tuple[str, ...]
    guards: tuple[Guard, ...]
    # Whether everything that asks them could be read.
    clear: bool

    @classmethod
    def by(
        cls,
        program: Program,
        alternatives: Iterable[Alternative[Any]],
        drafts: Iterable[Draft] = (),
        more: Iterable[str] = (),
    ) -> Asked:
        """Every option that some alternatives and declarations ask, or whose number they read."""
        alternatives = list(alternatives)
        guards = (*(one.guard for one in alternatives), *(draft.guard for draft in drafts))
        asked = {option for guard in guards for option in guard.options}
        asked |= {name for one in alternatives for name in _numbers(one.value, program)} | set(more)
        clear = not any(guard.unclear for guard in guards) and not any(one.unread for one in alternatives)
        return cls(program, tuple(name for name in program.options if name in asked), guards, clear)

    def settings(self) -> Iterator[dict[str, str]]:
        """The settings of these options, the first answers first."""
        options = [self.program.options[name] for name in self.options]
        answers = [
            tuple(dict.fromkeys((option.default, *answers_to_try(option), *answers_of(option, self.guards))))
            for option in options
        ]
        every = (dict(zip(self.options, chosen, strict=True)) for chosen in product(*answers))
        singles = ({name: answer} for name, several in zip(self.options, answers, strict=True) for answer in several)
        few = prod(map(len, answers)) <= MOST_COMBINED
        tried = every if few else (one for some in (singles, every) for one in islice(some, MOST_COMBINED))
        first = self.program.first_answers
        return (one for one in tried if self.program.permitted({**first, **one}, one) is not None)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings to look at; `whole`: whether these are all there are of the options in question."""

    found: tuple[dict[str, str], ...]
    whole: bool


def settings_of(
    program: Program, kinds: Iterable[str] | None, most: int, *, but: Iterable[str] = (), by_guards: bool = False
) -> Settings:
    """Settings for what declarations of some kinds (None: of all) depend on, leaving out the fields `but`; the other
    options keep their first answers, unless these do not go with them. Where there are more than `most`, every two
    answers occur that go together.

    `by_guards`: only which lines hold matters, not the numbers in them."""
    drafts = list(program.drafts if kinds is None else program.of_kind(*kinds))
    without = frozenset(but)
    alternatives = [
        one for draft in drafts for name, field in draft.fields.items() if name not in without for one in field
    ]
    players = ["players"] if "players" in program.options and (kinds is None or "deal" in kinds) else []
    asked = Asked.by(program, alternatives, drafts, players)
    answers = {name: _every_answer(program.options[name], asked.guards) for name in asked.options}
    whole = asked.clear and (by_guards or all(map(_is_listed, map(program.options.__getitem__, asked.options))))
    if whole and prod(map(len, answers.values())) <= most:
        first = program.first_answers
        every = (dict(zip(answers, some, strict=True)) for some in product(*answers.values()))
        found = (program.permitted({**first, **some}, some) for some in every)
        return Settings(tuple(one for one in found if one is not None), True)
    return Settings(tuple(every_two_answers(program, answers)), False)


_FEW_NUMBERS = 20


def _is_listed(option: OptionInfo) -> bool:
    """Whether all answers of an option can be tried."""
    return option.least is None or (option.most is not None and option.most - option.least < _FEW_NUMBERS)


def _every_answer(option: OptionInfo, guards: tuple[Guard, ...]) -> tuple[str, ...]:
    """All answers of an option; of many numbers those that matter."""
    if option.least is not None and option.most is not None and _is_listed(option):
        return tuple(map(str, range(option.least, option.most + 1)))
    return tuple(dict.fromkeys((option.default, *answers_to_try(option), *answers_of(option, guards))))


def every_two_answers(program: Program, answers: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Settings in which together every two answers of some options occur that go together; the first answers first."""
    first = program.first_answers
    options = list(answers)
    every = (
        (one, a, other, b) for one, other in combinations(options, 2) for a in answers[one] for b in answers[other]
    )
    left = dict.fromkeys(every)
    found = [first] if not program.forbids(first) else []
    if len(options) == 1:
        alone = (program.permitted({**first, name: answer}, (name,)) for name in options for answer in answers[name])
        found += (one for one in alone if one is not None and one not in found)
    for setting in found:
        left = {pair: None for pair in left if not _holds(setting, pair)}
    while left:
        pair = next(iter(left))
        together = program.permitted({**first, pair[0]: pair[1], pair[2]: pair[3]}, (pair[0], pair[2]))
        del left[pair]
        if together is None:
            continue
        setting = together
        for name in options:
            if name in (pair[0], pair[2]):
                continue
            best = max(answers[name], key=lambda answer: sum(_holds({**setting, name: answer}, p) for p in left))
            if not program.forbids({**setting, name: best}):
                setting[name] = best
        found.append(setting)
        left = {other: None for other in left if not _holds(setting, other)}
    return found


def _holds(setting: Mapping[str, str], pair: tuple[str, str, str, str]) -> bool:
    return setting[pair[0]] == pair[1] and setting[pair[2]] == pair[3]


def every_alternative(drafts: Iterable[Draft]) -> list[Alternative[Any]]:
    """All alternatives of some declarations."""
    return [one for draft in drafts for field in draft.fields.values() for one in field]


def _numbers(value: Any, program: Program) -> Iterator[str]:
    """The options whose numbers a value reads."""
    if isinstance(value, str) and value in program.options:
        yield value
    elif isinstance(value, m.Number) and value.option is not None:
        yield value.option
    elif isinstance(value, tuple):
        for one in value:
            yield from _numbers(one, program)
    elif isinstance(value, m.Node):
        for name in value._names:
            yield from _numbers(getattr(value, name), program)
