"""One seat of a game against computer players, as a Gymnasium environment.

Importing this module registers every game: ``gymnasium.make("parlour/senet-v0", level=3)``.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import parlour


def observation_box(game: parlour.Game) -> spaces.Box:
    """The space of a game's observations."""
    low, high = (
        np.concatenate(
            [np.full(int(np.prod(p.shape)), getattr(p, end), np.float32) for p in game.planes]
        )
        for end in ("low", "high")
    )
    return spaces.Box(low, high, dtype=np.float32)


def render(state: parlour.State, mode: str | None, seat: int | None = None) -> Any:
    """A picture of a position in one of the render modes."""
    if mode == "human":
        print(state.board(seat))
        return None
    if mode == "ansi":
        return state.board(seat)
    if mode == "svg":
        return state.svg(seat)
    if mode == "rgb_array":
        return state.rgb(seat)
    return None


class Env(gymnasium.Env):
    """One seat of a game; computer players have the others.

    ``level`` is 1 to 8, or the name of a player as :class:`parlour.Player` takes it. Seats count from
    0. Observations are what the seat may know; ``info["action_mask"]`` marks the legal actions. The
    reward comes at the end: 1 for a win, -1 for a loss between two. An illegal action loses at once,
    with ``info["illegal"]``.

    >>> env = parlour.gymnasium.Env("senet", seat=0, level=1)
    >>> observation, info = env.reset(seed=1)
    >>> action = int(info["action_mask"].argmax())
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> terminated
    False
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        level: int | str = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = parlour.game(game, **options)
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"seats go from 0 to {self.game.num_players - 1}, not {seat}")
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is one of {modes}, not {render_mode!r}")
        self.seat = seat
        self.render_mode = render_mode
        spec = f"level:{level}" if isinstance(level, int) else level
        self.opponents = [parlour.Player(self.game, spec) for _ in range(self.game.num_players)]
        self.observation_space = observation_box(self.game)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.state = self.game.start()
        self.rng = random.Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.rng = random.Random(int(self.np_random.integers(2**63)))
        self.state = self.game.start()
        self._go_on()
        return self.state.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self.state.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        if not self.state.action_mask()[action]:
            observation = self.state.observation(self.seat)
            return observation, -1.0, True, False, {**self._info(), "illegal": True}
        self.state = self.state.play(int(action))
        self._go_on()
        reward = self.state.rewards()[self.seat]
        over = self.state.is_over
        if self.render_mode == "human":
            self.render()
        return self.state.observation(self.seat), reward, over, False, self._info()

    def _go_on(self) -> None:
        """Chance and the others play until it is this seat's turn or the game is over."""
        while not self.state.is_over and self.state.turn != self.seat:
            if self.state.is_chance:
                action = self.state.random_action(self.rng)
            else:
                player = self.opponents[int(self.state.turn)]
                action = player.choose(self.state, seed=self.rng.getrandbits(64))
            assert action is not None, "before the end there is an action"
            self.state = self.state.play(action)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.view(self.seat).action_mask()}

    def render(self) -> Any:
        return render(self.state, self.render_mode, self.seat)


def _register() -> None:
    for name in parlour.games():
        gymnasium.register(
            f"parlour/{name}-v0", "parlour.gymnasium:Env", kwargs={"game": name}, order_enforce=True
        )


_register()
