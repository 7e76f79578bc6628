"""The position that an example starts from: what zones hold, how many pieces stand where, memory, holders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright import core, nodes
from rulewright.elaborate.facts import key
from rulewright.elaborate.fit import a_shape, article, fit, present
from rulewright.elaborate.overlays import TOP
from rulewright.elaborate.places import is_cell
from rulewright.elaborate.types import as_number
from rulewright.elaborate.work import Scope, Work

Made = core.ExampleLine | tuple[core.ExampleLine, ...] | None


class Position:
    """One example being elaborated: how many play, and the copies of components that are placed."""

    def __init__(self, work: Work, scope: Scope, players: int) -> None:
        self.work, self.scope, self.players = work, scope, players
        self.placed: dict[tuple[str, int], set[int]] = {}
        self.held: dict[object, list[tuple[tuple[str, int], int]]] = {}

    def moved(self) -> None:
        """Something was played: what was placed may lie elsewhere now."""
        self.placed.clear()
        self.held.clear()

    def clear(self, place: object) -> None:
        """A zone is given anew: what it was given before is free again."""
        for component, copy in self.held.pop(place, ()):
            self.placed[component].discard(copy)

    def seat(self, word: nodes.Word) -> int | None:
        """A seat by its name, if it plays."""
        seats = self.work.game.seats
        if word.text not in seats:
            help = self.work.suggest(word.text, seats)
            self.scope.error("RW201", f"`{word.text}` is not the name of a player", word.span, help)
            return None
        self.work.note(word.span, "seat", word.text)
        found = seats.index(word.text)
        if found >= self.players:
            message = f"{word.text} does not play: this example has {self.players} players"
            self.scope.error("RW243", message, word.span, f"write `given players {found + 1}` first")
            return None
        return found


def holds(position: Position, node: nodes.GivenHolds) -> Made:
    """`given red.basket holds B08, G15`; of a grid whose last index is left out, one in each cell."""
    scope = position.scope
    target = scope.read(node.zone)
    if isinstance(target, core.MemoryValue) and target.name.startswith(TOP):
        return _laid(position, node, target)
    if isinstance(target, core.MemoryValue):
        return _holds_set(position, node, target)
    if isinstance(target, core.ZoneRef) and _is_line(scope, target):
        return _holds_line(position, node, target)
    zone = _components(position, target)
    if zone is None:
        return None
    if zone.zone in scope.game.overlays:
        message = f"where on `{zone.zone}`? its cards lie on spaces"
        scope.error("RW217", message, zone.span, "name the space: `[s]`")
        return None
    items = _items(position, node.items, zone, ("holds", key(zone)))
    return None if items is None else core.GivenHolds(zone=zone, items=items, span=node.span)


def _is_line(scope: Scope, ref: core.ZoneRef) -> bool:
    """Is it a line of cells of a grid: all indices but the last?"""
    zone = scope.game.zones[ref.zone]
    return zone.shape == "grid" and 0 < len(ref.indices) == len(zone.axes) - 1


def _holds_line(position: Position, node: nodes.GivenHolds, line: core.ZoneRef) -> Made:
    """One component in each cell of a line, from its first cell on; the cells after them are empty."""
    axis = position.scope.game.zones[line.zone].axes[-1]
    if len(node.items) > axis.size:
        message = f"`{line.zone}` has {axis.size} cells here, not {len(node.items)}"
        position.scope.error("RW215", message, node.items[axis.size].span)
        return None
    made = []
    for at in range(axis.size):
        index = core.Const(value=axis.low + at, type=axis.type, span=line.span)
        cell = replace(line, indices=(*line.indices, index))
        items = _items(position, node.items[at : at + 1], cell, ("holds", key(cell)))
        if items is None:
            return None
        made.append(core.GivenHolds(zone=cell, items=items, span=node.span))
    return tuple(made)


def _laid(position: Position, node: nodes.GivenHolds, target: core.MemoryValue) -> Made:
    """`given red.strip[c1] holds K03`: laid there, over what lies there already."""
    name = target.name.removeprefix(TOP)
    zone = core.ZoneRef(zone=name, seat=target.seat, indices=(), type=core.Place(name), span=target.span)
    items = _items(position, node.items, zone, ("laid", key(target)))
    if items is None:
        return None
    return core.GivenHolds(zone=zone, items=items, span=node.span, at=target.index)


def begins(position: Position, node: nodes.GivenBegins) -> Made:
    """`given deck begins with B08, G15`"""
    zone = _components(position, position.scope.read(node.zone))
    if zone is None:
        return None
    declared = position.scope.game.zones[zone.zone]
    if declared.shape != "stack":
        message = f"only a stack begins with something, `{declared.name}` is {a_shape(declared)}"
        position.scope.error("RW224", message, zone.span, "write `holds`")
        return None
    items = _items(position, node.items, zone, ("begins", key(zone)))
    return None if items is None else core.GivenBegins(zone=zone, items=items, span=node.span)


def draws(position: Position, node: nodes.GivenDraws) -> Made:
    """`given draws 3, 4`"""
    scope = position.scope
    values = [present(scope, scope.read(value)) for value in node.values]
    for value in values:
        if value is not None and not isinstance(value, core.Const):
            scope.error("RW234", "an example gives values that are known", value.span)
            return None
    found = tuple(value for value in values if value is not None)
    return core.GivenDraws(values=found, span=node.span) if len(found) == len(values) else None


def _components(position: Position, target: core.Expr | None) -> core.ZoneRef | None:
    """A zone or cell of components."""
    if target is None:
        return None
    scope = position.scope
    if not isinstance(target, core.ZoneRef):
        scope.error("RW211", f"a zone holds components, this is {article(target.type)}", target.span)
        return None
    zone = scope.game.zones[target.zone]
    if zone.shape == "pool":
        scope.error("RW224", f"`{zone.name}` holds a number of pieces", target.span, "write `is`")
        return None
    if not is_cell(scope, target):
        scope.error("RW217", f"which cell of `{zone.name}`?", target.span, f"write `{zone.name}[...]`")
        return None
    return target


def _items(
    position: Position, given: Sequence[nodes.Expr], zone: core.ZoneRef, place: object
) -> tuple[core.Expr, ...] | None:
    scope = position.scope
    type = core.Component(scope.game.zones[zone.zone].item)
    found: list[core.Expr] = []
    position.clear(place)
    for node in given:
        item = fit(scope, scope.read(node, type), type, f"what `{zone.zone}` holds")
        copy = None if item is None else _copy(position, type.record, item, node, place)
        if copy is not None:
            found.append(copy)
    return tuple(found) if len(found) == len(given) else None


def _copy(
    position: Position, record: str, item: core.Expr, node: nodes.Expr, place: object
) -> core.Expr | None:
    """The next copy of a component that is not placed yet."""
    if not isinstance(item, core.Const) or not isinstance(node, nodes.Ref):
        position.scope.error("RW230", "name a component by its id", item.span)
        return None
    component = record, item.value
    placed = position.placed.setdefault(component, set())
    copies = position.work.copies[record][node.name.text]
    free = next((copy for copy in range(copies) if copy not in placed), None)
    if free is None:
        there = "there is only one" if copies == 1 else f"there are only {copies}"
        help = f"leave it out, or raise its `copies` in the table: {there}"
        position.scope.error("RW244", f"`{node.name.text}` is placed already, {there}", item.span, help)
        return None
    placed.add(free)
    position.held.setdefault(place, []).append((component, free))
    return core.Const(value=item.value + free, type=item.type, span=item.span)


def _holds_set(position: Position, node: nodes.GivenHolds, target: core.MemoryValue) -> Made:
    scope = position.scope
    if not isinstance(target.type, core.SetType):
        scope.error("RW211", f"`{target.name}` holds one value", target.span, "write `is`")
        return None
    low = core.bounds(scope.game, target.type.of)[0]
    mask = 0
    for item in node.items:
        value = fit(scope, scope.read(item, target.type.of), target.type.of, f"a member of `{target.name}`")
        if value is None:
            return None
        if not isinstance(value, core.Const):
            scope.error("RW234", "an example gives values that are known", value.span)
            return None
        mask |= 1 << (value.value - low)
    const = core.Const(value=mask, type=target.type, span=node.span)
    return core.GivenIs(target=target, value=const, span=node.span)


def is_given(position: Position, node: nodes.GivenIs) -> Made:
    """`given my.step is 3`, `given deck is empty`"""
    scope = position.scope
    target = scope.read(node.target)
    if target is None:
        return None
    if _says_empty(node.value):
        return _is_empty(position, node, target)
    if isinstance(target, core.ZoneRef):
        return _pool_is(position, node, target)
    if not isinstance(target, core.MemoryValue | core.Holder):
        scope.error("RW231", "an example gives memory, holders and zones", target.span)
        return None
    if isinstance(target.type, core.SetType):
        scope.error("RW211", f"`{target.span}` is a set", target.span, "write `holds`, or `is empty`")
        return None
    value = fit(scope, scope.read(node.value, target.type), target.type, "this")
    return None if value is None else core.GivenIs(target=target, value=value, span=node.span)


def _says_empty(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Ref) and node.name.text == "empty" and not node.trailers


def _is_empty(position: Position, node: nodes.GivenIs, target: core.Expr) -> Made:
    if isinstance(target, core.ZoneRef):
        if position.scope.game.zones[target.zone].shape == "pool":
            none = core.Const(value=0, type=core.Number(0, 0), span=node.span)
            return core.GivenIs(target=target, value=none, span=node.span)
        zone = _components(position, target)
        return None if zone is None else core.GivenHolds(zone=zone, items=(), span=node.span)
    if isinstance(target, core.MemoryValue) and isinstance(target.type, core.SetType | core.Optional):
        value = 0 if isinstance(target.type, core.SetType) else -1
        const = core.Const(value=value, type=target.type, span=node.span)
        return core.GivenIs(target=target, value=const, span=node.span)
    position.scope.error("RW218", f"this is never empty: it is {article(target.type)}", target.span)
    return None


def _pool_is(position: Position, node: nodes.GivenIs, target: core.ZoneRef) -> Made:
    scope = position.scope
    zone = scope.game.zones[target.zone]
    if zone.shape != "pool":
        scope.error("RW211", f"`{zone.name}` holds components", target.span, "write `holds`")
        return None
    if not is_cell(scope, target):
        scope.error("RW217", f"which cell of `{zone.name}`?", target.span)
        return None
    type = core.Number(0, scope.game.pieces[zone.item].number)
    value = fit(scope, scope.read(node.value, type), type, f"the number of {zone.item}")
    if value is None or as_number(scope.game, value.type) is None:
        return None
    return core.GivenIs(target=target, value=value, span=node.span)
