"""What several tests need."""

import random

import parlour

def _takes(name: str, players: int) -> bool:
    try:
        return parlour.game(name, players=players).num_players == players
    except parlour.OptionError:
        return False


#: Every game with every number of players that it takes.
VARIANTS = [
    (name, players)
    for name in parlour.games()
    for players in range(2, 13)
    if players == parlour.game(name).num_players or _takes(name, players)
]


def variant(name: str, players: int) -> parlour.Game:
    """A game with this number of players, and short where it can be."""
    game = parlour.game(name)
    options = {}
    if "players" in game.options:
        options["players"] = players
    if "hands" in game.options:
        options["hands"] = 1
    return parlour.game(name, **options)


def random_states(game: parlour.Game, seed: int, most: int = 10_000):
    """The positions of a random game."""
    rng = random.Random(seed)
    state = game.start()
    for _ in range(most):
        yield state
        action = state.random_action(rng)
        if action is None:
            return
        state = state.play(action)
