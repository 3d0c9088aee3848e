"""The plain API: games, states, texts, records, search."""

import copy
import os
import pickle
import random
import signal
import threading
import time
from fractions import Fraction

import numpy as np
import parlour
import pytest
from conftest import VARIANTS, random_states, variant


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_a_random_game_holds_together(name, players):
    game = variant(name, players)
    assert game.num_players == players
    for number, state in enumerate(random_states(game, seed=1)):
        if state.is_chance:
            assert sum(state.chances().values()) == 1
            assert list(state.chances()) == state.legal_actions()
        elif not state.is_over:
            texts = sorted(game.action_text(index) for index in state.legal_indices())
            assert texts == state.legal_actions()
            mask = state.action_mask()
            assert mask.dtype == np.int8 and list(np.flatnonzero(mask)) == state.legal_indices()
        assert state.returns() is None or state.is_over
        if number % 20 == 0 and not state.is_over:
            assert game.state(state.text) == state
            assert pickle.loads(pickle.dumps(state)) == state
    assert state.is_over and sum(state.returns()) == pytest.approx(1)


def test_states_are_values():
    start = parlour.game("senet").start()
    after = start.play("t3")
    assert start.turn == "chance" and after.turn == 0
    assert after == start.play("t3") and hash(after) == hash(start.play("t3"))
    assert after != start and start != 1
    assert copy.copy(after) is after and copy.deepcopy(after) is after
    assert {start: 1}[parlour.game("senet").start()] == 1


def test_pickle_keeps_what_a_repetition_rule_remembers():
    state = parlour.game("outwit").start()
    # Both power chips step forth and back: the position comes for the third time.
    for turn in range(8):
        assert not state.is_over
        state = pickle.loads(pickle.dumps(state))
        state = state.play(["e5d4", "e6f7", "d4e5", "f7e6"][turn % 4])
    assert state.is_over and state.returns() == [0.5, 0.5] and len(state.history) == 8


def test_games_with_other_options_are_other_games():
    three = parlour.game("shut-the-box", players=3)
    assert three == parlour.game("shut-the-box", num_players=3) != parlour.game("shut-the-box")
    assert three.options == {"players": 3, "final": "all"}
    assert pickle.loads(pickle.dumps(three)) == three
    assert repr(three) == 'parlour.game("shut-the-box", players=3, final="all")'


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: parlour.game("senett"), parlour.Error, "did you mean senet"),
        (lambda: parlour.game("senet", players=3), parlour.OptionError, "this game has none"),
        (lambda: parlour.game("shout-7", players=9), parlour.OptionError, "from 2 to 4"),
        (lambda: parlour.game("shout-7", players=2.5), TypeError, "a number or a text"),
        (lambda: parlour.game("senet").state("x"), parlour.NotationError, "four fields"),
        (lambda: parlour.game("senet").start().play("t9"), parlour.NotationError, "t1, t2"),
        (lambda: parlour.game("senet").start().play(3), parlour.IllegalActionError, "chances"),
        (lambda: parlour.game("outwit").start().play(-1), parlour.IllegalActionError, "from 0"),
        (lambda: parlour.game("outwit").start().play(None), TypeError, "an action is a text"),
        (lambda: parlour.game("outwit").start().view(2), parlour.Error, "from 0 to 1"),
        (lambda: parlour.game("outwit").action_text(10**6), IndexError, "indices go from 0"),
        (lambda: parlour.game("outwit").action_index("a1-c4"), parlour.Error, "no move"),
        (lambda: parlour.Player(parlour.game("senet"), "level:9"), parlour.PlayerError, "1 to 8"),
        (lambda: parlour.analyse(parlour.game("senet").start()), parlour.Error, "no player"),
        (lambda: parlour.solve(parlour.game("outwit")), parlour.Error, "too many positions"),
        (lambda: parlour.read_record("hello"), parlour.RecordError, "Line 1"),
        (lambda: parlour.play("senet", ["random"]), parlour.Error, "1 players for 2 seats"),
        (lambda: parlour.vector("senet", 0), ValueError, "from 1"),
    ],
)
def test_mistakes_get_clear_exceptions(call, error, words):
    with pytest.raises(error, match=words):
        call()
    assert issubclass(parlour.Error, ValueError)


def test_a_view_hides_what_its_owner_may_not_know():
    state = parlour.game("shell-out").start().play("d25").play("d50")
    views = [state.view(seat) for seat in (0, 1, None)]
    assert [view.text.split()[1] for view in views] == ["25,?", "?,50", "?,?"]
    other = parlour.game("shell-out").start().play("d25").play("d10")
    assert state.view(0) == other.view(0) and state.view(1) != other.view(1)
    assert (state.view(0).observation() == other.view(0).observation()).all()
    assert (state.view(1).observation() != other.view(1).observation()).any()
    assert views[0].legal_actions() == state.legal_actions() and views[1].legal_actions() == []
    assert "50" not in repr(views[0]) or "50" in repr(views[2])
    world = state.view(0).determinize(random.Random(3))
    assert world.view(0) == state.view(0)


def test_boards_are_shown_as_text_and_as_pictures():
    for name in parlour.games():
        state = parlour.game(name).start()
        assert len(repr(state).splitlines()) > 2 and str(state) == state.text
        assert state._repr_svg_().startswith("<svg") and state.svg(0).endswith("</svg>\n")


def test_records_go_both_ways():
    for name in parlour.games():
        game = variant(name, parlour.game(name).num_players)
        record = parlour.play(game, ["random"] * game.num_players, seed=5)
        again = parlour.read_record(str(record))
        assert again == record
        assert [s.text for s in again.states()][-1] == record.final.text
        assert sum(record.returns()) == pytest.approx(1)


def test_a_seed_repeats_a_game():
    first, again, other = (parlour.play("senet", ["random", "level:1"], seed=s) for s in (3, 3, 4))
    assert first == again != other


def test_players_are_levels_engines_and_functions():
    seen = []

    def bot(view):
        seen.append(view.seat)
        return view.legal_indices()[0]

    record = parlour.play("shut-the-box", [bot, "level:2", "best:nodes=10"], seed=1)
    assert record.players == ["bot", "level:2", "best:nodes=10"] and set(seen) == {0}
    assert record.game.num_players == 3


def test_analysis_has_lines_with_values_and_certainty():
    state = parlour.game("outwit").start()
    analysis = parlour.analyse(state, nodes=2000, threads=1, lines=3)
    assert analysis.best in state.legal_actions() and analysis.nodes >= 2000
    first = analysis.lines[0]
    assert first.moves[0] in state.legal_actions() and 0 <= first.value <= 1
    assert first.certainty == "estimated" and sum(first.shares) == pytest.approx(1)
    again = parlour.analyse(state, nodes=2000, threads=1, lines=3)
    assert again.lines[0].moves == first.moves and again.lines[0].value == first.value


def test_shut_the_box_is_solved():
    start = parlour.game("shut-the-box").start()
    solution = parlour.solve(start)
    assert solution.certainty == "exact" and sum(solution.shares) == pytest.approx(1)
    mean = sum(
        chance * Fraction(parlour.solve(start.play(fall)).shares[0])
        for fall, chance in start.chances().items()
    )
    assert float(mean) == pytest.approx(solution.shares[0], abs=1e-9)


def test_long_calls_end_on_ctrl_c_and_release_the_gil():
    state = parlour.game("outwit").start()
    ticks = []

    def interrupt():
        for _ in range(10):
            time.sleep(0.02)
            ticks.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    # A shell that starts this in the background lets it ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        parlour.analyse(state, seconds=60)
    thread.join()
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 30 and len(ticks) == 10


def test_a_progress_bar_is_shown_where_a_person_waits(capsys):
    state = parlour.game("outwit").start()
    parlour.analyse(state, seconds=0.8, progress=True)
    assert "Analysing [" in capsys.readouterr().err
    parlour.analyse(state, seconds=0.1)
    assert capsys.readouterr().err == ""
