"""Which engine plays a simulation, and the hands of the compiled engines told action by action."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, get_args

from ..actions import Action
from ..compiled.choice import Engine, Wanted
from ..errors import Invalid
from ..game import Game
from ..randomness import derived_seed
from ..state import State

if TYPE_CHECKING:
    from ..compiled.engine import NativeEngine, PythonEngine

ENGINES: tuple[str, ...] = get_args(Wanted)
_MANY = 2000
"""For fewer hands machine code is not worth making: plain Python plays the same ones."""
_MOST = 8
_engines: OrderedDict[tuple[str, bool, tuple[int, ...] | None], PythonEngine | NativeEngine] = OrderedDict()
"""Compiled engines of this process by content, the newest last."""


def choose(
    wanted: str, games: Sequence[Game], bots: Sequence[str], matches: bool, hands: int | None
) -> tuple[Engine, str]:
    """The engine that plays, and why it is the definition where that was not asked for. Raises Invalid where another
    one is asked for that cannot."""
    if wanted not in ENGINES:
        raise Invalid(f"there is no engine `{wanted}`; there are {', '.join(ENGINES)}", wanted)
    if wanted == "definition":
        return "definition", ""
    why = _obstacle(games, bots, matches)
    if why:
        if wanted != "auto":
            raise Invalid(f"the engine `{wanted}` cannot play this: {why}")
        return "definition", why
    if wanted == "native" or (wanted == "auto" and (hands is None or hands >= _MANY)):
        why = _without_machine_code(games)
        if not why:
            return "native", ""
        if wanted == "native":
            raise Invalid(f"the engine `native` cannot play this: {why}")
    return "python", ""


def _obstacle(games: Sequence[Game], bots: Sequence[str], matches: bool) -> str:
    """Why no compiled engine can play; empty if one can."""
    from ..compiled.layout import CannotCompile

    if any(bot != "random" for bot in bots):
        return "only random bots are compiled"
    if matches:
        return "matches are not compiled"
    if len({game.rulebook.deal.rest for game in games}) == 1 and games[0].rulebook.deal.rest == "holder":
        takers = {(game.rulebook.deal.rest_to, game.rulebook.deal.rest_else) for game in games}
        if len(games) > 1 and (len(takers) > 1 or None in next(iter(takers))):
            return "what is left over may go to different players"
    try:
        for game in games:
            compiled(game, False, deck_of(games[0], game))
    except CannotCompile as error:
        return str(error)
    return ""


def _without_machine_code(games: Sequence[Game]) -> str:
    from ..compiled.engine import NativeEngine
    from ..compiled.layout import CannotCompile

    try:
        for game in games:
            engine = compiled(game, True, deck_of(games[0], game))
            assert isinstance(engine, NativeEngine)
            # Made here, once, before many processes ask for it.
            _ = engine.module.playouts
    except CannotCompile as error:
        return str(error)
    return ""


def deck_of(first: Game, game: Game) -> tuple[int, ...] | None:
    """The pieces of a game in the order of another one's deck, so that both are dealt the same; None: as they are."""
    if game is first:
        return None
    index = game.pieces.index_at
    return tuple(index[first.pieces.names[card]] for card in first.pieces.all)


def compiled(game: Game, native: bool, deck: tuple[int, ...] | None = None) -> PythonEngine | NativeEngine:
    """A compiled engine, made once in a process. Raises CannotCompile."""
    from ..compiled.engine import NativeEngine, PythonEngine

    key = (game.content, native, deck)
    engine = _engines.pop(key, None) or (NativeEngine if native else PythonEngine)(game.rules, deck)
    _engines[key] = engine
    if len(_engines) > _MOST:
        _engines.popitem(last=False)
    return engine


def compiled_turns(
    state: State, seed: int, engine: PythonEngine | NativeEngine
) -> Generator[tuple[State, Action], None, State]:
    """A hand that compiled engines play at random, action by action: as `turns` tells a hand of bots. `state`: as it is
    dealt from the seed."""
    from ..compiled.engine import PythonEngine
    from ..compiled.runtime import below

    assert isinstance(engine, PythonEngine)
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
