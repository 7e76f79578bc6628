"""Dependencies: which values need which, as a networkx graph, and the cycles in it.

An edge from a to b says that the value of a needs the value of b; it carries the span where a reads b. Nodes
are `define x`, `score x`, `ending x`, `claim x`, `range X`, `constant x`, `option x`, `memory x`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.report.diagnostics import Note, Report

if TYPE_CHECKING:
    import networkx as nx

CYCLE = "RW301"


def dependencies(game: core.Game) -> nx.DiGraph[str]:
    """The dependency graph of a checked game."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, expr in valued(game):
        graph.add_node(name)
        for needed, span in needs(expr):
            if not graph.has_edge(name, needed):
                graph.add_edge(name, needed, span=span)
    return graph


def check(game: core.Game, report: Report) -> None:
    """Reports each cycle once, as its path with the line of every step."""
    import networkx as nx

    graph = dependencies(game)
    for component in nx.strongly_connected_components(graph):
        first = min(component)
        if len(component) > 1 or graph.has_edge(first, first):
            _report_cycle(graph.subgraph(component), first, report)


def _report_cycle(graph: nx.DiGraph[str], first: str, report: Report) -> None:
    import networkx as nx

    edges = list(nx.find_cycle(graph, first))
    path = " needs ".join([*(edge[0] for edge in edges), edges[0][0]])
    notes = tuple(Note(f"{a} needs {b} here", graph.edges[a, b]["span"]) for a, b, *_ in edges)
    span = graph.edges[edges[0][0], edges[0][1]]["span"]
    report.add(
        CYCLE, f"a value needs itself: {path}", span, "let one of them be computed without the others", notes
    )


def valued(game: core.Game) -> Iterator[tuple[str, core.Expr]]:
    """Everything that has a value, by node name."""
    for define in game.defines.values():
        yield f"define {define.name}", define.value
    for score in game.scores.values():
        yield f"score {score.name}", score.value
    for ending in game.endings.values():
        yield f"ending {ending.name}", ending.condition
    for claim in game.claims.values():
        yield f"claim {claim.name}", claim.condition
    for info in game.ranges.values():
        yield f"range {info.name}", info.low_expr
        yield f"range {info.name}", info.high_expr
    for memory in game.memories.values():
        if memory.starts is not None:
            yield f"memory {memory.name}", memory.starts


def needs(expr: core.Expr) -> Iterator[tuple[str, object]]:
    """The nodes that an expression reads, with the span of each reading."""
    for part in core.walk(expr):
        match part:
            case core.Call(define=name):
                yield f"define {name}", part.span
            case core.OptionValue(name=name):
                yield f"option {name}", part.span
            case core.ConstantByPlayers(name=name):
                yield f"constant {name}", part.span
            case core.Domain(of=core.RangeType(name)):
                yield f"range {name}", part.span
            case core.ScoreOf(line=str(name)):
                yield f"score {name}", part.span
