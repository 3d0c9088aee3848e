"""Plays games by a second implementation of their rules, to check the engine against.

`<game>.py` beside this file implements the rules of one game, written from the rule page alone and
without a look at the Rust code.

    python3 play.py sample GAME [SEED] [GAMES]   print random games, one JSON object a line
    python3 play.py check GAME                   replay tests/conformance by the reference
    python3 play.py write GAME                   write tests/conformance for a new or changed game

A reference has these names:
    VARIANTS             the options to play with, a dictionary each
    start(options)       the position at the start
    turn(state)          the player's number, from 1; "chance"; or None at the end
    legal(state)         the texts of the legal moves
    chances(state)       at "chance": whole-number weights by their texts
    play(state, action)  the position afterwards (changed in place, or a new one)
    position(state)      its text
    result(state)        the shares of the win as texts, at the end
    views(state)         with secrets only: the public view's text, then each player's
    read(text)           for `check` of the edges: the position of this text
    EDGES                for `write`: rare situations, each a state and the actions to play from it
    DEPTH                for `write`: how deep to count action sequences (default 4)
"""

import copy
import importlib.util
import json
import pathlib
import random
import sys
from fractions import Fraction

HERE = pathlib.Path(__file__).parent
FOLDER = HERE.parent / "tests" / "conformance"
LONGEST = 400


def actions_of(game, state):
    turn = game.turn(state)
    if turn is None:
        return []
    return sorted(game.chances(state) if turn == "chance" else game.legal(state))


def after(game, state, action):
    state = copy.deepcopy(state)
    changed = game.play(state, action)
    return state if changed is None else changed


def step_of(game, state):
    """What the files say of a position before an action is made."""
    turn, actions = game.turn(state), actions_of(game, state)
    step = {"turn": str(turn), "position": game.position(state)}
    if turn == "chance":
        weights = game.chances(state)
        total = sum(weights.values())
        step["chance"] = {text: f"{weights[text]}/{total}" for text in actions}
    else:
        step["legal"] = actions
    if hasattr(game, "views"):
        step["views"] = game.views(state)
    return step


def record(game, name, options, state, choose, start=None):
    """One game, until its end, until `choose` returns None, or for LONGEST actions."""
    steps = []
    while game.turn(state) is not None and len(steps) < LONGEST:
        step, actions = step_of(game, state), actions_of(game, state)
        action = choose(len(steps), state, actions)
        if action is None:
            break
        assert action in actions, f"{action} in {step['position']}: {actions}"
        steps.append(step | {"play": action})
        state = after(game, state, action)
    head = {"game": name, "options": options} | ({"from": start} if start else {})
    result = game.result(state) if game.turn(state) is None else None
    return head | {"steps": steps, "final": game.position(state), "result": result}


def random_games(game, name, seed, games):
    """`games` random games of each variant."""
    rng = random.Random(seed)

    def choose(_, state, actions):
        if game.turn(state) != "chance":
            return rng.choice(actions)
        weights = game.chances(state)
        return rng.choices(actions, [weights[text] for text in actions])[0]

    return [
        record(game, name, options, game.start(options), choose)
        for options in game.VARIANTS
        for _ in range(games)
    ]


def edges(game, name):
    rare = []
    for state, text in getattr(game, "EDGES", []):
        words = text.split()
        choose = lambda step, _state, _actions: words[step] if step < len(words) else None
        rare.append(record(game, name, {}, copy.deepcopy(state), choose, start=game.position(state)))
    return rare


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, after(game, state, action), depth - 1) for action in actions_of(game, state))


def lines(records):
    return "".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) + "\n" for one in records)


def write(game, name):
    # All is played before the first file is written: a mistake in an edge leaves the files as they are.
    files = {
        FOLDER / f"{name}.jsonl": lines(random_games(game, name, seed=1, games=6)),
        FOLDER / f"{name}-edges.jsonl": lines(edges(game, name)),
    }
    counts = (FOLDER / "perft.txt").read_text().splitlines(keepends=True)
    counts = [line for line in counts if not line.startswith(f"{name} ")]
    for options in game.VARIANTS:
        setup = " ".join(f"{key}={value}" for key, value in options.items())
        depths = range(1, getattr(game, "DEPTH", 4) + 1)
        found = [str(perft(game, game.start(options), depth)) for depth in depths]
        counts.append(f"{name} {setup}: {' '.join(found)}\n")
    files[FOLDER / "perft.txt"] = "".join(counts)
    for path, text in files.items():
        path.write_text(text)


def same(found, wanted):
    """Equal, with fractions compared as numbers."""
    if "chance" in wanted:
        number = lambda chances: {text: Fraction(share) for text, share in chances.items()}
        found, wanted = (step | {"chance": number(step["chance"])} for step in (found, wanted))
    return found == wanted


def check(game, name):
    """Replays the conformance games by the reference; ends at the first difference."""
    steps = 0
    for suffix in ("", "-edges"):
        for number, line in enumerate((FOLDER / f"{name}{suffix}.jsonl").read_text().splitlines(), 1):
            wanted = json.loads(line)
            state = game.read(wanted["from"]) if "from" in wanted else game.start(wanted["options"])
            where = f"{name}{suffix}.jsonl:{number}"
            for step in wanted["steps"]:
                action = step.pop("play")
                found = step_of(game, state)
                if not same(found, step):
                    sys.exit(f"{where}\n  here {found}\n  file {step}")
                state = after(game, state, action)
                steps += 1
            result = game.result(state) if game.turn(state) is None else "none"
            found, file = (game.position(state), result), (wanted["final"], wanted["result"] or "none")
            if found != file:
                sys.exit(f"{where}\n  here {found}\n  file {file}")
    print(f"{name}: {steps} steps agree")


def load(name):
    """The reference of this game; an id with `-` is no module name, so it is loaded by its path."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    game = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(game)
    return game


def main(words):
    if len(words) < 2 or words[0] not in ("sample", "check", "write"):
        sys.exit(__doc__)
    task, name, *numbers = words
    if not (HERE / f"{name}.py").exists():
        sys.exit(f"there is no reference {name}.py")
    game = load(name)
    if task == "sample":
        seed, games = (int(number) for number in (numbers + ["1", "1"][len(numbers):])[:2])
        sys.stdout.write(lines(random_games(game, name, seed, games)))
    else:
        {"check": check, "write": write}[task](game, name)


if __name__ == "__main__":
    main(sys.argv[1:])
