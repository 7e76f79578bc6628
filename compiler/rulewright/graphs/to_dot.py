"""A graph in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from rulewright.graphs.cycles import Cycle

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

SHAPES = {
    "action": "box",
    "reaction": "box, style=rounded",
    "event": "ellipse",
    "procedure": "component",
    "offer": "octagon",
    "choice": "octagon",
    "condition": "hexagon",
    "loop": "hexagon",
    "ending": "doubleoctagon",
}
LOOP = "color=firebrick, penwidth=2"
FEW = 2
WIDTH = 32


def to_dot(graph: Graph, cycles: Sequence[Cycle], title: str) -> str:
    """The text of a `digraph`; nodes are numbered, so that any name may stand in them; cycles are red."""
    numbers = {node: f"n{i}" for i, node in enumerate(graph)}
    looped = {node for cycle in cycles for node in cycle.nodes}
    steps = {step for cycle in cycles for step in pairwise(cycle.path)}
    way = "TB" if graph.graph["sort"] == "flow" else "LR"
    lines = [f"digraph {quoted(title)} {{", f"  rankdir={way}", '  node [fontname="sans-serif", shape=box]']
    lines.append('  edge [fontname="sans-serif", fontsize=10]')
    for node, held in graph.nodes(data=True):
        label = "\n".join([*wrap(node, WIDTH), *wrap(", ".join(held["per"]), WIDTH)])
        loop = f", {LOOP}" if node in looped else ""
        lines.append(
            f"  {numbers[node]} [label={quoted(label)}, shape={SHAPES.get(held['sort'], 'box')}{loop}]"
        )
    for a, b, data in graph.edges(data=True):
        loop = f", {LOOP}" if (a, b) in steps else ""
        lines.append(f"  {numbers[a]} -> {numbers[b]} [label={quoted(label_of(data['verbs']))}{loop}]")
    for i, cycle in enumerate(cycles):
        said = "\n".join(part for part in (f"cycle: {cycle.verdict or 'no verdict'}", cycle.because) if part)
        lines.append(f"  c{i} [label={quoted(said)}, shape=note, {LOOP}]")
        lines.append(f"  c{i} -> {numbers[cycle.path[0]]} [style=dashed, arrowhead=none]")
    return "\n".join([*lines, "}", ""])


def label_of(verbs: Sequence[tuple[str, object]]) -> str:
    """A short label: the first words, and that there are more."""
    words = list(dict.fromkeys(verb for verb, _ in verbs if verb not in ("", "needs", "then")))
    return ", ".join(words[:FEW]) + (", ..." if len(words) > FEW else "")


def quoted(text: str) -> str:
    """A string of DOT.

    >>> quoted('the "best"')
    '"the \\\\"best\\\\""'
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
