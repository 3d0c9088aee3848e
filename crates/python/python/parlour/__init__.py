"""Parlour's table games: rules, computer players, exact values and learning environments.

>>> import parlour
>>> s = parlour.game("senet").start()
>>> s.chances()["t3"]
Fraction(1, 4)
>>> s.play("t3").legal_actions()
['off/28']
"""

from parlour._parlour import (
    Analysis,
    Error,
    Game,
    IllegalActionError,
    Line,
    NotationError,
    OptionError,
    Plane,
    Player,
    PlayerError,
    RecordError,
    Solution,
    State,
    View,
    _game,
    _state,
    analyse,
    game,
    games,
    solve,
)
from parlour._play import Record, play, read_record
from parlour._vector import Vector, split, vector

__all__ = [
    "Analysis",
    "Error",
    "Game",
    "IllegalActionError",
    "Line",
    "NotationError",
    "OptionError",
    "Plane",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "Solution",
    "State",
    "Vector",
    "View",
    "analyse",
    "game",
    "games",
    "play",
    "read_record",
    "solve",
    "split",
    "vector",
]
