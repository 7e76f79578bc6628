"""What all graphs of rules are made of.

A graph is a networkx DiGraph. A node is named `sort name` (`reaction decide_prize`) and holds `sort`,
`name`, `text` (what players read, or None), `per` (clauses) and `span`. An edge holds `verbs`, pairs of a
word or two and the span where it stands, in the order of the file, and `through`: by the words of a verb, the
defines that stand between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import core
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    import networkx as nx

    Graph = nx.DiGraph[str]


def new_graph(sort: str) -> Graph:
    """An empty graph; `sort` is what it shows: triggers, dependencies, flow."""
    import networkx as nx

    return nx.DiGraph(sort=sort)


def add_node(
    graph: Graph,
    sort: str,
    name: str,
    span: Span,
    per: tuple[str, ...] = (),
    text: str | None = None,
    node: str | None = None,
) -> str:
    """Add a node, unless it is there, and give its id; `node` is an id of its own."""
    node = node_id(sort, name) if node is None else node
    if node not in graph:
        graph.add_node(node, sort=sort, name=name, text=text, per=per, span=span)
    return node


def add_info(graph: Graph, sort: str, info: core.Info) -> str:
    """Add the node of a declaration."""
    return add_node(graph, sort, info.name, info.span, info.per, info.text)


def node_id(sort: str, name: str) -> str:
    """What a node is called: `reaction landing`; `setup`, which there is once, goes by its word."""
    return sort if sort == name else f"{sort} {name}"


def add_edge(graph: Graph, a: str, b: str, verb: str, span: Span, through: tuple[str, ...] = ()) -> None:
    """Add a reason for an edge; an edge that is there gets one more, unless it has it."""
    if not graph.has_edge(a, b):
        graph.add_edge(a, b, verbs=[], through={})
    verbs = graph.edges[a, b]["verbs"]
    if through:
        graph.edges[a, b]["through"][verb] = through
    if (verb, span) not in verbs:
        verbs.append((verb, span))


def inner_verb(stmt: core.Stmt) -> str:
    """The word that a verb starts with.

    >>> inner_verb(core.Shuffle(zone=None, span=Span.whole("a"), per=()))
    'shuffle'
    """
    if isinstance(stmt, core.Remember):
        return stmt.op
    return VERBS.get(type(stmt), "changes")


VERBS: dict[type[core.Stmt], str] = {
    core.Move: "move",
    core.MoveAll: "move all",
    core.MovePieces: "move",
    core.MoveMan: "move",
    core.Deal: "deal",
    core.Shuffle: "shuffle",
    core.Give: "give",
}
