"""Single questions that two games answer otherwise: who opens, which way turns go, how a match stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise, product

from cardwright.dsl import model

from ..errors import CardwrightError
from ..examples import run
from ..match import verdict
from .pairing import Pairing
from .witness import Witness, translated, witness

MOST_ASKED = 600
Facts = tuple[model.ExampleFact, ...]


def compare_openers(pairing: Pairing) -> tuple[Witness | None, int]:
    """The first hands of one card each that somebody else opens; and how many were tried."""
    number = 0
    for held, facts in islice(_held(pairing), MOST_ASKED):
        number += 1
        bare = model.Example(kind="drawn", text="", held=held, facts=facts)
        for example in (bare, *(_opens(held, facts, seat) for seat in range(pairing.first.players))):
            made = _tried(pairing, example, len(held))
            if made is not None:
                return made, number
    return None, number


def _opens(held: tuple[tuple[str, ...], ...], facts: Facts, seat: int) -> model.Example:
    return model.Example(kind="opens", text="", held=held, facts=facts, leader=seat)


def _held(pairing: Pairing) -> Iterator[tuple[tuple[tuple[str, ...], ...], Facts]]:
    """One card each: two neighbours in the order of the deck, or the lowest and another, and high ones for all others;
    in the first hand, and in one after which somebody has won, and lost."""
    game = pairing.first
    order = sorted(set(game.deck), key=lambda card: game.pieces.heights[card])
    told: tuple[Facts, ...] = (
        (),
        (model.ExampleFact(seat=1, what="won"),),
        (model.ExampleFact(seat=1, what="lost"),),
        (model.ExampleFact(seat=1, what="won"), model.ExampleFact(seat=2 % game.players, what="lost")),
    )
    pairs = dict.fromkeys((*pairwise(order), *((order[0], card) for card in order[1:])))
    for (low, high), facts, turned in product(pairs, told, (False, True)):
        others = [card for card in reversed(order) if card not in (low, high)][: game.players - 2]
        cards = (high, low, *others) if turned else (low, high, *others)
        if len(cards) == game.players:
            yield tuple((game.pieces.names[card],) for card in cards), facts


def compare_directions(pairing: Pairing) -> Witness | None:
    """A play after which turns go the other way."""
    game = pairing.first
    low = next(iter(game.plays(game.pieces.names[card] for card in game.deck)), None)
    if low is None:
        return None
    course = (game.pieces.format(low.pieces),)
    told = [
        model.Example(kind="turns", text="", history=course, direction="clockwise"),
        model.Example(kind="turns", text="", history=course, direction="anticlockwise"),
    ]
    return next((made for one in told if (made := _tried(pairing, one, low.size)) is not None), None)


def compare_matches(pairing: Pairing) -> Witness | None:
    """Points after which a match is over, or won by somebody, in one game only."""
    first, second = pairing.first.rulebook.match, pairing.second.rulebook.match
    seats = pairing.first.players
    ends = {end + more for end in (first.points, second.points) if end is not None for more in (-1, 0, 1)}
    played = {end + more for end in (first.hands, second.hands) if end is not None for more in (-1, 0, 1)}
    for high, number, level in product(sorted(ends | {2}), sorted({1} | played), (1, 2)):
        points = (high,) * level + (0,) * (seats - level)
        if number < 1 or level >= seats:
            continue
        over, winners = verdict(first, points, number)
        told = [model.Example(kind="match_ends", text="", points=points, hands=number, expected=over)]
        standing = ("shares" if first.shared else "level") if len(winners) > 1 else "wins"
        told += [
            model.Example(kind="match_won", text="", points=points, hands=number, leader=seat, standing=standing)  # type: ignore[arg-type]
            for seat in winners
        ]
        for example in told:
            made = _tried(pairing, example, 0)
            if made is not None:
                return made
    return None


def _tried(pairing: Pairing, example: model.Example, size: int) -> Witness | None:
    """An example that holds in the first game alone, and that the second can answer."""
    try:
        if run(pairing.first, example).holds and not run(pairing.second, translated(example, pairing)).holds:
            about = "match" if example.kind.startswith("match") else "turn"
            return witness(pairing, about, example, size, False)  # type: ignore[arg-type]
    except (CardwrightError, ValueError):
        return None
    return None
