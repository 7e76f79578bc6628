"""To JSON: a diff for programs, in a format that has a number and a schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rulewright.diff.consequences import AUDIENCES, LEVELS, Consequence
from rulewright.diff.result import FORMAT, Result
from rulewright.diff.side import Side
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.diff.behaviour import Behaviour
    from rulewright.diff.distributions import Distributions, Spread
    from rulewright.diff.endless import Endless
    from rulewright.diff.witness import Witness

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
        "behaviour": None if result.behaviour is None else _behaviour(result.behaviour),
    }


def _behaviour(found: Behaviour) -> dict[str, Any]:
    looked, witness = found.looked, found.witness
    return {
        "looked": {
            "games": looked.games,
            "decisions": looked.decisions,
            "players": list(looked.players),
            "settings": looked.settings,
            "positions": looked.positions,
            "whole": looked.whole,
        },
        "witness": None if witness is None else _witness(witness),
        "spreads": [_spreads(each) for each in found.spreads],
        "endless": [_loop(each) for each in found.endless],
    }


def _loop(found: Endless) -> dict[str, Any]:
    return {
        "side": found.side,
        "reactions": list(found.reactions),
        "players": found.players,
        "start": list(found.start),
        "lead": found.lead,
        "loop": list(found.loop),
        "rows": list(found.rows),
        "other": found.other,
    }


def _witness(found: Witness) -> dict[str, Any]:
    setting = found.parting.setting
    return {
        "players": setting.players,
        "seed": setting.seed,
        "options": dict(setting.options),
        "without": [list(row) for row in setting.without],
        "rows": [list(row) for row in found.rows],
        "minimal": found.minimal,
        "turns": [
            {
                "seat": turn.seat,
                "name": turn.name,
                "move": turn.move,
                "clauses": list(turn.clauses),
                "old": list(turn.old),
                "new": list(turn.new),
                "changed": [list(each) for each in turn.changed],
            }
            for turn in found.turns
        ],
        "differences": [
            {"sort": each.sort, "what": each.what, "old": each.old, "new": each.new}
            for each in found.differences
        ],
        "changes": [one.change.titled for one in found.changes],
    }


def _spreads(found: Distributions) -> dict[str, Any]:
    return {
        "players": found.players,
        "games": found.games,
        "bots": list(found.bots),
        "failed": list(found.failed),
        "rows": [{"name": row.name, "old": _spread(row.old), "new": _spread(row.new)} for row in found.rows],
    }


def _spread(found: Spread | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"mean": found.mean, "error": found.error, "counts": [list(pair) for pair in found.counts]}


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
    ['behaviour', 'changes', 'format', 'level', 'new', 'old', 'version']
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
                "behaviour": _or_null(_behaviour_schema()),
            }
        ),
    }


def _behaviour_schema() -> dict[str, Any]:
    text, number, whole = {"type": "string"}, {"type": "number"}, {"type": "integer"}
    texts, numbers = _list_of(text), _list_of(whole)
    looked = {**dict.fromkeys(("games", "decisions", "settings", "positions"), whole), "players": numbers}
    turn = {
        **dict.fromkeys(("seat", "name", "move"), text),
        **dict.fromkeys(("clauses", "old", "new"), texts),
        "changed": _list_of(texts),
    }
    witness = {
        "players": whole,
        "seed": whole,
        "options": {"type": "object"},
        "without": _list_of(texts),
        "rows": _list_of(texts),
        "minimal": {"type": "boolean"},
        "turns": _list_of(_object(turn)),
        "differences": _list_of(_object(dict.fromkeys(("sort", "what", "old", "new"), text))),
        "changes": texts,
    }
    spread = _or_null(_object({"mean": number, "error": number, "counts": _list_of(numbers)}))
    row = {"name": text, "old": spread, "new": spread}
    spreads = {
        "players": whole,
        "games": whole,
        "bots": texts,
        "failed": numbers,
        "rows": _list_of(_object(row)),
    }
    loop = {
        **dict.fromkeys(("side", "other"), text),
        **dict.fromkeys(("reactions", "start", "loop", "rows"), texts),
        **dict.fromkeys(("players", "lead"), whole),
    }
    return _object(
        {
            "looked": _object({**looked, "whole": {"type": "boolean"}}),
            "witness": _or_null(_object(witness)),
            "spreads": _list_of(_object(spreads)),
            "endless": _list_of(_object(loop)),
        }
    )


def _or_null(inner: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [inner, {"type": "null"}]}


def _list_of(inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": inner}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
