"""Simulations: tallies that merge in any order, results that do not depend on who played what, and checkpoints."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cardwright.interpreter.simulation import checkpoint
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.dsl import shipped
from cardwright.interpreter import Game, Invalid, load, play_out, seating, simulation

play_chunk, simulate = simulation.play_chunk, simulation.simulate
_NAMES = shipped()


def merged(tallies: list[Any], kind: type[Any]) -> Any:
    whole = kind()
    for tally in tallies:
        whole.merge(tally)
    return whole


def in_chunks(plan: simulation.Plan, sizes: list[int], order: random.Random) -> Any:
    """The tally of a plan played in chunks of these sizes, merged in an order of chance and in a tree of chance."""
    tallies: list[Any] = []
    first = 0
    for size in sizes:
        tallies.append(play_chunk(plan.chunk(first, size)))
        first += size
    order.shuffle(tallies)
    while len(tallies) > 1:
        at = order.randrange(len(tallies) - 1)
        tallies[at].merge(tallies.pop(at + 1))
    return tallies[0]


# ---- tallies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", _NAMES)
def test_chunks_and_their_order_make_no_difference(name: str) -> None:
    plan = simulation.plan_of(load(name), 5, ["random"])
    whole = play_chunk(plan.chunk(0, 8))
    assert whole.hands == 8
    assert in_chunks(plan, [3, 1, 4], random.Random(1)) == in_chunks(plan, [1] * 8, random.Random(2)) == whole


_numbers = st.lists(st.one_of(st.integers(-5000, 5000), st.fractions(-50, 50, max_denominator=12)), max_size=8)


@given(_numbers, _numbers, _numbers)
@settings(max_examples=60, deadline=None)
def test_measures_are_associative_and_exact(first: list[Any], second: list[Any], third: list[Any]) -> None:
    def measure(numbers: list[Any]) -> simulation.Measure:
        found = simulation.Measure()
        for number in numbers:
            found.add(number)
        return found

    left = merged([merged([measure(first), measure(second)], simulation.Measure), measure(third)], simulation.Measure)
    right = merged([measure(first), merged([measure(third), measure(second)], simulation.Measure)], simulation.Measure)
    numbers = [*first, *second, *third]
    assert left == right == measure(numbers)
    assert (left.count, left.total, left.squares) == (len(numbers), sum(numbers), sum(n * n for n in numbers))
    assert left.bins.total() == len(numbers)
    assert (left.least, left.greatest) == ((min(numbers), max(numbers)) if numbers else (None, None))


def test_histograms_do_not_grow_without_end() -> None:
    measure = simulation.Measure()
    for number in range(0, 1_000_000, 7):
        measure.add(number)
    assert len(measure.bins) <= 1000 + 3 * 900
    measure.add(Fraction(7, 2))
    assert measure.bins[3] == 1, "below a thousand every whole number has its own"


def test_only_the_largest_swings_are_kept() -> None:
    plan = simulation.plan_of(load("hk"), 1)
    tally = play_chunk(plan.chunk(0, 40))
    assert isinstance(tally, simulation.Tally)
    one_by_one = [play_chunk(plan.chunk(number, 1)) for number in range(40)]
    every = [tally.swings[0] for tally in one_by_one if isinstance(tally, simulation.Tally)]
    assert tally.swings == sorted(every, key=lambda swing: (-swing.size, swing.number))[:10]


# ---- what comes of a hand --------------------------------------------------------------------------------------------


def test_a_tally_counts_what_was_played() -> None:
    game = load("hk")
    plan = simulation.plan_of(game, 3, ["random", "greedy", "random", "greedy"])
    tally = simulate(game, 20, 3, bots=plan.bots).seats
    wins, scores, plays, tricks = [0] * 4, [0] * 4, 0, 0
    for number in range(20):
        seed = simulation.hand_seed(plan, number)
        state = game.deal(seed)
        end = play_out(state, seating.seated(game.rules, plan.bots, seed), taken := _Counting(game))
        wins = [count + (end.winner == seat) for seat, count in enumerate(wins)]
        scores = [total + int(score) for total, score in zip(scores, end.scores, strict=True)]
        plays += taken.plays
        tricks += taken.tricks(state)
    assert [one.wins for one in tally.seats] == wins
    assert [one.score.total for one in tally.seats] == scores
    assert sum(tally.combinations.values()) == tally.plays.total == plays
    assert tally.tricks.total == tricks
    assert sum(one.turns.total for one in tally.seats) == tally.plays.total + tally.passes.total


class _Counting:
    """Keeps what is done in a hand."""

    def __init__(self, game: Game) -> None:
        self.actions: list[Any] = []

    def __call__(self, seat: int, action: Any) -> None:
        self.actions.append(action)

    @property
    def plays(self) -> int:
        return sum(hasattr(action, "play") for action in self.actions)

    def tricks(self, state: Any) -> int:
        led = 0
        for action in self.actions:
            led += state.leading and not state.claiming
            state = state.apply(action)
        return led


@pytest.mark.parametrize("name", _NAMES)
def test_sums_add_up(name: str) -> None:
    game = load(name)
    tally = simulate(game, 12, 9, bots=["random"]).seats
    assert tally.hands == sum(tally.ended.values()) == 12
    assert sum(one.wins for one in tally.seats) == tally.won
    assert all(one.hands == 12 for one in tally.seats)
    led = tally.from_lead[0].hands
    assert led <= 12 and all(one.hands == led for one in tally.from_lead)


def test_roles_and_instant_wins_are_told_apart() -> None:
    tally = simulate(load("dou_dizhu"), 30, 7).seats
    assert tally.roles["landlord"].hands * 2 == tally.roles[""].hands
    assert tally.roles["landlord"].score.total == -tally.roles[""].score.total
    tally = simulate(load("hk"), 80, 7).seats
    assert sum(tally.won_by.values()) == tally.ended["claim"] > 0


def test_a_hand_does_not_depend_on_those_before_it() -> None:
    plan = simulation.plan_of(load("president"), 8, ["random"])
    alone = play_chunk(plan.chunk(4, 1))
    before = play_chunk(plan.chunk(0, 4))
    assert isinstance(before, simulation.Tally) and isinstance(alone, simulation.Tally)
    before.merge(alone)
    assert before == play_chunk(plan.chunk(0, 5))


def test_the_first_hand_is_that_of_the_seed() -> None:
    plan = simulation.plan_of(load("hk"), 42)
    assert simulation.hand_seed(plan, 0) == 42
    assert len({simulation.hand_seed(plan, number) for number in range(1000)}) == 1000


# ---- executors -------------------------------------------------------------------------------------------------------


class Backwards(Executor):
    """Runs nothing until it has many functions, and then the last one first."""

    def __init__(self, many: int) -> None:
        self._many = many
        self._waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append((future, fn, args))
        if len(self._waiting) >= self._many:
            for waiting, function, given_ in reversed(self._waiting):
                waiting.set_result(function(*given_))
            self._waiting.clear()
        return future


def test_results_are_the_same_on_every_executor() -> None:
    game = load("taiwan")
    alone = simulate(game, 40, 5, bots=["random"])
    with ThreadPoolExecutor(3) as threads:
        spread = simulate(game, 40, 5, bots=["random"], executor=threads, workers=3)
    assert spread.tally == alone.tally and not spread.stopped
    backwards = simulate(game, 40, 5, bots=["random"], executor=Backwards(1), workers=4)
    assert backwards.tally == alone.tally


def test_results_are_the_same_in_processes() -> None:
    game = load("big_two_two_decks")
    alone = simulate(game, 24, 5, bots=["random"])
    assert simulate(game, 24, 5, bots=["random"], workers=2).tally == alone.tally


class Breaking(ThreadPoolExecutor):
    """Breaks down after some functions."""

    def __init__(self, after: int) -> None:
        super().__init__(1)
        self._left = after

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self._left -= 1
        if self._left < 0:
            raise RuntimeError("the machine is gone")
        return super().submit(fn, *args, **named)


def test_what_was_played_is_kept_when_an_executor_breaks_down(tmp_path: Path) -> None:
    game, file = load("hk"), tmp_path / "kept.json"
    with Breaking(4) as executor:
        broken = simulate(game, 50, 2, executor=executor, save_to=file)
    assert broken.stopped == "RuntimeError: the machine is gone"
    assert 0 < broken.tally.hands == len(broken.done) < 50
    resumed = simulate(game, 50, 2, resume=file.read_bytes())
    assert resumed.tally == simulate(game, 50, 2).tally and list(resumed.done) == [(0, 50)]


def test_a_rulebook_that_contradicts_itself_names_the_hand(tmp_path: Path) -> None:
    file = tmp_path / "wrong.rules"
    file.write_text("cardwright 1\nrulebook wrong extends wikipedia edition 1\nalways settled: zero_sum\n")
    game = load(file)
    said = "hand 1, seed 3: `settled` always holds"
    with pytest.raises(simulation.Failed, match=said):
        simulate(game, 5, 3)
    with ThreadPoolExecutor(2) as threads, pytest.raises(simulation.Failed, match=said):
        simulate(game, 1, 3, executor=threads)
    assert str(pickle.loads(pickle.dumps(simulation.Failed("said")))) == "said", "it comes home from another process"


# ---- checkpoints -----------------------------------------------------------------------------------------------------


def test_a_simulation_goes_on_where_it_was(tmp_path: Path) -> None:
    game, file = load("chuo_pai"), tmp_path / "kept.json"
    simulate(game, 7, 3, bots=["random"], save_to=file)
    longer = simulate(game, 20, 3, bots=["random"], resume=file.read_bytes(), save_to=file)
    whole = simulate(game, 20, 3, bots=["random"])
    assert longer.tally == whole.tally
    assert simulate(game, 20, 3, bots=["random"], resume=file.read_bytes()).tally == whole.tally


@pytest.mark.parametrize(
    ("name", "options", "seed", "bots", "said"),
    [
        ("taiwan", {}, 3, "greedy", "another rulebook, or of other options: `hk`"),
        ("hk", {"tiers": "four"}, 3, "greedy", "another rulebook, or of other options"),
        ("hk", {}, 4, "greedy", "another seed: 3"),
        ("hk", {}, 3, "random", "other bots: `greedy`"),
    ],
)
def test_a_checkpoint_is_of_one_plan(
    name: str, options: dict[str, Any], seed: int, bots: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept.json"
    simulate(load("hk"), 2, 3, save_to=file)
    with pytest.raises(Invalid, match=said):
        simulate(load(name, options=options), 4, seed, bots=[bots], resume=file.read_bytes())


_NOT_COUNTED: list[tuple[tuple[str, ...], Any]] = [
    (("combinations", "trio_of_nothing"), 1),
    (("claims", "trio_of_nothing"), 1),
    (("won_by", "pair"), 1),
    (("breaches", "pair"), 1),
    (("paid", "pair"), 1),
    (("ended", "rain"), 1),
    (("roles", "landlord"), "seat"),
    (("swings",), []),
    (("matches", "wins", "4"), 1),
    (("plays", "count"), 3),
]


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize(("place", "value"), _NOT_COUNTED)
def test_what_cannot_have_been_counted_is_refused(place: tuple[str, ...], value: Any, paired: bool) -> None:
    data = json.loads(_kept(paired))
    at = tally = data["pair"]["second"] if paired else data["tally"]
    for name in place[:-1]:
        at = at[name]
    assert place[-1] in ("swings", "count") or place[-1] not in at
    at[place[-1]] = tally["seats"][0] if value == "seat" else value
    against = load("taiwan") if paired else None
    with pytest.raises(Invalid, match="its numbers contradict one another"):
        simulate(load("hk"), 4, 3, against=against, resume=json.dumps(data))


@cache
def _kept(paired: bool) -> str:
    done = simulate(load("hk"), 4, 3, against=load("taiwan") if paired else None)
    return str(checkpoint.to_json(done.plan, done.done, done.tally))


@pytest.mark.parametrize(
    ("name", "value"), [("changed", 5), ("winners", {"same": 4, "nobody": 0}), ("winners", {"same": 3}), ("scores", [])]
)
def test_pairs_that_cannot_have_been_counted_are_refused(name: str, value: Any) -> None:
    data = json.loads(_kept(True))
    data["pair"][name] = value
    with pytest.raises(Invalid, match="its numbers contradict one another"):
        simulate(load("hk"), 4, 3, against=load("taiwan"), resume=json.dumps(data))


def test_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    simulate(load("hk"), 4, 3, save_to=file)
    whole = json.loads(file.read_text())
    damaged: list[dict[str, Any]] = [
        {**whole, "version": 2},
        {**whole, "done": [[0, 3]]},
        {**whole, "done": [[0, 3], [2, 3]]},
        {key: value for key, value in whole.items() if key != "tally"},
        {**whole, "tally": {**whole["tally"], "plays": {**whole["tally"]["plays"], "total": 1.5}}},
    ]
    for data in damaged:
        with pytest.raises(Invalid, match="no simulation that was stopped"):
            simulate(load("hk"), 9, 3, resume=json.dumps(data))
    with pytest.raises(Invalid, match="more than 3"):
        simulate(load("hk"), 3, 3, resume=json.dumps(whole))


def test_ranges() -> None:
    ranges = simulation.ranges.Ranges([(4, 6), (0, 2)])
    assert ranges.gaps(10) == [(2, 4), (6, 10)] and ranges.gaps(5) == [(2, 4)] and len(ranges) == 4
    ranges.add(2, 2)
    assert list(ranges) == [(0, 6)] and ranges.gaps(6) == []
    for first, count in ((5, 1), (0, 9), (-1, 1), (7, 0)):
        with pytest.raises(ValueError):
            ranges.add(first, count)


# ---- pairs and matches -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hk", "tien_gow", "dou_dizhu"])
def test_a_rulebook_does_not_differ_from_itself(name: str) -> None:
    pair = simulate(load(name), 10, 3, against=load(name)).tally
    assert isinstance(pair, simulation.Pair) and pair.first == pair.second
    assert pair.changed == 0 and not any(measure.total or measure.squares for measure in pair.scores)


def test_pairs_are_played_with_the_same_cards() -> None:
    first, second = load("hk"), load("taiwan")
    for number in range(20):
        one, two = simulation.paired_states(first, second, number)
        hands = [
            [sorted(game.pieces.names[card] for card in hand) for hand in state.hands]
            for game, state in ((first, one), (second, two))
        ]
        assert hands[0] == hands[1]
    pair = simulate(first, 10, 3, against=second, bots=["random"]).tally
    assert isinstance(pair, simulation.Pair)
    alone = simulate(first, 10, 3, bots=["random"]).tally
    assert pair.first == alone
    for seat, measure in enumerate(pair.scores):
        assert measure.total == pair.second.seats[seat].score.total - pair.first.seats[seat].score.total


@pytest.mark.parametrize(("first", "second"), [("hk", "chuo_pai"), ("hk", "dou_dizhu"), ("hk", "tien_gow")])
def test_other_cards_cannot_be_paired(first: str, second: str) -> None:
    with pytest.raises(Invalid, match="cannot be paired"):
        simulate(load(first), 1, 1, against=load(second))


@pytest.mark.parametrize("name", ["president", "wikipedia", "zheng_shangyou"])
def test_matches(name: str) -> None:
    game = load(name)
    plan = simulation.plan_of(game, 6, ["greedy"], matches=True)
    tally = simulate(game, 3, 6, bots=["greedy"], matches=True).seats
    assert in_chunks(plan, [1, 2], random.Random(1)) == tally
    matches = tally.matches
    assert (matches.count, matches.unfinished) == (3, 0) and matches.wins.total() >= 3
    assert matches.hands.total == tally.hands - tally.ended["void"]
    assert [one.total for one in matches.totals] == [one.score.total for one in tally.seats]


def test_matches_without_end_and_bots_that_are_none() -> None:
    with pytest.raises(Invalid, match="has no end"):
        simulate(load("hk"), 1, 1, matches=True)
    for bots, said in (
        (["greedy", "random"], "4 bots are needed"),
        (["clever"], "there is no bot `clever`"),
        (["search:0"], "no number of rollouts"),
        (["search:many"], "no number of rollouts"),
    ):
        with pytest.raises(Invalid, match=said):
            simulate(load("hk"), 1, 1, bots=bots)


# ---- intervals -------------------------------------------------------------------------------------------------------


def test_intervals() -> None:
    # Tables of the t distribution; Wilson's and Bonett and Price's intervals as they are printed.
    for freedom, table in ((1, 12.7062), (2, 4.3027), (5, 2.5706), (30, 2.0423), (1000, 1.9623), (5000, 1.9604)):
        assert simulation.intervals.student(freedom) == pytest.approx(table, abs=6e-5)
    assert simulation.share(15, 148) == pytest.approx((0.10135, 0.06239, 0.16050), abs=6e-5)
    assert simulation.share(0, 10) == pytest.approx((0, 0, 0.27753), abs=6e-5)
    assert simulation.share(0, 0) is None
    measure = simulation.Measure()
    for number in (2, 4, 4, 4, 5, 5, 7, 9):
        measure.add(number)
    assert simulation.spread(measure) == pytest.approx(2.13809)
    assert simulation.mean(measure) == pytest.approx((5, 3.21251, 6.78749), abs=6e-5)


def test_intervals_of_shares_cover_what_they_should() -> None:
    rng = random.Random(4)
    covered = 0
    for _ in range(400):
        found = simulation.share(sum(rng.random() < 0.25 for _ in range(80)), 80)
        assert found is not None and found.low is not None and found.high is not None
        covered += found.low <= 0.25 <= found.high
    assert 0.92 <= covered / 400 <= 0.98


def test_no_change_at_all_is_no_proof() -> None:
    measure = simulation.Measure()
    for _ in range(100):
        measure.add(0)
    found = simulation.paired_share(measure)
    assert found is not None and found.value == 0 and found.high is not None and 0 < found.high < 0.05


def test_the_table_has_every_seat() -> None:
    done = simulate(load("hk"), 20, 1)
    rows = simulation.summary(done, ("hk",))
    assert {row.name for row in rows if row.about == "seat"} == {"P1", "P2", "P3", "P4"}
    assert all(row.low <= row.value <= row.high for row in rows if row.low is not None and row.high is not None)
    assert list(islice((row.value for row in rows if row.measure == "hands"), 1)) == [20]
