"""PettingZoo: an AEC environment of any rulebook."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, NoReturn, Self

from cardwright.interpreter import (
    MOST_DEALS,
    Answers,
    Game,
    Illegal,
    Invalid,
    Match,
    as_seed,
    derived_seed,
    new_seed,
    whole,
)

from .needed import needed, numpy
from .setup import Actions, Setup, numbered

np = numpy()
spaces = needed("gymnasium.spaces", "an environment of PettingZoo")
_AECEnv: Any = needed("pettingzoo", "an environment of PettingZoo").AECEnv
wrappers = needed("pettingzoo.utils.wrappers", "an environment of PettingZoo")

_FEW = 16
"""So many actions are quicker to mark one by one."""


def aec_env(
    rulebook: str | Path | Game,
    options: Answers | None = None,
    *,
    hands: int | None = 1,
    actions: Actions = "auto",
    illegal_reward: float = -1.0,
) -> Any:
    """The environment of a rulebook as PettingZoo wants it: it is used in order, and an illegal action ends it, with
    `illegal_reward` for whoever took it. `hands`: how many are played; None: a whole match. `actions`: how they are
    numbered."""
    env = CardwrightEnv(rulebook, options, hands=hands, actions=actions)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=illegal_reward))


class CardwrightEnv(_AECEnv):  # type: ignore[misc]
    """The same without wrappers: quick, and an illegal action raises Illegal. Rewards are the scores of a hand, given
    at its end. A seed means the same hand as in `Game.deal` (or the same match as in `Game.match`); a reset without one
    goes on from there."""

    def __init__(
        self,
        rulebook: str | Path | Game,
        options: Answers | None = None,
        *,
        hands: int | None = 1,
        actions: Actions = "auto",
        setup: Setup | None = None,
    ) -> None:
        super().__init__()
        self.setup = Setup(rulebook, options, actions) if setup is None else setup
        self.game = game = self.setup.game
        ends = game.rulebook.match
        if hands is not None and whole(hands, "how many hands are played is a whole number") < 1:
            raise ValueError(f"one hand is played at least, not {hands}")
        if hands is None and ends.hands is None and ends.points is None:
            raise ValueError(f"a match of `{game.rulebook.name}` has no end: say how many hands are played")
        self._hands = hands
        self.metadata = {
            "name": f"cardwright_{game.rulebook.name}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self.setup.size
        seen = spaces.Box(-np.inf, np.inf, (self.setup.layout.size,), np.float32)
        mask = spaces.Box(0, 1, (size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._none = np.zeros(size, np.int8)
        self._width = self.setup.layout.size
        self._encode = self.setup.encoder.encode
        self._seed: int | None = None
        self._count = 0
        self._match: Match | None = None

    def __getattr__(self, name: str) -> Any:
        """What only a reset brings."""
        if name in ("cursor", "agent_selection"):
            raise AttributeError("nothing is dealt yet: call `reset` first")
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def __reduce__(self) -> NoReturn:
        raise TypeError("an environment cannot be pickled: make another, or `copy.deepcopy` this one")

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same, to be played on apart; what never changes is shared."""
        other = type(self).__new__(type(self))
        shared = (self.setup, self.game, self._match, self._none, self.observation_spaces, self.action_spaces)
        memo |= {id(one): one for one in (*shared, self.setup.encoder)} | {id(self): other}
        other.__dict__.update(deepcopy(self.__dict__, memo))
        return other

    def observation_space(self, agent: str) -> Any:
        """The numbers of `setup.layout`, and which actions are legal."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: from a seed, or the next one after it."""
        if seed is not None:
            self._seed, self._count = as_seed(seed), 0
        elif self._seed is None:
            self._seed = new_seed()
        else:
            self._count += 1
        self.hand_seed = start = self._seed if not self._count else derived_seed(self._seed, self._count)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._void = 0
        if self._hands == 1:
            self.cursor = self.setup.cursors.deal(start)
        else:
            self._match = self.game.match(start)
            self._next_hand()
        self._turn_over()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and what it may do: nothing where it is not its turn."""
        cursor, seat = self.cursor, self._seat[agent]
        told = np.empty(self._width, np.float32)
        self._encode(cursor, seat, told)
        mask = self._none.copy()
        if cursor.turn == seat:
            legal = cursor.legal
            if len(legal) > _FEW:
                mask[legal] = 1
            else:
                for number in legal:
                    mask[number] = 1
        return {"observation": told, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do what the agent whose turn it is does. Raises Illegal, and Invalid where hand after hand is void."""
        agent = self.agent_selection
        if not self.agents:
            raise Illegal("everything is over: `reset` deals anew")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.cursor.play(numbered(action))
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._pay(None)
        self._turn_over()

    def render(self) -> str:
        """The state as one line of text."""
        return str(self.cursor.state)

    def close(self) -> None:
        """Nothing is open."""

    def _turn_over(self) -> None:
        """To whoever acts next; at the end of a hand, to the next one, or to the end of everything."""
        while self.cursor.turn < 0:
            self._pay(self.cursor.scores)
            if self._match is not None:
                before, self._match = self._match, self._match.after(self.cursor.state)
                self._void = self._void + 1 if self._match.hand_number == before.hand_number else 0
                if self._void == MOST_DEALS:
                    raise Invalid(f"{MOST_DEALS} hands in a row were void")
                if not self._is_over(self._match):
                    self._next_hand()
                    continue
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self.cursor.turn]

    def _pay(self, scores: tuple[Any, ...] | None) -> None:
        """Give rewards; None: none any more."""
        if scores is None:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
            return
        for agent, score in zip(self.possible_agents, scores, strict=True):
            paid = float(score)
            self.rewards[agent] += paid
            self._cumulative_rewards[agent] += paid
        self._paid = True

    def _is_over(self, match: Match) -> bool:
        return match.is_over if self._hands is None else match.hand_number > self._hands

    def _next_hand(self) -> None:
        assert self._match is not None
        self.cursor = self.setup.cursors.start(self._match.deal(), self._match.hand_number)
