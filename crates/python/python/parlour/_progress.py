"""A progress bar, shown where a person waits."""

from __future__ import annotations

import sys
import time

#: No bar before this number of seconds.
PATIENCE = 0.5
WIDTH = 30


def is_watched() -> bool:
    """Whether a person sees what is written to standard error: a terminal or a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


class Bar:
    """Shows which part of some work is done, once that takes a while."""

    def __init__(self, title: str, shown: bool | None = None) -> None:
        self.title = title
        self.shown = is_watched() if shown is None else shown
        self.began = time.monotonic()
        self.drawn = False

    def __call__(self, part: float) -> None:
        if not self.shown or time.monotonic() - self.began < PATIENCE:
            return
        part = min(max(part, 0.0), 1.0)
        full = round(part * WIDTH)
        bar = "#" * full + "." * (WIDTH - full)
        print(f"\r{self.title} [{bar}] {part:4.0%}", end="", file=sys.stderr, flush=True)
        self.drawn = True

    def close(self) -> None:
        """Take the bar away."""
        if self.drawn:
            blank = " " * (len(self.title) + WIDTH + 8)
            print(f"\r{blank}\r", end="", file=sys.stderr, flush=True)
