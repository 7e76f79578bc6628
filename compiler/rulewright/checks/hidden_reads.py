"""Does a ruleset read components that nobody sees, and who can tell what an expression is worth?

`reads_hidden(game)` gives the sentence that says where, or an empty text, as explicit chance needs it: an
order that is named or remembered cannot be left open. `seen_by(game, expr)` is for score lines shown before
the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import takewhile
from typing import Any

from rulewright import core
from rulewright.checks.effects import ME, Reads

Naming = core.Binder | core.Each | core.Choose | core.Draw | core.Pick


def reads_hidden(game: core.Game) -> str:
    """Where a component that lies face down or hidden is named, in a sentence; empty if nowhere."""
    for name, part in _parts(game):
        unnamed = _unnamed(part)
        for node in part:
            if isinstance(node, core.EndOf) and _unseen(game, node.zone) and id(node) not in unnamed:
                return _told(name, node)
            if isinstance(node, Naming) and _unseen(game, node.source) and _names(part, node):
                return _told(name, node)
            if isinstance(node, core.In) and _unseen(game, node.source):
                return _told(name, node)
            if isinstance(node, core.Remember) and _unseen(game, node.value):
                return _told(name, node)
    return _remembers_shuffled(game)


def _unnamed(part: list[Any]) -> set[int]:
    """The ends of places that are only moved on, or asked whether they are empty: whatever lies there."""
    moved = {id(node.what) for node in part if isinstance(node, core.Move)}
    return moved | {id(node.of) for node in part if isinstance(node, core.IsEmpty)}


def _names(part: list[Any], node: Naming) -> bool:
    """A choice names what it chooses from; a count names nothing."""
    if isinstance(node, core.Choose | core.Draw | core.Pick):
        return True
    if isinstance(node, core.Each):
        return bool(node.recheck) or _is_read(part, node.name)
    return _is_read(part, node.name) or any(
        isinstance(each, core.Aggregate)
        and each.op == "those"
        and any(node is binder for binder in each.binders)
        for each in part
    )


def _is_read(part: list[Any], name: str) -> bool:
    return any(isinstance(node, core.Local) and node.name == name for node in part)


def _remembers_shuffled(game: core.Game) -> str:
    """Where components are shuffled that memory may hold: of copies, it would still tell which is which. What
    the set-up shuffles before all else, nothing remembers yet."""
    memories = {held_by(memory.type): memory.name for memory in game.memories.values()}
    first = takewhile(lambda stmt: isinstance(stmt, core.Shuffle), game.setup.body if game.setup else ())
    early = {id(stmt) for stmt in first}
    for name, part in _parts(game):
        for node in part:
            if isinstance(node, core.Shuffle) and id(node) not in early:
                record = game.zones[node.zone.zone].item
                if record in memories:
                    return f"{name} (line {node.span.line}) shuffles what {memories[record]} remembers"
    return ""


def held_by(type: core.Type) -> str | None:
    """What a memory of a type holds components of."""
    of = type.of if isinstance(type, core.SetType | core.Optional) else type
    return of.record if isinstance(of, core.Component) else None


def seen_by(game: core.Game, value: core.Expr) -> str:
    """Who knows all that an expression of a seat reads: `all`, the `own` seat, or `none`."""
    found = "all"
    for place, whose in Reads(game).of(value):
        if place.startswith("memory:") and _may_hide(game, place.removeprefix("memory:")):
            return "none"
        zone = game.zones.get(place.removeprefix("zone:")) if place.startswith("zone:") else None
        if zone is None or _open(zone):
            continue
        if zone.visibility != "owner" or whose != ME:
            return "none"
        found = "own"
    return found


def _open(zone: core.Zone) -> bool:
    """Does everyone see all of it?"""
    return zone.shape == "pool" or (zone.visibility == "public" and not zone.down)


def _may_hide(game: core.Game, memory: str) -> bool:
    """May a memory hold a component that somebody does not see?"""
    record = held_by(game.memories[memory].type)
    return any(zone.item == record and not _open(zone) for zone in game.zones.values())


def _told(name: str, node: core.EndOf | core.In | core.Remember | Naming) -> str:
    return f"{name} (line {node.span.line}) reads components that nobody sees"


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


def _unseen(game: core.Game, source: core.Expr) -> bool:
    """Is this a place with an order, where something lies that nobody sees?"""
    if not isinstance(source, core.ZoneRef):
        return False
    info = game.zones[source.zone]
    hidden = info.visibility in ("hidden", "face_down") or bool(info.down)
    return info.shape in ("stack", "row", "grid") and hidden
