"""The trigger graph: which reaction can set off which.

An edge from a to b says that a statement of a (or of what it resolves or offers) raises the event of b, or
writes what the condition of b reads; it carries those statements as `by`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.checks.effects import Reads, inner_blocks, writes

if TYPE_CHECKING:
    import networkx as nx


def graph(game: core.Game) -> nx.DiGraph[str]:
    """The trigger graph: reactions by name, in the order of the file; edges hold `by`, statements."""
    import networkx as nx

    made: nx.DiGraph[str] = nx.DiGraph()
    made.add_nodes_from(game.reactions)
    answers, waiting = _answers(game), _waiting(game)
    for reaction in game.reactions.values():
        for stmt in reached(game, reaction.body):
            for other in _set_off(game, stmt, answers, waiting):
                if not made.has_edge(reaction.name, other):
                    made.add_edge(reaction.name, other, by=[])
                by = made.edges[reaction.name, other]["by"]
                if not by or by[-1] is not stmt:
                    by.append(stmt)
    return made


def _answers(game: core.Game) -> dict[str, list[str]]:
    """The reactions to each event."""
    found: dict[str, list[str]] = {}
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When):
            found.setdefault(reaction.event, []).append(reaction.name)
    return found


def _waiting(game: core.Game) -> dict[str, list[str]]:
    """The reactions whose condition reads each place."""
    found: dict[str, list[str]] = {}
    reads = Reads(game)
    for reaction in game.reactions.values():
        if isinstance(reaction, core.AsSoonAs):
            sources = reads.of(reaction.binder.source) if reaction.binder else frozenset()
            for place in sorted({place for place, _ in reads.of(reaction.condition) | sources}):
                found.setdefault(place, []).append(reaction.name)
    return found


def _set_off(
    game: core.Game, stmt: core.Stmt, answers: dict[str, list[str]], waiting: dict[str, list[str]]
) -> Iterator[str]:
    """The reactions that a statement can start."""
    if isinstance(stmt, core.Trigger):
        yield from answers.get(stmt.event, ())
    elif waiting:
        for access in writes(game, stmt):
            yield from waiting.get(access.place, ())


def reached(game: core.Game, block: core.Block) -> Iterator[core.Stmt]:
    """All statements that a block can run, with those of procedures and of actions that are offered, each
    once."""
    seen: set[str] = set()
    waiting = [block]
    while waiting:
        for stmt in waiting.pop():
            yield stmt
            waiting.extend(inner_blocks(stmt))
            if isinstance(stmt, core.Resolve) and stmt.procedure not in seen:
                seen.add(stmt.procedure)
                waiting.append(game.procedures[stmt.procedure].body)
            if isinstance(stmt, core.Offer):
                for action in stmt.actions:
                    if f"action {action}" not in seen:
                        seen.add(f"action {action}")
                        waiting.append(game.actions[action].body)


def circles(made: nx.DiGraph[str]) -> list[tuple[str, ...]]:
    """The strongly connected parts that have an edge, each in the order of the file."""
    import networkx as nx

    order = {name: at for at, name in enumerate(made.nodes)}
    found = []
    for part in nx.strongly_connected_components(made):
        first = next(iter(part))
        if len(part) > 1 or made.has_edge(first, first):
            found.append(tuple(sorted(part, key=order.__getitem__)))
    return sorted(found, key=lambda part: order[part[0]])
