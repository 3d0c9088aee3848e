"""Writes what the tests replay, by a second implementation of a game's rules.

`<game>.py` beside this file implements the rules once more, from the rule page alone and without a
look at the Rust code, and calls `write`. Only the form of the files is told here; what is legal and
what follows is told by the game. A state may be anything that can be copied; `play` may change it.

A game has these functions:
    start(options)       the position at the start
    turn(state)          the player's number, from 1; "chance"; or None at the end
    legal(state)         the texts of the legal moves
    chances(state)       at "chance": whole-number weights by their texts
    play(state, action)  the position afterwards (changed in place, or a new one)
    position(state)      its text
    result(state)        the shares of the win as texts, at the end
    views(state)         with secrets only: the public view's text, then each player's
"""

import copy
import json
import pathlib
import random

FOLDER = pathlib.Path(__file__).parent.parent / "tests" / "conformance"


def _actions(game, state):
    turn = game.turn(state)
    if turn is None:
        return []
    return sorted(game.chances(state) if turn == "chance" else game.legal(state))


def _after(game, state, action):
    state = copy.deepcopy(state)
    changed = game.play(state, action)
    return state if changed is None else changed


def _record(game, name, options, state, choose, start=None, longest=400):
    """One game, from the start or from a position, until its end or until `choose` has enough."""
    steps = []
    while game.turn(state) is not None and len(steps) < longest:
        turn, actions = game.turn(state), _actions(game, state)
        step = {"turn": str(turn), "position": game.position(state)}
        if turn == "chance":
            weights = game.chances(state)
            total = sum(weights.values())
            step["chance"] = {text: f"{weights[text]}/{total}" for text in actions}
        else:
            step["legal"] = actions
        if hasattr(game, "views"):
            step["views"] = game.views(state)
        action = choose(len(steps), state, actions)
        if action is None:
            break
        assert action in actions, f"{action} in {step['position']}: {actions}"
        steps.append(step | {"play": action})
        state = _after(game, state, action)
    record = {"game": name, "options": options} | ({"from": start} if start else {})
    over = game.turn(state) is None
    result = game.result(state) if over else None
    return record | {"steps": steps, "final": game.position(state), "result": result}


def _perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(_perft(game, _after(game, state, action), depth - 1) for action in _actions(game, state))


def write(game, name, variants, edges, games=6, depth=4, seed=1):
    """Writes `games` random games of each of the `variants` (options by name), the rare situations
    `edges` (each a state, and the actions to play from it with spaces between) and the counts of
    action sequences up to `depth` of each variant."""
    chance = random.Random(seed)

    def by_chance(_, state, actions):
        if game.turn(state) != "chance":
            return chance.choice(actions)
        weights = game.chances(state)
        return chance.choices(actions, [weights[text] for text in actions])[0]

    def lines(records):
        return "".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) + "\n" for one in records)

    random_games = [
        _record(game, name, options, game.start(options), by_chance) for options in variants for _ in range(games)
    ]
    (FOLDER / f"{name}.jsonl").write_text(lines(random_games))
    rare = []
    for state, actions in edges:
        words = actions.split()
        choose = lambda step, _state, _actions: words[step] if step < len(words) else None
        rare.append(_record(game, name, {}, copy.deepcopy(state), choose, start=game.position(state)))
    (FOLDER / f"{name}-edges.jsonl").write_text(lines(rare))
    counts = (FOLDER / "perft.txt").read_text().splitlines(keepends=True)
    counts = [line for line in counts if not line.startswith(f"{name} ")]
    for options in variants:
        setup = " ".join(f"{key}={value}" for key, value in options.items())
        found = [str(_perft(game, game.start(options), plies)) for plies in range(1, depth + 1)]
        counts.append(f"{name} {setup}: {' '.join(found)}\n")
    (FOLDER / "perft.txt").write_text("".join(counts))
