"""Which settings a check is made for: those of the options that it depends on.

A check depends on the options that guard what it looks at and on those whose numbers it reads; the others keep their
first answer. So a few hundred small settings stand for the millions of settings a rulebook can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any

from .. import model as m
from ..resolve.guards import Guard, answers_of
from ..resolve.program import Alternative, Draft, Program
from .answers import answers_to_try

# Where more settings are asked than this, each answer is tried once, and so many settings.
MOST_TRIED = 2_000


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
        few = prod(map(len, answers)) <= MOST_TRIED
        tried = every if few else (one for some in (singles, every) for one in islice(some, MOST_TRIED))
        return (one for one in tried if not self.program.forbids(one))


def defaults(program: Program) -> dict[str, str]:
    """The first answers."""
    return {name: option.default for name, option in program.options.items()}


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
