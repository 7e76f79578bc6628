"""Endless: what certainly never comes to an end, found without playing.

Two things are looked for. A procedure, event or reaction that starts itself again each time it runs, under
no condition (RW302); and a `repeat` of which nothing inside changes what its condition reads (RW408). What
stops only sometimes is left to the budget of steps of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.diagnostics import Note, Report, Span
from rulewright.effects import Reads, inner_blocks, statements, writes

STARTS_ITSELF, CHANGES_NOTHING = "RW302", "RW408"
Step = tuple[str, Span]


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report what starts itself for ever, and loops that change nothing."""
    _check_starts(game, report)
    _check_loops(game, report)


# ---- what starts itself


def _check_starts(game: core.Game, report: Report) -> None:
    graph: dict[str, list[Step]] = {}
    for procedure in game.procedures.values():
        graph[f"procedure `{procedure.name}`"] = list(_always(procedure.body))
    for event in game.events.values():
        graph[f"event `{event.name}`"] = [
            (f"reaction `{r.name}`", r.span)
            for r in game.reactions.values()
            if isinstance(r, core.When) and r.event == event.name and r.guard is None
        ]
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When):
            graph[f"reaction `{reaction.name}`"] = list(_always(reaction.body))
    told: set[str] = set()
    for start in graph:
        circle = None if start in told else _circle(graph, start)
        if circle is not None:
            told.update(name for name, _ in circle)
            _report_circle(circle, report)


def _always(block: core.Block) -> Iterator[Step]:
    """What a block starts each time it runs: what stands in it under no condition."""
    for stmt in block:
        if isinstance(stmt, core.Resolve):
            yield f"procedure `{stmt.procedure}`", stmt.span
        elif isinstance(stmt, core.Trigger):
            yield f"event `{stmt.event}`", stmt.span


def _circle(graph: dict[str, list[Step]], start: str) -> list[Step] | None:
    """The steps from a node back to it, or None; each is what is started, and where."""
    trail: dict[str, tuple[str, Span]] = {}
    waiting = [start]
    while waiting:
        at = waiting.pop()
        for name, span in graph[at]:
            if name == start:
                steps = [(name, span)]
                while at != start:
                    at, span = trail[at]
                    steps.append((_target(graph, at, span), span))
                return steps[::-1]
            if name not in trail:
                trail[name] = at, span
                waiting.append(name)
    return None


def _target(graph: dict[str, list[Step]], source: str, span: Span) -> str:
    return next(name for name, where in graph[source] if where == span)


def _report_circle(circle: list[Step], report: Report) -> None:
    path = " starts ".join([circle[-1][0], *(name for name, _ in circle)])
    notes = [Note(f"{name} is started here", span) for name, span in circle] if len(circle) > 1 else []
    help = "let an `if` say when it goes on, or a `repeat until` when it stops"
    report.add(STARTS_ITSELF, f"this never ends: {path}", circle[-1][1], help, notes)


# ---- loops that change nothing


def _check_loops(game: core.Game, report: Report) -> None:
    reads = Reads(game)
    for block in _blocks(game):
        for stmt in statements(block):
            if isinstance(stmt, core.Repeat):
                wanted = {place for place, _ in reads.of(stmt.until)}
                if not wanted & _written(game, stmt.body):
                    help = "change what it reads inside the loop, or write `if`"
                    message = "nothing in this loop changes its condition"
                    report.add(CHANGES_NOTHING, message, stmt.until.span, help)


def _blocks(game: core.Game) -> Iterator[core.Block]:
    """All blocks that are no part of another."""
    for flow in (game.setup, game.flow):
        if flow is not None:
            yield flow.body
    for holder in (*game.actions.values(), *game.procedures.values(), *game.reactions.values()):
        yield holder.body


def _written(game: core.Game, block: core.Block) -> set[str]:
    """All places that may change while a block runs, by what it starts and by all reactions."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [block, *(reaction.body for reaction in game.reactions.values())]
    while waiting:
        for stmt in waiting.pop():
            found.update(access.place for access in writes(game, stmt))
            waiting.extend(inner_blocks(stmt))
            for name, body in _started(game, stmt):
                if name not in seen:
                    seen.add(name)
                    waiting.append(body)
    return found


def _started(game: core.Game, stmt: core.Stmt) -> Iterator[tuple[str, core.Block]]:
    if isinstance(stmt, core.Resolve):
        yield stmt.procedure, game.procedures[stmt.procedure].body
    elif isinstance(stmt, core.Offer):
        for name in stmt.actions:
            yield f"action {name}", game.actions[name].body
