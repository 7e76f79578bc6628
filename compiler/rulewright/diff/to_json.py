"""To JSON: a diff for programs, in a format that has a number and a schema."""

from __future__ import annotations

import json
from typing import Any

from rulewright.diff.consequences import AUDIENCES, LEVELS, Consequence
from rulewright.diff.result import FORMAT, Result
from rulewright.diff.side import Side
from rulewright.report.diagnostics import Span

HOW = ("added", "removed", "renamed", "moved", "changed")


def to_json(result: Result) -> str:
    """The text of a diff as JSON; `schema` describes it."""
    return json.dumps(as_data(result), ensure_ascii=False, indent=1) + "\n"


def as_data(result: Result) -> dict[str, Any]:
    """A diff as plain data."""
    return {
        "format": FORMAT,
        "old": _side(result.old),
        "new": _side(result.new),
        "level": result.level,
        "changes": [_change(one) for one in result.found],
        "version": {
            "part": result.advice.part,
            "before": result.advice.before,
            "advised": result.advice.advised,
            "said": result.advice.said,
        },
    }


def _side(side: Side) -> dict[str, Any]:
    title = side.title
    return {
        "name": side.name,
        "game": None if title is None else title.name.text,
        "version": None if title is None else title.version.text,
        "checks": side.game is not None,
    }


def _change(one: Consequence) -> dict[str, Any]:
    change = one.change
    return {
        "how": change.how,
        "sort": change.sort,
        "name": change.name,
        "part": change.what,
        "before": change.before,
        "after": change.after,
        "old": _span(change.old),
        "new": _span(change.new),
        "clauses": list(change.per),
        "classes": list(one.classes),
        "level": one.level,
        "levels": dict(one.levels),
        "reaches": list(one.reaches),
    }


def _span(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def schema() -> dict[str, Any]:
    """The JSON schema of a diff.

    >>> sorted(schema()["properties"])
    ['changes', 'format', 'level', 'new', 'old', 'version']
    """
    text, number = {"type": "string"}, {"type": "integer", "minimum": 0}
    texts = {"type": "array", "items": text}
    level = {"enum": list(LEVELS)}
    place = _object({"path": text, **dict.fromkeys(("line", "column", "end_line", "end_column"), number)})
    maybe_text, maybe_place = {"type": ["string", "null"]}, {"oneOf": [place, {"type": "null"}]}
    side = _object({"name": text, "game": maybe_text, "version": maybe_text, "checks": {"type": "boolean"}})
    change = _object(
        {
            "how": {"enum": list(HOW)},
            **dict.fromkeys(("sort", "name", "part", "before", "after"), text),
            **dict.fromkeys(("old", "new"), maybe_place),
            **dict.fromkeys(("clauses", "classes", "reaches"), texts),
            "level": level,
            "levels": _object(dict.fromkeys(AUDIENCES, level)),
        }
    )
    part = {"enum": ["major", "minor", "patch", "none"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rulewright diff",
        **_object(
            {
                "format": {"const": FORMAT},
                "old": side,
                "new": side,
                "level": {"enum": [*LEVELS, None]},
                "changes": {"type": "array", "items": change},
                "version": _object({"part": part, "before": text, "advised": text, "said": text}),
            }
        ),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
