"""Playing some hands of a plan: a pure function from a chunk to its tally, whatever the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from cardwright.dsl import model

from .. import following
from ..bots import turns
from ..deal import Carried, find_opener, find_starter
from ..errors import CardwrightError
from ..following import PlayedOut, Turns
from ..game import Game
from ..match import MOST_DEALS, Match
from ..randomness import SplitMix64, derived_seed
from ..seating import seated
from ..state import State
from .engines import compiled_turns, deck_of
from .plan import Chunk, Plan
from .tally import Hand, Pair, Tally

if TYPE_CHECKING:
    from ..compiled.engine import NativeEngine, Playouts, PythonEngine

BATCH = 16384
"""How many hands compiled engines play at once: what is kept of them takes some megabytes."""


class Failed(CardwrightError):
    """A hand could not be played or settled; the message says which hand, and its seed."""


def play_chunk(chunk: Chunk) -> Tally | Pair:
    """Play these hands. What comes of a hand depends on the plan and its number, and on nothing else."""
    if chunk.plan.compiled:
        return _by_compiled(chunk)
    plan = chunk.plan
    games = [side.game for side in plan.sides]
    tally: Tally | Pair = Pair() if plan.paired else Tally()
    for number in range(chunk.first, chunk.first + chunk.count):
        with _told(plan, number):
            if plan.matches:
                assert isinstance(tally, Tally)
                _play_match(games[0].match(hand_seed(plan, number)), plan, number, tally, _lowest(games)[0])
            else:
                _count(tally, [hand for hand, _, _ in _again(plan, games, number)], _lowest(games))
    return tally


def _by_compiled(chunk: Chunk) -> Tally | Pair:
    """Play hands by a compiled engine, some thousands at once."""
    plan, games = chunk.plan, [side.game for side in chunk.plan.sides]
    engines = [_engine(plan, games, game) for game in games]
    whole: Tally | Pair = Pair() if plan.paired else Tally()
    end = chunk.first + chunk.count
    for first in range(chunk.first, end, BATCH):
        found = [engine.playouts(min(BATCH, end - first), plan.seed, first) for engine in engines]
        if all(engine.name == "native" for engine in engines):
            tally = _summed(plan, games, found, first)
        else:
            tally = _one_by_one(plan, games, found, first)
        _merge(whole, tally)
    return whole


def _engine(plan: Plan, games: Sequence[Game], game: Game) -> PythonEngine | NativeEngine:
    """The engine for one of the rulebooks; plain Python where a machine has no llvmlite: it plays the same hands."""
    from ..compiled.layout import CannotCompile

    engines, deck = game.engines, deck_of(games[0], game)
    try:
        return engines.native(deck) if plan.engine == "native" else engines.python(deck)
    except CannotCompile:
        return engines.python(deck)


def _summed(plan: Plan, games: Sequence[Game], found: Sequence[Playouts], first: int) -> Tally | Pair:
    from .columns import Hands, paired

    sides = [Hands(game, playouts) for game, playouts in zip(games, found, strict=True)]
    broken = [side.broken for side in sides if side.broken is not None]
    if broken:
        _fail(plan, first + min(broken))
    tallies = [side.tally(plan.seed, first) for side in sides]
    return paired(sides[0], sides[1], (tallies[0], tallies[1])) if plan.paired else tallies[0]


def _one_by_one(plan: Plan, games: Sequence[Game], found: Sequence[Playouts], first: int) -> Tally | Pair:
    tally: Tally | Pair = Pair() if plan.paired else Tally()
    for number, played in enumerate(zip(*found, strict=True), first):
        if any(hand.broken for hand in played):
            _fail(plan, number)
        seed = hand_seed(plan, number)
        hands = [_hand(game.rulebook, hand, number, seed) for game, hand in zip(games, played, strict=True)]
        _count(tally, hands, _lowest(games))
    return tally


def _hand(book: model.Rulebook, played: PlayedOut, number: int, seed: int) -> Hand:
    """What an engine tells of a hand, with names."""
    claims, duties = [claim.name for claim in book.claims], [duty.name for duty in book.duties]
    plays = zip((combination.name for combination in book.combinations), played.plays, strict=True)
    auctions = {auction.name for auction in book.auctions}
    roles = zip((name for name in book.play.before if name in auctions), played.roles, strict=False)
    return Hand(
        number=number,
        seed=seed,
        ended=played.ended,
        winner=played.winner,
        scores=played.scores,
        lead=played.lead,
        left=played.left,
        turns=played.asked,
        plays={name: count for name, count in plays if count},
        passes=played.passes,
        tricks=played.tricks,
        claims=_repeated(claims, played.claims),
        won_by=None if played.won_by is None else claims[played.won_by],
        breaches=_repeated(duties, played.breaches),
        paid=_repeated(duties, played.paid),
        roles=tuple((name, seat) for name, seat in roles if seat is not None),
    )


def _repeated(names: Sequence[str], counts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for name, count in zip(names, counts, strict=False) for _ in range(count))


def _fail(plan: Plan, number: int) -> NoReturn:
    """A hand breaks a promise: the definition says which, and how."""
    with _told(plan, number):
        again(plan, number)
        raise Failed("its scores break what the rulebook says always holds")


@contextmanager
def _told(plan: Plan, number: int) -> Iterator[None]:
    """Errors say which hand they are about."""
    try:
        yield
    except CardwrightError as error:
        raise Failed(f"hand {number + 1}, seed {hand_seed(plan, number)}: {error}") from error


def _lowest(games: Sequence[Game]) -> tuple[bool, ...]:
    return tuple(game.rulebook.match.wins == "lowest" for game in games)


def _count(tally: Tally | Pair, hands: Sequence[Hand], lowest: Sequence[bool]) -> None:
    if isinstance(tally, Pair):
        tally.add(hands[0], hands[1], (lowest[0], lowest[1]))
    else:
        tally.add(hands[0], lowest[0])


def _merge(whole: Tally | Pair, tally: Tally | Pair) -> None:
    if isinstance(whole, Pair):
        assert isinstance(tally, Pair)
        whole.merge(tally)
    else:
        assert isinstance(tally, Tally)
        whole.merge(tally)


def hand_seed(plan: Plan, number: int) -> int:
    """The seed of a hand (or a match): `deal` deals it alone. The first hand has the seed of the simulation."""
    return derived_seed(plan.seed, number)


def paired_states(first: Game, second: Game, seed: int) -> tuple[State, State]:
    """The start of a hand under two rulebooks: the cards of the first's deal, whoever opens. Who is drawn to open,
    or to be asked first, is drawn after the cards by either, so that it is the same where both draw."""
    dealt = first.shuffle(seed)
    hands = list(map(first.pieces.named, dealt.hands))
    kitty = first.pieces.named(dealt.rest) if second.rulebook.deal.rest == "kitty" else None
    stream, carried = SplitMix64(seed), Carried()
    stream.shuffle(list(first.pieces.all))
    cards = [second.cards(hand) for hand in hands]
    opener = find_opener(second.rulebook, second.pieces, cards, carried, stream)
    starter = find_starter(second.rulebook, carried, opener, stream)
    return first.start(dealt), second.deal(seed, hands=hands, kitty=kitty, opener=opener, starter=starter)


Played = tuple[Hand, State, tuple[str, ...]]
"""The facts of a hand, its last state, and what was done."""


def again(plan: Plan, number: int) -> list[Played]:
    """A hand of a plan played action by action, under each of its rulebooks: the same as was counted."""
    return _again(plan, [side.game for side in plan.sides], number)


def _again(plan: Plan, games: Sequence[Game], number: int) -> list[Played]:
    seed = hand_seed(plan, number)
    states = paired_states(games[0], games[1], seed) if plan.paired else (games[0].deal(seed),)
    return [
        follow(state, _turns(plan, games, game, state, seed), number, seed)
        for game, state in zip(games, states, strict=True)
    ]


def _turns(plan: Plan, games: Sequence[Game], game: Game, state: State, seed: int) -> Turns:
    if plan.compiled:
        return compiled_turns(state, seed, game.engines.python(deck_of(games[0], game)))
    return turns(state, seated(state.rules, plan.bots, seed))


def follow(state: State, hand: Turns, number: int, seed: int) -> Played:
    """What comes of a hand that is played from a state on."""
    facts, end, done = following.follow(state, hand)
    return _hand(end.rules.rulebook, facts, number, seed), end, done


def _play_match(match: Match, plan: Plan, number: int, tally: Tally, lowest: bool) -> None:
    """Play a match to its end, every hand of it counted."""
    while not match.is_over and match.deals < MOST_DEALS:
        seed, state = match.hand_seed, match.deal()
        facts, end, _ = follow(state, turns(state, seated(state.rules, plan.bots, seed)), number, seed)
        tally.add(facts, lowest)
        match = match.after(end)
    tally.matches.add(match.winners, match.hand_number - 1, match.totals, match.is_over)
