"""New Game once more, from docs/rules/new-game.md alone: python3 crates/games/references/new-game.py"""

import sys

import play as references


def start(options):
    players = options["players"]
    return {"dice": [None] * players, "tried": [set() for _ in range(players)], "player": 0, "over": False}


def turn(state):
    if state["over"]:
        return None
    return "chance" if None in state["dice"] else state["player"] + 1


def neighbour(state):
    return (state["player"] + 1) % len(state["dice"])


def legal(state):
    return [str(n) for n in range(1, 7) if n not in state["tried"][neighbour(state)]]


def chances(state):
    # Two different numbers fall in two ways.
    return {f"t{low}{high}": 1 if low == high else 2 for high in range(1, 7) for low in range(1, high + 1)}


def play(state, action):
    if action[0] == "t":
        state["dice"][state["player"]] = action[1:]
    elif action in state["dice"][neighbour(state)]:
        state["over"] = True
        return
    else:
        state["tried"][neighbour(state)].add(int(action))
    state["player"] = neighbour(state)


def text(state, viewer):
    knows = lambda seat: viewer is None or viewer == seat + 1
    shown = lambda seat, dice: "-" if dice is None else dice if knows(seat) else "?"
    dice = ",".join(shown(seat, dice) for seat, dice in enumerate(state["dice"]))
    tried = ",".join("".join(map(str, sorted(numbers))) or "-" for numbers in state["tried"])
    phase = {None: "over", "chance": "throw"}.get(turn(state), "guess")
    return f"{dice} {tried} {state['player'] + 1} {phase}"


def position(state):
    return text(state, None)


def views(state):
    return [text(state, viewer) for viewer in range(len(state["dice"]) + 1)]


def result(state):
    return ["1" if seat == state["player"] else "0" for seat in range(len(state["dice"]))]


def late(dice, tried, player):
    return {"dice": dice, "tried": tried, "player": player - 1, "over": False}


EDGES = [
    # N2: one number is left, and it is right.
    (late(["44", "22"], [{1, 2, 3, 5, 6}, {1, 3, 4, 6}], 2), "4"),
    # N1: the last player guesses at the first's dice.
    (late(["34", "22", "56"], [set(), {1}, {1}], 3), "5 2"),
]

references.write(sys.modules[__name__], "new-game", [{"players": n} for n in (2, 3, 4)], EDGES, games=4, depth=3)
