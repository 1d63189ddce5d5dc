"""Every row of the conformance cases, asked of the engine through its public surface."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from rows import (
    Answers,
    Beats,
    Chain,
    Chance,
    Classify,
    Count,
    Dealt,
    Direction,
    MatchVerdict,
    Offered,
    Played,
    Position,
    Refused,
    Row,
    Settled,
    rows,
    seat,
)

from cardwright.dsl import RulebookError
from cardwright.interpreter import Game, Situation, State, load

ROWS = dict(rows())
SEEDS = range(60)


@cache
def settled(rulebook: str, agreed: tuple[tuple[str, Any], ...]) -> Game:
    """A game under the answers of a row, loaded once."""
    return load(rulebook, options=dict(agreed))


def game_of(row: Row) -> Game:
    """The game a row is about."""
    return settled(row.rulebook, tuple(sorted(row.agreed.items())))


def situation(row: Row, *keys: str) -> Situation:
    """What a row tells of these keys."""
    told = row.model_dump(include=set(keys), exclude_unset=True)
    return Situation(**told)


def same(action: object) -> tuple[str, ...]:
    """An action whatever the order of its cards: `discard A-B` is `discard` with A and B."""
    *verb, cards = str(action).split(" ")
    return (*verb, *sorted(cards.split("-")))


def all_same(actions: Iterable[object]) -> list[tuple[str, ...]]:
    """Actions whatever their order."""
    return sorted(same(action) for action in actions)


def counts(numbers: Iterable[Any]) -> list[int]:
    """Sizes of piles or hands, whether told as numbers or as pieces."""
    return [number if isinstance(number, int) else len(number) for number in numbers]


def seat_name(number: int | None) -> str | None:
    """Seat 0 is `P1`."""
    return None if number is None else f"P{number + 1}"


def check_offers(row: Offered, state: State) -> None:
    """What may be done, what not and why, and what breaks a duty."""
    legal = all_same(state.legal_actions())
    assert len(legal) == len(set(legal)), "an action is offered twice"
    if row.exactly:
        assert legal == all_same(row.legal or ())
    for action in row.legal or ():
        assert same(action) in legal, action
        assert state.why_not(action) is None, action
    for action, rules in row.illegal.items():
        assert same(action) not in legal, action
        reasons = state.why_not(action)
        assert reasons is not None, action
        accepted = {rules} if isinstance(rules, str) else set(rules)
        assert accepted & {reason.rule for reason in reasons}, (action, list(reasons))
    if row.breach is not None:
        for action in {*(row.legal or ()), *row.breach}:
            duties = (row.breach[action],) if action in row.breach else ()
            assert state.would_breach(action) == duties, action


def check_classify(row: Classify) -> None:
    assert sorted(play.combination for play in game_of(row).classify(row.cards)) == sorted(row.reads)


def check_beats(row: Beats) -> None:
    assert game_of(row).beats(row.play, row.table) is row.beats


def check_chain(row: Chain) -> None:
    game = game_of(row)
    levels = [[level] if isinstance(level, str) else level for level in row.chain]
    plays = [(height, play) for height, level in enumerate(levels) for play in level]
    wrong = [
        (play, table)
        for height, play in plays
        for under, table in plays
        if game.beats(play, table) is not (height > under)
    ]
    assert wrong == []


def check_position(row: Position) -> None:
    game = game_of(row)
    state = game.position(situation(row, "hand", "table", "opening", "next_has"))
    check_offers(row, state)
    for action in row.legal or ():
        # One rule in every place: what is offered is a play, and one that beats the table.
        if action != "pass" and not action.startswith("discard "):
            assert game.classify(action)
            assert row.table is None or game.beats(action, row.table)


def check_game(row: Played) -> None:
    game = game_of(row)
    state = game.position(situation(row, "hands", "hand_number", "last_winner", "last_loser", "last_order", "opener"))
    before: list[tuple[State, list[tuple[str, ...]]]] = []
    for told in row.actions:
        who, _, action = told.rpartition(": ")
        assert not who or seat_name(state.turn) == who, told
        if row.again:
            before.append((state, all_same(state.legal_actions())))
        state = state.apply(action)
    assert all(all_same(earlier.legal_actions()) == legal for earlier, legal in before)
    found: dict[str, Callable[[], object]] = {
        "turn": lambda: seat_name(state.turn),
        "leading": lambda: state.leading,
        "over": lambda: state.is_over,
        "winner": lambda: seat_name(state.winner),
        "void": lambda: state.is_over and state.winner is None,
        "scores": lambda: [Fraction(score) for score in state.scores],
        "breaches": lambda: [(seat_name(breach.offender), breach.duty) for breach in state.breaches],
        "piles": lambda: counts(state.piles),
        "hand_sizes": lambda: counts(state.hands),
    }
    wanted = {key: getattr(row, key) for key in found if key in row.model_fields_set}
    if row.scores is not None:
        wanted["scores"] = [Fraction(score) for score in row.scores]
    if row.breaches is not None:
        wanted["breaches"] = [(breach.seat, breach.duty) for breach in row.breaches]
    assert {key: found[key]() for key in wanted} == wanted
    for name, claims in row.claims.items():
        assert sorted(state.claims(seat(name))) == sorted(claims), name
    check_offers(row, state)


def check_settled(row: Settled) -> None:
    told = situation(row, "left", "held", "ended", "out", "opener", "played", "claimed", "broke", "roles", "bids")
    scores = game_of(row).settle(told).scores
    assert [Fraction(score) for score in scores] == [Fraction(score) for score in row.scores]


def check_dealt(row: Dealt) -> None:
    game = game_of(row)
    state = game.deal(seed=1)
    # Pieces put on a pile before the first lead were dealt too.
    dealt = [hand + pile for hand, pile in zip(counts(state.hands), counts(state.piles), strict=True)]
    assert dealt == [row.each + (number < row.extra) for number in range(row.players)]
    assert len(game.deck) == row.deck
    assert row.deck - sum(dealt) == row.rest
    opening = {seat_name(game.deal(seed=seed).turn) for seed in SEEDS} if row.openers else set()
    assert opening == set(row.openers)


def check_match(row: MatchVerdict) -> None:
    over, winners = game_of(row).match_verdict(row.totals)
    assert (over, [seat_name(winner) for winner in winners]) == (row.match_over, row.match_winners)


def check_chance(row: Chance) -> None:
    assert game_of(row).chance(row.claim) == Fraction(row.chance)


def check_count(row: Count) -> None:
    game = game_of(row)
    if row.by_size is not None:
        assert row.combination is not None
        assert game.count_by_size(row.combination) == {int(size): n for size, n in row.by_size.items()}
    else:
        assert game.count(row.combination) == (row.plays if row.universe is None else row.universe)


def check_answers(row: Answers) -> None:
    game = game_of(row)
    assert {name: list(game.options[name].answers) for name in row.options} == row.options


def check_refused(row: Refused) -> None:
    with pytest.raises(RulebookError):
        load(row.rulebook, options=row.load_with)


def check_direction(row: Direction) -> None:
    assert game_of(row).direction == row.direction


CHECKS: dict[type[Row], Callable[[Any], None]] = {
    Classify: check_classify,
    Beats: check_beats,
    Chain: check_chain,
    Position: check_position,
    Played: check_game,
    Settled: check_settled,
    Dealt: check_dealt,
    MatchVerdict: check_match,
    Chance: check_chance,
    Count: check_count,
    Answers: check_answers,
    Refused: check_refused,
    Direction: check_direction,
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_case(row: Row) -> None:
    CHECKS[type(row)](row)
