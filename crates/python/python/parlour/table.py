"""A seat at a table of a Parlour server: sits down, plays, reconnects, plays again.

    import parlour
    from parlour import table

    player = None

    def choose(turn: table.Turn) -> str:
        return turn.state.legal_actions()[0]

    for result in table.play("http://127.0.0.1:7777/t/ID", choose, name="First move"):
        print(result.words)

The game is followed over the table's socket alone; HTTP is used for the name and to look the game up. Whatever
the server's limits say is waited for. The package `websockets` must be installed: `pip install 'parlour[table]'`.
"""

from __future__ import annotations

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import parlour

__all__ = ["Refused", "Result", "Turn", "play"]

#: The first pause before something is tried again, and the longest, in seconds.
_PAUSE, _LONGEST_PAUSE = 0.4, 10.0
#: Refusals after which the table is looked at again.
_LOOK_AGAIN = {"stale", "not-your-turn", "over", "taken", "started"}
#: Refusals after which the same is tried again in a moment.
_LATER = {"too-fast", "too-soon", "busy", "unavailable"}


class Refused(parlour.Error):
    """The server refuses something that waiting does not help. `code` is a word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Turn:
    """A move that is to be made. `state` is a position that fits what this seat may know."""

    state: parlour.State
    seat: int
    ply: int


@dataclass(frozen=True)
class Result:
    """How a game ended: everybody's share of the win, a sentence, and the seat that was played."""

    seat: int
    shares: tuple[Fraction, ...]
    words: str


def play(
    link: str,
    choose: Callable[[Turn], str],
    *,
    name: str = "Bot",
    games: int = 1,
) -> Iterator[Result]:
    """Plays at the table of this link, and gives each result. After the first of several games a rematch is
    wanted; it begins when the others want it, too."""
    server, table, invitation = _read(link)
    visitor = _Visitor(server)
    visitor.call("PUT", "/me", {"name": name[:24]})
    for number in range(games):
        seat = _Seat(visitor, table, invitation, choose)
        yield seat.play()
        if number + 1 < games:
            table = seat.rematch()


def _read(link: str) -> tuple[str, str, str | None]:
    """The server, the table's id, and the invitation that a private table needs."""
    parts = urlsplit(link)
    path = parts.path.rstrip("/")
    if parts.scheme not in ("http", "https") or "/t/" not in path:
        raise ValueError(f"{link!r} is no link of a table, such as http://127.0.0.1:7777/t/ID")
    invitation = parse_qs(parts.query).get("invitation", [None])[0]
    return f"{parts.scheme}://{parts.netloc}", path.rsplit("/", 1)[-1], invitation


class _Visitor:
    """Somebody whom a server knows by a cookie."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.cookie = ""
        self.call("GET", "/me")

    def call(self, method: str, path: str, body: object = None) -> Any:
        """A call; waits as long as the server's limits ask for."""
        pause = _PAUSE
        while True:
            headers = {"Content-Type": "application/json", "Cookie": self.cookie}
            data = None if body is None else json.dumps(body).encode()
            address = f"{self.server}/api/v1{path}"
            request = urllib.request.Request(address, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    cookie = answer.headers["Set-Cookie"]
                    self.cookie = cookie.split(";")[0] if cookie else self.cookie
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    raise _refused(error.read()) from None
                time.sleep(float(error.headers["Retry-After"] or pause))
                pause = min(2 * pause, _LONGEST_PAUSE)

    def connect(self, table: str) -> ClientConnection:
        """A socket of a table."""
        address = f"{self.server.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
        # A table may be much longer than what this package takes by itself.
        return connect(address, additional_headers={"Cookie": self.cookie}, max_size=None)


def _refused(body: bytes) -> Refused:
    try:
        failure = json.loads(body)
        return Refused(failure["code"], failure["message"])
    except (ValueError, KeyError, TypeError):
        return Refused("unknown", body[:200].decode(errors="replace"))


class _Seat:
    """A seat at a table, from sitting down to the end of the game."""

    def __init__(
        self,
        visitor: _Visitor,
        table: str,
        invitation: str | None,
        choose: Callable[[Turn], str],
    ) -> None:
        self.visitor, self.id, self.invitation, self.choose = visitor, table, invitation, choose
        self.table: dict[str, Any] = {}
        self.game: parlour.Game | None = None
        self.socket: ClientConnection | None = None
        self.ids = secrets.token_hex(6)
        self.sent = 0
        #: The message that was not answered yet. It is sent again, as it is, over a new line.
        self.waiting: dict[str, Any] | None = None
        #: A message that was refused for now, and when it may be sent again.
        self.later: tuple[float, dict[str, Any]] | None = None

    def play(self) -> Result:
        """Plays to the end."""
        while not self.table or self.table["status"] != "over":
            self._step(self._message)
        # Over the socket the words are a template and its arguments; the whole table has them as a text.
        over = self.visitor.call("GET", f"/tables/{self.id}")
        result, yours = over["result"], self.table["yours"]
        shares = tuple(Fraction(share) for share in result["shares"])
        return Result(yours[0] if yours else -1, shares, result["words"])

    def rematch(self) -> str:
        """The table of the next game, once everybody wants it."""
        while not (next_table := self.table["offers"]["rematch"]):
            self._step(self._rematch_message)
        if self.socket:
            self.socket.close()
        return str(next_table)

    def _step(self, message: Callable[[], dict[str, Any] | None]) -> None:
        """Sends what is to be sent and takes in what comes. A lost line is opened again."""
        pause = _PAUSE
        while True:
            try:
                if self.socket is None:
                    self._open()
                self._send(message)
                return self._listen()
            except InvalidStatus as error:
                if error.response.status_code not in (429, 502, 503):
                    raise _refused(error.response.body or b"") from None
            except (ConnectionClosed, InvalidHandshake, OSError):
                pass
            self.socket = None
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _open(self) -> None:
        self.socket = self.visitor.connect(self.id)
        self.table = {}
        if self.waiting:
            self.socket.send(json.dumps(self.waiting))
        while not self.table:
            self._listen()

    def _send(self, message: Callable[[], dict[str, Any] | None]) -> None:
        assert self.socket is not None
        if self.waiting or (self.later and time.monotonic() < self.later[0]):
            return
        self.later = None
        if asked := message():
            self.sent += 1
            self.waiting = {"id": f"{self.ids}.{self.sent}", **asked}
            self.socket.send(json.dumps(self.waiting))

    def _listen(self) -> None:
        """Takes in one message, or waits until something may be sent again."""
        assert self.socket is not None
        timeout = max(0.0, self.later[0] - time.monotonic()) if self.later else None
        try:
            self._take(json.loads(self.socket.recv(timeout=timeout)))
        except TimeoutError:
            pass

    def _take(self, news: dict[str, Any]) -> None:
        kind = news["type"]
        if kind == "table":
            self.table = news["table"]
        elif kind == "board":
            self._follow(news)
        elif kind in ("you", "offers", "seats"):
            self.table.update(news["you"] if kind == "you" else {kind: news[kind]})
        elif self.waiting and news.get("id") == self.waiting["id"]:
            asked, self.waiting = self.waiting, None
            if kind == "error":
                self._refusal(asked, news)
        elif kind == "error" and "id" not in news:
            raise Refused(news["code"], news["message"])

    def _follow(self, board: dict[str, Any]) -> None:
        """What a move changes of what a bot needs to know."""
        if board["after"] != self.table["ply"]:
            self._look_again()
            return
        self.table["ply"] += len(board["log"])
        self.table["position"] = board["position"]
        self.table["turn"] = board.get("turn", self.table["turn"])
        if "result" in board:
            self.table["result"], self.table["status"] = board["result"], "over"

    def _refusal(self, asked: dict[str, Any], news: dict[str, Any]) -> None:
        code = news["code"]
        if code in _LATER:
            self.later = (time.monotonic() + (1.0 if code == "too-fast" else _PAUSE), asked)
        elif code in _LOOK_AGAIN:
            self._look_again()
        else:
            raise Refused(code, news["message"])

    def _look_again(self) -> None:
        """Has the table sent whole. Until it comes nothing is decided."""
        assert self.socket is not None
        self.sent += 1
        self.waiting = {"id": f"{self.ids}.{self.sent}", "type": "table"}
        self.socket.send(json.dumps(self.waiting))

    def _message(self) -> dict[str, Any] | None:
        """What to do now: sit down, throw or move."""
        table, turn = self.table, self.table["turn"]
        if table["status"] == "waiting" and not table["yours"]:
            seats = [n for n, seat in enumerate(table["seats"]) if seat["sitter"]["type"] == "open"]
            if not seats:
                raise Refused("taken", "All seats of this table are taken.")
            return {"type": "sit", "seat": seats[0], "invitation": self.invitation}
        if table["status"] == "over":
            return None
        if table["status"] == "playing" and not table["yours"]:
            raise Refused("started", "The game has begun without this bot.")
        if table["status"] != "playing" or turn.get("seat") not in table["yours"]:
            return None
        if turn["type"] == "chance":
            return {"type": "throw", "ply": table["ply"]}
        move = {"ply": table["ply"], "rewinds": table["rewinds"]}
        return {"type": "act", "action": self._choose(), **move}

    def _choose(self) -> str:
        table = self.table
        if self.game is None:
            self.game = parlour.game(table["game"], **dict(table["options"]))
        state = self.game.from_view(table["position"], table["viewer"])
        return self.choose(Turn(state, table["viewer"], table["ply"]))

    def _rematch_message(self) -> dict[str, Any] | None:
        wants = set(self.table["yours"]) <= set(self.table["offers"]["wants_rematch"])
        return None if wants else {"type": "rematch"}
