"""What takes too long to list: choices of cards to give or to lay down, and plays of which a hand can have too many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import comb

from cardwright.dsl import Diagnostic, Span, model, problem

from .compiled.explaining import plans
from .game import Game
from .matching import Matcher

MOST_LISTED = 100_000
"""So many ways to give cards or to lay them down can be listed for one turn."""
MOST_WAYS = 20_000
"""With more ways to make plays of one type from a hand, a turn takes long."""
MOST_TRIED = 2_000
"""With more subsets to try for plays of one type in a hand, a turn takes long."""


def lengthy(game: Game, places: Mapping[str, Span]) -> Iterator[Diagnostic]:
    """What of a game is too much to list; `places`: where the combinations are declared."""
    held = game.rules.plays.hand_sizes[-1]
    for place, cards, of in _choices(game, held):
        yield problem(
            "CW735",
            f"there are more than {MOST_LISTED:,} ways to choose {cards} of {of} cards",
            place,
            help="let fewer cards be chosen, or the `highest` or `lowest` be given",
        )
    for matcher in game.rules.plays.matchers:
        name = matcher.rule.combination.name
        if _has_too_many(game, matcher, held):
            yield problem(
                "CW620",
                f"a hand of {held} cards can be `{name}` in more than {MOST_WAYS:,} ways: a turn takes long",
                places[name],
                help="ask more of its cards (a rank, a suit, a row), or deal fewer",
            )
    for plan in plans(game.rules, held).combinations:
        if plan.search.reason:
            yield problem(
                "CW622",
                f"no program finds `{plan.name}`: {plan.search.reason}",
                places[plan.name],
                help="it is played all the same, but the whole rulebook as slowly as if no program were made of it",
            )
        elif plan.search.tries and plan.search.ways > MOST_TRIED:
            yield problem(
                "CW621",
                f"to find `{plan.name}` in a hand of {held} cards, up to {plan.search.ways:,} subsets are tried",
                places[plan.name],
                help="ask for ranks, a suit or a row, which are found without trying; or for fewer cards",
            )


def _choices(game: Game, held: int) -> Iterator[tuple[Span, int, int]]:
    """Steps that give, and turns that lay down, so many of so many cards held that the ways cannot be listed. Who gives
    may have got cards in the steps before."""
    rulebook = game.rulebook
    acts = {step.name: step.act for step in rulebook.steps}
    before: list[model.Takes | model.Gives] = []
    for act in (acts[name] for name in rulebook.play.before if name in acts):
        most = max(model.held_sizes(rulebook.deal, len(game.pieces.all), before))
        before.append(act)
        match act:
            case model.Gives(count=model.Number(value=count), extreme=None, span=place) if (
                place is not None and comb(most, count) > MOST_LISTED
            ):
                yield place, count, most
    line = rulebook.play.line("each turn")
    if not rulebook.play.discards or line is None or line.span is None:
        return
    for size in range(1, held + 1):
        if comb(held, size) > MOST_LISTED and any(_has_size(game, one, size) for one in game.rules.plays.matchers):
            yield line.span, size, held
            return


def _has_size(game: Game, matcher: Matcher, size: int) -> bool:
    """Whether any play of a type has so many cards."""
    planner = matcher.planner
    return next(planner.fill(planner.pool(game.pieces.all), (size, size)), None) is not None


def _has_too_many(game: Game, matcher: Matcher, held: int) -> bool:
    """Whether some hand has too many plays of a type: one of two hands shows it, of high cards and of all ranks."""
    planner, deck = matcher.planner, sorted(game.pieces.all)
    low, high = planner.span
    if planner.untouched or sum(comb(held, size) for size in range(low, min(high, held) + 1)) <= MOST_WAYS:
        return False
    for hand in (deck[-held:], deck[:: len(deck) // held][:held]):
        found = planner.fill(planner.pool(tuple(hand)), (1, held))
        if sum(1 for _ in islice(found, MOST_WAYS + 1)) > MOST_WAYS:
            return True
    return False
