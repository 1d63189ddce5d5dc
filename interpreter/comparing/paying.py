"""Ends of hands that two games settle otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from operator import ge

from cardwright.dsl import model

from ..ends import MOST_COUNTS, MOST_FACTS, MOST_HELD, Ends, counts, most_left, plain
from ..errors import CardwrightError, Unanswerable
from ..examples import told
from ..game import Game
from ..readers import only_counts
from .pairing import Pairing
from .witness import Witness, translated, witness


@dataclass(frozen=True, slots=True)
class Paid:
    """How settlements compare. `tried`: how many ends were settled in both. `exhausted`: whether these were all numbers
    of cards that can be left, and nothing else is asked."""

    smallest: Witness | None
    tried: int
    exhausted: bool


def compare_payments(pairing: Pairing) -> Paid:
    """Settle ends of hands in both games, from few cards to many, until one is settled otherwise."""
    first, second = pairing.first, pairing.second
    if first.players != second.players:
        return Paid(None, 0, False)
    ends = Ends(first, second, pairing.back)
    every = list(islice(counts(first), MOST_COUNTS + 1))
    whole = len(every) <= MOST_COUNTS and all(map(ge, most_left(first), most_left(second)))
    tried = 0
    found: list[Witness] = []
    stages: tuple[tuple[Iterable[model.Example], int], ...] = (
        (plain(first), MOST_COUNTS),
        (ends.with_facts(), MOST_FACTS),
        (ends.held() if ends.asks_hands else (), MOST_HELD),
    )
    asked = set()
    for examples, most in stages:
        known = min((one.size for one in found), default=None)
        made, number, silent = _first_difference(pairing, islice(examples, most), known)
        tried += number
        asked |= silent
        if made is not None:
            found.append(made)
    exhausted = whole and not asked and only_counts(first.rulebook) and only_counts(second.rulebook)
    smallest = min(found, key=lambda one: one.size, default=None)
    if smallest is not None:
        smallest = replace(smallest, smallest=exhausted)
    return Paid(smallest, tried, exhausted)


def _first_difference(
    pairing: Pairing, examples: Iterator[model.Example], known: int | None
) -> tuple[Witness | None, int, set[str]]:
    """The first end that is settled otherwise, with fewer cards than what is known; how many were settled; and what
    some could not answer."""
    number = 0
    silent: set[str] = set()
    for example in examples:
        if known is not None and _size(example) >= known:
            continue
        one = _scores(pairing.first, example)
        other = _scores(pairing.second, translated(example, pairing))
        if one is None or other is None:
            silent.add(example.kind)
            continue
        number += 1
        if one != other and isinstance(one, tuple):
            made = witness(pairing, "payment", replace(example, scores=one), _size(example))
            if made is not None:
                return made, number, silent
    return None, number, silent


def _size(example: model.Example) -> int:
    """How many cards an end of a hand tells of."""
    return sum(example.left) + sum(map(len, example.held)) + sum(len(fact.cards) for fact in example.facts)


def _scores(game: Game, example: model.Example) -> tuple[int, ...] | str | None:
    """What an end pays; why it is no end of a hand in this game; None where it does not tell enough, or pays halves."""
    try:
        scores = game.rules.settling.settle(told(game, example)).scores
    except Unanswerable:
        return None
    except CardwrightError as error:
        return type(error).__name__
    whole = tuple(int(score) for score in scores if score == int(score))
    return whole if len(whole) == len(scores) else None
