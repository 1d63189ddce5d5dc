"""The examples of a rulebook, run: does the game do what each line says, and what does it do instead?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from cardwright.dsl import model

from .actions import Action, Pass
from .deal import Carried
from .errors import CardwrightError
from .facts import Ended
from .game import Game
from .play import Cards
from .situation import Situation, ended, position
from .state import State


@dataclass(frozen=True, slots=True)
class Found:
    """How an example went: whether it holds, and what was found where it does not."""

    example: model.Example
    holds: bool
    instead: str = ""


def run_examples(game: Game) -> Iterator[Found]:
    """Run the examples that are about the answers this game is played with."""
    for example in game.rulebook.examples:
        if all(_agreed(game, name) == answer for name, answer in example.answers):
            yield run(game, example)


def run(game: Game, example: model.Example) -> Found:
    """Run one example; what cannot be read or done does not hold, and says why."""
    try:
        instead = _RUNNERS[example.kind](game, example)
    except CardwrightError as error:
        instead = str(error)
    return Found(example, not instead, instead)


def _agreed(game: Game, name: str) -> str | None:
    if name == "players":
        return str(game.players)
    return next((option.answer for option in game.rulebook.options if option.name == name), None)


# ---- each kind answers with nothing, or with what it found instead -------------------------------------------------


def _beats(game: Game, example: model.Example) -> str:
    play, table = game.play(example.cards), game.play(example.against)
    comparison = game.compare(play, table)
    if comparison.beats == example.expected:
        return ""
    return f"{play} {'beats' if comparison.beats else 'does not beat'} {table} ({comparison.verdict})".replace("_", " ")


def _reads(game: Game, example: model.Example) -> str:
    cards = game.cards(example.cards)
    names = {play.combination for play in game.classify(cards)}
    if example.combination is None:
        holds = not names
    else:
        holds = example.combination in names
    if holds == example.expected:
        return ""
    return f"{game.pieces.format(cards)} is {' or '.join(sorted(names)) or 'nothing'}"


def _offers(game: Game, example: model.Example) -> str:
    state = _where(game, example)
    wrong: list[str] = []
    for item in example.items:
        claim = item.claim if item.claim != "pass" else None
        if claim is not None:
            found = claim in game.rules.claiming.open_to(state.hands[0])
            shown = f"claim {claim}"
        else:
            text = game.pieces.format(game.cards(item.cards)) if item.cards else "pass"
            action = _action(state, text)
            shown = text
            if example.breach:
                found = action is not None and bool(state.would_breach(action))
            else:
                found = action is not None and action in state.legal_actions()
        if found != item.expected:
            verb = "is a breach" if example.breach else "is offered"
            wrong.append(f"{shown} {verb if found else verb.replace('is', 'is not')}{_why(state, shown, found)}")
    return "; ".join(wrong)


def _action(state: State, text: str) -> Action | None:
    try:
        return Pass() if text == "pass" else state.parse_action(text)
    except CardwrightError:
        return None


def _why(state: State, text: str, found: bool) -> str:
    if found or text.startswith("claim"):
        return ""
    reasons = state.why_not(text)
    return "" if reasons is None else f" ({'; '.join(reason.message for reason in reasons)})"


def _where(game: Game, example: model.Example) -> State:
    """A position in which the condition of an example holds. What it leaves open is as usual: a table that was led, no
    opening, everybody else with a full hand; the first variation that fits is taken."""
    hand = " ".join(example.cards)
    table = game.pieces.format(game.cards(example.against)) if example.against else None
    sizes: list[int | None] = [None, *range(1, max(game.rules.sizes) + 1)]
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


def _leads(game: Game, example: model.Example) -> str:
    """After these plays and passes, who leads. Every player holds what he has to play, and cards to go on with."""
    state, last = _table_for(game, example.history), 0
    for text in example.history:
        last = last if text == "pass" or state.turn is None else state.turn
        state = state.apply(text)
    wanted = last if example.leader is None else example.leader
    leads = state.turn is not None and state.leading and state.turn == wanted
    if leads == example.expected:
        return ""
    if state.turn is None:
        return "the hand is over"
    return f"P{state.turn + 1} {'leads' if state.leading else 'has to answer'}"


def _table_for(game: Game, history: Sequence[str]) -> State:
    """A state in which seat 0 leads and every seat holds the cards it is going to play, and more. Whose turn it is, the
    plays before decide."""
    rest = list(game.pieces.all)
    for card in (card for text in history if text != "pass" for card in game.cards(text)):
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
    return State(game.rules, game.rules.fresh(tuple(hands), 0, Carried())._replace(opening=False))


def _scores(game: Game, example: model.Example) -> str:
    told = _told(game, example)
    settlement = game.rules.settling.settle(told)
    if (settlement.scores == example.scores) == example.expected:
        return ""
    return f"scores {' '.join(f'+{score}' if score > 0 else str(score) for score in settlement.scores)}"


def _told(game: Game, example: model.Example) -> Ended:
    facts: dict[str, dict[int, str]] = {"ended": {}, "claimed": {}, "broke": {}}
    played: dict[int, tuple[str, ...]] = {}
    opener: int | None = None
    roles: dict[str, int] = {}
    bids: dict[int, int] = {}
    for fact in example.facts:
        cards = game.pieces.format(game.cards(fact.cards)) if fact.cards else ""
        match fact.what:
            case "opened":
                opener = fact.seat
            case "ended":
                facts["ended"][fact.seat] = cards
            case "played":
                played[fact.seat] = (*played.get(fact.seat, ()), cards)
            case "claimed":
                facts["claimed"][fact.seat] = fact.name or ""
            case "is":
                roles[fact.name or ""] = fact.seat
            case "bid":
                bids[fact.seat] = fact.number or 0
            case "broke":
                facts["broke"][fact.seat] = fact.name or ""
    situation = Situation(
        left=example.left or None,
        held=tuple(" ".join(hand) for hand in example.held) if not example.left else None,
        opener=opener,
        played=played,
        ended=facts["ended"],
        claimed=facts["claimed"],
        broke=facts["broke"],
        roles=roles,
        bids=bids,
    )
    return ended(game.rules, situation)


_RUNNERS = {"beats": _beats, "reads": _reads, "offers": _offers, "leads": _leads, "scores": _scores}
