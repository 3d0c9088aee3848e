"""A bot that sits down at a table of a Parlour server and plays.

    python bot.py LINK [PLAYER] [GAMES]

LINK is the address of a table, with its invitation if the table is private. PLAYER is who plays, such
as level:3 or best:time=500ms. After each game but the last of GAMES it wants a rematch. Change `choose` to
make the bot your own. It needs the package `parlour` with its client: pip install 'parlour[table]'.
"""

import sys

import parlour
from parlour import table


class Bot:
    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.player: parlour.Player | None = None

    def choose(self, turn: table.Turn) -> str:
        """The move. `turn.state` fits what this seat may know: others' secrets in it are made up."""
        if self.player is None:
            self.player = parlour.Player(turn.state.game, self.spec)
        return self.player.choose(turn.state, seconds=2, seed=turn.ply)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        raise SystemExit(__doc__)
    link, spec, games = (sys.argv[1:] + ["level:3", "1"][len(sys.argv) - 2 :])[:3]
    try:
        for result in table.play(link, Bot(spec).choose, name=f"Bot {spec}", games=int(games)):
            print(result.words, flush=True)
    except (table.Refused, ValueError) as refusal:
        raise SystemExit(str(refusal)) from None
