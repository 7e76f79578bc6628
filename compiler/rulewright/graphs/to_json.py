"""A graph as JSON, for programs: nodes, edges with every reason for them, cycles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.graphs.cycles import Cycle
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

FORMAT = 1


def to_json(graph: Graph, cycles: Sequence[Cycle], ruleset: str) -> str:
    """An object with `format`, `graph`, `ruleset`, `nodes`, `edges`, `cycles`."""
    data = {
        "format": FORMAT,
        "graph": graph.graph["sort"],
        "ruleset": ruleset,
        "nodes": [_node(node, held) for node, held in graph.nodes(data=True)],
        "edges": [
            {
                "from": a,
                "to": b,
                "verbs": [_verb(verb, span, data["through"]) for verb, span in data["verbs"]],
            }
            for a, b, data in graph.edges(data=True)
        ],
        "cycles": [
            {
                "nodes": list(cycle.nodes),
                "path": list(cycle.path),
                "verdict": cycle.verdict,
                "because": cycle.because,
            }
            for cycle in cycles
        ],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _node(node: str, held: dict[str, Any]) -> dict[str, Any]:
    plain = {"id": node, "sort": held["sort"], "name": held["name"], "text": held["text"]}
    return {**plain, "per": list(held["per"]), **_place(held["span"])}


def _verb(verb: str, span: Span, through: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {"verb": verb, **_place(span), "through": list(through.get(verb, ()))}


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.path, "line": span.line, "column": span.column}
