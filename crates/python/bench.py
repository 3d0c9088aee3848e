"""Steps a second: Parlour's games beside PettingZoo's and OpenSpiel's tic-tac-toe, in one run.

    python bench.py [SECONDS]

Every row plays random legal moves for SECONDS (2 by default). A step is one decision of a player:
dice and resets are not counted. On a busy machine trust the steps for each second of processor time: a
core that is free makes that many.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import parlour

#: Games side by side.
MANY = 4096


class Rate(NamedTuple):
    """Steps a second, by the clock and by the processor's time."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:>14,.0f} steps/s{self.processor:>14,.0f} per processor second"


def measure(seconds: float, steps: Callable[[], int]) -> Rate:
    """Calls `steps` until the time is over; it returns how many steps it made."""
    steps()
    began, worked, made = time.perf_counter(), time.process_time(), 0
    while (elapsed := time.perf_counter() - began) < seconds:
        made += steps()
    return Rate(made / elapsed, made / (time.process_time() - worked))


def vector(name: str, count: int, full: bool, rounds: int) -> Callable[[], int]:
    lanes = parlour.vector(name, count, seed=1, observations=full, masks=full)
    sample, step, over = lanes.sample, lanes.step, lanes.terminations

    def run() -> int:
        resets = 0
        for _ in range(rounds):
            resets += int(over.sum())
            step(sample())
        return rounds * count - resets

    return run


def alone(name: str, rounds: int) -> Callable[[], int]:
    """One environment, with observation and mask."""
    lanes = parlour.vector(name, 1, seed=1)
    step, over = lanes.step, lanes.terminations

    def run() -> int:
        made = 0
        for _ in range(rounds):
            made += not over[0]
            step()
        return made

    return run


def pettingzoo() -> Callable[[], int]:
    from pettingzoo.classic import tictactoe_v3

    env = tictactoe_v3.env()

    def run() -> int:
        env.reset()
        made = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            made += 1
        return made

    return run


def open_spiel() -> Callable[[], int]:
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401 (it registers the game)

    game = pyspiel.load_game("python_tic_tac_toe")
    rng = random.Random(1)

    def run() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
        return made

    return run


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    others = {"PettingZoo tic-tac-toe": pettingzoo, "OpenSpiel Python tic-tac-toe": open_spiel}
    base = {}
    for name, make in others.items():
        try:
            base[name] = measure(seconds, make())
        except ImportError as missing:
            print(f"{name:<44} not measured: {missing}")
            continue
        print(f"{name:<44}{base[name]}", flush=True)
    for name in parlour.games():
        rate = measure(seconds, alone(name, 2000))
        ratios = "".join(
            f", {rate.processor / other.processor:,.0f} × {key.split()[0]}"
            for key, other in base.items()
        )
        print(f"{name + ', one environment':<44}{rate}{ratios}", flush=True)
    for full, what in ((True, "observations and masks"), (False, "neither")):
        for name in parlour.games():
            rate = measure(seconds, vector(name, MANY, full, 4))
            print(f"{f'{name} × {MANY}, {what}':<44}{rate}", flush=True)


if __name__ == "__main__":
    main()
