"""Shut the Box, from docs/rules/shut-the-box.md."""

VARIANTS = [{}, {"players": "3"}, {"players": "5", "final": "round"}, {"players": "12"}]

LIDS = range(1, 10)
OUT = 45


def start(options):
    players = int(options.get("players", 2))
    return {
        "open": set(LIDS),
        "scores": [0] * players,
        "out": [False] * players,  # before this round began
        "player": 0,
        "dice": None,
        "final": options.get("final", "all"),
        "over": False,
    }


def turn(state):
    if state["over"]:
        return None
    return state["player"] + 1 if state["dice"] else "chance"


def chances(_state):
    return {f"r{high}{low}": 1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)}


def legal(state):
    total, lids = sum(map(int, state["dice"])), state["open"]
    single = [str(total)] if total in lids else []
    return single + [f"{low}+{total - low}" for low in lids if low < total - low and total - low in lids]


def play(state, action):
    if turn(state) == "chance":
        state["dice"] = action[1:]
        if not legal(state):
            end_turn(state)
        return
    state["open"] -= {int(lid) for lid in action.split("+")}
    state["dice"] = None
    if not state["open"]:
        end_turn(state)  # B2


def end_turn(state):
    state["scores"][state["player"]] += sum(state["open"])
    state["dice"] = None
    left = [p for p, out in enumerate(state["out"]) if p > state["player"] and not out]
    if not left:  # B3: the round is complete
        below = [p for p, score in enumerate(state["scores"]) if score < OUT]
        if len(below) <= 1:
            state["over"] = True  # B4
            return
        state["out"] = [score >= OUT for score in state["scores"]]
        left = below
    state["player"] = left[0]
    state["open"] = set(LIDS)


def winners(state):
    below = [p for p, score in enumerate(state["scores"]) if score < OUT]
    if below:
        return below
    # B5: nobody is in
    those = [p for p, out in enumerate(state["out"]) if not (out and state["final"] == "round")]
    lowest = min(state["scores"][p] for p in those)
    return [p for p in those if state["scores"][p] == lowest]


def result(state):
    won = winners(state)
    share = "1" if len(won) == 1 else f"1/{len(won)}"
    return [share if player in won else "0" for player in range(len(state["scores"]))]


def position(state):
    lids = "".join(map(str, sorted(state["open"]))) or "-"
    scores = ",".join(f"{score}{'x' if out else ''}" for score, out in zip(state["scores"], state["out"]))
    dice = "!" if state["over"] else state["dice"] or "?"
    option = " round" if state["final"] == "round" else ""
    return f"{lids} {scores} {state['player'] + 1} {dice}{option}"


def read(text):
    lids, scores, player, dice, *option = text.split()
    scores = scores.split(",")
    return {
        "open": set(map(int, lids.replace("-", ""))),
        "scores": [int(score.rstrip("x")) for score in scores],
        "out": [score.endswith("x") for score in scores],
        "player": int(player) - 1,
        "dice": None if dice in "?!" else dice,
        "final": option[0] if option else "all",
        "over": dice == "!",
    }
