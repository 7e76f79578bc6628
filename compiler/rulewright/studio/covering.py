"""Covering: the rulebook clause by clause, and where rules follow it."""

from __future__ import annotations

from typing import Any

from rulewright.checks.coverage import Coverage, coverage
from rulewright.report.diagnostics import Span
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk


def cover(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Each clause with the places that cite it, why it is waived, or that it is open; rules without one."""
    game = desk.made(asked.texts("texts")).meant
    if game is None:
        raise Refused("the rules have errors: mend them first", 422)
    found = coverage(game)
    return {
        "percent": found.percent,
        "clauses": [_clause(found, clause, text) for clause, text in found.clauses.items()],
        "uncited": [{"rule": label, "span": place(span)} for label, span in found.uncited],
        "reconstructed": found.reconstructed,
    }


def _clause(found: Coverage, clause: str, text: str) -> dict[str, Any]:
    state = "cited" if clause in found.cited else "waived" if clause in found.waived else "open"
    places = [place(span) for span in found.cited.get(clause, [])]
    return {
        "clause": clause,
        "text": text,
        "state": state,
        "why": found.waived.get(clause),
        "places": places,
    }


def place(span: Span) -> dict[str, Any]:
    """A span as plain data."""
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
