"""Outwit, from docs/rules/outwit.md."""

from collections import Counter

VARIANTS = [{}]

SIDES = "ld"
START = "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0"
CORNER = {
    "l": {(file, rank) for file in (7, 8, 9) for rank in (8, 9, 10)},
    "d": {(file, rank) for file in (1, 2, 3) for rank in (1, 2, 3)},
}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def start(_options):
    return read(START)


def other(side):
    return "d" if side == "l" else "l"


def name(square):
    return "abcdefghi"[square[0] - 1] + str(square[1])


def slide(state, square, step):
    """The squares that a chip passes, until something halts it."""
    side = state["side"]
    own, theirs = CORNER[side], CORNER[other(side)]
    while True:
        ahead = (square[0] + step[0], square[1] + step[1])
        if not (1 <= ahead[0] <= 9 and 1 <= ahead[1] <= 10):
            return
        if ahead in state["chips"] or ahead in theirs:
            return
        if square in own and ahead not in own:
            return  # O2
        yield ahead
        square = ahead


def slides(state):
    """The legal slides by their texts."""
    found = {}
    for square, chip in state["chips"].items():
        if chip.lower() != state["side"]:
            continue
        power = chip.isupper()
        for step in STRAIGHT + (DIAGONAL if power else []):
            stops = list(slide(state, square, step))
            for stop in stops if power else stops[-1:]:
                found[name(square) + name(stop)] = (square, stop)
    return found


def turn(state):
    return None if state["result"] else SIDES.index(state["side"]) + 1


def legal(state):
    return list(slides(state)) or ["pass"]  # O5


def play(state, action):
    side, corner = state["side"], CORNER[state["side"]]
    state["quiet"] += 1
    if action != "pass":
        origin, target = slides(state)[action]
        state["chips"][target] = state["chips"].pop(origin)
        if target in corner and origin not in corner:
            state["quiet"] = 0
    home = sum(1 for square, chip in state["chips"].items() if chip.lower() == side and square in corner)
    if home == 9:
        state["result"] = ["1" if one == side else "0" for one in SIDES]  # O8: before any draw
        return
    key = repetition_key(state, other(side))
    state["seen"][key] += 1
    if state["seen"][key] == 3 or state["quiet"] == 100:
        state["result"] = ["1/2", "1/2"]  # O6, O7
        return
    state["side"] = other(side)


def repetition_key(state, side):
    return f"{rows(state)} {side}"


def rows(state):
    found = []
    for rank in range(10, 0, -1):
        row, empty = "", 0
        for file in range(1, 10):
            chip = state["chips"].get((file, rank))
            if chip:
                row += (str(empty) if empty else "") + chip
                empty = 0
            else:
                empty += 1
        found.append(row + (str(empty) if empty else ""))
    return "/".join(found)


def position(state):
    return f"{rows(state)} {state['side']} {state['quiet']}"


def read(text):
    board, side, quiet = text.split()
    chips = {}
    for rank, row in zip(range(10, 0, -1), board.split("/")):
        file = 1
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                chips[(file, rank)] = sign
                file += 1
    state = {"chips": chips, "side": side, "quiet": int(quiet), "result": None}
    return state | {"seen": Counter([repetition_key(state, side)])}


def result(state):
    return state["result"]
