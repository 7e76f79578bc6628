"""Reach: the part of a graph that some nodes lead to, or that leads to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph


def named(graph: Graph, name: str) -> list[str]:
    """The nodes that a name means: with its sort (`score fruit`) one, without it all of that name."""
    if name in graph:
        return [name]
    return [node for node, held in graph.nodes(data=True) if held["name"] == name]


def names(graph: Graph) -> list[str]:
    """All names that `named` knows."""
    return sorted({str(held["name"]) for _, held in graph.nodes(data=True)} | set(graph))


def reached(graph: Graph, roots: Iterable[str], direction: str) -> Graph:
    """The part of a graph that lies `down` of some nodes (what they lead to) or `up` (what leads to them)."""
    import networkx as nx

    ways = graph if direction == "down" else graph.reverse(copy=False)
    found = set(roots)
    for root in list(found):
        found |= nx.descendants(ways, root)
    return graph.subgraph([node for node in graph if node in found])
