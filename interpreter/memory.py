"""Which facts a state keeps: those the rulebook reads, and why each is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

from cardwright.dsl import Span, model


@dataclass(frozen=True, slots=True)
class KeptFact:
    """A fact that states keep, the reason in a sentence, and the clause that reads it."""

    fact: str
    why: str
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What states of one rulebook keep beside hands, turn and the play to beat.

    Whatever nothing reads is not kept, so that two states with the same future are the same state."""

    facts: tuple[KeptFact, ...]
    steps: frozenset[str]
    """What auctions and steps read: it is kept until the lead."""
    bids: bool
    breaches: bool
    claimed: bool
    discards: bool
    dropped: bool
    kitty: bool
    last_loser: bool
    last_winner: bool
    leader: bool
    opener: bool
    opening: bool
    out: bool
    piles: bool
    plays: bool
    played: tuple[model.Class, ...] | None
    """Of which classes plays are remembered; None: of any."""
    reversed_ranks: bool
    reversed_turns: bool
    sizes: bool
    totals: bool
    trick: bool
    trick_winner: bool

    def until_lead(self, fact: str) -> bool:
        """Whether a fact is kept at least until the first lead."""
        return fact in self.steps or bool(getattr(self, fact))


Keep = Callable[[str, str, Span | None], None]


def derive(rulebook: model.Rulebook) -> Memory:
    """The facts that something in the rulebook reads."""
    found: dict[str, KeptFact] = {}

    def keep(fact: str, why: str, span: Span | None) -> None:
        found.setdefault(fact, KeptFact(fact, why, span))

    _from_play(rulebook.play, keep)
    _from_phases(rulebook, keep)
    for duty in rulebook.duties:
        if isinstance(duty.breach, model.Pays):
            keep("breaches", f"who broke `{duty.name}` may have to pay for it", duty.breach.span or duty.span)
    for name, part in _clauses(rulebook):
        for item in model.nodes(part):
            for fact, why in _read(item):
                keep(fact, f"`{name}` reads {why}", item.span)
    if rulebook.play.pile == "whole_trick" and "piles" in found:
        line = rulebook.play.line("pile")
        keep("trick", "the winner of the trick takes all its cards", line.span if line else None)
    if rulebook.play.last_trick_wins and not any(
        map(_asks_for_places, model.nodes((rulebook.play, *_parts(rulebook))))
    ):
        # The winner is who took the last trick: going out first is worth nothing by itself.
        found.pop("out", None)
    names = {field.name for field in fields(Memory)} - {"facts", "played", "steps"}
    before = rulebook.play.before
    held = tuple(step for step in rulebook.steps if step.name in before)
    starts = {auction.starts for auction in rulebook.auctions if auction.name in before}
    asked = {fact for item in model.nodes(held) for fact, _ in _read(item)} | (starts & {"last_winner", "last_loser"})
    if any(isinstance(item, model.Placed) for item in model.nodes(held)):
        asked.add("last_places")
    return Memory(
        facts=tuple(found[name] for name in sorted(found)),
        played=_played(rulebook),
        steps=frozenset(asked),
        **{name: name in found for name in names},
    )


def _clauses(rulebook: model.Rulebook) -> Iterator[tuple[str, object]]:
    """Every clause that may read what happened, with its name."""
    for group in (
        rulebook.combinations,
        rulebook.duties,
        rulebook.effects,
        rulebook.claims,
        rulebook.tables,
        rulebook.factors,
        rulebook.lets,
        rulebook.payments,
        rulebook.always,
    ):
        for declared in group:
            yield declared.name, declared
    if rulebook.match.worth is not None:
        yield "a point", rulebook.match.worth


def _played(rulebook: model.Rulebook) -> tuple[model.Class, ...] | None:
    """The classes that `played` asks about, unless all that was played is read."""
    classes: list[model.Class] = []
    for _, part in _clauses(rulebook):
        for item in model.nodes(part):
            match item:
                case model.Fact(fact="plays") | model.Property(property="plays"):
                    return None
                case model.Played(of=of) if of not in classes:
                    classes.append(of)
    return tuple(classes)


def _from_play(play: model.Play, keep: Keep) -> None:
    """Facts that the turn rules need."""

    def span(field: str) -> Span | None:
        line = play.line(field)
        return line.span if line else None

    if play.pass_drops_out:
        keep("dropped", "who has passed is out of the trick", span("pass"))
    if play.one_circuit:
        keep("leader", "a trick ends when the turn comes back to who led it", span("trick"))
    if play.first_hand.playing_it or play.later_hands.playing_it:
        keep("opening", "the opening play must contain a certain card", span("first hand"))
    for opening in (play.first_hand, play.later_hands):
        if isinstance(opening.by, model.LastWinnerOpens | model.LastLoserOpens):
            keep("out", "who went out first, or last, opens the next hand", span("later hands"))


def _from_phases(rulebook: model.Rulebook, keep: Keep) -> None:
    """Facts that auctions, steps and effects leave behind."""
    before = frozenset(rulebook.play.before)
    for auction in (auction for auction in rulebook.auctions if auction.name in before):
        keep("calls", f"each bid in `{auction.name}` must be higher than the one before it", auction.span)
        keep("roles", f"everybody sees who becomes `{auction.name}`", auction.span)
        if auction.starts in ("last_winner", "last_loser"):
            keep("out", f"who won, or lost, the last hand is asked first in `{auction.name}`", auction.span)
    steps = [step for step in rulebook.steps if step.name in before]
    for step in steps:
        if isinstance(step.act, model.Gives):
            keep("gifts", f"who gives and who takes in `{step.name}` know the pieces", step.span)
        if any(map(_asks_last_hand, model.nodes(step))):
            keep("out", f"`{step.name}` reads who won, or lost, the last hand", step.span)
    if rulebook.deal.rest == "kitty":
        keep("kitty", "what is left over lies aside until a step gives it away, and is then turned up", None)
    uneven = bool(steps) or rulebook.deal.rest in ("holder", "one_each")
    if uneven and any(map(_untouched, rulebook.combinations)):
        keep("sizes", "hands differ in size before anything is played, and some plays take an untouched one", None)
    if rulebook.play.discards:
        line = rulebook.play.line("each turn")
        known = "who has laid pieces face down knows which, and everybody how many"
        keep("discards", known, line.span if line else None)
    words = {
        "reverse_ranks": ("reversed_ranks", "turns the ranks upside down"),
        "reverse_turns": ("reversed_turns", "turns the order of turns round"),
        "drop_beaten": ("dropped", "puts a player out of the trick"),
        "pays": ("paid", "makes players pay in the middle of a hand"),
    }
    for effect in rulebook.effects:
        for deed in effect.then:
            if deed.deed in words:
                fact, why = words[deed.deed]
                keep(fact, f"`{effect.name}` {why}", deed.span or effect.span)


def _parts(rulebook: model.Rulebook) -> Iterator[model.Node]:
    yield from (part for _, part in _clauses(rulebook) if isinstance(part, model.Node))
    yield from rulebook.steps
    yield from rulebook.auctions


def _asks_for_places(item: model.Node) -> bool:
    """Whether a node asks who was out before whom."""
    match item:
        case (
            model.Property(property="place")
            | model.Fact(fact="last_player" | "last_loser")
            | model.LastLoserOpens()
            | model.Placed()
            | model.Auction(starts="last_loser")
        ):
            return True
        case _:
            return False


def _asks_last_hand(item: model.Node) -> bool:
    """Whether a node asks how the last hand went."""
    return isinstance(item, model.Placed) or (
        isinstance(item, model.Fact) and item.fact in ("last_winner", "last_loser")
    )


def _untouched(combination: model.Combination) -> bool:
    return any(getattr(part, "untouched", False) for part in combination.pattern.parts)


def _read(item: model.Node) -> Iterator[tuple[str, str]]:
    """The facts one node reads, each with words for it."""
    match item:
        case model.Fact(fact="opener"):
            yield "opener", "who opened the hand"
        case model.Fact(fact="opening"):
            yield "opening", "whether the hand is being opened"
        case model.Fact(fact="trick_winner"):
            yield "trick_winner", "who won the last trick"
        case model.Fact(fact="last_winner"):
            yield "last_winner", "who won the last hand"
        case model.Fact(fact="last_loser"):
            yield "last_loser", "who lost the last hand"
        case model.Fact(fact="plays"):
            yield "plays", "what has been played"
        case model.Fact(fact="winner" | "losers" | "last_player"):
            yield "out", "the order of going out"
        case model.Wins() | model.Property(property="place"):
            yield "out", "the order of going out"
        case model.Played() | model.Property(property="plays"):
            yield "plays", "what players have played"
        case model.Property(property="bid"):
            yield "bids", "what players have bid"
        case model.Property(property="pile"):
            yield "piles", "what lies in a pile"
        case model.Property(property="points"):
            yield "totals", "the points of the match so far"
        case model.Claimed():
            yield "claimed", "what was claimed"
        case _:
            return
