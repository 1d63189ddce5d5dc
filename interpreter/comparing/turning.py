"""Moments of a hand in which two games allow different things, or go on differently; and claims that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from cardwright.dsl import model

from ..actions import Pass, PlayCards
from ..errors import CardwrightError
from ..examples import run, state_of, table_for
from ..game import Game, height
from ..play import Cards, Play
from ..state import State
from .pairing import Pairing
from .witness import Witness, translated, witness

MOST_MOMENTS = 1_500
MOST_COURSES = 2_000
_MOST_HELD = 2
_LONGEST = 6
_FEW_PLAYS = 6


@dataclass(frozen=True, slots=True)
class Turned:
    """What was found of turns, and how many moments and courses of a hand were tried."""

    smallest: Witness | None
    tried: int


def compare_turns(pairing: Pairing) -> Turned:
    """Look at small hands at small tables, and at the first turns of a hand, in both games."""
    found: list[Witness] = []
    tried = 0
    for made, number in (_moments(pairing), _courses(pairing)):
        tried += number
        if made is not None:
            found.append(made)
    return Turned(min(found, key=lambda one: one.size, default=None), tried)


def compare_claims(pairing: Pairing) -> Witness | None:
    """A hand that may make a claim in one game only."""
    first = pairing.first
    for hand in _claim_hands(pairing):
        there = pairing.there(hand)
        if there is None:
            continue
        ours = set(first.rules.claiming.open_to(hand))
        theirs = {pairing.named(name) for name in pairing.second.rules.claiming.open_to(there)}
        for name in sorted(ours - theirs):
            item = model.ExampleItem(claim=name)
            names = tuple(first.pieces.names[card] for card in hand)
            made = witness(
                pairing, "claim", model.Example(kind="offers", text="", cards=names, items=(item,)), len(hand), False
            )
            if made is not None:
                return made
    return None


def _claim_hands(pairing: Pairing) -> Iterator[Cards]:
    """For each claim of the first game a hand that fits it and, if there is one, none of the second game's."""
    game = pairing.first
    size = max(game.rules.sizes)
    for claim in game.rulebook.claims:
        if not claim.voluntary:
            continue
        planner = game.rules.plays.planner(claim.holding)
        for fillings in islice(planner.fill(planner.pool(game.deck)), MOST_MOMENTS):
            held = [card for filling in fillings for card in filling.cards]
            rest = list(game.deck)
            for card in held:
                rest.remove(card)
            spare = [card for card in rest if planner.lacks((*held, card))]
            yield tuple(sorted([*held, *spare[: max(0, size - len(held))]]))


# ---- what a hand may do at a table ---------------------------------------------------------------------------------


def _moments(pairing: Pairing) -> tuple[Witness | None, int]:
    """The first moment in which an action is legal, or breaks a duty, in one game only."""
    number = 0
    for example in islice(_situations(pairing.first), MOST_MOMENTS):
        number += 1
        try:
            ours = _allowed(pairing.first, example, None)
            theirs = _allowed(pairing.second, translated(example, pairing), pairing)
        except CardwrightError:
            continue
        for breach in (False, True):
            for action in sorted(ours[breach] ^ theirs[breach], key=lambda names: (len(names), names)):
                expected = action in ours[breach]
                item = model.ExampleItem(expected=expected, cards=action)
                told = model.Example(
                    kind="offers", text="", cards=example.cards, against=example.against, when=example.when,
                    breach=breach, items=(item,),
                )  # fmt: skip
                made = witness(pairing, "turn", told, len(example.cards) + len(example.against), False)
                if made is not None:
                    return made, number
    return None, number


def _allowed(
    game: Game, example: model.Example, pairing: Pairing | None
) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """The actions that are legal, and those of them that break a duty, by their cards (none: a pass)."""
    state = state_of(game, example)
    legal: set[tuple[str, ...]] = set()
    broken: set[tuple[str, ...]] = set()
    for action in state.legal_actions():
        if isinstance(action, PlayCards):
            cards = action.play.pieces if pairing is None else pairing.back(action.play.pieces)
            names = () if cards is None else tuple((pairing.first if pairing else game).pieces.names[c] for c in cards)
        elif isinstance(action, Pass):
            names = ()
        else:
            continue
        legal.add(names)
        if state.would_breach(action):
            broken.add(names)
    return legal, broken


def _situations(game: Game) -> Iterator[model.Example]:
    """Hands of one card and of two, to lead, to open and to answer a low play, from few cards to many."""
    order = sorted(set(game.deck), key=lambda card: game.pieces.heights[card])
    tables: list[Play | None] = [None, *_low_plays(game)]
    hands = [cards for size in range(1, _MOST_HELD + 1) for cards in combinations(order, size)]
    few = hands[: len(order)] + [(order[0], card) for card in order[1:]] + [(card, order[-1]) for card in order[1:-1]]
    opening = model.Fact(fact="opening")
    next_has = [model.HasCount(subject=model.Fact(fact="next_player"), of=model.Anything(of="pieces"), count=n)
                for n in (1, 2)]  # fmt: skip
    found = []
    for hand, table, when in product(dict.fromkeys((*few, *hands)), tables, (None, opening, *next_has)):
        if (when is opening and table is not None) or (table is not None and not set(hand).isdisjoint(table.pieces)):
            continue
        found.append((len(hand) + (0 if table is None else table.size), hand, table, when))
        if len(found) >= 4 * MOST_MOMENTS:
            break
    for _, hand, table, when in sorted(found, key=lambda item: item[0]):
        names = tuple(game.pieces.names[card] for card in hand)
        yield model.Example(
            kind="offers", text="", cards=names, against=() if table is None else table.cards, when=when
        )


def _low_plays(game: Game) -> list[Play]:
    """The lowest and the highest play of a card, and of two."""
    found: list[Play] = []
    order = sorted(set(game.deck), key=lambda card: game.pieces.heights[card])
    for size in (1, 2):
        cards = [c for c in combinations(order, size) if len(game.rules.plays.readings(tuple(sorted(c)))) == 1]
        for chosen in (*cards[:1], *cards[-1:]):
            found.append(game.rules.plays.readings(tuple(sorted(chosen)))[0])
    return list(dict.fromkeys(found))


# ---- who leads after some turns ------------------------------------------------------------------------------------


def _courses(pairing: Pairing) -> tuple[Witness | None, int]:
    """The shortest plays and passes after which somebody else leads."""
    plays = _telling_plays(pairing)
    number = 0
    courses: list[tuple[str, ...]] = [(play,) for play in plays]
    while courses:
        further: list[tuple[str, ...]] = []
        for course in courses:
            number += 1
            if number > MOST_COURSES:
                return None, number
            ours = _after(pairing.first, course)
            told = model.Example(kind="leads", text="", history=course)
            if ours is not None and ours.turn is not None and ours.leading:
                leads = model.Example(kind="leads", text="", history=course, leader=ours.turn)
                made = witness(pairing, "turn", leads, sum(len(a.split("-")) for a in course if a != "pass"), False)
                if made is not None:
                    return made, number
            theirs = _after(pairing.second, translated(told, pairing).history)
            if ours is None or theirs is None or ours.turn is None or theirs.turn is None:
                continue
            if ours.leading or len(course) >= _LONGEST:
                continue
            if theirs.leading and not run(pairing.first, translated(told, pairing)).holds:
                made = _led_there(pairing, course)
                if made is not None:
                    return made, number
            used = {card for action in course if action != "pass" for card in action.split("-")}
            further += [(*course, play) for play in plays if used.isdisjoint(play.split("-"))]
            further.append((*course, "pass"))
        courses = further
    return None, number


def _led_there(pairing: Pairing, course: tuple[str, ...]) -> Witness | None:
    """Where only in the second game somebody leads: go on in the first until somebody does there."""
    for more in product(("pass",), repeat=pairing.first.players):
        for end in range(1, len(more) + 1):
            longer = (*course, *more[:end])
            state = _after(pairing.first, longer)
            if state is not None and state.turn is not None and state.leading:
                size = sum(len(action.split("-")) for action in course if action != "pass")
                leads = model.Example(kind="leads", text="", history=longer, leader=state.turn)
                return witness(pairing, "turn", leads, size, False)
    return None


def _after(game: Game, course: Sequence[str]) -> State | None:
    try:
        state = table_for(game, course)
        for text in course:
            state = state.apply(text)
    except CardwrightError:
        return None
    except ValueError:
        return None
    return state


def _telling_plays(pairing: Pairing) -> list[str]:
    """A few plays that may show how a trick goes: of each type the lowest ones and the highest, and such as are listed
    to win at once."""
    game = pairing.first
    found: list[Play] = []
    for matcher in game.rules.plays.matchers:
        planner = matcher.planner
        size = planner.span[0]
        if planner.untouched:
            continue
        plays = [
            play
            for fillings in islice(planner.fill(planner.pool(game.deck), (size, size)), MOST_MOMENTS)
            for play in game.rules.plays.readings(tuple(sorted(c for filling in fillings for c in filling.cards)))
            if play.rung == matcher.rung
        ]
        plays.sort(key=lambda play: height(game, play.pieces))
        listed = [play for play in plays if _is_listed(pairing, play)][:2]
        found += [*plays[:2], *plays[-1:], *listed]
    found.sort(key=lambda play: height(game, play.pieces))
    few = list(dict.fromkeys(found))
    return [game.pieces.format(play.pieces) for play in few[: _FEW_PLAYS * 2]]


def _is_listed(pairing: Pairing, play: Play) -> bool:
    """Whether either game lists a play among those that win a trick at once."""
    there = pairing.there(play.pieces)
    theirs = () if there is None else pairing.second.rules.plays.readings(there)
    return any(
        game.rules.plays.in_class(of)(reading)
        for game, readings in ((pairing.first, (play,)), (pairing.second, theirs))
        for of in [game.rulebook.play.won_at_once.of]
        if of is not None
        for reading in readings
    )
