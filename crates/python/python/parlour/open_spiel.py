"""The games for OpenSpiel.

Importing this module registers every game: ``pyspiel.load_game("parlour_senet")``, with options as
parameters: ``pyspiel.load_game("parlour_shell_out(players=3,hands=1)")``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import parlour

#: No game is longer than this in practice. Senet has no limit by its rules.
MAX_GAME_LENGTH = 100_000


def short_name(id: str) -> str:
    """The name that OpenSpiel knows a game by."""
    return "parlour_" + id.replace("-", "_")


def _game_type(game: parlour.Game) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    chance, information = kinds.ChanceMode, kinds.Information
    least, most = game.player_counts
    return pyspiel.GameType(
        short_name=short_name(game.id),
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.has_chance else chance.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION
            if game.has_secrets
            else information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=game.options,
    )


class Game(pyspiel.Game):
    """A game of Parlour as OpenSpiel wants it; each game is a class of its own."""

    kind: pyspiel.GameType
    id: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = parlour.game(self.id, **(params or {}))
        players = self.rules.num_players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=self.rules.max_chance_outcomes,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, kind, params)


class State(pyspiel.State):
    """A position with what each player has seen so far."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.rules.start()
        self.seen: tuple[tuple[str, ...], ...] = ((),) * game.rules.num_players

    def current_player(self) -> int:
        turn = self.position.turn
        if isinstance(turn, int):
            return turn
        kinds = pyspiel.PlayerId
        return int(kinds.CHANCE if turn == "chance" else kinds.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_indices()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes count in the order of their texts."""
        chances = self.position.chances().values()
        return [(number, float(chance)) for number, chance in enumerate(chances)]

    def _apply_action(self, action: int) -> None:
        played: str | int = action
        if self.position.is_chance:
            played = self.position.legal_actions()[action]
        self.position = self.position.play(played)
        views = (self.position.view(seat) for seat in range(len(self.seen)))
        self.seen = tuple(
            (*seen, view.last_action or "") for seen, view in zip(self.seen, views, strict=True)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.legal_actions()[action]
        return self.position.game.action_text(action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return self.position.rewards()

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """What a player sees: the planes of an observation, and the view's text.

    With perfect recall the text also has every action as the player saw it. The tensor is of the
    view, which holds all that the rules let a player remember of the board.
    """

    def __init__(self, rules: parlour.Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        self.recall = kind.perfect_recall
        self.single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(rules.observation_shape, np.float32)
        self.dict = parlour.split(rules, self.tensor)

    def _view(self, state: State, player: int) -> parlour.View:
        return state.position.view(player if self.single else None)

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = self._view(state, player).observation()

    def string_from(self, state: State, player: int) -> str:
        text = self._view(state, player).text
        return f"{text} | {' '.join(state.seen[player])}" if self.recall else text


def _register() -> None:
    for id in parlour.games():
        kind = _game_type(parlour.game(id))
        # A class for each game: OpenSpiel drops what it holds after the interpreter has ended, and
        # only classes outlive that.
        made = type(f"Game_{kind.short_name}", (Game,), {"kind": kind, "id": id})
        pyspiel.register_game(kind, made)


_register()
