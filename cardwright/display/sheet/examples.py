"""What a sheet shows for example, found by the engine: a play of each combination, and a hand that is settled."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from cardwright.dsl import model
from cardwright.interpreter import BOTS, Cards, Game, Play, State, play_out

_MOST_PLAYS = 3_000
_HANDS = 24


def example(game: Game, combination: model.Combination) -> Play | None:
    """A play of a combination from the middle of the deck: of few cards, but not the fewest, and of many suits."""
    rung = game.rulebook.combinations.index(combination)
    matcher, plays = game.rules.plays.matchers[rung], game.rules.plays
    for cards in _windows(game):
        chosen: set[Cards] = set()
        for filled in islice(matcher.planner.fill(matcher.planner.pool(cards)), _MOST_PLAYS):
            chosen.add(tuple(sorted(card for filling in filled for card in filling.cards)))
        whole = matcher.planner.untouched
        found = [p for c in sorted(chosen) for p in plays.readings(c, whole) if p.combination == combination.name]
        if found:
            return _middle(game, found)
    return None


def _windows(game: Game) -> Iterable[Cards]:
    """The pieces of more and more ranks around the middle one, in the order in which ranks are written."""
    ranks = [rank for rank in game.rulebook.deck.ranks if any(game.pieces.copies[c] for c in _of_rank(game, rank))]
    middle = len(ranks) // 2
    for width in range(1, len(ranks) + 1):
        first = max(0, min(middle - width // 2, len(ranks) - width))
        chosen = {card for rank in ranks[first : first + width] for card in _of_rank(game, rank)}
        yield tuple(card for card in game.deck if card in chosen)


def _of_rank(game: Game, rank: str) -> tuple[int, ...]:
    return tuple(piece.index for piece in game.rulebook.deck.pieces if piece.rank == rank)


def _middle(game: Game, plays: list[Play]) -> Play:
    """The middle one of the plays with the second fewest cards and the most suits."""
    sizes = sorted({play.size for play in plays})
    size = sizes[min(1, len(sizes) - 1)]
    some = [play for play in plays if play.size == size]
    various = max(_variety(game, play) for play in some)
    best = [play for play in some if _variety(game, play) == various]
    return best[len(best) // 2]


def _variety(game: Game, play: Play) -> tuple[int, int]:
    """How many suits a play has, and how many different pieces."""
    suits = {game.rulebook.deck.pieces[card].suit for card in play.pieces}
    return len(suits), len(set(play.pieces))


def worked_hand(game: Game) -> State | None:
    """A hand that bots have played out, and that shows most of what is paid: of the first seeds, in order."""
    best: State | None = None
    shown = 0
    for seed in range(1, _HANDS + 1):
        bots = [BOTS["greedy"](seed) for _ in range(game.players)]
        end = play_out(game.deal(seed=seed), bots)
        outcome = end.outcome
        if outcome is None or outcome.termination == "void":
            continue
        settlement = outcome.settlement
        rows = {(entry.payment, row.name) for entry in settlement.entries for term in entry.terms for row in term.rows}
        terms = {(e.payment, t.text, t.value) for e in settlement.entries for t in e.terms if t.value not in (0, 1)}
        paid = {entry.payment for entry in settlement.entries if entry.amount}
        telling = 4 * len(rows) + 4 * len(paid) + len(terms)
        if telling > shown:
            best, shown = end, telling
    return best
