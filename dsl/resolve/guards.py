"""What the table agreed, as conditions on answers: `with` and `without`, resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod

from ..source import Span

# The largest number that a rulebook or an answer may name.
LARGEST = 10**12
# No guard in a rulebook a person wrote comes near this many settings; beyond it a group is refused, not sampled.
MOST_SETTINGS = 20_000


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option with its answers in order; for numbers, those that guards mention and one beside them."""

    name: str
    answers: tuple[str, ...]
    default: str
    numeric: bool = False
    least: int | None = None
    most: int | None = None

    def admits(self, answer: str) -> bool:
        """Whether this is an answer to the option."""
        if self.least is None:
            return answer in self.answers
        if not answer.isdecimal() or len(answer) > len(str(LARGEST)):
            return False
        return self.least <= int(answer) <= (self.most if self.most is not None else LARGEST)


@dataclass(frozen=True, slots=True)
class Guard:
    """For each option it asks, the answers under which it holds; asking nothing it always holds."""

    allowed: tuple[tuple[str, frozenset[str]], ...] = ()
    span: Span | None = field(default=None, compare=False)
    # Whether a part of it could not be read, so that it may hold less often.
    unclear: bool = False

    def holds(self, settings: Mapping[str, str]) -> bool:
        """Whether it holds under these answers."""
        return all(settings[option] in answers for option, answers in self.allowed)

    def both(self, other: Guard) -> Guard:
        """The guard that holds when both do."""
        merged = dict(self.allowed)
        for option, answers in other.allowed:
            merged[option] = merged[option] & answers if option in merged else answers
        return Guard(tuple(merged.items()), self.span or other.span, self.unclear or other.unclear)

    @property
    def options(self) -> frozenset[str]:
        """The options it asks."""
        return frozenset(option for option, _ in self.allowed)


ALWAYS = Guard()


def settings_of(guards: Iterable[Guard], options: Mapping[str, OptionInfo]) -> Iterator[dict[str, str]] | None:
    """Every setting of the options that the guards ask; None when there are too many to go through."""
    asked = sorted({option for guard in guards for option in guard.options})
    answers = [answers_of(options[name], guards) for name in asked]
    if prod(map(len, answers)) > MOST_SETTINGS:
        return None
    return (dict(zip(asked, setting, strict=True)) for setting in product(*answers))


def answers_of(option: OptionInfo, guards: Iterable[Guard]) -> tuple[str, ...]:
    """The answers that matter: all of a list; of numbers the ones guards name and, where there is one, another."""
    if option.least is None:
        return option.answers
    named = {answer for guard in guards for name, answers in guard.allowed if name == option.name for answer in answers}
    end = option.most if option.most is not None else max([option.least, *map(int, named)]) + 1
    other = next((str(n) for n in range(option.least, end + 1) if str(n) not in named), None)
    inside = sorted((answer for answer in named if option.admits(answer)), key=int)
    return (*inside, other) if other is not None else tuple(inside)


def describe(setting: Mapping[str, str]) -> str:
    """A setting in words: `tiers` = `four`, `triples` = `no`."""
    return ", ".join(f"`{option}` = `{answer}`" for option, answer in setting.items())
