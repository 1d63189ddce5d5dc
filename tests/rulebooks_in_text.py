"""Small rulebooks written as text, with the rules of play that a test is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from cardwright.dsl import Checked, Source, check
from cardwright.interpreter import Game, State

LINES = {
    "turns": "go clockwise",
    "first hand": "opened by a random player",
    "later hands": "opened by a random player",
    "each turn": "beat or pass",
    "a pass": "keeps you in the trick",
    "a trick": "ends when all others pass in a row",
    "won at once": "never",
    "next trick": "led by the trick winner, else by the next player who has cards",
    "the hand": "ends when a player has no cards",
}

COMBINATIONS = """
combination single { cards: 1             compare: highest card }
combination pair   { cards: 2 of a rank   compare: highest card }
"""


def rules(
    *declarations: str,
    players: int = 3,
    each: int = 6,
    combinations: str = COMBINATIONS,
    deal: str = "",
    **lines: str,
) -> Game:
    """A game with 24 cards, singles and pairs; lines of `play` are replaced by keywords (`a_pass="…"`), and left out
    where they are empty."""
    told = {**LINES, **{name.replace("_", " "): line for name, line in lines.items()}}
    play = "\n".join(f"  {name}: {line}" for name, line in told.items() if line)
    text = f"""cardwright 1
rulebook house "House" edition 1
deck {{ ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: D < C < H < S }}
{deal or f"deal {{ players: {players}   each: {each}   rest: unused }}"}
{combinations}
{chr(10).join(declarations)}
play {{
{play}
}}
"""
    return game_of(text)


@cache
def game_of(text: str) -> Game:
    """The game of a rulebook given as text, at its first answers."""
    return Game(check(Source("house.rules", text)).settle())


def at(game: Game, *hands: str, opener: int = 0, **carried: int | tuple[int, ...]) -> State:
    """The start of a hand with these cards."""
    return game.deal(hands=hands, opener=opener, **carried)  # type: ignore[arg-type]


def after(state: State, *actions: str) -> State:
    """The state after these actions."""
    for action in actions:
        state = state.apply(action)
    return state


def offered(state: State) -> list[str]:
    """The legal actions as text."""
    return [str(action) for action in state.legal_actions()]


def scores(game: Game, **told: object) -> list[object]:
    """What a settlement comes to."""
    situation: Mapping[str, object] = told
    return list(game.settle(situation).scores)


def checked(
    *declarations: str,
    suits: str = "D < C < H < S",
    deal: str = "each: 6   rest: unused",
    combinations: str = COMBINATIONS,
    unseen: bool = False,
    players: int = 3,
    before: str = "",
) -> Checked:
    """A rulebook with 24 cards, checked and without errors; `unseen`: with errors, as if they had not been found."""
    play = {"before": before, **LINES} if before else LINES
    lines = "\n".join(f"  {name}: {line}" for name, line in play.items())
    told = "\n".join(declarations)
    text = f"""cardwright 1
rulebook house "House" edition 1
deck {{ ranks: 4 < 5 < 6 < 7 < 8 < 9   suits: {suits} }}
deal {{ players: {players}   {deal} }}
{combinations}
{told}
play {{
{lines}
}}
"""
    result = check(Source("house.rules", text))
    if unseen:
        assert result.errors
        return replace(result, diagnostics=())
    assert not result.errors, result.errors
    return result
