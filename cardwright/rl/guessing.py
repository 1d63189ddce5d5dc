"""Hands that one seat cannot tell from the one it plays: hidden cards are drawn anew, all that it has seen stays."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardwright.interpreter import Cards, CardwrightError, Cursor, Game, SplitMix64, State, imagine

if TYPE_CHECKING:
    from .spiel import SpielState

_TRIES = 2_000


def guessed(state: SpielState, player: int, stream: SplitMix64) -> Cursor:
    """A hand as a seat may guess it. Raises RuntimeError where none was found."""
    cursor, setup = state.cursor, state.setup
    if cursor.is_led:
        seen = cursor.observe(player)
        seats = range(setup.game.players)
        played = Counter(card for seat in seats for card in cursor.has_played(seat))
        acted = {seat for seat in seats if cursor.has_played(seat)}
        return cursor.again(imagine(setup.game.rules, seen, played, acted, stream))
    game, wanted = setup.game, cursor.observe(player)
    for _ in range(_TRIES):
        found = _replayed(game, _dealt(game, player, state.dealt(player), wanted.opener, stream), state, player, stream)
        if found is not None and found.observe(player) == wanted:
            return cursor.again(found)
    raise RuntimeError(f"no other hands were found that look the same to player {player}")


def _dealt(game: Game, player: int, own: Cards, opener: int | None, stream: SplitMix64) -> State | None:
    """Another deal in which a seat has the same cards."""
    deal = game.shuffle(stream.below(1 << 63))
    sizes = [len(hand) for hand in deal.hands]
    pool = [*game.pieces.without(own)]
    stream.shuffle(pool)
    hands: list[Cards] = []
    for seat, size in enumerate(sizes):
        if seat == player:
            hands.append(own)
        else:
            hands.append(tuple(sorted(pool[:size])))
            del pool[:size]
    try:
        return game.deal(stream.below(1 << 63), hands=hands, kitty=tuple(pool) or None, opener=opener)
    except CardwrightError:
        return None


def _replayed(game: Game, at: State | None, state: SpielState, player: int, stream: SplitMix64) -> State | None:
    """After what the seat has seen done; what it has not, others do at random. None where that cannot have been."""
    if at is None:
        return None
    seen = state.seen_done(player)
    while seen or (at.turn not in (None, player)):
        if at.turn is None:
            return None
        legal = list(at.legal_actions())
        if at.turn != player and at.claiming:
            at = at.apply(legal[stream.below(len(legal))])
            continue
        if not seen:
            break
        if seen[0][0] != at.turn:
            return None
        _, told = seen.pop(0)
        fitting = [action for action in legal if str(action) == told or str(action).partition(" ")[0] == told]
        if not fitting:
            return None
        at = at.apply(fitting[stream.below(len(fitting))])
    return at
