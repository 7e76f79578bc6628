"""Room for rules that are nested deep, and for cascades that run in the middle of each other.

`with_room(work)` runs something in a thread whose stack is large enough for the depth that is then allowed: a
higher limit alone would let Python run over the end of the stack that it has.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
FRAMES = 40_000
EACH = 8 * 1024  # bytes of stack for a call that goes through C


def with_room(work: Callable[[], T]) -> T:
    """What the work gives, or the error that it raises."""
    given: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            given.append(work())
        except BaseException as error:
            raised.append(error)

    if not _run_in_thread(run):
        return work()
    if raised:
        raise raised[0]
    return given[0]


def _run_in_thread(run: Callable[[], None]) -> bool:
    """Runs it with a large stack; False where there is none to be had."""
    thread, limit = threading.Thread(target=run, daemon=True), sys.getrecursionlimit()
    try:
        usual = threading.stack_size(FRAMES * EACH)
    except (ValueError, RuntimeError):
        return False
    sys.setrecursionlimit(max(limit, FRAMES))
    try:
        thread.start()
        thread.join()
    except RuntimeError:
        return False
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(usual)
    return True
