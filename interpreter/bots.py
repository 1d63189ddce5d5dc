"""Players that are no people. They see an observation and their legal actions, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from typing import Protocol, runtime_checkable

from .actions import Action, Bid, Decline, Discard, Give, MakeClaim, PlayCards
from .errors import Illegal, Invalid
from .observation import Observation
from .picking import pick
from .play import Cards, Play
from .randomness import SplitMix64
from .state import State


class Bot(Protocol):
    """Chooses among the legal actions of the seat that observes. Any object with this method is a bot; `BOTS` makes
    those that ship, each from a seed.

    >>> import cardwright
    >>> class Cautious:
    ...     def choose(self, seen, actions):
    ...         return next((action for action in actions if str(action) == "pass"), actions[0])
    >>> others = [cardwright.BOTS["random"](seed) for seed in range(3)]
    >>> state = cardwright.load("hk").deal(seed=7)
    >>> str(Cautious().choose(state.observe(0), state.legal_actions()))
    '3D'
    >>> cardwright.play_out(state, [Cautious(), *others]).is_over
    True
    """

    def choose(self, seen: Observation, actions: Sequence[Action]) -> Action:
        """One of the actions."""
        ...


@runtime_checkable
class Watching(Protocol):
    """A bot that is also told of every play, by whoever makes it: plays are made in the open, but a table shows only
    the last one."""

    def watch(self, seat: int, play: Play) -> None: ...


NOTHING_LEGAL = "nothing is legal here: the rulebook lets this hand come to a stop"


class RandomBot:
    """Any legal action, each as likely as another."""

    def __init__(self, seed: int) -> None:
        self._stream = SplitMix64(seed)

    def choose(self, seen: Observation, actions: Sequence[Action]) -> Action:
        """One of the actions. There may be millions of ways to give cards away: one is picked without listing them."""
        if seen.to_give:
            return _give(seen, pick(seen.hand, seen.to_give, self._stream))
        if not len(actions):
            raise Invalid(NOTHING_LEGAL)
        return actions[self._stream.below(len(actions))]


class GreedyBot:
    """Claims what it can; plays whenever it can: the most cards at once, and of those the lowest. Gives and discards
    the lowest. Bids as little as it can, with a hand that is better than most, and the better the higher others bid."""

    def choose(self, seen: Observation, actions: Sequence[Action]) -> Action:
        """The action that gets rid of the most cards at the least cost."""
        if seen.to_give:
            places = seen.pieces.card_places
            return _give(seen, tuple(sorted(seen.hand, key=lambda card: (places[card], card))[: seen.to_give]))
        best = min(enumerate(actions), key=lambda item: (eagerness(seen, item[1]), item[0]), default=None)
        if best is None:
            raise Invalid(NOTHING_LEGAL)
        return best[1]


def _give(seen: Observation, cards: Cards) -> Give:
    return Give(cards, tuple(seen.pieces.names[card] for card in cards))


_HIGH = 6
"""One piece in so many of the deck counts as high."""
_STEP = Fraction(1, 4)
"""By how much of its share of high pieces a hand must be better for every bid that others have made."""


def _wants_to_bid(seen: Observation) -> bool:
    """Whether a hand holds more than its share of the high pieces, and more still where others have bid."""
    pieces = seen.pieces
    order = sorted(pieces.all, key=lambda card: pieces.heights[card], reverse=True)
    high = order[: max(1, len(order) // _HIGH)]
    lowest = pieces.heights[high[-1]]
    held = sum(pieces.heights[card] >= lowest for card in seen.hand)
    return Fraction(held * len(order), len(high) * max(1, len(seen.hand))) >= 1 + _STEP * sum(map(bool, seen.calls))


def eagerness(seen: Observation, action: Action) -> tuple[object, ...]:
    """The lower, the sooner. Cards are weighed by how high they stand among all pieces of the deck."""
    match action:
        case MakeClaim():
            return (0,)
        case PlayCards(play=play):
            places = sorted((seen.pieces.card_places[card] for card in play.pieces), reverse=True)
            return (1, -play.size, places)
        case Give(pieces=cards) | Discard(pieces=cards):
            return (2, 0, sorted((seen.pieces.card_places[card] for card in cards), reverse=True))
        case Bid(bid=bid):
            return (1, bid) if _wants_to_bid(seen) else (3, bid)
        case Decline():
            return (3,)
        case _:
            return (2,)


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": lambda seed: GreedyBot()}
"""The bots by name, each made from a seed."""


def turns(state: State, bots: Sequence[Bot]) -> Generator[tuple[State, Action], None, State]:
    """Let bots, one for each seat, play until the hand is over: every state with the action taken there; returns the
    last state. Raises Illegal or Invalid, with the seat, for a bot that chooses something else."""
    watching = [bot for bot in bots if isinstance(bot, Watching)]
    while state.turn is not None:
        seat = state.turn
        action = bots[seat].choose(state.observe(seat), state.legal_actions())
        after = _after(state, action)
        yield state, action
        if watching and isinstance(action, PlayCards):
            for bot in watching:
                bot.watch(seat, action.play)
        state = after
    return state


def _after(state: State, action: Action) -> State:
    """The state after what a bot has chosen; who it was is told where it may not."""
    try:
        return state.apply(action)
    except Illegal as error:
        raise Illegal(f"the bot of P{state.at.turn + 1} chose what is not legal: {error}", error.reasons) from error
    except (Invalid, TypeError) as error:
        raise Invalid(f"the bot of P{state.at.turn + 1} chose what is no action: {error}") from error


def play_out(state: State, bots: Sequence[Bot], taken: Callable[[int, Action], None] | None = None) -> State:
    """The end of a hand that bots, one for each seat, have played; `taken` is told every action.
    Raises Invalid where there are not so many.

    >>> import cardwright
    >>> done = []
    >>> bots = [cardwright.BOTS["greedy"](seed) for seed in range(4)]
    >>> state = cardwright.load("hk").deal(seed=7)
    >>> over = cardwright.play_out(state, bots, lambda seat, action: done.append(str(action)))
    >>> over.is_over, done[:2]
    (True, ['7C-8D-9D-10D-JC', '2D-3H-4H-5D-6H'])
    """
    if len(bots) != state.rules.players:
        raise Invalid(f"{state.rules.players} bots are needed, not {len(bots)}")
    hand = turns(state, bots)
    while True:
        try:
            before, action = next(hand)
        except StopIteration as over:
            end: State = over.value
            return end
        if taken is not None:
            taken(before.at.turn, action)
