"""What all environments of one game share: its rules, the numbers of its actions, its tensors."""

from __future__ import annotations

from functools import cached_property
from operator import index
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cardwright.interpreter import Answers, Cursors, Game, Illegal, TooMany, Universe, load, universe_of

from .encoding import Encoder
from .layout import Layout

Given: TypeAlias = tuple[tuple[str, bool | int | str], ...]
"""Answers in the order of the names of the options."""
Actions: TypeAlias = Literal["auto", "table", "indexed"]
"""How actions are numbered: by the table of the rulebook, by their place among what is legal, or by the table unless it
would be too long."""


class Setup:
    """A game made ready for learners. `rulebook`: a name, a path, or a game (whose table is its own). Raises TooMany
    where a table is asked for and there can be none, and what `load` raises."""

    def __init__(self, rulebook: str | Path | Game, options: Answers | None = None, actions: Actions = "auto") -> None:
        if actions not in ("auto", "table", "indexed"):
            raise ValueError(f"actions are numbered by `auto`, `table` or `indexed`, not `{actions}`")
        if isinstance(rulebook, Game) and options:
            raise ValueError("a game has its answers: give options with the name of a rulebook")
        self.key = (rulebook, tuple(sorted((options or {}).items())), actions)
        """What it was made of."""
        self.universe: Universe | None = None
        self.too_many: TooMany | None = None
        """Why there is no table."""
        try:
            if actions != "indexed" and isinstance(rulebook, Game):
                self.game, self.universe = rulebook, Universe(rulebook)
            elif actions != "indexed":
                self.game, self.universe = universe_of(rulebook, options)  # type: ignore[arg-type]
        except TooMany as error:
            if actions == "table":
                raise
            self.too_many = error
        if self.universe is None:
            self.game = rulebook if isinstance(rulebook, Game) else load(rulebook, options)
        self.cursors = Cursors(self.game, self.universe)
        self.size = self.cursors.size
        """How many numbers actions have; in the indexed form, no more are ever legal at once."""

    @cached_property
    def layout(self) -> Layout:
        """Which numbers of an observation mean what."""
        return Layout(self.game)

    @cached_property
    def encoder(self) -> Encoder:
        """What writes observations."""
        return Encoder(self.layout, self.cursors)

    @property
    def texts(self) -> tuple[str, ...]:
        """The actions by their numbers; empty in the indexed form, where numbers have no meaning of their own."""
        return () if self.universe is None else self.universe.texts


def numbered(action: Any) -> int:
    """The number that an action is told by, of any library. Raises Illegal."""
    try:
        return index(action)
    except TypeError:
        raise Illegal(f"an action is told by its number, a whole one, not as `{action}`") from None


def setup_of(rulebook: str | Path | Game, options: Given, actions: Actions, anew: bool = False) -> Setup:
    """A game made ready, once in a process unless it is wanted `anew`: what `Setup.key` tells."""
    key = (rulebook, options, actions)
    known = None if anew else _setups.get(key)
    if known is None:
        known = _setups[key] = Setup(rulebook, dict(options) or None, actions)
    return known


_setups: dict[tuple[str | Path | Game, Given, Actions], Setup] = {}
