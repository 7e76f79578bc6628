"""Zones, their cells, and memory: with the seat they belong to and their indices."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.fit import article, fit
from rulewright.elaborate.geometry import coordinates
from rulewright.elaborate.mends import cell
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span


def zone_value(
    scope: Scope, name: str, owner: core.Expr | None, index: nodes.Index | None, span: Span
) -> core.ZoneRef | None:
    """A zone or some of its cells."""
    zone = scope.game.zones[name]
    if name.startswith("supply:"):
        scope.use("piece", zone.item, span)
    found = _indices(scope, zone, index)
    if found is None:
        return None
    return core.ZoneRef(zone=name, seat=owner, indices=found, type=core.Place(name), span=span)


def index_count(given: int) -> str:
    """How many indices there are, with the verb.

    >>> index_count(1)
    'is 1 index'
    """
    return "is 1 index" if given == 1 else f"are {given} indices"


def _indices(scope: Scope, zone: core.Zone, index: nodes.Index | None) -> tuple[core.Expr, ...] | None:
    if index is None:
        return ()
    given, wanted = len(index.items), len(zone.axes)
    if given > wanted:
        has = f"has {wanted} axes" if wanted else "has no cells"
        help = f"write {cell(zone)}" if wanted else f"write `{zone.name}`"
        scope.error("RW217", f"`{zone.name}` {has}, here {index_count(given)}", index.span, help)
        return None
    found = [
        fit(scope, scope.read(item, axis.type), axis.type, f"this index of {cell(zone)}")
        for item, axis in zip(index.items, zone.axes, strict=False)
    ]
    exprs = tuple(expr for expr in found if expr is not None)
    return exprs if len(exprs) == len(found) else None


def memory_value(
    scope: Scope, name: str, owner: core.Expr | None, index: nodes.Index | None, span: Span
) -> core.MemoryValue | None:
    """What is remembered, with its index where it has one for each member of a kind or range."""
    memory = scope.game.memories[name]
    axis = memory.axis
    if axis is None:
        if index is not None:
            scope.error("RW217", f"`{name}` has no index", index.span)
            return None
        return core.MemoryValue(name=name, seat=owner, index=None, type=memory.type, span=span)
    kind = axis.type.name if isinstance(axis.type, core.KindType) else ""
    if index is not None and len(index.items) == 2 and kind in scope.game.spaces:
        space = coordinates(scope, kind, index, index.span)
        return (
            None
            if space is None
            else core.MemoryValue(name=name, seat=owner, index=space, type=memory.type, span=span)
        )
    if index is None or len(index.items) != 1:
        message = f"`{name}` is remembered for each {article(axis.type).split()[-1]}"
        scope.error("RW217", message, span, f"write `{name}[...]` with a {article(axis.type).split()[-1]}")
        return None
    at = fit(scope, scope.read(index.items[0], axis.type), axis.type, f"the index of `{name}`")
    if at is None:
        return None
    return core.MemoryValue(name=name, seat=owner, index=at, type=memory.type, span=span)


def place(scope: Scope, node: nodes.Expr, doing: str) -> core.ZoneRef | None:
    """Read an expression that must be a zone or a cell."""
    found = scope.read(node)
    if found is None or isinstance(found, core.ZoneRef):
        return found
    help = _zone_for(scope, found)
    scope.error("RW211", f"{doing} is a zone, this is {article(found.type)}", found.span, help)
    return None


def _zone_for(scope: Scope, found: core.Expr) -> str:
    """What to write for a zone, where there is something else."""
    type = found.type
    boards = [name for name, board in scope.game.boards.items() if core.KindType(board.spaces) == type]
    if boards:
        return f"what stands there is `{boards[0]}[...]`: `move {boards[0]}[...] to {boards[0]}[...]`"
    names = (
        f"`{'my.' if zone.of_player else ''}{zone.name}`" for zone in scope.game.zones.values() if zone.span
    )
    return f"name a zone, such as {next((name for name in names if ':' not in name), '`my.hand`')}"


def is_cell(scope: Scope, ref: core.ZoneRef) -> bool:
    """Whether all indices are there; a zone without axes is one cell."""
    return len(ref.indices) == len(scope.game.zones[ref.zone].axes)
