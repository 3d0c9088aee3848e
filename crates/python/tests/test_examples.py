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

ROOT = Path(__file__).parents[3]
PARLOUR = os.environ.get("PARLOUR_BIN")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address of a real server."""
    if not PARLOUR:
        pytest.skip("PARLOUR_BIN names no program; cargo xtask test python sets it")
    words = [PARLOUR, "serve", "--port", "0", "--no-limits", "--data", tmp_path_factory.mktemp("d")]
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


@pytest.mark.parametrize("game", ["shut-the-box", "shell-out"])
def test_the_bot_plays_a_whole_game_at_a_table(server, game):
    seats = [{"type": "open"}, {"type": "computer", "level": 1}]
    options = [["hands", "1"]] if game == "shell-out" else []
    table = {"game": game, "options": options, "seats": seats, "clock": {"type": "none"}}
    made = call(server, "/api/v1/tables", {**table, "public": True})
    link = f"{server}/t/{made['id']}"
    bot = [sys.executable, ROOT / "examples/bot.py", link, "level:1"]
    done = subprocess.run(bot, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    after = call(server, f"/api/v1/tables/{made['id']}")
    assert after["status"] == "over" and after["seats"][0]["sitter"]["name"] == "Bot level:1"
    assert done.stdout.strip() == after["result"]["words"]


def test_the_bot_is_short_and_says_how_it_is_called():
    bot = ROOT / "examples/bot.py"
    assert len(bot.read_text().splitlines()) <= 80
    done = subprocess.run([sys.executable, bot], capture_output=True, text=True)
    assert done.returncode == 1 and "LINK" in done.stderr


def test_the_benchmark_compares_all_in_one_run():
    bench = ROOT / "crates/python/bench.py"
    words = [sys.executable, bench, "0.05"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    rates = re.findall(r"([\d,]+) steps/s", done.stdout)
    assert len(rates) == 2 + 3 * len(parlour.games()) and all(int(rate.replace(",", "")) > 0 for rate in rates)
