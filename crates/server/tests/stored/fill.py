"""Makes a stored database for the tests: starts a program on an empty folder, has people play there,
and writes NAME.db with NAME.jsonl, in which the program says what it knows of each table.

    python3 fill.py PROGRAM NAME
"""

import base64
import json
import os
import random
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

HOST, PORT = "127.0.0.1", 24711
API = f"http://{HOST}:{PORT}/api/v1"
OPEN, ME = {"type": "open"}, {"type": "me"}


def computer(level):
    return {"type": "computer", "level": level}


class Visitor:
    def __init__(self, name):
        with urllib.request.urlopen(f"{API}/me") as answer:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.call("PUT", "/me", {"name": name})

    def call(self, method, path, body=None):
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(API + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            text, kind = answer.read(), answer.headers.get("Content-Type", "")
        return json.loads(text or "null") if "json" in kind else text.decode()

    def view(self, table):
        return self.call("GET", f"/tables/{table}")

    def until(self, table, wanted):
        for _ in range(2400):
            view = self.view(table)
            if wanted(view):
                return view
            time.sleep(0.05)
        raise SystemExit(f"it never came: {view}")


class Socket:
    """Just enough of a WebSocket: it sends, and leaves what it hears unread."""

    def __init__(self, visitor, table):
        self.sent = 0
        self.stream = socket.create_connection((HOST, PORT))
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: {HOST}:{PORT}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {visitor.cookie}\r\n\r\n".encode()
        )
        assert b" 101 " in self.stream.recv(64)

    def send(self, **message):
        self.stream.setblocking(False)
        try:
            while self.stream.recv(1 << 20):
                pass
        except BlockingIOError:
            pass
        self.stream.setblocking(True)
        self.sent += 1
        data, mask = json.dumps({"id": str(self.sent), **message}).encode(), os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.stream.sendall(b"\x81" + size + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(data)))


def sit(visitor, maker, table, seat):
    invitation = maker.view(table)["invitation"]
    page = Socket(visitor, table)
    page.send(type="sit", seat=seat, invitation=invitation)
    visitor.until(table, lambda view: seat in view["yours"])
    return page


def step(pages, table):
    """Whoever is to act acts; `pages` are the visitors with their sockets."""
    first = next(iter(pages))
    before = first.view(table)
    for visitor, page in pages.items():
        view = visitor.view(table)
        if view["turn"].get("seat") not in view["yours"]:
            continue
        if view["pass_to"] is not None:
            page.send(type="look", seat=view["pass_to"])
            time.sleep(0.02)
            view = visitor.view(table)
        if view["turn"]["type"] == "chance":
            page.send(type="throw", ply=view["ply"])
        elif view["choices"]:
            page.send(type="act", action=random.choice(view["choices"])["action"], ply=view["ply"])
        break
    for _ in range(200):
        now = first.view(table)
        if now["ply"] != before["ply"] or now["status"] != "playing":
            break
        time.sleep(0.01)
    return now


def play(pages, table, plies):
    view = next(iter(pages)).view(table)
    while view["status"] == "playing" and view["ply"] < plies:
        view = step(pages, table)


def fill():
    """Plays; the tables by name, and a study."""
    tables = {}
    ann, bo, cy = Visitor("Ann"), Visitor("Bo"), Visitor("Čyril")
    games = ann.call("GET", "/games")

    def new(visitor, name, game, seats, **more):
        wanted = {"game": game, "seats": seats, "clock": {"type": "none"}, **more}
        tables[name] = visitor.call("POST", "/tables", wanted)["id"]
        return tables[name]

    def two(name, game, **more):
        table = new(ann, name, game, [ME, OPEN], **more)
        return table, {ann: Socket(ann, table), bo: sit(bo, ann, table, 1)}

    for game in games:
        id = game["id"]
        table, pages = two(f"{id} running", id, public=True)
        play(pages, table, 8)
        pages[bo].send(type="chat", text="Good luck!")
        table = new(ann, f"{id} won", id, [ME, computer(4 if id == "outwit" else 2)])
        play({ann: Socket(ann, table)}, table, 4000)
        table, pages = two(f"{id} resigned", id)
        play(pages, table, 6)
        pages[bo].send(type="resign", seat=1)
        names = [{"type": "me", "name": f"Bo the {which}"} for which in ("first", "second")]
        clock = {"type": "game", "seconds": 60, "increment": 0}
        table = new(bo, f"{id} flag", id, names, clock=clock)
        play({bo: Socket(bo, table)}, table, 5)
        if game["draws"]:
            table, pages = two(f"{id} agreed", id)
            play(pages, table, 7)
            pages[ann].send(type="draw")
            bo.until(table, lambda view: view["offers"]["draw"] == 0)
            pages[bo].send(type="draw")
    # Two of three resign; and all people of four, so that only computers are left.
    table = new(ann, "three left", "shut-the-box", [ME, OPEN, OPEN], options=[["players", "3"]])
    pages = {ann: Socket(ann, table), bo: sit(bo, ann, table, 1), cy: sit(cy, ann, table, 2)}
    four = [ME, OPEN, computer(1), computer(2)]
    other = new(ann, "three to nobody", "shell-out", four, options=[["players", "4"]])
    others = {ann: Socket(ann, other), bo: sit(bo, ann, other, 1)}
    for table, pages in ((table, pages), (other, others)):
        play(pages, table, 6)
        pages[bo].send(type="resign", seat=1)
        ann.until(table, lambda view: view["seats"][1]["sitter"]["type"] == "computer")
        pages[ann].send(type="resign", seat=0)
    # Records from elsewhere, kept.
    text = ann.call("GET", f"/tables/{tables['outwit resigned']}/record")
    head, actions = text.split("actions:")
    rules = head.split("rules: ")[1].split()[0]
    own = "ending: Ada knocked over the board.\n"
    for name, result, ending in (
        ("foreign", "0 1", own),
        ("stopped", "none", ""),
        ("brought resigned", "0 1", "ending: Light resigned.\n"),
    ):
        record = (
            f"parlour: 1\ngame: outwit\nrules: {rules}\nplayer 1: Ada\nplayer 2: Grace\n"
            f"result: {result}\n{ending}actions:{actions}"
        )
        tables[name] = ann.call("POST", "/records", {"text": record})["id"]
        Socket(ann, tables[name]).send(type="keep")
    for name, table in tables.items():
        if "running" not in name:
            bo.until(table, lambda view: view["status"] == "over")
    for name in ("outwit won", "shut-the-box won", "senet resigned"):
        address = f"/tables/{tables[name]}/report"
        ann.call("POST", address)
        while ann.call("GET", address)["type"] != "made":
            time.sleep(0.2)
    record = ann.call("GET", f"/tables/{tables['senet won']}/record")
    return tables, ann.call("POST", "/studies", {"text": record})["id"]


def describe(name, table):
    view = Visitor("Dora").view(table)
    result = view["result"] or {"shares": None, "words": None}
    return {
        "name": name,
        **{key: view[key] for key in ("id", "game", "status", "ply", "position")},
        "shares": result["shares"],
        "words": result["words"],
        "people": [seat["sitter"].get("name") for seat in view["seats"]],
        "chat": [line["text"] for line in view["chat"]],
    }


def main(program, name):
    random.seed(7)
    with tempfile.TemporaryDirectory() as data:
        options = ["--port", str(PORT), "--data", data, "--no-pauses", "--no-limits"]
        server = subprocess.Popen([program, "serve", *options])
        time.sleep(2)
        try:
            tables, study = fill()
            with open(f"{name}.jsonl", "w", encoding="utf-8") as out:
                for each, table in tables.items():
                    print(json.dumps(describe(each, table), ensure_ascii=False), file=out)
        finally:
            server.terminate()
            server.wait()
        sqlite3.connect(f"{data}/parlour.db").execute("VACUUM INTO ?", [f"{name}.db"])
    print(f"{name}.db and {name}.jsonl are written; the study is {study}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
