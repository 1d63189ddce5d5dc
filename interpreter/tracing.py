"""What was worked out for an action: readings, comparisons, duties, conditions and formulas with their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from cardwright.dsl import Span, model

from .actions import Action, Attempt, Discard, Pass, PlayCards
from .contest import Comparison
from .events import Event
from .happenings import happened
from .pieces import Pieces, Rank, Suit
from .play import Play
from .reasons import Reasons
from .refusing import why_not
from .rules import Rules
from .state import State
from .telling import AsWritten, Naming
from .watching import Recorder
from .wording import words

_PLAYERS = frozenset({
    "player", "next_player", "opener", "trick_winner", "last_winner", "last_loser", "beaten_player", "winner", "losers",
    "players", "last_player", "payer", "payee",
})  # fmt: skip
"""The facts that are players."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A condition or a formula of the rulebook that had a value. `depth`: in how many others it was asked for."""

    declaration: str
    """What it stands in, as `duty top`."""
    text: str
    value: str
    depth: int
    span: Span | None = None
    of: model.Expression | None = field(default=None, compare=False, repr=False)

    def told(self, naming: Naming) -> str:
        """What was worked out, with everything called as `naming` has it, and its value."""
        value = naming.language.messages.get(f"trace.value.{self.value}", self.value)
        return f"{self.text if self.of is None else words(self.of, naming)} = {value}"


@dataclass(frozen=True, slots=True)
class Examined:
    """A duty that was asked about. `binds`: whether it binds here. `met`: whether the action is what it must be; None
    where the duty is not about it."""

    name: str
    binds: bool
    met: bool | None
    refused: bool
    """Whether what breaks it is refused; otherwise it has a price."""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """What was worked out for an action, in order; and what follows, or why it is not legal.

    >>> import cardwright
    >>> state = cardwright.load("hk").position({"hand": "5D 9S KC", "table": "8H", "next_has": 1})
    >>> trace = state.trace("9S")
    >>> trace.legal, trace.readings, trace.comparison.verdict, [event.kind for event in trace.events]
    (True, ('single',), 'same_type', ['followed', 'breached'])
    >>> [(duty.name, duty.binds, duty.met) for duty in trace.duties]
    [('top', True, False)]
    >>> [(one.declaration, one.text, one.value) for one in trace.worked][0]
    ('duty top', 'next player has 1 card', 'yes')
    >>> state.trace("8C").reasons.rules, trace.to_json()["legal"]
    (('not_held', 'too_low'), True)
    """

    action: str
    readings: tuple[str, ...]
    """The combinations that the cards are read as."""
    comparison: Comparison | None
    """How the play stands to the table, if there is one."""
    duties: tuple[Examined, ...]
    worked: tuple[Worked, ...]
    reasons: Reasons | None
    """Why it is not legal: the same as `State.why_not` gives."""
    events: tuple[Event, ...]
    """What it brings about, secrets included; empty for what is not legal."""

    @property
    def legal(self) -> bool:
        """Whether the action is legal."""
        return self.reasons is None

    def to_json(self) -> dict[str, Any]:
        """The trace as JSON data."""
        comparison = self.comparison
        return {
            "action": self.action,
            "legal": self.legal,
            "readings": list(self.readings),
            "comparison": None if comparison is None else _compared(comparison),
            "duties": [_with_span(duty) for duty in self.duties],
            "worked": [{key: value for key, value in _with_span(one).items() if key != "of"} for one in self.worked],
            "reasons": [] if self.reasons is None else [reason.data for reason in self.reasons],
            "events": [event.to_json() for event in self.events],
        }


def _compared(comparison: Comparison) -> dict[str, Any]:
    return {
        "beats": comparison.beats,
        "verdict": comparison.verdict,
        "name": comparison.name,
        "values": [value.data for value in comparison.keys],
        "span": None if comparison.span is None else asdict(comparison.span),
    }


def _with_span(one: Worked | Examined) -> dict[str, Any]:
    data = {name: getattr(one, name) for name in type(one).__slots__}
    return {**data, "span": None if one.span is None else asdict(one.span)}


def traced(state: State, action: Action | Attempt) -> Trace:
    """Work an action out again with rules that are watched."""
    at, watch = state.at, Recorder()
    rules = Rules(state.rules.rulebook, watch=watch)
    course = rules.course(at)
    reasons = why_not(state.rules.course(at), at, action)
    text = course.pieces.format(action.pieces) if isinstance(action, Attempt) else str(action)
    if reasons is not None and "hand_over" in reasons.rules:
        return Trace(text, (), None, (), (), reasons, ())
    readings: tuple[Play, ...] = ()
    comparison = None
    if isinstance(action, PlayCards | Attempt):
        whole = action.pieces == at.hands[at.turn] and course.legality.untouched(at)
        readings = course.plays.readings(action.pieces, whole)
    if isinstance(action, PlayCards) and at.table is not None:
        comparison = course.plays.compare(action.play, at.table)
    duties = () if isinstance(action, Attempt) else tuple(_examined(state, course, action))
    events: tuple[Event, ...] = ()
    if reasons is None and not isinstance(action, Attempt):
        before_the_lead = at.answers is not None or at.special.doing
        (rules if before_the_lead else course).moved(at, action)
        after = state.apply(action)
        if after.is_over:
            rules.settling.settle(after.ended)
        events = happened(state, action, after)
    combinations = tuple(dict.fromkeys(play.combination for play in readings))
    return Trace(text, combinations, comparison, duties, tuple(_worked(rules, watch)), reasons, events)


def _examined(state: State, course: Rules, action: Action) -> Iterator[Examined]:
    """The duties, asked about one action at the table that all other rules allow."""
    at = state.at
    at_table = at.answers is None and not at.special.doing and isinstance(action, PlayCards | Pass | Discard)
    if not at_table or not course.duties.all or not course.legality.allows(at, action):
        return
    # Which of them bind is asked about everything else that could be done: that is not watched.
    binding = {duty.name for duty in state.rules.course(at).legality.binding(at)[0]}
    facts = course.duties.facts(at)
    facts.act(action)
    for duty in course.duties.all:
        applies = duty.when is None or bool(duty.when(facts))
        met = bool(duty.must(facts)) if applies and duty.concerns(facts, action) else None
        yield Examined(duty.name, duty.name in binding, met, duty.refused, duty.span)


# ---- values in words -----------------------------------------------------------------------------------------------


def _worked(rules: Rules, watch: Recorder) -> Iterator[Worked]:
    """Everything that had a value, each value of each place once."""
    naming, seen = AsWritten(rules.rulebook), set()
    for expression, value, depth in watch.values:
        if expression.span is None:
            continue
        shown = _shown(rules.pieces, expression, value)
        if (expression.span, shown) not in seen:
            seen.add((expression.span, shown))
            declaration = _declaration(rules.rulebook, expression.span)
            yield Worked(declaration, words(expression, naming), shown, depth, expression.span, expression)


def _declaration(rulebook: model.Rulebook, span: Span) -> str:
    """The declaration that a place is in."""
    named: dict[str, tuple[Any, ...]] = {
        "combination": rulebook.combinations,
        "set": rulebook.sets,
        "duty": rulebook.duties,
        "effect": rulebook.effects,
        "claim": rulebook.claims,
        "step": rulebook.steps,
        "table": rulebook.tables,
        "factors": rulebook.factors,
        "let": rulebook.lets,
        "payment": rulebook.payments,
        "always": rulebook.always,
    }
    for kind, declared in named.items():
        for one in declared:
            if one.span is not None and one.span.contains(span):
                return f"{kind} {one.name}"
    return "play" if rulebook.match.span is None or not rulebook.match.span.contains(span) else "match"


def _shown(pieces: Pieces, expression: model.Expression, value: Any) -> str:
    """A value as people write it."""
    shown: object = value
    match value:
        case None:
            shown = "nothing"
        case bool():
            shown = "yes" if value else "no"
        case Rank():
            shown = pieces.deck.ranks[value]
        case Suit():
            shown = pieces.deck.suits[value]
        case int() if _is_player(expression):
            shown = f"P{value + 1}"
        case tuple() | frozenset():
            shown = " ".join(_member(pieces, expression, one) for one in value) or "nothing"
    return str(shown)


def _member(pieces: Pieces, expression: model.Expression, value: Any) -> str:
    """A member of several: a play, a player, a rank, or a card."""
    if isinstance(value, Play | Rank | Suit) or _is_player(expression):
        return _shown(pieces, expression, value)
    return str(pieces.names[value])


def _is_player(expression: model.Expression) -> bool:
    """Whether the value is a player, or players."""
    match expression:
        case model.Fact(fact=fact):
            return fact in _PLAYERS
        case model.Role() | model.Placed():
            return True
        case model.Selected(among=among):
            return _is_player(among)
        case _:
            return False
