"""A graph in the language of Mermaid, which many pages of text draw by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from rulewright.graphs.cycles import Cycle
from rulewright.graphs.to_dot import WIDTH, label_of

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

SHAPES = {
    "reaction": ("(", ")"),
    "event": ("([", "])"),
    "procedure": ("[[", "]]"),
    "offer": ("{", "}"),
    "choice": ("{", "}"),
    "condition": ("{{", "}}"),
    "loop": ("{{", "}}"),
    "ending": ("((", "))"),
}
ESCAPES = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "\n": "<br/>"}


def to_mermaid(graph: Graph, cycles: Sequence[Cycle]) -> str:
    """The text of a `flowchart`; nodes are numbered; those on cycles are red, with what is known of them."""
    numbers = {node: f"n{i}" for i, node in enumerate(graph)}
    lines = ["flowchart TD" if graph.graph["sort"] == "flow" else "flowchart LR"]
    for node, held in graph.nodes(data=True):
        opens, closes = SHAPES.get(held["sort"], ("[", "]"))
        label = "\n".join([*wrap(node, WIDTH), *wrap(", ".join(held["per"]), WIDTH)])
        lines.append(f'    {numbers[node]}{opens}"{escaped(label)}"{closes}')
    red = []
    steps = {step for cycle in cycles for step in pairwise(cycle.path)}
    for i, (a, b, data) in enumerate(graph.edges(data=True)):
        said = label_of(data["verbs"])
        label = f'|"{escaped(said)}"|' if said else ""
        lines.append(f"    {numbers[a]} -->{label} {numbers[b]}")
        red += [str(i)] if (a, b) in steps else []
    for i, cycle in enumerate(cycles):
        said = "\n".join(part for part in (f"cycle: {cycle.verdict or 'no verdict'}", cycle.because) if part)
        lines.append(f'    c{i}>"{escaped(said)}"]')
        lines.append(f"    c{i} -.- {numbers[cycle.path[0]]}")
    if cycles:
        lines.append("    classDef cycle stroke:firebrick,stroke-width:3px")
        lines.append(f"    class {','.join(numbers[n] for c in cycles for n in c.nodes)} cycle")
        lines.append(f"    linkStyle {','.join(red)} stroke:firebrick,stroke-width:3px")
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text between the double quotes of a label.

    >>> escaped('a "b" <c>')
    'a #quot;b#quot; #lt;c#gt;'
    """
    return "".join(ESCAPES.get(character, character) for character in text)
