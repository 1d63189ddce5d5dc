"""Rulebooks with one small slip in them, as far as they are well-formed: rules that nobody has thought of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from options import checked

from cardwright.dsl import Mutant, RulebookError, check, mutants, parse, shipped
from cardwright.interpreter import Game


@cache
def slips(rulebook: str) -> tuple[Mutant, ...]:
    """All slips of a shipped rulebook."""
    found = checked(rulebook)
    file = parse(found.source).ast
    assert file is not None
    return tuple(mutants(file, found.source))


def slipped(random: Random) -> Iterator[tuple[str, Game]]:
    """Games of rulebooks with a slip (and what it is), without end."""
    names = shipped()
    while True:
        rulebook = random.choice(names)
        slip = random.choice(slips(rulebook))
        found = check(slip.changed)
        try:
            yield f"{rulebook}: {slip.was} becomes {slip.becomes}", Game(found.settle())
        except RulebookError:
            continue
