"""The bot that thinks ahead: it sees what its seat sees, imagines the rest as it may be, and plays better for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from cardwright.dsl import shipped
from cardwright.interpreter import (
    Bot,
    Game,
    PlayCards,
    RandomBot,
    SearchBot,
    SplitMix64,
    State,
    imagining,
    load,
    seating,
    simulation,
    turns,
)

_NAMES = shipped()


def moments(game: Game, seed: int, every: int = 4) -> Iterator[tuple[State, list[PlayCards], list[int]]]:
    """States of a hand after the lead, with the plays before them and who made them."""
    plays: list[PlayCards] = []
    seats: list[int] = []
    bots = [RandomBot(seed + seat) for seat in range(game.players)]
    for number, (state, action) in enumerate(turns(game.deal(seed), bots)):
        if not state.doing and not state.claiming and number % every == 0:
            yield state, list(plays), list(seats)
        if isinstance(action, PlayCards):
            plays.append(action)
            seats.append(state.at.turn)


def told(bot: Bot, plays: list[PlayCards], seats: list[int]) -> Bot:
    """The bot, once it has watched these plays."""
    if isinstance(bot, SearchBot):
        for seat, action in zip(seats, plays, strict=True):
            bot.watch(seat, action.play)
    return bot


@pytest.mark.parametrize("name", _NAMES)
def test_what_is_imagined_looks_the_same(name: str) -> None:
    """The seat sees the same in every imagined state, and all cards of the deck are there."""
    game = load(name)
    looked = 0
    for seed in range(3):
        for state, plays, seats in moments(game, seed):
            seat = state.at.turn
            seen = state.observe(seat)
            played = Counter(card for action in plays for card in action.pieces)
            for draw in range(2):
                other = imagining.imagine(game.rules, seen, played, set(seats), SplitMix64(draw))
                assert other.observe(seat) == seen
                held = Counter(card for hand in other.hands for card in hand)
                assert not (held + played) - Counter(game.deck)
                assert list(other.legal_actions()) == list(state.legal_actions())
                looked += 1
    assert looked > 20


def test_hidden_cards_are_drawn_anew() -> None:
    game = load("hk")
    state, plays, seats = list(moments(game, 1))[2]
    played = Counter(card for action in plays for card in action.pieces)
    seen = state.observe(state.at.turn)
    drawn = {imagining.imagine(game.rules, seen, played, set(seats), SplitMix64(n)).hands for n in range(10)}
    assert len(drawn) == 10


def swapped(state: State, seat: int, stream: SplitMix64) -> State:
    """The state with the cards of all other seats exchanged among them."""
    others = [other for other in range(len(state.hands)) if other != seat]
    cards = [card for other in others for card in state.hands[other]]
    stream.shuffle(cards)
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other] = tuple(sorted(cards[:size]))
        del cards[:size]
    return State(state.rules, state.at._replace(hands=tuple(hands)))


@pytest.mark.parametrize("kind", ["random", "greedy", "search:12"])
@pytest.mark.parametrize("name", _NAMES)
def test_hidden_cards_do_not_change_the_choice(name: str, kind: str) -> None:
    """Whatever the others hold, a bot that sees the same does the same."""
    game = load(name)
    changed = tried = 0
    for state, plays, seats in moments(game, 2, every=9):
        seat = state.at.turn
        other = swapped(state, seat, SplitMix64(tried))
        if other.observe(seat) != state.observe(seat):
            continue
        choices = [
            told(seating.seated(game.rules, [kind] * game.players, 5)[seat], plays, seats).choose(
                one.observe(seat), one.legal_actions()
            )
            for one in (state, other)
        ]
        assert choices[0] == choices[1]
        tried += 1
        changed += other.hands != state.hands
    assert tried and changed


def test_searching_beats_greed() -> None:
    """With the same cards in the same seat, by a margin that 400 hands put at about five points a hand."""
    game = load("hk")
    others = ["greedy"] * 3
    plans = (simulation.plan_of(game, 17, [bot, *others]) for bot in ("search:30", "greedy"))
    searching, greedy = (simulation.play_chunk(plan.chunk(0, 12)) for plan in plans)
    assert isinstance(searching, simulation.Tally) and isinstance(greedy, simulation.Tally)
    assert searching.seats[0].score.total - greedy.seats[0].score.total > 12 * 2


@pytest.mark.parametrize("name", _NAMES)
def test_searching_plays_hands_of_every_rulebook_out(name: str) -> None:
    game = load(name)
    bots = ["search:4", *["greedy"] * (game.players - 1)]
    assert simulation.simulate(game, 1, 3, bots=bots).tally.hands == 1


def test_a_seed_fixes_the_search() -> None:
    plan = simulation.plan_of(load("tien_gow"), 3, ["search:5"])
    assert simulation.play_chunk(plan.chunk(0, 1)) == simulation.play_chunk(plan.chunk(0, 1))
