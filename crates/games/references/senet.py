"""Senet by Bell's rules, from docs/rules/senet.md."""

VARIANTS = [{}]

SIDES = "bw"
MARKED = range(26, 31)  # nobody is bumped there
SEQUENCE = {"odd": range(1, 20, 2), "even": range(2, 21, 2)}


def start(_options):
    return {"board": ["."] * 31, "side": "b", "odd": "-", "throw": None, "winner": None}


def other(side):
    return "w" if side == "b" else "b"


def sequence(state, side):
    """A side's final squares; S6: the even ones limit everybody while square 1 is free."""
    return SEQUENCE["odd" if state["odd"] == side else "even"]


def settled(state, side, square):
    """S7: on its final square, with all final squares before it filled."""
    if state["odd"] == "-" or square not in sequence(state, side):
        return False
    return all(state["board"][s] == side for s in sequence(state, side) if s <= square)


def moved(state, origin, target):
    """The position after a piece was set on `target`, or None where that is not allowed."""
    side, board = state["side"], list(state["board"])
    there = board[target]
    if there == side or (there != "." and (target in MARKED or settled(state, there, target))):
        return None
    if origin:
        board[origin] = "."
    board[target] = side
    next_state = state | {"board": board}
    if target == 1:
        next_state["odd"] = side  # S6: judged by the squares that it claims
    pieces = [square for square in range(1, 31) if board[square] == side]
    if any(square < final for square, final in zip(pieces, sequence(next_state, side))):
        return None  # S5
    return next_state


def outcomes(state):
    """The legal moves and what follows from each."""
    side, throw, board = state["side"], state["throw"], state["board"]
    found = {}
    entry = 31 - throw
    if board.count(side) < 10 and board[entry] == ".":
        found[f"off/{entry}"] = moved(state, None, entry)
    for origin in range(throw + 1, 31):
        if board[origin] == side and not settled(state, side, origin):
            found[f"{origin}/{origin - throw}"] = moved(state, origin, origin - throw)
    found = {text: after for text, after in found.items() if after}
    return found or {"pass": dict(state)}  # S2


def turn(state):
    if state["winner"]:
        return None
    return SIDES.index(state["side"]) + 1 if state["throw"] else "chance"


def chances(_state):
    return {"t1": 4, "t2": 6, "t3": 4, "t4": 1, "t5": 1}


def legal(state):
    return list(outcomes(state))


def play(state, action):
    if turn(state) == "chance":
        return state | {"throw": int(action[1:])}
    return finished(outcomes(state)[action])


def finished(state):
    """S8: all ten in position win at once; otherwise the other side throws."""
    for side in (state["side"], other(state["side"])):
        if state["odd"] != "-" and all(state["board"][s] == side for s in sequence(state, side)):
            return state | {"winner": side, "throw": None}
    return state | {"side": other(state["side"]), "throw": None}


def position(state):
    board = "".join(state["board"][1:])
    return f"{board} {state['side']} {state['odd']} {state['throw'] or '?'}"


def read(text):
    board, side, odd, throw = text.split()
    state = {"board": ["."] + list(board), "side": side, "odd": odd, "winner": None}
    return state | {"throw": None if throw == "?" else int(throw)}


def result(state):
    return ["1" if side == state["winner"] else "0" for side in SIDES]
