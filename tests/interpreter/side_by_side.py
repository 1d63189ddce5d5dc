"""Hands played by the definition and by the program of a rulebook at once, every step compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardwright.interpreter.actions import PASS
from cardwright.interpreter.compiled import runtime
from cardwright.interpreter.compiled.codec import Codec
from cardwright.interpreter.compiled.module import Program
from cardwright.interpreter.deal import Carried, Deal, deal, given

from cardwright.interpreter import Game, State


class SideBySide:
    """A game and its program in plain Python."""

    def __init__(self, game: Game) -> None:
        self.game = game
        program = Program(game.rules)
        names = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")}
        self.module: dict[str, Any] = {**names}
        exec(compile(program.text, "<program>", "exec"), self.module)
        self.codec = Codec(game.rules, program.layout, program.slots, self.module, program.scales)

    def play(self, dealt: Deal, carried: Carried, random: Random) -> State:
        """A hand to its end, or some mismatch that fails."""
        game, codec, module = self.game, self.codec, self.module
        state = game.start(dealt, carried)
        s, line = codec.dealt(dealt, carried)
        module["start"](s, line)
        while True:
            assert codec.position(s) == state.at
            assert codec.position(codec.state(state.at, carried.hand_number)) == state.at
            turned = state.at.special.ranks_reversed
            found: list[tuple[int, ...]] = []
            module["legal"](s, found)
            if state.is_over:
                assert not found
                return state
            legal = list(state.legal_actions())
            assert len(found) == len(set(found))
            assert {codec.read_action(record, turned) for record in found} == set(legal)
            assert set(found) == {codec.action(action, turned) for action in legal}
            others = [action for action in legal if action != PASS]
            action = random.choice(others if others and random.random() < 0.6 else legal)
            record = codec.action(action, turned)
            state = state.apply(action)
            module["apply"](s, *record)

    def carried(self, random: Random) -> Carried:
        """What might have come before a hand."""
        seats = range(self.game.players)
        places = random.sample([seat + 1 for seat in seats], len(seats))
        winner = random.choice([None, places.index(1)])
        return Carried(
            random.randint(1, 3),
            winner,
            None if winner is None else places.index(len(seats)),
            tuple(random.randint(-9, 9) for _ in seats),
            random.random() < 0.3,
            random.random() < 0.3,
            tuple(places) if winner is not None else (),
        )

    def dealt(self, random: Random, carried: Carried, few: bool) -> Deal:
        """A deal; with `few` cards in the hands it is nearly over."""
        game = self.game
        whole = deal(game.rulebook, game.pieces, random.getrandbits(60), carried, as_first=True)
        if not few or (carried.hand_number > 1 and carried.last_winner is None):
            return whole
        hands = [tuple(sorted(random.sample(hand, min(len(hand), random.randint(1, 4))))) for hand in whole.hands]
        return given(game.rulebook, game.pieces, hands, random.getrandbits(60), carried)


def play_side_by_side(game: Game, hands: int, seed: int = 1) -> Sequence[State]:
    """Random hands of a game, whole ones and short ones; how they ended."""
    both, random = SideBySide(game), Random(seed)
    ends = []
    for number in range(hands):
        carried = both.carried(random)
        ends.append(both.play(both.dealt(random, carried, few=number % 3 > 0), carried, random))
    return ends


def play_given(game: Game, *hands: str, seed: int = 1, **carried: Any) -> State:
    """One hand with these cards."""
    both = SideBySide(game)
    told: Mapping[str, Any] = carried
    before = Carried(**told)
    dealt = given(game.rulebook, game.pieces, [game.cards(hand) for hand in hands], seed, before)
    return both.play(dealt, before, Random(seed))
