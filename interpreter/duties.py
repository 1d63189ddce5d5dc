"""Duties: which bind now, which actions break them, and what a breach leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cardwright.dsl import Span, model

from .actions import Action
from .calculations import Compile
from .env import Env
from .facts import Calculations, InPlay
from .play import Play
from .position import NOBODY, Breach, Position
from .turns import Turns
from .values import Compiled

InClass = Callable[[Play | None, Env], bool]

_OF_THE_ACTION = frozenset({"play", "pass", "rest", "going_out"})


@dataclass(frozen=True, slots=True)
class Bound:
    """A duty, compiled. `about` None: it is about every action."""

    name: str
    title: str | None
    span: Span | None
    when: Compiled | None
    per_action: bool
    """Whether `when` asks about the action, and not only about the position."""
    about: InClass | None
    must: Compiled
    refused: bool
    one_turn: bool

    def concerns(self, facts: InPlay, action: Action) -> bool:
        """Whether the duty is about such actions."""
        return self.about is None or self.about(facts.play, facts)

    def broken(self, facts: InPlay, action: Action) -> bool:
        """Whether the action is one the duty is about, and not what it must be. `facts` are about the action."""
        if not self.concerns(facts, action):
            return False
        if self.per_action and self.when is not None and not self.when(facts):
            return False
        return not self.must(facts)


class Duties:
    """The duties of one rulebook, in the order of the file."""

    def __init__(
        self,
        duties: Sequence[model.Duty],
        compile_: Compile,
        in_class: Callable[[model.Class], InClass],
        turns: Turns,
        calculations: Calculations,
    ) -> None:
        self._turns = turns
        self._calculations = calculations
        self.all = tuple(
            Bound(
                name=duty.name,
                title=duty.title,
                span=duty.span,
                when=None if duty.when is None else compile_(duty.when),
                per_action=duty.when is not None and asks_about_the_action(duty.when),
                about=None if duty.binds is None else in_class(duty.binds),
                must=compile_(duty.must),
                refused=isinstance(duty.breach, model.Refused),
                one_turn=duty.lasts == "one_turn",
            )
            for duty in duties
        )
        self._one_turn = frozenset(duty.name for duty in self.all if duty.one_turn)

    def facts(self, at: Position) -> InPlay:
        """What conditions can ask at this position."""
        return InPlay(at, self._turns.next_player(at), self._calculations)

    def binding(self, at: Position, allowed: Callable[[], Iterable[Action]]) -> tuple[tuple[Bound, ...], InPlay | None]:
        """The duties that bind here, and the facts they look at; `allowed` gives what all other rules allow.

        A duty binds only where an action that it is about meets it. Several bind together where one action breaks
        none of them; otherwise each in the order of the file, if it can be met with those before it."""
        if not self.all:
            return (), None
        facts = self.facts(at)
        asked = [duty for duty in self.all if duty.when is None or duty.per_action or duty.when(facts)]
        if not asked:
            return (), None
        meetable = 0
        patterns: set[int] = set()
        for action in allowed():
            facts.act(action)
            broken = 0
            for number, duty in enumerate(asked):
                if duty.broken(facts, action):
                    broken |= 1 << number
                elif duty.concerns(facts, action):
                    meetable |= 1 << number
            patterns.add(broken)
            if len(asked) == 1 and meetable:
                return (asked[0],), facts
        binding = 0
        for number in range(len(asked)):
            together = binding | 1 << number
            if meetable >> number & 1 and any(not broken & together for broken in patterns):
                binding = together
        return tuple(duty for number, duty in enumerate(asked) if binding >> number & 1), facts

    def after(self, at: Position, after: Position, broken: Sequence[Bound], facts: InPlay | None) -> Position:
        """The breaches that are remembered after an action: one that lasts one turn is gone once the player it
        protects has had that turn; the newest of the same kind stands."""
        seat = at.turn
        breaches = after.breaches
        if self._one_turn and breaches and after.hands[seat]:
            breaches = tuple(b for b in breaches if not (b.protected == seat and b.duty in self._one_turn))
        for duty in broken:
            protected = facts.next_player if facts is not None else None
            breach = Breach(duty.name, seat, NOBODY if protected is None else protected)
            breaches = (*(other for other in breaches if other != breach), breach)
        return after if breaches == after.breaches else after._replace(breaches=breaches)


def asks_about_the_action(when: model.Expression) -> bool:
    """Whether a condition asks about the action. A calculation may, so one that uses any is asked each time."""
    return any(
        isinstance(item, model.Calculation) or (isinstance(item, model.Fact) and item.fact in _OF_THE_ACTION)
        for item in model.nodes(when)
    )
