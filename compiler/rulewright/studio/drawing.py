"""Drawing: the graphs of a ruleset as pictures, where Graphviz is there, and as text."""

from __future__ import annotations

from typing import Any

from rulewright.report.diagnostics import Span, UserError
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.covering import place
from rulewright.studio.desk import Desk, Made

SORTS = ("triggers", "flow", "dependencies")


def graph(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What sets off what, how play goes on, or what needs what; `from` names the rule to start at."""
    from rulewright.graphs.cycles import cycles, judged
    from rulewright.graphs.reach import reached
    from rulewright.graphs.to_dot import to_dot
    from rulewright.graphs.to_text import to_text

    sort, start = asked.text("sort", SORTS[0]), asked.text("from", "")
    made = desk.made(asked.texts("texts"))
    if made.meant is None:
        raise Refused("the rules have errors: mend them first", 422)
    drawn = _graph(made, sort)
    knots = cycles(drawn)
    if sort == "triggers":
        knots = judged(made.meant, knots)
    names = _names(drawn)
    roots = _roots(drawn, start) if start else []
    if roots:
        drawn = reached(drawn, roots, "down")
        knots = [knot for knot in knots if all(node in drawn for node in knot.nodes)]
    svg, missing = _svg(to_dot(drawn, knots, made.meant.title))
    nodes = [{"id": node, "span": place(held["span"])} for node, held in drawn.nodes(data=True)]
    text = to_text(drawn, knots, made.meant.title, roots, "down")
    return {"svg": svg, "missing": missing, "text": text, "nodes": nodes, "names": names}


def _graph(made: Made, sort: str) -> Any:
    from rulewright.graphs.dependencies import dependencies
    from rulewright.graphs.flow import flow
    from rulewright.graphs.triggers import triggers

    assert made.meant is not None

    def written(span: Span) -> str:
        line = made.sources[span.path].line(span.line) if span.path in made.sources else ""
        return line.partition(" per ")[0].strip().rstrip(":")

    if sort == "flow":
        return flow(made.meant, written)
    if sort == "triggers":
        return triggers(made.meant)
    if sort == "dependencies":
        return dependencies(made.meant)
    raise Refused(f"there is no graph `{sort}`: {', '.join(SORTS)}")


def _names(drawn: Any) -> list[str]:
    from rulewright.graphs.reach import names

    return sorted(set(names(drawn)))


def _roots(drawn: Any, start: str) -> list[str]:
    from rulewright.graphs.reach import named

    found = named(drawn, start)
    if not found:
        raise Refused(f"nothing here is called `{start}`")
    return found


def _svg(dot: str) -> tuple[str | None, str | None]:
    """The picture; or why there is none."""
    from rulewright.graphs.to_svg import to_svg

    try:
        return to_svg(dot), None
    except UserError as error:
        return None, f"{error.diagnostic.message}: {error.diagnostic.help}"
