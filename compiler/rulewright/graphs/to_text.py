"""A graph for the terminal: node by node in the order of the file, or as a tree from where one looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from rulewright.graphs.cycles import Cycle, in_file
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

TITLES = {"triggers": "what sets off what", "dependencies": "what needs what", "flow": "how play goes on"}
FEW = 3
SILENT = ("", "needs", "then")


def to_text(
    graph: Graph, cycles: Sequence[Cycle], title: str, roots: Sequence[str] = (), direction: str = "down"
) -> str:
    """All edges under the nodes that they leave; with `roots`, a tree from these, up or down."""
    looped = {node for cycle in cycles for node in cycle.nodes}
    writer = _Writer(graph, looped, direction)
    lines = [f"{title}: {TITLES[graph.graph['sort']]}"]
    body = list(writer.tree(roots) if roots else writer.list())
    lines += body or ["", "nothing"]
    for cycle in cycles:
        lines += ["", *_cycle(graph, cycle)]
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes nodes and edges; a node that lies on a cycle is marked."""

    def __init__(self, graph: Graph, looped: set[str], direction: str) -> None:
        self._graph, self._looped = graph, looped
        self._up = direction == "up"
        ids = [node for node in graph if graph.degree(node)]
        self._width = min(44, max((len(node) for node in ids), default=0))

    def list(self) -> Iterator[str]:
        """Each node with the edges that leave it."""
        alone = []
        for node in sorted(self._graph, key=lambda n: in_file(self._graph, n)):
            if self._graph.out_degree(node):
                yield ""
                yield self._head(node)
                yield from (f"    {line}" for line in self._edges(node))
            elif not self._graph.in_degree(node):
                alone.append(node)
        if alone:
            yield ""
            yield f"alone: {', '.join(alone)}"

    def tree(self, roots: Sequence[str]) -> Iterator[str]:
        """From each root as far as it goes; what was shown is not shown again."""
        shown: set[str] = set()
        for root in roots:
            yield ""
            yield self._head(root)
            yield from self._branches(root, "    ", shown)
            if not self._next(root):
                yield "    nothing leads to it" if self._up else "    it leads to nothing"

    def _branches(self, root: str, indent: str, shown: set[str]) -> Iterator[str]:
        waiting = [(root, indent, "")]
        while waiting:
            node, indent, line = waiting.pop()
            again = node in shown and bool(line) and bool(self._next(node))
            if line:
                yield f"{line}, see above" if again else line
            if not again:
                shown.add(node)
                edges = [(other, self._edge(node, other)) for other in self._next(node)]
                waiting += [(other, indent + "    ", indent + text) for other, text in reversed(edges)]

    def _next(self, node: str) -> Sequence[str]:
        found = self._graph.predecessors(node) if self._up else self._graph.successors(node)
        return sorted(found, key=lambda other: self._first(node, other))

    def _first(self, node: str, other: str) -> tuple[str, int, int, str]:
        _, span = self._verbs(node, other)[0]
        return span.path, span.line, span.column, other

    def _verbs(self, node: str, other: str) -> Sequence[tuple[str, Span]]:
        edge = (other, node) if self._up else (node, other)
        found: list[tuple[str, Span]] = self._graph.edges[edge]["verbs"]
        return found

    def _edges(self, node: str) -> Iterator[str]:
        for other in self._next(node):
            yield self._edge(node, other)

    def _edge(self, node: str, other: str) -> str:
        verbs = self._verbs(node, other)
        words = list(dict.fromkeys(verb for verb, _ in verbs if verb not in SILENT))
        more = f" and {len(words) - FEW} more" if len(words) > FEW else ""
        lines = list(dict.fromkeys(span.line for _, span in verbs))
        at = ", ".join(str(line) for line in lines[: 2 * FEW]) + (", ..." if len(lines) > 2 * FEW else "")
        arrow = "<-" if self._up else "->"
        said = ", ".join(words[:FEW]) + more
        where = f"(line{'s' if len(lines) > 1 else ''} {at})"
        return f"{arrow} {self._marked(other):<{self._width + 2}} {f'{said} {where}' if said else where}"

    def _marked(self, node: str) -> str:
        return f"{node} *" if node in self._looped else node

    def _head(self, node: str) -> str:
        held = self._graph.nodes[node]
        text = f' "{held["text"]}"' if held["text"] else ""
        per = f" per {', '.join(held['per'])}" if held["per"] else ""
        return f"{self._marked(node)}{text}{per} ({held['span'].path}:{held['span'].line})"


def _cycle(graph: Graph, cycle: Cycle) -> Iterator[str]:
    yield f"* {_verdict(cycle)}: {' -> '.join(cycle.path)}"
    if cycle.because:
        yield f"    because {cycle.because}"
    for a, b in pairwise(cycle.path):
        verb, span = graph.edges[a, b]["verbs"][0]
        way = graph.edges[a, b]["through"].get(verb)
        by = f", which {' by '.join(reversed(way))} reads" if way else ""
        yield f"    {a} -> {b}: {verb}{by} ({span.path}:{span.line})"
    others = [node for node in cycle.nodes if node not in cycle.path]
    if others:
        yield f"    in the same knot: {', '.join(others)}"


def _verdict(cycle: Cycle) -> str:
    return f"a cycle, {cycle.verdict}" if cycle.verdict else "a cycle"
