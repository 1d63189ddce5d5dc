"""What tables may agree on: all combinations of answers where they are few, a pairwise covering array where not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

from effort import FEW_SETTINGS, GAMES_KEPT

from cardwright.dsl import Checked, Rulebook, find, shipped
from cardwright.interpreter import Game

Setting: TypeAlias = dict[str, str]
Never: TypeAlias = Mapping[str, frozenset[str]]
"""Answers that do not go together: a setting that gives one of these to every option named is not allowed."""

Together: TypeAlias = frozenset[tuple[str, str]]
"""One or two options with an answer each."""


# ---- covering arrays -----------------------------------------------------------------------------------------------


def pairwise(choices: Mapping[str, Sequence[str]], never: Sequence[Never] = ()) -> list[Setting]:
    """Settings in which every answer occurs and every two answers that go together meet; the one of all first answers
    comes first if it is allowed.

    Greedy: each row starts from a pair that has not met yet, and takes for every other option the answer that brings
    most new pairs together, going back where answers do not go together. A pair no row can hold is passed over."""
    left = set(_wanted(choices))
    rows: list[Setting] = []
    first = _completed({}, {name: answers[:1] for name, answers in choices.items()}, never, left)
    if first is not None:
        rows.append(first)
        left -= _met(first)
    for pair in _wanted(choices):
        if pair not in left:
            continue
        row = _completed(dict(pair), choices, never, left)
        left.discard(pair)
        if row is not None:
            rows.append(row)
            left -= _met(row)
    return rows


def every(choices: Mapping[str, Sequence[str]], never: Sequence[Never] = ()) -> list[Setting]:
    """All settings that are allowed, the one of all first answers first."""
    rows = (dict(zip(choices, answers, strict=True)) for answers in product(*choices.values()))
    return [row for row in rows if not forbidden(row, never)]


def _wanted(choices: Mapping[str, Sequence[str]]) -> Iterator[Together]:
    """Every answer, and every two answers to two options."""
    for name, answers in choices.items():
        yield from (frozenset({(name, answer)}) for answer in answers)
    for one, other in combinations(choices, 2):
        for a, b in product(choices[one], choices[other]):
            yield frozenset({(one, a), (other, b)})


def _met(row: Setting) -> set[Together]:
    return {frozenset(together) for size in (1, 2) for together in combinations(row.items(), size)}


def forbidden(row: Mapping[str, str], never: Sequence[Never]) -> bool:
    """Whether a setting gives answers that do not go together."""
    return any(all(row.get(name) in answers for name, answers in rule.items()) for rule in never)


def _completed(
    row: Setting,
    choices: Mapping[str, Sequence[str]],
    never: Sequence[Never],
    left: set[Together],
) -> Setting | None:
    """The row with an answer to everything, None if there is no allowed one."""
    if forbidden(row, never):
        return None
    name = next((name for name in choices if name not in row), None)
    if name is None:
        return {name: row[name] for name in choices}

    def news(answer: str) -> int:
        return -sum(frozenset({(name, answer), known}) in left for known in row.items())

    for answer in sorted(choices[name], key=news):
        found = _completed({**row, name: answer}, choices, never, left)
        if found is not None:
            return found
    return None


# ---- rulebooks -----------------------------------------------------------------------------------------------------


@cache
def checked(rulebook: str) -> Checked:
    """A shipped rulebook, checked once."""
    return find(rulebook)


def choices(rulebook: str) -> dict[str, tuple[str, ...]]:
    """The options that can be answered in more than one way, with the answers to try, the first one in force first.

    Of open numbers these are the first one in force, both ends, and one beside them."""
    program = checked(rulebook).program
    assert program is not None, f"{rulebook} has errors"
    found: dict[str, tuple[str, ...]] = {}
    for name, option in program.options.items():
        answers = option.answers
        if option.least is not None:
            most = option.most if option.most is not None else max(option.least, int(option.default)) + 1
            answers = tuple(dict.fromkeys([option.default, str(option.least), str(most)]))
        if len(answers) > 1:
            found[name] = answers
    return found


def never(rulebook: str) -> list[Never]:
    """The answers that do not go together."""
    program = checked(rulebook).program
    assert program is not None
    return [dict(guard.allowed) for guard, _, _ in program.nevers]


def allowed(rulebook: str, setting: Mapping[str, str]) -> bool:
    """Whether these answers go together."""
    return not forbidden(setting, never(rulebook))


@cache
def settings(rulebook: str) -> tuple[Setting, ...]:
    """The settings a rulebook is tried under: all of them, or a pairwise covering array."""
    asked = choices(rulebook)
    rows = every if prod(map(len, asked.values())) <= FEW_SETTINGS else pairwise
    return tuple(rows(asked, never(rulebook)))


@dataclass(frozen=True, slots=True)
class Table:
    """A shipped rulebook under one setting. Where a test fails, the parameter shows what to load."""

    rulebook: str
    answers: tuple[tuple[str, str], ...]

    @property
    def game(self) -> Game:
        """The game, loaded once as long as it is kept."""
        return _game(self)

    @property
    def model(self) -> Rulebook:
        """The rulebook, settled."""
        return self.game.rulebook

    def __repr__(self) -> str:
        return f"load({self.rulebook!r}, {dict(self.answers)})"


@lru_cache(maxsize=GAMES_KEPT)
def _game(table: Table) -> Game:
    return Game(checked(table.rulebook).settle(dict(table.answers)))


Part: TypeAlias = Callable[[Rulebook], object]


@cache
def tables(part: Part | None = None) -> tuple[Table, ...]:
    """Every shipped rulebook under its settings; with `part`, once for each meaning of that part of the rulebook."""
    found: dict[object, Table] = {}
    for rulebook in shipped():
        for setting in settings(rulebook):
            table = Table(rulebook, tuple(setting.items()))
            found.setdefault(table if part is None else (rulebook, part(table.model)), table)
    return tuple(found.values())


def first_tables() -> tuple[Table, ...]:
    """Every shipped rulebook with the first answers."""
    return tuple(Table(rulebook, tuple(settings(rulebook)[0].items())) for rulebook in shipped())


def names(tables: Iterable[Table]) -> list[str]:
    """Short names for tests that go through tables."""
    return [f"{table.rulebook}-{number}" for number, table in enumerate(tables)]


def plays_part(rulebook: Rulebook) -> str:
    """All that decides what a play is and which play beats which."""
    return _meaning(rulebook, "deck", "deal", "orders", "sets", "combinations", "ladders", "bombs", "free")


def turns_part(rulebook: Rulebook) -> str:
    """All that decides how a hand goes, up to its end."""
    return plays_part(rulebook) + _meaning(
        rulebook, "play", "auctions", "steps", "effects", "duties", "claim_rules", "claims"
    )


def course_part(rulebook: Rulebook) -> str:
    """All that decides whose turn it is, whatever the plays are."""
    return _meaning(rulebook, "deal", "play", "auctions", "steps", "duties")


def _meaning(rulebook: Rulebook, *fields: str) -> str:
    data = json.loads(rulebook.model_dump_json(include=set(fields)))
    return json.dumps(_without_places(data), sort_keys=True)


def _without_places(data: Any) -> Any:
    match data:
        case dict():
            return {k: _without_places(v) for k, v in data.items() if k not in ("span", "notes", "title", "lines")}
        case list():
            return [_without_places(item) for item in data]
        case _:
            return data
