"""Watching a game: which expressions of its rulebook are worked out, and as what cards are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardwright.dsl import Span, model

from .env import Env
from .play import Play


class Watch:
    """What happened since it was cleared. A game is made with one or without; without, nothing is slower."""

    def __init__(self) -> None:
        self.worked_out: set[Span] = set()
        """The places of expressions that had a value."""
        self.held: set[Span] = set()
        """The places of those that were true, or not nothing."""
        self.combinations: set[str] = set()
        """What cards were read as."""

    def clear(self) -> None:
        """Forget what happened."""
        self.worked_out.clear()
        self.held.clear()
        self.combinations.clear()

    def watched(self, compiled: Callable[[Env], Any], expression: model.Expression) -> Callable[[Env], Any]:
        """The same closure, seen whenever it is asked."""
        span = expression.span
        if span is None:
            return compiled

        def seen(env: Env) -> Any:
            value = compiled(env)
            self.worked_out.add(span)
            if value:
                self.held.add(span)
            return value

        return seen

    def read(self, plays: Iterable[Play]) -> None:
        """See how cards are read."""
        self.combinations.update(play.combination for play in plays)


class Recorder(Watch):
    """A watch that keeps every value in the order in which work on it began, and how deep in others it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[tuple[model.Expression, Any, int]] = []
        self._depth = 0

    def watched(self, compiled: Callable[[Env], Any], expression: model.Expression) -> Callable[[Env], Any]:
        """The same closure, with its values kept; what is only a name for something is not."""
        if expression.kind in _NAMES:
            return compiled

        def seen(env: Env) -> Any:
            place = len(self.values)
            self._depth += 1
            try:
                value = compiled(env)
            finally:
                self._depth -= 1
            self.values.insert(place, (expression, value, self._depth))
            return value

        return seen


_NAMES = frozenset({"number", "rank", "suit", "cards", "variable", "element"})
