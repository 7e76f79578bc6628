"""Endless: what certainly never comes to an end, found without playing.

Two things are looked for. A procedure that resolves itself again each time it runs, under no condition
(RW302); and a `repeat` of which nothing inside changes what its condition reads (RW408). Reactions are for
`cascades`; what stops only sometimes is left to the budget of steps of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import Reads, inner_blocks, statements, writes
from rulewright.report.diagnostics import Note, Report, Span

STARTS_ITSELF, CHANGES_NOTHING = "RW302", "RW408"
Step = tuple[str, Span]


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report what starts itself for ever, and loops that change nothing."""
    _check_starts(game, report)
    _check_loops(game, report)


# ---- what starts itself


def _check_starts(game: core.Game, report: Report) -> None:
    graph = {name: list(_always(procedure.body)) for name, procedure in game.procedures.items()}
    done: set[str] = set()
    for name, procedure in game.procedures.items():
        _search(graph, (name, procedure.span), done, report)


def _always(block: core.Block) -> Iterator[Step]:
    """The procedures that a block resolves each time it runs: under no condition."""
    for stmt in block:
        if isinstance(stmt, core.Resolve):
            yield stmt.procedure, stmt.span


def _search(graph: dict[str, list[Step]], start: Step, done: set[str], report: Report) -> None:
    """Walk from a procedure into the depth, each one once; report a step back into the path."""
    path: list[Step] = []
    on_path: dict[str, int] = {}
    waiting: list[tuple[int, Step]] = [(0, start)]
    while waiting:
        depth, (name, span) = waiting.pop()
        for gone, _ in path[depth:]:
            del on_path[gone]
            done.add(gone)
        del path[depth:]
        if name in on_path:
            _report_circle([*path[on_path[name] + 1 :], (name, span)], report)
        elif name not in done:
            on_path[name] = depth
            path.append((name, span))
            waiting.extend((depth + 1, step) for step in reversed(graph[name]))
    done.update(on_path)


def _report_circle(circle: list[Step], report: Report) -> None:
    path = " resolves ".join(f"`{name}`" for name in [circle[-1][0], *(name for name, _ in circle)])
    notes = [Note(f"`{name}` is resolved here", span) for name, span in circle] if len(circle) > 1 else []
    help = "let an `if` say when it goes on, or a `repeat until` when it stops"
    report.add(STARTS_ITSELF, f"this never ends: {path}", circle[-1][1], help, notes)


# ---- loops that change nothing


def _check_loops(game: core.Game, report: Report) -> None:
    reads = Reads(game)
    for block in _blocks(game):
        for stmt in statements(block):
            if isinstance(stmt, core.Repeat):
                wanted = {place for place, _ in reads.of(stmt.until)}
                if not any(place in wanted for place in _written(game, stmt.body)):
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


def _written(game: core.Game, block: core.Block) -> Iterator[str]:
    """The places that may change while a block runs, by what it starts and by all reactions; the block's
    own first, so that a look at it is mostly enough."""
    seen: set[str] = set()
    waiting = [*(reaction.body for reaction in game.reactions.values()), block]
    while waiting:
        for stmt in waiting.pop():
            yield from (access.place for access in writes(game, stmt))
            waiting.extend(inner_blocks(stmt))
            for name, body in _started(game, stmt):
                if name not in seen:
                    seen.add(name)
                    waiting.append(body)


def _started(game: core.Game, stmt: core.Stmt) -> Iterator[tuple[str, core.Block]]:
    if isinstance(stmt, core.Resolve):
        yield stmt.procedure, game.procedures[stmt.procedure].body
    elif isinstance(stmt, core.Offer):
        for name in stmt.actions:
            yield f"action {name}", game.actions[name].body
