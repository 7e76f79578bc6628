"""Does a ruleset read components that nobody sees, and who can tell what an expression is worth?

`reads_hidden(game)` gives the sentence that says where, or an empty text, as explicit chance needs it: an
order that is read cannot be left open. `seen_by(game, expr)` is for score lines shown before the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright import core
from rulewright.checks.effects import ME, Reads


def reads_hidden(game: core.Game) -> str:
    """Where a column of a face-down or hidden component is read, in a sentence; empty if nowhere."""
    for name, part in _parts(game):
        for expr in part:
            if isinstance(expr, core.EndOf) and _unseen(game, expr.zone) and _column_of(part, expr):
                return _told(name, expr)
            if isinstance(expr, core.Binder) and _reads(game, part, expr):
                return _told(name, expr)
    return ""


def seen_by(game: core.Game, value: core.Expr) -> str:
    """Who knows all that an expression of a seat reads: `all`, the `own` seat, or `none`."""
    found = "all"
    for place, whose in Reads(game).of(value):
        zone = game.zones.get(place.removeprefix("zone:")) if place.startswith("zone:") else None
        if zone is None or zone.shape == "pool" or (zone.visibility == "public" and not zone.down):
            continue
        if zone.visibility != "owner" or whose != ME:
            return "none"
        found = "own"
    return found


def _told(name: str, expr: core.EndOf | core.Binder) -> str:
    return f"{name} (line {expr.span.line}) reads components that nobody sees"


def _parts(game: core.Game) -> Iterator[tuple[str, list[Any]]]:
    """All checked nodes of each rule, examples and claims apart."""
    for sort in ("defines", "actions", "procedures", "reactions", "scores", "endings"):
        for info in getattr(game, sort).values():
            yield info.name, list(_nodes(info))
    for flow in (game.setup, game.flow):
        if flow is not None:
            yield flow.sort, list(_nodes(flow))


def _nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))


def _unseen(game: core.Game, zone: core.ZoneRef) -> bool:
    info = game.zones[zone.zone]
    return info.shape in ("stack", "row", "grid") and (
        info.visibility in ("hidden", "face_down") or bool(info.down)
    )


def _column_of(part: list[Any], of: core.Expr) -> bool:
    return any(isinstance(node, core.Column) and node.of is of for node in part)


def _reads(game: core.Game, part: list[Any], binder: core.Binder) -> bool:
    if not isinstance(binder.source, core.ZoneRef) or not _unseen(game, binder.source):
        return False
    return any(
        isinstance(node, core.Column) and isinstance(node.of, core.Local) and node.of.name == binder.name
        for node in part
    )
