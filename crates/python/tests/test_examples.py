"""The examples that talk to a server, and the benchmark."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import parlour
import pytest
from conftest import VARIANTS

ROOT = Path(__file__).parents[3]
PARLOUR = os.environ.get("PARLOUR_BIN")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address of a real server with the limits that it has by itself."""
    if not PARLOUR:
        pytest.skip("PARLOUR_BIN names no program; cargo xtask test python sets it")
    words = [PARLOUR, "serve", "--port", "0", "--no-pauses", "--data", tmp_path_factory.mktemp("d")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        yield next(filter(None, (re.search(r"http://[\w.:]+", line) for line in process.stdout)))[0]
    finally:
        process.kill()
        process.wait()


def call(server, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


def new_table(server, game, players):
    """The link of a public table with this number of open seats, for a game as short as it can be."""
    options = {"shell-out": [["hands", "1"]]}.get(game, [])
    seats = [{"type": "open"}] * players
    table = {"game": game, "seats": seats, "options": options, "clock": {"type": "none"}}
    table["public"] = True
    return f"{server}/t/{call(server, '/api/v1/tables', table)['id']}"


def bots(link, players, games=1):
    """Starts this number of bots at a table; what each of them says at the end."""
    words = [sys.executable, ROOT / "examples/bot.py", link, "level:1", str(games)]
    started = [
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(players)
    ]
    ends = [bot.communicate(timeout=120) for bot in started]
    for bot, (_, error) in zip(started, ends):
        assert bot.returncode == 0, error
    return [said.splitlines() for said, _ in ends]


#: Every game with two, four and six players, where it takes as many.
TABLES = [
    (name, players)
    for name in parlour.games()
    for players in (2, 4, 6)
    if (name, players) in VARIANTS
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_bots_finish_their_game_within_the_limits_of_a_server(server, game, players):
    link = new_table(server, game, players)
    said = bots(link, players)
    after = call(server, f"/api/v1/tables/{link.rsplit('/', 1)[-1]}")
    assert after["status"] == "over"
    assert all(seat["sitter"]["name"] == "Bot level:1" for seat in after["seats"])
    assert said == [[after["result"]["words"]]] * players


def test_bots_play_rematches(server):
    assert [len(said) for said in bots(new_table(server, "shut-the-box", 2), 2, games=3)] == [3, 3]


def test_the_bot_is_short_and_says_how_it_is_called():
    bot = ROOT / "examples/bot.py"
    assert len(bot.read_text().splitlines()) <= 80
    done = subprocess.run([sys.executable, bot], capture_output=True, text=True)
    assert done.returncode == 1 and "LINK" in done.stderr


def test_a_refusal_that_waiting_does_not_help_is_a_sentence(server):
    bot = [sys.executable, ROOT / "examples/bot.py", f"{server}/t/nowhere"]
    done = subprocess.run(bot, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr


def test_the_benchmark_compares_all_in_one_run():
    bench = ROOT / "crates/python/bench.py"
    words = [sys.executable, bench, "0.05"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    rates = re.findall(r"([\d,]+) steps/s", done.stdout)
    assert len(rates) == 2 + 3 * len(parlour.games()) and all(int(rate.replace(",", "")) > 0 for rate in rates)
