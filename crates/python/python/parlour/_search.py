"""Analysis and exact values."""

from __future__ import annotations

from parlour._parlour import Analysis, Game, Solution, State, _analyse, _solve
from parlour._progress import Bar


def analyse(
    state: State,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int | None = None,
    player: str = "best",
    seed: int = 0,
    threads: int | None = None,
    progress: bool | None = None,
) -> Analysis:
    """Search a position: its moves with their values, and how certain these are.

    The search ends at the first of the limits ``seconds``, ``nodes`` and ``depth``; without any it
    takes a second. Limited by nodes or depth alone, with ``threads=1``, it is repeatable. ``lines`` is
    how many moves get a value of their own; all of them by default. ``player`` names the engine, such
    as ``'best'`` or ``'uct'``. A bar is shown in a terminal or a notebook unless ``progress=False``.

    The search gets what the player to act may know, never the whole position.

    >>> s = parlour.game("shut-the-box").start().play("r63")
    >>> best = parlour.analyse(s, seconds=2).lines[0]
    >>> best.moves, best.certainty
    (['9'], 'exact')
    """
    with Bar("Analysing", progress) as bar:
        return _analyse(
            state,
            seconds=seconds,
            nodes=nodes,
            depth=depth,
            lines=lines,
            player=player,
            seed=seed,
            threads=threads,
            progress=bar,
        )


def solve(position: State | Game, *, progress: bool | None = None) -> Solution:
    """Solve a position, or a game from its start: the values of best play by all.

    Shut the Box is solved for two players at once, by a table in the package, and for three within
    minutes. Other games are solved near their ends.

    >>> solution = parlour.solve(parlour.game("shut-the-box"))
    >>> solution.certainty, [round(share, 4) for share in solution.shares]
    ('exact', [0.4991, 0.5009])
    """
    state = position.start() if isinstance(position, Game) else position
    with Bar("Solving", progress) as bar:
        return _solve(state, progress=bar)
