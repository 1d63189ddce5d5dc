"""The examples of a rulebook, run: does the game do what each line says, and what does it do instead?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from cardwright.dsl import RulebookError, Span, model

from .actions import Action, Pass, PlayCards
from .deal import Carried, opening_line, opening_rule
from .errors import CardwrightError
from .events import TrickWon
from .facts import Ended
from .game import Game
from .happenings import deeds
from .match import verdict
from .play import Cards
from .reasons import Reason
from .situation import Situation, ended, position, taken
from .state import State
from .watching import Watch

_BEATS = re.compile(r" (?:beats|does not beat) ")


@dataclass(frozen=True, slots=True)
class Instead:
    """What was found where an example does not hold; `mended`: the line as it would hold, where that is known."""

    text: str
    mended: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """How an example went: whether it holds, and what was found where it does not.

    `clauses`: the rules that say so. `mended`: the line as it would hold by these rules, where that is known."""

    example: model.Example
    holds: bool
    instead: str = ""
    clauses: tuple[Span, ...] = ()
    mended: str | None = None


class Games:
    """The games of one rulebook, each settled and compiled once. `settle` gives the rulebook under some answers."""

    def __init__(self, settle: Callable[[Mapping[str, str]], model.Rulebook], watch: Watch | None = None) -> None:
        self._settle = settle
        self._watch = watch
        self._known: dict[tuple[tuple[str, str], ...], Game] = {}

    def __call__(self, answers: Mapping[str, str]) -> Game:
        """The game under these answers. Raises RulebookError where they cannot be."""
        key = tuple(sorted(answers.items()))
        if key not in self._known:
            self._known[key] = Game(self._settle(answers), self._watch)
        return self._known[key]


def run_each(games: Games, examples: Iterable[model.Example]) -> Iterator[Found]:
    """Run examples one after another, each under its own answers."""
    for example in examples:
        try:
            game = games(dict(example.answers))
        except RulebookError as error:
            yield Found(example, False, error.diagnostics[0].message, (error.diagnostics[0].span,))
        else:
            yield run(game, example)


def first_failure(games: Games, examples: Iterable[model.Example]) -> Found | None:
    """The first example that does not hold, None if all do: no other is run, and no game is made that none needs."""
    return next((found for found in run_each(games, examples) if not found.holds), None)


def run_examples(game: Game, examples: Iterable[model.Example] | None = None) -> Iterator[Found]:
    """Run the examples (a rulebook's own, if none are given) that are about the answers this game is played with."""
    for example in game.rulebook.examples if examples is None else examples:
        if all(_agreed(game, name) == answer for name, answer in example.answers):
            yield run(game, example)


def run(game: Game, example: model.Example) -> Found:
    """Run one example; what cannot be read or done does not hold, and says why."""
    clauses: list[Span] = []
    instead: Instead | None
    try:
        instead = _RUNNERS[example.kind](game, example, clauses)
    except CardwrightError as error:
        instead = Instead(str(error))
    places = tuple(dict.fromkeys(clauses))
    if instead is None:
        return Found(example, True, "", places)
    return Found(example, False, instead.text, places, instead.mended)


def _agreed(game: Game, name: str) -> str | None:
    if name == "players":
        return str(game.players)
    return next((option.answer for option in game.rulebook.options if option.name == name), None)


# ---- each kind answers with nothing, or with what it found instead -------------------------------------------------


def _beats(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    play, table = game.play(example.cards), game.play(example.against)
    comparison = game.compare(play, table)
    clauses += [] if comparison.span is None else [comparison.span]
    if comparison.beats == example.expected:
        return None
    verb = "beats" if comparison.beats else "does not beat"
    said = f"{play} {verb} {table} ({comparison.verdict})".replace("_", " ")
    return Instead(said, _BEATS.sub(f" {verb} ", example.text, count=1))


def _reads(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    cards = game.cards(example.cards)
    names = {play.combination for play in game.classify(cards)}
    holds = not names if example.combination is None else example.combination in names
    wanted = names | {example.combination}
    clauses += [one.span for one in game.rulebook.combinations if one.name in wanted and one.span is not None]
    if holds == example.expected:
        return None
    found = sorted(names) or ["nothing"]
    right = example.combination if example.combination in names else found[0]
    said = f"{game.pieces.format(cards)} is {' or '.join(found)}"
    return Instead(said, f"{example.text.partition(' is ')[0]} is {right}")


def _offers(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    state = _hand_told(game, example, clauses)[0] if example.held else state_of(game, example)
    clauses += _line(game, "each turn")
    wrong = [text for item in example.items if (text := _item(game, state, example, item, clauses))]
    return Instead("; ".join(wrong)) if wrong else None


def _item(game: Game, state: State, example: model.Example, item: model.ExampleItem, clauses: list[Span]) -> str:
    """What is wrong about one action that is offered, or not."""
    text = f"claim {item.claim}" if item.claim else game.pieces.format(game.cards(item.cards)) if item.cards else "pass"
    text = f"discard {text}" if item.discard else text
    if state.turn is None:
        return "the hand is over"
    if item.claim:
        clauses += [claim.span for claim in game.rulebook.claims if claim.name == item.claim and claim.span is not None]
        held = state.hands[state.turn]
        found = item.claim in game.rules.claiming.open_to(held)
        return "" if found == item.expected else f"{text} is {'' if found else 'not '}offered"
    action = _action(state, text)
    clauses += _compared(game, state, action)
    if example.breach:
        broken = () if action is None else state.would_breach(action)
        clauses += [duty.span for duty in game.rulebook.duties if duty.name in broken and duty.span is not None]
        found, reasons = bool(broken), [Reason(name, f"it breaks `{name}`") for name in broken]
    else:
        found = action is not None and action in state.legal_actions()
        refused = None if found else state.why_not(text)
        reasons = [] if refused is None else [*refused]
        clauses += [reason.span for reason in reasons if reason.span is not None]
    why = f" ({'; '.join(reason.message for reason in reasons)})" if reasons and not example.breach else ""
    if found != item.expected:
        verb = "is a breach" if example.breach else "is offered"
        return f"{text} {verb if found else verb.replace('is', 'is not')}{why}"
    if item.because is None or any(_forbids(game, reason, item.because) for reason in reasons):
        return ""
    rules = " and ".join(f"`{reason.rule}`" for reason in reasons)
    return f"{text} is {'a breach' if example.breach else 'forbidden'} because of {rules}, not `{item.because}`{why}"


def _compared(game: Game, state: State, action: Action | None) -> list[Span]:
    """The clause that decides between a play and the table, or what a pass does."""
    if isinstance(action, Pass):
        return _line(game, "pass")
    if not isinstance(action, PlayCards) or state.table is None:
        return []
    decides = game.rules.course(state.at).plays.compare(action.play, state.table).span
    return [] if decides is None else [decides]


def _line(game: Game, *fields: str) -> list[Span]:
    """Where lines of `play` stand."""
    lines = (game.rulebook.play.line(field) for field in fields)
    return [line.span for line in lines if line is not None and line.span is not None]


def _forbids(game: Game, reason: Reason, rule: str) -> bool:
    """Whether a reason is that rule: by its name, or because the clause that decides stands in its declaration."""
    if reason.rule == rule:
        return True
    rulebook = game.rulebook
    declared = (*rulebook.combinations, *rulebook.ladders, *rulebook.bombs, *rulebook.claims, *rulebook.auctions)
    places = [one.span for one in (*declared, *rulebook.steps) if one.name == rule]
    return any(place is not None and reason.span is not None and place.contains(reason.span) for place in places)


def _action(state: State, text: str) -> Action | None:
    try:
        return Pass() if text == "pass" else state.parse_action(text)
    except CardwrightError:
        return None


def state_of(game: Game, example: model.Example) -> State:
    """A position in which the condition of an example holds. What it leaves open is as usual: a table that was led, no
    opening, everybody else with a full hand; the first variation that fits is taken."""
    hand = " ".join(example.cards)
    table = game.pieces.format(game.cards(example.against)) if example.against else None
    sizes: list[int | None] = [None, *range(1, max(game.rules.plays.hand_sizes) + 1)]
    when = None if example.when is None else game.rules.plays.compile(example.when)
    for opening, number, next_has in product((False, True), (1, 2), sizes):
        state = position(
            game.rules,
            Situation(hand=hand, table=table, opening=opening, hand_number=number, next_has=next_has),
        )
        if when is None:
            return state
        facts = game.rules.duties.facts(state.at)
        # An example may speak of the opening where no rule asks, so it is a fact here in any case.
        facts.opening = opening
        if when(facts):
            return state
    raise CardwrightError("no position fits the condition of this example")


def _says(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    """Who leads, is next, opens or wins, or whether the hand is over, after what was done."""
    if example.held:
        state, last = _hand_told(game, example, clauses)
    else:
        # Every player holds what he has to play, and cards to go on with.
        state, last = _followed(game, table_for(game, example.history), example.history, clauses)
    if example.kind == "opens":
        while state.claiming:
            state = state.apply("decline")
    clauses += _line(game, *_LINES[example.kind])
    seat = last if example.leader is None else example.leader
    match example.kind:
        case "leads" | "opens":
            holds = state.turn is not None and state.leading and state.turn == seat
        case "next":
            holds = state.turn == seat
        case "turns":
            direction = _direction(game, state)
            return None if direction == example.direction else Instead(f"the turns go {direction}")
        case "wins":
            holds = state.is_over and state.winner == seat
        case _:
            holds = state.is_over == example.expected
    if holds:
        return None
    stands = _stands(state)
    mends = example.kind == "leads" and state.turn is not None and state.leading
    return Instead(stands, _given(example, stands) if mends else None)


def _drawn(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    """Whether chance says who opens."""
    carried = _carried(example)
    clauses += _line(game, opening_line(game.rulebook, carried))
    by = opening_rule(game.rulebook, carried).by
    return None if isinstance(by, model.RandomOpens) else Instead("who opens is not drawn")


def _match(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    """Whether a match with such points is over, and who wins it."""
    clauses += [] if game.rulebook.match.span is None else [game.rulebook.match.span]
    over, winners = verdict(game.rulebook.match, example.points, example.hands)
    if example.kind == "match_ends":
        return None if over == example.expected else Instead(f"the match is {'over' if over else 'not over'}")
    together = "shares" if game.rulebook.match.shared else "level"
    if example.leader in winners and example.standing == (together if len(winners) > 1 else "wins"):
        return None
    names = " and ".join(f"P{seat + 1}" for seat in winners)
    if not winners:
        return Instead("nobody wins the match" if over else "the match is not over")
    if len(winners) == 1:
        return Instead(f"{names} wins the match")
    return Instead(f"{names} {'share the win' if together == 'shares' else 'are level'}")


def _direction(game: Game, state: State) -> str:
    """Which way the turns go by now."""
    if not state.at.special.turns_reversed:
        return game.direction
    return "anticlockwise" if game.direction == "clockwise" else "clockwise"


_LINES = {
    "leads": ("next trick",),
    "next": ("turns",),
    "opens": (),
    "wins": ("hand", "last trick"),
    "ends": ("hand",),
    "turns": ("turns",),
}


def _stands(state: State) -> str:
    """Where a hand stands, in words."""
    if state.turn is None:
        return "the hand is over" + ("" if state.winner is None else f", and P{state.winner + 1} wins it")
    return f"P{state.turn + 1} {'leads' if state.leading else 'has to answer'}"


def table_for(game: Game, history: Sequence[str]) -> State:
    """A state in which seat 0 leads and every seat holds the cards it is going to play, and more. Whose turn it is, the
    plays before decide."""
    rest = list(game.pieces.all)
    for card in (card for text in history if text != "pass" for card in game.cards(text)):
        if card not in rest:
            raise CardwrightError(f"`{game.pieces.names[card]}` is played more often than it is there")
        rest.remove(card)
    hands = [tuple(rest[3 * seat : 3 * seat + 3]) for seat in range(game.players)]
    for number, text in enumerate(history):
        state = _led(game, hands)
        for before in history[:number]:
            state = state.apply(before)
        if text != "pass" and state.turn is not None:
            hands[state.turn] = tuple(sorted((*hands[state.turn], *game.cards(text))))
    return _led(game, hands)


def _led(game: Game, hands: Sequence[Cards]) -> State:
    """These hands, with the lead at seat 0."""
    return game.standing(game.rules.fresh(tuple(hands), 0, Carried())._replace(opening=False))


def _followed(game: Game, state: State, history: Sequence[str], clauses: list[Span]) -> tuple[State, int]:
    """The state after what was done, and who made the last play, with the lines of `play` that it came to."""
    last = 0
    for number, text in enumerate(history, 1):
        clauses += _compared(game, state, _action(state, text)) + _line(game, "turns", "each turn")
        if state.turn is not None and text.rpartition(":")[2].strip() != "pass":
            last = state.turn
        before, state = state, taken(state, text, number)
        came = deeds(before, before.parse_action(text.rpartition(":")[2].strip()), state)
        if state.turn is None:
            clauses += _line(game, "hand", "last trick", "pile")
        elif any(isinstance(event, TrickWon) for event in came):
            clauses += _line(game, "trick", "next trick", "won at once", "pile")
    return state, last


def _hand_told(game: Game, example: model.Example, clauses: list[Span]) -> tuple[State, int]:
    """The hand that an example tells from what everybody holds, after what was done, and who made the last play."""
    seats = {fact.what: fact.seat for fact in example.facts}
    carried = _carried(example)
    by = opening_rule(game.rulebook, carried).by
    if "opened" not in seats and isinstance(by, model.RandomOpens | model.RoleOpens):
        raise CardwrightError("who opens is drawn by chance: say who did, as in `P1 opened`")
    clauses += _line(game, opening_line(game.rulebook, carried))
    start = position(
        game.rules,
        Situation(
            hands=tuple(" ".join(hand) for hand in example.held),
            hand_number=carried.hand_number,
            last_winner=carried.last_winner,
            last_loser=carried.last_loser,
            opener=seats.get("opened"),
            **_phases(example),
        ),
    )
    return _followed(game, start, example.history, clauses)


def _carried(example: model.Example) -> Carried:
    """What facts tell of the hand before."""
    seats = {fact.what: fact.seat for fact in example.facts if fact.what in ("won", "lost")}
    return Carried(2 if seats else 1, seats.get("won"), seats.get("lost"))


def _scores(game: Game, example: model.Example, clauses: list[Span]) -> Instead | None:
    if example.history:
        state, _ = _hand_told(game, example, clauses)
        if not state.is_over:
            return Instead(f"the hand is not over: {_stands(state)}")
        settlement = game.rules.settling.settle(state.ended)
    else:
        settlement = game.rules.settling.settle(told(game, example))
    clauses += _named(game, example)
    clauses += [entry.span for entry in settlement.entries if entry.span is not None]
    if settlement.scores == example.scores:
        return None
    said = f"scores {' '.join(f'+{score}' if score > 0 else str(score) for score in settlement.scores)}"
    return Instead(said, _given(example, said))


def _given(example: model.Example, said: str) -> str:
    """The line with something else behind the colon."""
    given, colon, _ = example.text.rpartition(": ")
    return f"{given}{colon}{said}"


def _named(game: Game, example: model.Example) -> list[Span]:
    """The claims, duties and auctions that facts name."""
    names = {fact.name for fact in example.facts if fact.name is not None}
    rulebook = game.rulebook
    declared = (*rulebook.claims, *rulebook.duties, *rulebook.auctions)
    return [one.span for one in declared if one.name in names and one.span is not None]


def _phases(example: model.Example) -> dict[str, dict[str, int] | dict[int, int]]:
    """The roles and bids that facts tell."""
    return {
        "roles": {fact.name or "": fact.seat for fact in example.facts if fact.what == "is"},
        "bids": {fact.seat: fact.number or 0 for fact in example.facts if fact.what == "bid"},
    }


def told(game: Game, example: model.Example) -> Ended:
    facts: dict[str, dict[int, str]] = {"ended": {}, "claimed": {}, "broke": {}}
    played: dict[int, tuple[str, ...]] = {}
    seats = {fact.what: fact.seat for fact in example.facts}
    for fact in example.facts:
        cards = game.pieces.format(game.cards(fact.cards)) if fact.cards else ""
        match fact.what:
            case "ended":
                facts["ended"][fact.seat] = cards
            case "played":
                played[fact.seat] = (*played.get(fact.seat, ()), cards)
            case "claimed" | "broke" as what:
                facts[what][fact.seat] = fact.name or ""
    situation = Situation(
        left=example.left or None,
        held=tuple(" ".join(hand) for hand in example.held) if not example.left else None,
        opener=seats.get("opened"),
        last_winner=seats.get("won"),
        last_loser=seats.get("lost"),
        played=played,
        ended=facts["ended"],
        claimed=facts["claimed"],
        broke=facts["broke"],
        **_phases(example),
        out=tuple(fact.seat for fact in example.facts if fact.what == "out"),
    )
    return ended(game.rules, situation, closed=True)


_RUNNERS: dict[str, Callable[[Game, model.Example, list[Span]], Instead | None]] = {
    "beats": _beats,
    "reads": _reads,
    "offers": _offers,
    "scores": _scores,
    **dict.fromkeys(("leads", "next", "opens", "wins", "ends", "turns"), _says),
    "drawn": _drawn,
    **dict.fromkeys(("match_ends", "match_won"), _match),
}
