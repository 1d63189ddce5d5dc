"""Gymnasium: one seat of any rulebook, the others played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from cardwright.interpreter import BOTS, MOST_DEALS, Answers, Bot, Game, Illegal, Invalid, as_seed, derived_seed, whole

from .aec import CardwrightEnv
from .needed import needed
from .setup import Actions, numbered

_Env: Any = needed("gymnasium", "an environment of Gymnasium").Env


def seat_env(
    rulebook: str | Path | Game,
    options: Answers | None = None,
    *,
    seat: int = 0,
    opponents: str | Sequence[Bot] = "random",
    hands: int | None = 1,
    actions: Actions = "auto",
    illegal_reward: float | None = -1.0,
) -> SeatEnv:
    """One seat of a game. `opponents`: the name of a bot that ships, or the bots of the other seats, in the order of
    turns from the seat on. An illegal action ends the episode with `illegal_reward`; None: it raises Illegal."""
    return SeatEnv(CardwrightEnv(rulebook, options, hands=hands, actions=actions), seat, opponents, illegal_reward)


class SeatEnv(_Env):  # type: ignore[misc]
    """An environment of Gymnasium: observations and rewards are those of one seat of an AEC environment. A hand that is
    over before the seat was asked anything is dealt anew."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self, env: CardwrightEnv, seat: int, opponents: str | Sequence[Bot], illegal_reward: float | None = -1.0
    ) -> None:
        players = env.game.players
        seat = whole(seat, "a seat is a whole number")
        if not 0 <= seat < players:
            raise ValueError(f"seats go from 0 to {players - 1}, and {seat} is none")
        if isinstance(opponents, str) and opponents not in BOTS:
            raise ValueError(f"there is no bot `{opponents}`; there are {', '.join(BOTS)}")
        if not isinstance(opponents, str) and not all(hasattr(bot, "choose") for bot in opponents):
            raise TypeError("opponents are the name of a bot, or a list of bots that can `choose`")
        if not isinstance(opponents, str) and len(opponents) != players - 1:
            raise ValueError(f"{players - 1} opponents are needed, not {len(opponents)}")
        self._env = env
        self._seat = seat
        self._agent = env.possible_agents[seat]
        self._opponents = opponents
        self._illegal_reward = illegal_reward
        self._over = True
        self._bots: dict[int, Bot] = {}
        self.render_mode = "ansi"
        self.observation_space = env.observation_space(self._agent)
        self.action_space = env.action_space(self._agent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal, and play up to the first decision of the seat. Raises Invalid where hand after hand has none."""
        seed = None if seed is None else as_seed(seed)
        super().reset(seed=seed)
        self._over = True
        for _ in range(MOST_DEALS):
            self._env.reset(seed)
            seed = None
            self._seat_bots()
            self._play_on()
            if not self._env.terminations[self._agent]:
                self._over = False
                return self._env.observe(self._agent), {}
        raise Invalid(f"{MOST_DEALS} hands in a row were over before seat {self._seat} was asked anything")

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an action, and play up to the next decision of the seat, or to the end."""
        legal = self._env.cursor.legal
        if self._over:
            raise Illegal("the episode is over: `reset` deals anew")
        number = numbered(action)
        if self._illegal_reward is not None and number not in legal:
            self._over = True
            return self._env.observe(self._agent), self._illegal_reward, True, False, {"illegal": number}
        self._env.step(number)
        self._play_on()
        reward = self._env._cumulative_rewards[self._agent]
        self._over = self._env.terminations[self._agent]
        return self._env.observe(self._agent), reward, self._over, False, {}

    def action_masks(self) -> Any:
        """Which actions are legal, for learners that ask the environment."""
        return self._env.observe(self._agent)["action_mask"].astype(bool)

    def render(self) -> str:
        """The state as one line of text."""
        return self._env.render()

    def _seat_bots(self) -> None:
        players = self._env.game.players
        others = [(self._seat + distance) % players for distance in range(1, players)]
        if isinstance(self._opponents, str):
            seed = self._env.hand_seed
            self._bots = {other: BOTS[self._opponents](derived_seed(seed, other + 1)) for other in others}
        else:
            self._bots = dict(zip(others, self._opponents, strict=True))

    def _play_on(self) -> None:
        env = self._env
        while not env.terminations[self._agent] and env.cursor.turn != self._seat:
            cursor = env.cursor
            numbers = cursor.legal
            actions = [cursor.action(number) for number in numbers]
            chosen = self._bots[cursor.turn].choose(cursor.observe(cursor.turn), actions)
            env.step(numbers[actions.index(chosen)])
