"""Hands, plays and states to try laws on: from seeds where a test goes through many, and as Hypothesis strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import TypeAlias

from effort import GAMES_KEPT, TRIES_FOR_A_PLAY
from hypothesis import assume
from hypothesis import strategies as st
from options import Table, allowed, choices

from cardwright.interpreter import Action, Cards, Carried, Game, Play, State, generation

Step: TypeAlias = tuple[State, Action]

LONGEST = 5_000
"""More decisions than any hand may take. A hand of n cards each takes a play for every card at most, and between two
plays at most a pass of everybody: 84 cards and three players make 336."""


# ---- settings ------------------------------------------------------------------------------------------------------


@st.composite
def any_table(draw: st.DrawFn, rulebook: str) -> Table:
    """A rulebook under any setting at all, of the answers to try."""
    answers = {name: draw(st.sampled_from(several)) for name, several in choices(rulebook).items()}
    assume(allowed(rulebook, answers))
    return Table(rulebook, tuple(answers.items()))


# ---- hands ---------------------------------------------------------------------------------------------------------


def random_hand(game: Game, random: Random, size: int) -> Cards:
    """A hand of so many pieces: of the whole deck, or of few ranks, few suits or neighbours, where combinations are
    more frequent."""
    pieces, deck = game.pieces, list(game.deck)
    kind = random.randrange(4)
    if kind == 1:
        ranks = set(random.sample(range(len(pieces.deck.ranks)), min(len(pieces.deck.ranks), max(2, size // 2))))
        deck = [card for card in deck if pieces.ranks[card] in ranks]
    elif kind == 2 and pieces.deck.suits:
        suits = set(random.sample(range(len(pieces.deck.suits)), 2 if size > 8 else 1))
        deck = [card for card in deck if pieces.suits[card] in suits]
    elif kind == 3:
        low = random.randrange(len(pieces.deck.ranks))
        ranks = {(low + step) % len(pieces.deck.ranks) for step in range(max(4, size // 2))}
        deck = [card for card in deck if pieces.ranks[card] in ranks]
    return tuple(sorted(random.sample(deck, min(size, len(deck)))))


@st.composite
def hands(draw: st.DrawFn, game: Game, least: int = 1, most: int = 10) -> Cards:
    """Hands that get smaller, and simpler, while an exception is narrowed down."""
    pieces = game.pieces
    deck = list(game.deck)
    coin: st.SearchStrategy[bool] = st.booleans()
    if draw(coin) and pieces.deck.suits:
        suits = draw(st.sets(st.integers(0, len(pieces.deck.suits) - 1), min_size=1))
        deck = [card for card in deck if pieces.suits[card] in suits]
    if draw(coin):
        ranks = draw(st.sets(st.integers(0, len(pieces.deck.ranks) - 1), min_size=1, max_size=6))
        deck = [card for card in deck if pieces.ranks[card] in ranks]
    assume(deck)  # a rank of a suit may be all that is left, and be left out
    places = st.integers(0, len(deck) - 1)
    chosen = draw(st.sets(places, min_size=min(least, len(deck)), max_size=min(most, len(deck))))
    return tuple(sorted(deck[place] for place in chosen))


# ---- plays ---------------------------------------------------------------------------------------------------------


def random_plays(game: Game, random: Random, rung: int, number: int) -> list[Play]:
    """Up to so many plays of one combination, each once; all of them where they are no more than that.

    They are read off the plan of the pattern over a shuffled deck, so that rare plays are found as well."""
    plays = game.rules.plays
    planner = plays.matchers[rung].planner
    found: dict[Cards, Play] = {}
    few = all_of(game, rung, number)
    if few is not None:
        return few
    for _ in range(TRIES_FOR_A_PLAY * number):
        if len(found) >= number:
            break
        pool = generation.Pool(_shuffled(game, random), any(copies > 1 for copies in game.pieces.copies))
        sizes = _sizes(game, rung)
        size = random.choice(sizes)
        for filled in islice(planner.fill(pool, (size, size)), random.randrange(1, 4)):
            cards = tuple(sorted(card for filling in filled for card in filling.cards))
            for play in plays.readings(cards, planner.untouched):
                if play.rung == rung:
                    found.setdefault(cards, play)
    return list(found.values())[:number]


def _shuffled(game: Game, random: Random) -> list[int]:
    """The deck in a random order, equal pieces side by side."""
    order = list(range(len(game.pieces)))
    random.shuffle(order)
    return [card for card in order for _ in range(game.pieces.copies[card])]


def _sizes(game: Game, rung: int) -> list[int]:
    """The sizes that plays of a combination may have."""
    planner = game.rules.plays.matchers[rung].planner
    low, high = planner.span
    if planner.untouched:
        return sorted({size for size in game.rules.sizes if low <= size <= high})
    return list(range(low, min(high, max(game.rules.sizes)) + 1))


def all_of(game: Game, rung: int, number: int) -> list[Play] | None:
    """All plays of a combination, if the whole deck holds no more than so many."""
    plays = game.rules.plays
    planner = plays.matchers[rung].planner
    if planner.untouched:
        return None
    tried = list(islice(planner.fill(planner.pool(game.deck)), 4 * number + 1))
    if len(tried) > 4 * number:
        return None
    found: dict[Cards, Play] = {}
    for filled in tried:
        cards = tuple(sorted(card for filling in filled for card in filling.cards))
        for play in plays.readings(cards):
            if play.rung == rung:
                found[cards] = play
    return list(found.values()) if len(found) <= number else None


def sample_of_plays(game: Game, random: Random, number: int) -> list[Play]:
    """Up to so many plays of every combination."""
    return [play for rung in range(len(game.rules.plays.matchers)) for play in random_plays(game, random, rung, number)]


# ---- hands that are played -----------------------------------------------------------------------------------------


@lru_cache(maxsize=GAMES_KEPT)
def played(table: Table, seed: int) -> tuple[tuple[Step, ...], State]:
    """A hand played to its end at random: every state with the action taken there, and the last state.

    Passes and declined claims are chosen less often than they come, so that hands meet rules and not only passes."""
    random = Random(f"{table.rulebook} {seed}")
    state = dealt(table, seed)
    steps: list[Step] = []
    while state.turn is not None:
        assert len(steps) < LONGEST, "the hand does not end"
        actions = state.legal_actions()
        assert len(actions) > 0, "nobody is ever left without an action"
        action = actions[random.randrange(len(actions))]
        steps.append((state, action))
        state = state.apply(action)
    return tuple(steps), state


def carried(table: Table, seed: int) -> Carried:
    """What the hand before left behind: every third deal is that of a first hand."""
    players = table.game.players
    totals = (0,) * players
    if seed % 3 == 0:
        return Carried(totals=totals)
    # The seats that follow the loser come after the winner, in turn.
    others = [(seed + 2 + n) % players for n in range(players - 2)]
    order = [seed % players, *others, (seed + 1) % players]
    places = tuple(order.index(seat) + 1 for seat in range(players))
    return Carried(2, seed % players, (seed + 1) % players, totals, last_places=places)


def dealt(table: Table, seed: int) -> State:
    """The start of a hand."""
    before = carried(table, seed)
    return table.game.start(table.game.shuffle(seed, before), before)


def some_states(table: Table, seed: int, number: int) -> Iterator[Step]:
    """Up to so many steps of a played hand, spread over all of it, the first and the last among them."""
    steps, _ = played(table, seed)
    chosen = range(len(steps)) if len(steps) <= number else spread(len(steps), number)
    return (steps[at] for at in chosen)


def spread(length: int, number: int) -> Sequence[int]:
    """So many places from 0 to `length` - 1, as evenly as they come."""
    return sorted({round(at * (length - 1) / max(1, number - 1)) for at in range(number)})


@st.composite
def states(draw: st.DrawFn, table: Table) -> State:
    """States of hands in progress."""
    seed = draw(st.integers(0, 2**64 - 1))
    state = dealt(table, seed)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        actions = state.legal_actions()
        if not actions:
            break
        following = state.apply(actions[choice % len(actions)])
        if following.is_over:
            break
        state = following
    return state
