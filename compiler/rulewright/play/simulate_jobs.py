"""Simulate in several processes: each loads the engine and plays parts of a plan.

The parts are added up in their order, so that the number of processes never shows in the result.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping

from rulewright.play.playouts import Plan, Progress, Tally, empty, run
from rulewright.python.runtime import Rules

PARTS = 16  # a process plays so many parts, for a progress bar that moves

_rules: Rules | None = None


def run_jobs(
    files: Mapping[str, str], name: str, plan: Plan, jobs: int, progress: Progress | None = None
) -> Tally:
    """Takes a generated engine as texts, gives the tally of a plan's games, played in so many processes."""
    from rulewright.python.engine import load

    rules: Rules = load(dict(files), name).RULES
    if jobs <= 1 or plan.games <= 1:
        return run(rules, plan, 0, plan.games, progress)
    tally = empty(rules, plan)
    with multiprocessing.Pool(jobs, _prepare, (dict(files), name)) as pool:
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


def _prepare(files: dict[str, str], name: str) -> None:
    from rulewright.python.engine import load

    global _rules
    _rules = load(files, name).RULES


def _part(task: tuple[Plan, int, int]) -> Tally:
    assert _rules is not None
    return run(_rules, *task)
