"""New Game, from docs/rules/new-game.md alone. `python3 play.py write new-game` writes its games."""

VARIANTS = [{}]
DEPTH = 7


def start(options):
    return {"heap": 7, "player": 1}


def turn(state):
    return state["player"] if state["heap"] else None


def legal(state):
    return [str(taken) for taken in (1, 2) if taken <= state["heap"]]


def play(state, action):
    state["heap"] -= int(action)
    if state["heap"]:
        state["player"] = 3 - state["player"]


def position(state):
    return f"{state['heap']} {state['player']}"


def result(state):
    return ["1", "0"] if state["player"] == 1 else ["0", "1"]


EDGES = [
    ({"heap": 1, "player": 2}, "1"),
    ({"heap": 2, "player": 1}, "1 1"),
]
