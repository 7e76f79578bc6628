"""Dependencies: what needs what, as a graph of values and of the rules that read them.

An edge says that its first node names the second: a `define` a constant, an action a zone, an ending a
define. What examples and claims name is left out, for play needs none of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.graphs.parts import add_edge, add_info, add_node, new_graph

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

LEFT_OUT = frozenset({"example", "claim"})


def dependencies(game: core.Game) -> Graph:
    """The graph of what needs what in a checked game; only what the ruleset declares, and what it reads of a
    library."""
    graph = new_graph("dependencies")
    ids = {(sort, info.name): add_info(graph, sort, info) for sort, info in _declared(game)}
    for flow in (game.setup, game.flow):
        if flow is not None:
            ids[flow.sort, flow.sort] = add_node(graph, flow.sort, flow.sort, flow.span, flow.per)
    if game.winner is not None:
        ids["winner", "winner"] = add_node(graph, "winner", "winner", game.winner.span, game.winner.per)
    for use in game.uses:
        by, of = ids.get(_known(game, use.by)), ids.get(_known(game, use.of))
        if by is not None and of is not None and use.by[0] not in LEFT_OUT:
            add_edge(graph, by, of, "needs", use.span)
    return graph


def _declared(game: core.Game) -> Iterator[tuple[str, core.Info]]:
    for sort, table in (
        ("option", game.options),
        ("constant", game.constants),
        ("unit", game.units),
        ("kind", game.kinds),
        ("group", game.groups),
        ("range", game.ranges),
        ("record", game.records),
        ("zone", game.zones),
        ("piece", game.pieces),
        ("token", game.tokens),
        ("memory", game.memories),
        ("define", game.defines),
        ("action", game.actions),
        ("procedure", game.procedures),
        ("event", game.events),
        ("reaction", game.reactions),
        ("score", game.scores),
        ("ending", game.endings),
    ):
        for info in table.values():
            if ":" not in info.name:
                yield sort, info


def _known(game: core.Game, key: tuple[str, str]) -> tuple[str, str]:
    """A declaration as the graph calls it: a signature belongs to its procedure or event, who reacts needs
    the event, a board is a zone that is kept as memory."""
    sort, name = key
    if sort == "signature":
        return ("procedure" if name in game.procedures else "event"), name
    if sort == "reacts":
        return "event", name
    if sort == "spaces":
        return "kind", name
    if name in game.boards:
        return "memory", name
    return key
