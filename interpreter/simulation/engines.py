"""Which engine plays a simulation, and the hands of the compiled engines told action by action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from ..compiled.choice import Engine, NoEngine, Wanted, as_wanted
from ..following import Turns
from ..game import Game
from ..randomness import derived_seed
from ..state import State

if TYPE_CHECKING:
    from ..compiled.engine import PythonEngine

ENGINES: tuple[str, ...] = get_args(Wanted)


def choose(
    name: str, games: Sequence[Game], bots: Sequence[str], matches: bool, hands: int | None
) -> tuple[Engine, str]:
    """The engine that plays, and why it is the definition where that was not asked for. Raises Invalid where there is
    no such engine, and NoEngine where it cannot play this."""
    wanted = as_wanted(name)
    if wanted == "definition":
        return wanted, ""
    why = _obstacle(games, bots, matches)
    if why and wanted != "auto":
        raise NoEngine(wanted, why)
    if why:
        return "definition", why
    # Made here, once, before many processes ask for it.
    found = [game.engines.whole_hands(wanted, hands, deck_of(games[0], game)) for game in games]
    for engine, reason in found:
        if engine is None:
            return "definition", reason
    return ("native" if all(engine.name == "native" for engine, _ in found if engine) else "python"), ""


def _obstacle(games: Sequence[Game], bots: Sequence[str], matches: bool) -> str:
    """Why no compiled engine can play, whatever the rules are; empty if one may."""
    if any(bot != "random" for bot in bots):
        return "only random bots are compiled"
    if matches:
        return "matches are not compiled"
    if len({game.rulebook.deal.rest for game in games}) == 1 and games[0].rulebook.deal.rest == "holder":
        takers = {(game.rulebook.deal.rest_to, game.rulebook.deal.rest_else) for game in games}
        if len(games) > 1 and (len(takers) > 1 or None in next(iter(takers))):
            return "what is left over may go to different players"
    return ""


def deck_of(first: Game, game: Game) -> tuple[int, ...] | None:
    """The pieces of a game in the order of another one's deck, so that both are dealt the same; None: as they are."""
    if game is first:
        return None
    index = game.pieces.index_at
    return tuple(index[first.pieces.names[card]] for card in first.pieces.all)


def compiled_turns(state: State, seed: int, engine: PythonEngine) -> Turns:
    """A hand that compiled engines play at random, action by action: as `turns` tells a hand of bots. `state`: as it is
    dealt from the seed."""
    from ..compiled.runtime import below

    players, codec, module = state.rules.players, engine.codec, engine.module
    streams = [*(derived_seed(seed, seat + 1) for seat in range(players)), seed]
    vector = [0] * codec.slots.length
    module["begin_hand"](vector, streams, players, [0] * len(state.rules.pieces.all))
    while state.turn is not None:
        rows: list[tuple[int, ...]] = []
        module["legal"](vector, rows)
        record = rows[below(streams, state.turn, len(rows))]
        action = codec.read_action(record, state.at.special.ranks_reversed)
        yield state, action
        module["apply"](vector, *record)
        state = state.apply(action)
    return state
