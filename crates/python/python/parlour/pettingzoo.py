"""The games as PettingZoo environments.

>>> from parlour.pettingzoo import env
>>> e = env("shell-out", num_players=4)
>>> e.reset(seed=1)
>>> observation, reward, termination, truncation, info = e.last()
>>> action = e.action_space(e.agent_selection).sample(observation["action_mask"])
>>> e.step(action)

Importing this module registers every game: ``pettingzoo.make("aec", "parlour/senet-v0")``.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo.utils import parallel_to_aec, wrappers

import parlour
from parlour.gymnasium import observation_box, render

#: What an environment does with a move that is not legal.
ILLEGAL = ("terminate", "random")

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]


def env(game: str, *, illegal: str = "terminate", **arguments: Any) -> pettingzoo.AECEnv:
    """An environment with the usual wrappers.

    ``game`` and further keyword arguments are those of :func:`parlour.game`; ``num_players`` is
    another name of ``players``. ``max_cycles`` cuts a game off after that many moves for each player.
    An illegal move ends the game with a reward of -1 for its player, or, with ``illegal='random'``,
    is replaced by a random legal one.
    """
    environment: pettingzoo.AECEnv = raw_env(game, illegal=illegal, **arguments)
    if illegal == "terminate":
        environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class _Table:
    """What both kinds of environments share: one game, its agents and its spaces."""

    def __init__(
        self, game: str, render_mode: str | None, illegal: str, options: dict[str, Any]
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {RENDER_MODES}, not {render_mode!r}")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {ILLEGAL}, not {illegal!r}")
        self.game = parlour.game(game, **options)
        self.render_mode = render_mode
        self.illegal = illegal
        self.names = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        box = observation_box(self.game)
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        # One space for each agent, made once: its random numbers go on from call to call.
        self.observation_spaces = {
            name: spaces.Dict({"observation": box, "action_mask": mask}) for name in self.names
        }
        self.action_spaces = {name: spaces.Discrete(self.game.num_actions) for name in self.names}
        self.no_action = np.zeros(self.game.num_actions, np.int8)
        self.no_action.flags.writeable = False
        self.rng = random.Random()
        self.state = self.game.start()
        self.moves = 0

    def reset(self, seed: int | None) -> None:
        self.rng = random.Random(seed)
        self.state = self.game.start()
        self.moves = 0
        self._chance()

    def play(self, action: int) -> None:
        mask = self.state.action_mask()
        if not (0 <= action < len(mask) and mask[action]) and self.illegal == "random":
            action = self.rng.choice(self.state.legal_indices())
        self.state = self.state.play(int(action))
        self.moves += 1
        self._chance()

    def _chance(self) -> None:
        while self.state.is_chance:
            outcome = self.state.random_action(self.rng)
            assert outcome is not None, "chance has an outcome"
            self.state = self.state.play(outcome)

    def mask(self, seat: int) -> np.ndarray:
        return self.state.action_mask() if self.state.turn == seat else self.no_action

    def observe(self, name: str) -> dict[str, np.ndarray]:
        seat = self.seats[name]
        return {"observation": self.state.observation(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.names, self.state.rewards()))

    def render(self) -> Any:
        return render(self.state, self.render_mode)


class raw_env(pettingzoo.AECEnv, EzPickle):  # noqa: N801 (PettingZoo's name for it)
    """A game in which the agents act one after another, without wrappers."""

    metadata = {
        "render_modes": RENDER_MODES,
        "name": "parlour_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "terminate",
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self, game, render_mode=render_mode, max_cycles=max_cycles, illegal=illegal, **options
        )
        super().__init__()
        self.table = _Table(game, render_mode, illegal, options)
        self.render_mode = render_mode
        self.most_moves = None if max_cycles is None else max_cycles * len(self.table.names)
        self.possible_agents = self.table.names[:]
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is alive has an action"
        self.table.play(int(action))
        self._cumulative_rewards[agent] = 0
        self.rewards = self.table.rewards()
        over = self.table.state.is_over
        cut = self.most_moves is not None and self.table.moves >= self.most_moves and not over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Whose turn it is, and what everybody is told."""
        turn = self.table.state.turn
        if isinstance(turn, int):
            self.agent_selection = self.possible_agents[turn]
        else:
            self.agent_selection = self.agents[0]
        self.infos = {
            agent: {"action_mask": self.table.mask(self.table.seats[agent])}
            for agent in self.agents
        }

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self.table.observe(agent)

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("give render_mode when you make the environment")
            return None
        return self.table.render()

    def close(self) -> None:
        """Nothing has to be closed."""


class parallel_env(pettingzoo.ParallelEnv, EzPickle):  # noqa: N801 (PettingZoo's name for it)
    """A game in cycles: all agents give an action, and that of the player to act is played.

    ``max_cycles`` cuts the game off after that many moves. An illegal action is replaced by a random
    legal one.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "parlour_parallel_v0", "render_fps": 2}

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, render_mode=render_mode, max_cycles=max_cycles, **options)
        self.table = _Table(game, render_mode, "random", options)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = self.table.names[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        self.table.play(int(actions[agents[int(self.table.state.turn)]]))
        over = self.table.state.is_over
        cut = self.max_cycles is not None and self.table.moves >= self.max_cycles and not over
        result = (
            self._observations(),
            self.table.rewards(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            self._infos(),
        )
        if over or cut:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, Any]:
        return {
            agent: {"action_mask": self.table.mask(self.table.seats[agent])}
            for agent in self.agents
        }

    def render(self) -> Any:
        return self.table.render()

    def close(self) -> None:
        """Nothing has to be closed."""


def cycle_env(game: str, **arguments: Any) -> pettingzoo.AECEnv:
    """:class:`parallel_env` as an environment in which every agent acts in every cycle."""
    return parallel_to_aec(parallel_env(game, **arguments))


def _register() -> None:
    for name in parlour.games():
        pettingzoo.register("aec", f"parlour/{name}-v0", functools.partial(env, name))
        pettingzoo.register("parallel", f"parlour/{name}-v0", functools.partial(parallel_env, name))


_register()
