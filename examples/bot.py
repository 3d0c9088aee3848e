"""A bot that sits down at a table of a Parlour server and plays.

    python bot.py LINK [PLAYER]

LINK is the address of a table, with its invitation if the table is private. PLAYER is who plays, such
as level:3 or best:time=500ms. Change `choose` to make the bot your own.
"""

import json
import sys
import time
import urllib.request
import uuid
from urllib.parse import parse_qs, urlsplit

import parlour
from websockets.sync.client import connect


class Bot:
    def __init__(self, link: str, spec: str) -> None:
        parts = urlsplit(link)
        self.server = f"{parts.scheme}://{parts.netloc}/api/v1"
        self.id = parts.path.rstrip("/").rsplit("/", 1)[-1]
        self.invitation = parse_qs(parts.query).get("invitation", [None])[0]
        # The first answer sets the cookie by which the server knows the bot again.
        with urllib.request.urlopen(f"{self.server}/me") as answer:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.call("PUT", "/me", {"name": f"Bot {spec}"[:24]})
        table = self.call("GET", f"/tables/{self.id}")
        self.game = parlour.game(table["game"], **dict(table["options"]))
        self.player = parlour.Player(self.game, spec)

    def call(self, method: str, path: str, body: object = None) -> dict:
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or b"null")

    def choose(self, table: dict) -> str:
        """The move: `position` is what this seat may know."""
        state = self.game.from_view(table["position"], table["viewer"])
        return self.player.choose(state, seconds=2, seed=table["ply"])

    def message(self, table: dict) -> dict | None:
        """What to send now: sit down, throw or move."""
        turn = table["turn"]
        if table["status"] == "waiting" and not table["yours"]:
            seats = [n for n, s in enumerate(table["seats"]) if s["sitter"]["type"] == "open"]
            return {"type": "sit", "seat": seats[0], "invitation": self.invitation}
        if table["status"] != "playing" or turn.get("seat") not in table["yours"]:
            return None
        if turn["type"] == "chance":
            return {"type": "throw", "ply": table["ply"]}
        return {"type": "act", "action": self.choose(table), "ply": table["ply"]}

    def run(self) -> None:
        address = self.server.replace("http", "ws", 1) + f"/tables/{self.id}/socket"
        with connect(address, additional_headers={"Cookie": self.cookie}) as socket:
            sent = None
            for text in socket:
                news = json.loads(text)
                if news["type"] == "error":
                    if news["code"] != "too-soon":
                        raise SystemExit(news["message"])
                    time.sleep(0.5)  # Others still add to the dice: throw again.
                    sent = None
                table = self.call("GET", f"/tables/{self.id}")
                if table["status"] == "over":
                    return print(table["result"]["words"])
                message = self.message(table)
                if message and message != sent:
                    socket.send(json.dumps({"id": uuid.uuid4().hex, **message}))
                sent = message or sent


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    Bot(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "level:3").run()
