"""Batches: every hand goes as it goes alone, by the definition, whatever is played beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from effort import BATCH_HANDS, BATCH_STEPS, THOROUGH
from observations_in_numbers import expected
from rulebooks_in_text import COMBINATIONS, rules

from cardwright import Game, load, shipped
from cardwright.interpreter import Action, Invalid, NoEngine, PlayCards, SplitMix64, compiled
from cardwright.rl.batch import Batch, Wanted

BOOKS = shipped()
IN_MACHINE_CODE = ("house", *BOOKS) if THOROUGH else ("house", "tien_gow")
"""To compile one takes a second or two."""


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(compiled.cache.VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@cache
def game_of(name: str) -> Game:
    """A shipped rulebook, or one that has what is rare in their first hands."""
    if name != "house":
        return load(name)
    return rules(
        "auction boss { bids: 1 < 2  starts: opener  each_bids: once  no_bid: void }",
        "auction second { bids: 1 < 2  starts: opener  each_bids: once  no_bid: void }",
        "step tribute: second gives 2 cards to boss",
        "effect turned { when: play has 9  then: reverse_turns  lasts: hand }",
        "payment points: each player scores size of pile of player",
        combinations=f"{COMBINATIONS} combination whole {{ cards: 6, untouched   compare: nothing }}",
        before="boss, second, tribute",
        the_pile="takes the whole trick",
    )


def _plain(name: str, hands: int, seed: int, **more: bool | int) -> Batch:
    return Batch(game_of(name), hands, seed, engine="python", **more)  # type: ignore[arg-type]


def choices_of(batch: Batch, random: SplitMix64) -> list[int]:
    """A choice for each hand; every third draw is of the first actions or the last, so that hands differ more."""
    return [random.below(max(1, int(count))) if random.below(3) else 0 for count in batch.counts]


# ---- the definition ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_every_step_is_what_the_definition_says(name: str) -> None:
    assert compare(_plain(name, BATCH_HANDS, 7), BATCH_STEPS)


def test_so_it_is_where_seats_are_told_as_the_table_sits() -> None:
    compare(_plain("president", 1, 7, relative=False), 30)


def test_so_it_is_where_ranks_turn_upside_down_and_payments_are_made_in_play() -> None:
    for name, options in (("president", {"revolution": True}), ("tien_len", {"chop_pays": True})):
        compare(Batch(name, 1, 7, options=options, engine="python"), BATCH_STEPS)


def test_so_it_is_with_gifts_whole_tricks_and_turns_that_go_back() -> None:
    batch = Batch(game_of("house"), 3, 7, engine="python")
    assert {"gifts", "trick", "piles", "reversed_turns", "to_give"} <= batch.fields.keys()
    assert compare(batch, 90)


def compare(batch: Batch, steps: int, seed: int = 3) -> int:
    """So many steps of every hand beside the definition; how many hands have ended."""
    alone = Game(batch.game.rulebook, engine="definition")
    states = [alone.deal(compiled.runtime.derived_seed(batch.seed, number)) for number in batch.numbers.tolist()]
    played = [Counter[tuple[int, int]]() for _ in states]
    random, ended = SplitMix64(seed), 0
    for _ in range(steps):
        observed = batch.observe()
        for place, state in enumerate(states):
            assert batch.turn[place] == state.turn
            assert batch.state(place) == state
            listed = batch.actions(place)
            assert len(set(listed)) == len(listed)
            assert set(listed) == set(state.legal_actions())
            assert batch.action(place, len(listed) - 1) == str(listed[-1])
            told = {field: batch.field(observed[place : place + 1], field)[0] for field in batch.fields}
            held = batch.cards(told["hand"], as_pieces=True).tolist()
            assert held == [state.hands[batch.turn[place]].count(card) for card in range(len(alone.pieces))]
            cards = {field for field, one in batch.fields.items() if one.kind == "cards"}
            seen = {field: (batch.cards(one) if field in cards else one).tolist() for field, one in told.items()}
            assert seen == expected(batch, state, played[place])
        choices = choices_of(batch, random)
        actions = [batch.actions(place)[choice] for place, choice in enumerate(choices)]
        before = batch.turn.tolist()
        batch.step(choices)
        for place, action in enumerate(actions):
            if isinstance(action, PlayCards):
                played[place].update((before[place], piece) for piece in action.pieces)
            states[place] = state = states[place].apply(action)
            assert batch.done[place] == state.is_over
            if state.is_over:
                ended += 1
                assert batch.points[place].tolist() == [score * batch.scale for score in state.scores]
                assert batch.scores[place].tolist() == list(map(float, state.scores))
                assert not batch.broken[place]
                states[place] = alone.deal(compiled.runtime.derived_seed(batch.seed, int(batch.numbers[place])))
                played[place].clear()
    return ended


@pytest.mark.parametrize("name", IN_MACHINE_CODE)
def test_machine_code_does_what_plain_python_does(name: str) -> None:
    pytest.importorskip("llvmlite")
    table = _Met(game_of(name))
    native, python = (Batch(game_of(name), 10, 5, table=table, engine=engine) for engine in ("native", "python"))
    random = SplitMix64(9)
    for _ in range(BATCH_STEPS):
        for what in ("turn", "numbers", "done", "finished", "points", "broken", "offsets", "rows", "ids"):
            assert np.array_equal(getattr(native, what), getattr(python, what)), what
        assert np.array_equal(native.observe(), python.observe())
        place = random.below(10)
        assert native.state(place) == python.state(place)
        choices = choices_of(python, random)
        assert np.array_equal(native.step(choices), python.step(choices))
    assert (native.ids >= 0).any() and native.finished.max() >= 0


# ---- hands and their numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ("hk", "tien_gow"))
def test_hands_are_those_that_playouts_play(name: str) -> None:
    """With the random numbers that playouts draw they come to the same end."""
    batch = _plain(name, 5, 11, again=False)
    derived, below = compiled.runtime.derived_seed, compiled.runtime.below
    seeds = [derived(11, number) for number in range(5)]
    streams = [[derived(seed, seat + 1) for seat in range(batch.game.players)] for seed in seeds]
    while not (batch.turn < 0).all():
        asked = zip(streams, batch.turn.tolist(), batch.counts.tolist(), strict=True)
        batch.step([below(stream, seat, count) if count else 0 for stream, seat, count in asked])
    played = Game(batch.game.rulebook, engine="python").playouts(5, 11)
    assert batch.scores.tolist() == [list(map(float, hand.scores)) for hand in played]


def test_a_hand_does_not_depend_on_its_neighbours() -> None:
    def scores(hands: int, first: int = 0) -> dict[int, list[int]]:
        batch = _plain("wikipedia", hands, 2, first=first)
        found: dict[int, list[int]] = {}
        moves = np.zeros(hands, np.int64)
        while len(found) < 6:
            choices = (batch.numbers * 7 + moves * 3) % batch.counts
            moves += 1
            for place in np.flatnonzero(batch.step(choices)).tolist():
                found[int(batch.finished[place])] = batch.points[place].tolist()
                moves[place] = 0
        return found

    one, three, later = scores(1), scores(3), scores(4, 2)
    assert all(one[number] == three[number] for number in one.keys() & three.keys())
    assert all(one[number] == later[number] for number in one.keys() & later.keys())
    assert len(one.keys() & three.keys()) >= 4 and len(one.keys() & later.keys()) >= 3


@pytest.mark.parametrize("engine", ("python", "native") if THOROUGH else ("python",))
def test_hands_without_a_decision_are_passed_over(engine: Wanted) -> None:
    game = rules("claim triple { holding: 3 of a rank   must: go_out }", "payment debt: each loser pays the winner 1")
    over = [number for number in range(40) if game.deal(compiled.runtime.derived_seed(1, number)).is_over]
    assert over and over[0] < 30, "some hands are over as they are dealt"
    batch = Batch(game, 1, 1, engine=engine)
    seen = [int(batch.numbers[0])]
    while seen[-1] < 30:
        if batch.step([0])[0]:
            seen.append(int(batch.numbers[0]))
    assert seen == [number for number in range(seen[-1] + 1) if number not in over]
    alone = Batch(game, 2, 1, first=over[0], again=False, engine=engine)
    assert alone.done[0] and alone.turn[0] == -1 and sorted(alone.scores[0]) == [-1, -1, 2]


def test_without_another_hand_places_stay_empty() -> None:
    batch = _plain("tien_gow", 3, 4, again=False)
    ended = np.zeros(3, np.int64)
    while (batch.turn >= 0).any():
        ended += batch.step([0, 0, 0])
    assert ended.tolist() == [1, 1, 1] and batch.finished.tolist() == [0, 1, 2]
    assert batch.counts.tolist() == [0, 0, 0] and batch.rows.shape[0] == 0
    assert batch.field(batch.observe(), "seat").tolist() == [[-1]] * 3
    assert batch.state(1).is_over and batch.actions(1) == []
    assert not batch.step([5, 5, 5]).any(), "nothing is chosen where nothing is asked"
    batch.begin([-1, 9, -1])
    assert batch.turn.tolist()[::2] == [-1, -1] and batch.numbers.tolist() == [0, 9, 2]
    assert batch.state(1) == batch.game.deal(compiled.runtime.derived_seed(4, 9))


# ---- numbers of actions ------------------------------------------------------------------------------------------


class _Met:
    """A table of the actions of some hands. The numbers are far apart, so that none is a place by chance."""

    def __init__(self, game: Game) -> None:
        self._keys: dict[int, tuple[str, str, tuple[int, ...]]] = {}
        self.numbers: dict[str, int] = {}
        for seed in range(8):
            state, random = game.deal(seed), SplitMix64(seed)
            while not state.is_over:
                legal = state.legal_actions()
                for action in legal:
                    text = self.text(action)
                    if text not in self.numbers:
                        self.numbers[text] = number = 1000 + 7 * len(self.numbers)
                        kind, _, name = text.partition(" ")
                        pieces = () if kind == "hand" else getattr(action, "pieces", ())
                        if isinstance(action, PlayCards) and pieces:
                            kind, name = "play", action.play.combination
                        self._keys[number] = kind, "" if pieces and kind != "play" else name, pieces
                state = state.apply(legal[random.below(len(legal))])

    def text(self, action: Action) -> str:
        """An action as it is written; a whole hand is one action whatever it has."""
        whole = isinstance(action, PlayCards) and action.play.combination == "whole"
        return "hand whole" if whole else str(action)

    def __len__(self) -> int:
        return max(self._keys) + 1

    def key(self, number: int) -> tuple[str, str, tuple[int, ...]]:
        if number not in self._keys:
            raise Invalid("a number of another game")
        return self._keys[number]

    def key_of_play(self, cards: Sequence[int], combination: str) -> tuple[str, str, tuple[int, ...]]:
        return "play", combination, tuple(cards)


@pytest.mark.parametrize("name", ("dou_dizhu", "tien_gow", "zheng_shangyou", "hk", "house"))
def test_numbers_of_actions_are_those_of_the_table(name: str) -> None:
    table = _Met(game_of(name))
    batch = Batch(game_of(name), 6, 3, table=table, engine="python")
    random, found = SplitMix64(1), 0
    for _ in range(30):
        texts = [table.text(action) for place in range(6) for action in batch.actions(place)]
        assert batch.ids.tolist() == [table.numbers.get(text, -1) for text in texts]
        found += int((batch.ids >= 0).sum())
        legal = batch.mask()
        for place in range(6):
            own = batch.ids[batch.offsets[place] : batch.offsets[place + 1]]
            assert np.flatnonzero(legal[place]).tolist() == sorted(set(own[own >= 0].tolist()))
        choices = choices_of(batch, random)
        chosen = batch.ids[batch.offsets[:-1] + choices]
        if (chosen >= 0).all():
            assert batch.choices(chosen).tolist() == choices
        batch.step(choices)
    assert found > 100
    padded = batch.padded(batch.ids)
    assert padded.shape == (6, batch.counts.max())
    assert [row[:count].tolist() for row, count in zip(padded, batch.counts, strict=True)] == [
        batch.ids[batch.offsets[place] : batch.offsets[place + 1]].tolist() for place in range(6)
    ]
    assert np.array_equal(batch.mask(np.ones_like(legal)), batch.mask())
    with pytest.raises(Invalid, match="an array of bool"):
        batch.mask(np.zeros((6, 2), np.bool_))
    with pytest.raises(Invalid, match="the action 3 is not legal in hand 0"):
        batch.choices([3] * 6)


def test_the_documentation_speaks_of_every_field() -> None:
    page = (Path(__file__).parents[2] / "docs/batches.md").read_text("utf-8")
    fields = {field for name in BOOKS for field in _plain(name, 1, 1).fields.values()}
    assert [field.name for field in fields if f"| `{field.name}` | {field.kind} |" not in page] == []


# ---- what goes wrong ---------------------------------------------------------------------------------------------


def _native_too(name: str) -> list[Batch]:
    engines: list[Wanted] = ["python", "native"]
    return [Batch(game_of(name), 3, 1, engine=engine) for engine in engines]


def test_a_choice_that_is_not_there_does_nothing() -> None:
    pytest.importorskip("llvmlite")
    for batch in _native_too("president"):
        before = [batch.state(place) for place in range(3)]
        for choices in ([0, 0, int(batch.counts[2])], [0, -1, 0]):
            with pytest.raises(Invalid, match=r"of the batch has \d+ legal actions"):
                batch.step(choices)
            assert [batch.state(place) for place in range(3)] == before
        assert not batch.step([0, 0, 0]).any()
        assert all(batch.state(place) != before[place] for place in range(3))


def test_lists_grow_where_there_is_too_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(compiled.hands, "ROOM", 1)
    python, native = _native_too("president")
    assert np.array_equal(native.rows, python.rows) and len(native.rows) > 3
    assert np.array_equal(native.step([1, 1, 1]), python.step([1, 1, 1]))
    assert np.array_equal(native.rows, python.rows)


def test_wrong_questions_get_an_answer() -> None:
    batch = _plain("president", 2, 1)
    for wrong in ([0], [0.0, 1.0], [[0, 0]], [True, False]):
        with pytest.raises(Invalid, match="2 whole numbers are needed"):
            batch.step(wrong)
    for array in (batch.turn, batch.offsets, batch.rows, batch.numbers, batch.points):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7
    with pytest.raises(Invalid, match="int64 in C order"):
        batch.observe(np.zeros((2, batch.width), np.float32))
    with pytest.raises(Invalid, match="have no `colour`"):
        batch.field(batch.observe(), "colour")
    with pytest.raises(Invalid, match="given a table"):
        _ = batch.ids
    with pytest.raises(Invalid, match="numbered from 0"):
        batch.action(0, 99)
    with pytest.raises(Invalid, match="0 to 1"):
        batch.state(2)
    with pytest.raises(Invalid, match="there is room for 1"):
        batch.padded(batch.rows, 1)
    with pytest.raises(Invalid, match="no engine `fast`"):
        Batch("hk", 1, engine="fast")  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="at least one hand"):
        Batch("hk", 0)
    with pytest.raises(Invalid, match="a seed is a number"):
        Batch("hk", 1, -1)
    with pytest.raises(Invalid, match="options go with a rulebook"):
        Batch(game_of("hk"), 1, options={"stake": 1})


def test_what_no_program_can_say_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise compiled.layout.CannotCompile("a thing that no program says")

    monkeypatch.setattr(compiled.hands, "Program", refuse)
    with pytest.raises(NoEngine, match="the engine `python` cannot play this: a thing that no program says"):
        Batch(game_of("hk"), 1, engine="python")


def test_without_llvmlite_plain_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (compiled.hands, compiled.choice):
        monkeypatch.setattr(module, "can_make_machine_code", lambda: False)
    batch = Batch(game_of("hk"), 1)
    assert batch.engine == "python" and "cardwright[fast]" in batch.engine_reason
    with pytest.raises(NoEngine, match=r"cardwright\[fast\]"):
        Batch(game_of("hk"), 1, engine="native")
