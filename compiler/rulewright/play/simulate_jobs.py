"""Simulate in several processes: each loads the engine and plays parts of a plan.

The parts are added up in their order, so that the number of processes never shows in the result.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.play.playouts import Progress, run
from rulewright.play.tally import Plan, Tally, empty
from rulewright.python.runtime import Rules

PARTS = 16  # a process plays so many parts, for a progress bar that moves

_engine: tuple[Rules, Any] | None = None


def run_jobs(
    files: Mapping[str, str],
    name: str,
    plan: Plan,
    jobs: int,
    progress: Progress | None = None,
    native: Path | None = None,
) -> Tally:
    """Takes a generated engine as texts, and its native module where there is one; gives the tally of the
    games of a plan, played in so many processes."""
    rules, inside = _loaded(files, name, native)
    if jobs <= 1 or plan.games <= 1:
        return run(rules, plan, 0, plan.games, progress, inside)
    tally = empty(rules, plan)
    with multiprocessing.Pool(jobs, _prepare, (dict(files), name, native)) as pool:
        tasks = [(plan, first, last) for first, last in _spans(plan, jobs)]
        for (_, first, last), part in zip(tasks, pool.imap(_part, tasks), strict=True):
            tally.add(part)
            if progress is not None:
                progress(last - first)
    return tally


def _spans(plan: Plan, jobs: int) -> list[tuple[int, int]]:
    """The first and the last but one number of the games of each part."""
    size = max(1, -(-plan.games // (jobs * PARTS)))
    return [(first, min(first + size, plan.games)) for first in range(0, plan.games, size)]


def _loaded(files: Mapping[str, str], name: str, native: Path | None) -> tuple[Rules, Any]:
    """The rules of an engine, and what plays them in C where that can be imported."""
    if native is not None:
        from rulewright.native.engines import load as load_native

        try:
            module = load_native(files, name, native)
            return module.RULES, module.native.ENGINE
        except ImportError:
            pass
    from rulewright.python.engine import load

    return load(dict(files), name).RULES, None


def _prepare(files: dict[str, str], name: str, native: Path | None) -> None:
    global _engine
    _engine = _loaded(files, name, native)


def _part(task: tuple[Plan, int, int]) -> Tally:
    assert _engine is not None
    rules, native = _engine
    return run(rules, *task, native=native)
