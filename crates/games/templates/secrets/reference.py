"""New Game, from docs/rules/new-game.md alone. `python3 play.py write new-game` writes its games."""

VARIANTS = [{"players": n} for n in (2, 3, 4)]
DEPTH = 3


def table(dice, bid, player, loser=None):
    return {"dice": dice, "bid": bid, "player": player, "loser": loser}


def start(options):
    return table([None] * options["players"], 0, 1)


def turn(state):
    if state["loser"]:
        return None
    return "chance" if None in state["dice"] else state["player"]


def legal(state):
    highest = 12 * len(state["dice"])
    bids = [str(bid) for bid in range(1, highest + 1) if bid > state["bid"]]
    return bids + ["doubt"] * (state["bid"] > 0)


def chances(state):
    # Two different numbers fall in two ways.
    return {f"t{low}{high}": 1 if low == high else 2 for high in range(1, 7) for low in range(1, high + 1)}


def play(state, action):
    me, players = state["player"], len(state["dice"])
    if action == "doubt":
        total = sum(int(die) for dice in state["dice"] for die in dice)
        bidder = players if me == 1 else me - 1
        state["loser"] = me if total >= state["bid"] else bidder
        return
    if action[0] == "t":
        state["dice"][me - 1] = action[1:]
    else:
        state["bid"] = int(action)
    state["player"] = 1 if me == players else me + 1


def text(state, viewer):
    knows = lambda seat: viewer is None or viewer == seat + 1
    shown = lambda seat, dice: "-" if dice is None else dice if knows(seat) else "?"
    dice = ",".join(shown(seat, dice) for seat, dice in enumerate(state["dice"]))
    phase = {None: "over", "chance": "throw"}.get(turn(state), "bid")
    return f"{dice} {state['bid']} {state['loser'] or state['player']} {phase}"


def position(state):
    return text(state, None)


def views(state):
    return [text(state, viewer) for viewer in range(len(state["dice"]) + 1)]


def result(state):
    others = len(state["dice"]) - 1
    share = "1" if others == 1 else f"1/{others}"
    return ["0" if seat + 1 == state["loser"] else share for seat in range(others + 1)]


EDGES = [
    # N1: all sixes can only be doubted.
    (table(["66", "66"], 24, 1), "doubt"),
    # N2: the first player doubts the last one's bid, rightly; and wrongly, by nothing.
    (table(["34", "22", "56"], 22, 3), "23 doubt"),
    (table(["34", "22", "56"], 21, 3), "22 doubt"),
]
