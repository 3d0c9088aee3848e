"""Many games at once."""

import numpy as np
import parlour
import pytest
from conftest import VARIANTS, variant


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_a_lane_is_a_game_like_any_other(name, players):
    game = variant(name, players)
    lanes = parlour.vector(game, 3, seed=5)
    ends = 0
    for _ in range(400):
        over = lanes.terminations.copy()
        state = game.state(lanes.position(1))
        if over[1]:
            ends += 1
            assert lanes.turns[1] == -1 and lanes.masks[1].all()
            assert lanes.rewards[1].sum() == pytest.approx(0, abs=1e-5)
            assert lanes.rewards[1].max() <= 1
        else:
            assert lanes.turns[1] == state.turn and not lanes.rewards[1].any()
            assert (lanes.masks[1] == state.action_mask()).all()
            assert (lanes.observations[1] == state.observation()).all()
        lanes.step(lanes.sample())
        assert not lanes.terminations[over].any(), "a game that is over starts anew"


def test_arrays_are_made_once_and_shared():
    lanes = parlour.vector("outwit", 200, seed=1)
    first = lanes.observations, lanes.masks, lanes.rewards, lanes.terminations, lanes.turns
    shared = np.from_dlpack(lanes.observations)
    before = shared.copy()
    result = lanes.step(lanes.sample())
    assert result[0] is first[0] and result[4]["action_mask"] is first[1]
    assert lanes.rewards is first[2] and lanes.step(lanes.sample()) is result
    assert (shared == lanes.observations).all() and (shared != before).any()


def test_a_seed_repeats_all_games_on_any_number_of_threads():
    def play(count, seed):
        lanes = parlour.vector("senet", count, seed=seed)
        for _ in range(50):
            lanes.step(lanes.sample())
        return lanes.observations.copy()

    many = play(1000, 7)
    assert (many == play(1000, 7)).all() and (many != play(1000, 8)).any()
    # A game depends on its number and the seed, not on how many others there are.
    assert (many[:20] == play(20, 7)).all()
    lanes = parlour.vector("senet", 20, seed=1)
    lanes.reset(seed=7)
    fresh = parlour.vector("senet", 20, seed=7)
    assert (lanes.observations == fresh.observations).all()


def test_an_illegal_action_changes_nothing_and_is_named():
    lanes = parlour.vector("outwit", 200, seed=1)
    actions = lanes.sample().copy()
    actions[150] = lanes.game.action_index("pass")
    before = [lanes.position(i) for i in range(200)]
    with pytest.raises(parlour.IllegalActionError, match=r"game 150: action \d+ \('pass'\)"):
        lanes.step(actions)
    for wrong in (-1, 10**6):
        actions[150] = wrong
        with pytest.raises(parlour.IllegalActionError, match=str(wrong)):
            lanes.step(actions)
    assert before == [lanes.position(i) for i in range(200)]
    with pytest.raises(ValueError, match="3 actions for 200 games"):
        lanes.step([1, 2, 3])


def test_actions_may_be_chosen_by_masks_and_given_in_any_integer_type():
    lanes = parlour.vector("shut-the-box", 300, seed=2)
    rng = np.random.default_rng(1)
    for kind in (np.int64, np.int32, np.uint16, list):
        drawn = rng.random(lanes.masks.shape) * lanes.masks
        best = drawn.argmax(axis=1)
        lanes.step(best.tolist() if kind is list else best.astype(kind))


def test_without_observations_and_masks_games_are_the_same():
    full = parlour.vector("shout-7", 4, seed=3)
    bare = parlour.vector("shout-7", 4, seed=3, observations=False, masks=False)
    assert bare.observations is None and bare.masks is None
    for _ in range(100):
        full.step(full.sample())
        bare.step(bare.sample())
    assert [full.position(i) for i in range(4)] == [bare.position(i) for i in range(4)]


def test_a_step_without_actions_plays_random_legal_ones():
    lanes, other = (parlour.vector("senet", 300, seed=4) for _ in range(2))
    for _ in range(60):
        lanes.step()
        other.step(other.sample())
    assert (lanes.observations == other.observations).all() and lanes.observations.any()


def test_split_names_the_planes_without_copying():
    lanes = parlour.vector("shell-out", 5, players=3)
    parts = parlour.split(lanes.game, lanes.observations)
    assert parts["shells"].shape == (5, 3, 13, 13)
    assert parts["shells"].sum() == 5 * 15
    assert sum(part[0].size for part in parts.values()) == lanes.observations.shape[1]
    assert np.shares_memory(parts["scores"], lanes.observations)
