"""Deadlines: whether so much time of this process has gone by, asked often and cheaply."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time

LEAST = 0.002


def deadline(seconds: float, started: float | None = None) -> Callable[[], bool]:
    """Asks whether a process of one thread has used so many seconds since it `started`, now if left out. It
    cannot have used more than have passed on the wall, so the slower clock is asked only then.

    >>> deadline(0)(), deadline(1000)()
    (True, False)
    """
    end = (process_time() if started is None else started) + seconds
    again = monotonic()

    def over() -> bool:
        nonlocal again
        now = monotonic()
        if now < again:
            return False
        left = end - process_time()
        again = now + max(left, LEAST)
        return left <= 0

    return over
