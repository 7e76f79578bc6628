"""Circles: values that need themselves, directly or by others.

While declarations are elaborated, each when it is first needed, some turn out to be needed by themselves.
When all have been read, each knot of values that need each other is told once, as its shortest circle, with
the place of each step.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright import core
from rulewright.elaborate.work import Work
from rulewright.report.diagnostics import Note, Span

NEEDS_ITSELF = "RW301"
VALUES = frozenset({"kind", "group", "range", "constant", "option", "define", "record", "piece"})
STARTS = 50  # of a huge knot only so many values are tried
Key = tuple[str, str]
Step = tuple[str, str, Span]


def report_circles(work: Work) -> None:
    """Report the circles that elaboration ran into, and others knotted with them, one for each knot."""
    if not work.circles:
        return
    told: set[Key] = set()
    for knot in _knots(work):
        told |= set(knot)
        _report(work, _shortest(work, knot))
    for way in work.circles:
        if not told & {step[:2] for step in way}:
            _report(work, way)


def _knots(work: Work) -> list[list[Key]]:
    """The values that need each other, knot by knot, in the order of the file."""
    import networkx as nx

    graph: nx.DiGraph[Key] = nx.DiGraph((use.by, use.of) for use in _uses(work))
    found = [
        sorted(knot, key=lambda key: _place(work, key))
        for knot in nx.strongly_connected_components(graph)
        if len(knot) > 1 or any(graph.has_edge(key, key) for key in knot)
    ]
    return sorted(found, key=lambda knot: _place(work, knot[0]))


def _uses(work: Work) -> list[core.Use]:
    return [use for use in work.game.uses if use.by[0] in VALUES and use.of[0] in VALUES]


def _place(work: Work, key: Key) -> tuple[str, int, int]:
    span = work.names.values[key[1]].span
    return span.path, span.line, span.column


def _shortest(work: Work, knot: list[Key]) -> list[Step]:
    """The shortest way from a value back to itself; of several the one that starts first in the file."""
    steps: dict[Key, dict[Key, Span]] = {key: {} for key in knot}
    for use in _uses(work):
        if use.by in steps and use.of in steps:
            steps[use.by].setdefault(use.of, use.span)
    ways = [way for key in knot[:STARTS] if (way := _back(steps, key))]
    return min(ways, key=len)


def _back(steps: dict[Key, dict[Key, Span]], start: Key) -> list[Step]:
    """The shortest way from a value back to it, breadth first; each step with where it is needed."""
    before: dict[Key, Key] = {}
    waiting = [start]
    for key in waiting:
        if start in steps[key]:
            return _trail(steps, before, start, key)
        for other in steps[key]:
            if other not in before:
                before[other] = key
                waiting.append(other)
    return []


def _trail(steps: dict[Key, dict[Key, Span]], before: dict[Key, Key], start: Key, last: Key) -> list[Step]:
    keys = [last]
    while keys[-1] != start:
        keys.append(before[keys[-1]])
    way = [*reversed(keys), start]
    return [(*start, Span.whole("")), *((*b, steps[a][b]) for a, b in pairwise(way))]


def _report(work: Work, way: list[Step]) -> None:
    notes = [Note(f"{a[0]} `{a[1]}` needs {b[0]} `{b[1]}`", b[2]) for a, b in pairwise(way)]
    names = " needs ".join(f"`{step[1]}`" for step in (way if len(way) < 8 else [*way[:6], way[-1]]))
    help = "let one of them be computed without the others"
    where = notes[0].span or way[-1][2]
    work.error(NEEDS_ITSELF, f"a value needs itself: {names}", where, help, notes if len(notes) > 1 else ())
