"""Why an action is not legal: every reason, with the rule, its place, the values compared, and what would be legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from cardwright.dsl import Span, model

from .actions import Action, Attempt, Bid, Decline, Discard, Give, MakeClaim, Pass, PlayCards
from .contest import Compared, Comparison
from .play import Cards, Play
from .position import NOBODY, Position
from .rules import Rules
from .telling import AsWritten, Many, Naming, Put, Said, Sentence, Thing, tell

Rule: TypeAlias = Literal[
    "not_held",
    "no_combination",
    "ambiguous",
    "not_comparable",
    "wrong_size",
    "too_low",
    "cannot_pass",
    "must_beat",
    "opening",
    "not_untouched",
    "not_now",
    "hand_over",
    "claim_not_held",
    "no_such_bid",
    "bid_too_low",
    "give_count",
    "discard_count",
    "duty",
]

_VERDICTS: dict[str, Rule] = {
    "wrong_size": "wrong_size",
    "below_bombs": "not_comparable",
    "too_low": "too_low",
    "equal": "too_low",
    "lower_rung": "too_low",
    "other_type": "not_comparable",
    "not_shared": "not_comparable",
    "incomparable": "not_comparable",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. `rule` is from the closed list, or the name of the duty; `span` is the clause that says so."""

    rule: str
    message: str
    span: Span | None = None
    values: tuple[Compared, ...] = ()
    parts: tuple[Said, ...] = field(default=(), compare=False, repr=False)
    """The message in parts, for whoever calls things by other names."""

    def told(self, naming: Naming) -> str:
        """The message, with everything called as `naming` has it."""
        return tell(self.parts, naming) if self.parts else self.message


@dataclass(frozen=True, slots=True)
class Reasons:
    """All reasons why an action is refused, and the legal action nearest to it."""

    action: str
    reasons: tuple[Reason, ...]
    nearest: Action | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that are broken."""
        return tuple(reason.rule for reason in self.reasons)

    def __iter__(self) -> Iterator[Reason]:
        return iter(self.reasons)

    def __str__(self) -> str:
        return f"{self.action}: {'; '.join(reason.message for reason in self.reasons)}"

    def to_json(self) -> dict[str, Any]:
        """The reasons as JSON data."""
        return {
            "action": self.action,
            "reasons": [
                {
                    "rule": reason.rule,
                    "message": reason.message,
                    "span": None if reason.span is None else asdict(reason.span),
                    "values": [asdict(value) for value in reason.values],
                }
                for reason in self.reasons
            ],
            "nearest": None if self.nearest is None else str(self.nearest),
        }


def why_not(rules: Rules, at: Position, action: Action | Attempt) -> Reasons | None:
    """Every reason why an action is not legal at a position; None if it is."""
    if not isinstance(action, Attempt) and rules.legality.is_legal(at, action):
        return None
    found = tuple(_reasons(rules, at, action))
    if not found:
        return None
    text = rules.pieces.format(action.pieces) if isinstance(action, Attempt) else str(action)
    return Reasons(text, found, _nearest(rules, at, action))


def lapsed(rules: Rules, at: Position, action: Action) -> tuple[str, ...]:
    """The duties that would stand against a legal action, if any action at all could meet them here (together with
    those that bind)."""
    if at.ended is not None or at.answers is not None or not rules.duties.all:
        return ()
    facts = rules.duties.facts(at)
    facts.act(action)
    binding = {duty.name for duty in rules.legality.binding(at)[0]}
    return tuple(
        duty.name
        for duty in rules.duties.all
        if duty.name not in binding and (duty.when is None or duty.when(facts)) and duty.broken(facts, action)
    )


def _reasons(rules: Rules, at: Position, action: Action | Attempt) -> Iterator[Reason]:
    if at.ended is not None:
        yield Reason("hand_over", "the hand is over")
        return
    if at.answers is not None:
        yield from _in_claims(rules, at, action)
        return
    if at.special.doing:
        yield from _before_the_lead(rules, at, action)
        return
    match action:
        case MakeClaim() | Decline():
            yield Reason("not_now", "claims are made before the first lead only")
        case Bid():
            yield Reason("not_now", "nobody is bidding now")
        case Give():
            yield Reason("not_now", "nothing is given away now")
        case Discard(pieces=pieces):
            yield from _discard(rules, at, pieces)
        case Pass():
            yield from _pass(rules, at)
        case PlayCards(play=play):
            yield from _play(rules, at, play.pieces, play)
        case Attempt(pieces=pieces, reading=reading):
            yield from _attempt(rules, at, pieces, reading)


def _in_claims(rules: Rules, at: Position, action: Action | Attempt) -> Iterator[Reason]:
    match action:
        case MakeClaim(name=name):
            claim = next((claim for claim in rules.claiming.all if claim.name == name), None)
            if claim is None:
                yield Reason("claim_not_held", f"there is no claim `{name}`")
            elif name not in rules.claiming.open_to(at.hands[at.turn]):
                parts = ("this hand does not hold what ", Thing(name), " asks for")
                yield _told(rules, "claim_not_held", parts, claim.span)
        case Decline():
            return
        case _:
            yield Reason("not_now", "claims come first: claim or decline")


def _before_the_lead(rules: Rules, at: Position, action: Action | Attempt) -> Iterator[Reason]:
    """Why an action does not fit the auction or the step that asks."""
    auction = rules.preparing.auctions.get(at.special.doing)
    if auction is not None:
        highest = max(at.special.calls, default=0)
        match action:
            case Bid(bid=bid) if bid not in auction.bids:
                shown = ", ".join(map(str, auction.bids))
                yield Reason("no_such_bid", f"the bids of `{auction.name}` are {shown}", auction.span)
            case Bid(bid=bid):
                yield Reason("bid_too_low", f"{bid} is not higher than the bid of {highest}", auction.span)
            case _:
                yield Reason("not_now", f"`{auction.name}` comes first: bid or pass", auction.span)
        return
    step = rules.preparing.steps[at.special.doing]
    number = rules.preparing.to_give(at)
    match action:
        case Give(pieces=pieces):
            if len(pieces) != number:
                yield Reason("give_count", f"{number} must be given, not {len(pieces)}", step.span)
            yield from _not_held(rules, at, pieces)
        case _:
            yield Reason("not_now", f"`{step.name}` comes first: give {number}", step.span)


def _each_turn(rules: Rules) -> Span | None:
    line = rules.rulebook.play.line("each turn")
    return None if line is None else line.span


def _discard(rules: Rules, at: Position, pieces: Cards) -> Iterator[Reason]:
    """Why pieces may not be laid face down."""
    span = _each_turn(rules)
    if not rules.rulebook.play.discards:
        yield Reason("not_now", "who does not beat the table passes: nothing is laid face down", span)
        return
    if at.table is None:
        yield Reason("not_now", "who leads lays nothing face down", span)
        return
    if not rules.legality.otherwise(at):
        yield Reason("must_beat", "who can beat the table must", span)
    number = min(at.table.size, len(at.hands[at.turn]))
    if len(pieces) != number:
        yield Reason("discard_count", f"{number} must be laid face down, not {len(pieces)}", span)
    held = True
    for reason in _not_held(rules, at, pieces):
        held = False
        yield reason
    if held:
        yield from _duties(rules, at, Discard(pieces, ()))


def _pass(rules: Rules, at: Position) -> Iterator[Reason]:
    span = _each_turn(rules)
    if at.table is None:
        yield Reason("cannot_pass", "who leads cannot pass", span)
        return
    if rules.rulebook.play.discards:
        yield Reason("cannot_pass", "who does not beat the table lays as many pieces face down", span)
        return
    if not rules.legality.otherwise(at):
        yield Reason("must_beat", "who can beat the table must", span)
    yield from _duties(rules, at, Pass())


def _attempt(rules: Rules, at: Position, pieces: Cards, reading: str | None) -> Iterator[Reason]:
    """Cards that are not one play: none, or several."""
    readings = rules.plays.readings(pieces, _whole(rules, at, pieces))
    fitting = [play for play in readings if reading is None or play.combination == reading]
    if len(fitting) == 1:
        yield from _play(rules, at, pieces, fitting[0])
    elif not fitting:
        yield from _play(rules, at, pieces, None)
        yield from _no_reading(rules, pieces, reading)
    else:
        named = ", ".join(f"`{play.text}`" for play in fitting)
        yield Reason("ambiguous", f"these cards can be played in several ways: say {named}")
        yield from _not_held(rules, at, pieces)


def _play(rules: Rules, at: Position, pieces: Cards, play: Play | None) -> Iterator[Reason]:
    held = True
    for reason in _not_held(rules, at, pieces):
        held = False
        yield reason
    if play is not None:
        if play not in rules.plays.readings(pieces, _whole(rules, at, pieces)):
            yield from _no_reading(rules, pieces, play.combination)
            return
        if at.table is not None:
            comparison = rules.plays.compare(play, at.table)
            if not comparison.beats:
                yield _not_beaten(rules, comparison)
    demanded = rules.legality.must_open_with(at)
    if demanded != NOBODY and demanded not in pieces:
        line = rules.rulebook.play.line("first hand")
        parts = ("the opening play must contain ", Put((rules.pieces.names[demanded],)))
        yield _told(rules, "opening", parts, None if line is None else line.span)
    if play is not None and held:
        yield from _duties(rules, at, PlayCards(play))


def _not_held(rules: Rules, at: Position, pieces: Cards) -> Iterator[Reason]:
    lacking = Counter(pieces) - Counter(at.hands[at.turn])
    if lacking:
        names = tuple(rules.pieces.names[card] for card in sorted(lacking.elements()))
        yield _told(rules, "not_held", ("not in the hand: ", Put(names, joined=False)))


def _no_reading(rules: Rules, pieces: Cards, wanted: str | None) -> Iterator[Reason]:
    """Why cards are no play, or not the one wanted."""
    shown = Put(tuple(rules.pieces.names[card] for card in pieces))
    readings = rules.plays.readings(pieces)
    whole = [play for play in rules.plays.readings(pieces, True) if wanted in (None, play.combination)]
    if whole and not readings:
        rule = _combination(rules, whole[0].combination)
        parts = (Thing(rule.name), " is the whole hand, just as it was dealt")
        yield _told(rules, "not_untouched", parts, rule.span)
    elif readings:
        others = [part for play in readings for part in (" or ", Thing(play.combination))][1:]
        yield _told(rules, "no_combination", (shown, " is ", *others, ", not ", Thing(wanted or "")))
    else:
        what: tuple[Said, ...] = ("combination",) if wanted is None else (Thing(wanted),)
        yield _told(rules, "no_combination", (shown, " is no ", *what))


def _whole(rules: Rules, at: Position, pieces: Cards) -> bool:
    """Whether these are the whole hand, untouched, of the player whose turn it is."""
    return pieces == at.hands[at.turn] and rules.legality.untouched(at)


def _not_beaten(rules: Rules, comparison: Comparison) -> Reason:
    """What the table has over the play."""
    play, table = Put.of(comparison.play), Put.of(comparison.table)
    mine, theirs = Thing(comparison.play.combination), Thing(comparison.table.combination)
    parts: tuple[Said, ...]
    match comparison.verdict:
        case "wrong_size":
            parts = (table, " takes ", Many(comparison.table.size), f" to beat, not {comparison.play.size}")
        case "other_type":
            parts = (mine, " does not beat ", theirs)
        case "below_bombs":
            parts = (table, " is among ", Thing(comparison.name), ": only a higher one of them beats it")
        case "lower_rung":
            parts = (mine, " is below ", theirs)
        case "not_shared":
            parts = (play, " and ", table, f" do not agree in {_keys(comparison)}")
        case "incomparable":
            parts = (play, " and ", table, " cannot be compared")
        case "equal":
            parts = (play, " is only equal to ", table)
        case _:
            last = comparison.keys[-1] if comparison.keys else None
            values = (f": {last.key} ", *_value(last.play), " against ", *_value(last.table)) if last else ()
            parts = (play, " is lower than ", table, *values)
    return _told(rules, _VERDICTS[comparison.verdict], parts, comparison.span, comparison.keys)


def _value(text: str) -> tuple[Said, ...]:
    """A value that was compared: one card or rank, or several in a row."""
    return (Put(tuple(text.split()), joined=False),) if text else ()


def _told(
    rules: Rules, rule: str, parts: tuple[Said, ...], span: Span | None = None, values: tuple[Compared, ...] = ()
) -> Reason:
    return Reason(rule, tell(parts, AsWritten(rules.rulebook)), span, values, parts)


def _keys(comparison: Comparison) -> str:
    return ", ".join(key.key for key in comparison.keys) or "what they must share"


def _duties(rules: Rules, at: Position, action: Action) -> Iterator[Reason]:
    if isinstance(action, PlayCards | Discard) and not rules.legality.allows(at, action):
        return
    for duty in rules.legality.broken(at, action)[0]:
        if duty.refused:
            yield _told(rules, duty.name, (Sentence(duty.name, duty.title or f"`{duty.name}` forbids it"),), duty.span)


def _combination(rules: Rules, name: str) -> model.Combination:
    return next(rule for rule in rules.rulebook.combinations if rule.name == name)


def _nearest(rules: Rules, at: Position, action: Action | Attempt) -> Action | None:
    """The legal action of the same kind that differs in the fewest cards: of equals one of the same type, then the
    first listed. If nothing of that kind is legal, whatever else is."""
    kinds = PlayCards | Attempt | Give | Discard
    wanted = action.pieces if isinstance(action, kinds) else ()
    type_ = action.play.combination if isinstance(action, PlayCards) else None
    kind = PlayCards if isinstance(action, Attempt) else type(action)
    best: Action | None = None
    least: tuple[bool, int, bool] | None = None
    for legal in rules.legality.legal(at):
        pieces = legal.pieces if isinstance(legal, kinds) else ()
        other = not (isinstance(legal, PlayCards) and legal.play.combination == type_)
        distance = (bool(wanted) and not isinstance(legal, kind), _difference(wanted, pieces), other)
        if least is None or distance < least:
            best, least = legal, distance
    return best


def _difference(one: Iterable[int], other: Iterable[int]) -> int:
    a, b = Counter(one), Counter(other)
    return (a - b).total() + (b - a).total()
