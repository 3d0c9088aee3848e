"""Many games at once, in arrays that are made once and written in place."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour._parlour import Batch, Game
from parlour._parlour import game as find_game


class Vector(Batch):
    """Many games of one kind, stepped together on all cores.

    ``step`` and ``reset`` return the same arrays every time, written anew: copy what you keep.
    ``np.from_dlpack(vector.observations)`` and its like in other libraries share their memory.

    A step plays one move in each game. Chance plays by itself: dice are thrown until a player is to
    act. ``turns`` says which. A game that is over (``terminations``) starts anew with the next step,
    whatever its action: Gymnasium's ``AutoresetMode.NEXT_STEP``.

    >>> v = parlour.vector("shut-the-box", num_envs=2, seed=1)
    >>> observations, info = v.reset()
    >>> observations.shape, info["action_mask"].shape
    ((2, 39), (2, 35))
    >>> observations, rewards, terminations, truncations, info = v.step(v.sample())
    >>> rewards.shape
    (2, 2)
    """

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32] | None, dict[str, Any]]:
        """Start all games anew; without a seed, with other dice than before."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self._reset(seed)
        return self.observations, {"action_mask": self.masks, "turn": self.turns}

    def close(self) -> None:
        """Nothing has to be closed."""

    @cached_property
    def metadata(self) -> dict[str, Any]:
        """How games are reset, as Gymnasium wants it."""
        try:
            from gymnasium.vector import AutoresetMode
        except ImportError:
            return {"autoreset_mode": "NextStep"}
        return {"autoreset_mode": AutoresetMode.NEXT_STEP}

    @cached_property
    def single_observation_space(self) -> Any:
        """The space of one game's observation (needs Gymnasium)."""
        from parlour.gymnasium import observation_box

        return observation_box(self.game)

    @cached_property
    def single_action_space(self) -> Any:
        """The space of one game's actions (needs Gymnasium)."""
        from gymnasium.spaces import Discrete

        return Discrete(self.game.num_actions)

    @cached_property
    def observation_space(self) -> Any:
        """The space of all observations (needs Gymnasium)."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """The space of all actions (needs Gymnasium)."""
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_action_space, self.num_envs)

    def __repr__(self) -> str:
        return f"<parlour.Vector of {self.num_envs} × {self.game!r}>"


def vector(
    game: str | Game,
    num_envs: int = 1,
    *,
    seed: int = 0,
    observations: bool = True,
    masks: bool = True,
    **options: Any,
) -> Vector:
    """Many games at once: see :class:`parlour.Vector`.

    Without ``observations`` or ``masks`` these arrays are not made, and steps are faster.

    >>> parlour.vector("senet", num_envs=4096, seed=0).observations.shape
    (4096, 70)
    """
    rules = find_game(game, **options) if isinstance(game, str) else game
    return Vector(rules, num_envs, seed=seed, observations=observations, masks=masks)


def split(game: Game, observations: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """The planes of one or many observations, by name, each in its shape. No numbers are copied.

    >>> g = parlour.game("outwit")
    >>> parlour.split(g, g.start().observation())["own chips"].shape
    (10, 9)
    """
    parts = {}
    for plane in game.planes:
        size = int(np.prod(plane.shape))
        part = observations[..., plane.offset : plane.offset + size]
        parts[plane.name] = part.reshape(*observations.shape[:-1], *plane.shape)
    return parts
