"""How fast learners step through a hand, on one core, by CPU time, beside OpenSpiel's own `dou_dizhu`.

Each program plays in every round, one after the other, and a ratio is the median of the ratios of the rounds: a busy
machine slows both sides of it. Exits with 1 where a target is missed. docs/learning.md says how to read it.

python bench/learning.py [--rounds 7] [RULEBOOK ..]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

import pyspiel

from cardwright.rl import CardwrightEnv, register
from cardwright.rl.setup import setup_of

SECONDS = 0.4
"""So long each program plays in a round, more or less."""
# While dou_dizhu plays 6,200 hands (390,000 decisions) in a loop of Python, hk is to play 880 hands through OpenSpiel,
# and to do 50,000 decisions in the environment of PettingZoo.
HANDS, DECISIONS = 880 / 6_200, 50_000 / 390_000


@dataclass
class Program:
    """Something that plays so many hands, and tells how many decisions they had."""

    name: str
    play: Callable[[int], int]
    hands: int = 4
    rates: list[tuple[float, float]] = field(default_factory=list)

    def ready(self) -> None:
        """What is worked out once is worked out; then find out how many hands a round takes."""
        self.play(self.hands)
        spent = self._spent()[0]
        self.hands = max(1, round(self.hands * SECONDS / max(spent, 1e-4)))

    def round(self) -> None:
        """One more rate of hands and of decisions."""
        spent, decisions = self._spent()
        self.rates.append((self.hands / spent, decisions / spent))

    def _spent(self) -> tuple[float, int]:
        start = time.process_time()
        decisions = self.play(self.hands)
        return time.process_time() - start, decisions


def in_open_spiel(game: Any) -> Callable[[int], int]:
    """A loop of Python over the states of OpenSpiel, as its examples have it."""
    stream = Random(1)

    def play(hands: int) -> int:
        decisions, drawn = 0, stream.random
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(drawn() * len(outcomes))][0])
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(drawn() * len(legal))])
                decisions += 1
            state.returns()
        return decisions

    return play


def in_pettingzoo(env: CardwrightEnv) -> Callable[[int], int]:
    """Reset, observe and step, without wrappers."""
    stream = Random(1)

    def play(hands: int) -> int:
        decisions, drawn = 0, stream.random
        for _ in range(hands):
            env.reset(stream.getrandbits(64))
            while not env.terminations[env.agent_selection]:
                env.observe(env.agent_selection)
                legal = env.cursor.legal
                env.step(legal[int(drawn() * len(legal))])
                decisions += 1
        return decisions

    return play


class BridgeState(pyspiel.State):  # type: ignore[misc]
    """Nothing but the way from OpenSpiel to Python and back: as many nodes as a hand has, with constant answers."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._moves = -16

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.CHANCE) if self._moves < 0 else self._moves & 3

    def is_terminal(self) -> bool:
        return self._moves == 74

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(digit, 1 / 16) for digit in range(16)]

    def _apply_action(self, action: int) -> None:
        self._moves += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def returns(self) -> list[float]:
        return [0.0] * 4

    def __str__(self) -> str:
        return str(self._moves)


class BridgeGame(pyspiel.Game):  # type: ignore[misc]
    """The game of these states."""

    def __init__(self, params: Any = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=16,
            max_chance_outcomes=16,
            num_players=4,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=74,
        )
        game_type = pyspiel.GameType(
            short_name="bridge_to_python",
            long_name="Bridge to Python",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=4,
            min_num_players=4,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        super().__init__(game_type, info, params or {})

    def new_initial_state(self) -> BridgeState:
        return BridgeState(self)


def main() -> int:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="*", default=["hk"], metavar="RULEBOOK")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    yardstick = Program("dou_dizhu of OpenSpiel", in_open_spiel(pyspiel.load_game("dou_dizhu")))
    programs = [yardstick, Program("nothing, through OpenSpiel", in_open_spiel(BridgeGame()))]
    for name in asked.rulebooks:
        setup = setup_of(name, (), "auto")
        programs.append(Program(f"{name}, OpenSpiel", in_open_spiel(pyspiel.load_game(register(name)))))
        programs.append(Program(f"{name}, PettingZoo", in_pettingzoo(CardwrightEnv(name, setup=setup))))
    for program in programs:
        program.ready()
    for _ in range(asked.rounds):
        for program in programs:
            program.round()
    print(f"{'program':<30}{'hands/s':>10}{'decisions/s':>14}{'hands, ratio':>14}{'decisions, ratio':>18}")
    missed = []
    for program in programs:
        hands, decisions = (median(rate[kind] for rate in program.rates) for kind in (0, 1))
        pairs = list(zip(program.rates, yardstick.rates, strict=True))
        ratios = [median(own[kind] / other[kind] for own, other in pairs) for kind in (0, 1)]
        print(f"{program.name:<30}{hands:>10,.0f}{decisions:>14,.0f}{ratios[0]:>14.3f}{ratios[1]:>18.3f}")
        if program.name == "hk, OpenSpiel" and ratios[0] < HANDS:
            missed.append(f"{program.name}: {ratios[0]:.3f} hands to one of dou_dizhu, and {HANDS:.3f} are wanted")
        if program.name == "hk, PettingZoo" and ratios[1] < DECISIONS:
            missed.append(
                f"{program.name}: {ratios[1]:.3f} decisions to one of dou_dizhu, and {DECISIONS:.3f} are wanted"
            )
    for line in missed:
        print(line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
