"""Whole games, and their records."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from parlour._parlour import Error, Game, Player, State, View, _read_record, _write_record, game

#: Who plays a seat: a name such as ``'level:3'``, a :class:`parlour.Player`, or a function that gets
#: what the player may know and returns a move, as text or as an index.
Seat = str | Player | Callable[[View], str | int]


@dataclass(frozen=True)
class Record:
    """A game that was played, or a part of one."""

    game: Game
    players: list[str]
    actions: list[str]
    #: Each player's share of the win; ``None`` where the game was not finished.
    result: list[float] | None = None
    #: How it ended, in words, where it did not end by the rules.
    ending: str | None = None

    def states(self) -> Iterator[State]:
        """Every position, from the start to the last."""
        state = self.game.start()
        yield state
        for action in self.actions:
            state = state.play(action)
            yield state

    @property
    def final(self) -> State:
        """The last position."""
        state = self.game.start()
        for action in self.actions:
            state = state.play(action)
        return state

    def returns(self) -> list[float] | None:
        """Each player's share of the win; ``None`` where the game was not finished."""
        return self.result

    def __str__(self) -> str:
        """The record as text, as a server writes it."""
        return _write_record(self.final, self.players)


def read_record(text: str) -> Record:
    """Read a record, as a server or ``str(record)`` writes it.

    >>> record = parlour.play("outwit", ["random", "random"], seed=1)
    >>> parlour.read_record(str(record)) == record
    True
    """
    return Record(*_read_record(text))


def play(
    game: str | Game,
    players: Sequence[Seat],
    *,
    seed: int | None = None,
    watch: Callable[[State], object] | None = None,
) -> Record:
    """Play a game to its end.

    ``players`` has somebody for each seat: a name such as ``'level:3'``, ``'random'`` or
    ``'best:time=100ms'``, a :class:`parlour.Player`, or a function that gets a :class:`parlour.View`
    and returns a move. With a ``seed`` dice fall the same way every time. ``watch`` is called with
    every position.

    >>> def first(view):
    ...     return view.legal_actions()[0]
    >>> record = parlour.play("senet", [first, "level:1"], seed=7)
    >>> record.players
    ['first', 'level:1']
    >>> sum(record.returns())
    1.0
    """
    rules = _game_of(game, len(players))
    if len(players) != rules.num_players:
        raise Error(f"{len(players)} players for {rules.num_players} seats of {rules.name}")
    rng = random.Random(seed)
    seats = [Player(rules, seat) if isinstance(seat, str) else seat for seat in players]
    state = rules.start()
    while not state.is_over:
        if watch is not None:
            watch(state)
        turn = state.turn
        if turn == "chance":
            action: str | int | None = state.random_action(rng)
        else:
            action = _move(seats[int(turn)], state, int(turn), rng)
        assert action is not None, "before the end there is an action"
        state = state.play(action)
    if watch is not None:
        watch(state)
    return Record(rules, [_name(seat) for seat in players], state.history, state.returns())


def _game_of(named: str | Game, seats: int) -> Game:
    """The game, for as many players as there are where its name alone is given."""
    if isinstance(named, Game):
        return named
    rules = game(named)
    if rules.num_players != seats and "players" in rules.options:
        return game(named, players=seats)
    return rules


def _move(
    seat: Player | Callable[[View], str | int], state: State, turn: int, rng: random.Random
) -> str | int:
    if isinstance(seat, Player):
        return seat.choose(state, seed=rng.getrandbits(64))
    return seat(state.view(turn))


def _name(seat: Seat) -> str:
    if isinstance(seat, str):
        return seat
    if isinstance(seat, Player):
        return seat.spec
    name = getattr(seat, "__name__", type(seat).__name__)
    return str(name)[:24]
