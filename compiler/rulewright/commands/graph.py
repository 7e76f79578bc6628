"""`rulewright graph`: what sets off what, what needs what, how play goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.graphs.cycles import Cycle
    from rulewright.graphs.parts import Graph
    from rulewright.reading.source import Source
    from rulewright.report.diagnostics import Span

FORMATS = ("text", "dot", "mermaid", "json", "svg")


@click.command()
@click.argument("ruleset", shell_complete=_complete.rulesets)
@click.option(
    "--triggers", "sort", flag_value="triggers", default="triggers", help="What sets off what (default)."
)
@click.option("--dependencies", "sort", flag_value="dependencies", help="What needs what.")
@click.option("--flow", "sort", flag_value="flow", help="How play goes on.")
@click.option("--format", "output_format", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--from",
    "start",
    metavar="NAME",
    help="Only what this rule leads to; with `--direction up` what leads to it.",
)
@click.option("--direction", type=click.Choice(["down", "up"]), default="down", show_default=True)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option that a board is built from: size=5.",
)
def command(
    ruleset: str, sort: str, output_format: str, start: str | None, direction: str, options: tuple[str, ...]
) -> int:
    """Show a graph of RULESET: reactions and events, values, or the turn.

    A star marks what lies on a cycle, and what is known of each cycle stands below.
    """
    from rulewright import pipeline
    from rulewright.commands._engine import fixed, ruleset_named, show
    from rulewright.graphs.cycles import cycles, judged
    from rulewright.graphs.reach import reached
    from rulewright.loading.load import load
    from rulewright.report.diagnostics import Report

    found, report = fixed(ruleset_named(ruleset), options), Report()
    loaded = load(found, report)
    game = pipeline.meant(loaded, found, report)
    if game is None:
        show(report, loaded.sources)
        return 1
    graph = _graph(game, sort, loaded.sources)
    knots = cycles(graph)
    if sort == "triggers":
        knots = judged(game, knots)
    roots = [] if start is None else _roots(graph, start)
    if roots:
        graph = reached(graph, roots, direction)
        knots = [cycle for cycle in knots if all(node in graph for node in cycle.nodes)]
    click.echo(_written(graph, knots, game, output_format, roots, direction), nl=False)
    return 0


def _graph(game: core.Game, sort: str, sources: Mapping[str, Source]) -> Graph:
    from rulewright.graphs.dependencies import dependencies
    from rulewright.graphs.flow import flow
    from rulewright.graphs.triggers import triggers

    def written(span: Span) -> str:
        line = sources[span.path].line(span.line) if span.path in sources else ""
        return line.partition(" per ")[0].strip().rstrip(":")

    if sort == "flow":
        return flow(game, written)
    return triggers(game) if sort == "triggers" else dependencies(game)


def _roots(graph: Graph, start: str) -> list[str]:
    """The nodes that a name means; a name that none has is told with the nearest."""
    from rulewright.graphs.reach import named, names
    from rulewright.report.suggest import did_you_mean

    found = named(graph, start)
    if not found:
        hint = did_you_mean(start, names(graph)) or f"`--{graph.graph['sort']}` shows all that there is"
        raise click.BadParameter(f"nothing here is called `{start}`; {hint}", param_hint="--from")
    return found


def _written(
    graph: Graph, knots: list[Cycle], game: core.Game, output_format: str, roots: list[str], direction: str
) -> str:
    from rulewright.graphs.to_dot import to_dot
    from rulewright.graphs.to_json import to_json
    from rulewright.graphs.to_mermaid import to_mermaid
    from rulewright.graphs.to_svg import to_svg
    from rulewright.graphs.to_text import to_text

    match output_format:
        case "text":
            return to_text(graph, knots, game.title, roots, direction)
        case "mermaid":
            return to_mermaid(graph, knots)
        case "json":
            return to_json(graph, knots, game.slug)
    dot = to_dot(graph, knots, f"{game.title} {game.version}")
    return dot if output_format == "dot" else to_svg(dot)
