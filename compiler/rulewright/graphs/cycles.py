"""Cycles: where a graph leads back to where it was, each knot as its shortest way round.

`cycles(graph)` gives the knots (strongly connected parts) in the order of the file. Offers count for nothing:
what a player plays again is no loop of the rules. `judged(game, cycles)` says of the loops of reactions
whether they are proved to stop, and by what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright import cascades
    from rulewright.graphs.parts import Graph


SAID = {
    "proved": "proved to stop",
    "proved if": "proved to stop, if",
    "limited": "limited",
    "accepted": "accepted, not proved to stop",
    "not proved": "not proved to stop",
    "refused": "does not stop",
}


FEW = 6


@record
class Cycle:
    """A knot: its nodes in the order of the file, the shortest way round (first and last alike), and what is
    known of it: `verdict` ("" where nothing is) and `because`."""

    nodes: tuple[str, ...]
    path: tuple[str, ...]
    verdict: str = ""
    because: str = ""


def cycles(graph: Graph) -> list[Cycle]:
    """The knots of a graph; the flow, which goes round by its nature, has none."""
    import networkx as nx

    if graph.graph["sort"] == "flow":
        return []
    inner: Graph = nx.DiGraph()
    for a, b, data in graph.edges(data=True):
        if any(verb != "offer" for verb, _ in data["verbs"]):
            inner.add_edge(a, b)
    found = nx.strongly_connected_components(inner)
    parts = [sorted(part, key=lambda node: in_file(graph, node)) for part in found]
    knots = [part for part in parts if len(part) > 1 or inner.has_edge(part[0], part[0])]
    knots.sort(key=lambda part: in_file(graph, part[0]))
    return [Cycle(tuple(part), _round(inner, part)) for part in knots]


def in_file(graph: Graph, node: str) -> tuple[str, int, int, str]:
    """Where a node is declared, to sort by."""
    span = graph.nodes[node]["span"]
    return span.path, span.line, span.column, node


def _round(graph: Graph, part: Sequence[str]) -> tuple[str, ...]:
    """The shortest way round in a knot; of several the one that starts first in the file."""
    import networkx as nx

    ways = []
    for node in part:
        for other in graph.successors(node):
            if other in part:
                ways.append((node, *nx.shortest_path(graph.subgraph(part), other, node)))
    return min(ways, key=len)


def judged(game: core.Game, found: Sequence[Cycle]) -> list[Cycle]:
    """The same cycles with what is proved of the reactions in them."""
    from rulewright import cascades

    verdicts = cascades.verdicts(game)
    return [_judged(cycle, verdicts) for cycle in found]


def _judged(cycle: Cycle, verdicts: Sequence[cascades.Verdict]) -> Cycle:
    reactions = {node.partition(" ")[2] for node in cycle.nodes if node.startswith("reaction ")}
    found = [verdict for verdict in verdicts if reactions & {*verdict.reactions}]
    if not found:
        return cycle
    worst = max(found, key=lambda verdict: list(SAID).index(verdict.sort))
    because = ", ".join(worst.because) if worst.witness is None else _loop(worst.witness)
    return replace(cycle, verdict=SAID[worst.sort], because=because)


def _loop(witness: cascades.Witness) -> str:
    """A loop that does not end, in short: the position, and what runs."""
    start = ", ".join(f"{place} = {value}" for place, value in witness.start[:FEW])
    steps = [": ".join([turn.said, *filter(None, [", ".join(turn.effects)])]) for turn in witness.steps]
    more = [f"{len(steps) - FEW} more"] if len(steps) > FEW else []
    return ", then ".join([start or "in any position", *steps[:FEW], *more])
