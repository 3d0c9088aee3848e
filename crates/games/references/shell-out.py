"""Shell-Out, from docs/rules/shell-out.md."""

VARIANTS = [{}, {"players": "3"}, {"seats": "1,2"}, {"players": "6", "target": "60"}]

VALUES = (5, 10, 15, 20, 25, 50)
STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # e, ne, nw, w, sw, se
CENTRE = (6, 7)
USUAL = {2: (1, 4), 3: (1, 3, 5), 4: (1, 2, 4, 5), 5: (1, 2, 3, 4, 5), 6: (1, 2, 3, 4, 5, 6)}  # H1
AT_HOME = {1: 1, 2: 2, 3: 3}  # shells that may still be at home, by the distance of the fields
LONGEST_GAME = 50


def beside(spot, step, times=1):
    return (spot[0] + times * step[0], spot[1] + times * step[1])


def ring(spot):
    row, number = spot[0] - 6, spot[1] - 7
    return max(abs(row), abs(number), abs(row - number))


ROWS = [[(row, number) for number in range(1, 14) if ring((row, number)) <= 6] for row in range(13)]
NAMES = {spot: "abcdefghijklm"[spot[0]] + str(spot[1]) for row in ROWS for spot in row}
SPOTS = {name: spot for spot, name in NAMES.items()}
CORNERS = [beside(CENTRE, step, 6) for step in STEPS]
ALLEYS = [[beside(CENTRE, step, n) for n in range(1, 6)] for step in STEPS]
EASY_WAYS = [[beside(CORNERS[i], STEPS[(i + 2) % 6], n) for n in range(1, 6)] for i in range(6)]


def in_field(field, i, j):
    """The spot of a field that is i steps along its clockwise alley and j along the other one."""
    clockwise = STEPS[1 - field]  # field 1 lies between the alleys to the east and the north-east
    return beside(beside(CENTRE, clockwise, i), STEPS[2 - field], j)


FIELDS = {f: [in_field(f, i, j) for i in range(1, 5) for j in range(1, 6 - i)] for f in range(1, 7)}
GOALS = {field: in_field(field, 2, 2) for field in range(1, 7)}
HOMES = {f: [in_field(f, *at) for at in ((1, 1), (1, 4), (4, 1), (1, 3), (3, 1))] for f in range(1, 7)}
FIELD_OF = {spot: field for field, spots in FIELDS.items() for spot in spots}


def start(options):
    seats = options.get("seats", "default")
    fields = USUAL[int(options.get("players", 2))]
    if seats != "default":
        fields = tuple(map(int, seats.split(",")))
    state = {"fields": fields, "scores": [0] * len(fields), "hand": 0, "phase": "deal"}
    state |= {"hands": int(options.get("hands", 4)), "target": int(options.get("target", 0))}
    deal(state)
    return state


def deal(state):
    """Sets up the next hand."""
    players = range(len(state["fields"]))
    state["hand"] += 1
    state["shells"] = {spot: p for p in players for spot in HOMES[state["fields"][p]]}
    state["loaded"] = [None for _ in players]  # the spot of the shell with the counter
    state["counters"] = [None for _ in players]
    state["captured"] = [False for _ in players]
    state["empty"] = set()  # spots of shells that are known to be empty
    state |= {"player": 0, "phase": "deal", "quiet": 0}


def turn(state):
    if state["phase"] == "over":
        return None
    return "chance" if state["phase"] == "deal" else state["player"] + 1


def chances(state):
    return {f"d{value}": 1 for value in VALUES if value not in state["counters"]}


def own_shells(state, player):
    return [spot for spot, owner in state["shells"].items() if owner == player]


def slides(state, spot):
    """The spots that a shell reaches along red rows, stopping before any shell (H5)."""
    lines = []
    for row in ALLEYS + EASY_WAYS:
        if spot in row:
            at = row.index(spot)
            inwards = row[:at][::-1] + ([CENTRE] if row in ALLEYS else [])
            lines += [row[at + 1 :], inwards]
    if spot == CENTRE:
        lines = ALLEYS
    for line in lines:
        for target in line:
            if target in state["shells"]:
                break
            yield target


def allowed(state, player, spot, target):
    """H4, and the conditions for a step onto a Shell-Out spot."""
    if target not in NAMES or target in CORNERS or target in state["shells"]:
        return False
    field = FIELD_OF.get(target)
    if field and field not in state["fields"]:
        return False
    if not field or target != GOALS[field]:
        return True
    own = state["fields"][player]
    if field == own or state["loaded"][player] != spot:
        return False
    at_home = sum(1 for shell in own_shells(state, player) if FIELD_OF.get(shell) == own)  # H6
    distance = min((field - own) % 6, (own - field) % 6)
    return at_home <= AT_HOME[distance]


def actions(state, player):
    """The moves and guesses of a player: the kind, from where, and to where."""
    found = {}
    for spot in own_shells(state, player):
        steps = [target for target in (beside(spot, step) for step in STEPS)]
        for target in [t for t in steps if allowed(state, player, spot, t)] + list(slides(state, spot)):
            found[f"{NAMES[spot]}-{NAMES[target]}"] = ("move", spot, target)
        if state["loaded"][player] == spot:
            continue
        for target in steps:
            if state["shells"].get(target, player) != player:
                found[f"{NAMES[spot]}x{NAMES[target]}"] = ("guess", spot, target)
    return found


def legal(state):
    if state["phase"] == "hide":
        return ["h" + NAMES[spot] for spot in own_shells(state, state["player"])]
    return list(actions(state, state["player"])) or ["pass"]


def play(state, action):
    player, players = state["player"], len(state["fields"])
    if state["phase"] == "deal":
        state["counters"][player] = int(action[1:])
        state["player"] = (player + 1) % players
        state["phase"] = "deal" if state["player"] else "hide"
    elif state["phase"] == "hide":
        state["loaded"][player] = SPOTS[action[1:]]
        state["player"] = (player + 1) % players
        if state["player"] == 0:
            state |= {"phase": "play", "player": (state["hand"] - 1) % players}  # H3
    else:
        kind, spot, target = ("pass", None, None) if action == "pass" else actions(state, player)[action]
        if kind == "move" and target in GOALS.values():
            shell_out(state, player, spot, target)
            return
        if kind == "move":
            move(state, player, spot, target)
        elif kind == "guess":
            guess(state, player, spot, target)
        next_turn(state, 0 if kind == "guess" else state["quiet"] + 1)


def move(state, player, spot, target):
    state["shells"][target] = state["shells"].pop(spot)
    if state["loaded"][player] == spot:
        state["loaded"][player] = target
    if spot in state["empty"]:
        state["empty"] ^= {spot, target}


def remove(state, spot):
    del state["shells"][spot]
    state["empty"].discard(spot)


def guess(state, player, spot, target):
    owner = state["shells"][target]
    remove(state, spot)
    if state["loaded"][owner] == target:
        remove(state, target)
        state["loaded"][owner] = None
        state["captured"][owner] = True
        state["scores"][player] += state["counters"][owner]
    else:
        state["empty"].add(target)  # H7


def shell_out(state, player, spot, target):
    move(state, player, spot, target)
    on_board = [value for value, gone in zip(state["counters"], state["captured"]) if not gone]
    state["scores"][player] += sum(on_board)
    state["scores"][state["fields"].index(FIELD_OF[target])] -= state["counters"][player]
    end_hand(state)


def next_turn(state, quiet):
    """The next player's turn, or the end of the hand. A hand that is decided stops counting."""
    players = len(state["fields"])
    if all(state["captured"]):
        end_hand(state)
        return
    state["quiet"] = quiet
    stuck = not any(actions(state, player) for player in range(players))
    if stuck or quiet >= 50 * players:  # H10
        end_hand(state)
        return
    while True:
        state["player"] = (state["player"] + 1) % players
        if own_shells(state, state["player"]):
            return  # H8


def end_hand(state):
    target, hand = state["target"], state["hand"]
    done = max(state["scores"]) >= target or hand == LONGEST_GAME if target else hand == state["hands"]
    if done:
        state["phase"] = "over"  # H11
    else:
        deal(state)


def text(state, viewer=None, everything=True):
    """The position's text; not everything: as `viewer` may know it, or anybody if that is None."""
    rows = []
    for spots in reversed(ROWS):
        row, free = "", 0
        for spot in spots:
            if spot not in state["shells"]:
                free += 1
                continue
            owner = state["shells"][spot]
            letter = "abcdef"[owner]
            if state["loaded"][owner] == spot and (everything or owner == viewer):
                letter = letter.upper()
            row += (str(free) if free else "") + letter + ("*" if spot in state["empty"] else "")
            free = 0
        rows.append(row + (str(free) if free else ""))
    counters = []
    for owner, (value, gone) in enumerate(zip(state["counters"], state["captured"])):
        known = gone or everything or owner == viewer
        counters.append("-" if value is None else "x" * gone + (str(value) if known else "?"))
    usual = USUAL[len(state["fields"])] == state["fields"]
    parts = [] if usual else ["seats=" + ",".join(map(str, state["fields"]))]
    parts += ["/".join(rows), ",".join(counters), ",".join(map(str, state["scores"]))]
    parts.append(f"{state['hand']}/" + (f"t{state['target']}" if state["target"] else str(state["hands"])))
    return " ".join(parts + ["abcdef"[state["player"]], state["phase"], str(state["quiet"])])


def position(state):
    return text(state)


def views(state):
    return [text(state, viewer, everything=False) for viewer in [None, *range(len(state["fields"]))]]


def read(line):
    *seats, rows, counters, scores, hand, player, phase, quiet = line.split()
    counters, scores = counters.split(","), list(map(int, scores.split(",")))
    fields = tuple(map(int, seats[0][6:].split(","))) if seats else USUAL[len(scores)]
    number, length = hand.split("/")
    state = {"fields": fields, "scores": scores, "hand": int(number), "phase": phase}
    state |= {"hands": 4, "target": int(length[1:])} if length[0] == "t" else {"hands": int(length), "target": 0}
    state |= {"player": "abcdef".index(player), "quiet": int(quiet)}
    state["counters"] = [None if c == "-" else int(c.lstrip("x")) for c in counters]
    state["captured"] = [c.startswith("x") for c in counters]
    state |= {"shells": {}, "loaded": [None for _ in scores], "empty": set()}
    for spots, row in zip(reversed(ROWS), rows.split("/")):
        at = 0
        while row:
            digits = row[: len(row) - len(row.lstrip("0123456789"))]
            at, row = at + int(digits or 0), row[len(digits) :]
            if row and row[0] == "*":
                state["empty"].add(spots[at - 1])
            elif row:
                owner = "abcdef".index(row[0].lower())
                state["shells"][spots[at]] = owner
                if row[0].isupper():
                    state["loaded"][owner] = spots[at]
                at += 1
            row = row[1:]
    return state


def result(state):
    best = max(state["scores"])
    winners = state["scores"].count(best)
    share = "1" if winners == 1 else f"1/{winners}"
    return [share if score == best else "0" for score in state["scores"]]
