"""Shout 7, from docs/rules/shout-7.md."""

VARIANTS = [{}, {"players": "3"}, {"players": "4"}, {"pits": "count"}, {"players": "3", "pits": "count"}]

COLOURS = "bwrg"
PIECES = {2: 63, 3: 42, 4: 31}
STEPS = {"e": (0, 1), "w": (0, -1), "ne": (1, 1), "nw": (1, 0), "se": (-1, 0), "sw": (-1, -1)}
AXES = [STEPS[direction] for direction in ("e", "ne", "nw")]


def ring(place):
    """How many steps a place (row, number) is from the centre g7; the pits are the seventh ring."""
    row, number = place[0] - 6, place[1] - 7
    return max(abs(row), abs(number), abs(row - number))


ROWS = [[(row, number) for number in range(1, 14) if ring((row, number)) <= 6] for row in range(13)]
CELLS = [cell for row in ROWS for cell in row]
NAMES = {cell: "abcdefghijklm"[cell[0]] + str(cell[1]) for cell in CELLS}


def beside(place, step, times=1):
    return (place[0] + times * step[0], place[1] + times * step[1])


def pits_clockwise():
    place, pits = (13, 7), []  # north-west of m7
    for direction in ("e", "se", "sw", "w", "nw", "ne"):
        for _ in range(7):
            pits.append(place)
            place = beside(place, STEPS[direction])
    return pits


PITS = pits_clockwise()


def start(options):
    return {
        "pieces": {},  # colour by place, in pits too
        "players": int(options.get("players", 2)),
        "count_pits": options.get("pits") == "count",
        "player": 0,
        "phase": "lay1",
        "compensated": False,
        "result": None,
    }


def neighbours(state, cell):
    """The pieces next to a cell, those in pits left out."""
    places = (beside(cell, step) for step in STEPS.values())
    return [place for place in places if place in state["pieces"] and ring(place) <= 6]


def free_cells(state):
    return [cell for cell in CELLS if cell not in state["pieces"]]


def first_places(state):
    if not state["pieces"]:
        return CELLS
    places = [cell for cell in free_cells(state) if neighbours(state, cell)]
    return [cell for cell in places if second_places(state, cell)]  # P1


def second_places(state, first):
    """Next to the player's first piece and, but for Black, to some other piece."""
    pieces = {cell: colour for cell, colour in state["pieces"].items() if cell != first}
    laid = state | {"pieces": pieces | {first: "?"}}
    found = [cell for cell in free_cells(laid) if first in neighbours(laid, cell)]
    return found if not pieces else [cell for cell in found if len(neighbours(laid, cell)) > 1]


def pot(state, player):
    return PIECES[state["players"]] - list(state["pieces"].values()).count(COLOURS[player])


def pushes(state, player):
    """The legal pushes of a player: for each text, both cells and where their pieces land."""
    if pot(state, player) < 2:
        return {}  # P6
    pieces, own = state["pieces"], COLOURS[player]
    theirs = [cell for cell in CELLS if pieces.get(cell, own) != own]
    free = lambda place: place not in pieces and ring(place) <= 7
    found = {}
    for one in theirs:
        for axis in AXES:
            two = beside(one, axis)
            if ring(two) > 6 or pieces.get(two, own) == own:
                continue
            for direction, step in STEPS.items():
                along = step in (axis, beside((0, 0), axis, -1))
                targets = [beside(cell, step, 2 if along else 1) for cell in (one, two)]  # P2, P3
                if all(map(free, targets)):
                    low, high = sorted((one, two))
                    found[f"{NAMES[low]}{NAMES[high]}-{direction}"] = ((one, two), targets)
    return found


def turn(state):
    return None if state["result"] else state["player"] + 1


def legal(state):
    phase = state["phase"]
    if phase == "lay1":
        return [NAMES[cell] for cell in first_places(state)]
    if phase == "lay2":
        return [NAMES[cell] for cell in second_places(state, first_piece(state))]
    if phase == "remove":
        return ["x" + NAMES[cell] for cell in blacks(state)]
    return list(pushes(state, state["player"])) or ["pass"]


def first_piece(state):
    return next(cell for cell, colour in state["pieces"].items() if colour == COLOURS[state["player"]])


def blacks(state):
    return [cell for cell in CELLS if state["pieces"].get(cell) == "b"]


def cell_of(text):
    return next(cell for cell, name in NAMES.items() if name == text)


def play(state, action):
    phase, player = state["phase"], state["player"]
    if phase == "lay1":
        state["pieces"][cell_of(action)] = COLOURS[player]
        state["phase"] = "lay2"
    elif phase == "lay2":
        state["pieces"][cell_of(action)] = COLOURS[player]
        last = player == state["players"] - 1
        if not (last and stuck(state)):
            state["phase"] = "push" if last else "lay1"
            state["player"] = 0 if last else player + 1
    elif phase == "remove":
        del state["pieces"][cell_of(action[1:])]
        state["compensated"] = True
        next_turn(state)
    else:
        if action != "pass" and push(state, *pushes(state, player)[action]):
            return
        if state["players"] == 2 and player == 1 and not state["compensated"]:
            if stuck(state):  # P7 comes before the removal
                return
            if blacks(state):
                state["phase"] = "remove"
                return
            state["compensated"] = True  # P5
        next_turn(state)


def push(state, cells, targets):
    """Pushes and fills; whether somebody has seven in a row."""
    pieces = state["pieces"]
    colours = [pieces.pop(cell) for cell in cells]
    pieces.update(zip(targets, colours))
    if win(state, {colour for colour in colours if has_line(state, colour)}):
        return True  # P4
    own = COLOURS[state["player"]]
    pieces.update(dict.fromkeys(cells, own))
    return win(state, {own} if has_line(state, own) else set())


def win(state, colours):
    if colours:
        share = "1" if len(colours) == 1 else f"1/{len(colours)}"
        state["result"] = [share if colour in colours else "0" for colour in COLOURS[: state["players"]]]
    return bool(colours)


def has_line(state, colour):
    reach = 7 if state["count_pits"] else 6  # P8
    own = {place for place, piece in state["pieces"].items() if piece == colour and ring(place) <= reach}
    return any(all(beside(place, axis, n) in own for n in range(7)) for place in own for axis in AXES)


def stuck(state):
    """P7: ends the game if nobody can push."""
    if any(pushes(state, player) for player in range(state["players"])):
        return False
    in_pits = [state["pieces"].get(pit) for pit in PITS]
    counts = {colour: in_pits.count(colour) for colour in COLOURS[: state["players"]]}
    return win(state, {colour for colour in counts if counts[colour] == max(counts.values())})


def next_turn(state):
    if not stuck(state):
        state["phase"] = "push"
        state["player"] = (state["player"] + 1) % state["players"]


def position(state):
    rows = []
    for cells in reversed(ROWS):
        row, empty = "", 0
        for cell in cells:
            piece = state["pieces"].get(cell)
            if piece:
                row += (str(empty) if empty else "") + piece
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    pits = "".join(state["pieces"].get(pit, ".") for pit in PITS)
    last = str(int(state["compensated"])) if state["players"] == 2 else str(state["players"])
    option = "p" if state["count_pits"] else ""
    return f"{'/'.join(rows)} {pits} {COLOURS[state['player']]} {state['phase']} {last}{option}"


def read(text):
    rows, pits, player, phase, last = text.split()
    last, count_pits = last.rstrip("p"), last.endswith("p")
    pieces = {pit: piece for pit, piece in zip(PITS, pits) if piece != "."}
    for cells, row in zip(reversed(ROWS), rows.split("/")):
        signs = row
        place = iter(cells)
        while signs:
            digits = signs[: len(signs) - len(signs.lstrip("0123456789"))]
            for _ in range(int(digits or 0)):
                next(place)
            signs = signs[len(digits) :]
            if signs:
                pieces[next(place)] = signs[0]
                signs = signs[1:]
    return {
        "pieces": pieces,
        "players": 2 if last in "01" else int(last),
        "count_pits": count_pits,
        "player": COLOURS.index(player),
        "phase": phase,
        "compensated": last == "1",
        "result": None,
    }


def result(state):
    return state["result"]
