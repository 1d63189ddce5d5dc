"""The verb perft: how many ways a hand can go on."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from .options import Format, FormatOption, RulebookName, SeedOption, WithOption, WithoutOption
from .output import columns, say, say_all, say_json

_DEPTH = 2


class Engine(StrEnum):
    """What knows the legal actions of a state, and what they lead to."""

    DEFINITION = "definition"
    PYTHON = "python"


def perft(
    rb: RulebookName,
    depth: Annotated[int, typer.Option("--depth", min=1, max=100, help="Up to how many actions.")] = _DEPTH,
    seed: SeedOption = None,
    after: Annotated[
        int, typer.Option("--after", min=0, max=10_000, help="Begin after so many random actions of the same seed.")
    ] = 0,
    engine: Annotated[
        Engine, typer.Option("--engine", help="What counts: the counts of both must be the same.")
    ] = Engine.DEFINITION,
    divide: Annotated[bool, typer.Option("--divide", help="Tell the sequences by their first action.")] = False,
    with_: WithOption = None,
    without: WithoutOption = None,
    format: FormatOption = Format.HUMAN,
) -> None:
    """Count how a dealt hand can go on: the sequences of 1, 2, .. legal actions.

    Another program for the same rules can be compared by these numbers, and the engines with one another (`native`
    plays whole hands alone). A hand that is over has no longer sequences.
    As JSON: {"seed": N, "after": N, "counts": [...]}, with `--divide` also {"divide": {"ACTION": N, ...}}.
    """
    from cardwright.interpreter import Game, counted, counted_by_action, gone_on

    from .opening import open_game

    game = Game(open_game(rb, with_, without).game.rulebook, engine=engine.value)
    dealt = game.shuffle(seed)
    assert dealt.seed is not None, "a deal that is shuffled has a seed"
    state = gone_on(game.start(dealt), after, dealt.seed)
    counts = counted(state, depth)
    parts = {str(action): number for action, number in counted_by_action(state, depth).items()} if divide else {}
    match format:
        case Format.JSON:
            told: dict[str, object] = {"seed": dealt.seed, "after": after, "counts": counts[1:]}
            say_json({**told, "divide": parts} if divide else told)
        case Format.CONCISE:
            say(" ".join(map(str, counts[1:])))
            say_all(f"{action} {number}" for action, number in parts.items())
        case Format.HUMAN:
            place = f" after {after} random actions" if after else ""
            say(f"Seed {dealt.seed}{place}:")
            rows = [(plural(at, "action"), f"{number:,}") for at, number in enumerate(counts) if at]
            say_all(columns([(name, number.rjust(len(rows[-1][1]))) for name, number in rows]))
            if divide:
                say(f"Of {counts[-1]:,} by the first action:")
                say_all(columns((action, f"{number:,}") for action, number in parts.items()))


def plural(number: int, thing: str) -> str:
    """So many things."""
    return f"{number} {thing}{'' if number == 1 else 's'}"
