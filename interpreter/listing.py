"""What takes too long to list: choices of cards to give or to lay down, and plays of which a hand can have too many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb

from cardwright.dsl import Span, model

from .deal import hand_sizes
from .game import Game
from .matching import Matcher

MOST_LISTED = 100_000
"""So many ways to give cards or to lay them down can be listed for one turn."""
MOST_WAYS = 20_000
"""With more ways to make plays of one type from a hand, a turn takes long."""


@dataclass(frozen=True, slots=True)
class Long:
    """What there is too much of: a combination, the step or the turn that asks for so many of so many cards."""

    of: str
    place: Span | None
    cards: int = 0
    held: int = 0


def long_choices(game: Game) -> Iterator[Long]:
    """Steps that give, and turns that lay down, so many of so many cards that the ways cannot be listed."""
    rulebook = game.rulebook
    held = _most_held(game)
    for step in rulebook.steps:
        match step.act:
            case model.Gives(count=model.Number(value=count), extreme=None) if step.name in rulebook.play.before:
                if comb(held, count) > MOST_LISTED:
                    yield Long(step.name, step.act.span or step.span, count, held)
    if rulebook.play.discards:
        long = [size for size in range(1, held + 1) if comb(held, size) > MOST_LISTED]
        size = next(
            (size for size in long if any(_has_size(game, matcher, size) for matcher in game.rules.plays.matchers)), 0
        )
        line = rulebook.play.line("each turn")
        if size and line is not None:
            yield Long("each turn", line.span, size, held)


def long_plays(game: Game) -> Iterator[Long]:
    """Combinations of which some hand has too many plays: such a hand was found."""
    held, deck = _most_held(game), sorted(game.pieces.all)
    for matcher in game.rules.plays.matchers:
        planner, name = matcher.planner, matcher.rule.combination.name
        low, high = planner.span
        if planner.untouched or sum(comb(held, size) for size in range(low, min(high, held) + 1)) <= MOST_WAYS:
            continue
        step = len(deck) // held
        for hand in (deck[:held], deck[::step][:held]):
            found = planner.fill(planner.pool(tuple(hand)), (1, held))
            if sum(1 for _ in islice(found, MOST_WAYS + 1)) > MOST_WAYS:
                yield Long(name, matcher.rule.combination.span, held=held)
                break


def _most_held(game: Game) -> int:
    """The most cards that a player is dealt, or takes up from the kitty."""
    deal, pieces = game.rulebook.deal, len(game.pieces.all)
    more = pieces - deal.each * deal.players if deal.rest in ("kitty", "holder") else 0
    return max(hand_sizes(deal, pieces)) + more


def _has_size(game: Game, matcher: Matcher, size: int) -> bool:
    planner = matcher.planner
    return next(planner.fill(planner.pool(game.pieces.all), (size, size)), None) is not None
