"""Reasons as values: the rule, its place, the values compared, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from cardwright.dsl import Span, model

from .actions import Action
from .alternatives import Alternative
from .contest import Compared
from .messages import Message
from .telling import Naming

Rule: TypeAlias = Literal[model.Forbids, "duty"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. `rule` is from the closed list, or the name of the duty; `span` is the clause that says so.

    >>> import cardwright
    >>> reason, = cardwright.load("hk").position({"hand": "8D 9S", "table": "8H"}).why_not("8D")
    >>> reason.rule, reason.message, reason.span.line, reason.values[0].result, reason.data["rule"]
    ('too_low', '8D is lower than 8H: highest card 8D against 8H', 45, 'less', 'too_low')
    """

    rule: str
    message: str
    span: Span | None = None
    values: tuple[Compared, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    """What cards that are no combination come nearest to."""
    said: Message | None = field(default=None, compare=False, repr=False)
    """The message, for whoever speaks another language or calls things by other names."""
    demand: Message | None = field(default=None, compare=False, repr=False)
    """What the duty asks for, in words of the model."""

    def told(self, naming: Naming) -> str:
        """The message, with everything called as `naming` has it."""
        return self.message if self.said is None else self.said.told(naming)

    @property
    def data(self) -> dict[str, Any]:
        """The reason as JSON data."""
        near = [
            {"combination": one.combination, "lacks": list(one.lacks), "over": list(one.over)}
            for one in self.alternatives
        ]
        return {
            "rule": self.rule,
            "message": self.message,
            "span": None if self.span is None else asdict(self.span),
            "values": [value.data for value in self.values],
            **({"alternatives": near} if near else {}),
        }


@dataclass(frozen=True, slots=True)
class Reasons:
    """All reasons why an action is refused, and the legal action nearest to it.

    >>> import cardwright
    >>> game = cardwright.load("hk")
    >>> reasons = game.position({"hand": "8D 9S", "table": "8H"}).why_not("8D")
    >>> str(reasons), reasons.rules, str(reasons.nearest), len(list(reasons))
    ('8D: 8D is lower than 8H: highest card 8D against 8H', ('too_low',), '9S', 1)
    >>> reasons.told(cardwright.speaking(game.rulebook, "zh-Hant")), reasons.to_json()["nearest"]
    (('8D 細過 8H：最大的一張 8D 對 8H',), '9S')
    """

    action: str
    reasons: tuple[Reason, ...]
    nearest: Action | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that are broken."""
        return tuple(reason.rule for reason in self.reasons)

    def told(self, naming: Naming) -> tuple[str, ...]:
        """The messages, with everything called as `naming` has it."""
        return tuple(reason.told(naming) for reason in self.reasons)

    def __iter__(self) -> Iterator[Reason]:
        return iter(self.reasons)

    def __str__(self) -> str:
        return f"{self.action}: {'; '.join(reason.message for reason in self.reasons)}"

    def to_json(self) -> dict[str, Any]:
        """The reasons as JSON data."""
        return {
            "action": self.action,
            "reasons": [reason.data for reason in self.reasons],
            "nearest": None if self.nearest is None else str(self.nearest),
        }
