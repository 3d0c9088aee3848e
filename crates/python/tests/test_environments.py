"""PettingZoo, Gymnasium and OpenSpiel, by their own tests."""

import types
import warnings

import gymnasium
import numpy as np
import parlour
import parlour.gymnasium
import parlour.pettingzoo
import pettingzoo
import pytest
from conftest import VARIANTS, random_states, variant
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test


def make(name, players, **arguments):
    """An environment of a game with this number of players, short where it can be."""
    options = {"num_players": players} if "players" in parlour.game(name).options else {}
    if "hands" in parlour.game(name).options:
        options["hands"] = 1
    return parlour.pettingzoo.env(name, **options, **arguments)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_pettingzoo_accepts_the_api_of_every_variant(name, players, capsys):
    api_test(make(name, players), num_cycles=60)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_the_same_seed_gives_the_same_episode_in_pettingzoo(name, players):
    seed_test(lambda: make(name, players), num_cycles=20)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_pettingzoo_renders_svg_and_ansi(name, players, capsys):
    tests = {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: "\n" in text}
    render_test(lambda render_mode: make(name, players, render_mode=render_mode), tests)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_pettingzoo_stops_after_max_cycles(name, players):
    options = {"num_players": players} if "players" in parlour.game(name).options else {}

    def parallel_env(**arguments):
        return parlour.pettingzoo.parallel_env(name, **options, **arguments)

    def cycle_env(**arguments):
        return parlour.pettingzoo.cycle_env(name, **options, **arguments)

    def env(**arguments):
        return make(name, players, illegal="random", **arguments)

    moves, is_even = shortest_game(variant(name, players))
    # PettingZoo's test wants four cycles of every game, and equally many moves of every player.
    if moves >= 4:
        max_cycles_test(types.SimpleNamespace(env=cycle_env, parallel_env=parallel_env))
    if is_even and moves >= 4 * players:
        max_cycles_test(types.SimpleNamespace(env=env, parallel_env=parallel_env))


def shortest_game(game):
    """How many moves the shortest of some random games has, and whether players act equally often."""
    shortest, is_even = 1000, True
    for seed in range(20):
        turns = [state.turn for state in random_states(game, seed, 200)]
        turns = [turn for turn in turns if isinstance(turn, int)]
        shortest = min(shortest, len(turns))
        first = turns[: 4 * game.num_players]
        is_even &= all(first.count(seat) == 4 for seat in range(game.num_players))
    return shortest, is_even


def test_pettingzoo_masks_and_spaces():
    env = make("shell-out", 3)
    env.reset(seed=1)
    for _ in range(3):
        observation, _, _, _, info = env.last()
        mask = observation["action_mask"]
        assert mask.dtype == np.int8 and (mask == info["action_mask"]).all() and mask.any()
        agent = env.agent_selection
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
        others = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        env.step(int(mask.argmax()))


def test_pettingzoo_illegal_moves_end_the_game():
    env = make("outwit", 2)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(env.unwrapped.table.game.action_index("pass"))
    assert all(env.terminations.values()) and env._cumulative_rewards["player_0"] == -1


def test_environments_are_registered():
    for name in parlour.games():
        env = pettingzoo.make("aec", f"parlour/{name}-v0", render_mode="ansi")
        env.reset(seed=1)
        assert isinstance(env.render(), str)
        assert gymnasium.spec(f"parlour/{name}-v0").kwargs == {"game": name}


@pytest.mark.parametrize("name", parlour.games())
def test_gymnasium_accepts_every_environment(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        check_env(parlour.gymnasium.Env(name, level="random"), skip_render_check=True)


def test_gymnasium_plays_a_seat_against_a_level():
    env = gymnasium.make("parlour/senet-v0", seat=1, level=1, render_mode="rgb_array")
    rewards = []
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            observation, reward, over, _, info = env.step(action)
            assert reward == 0 or over
        rewards.append(reward)
    assert set(rewards) <= {-1.0, 1.0} and env.render().shape[2] == 3
    observation, info = env.reset(seed=1)
    illegal = int((info["action_mask"] == 0).argmax())
    _, reward, over, _, info = env.step(illegal)
    assert over and reward == -1 and info["illegal"]
    with pytest.raises(ValueError, match="from 0 to 1"):
        parlour.gymnasium.Env("senet", seat=2)


def open_spiel():
    pytest.importorskip("pyspiel")
    import parlour.open_spiel  # noqa: F401 (it registers the games)
    import pyspiel

    return pyspiel


@pytest.mark.parametrize("name", parlour.games())
def test_open_spiel_random_games(name):
    pyspiel = open_spiel()
    kind = parlour.open_spiel.short_name(name)
    hands = "(hands=1)" if "hands" in parlour.game(name).options else ""
    pyspiel.random_sim_test(pyspiel.load_game(kind + hands), 1, False, False)


def test_open_spiel_knows_who_may_know_what():
    pyspiel = open_spiel()
    game = pyspiel.load_game("parlour_shell_out(players=3,hands=1)")
    assert game.num_players() == 3 and game.get_type().chance_mode.name == "EXPLICIT_STOCHASTIC"
    one, other = game.new_initial_state(), game.new_initial_state()
    for actions in zip((0, 1, 2), (0, 2, 1)):
        one.apply_action(actions[0])
        other.apply_action(actions[1])
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.information_state_tensor(1) != other.information_state_tensor(1)
    assert "d?" in one.information_state_string(0)


def test_an_algorithm_of_open_spiel_plays_outwit():
    pyspiel = open_spiel()
    from open_spiel.python.algorithms import mcts

    class Count:
        """Judges a position by the chips that are at home."""

        def evaluate(self, state):
            light, dark = state.position.scores() or (0, 0)
            return np.array([light - dark, dark - light]) / 9

        def prior(self, state):
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

    game = pyspiel.load_game("parlour_outwit")
    bot = mcts.MCTSBot(game, 2, 60, Count(), random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 3


def test_variants_are_played_by_their_own_number_of_players():
    assert variant("shut-the-box", 12).num_players == 12
    counts = [parlour.game(name).player_counts for name in parlour.games()]
    assert len(VARIANTS) == sum(most - least + 1 for least, most in counts)
