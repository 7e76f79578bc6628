"""Which local values of frames are components: they change when unseen components are dealt anew."""

from __future__ import annotations

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.machine.machine import Items, Machine, Unit


def held(machine: Machine) -> dict[int, tuple[tuple[int, str, str], ...]]:
    """By step: the index in its frame, the record, and `one`, `list` or `set`; steps without are left out."""
    items = _items(machine)
    by_unit = {
        unit.name: tuple(
            (slot.index, *told)
            for slot in unit.slots
            if (told := _told({**_types(unit), **items.get(unit.name, {})}.get(slot.name)))
        )
        for unit in machine.units.values()
        if not unit.simple
    }
    kept = ((number, by_unit[path.step.unit]) for number, path in machine.paths.items())
    return {number: slots for number, slots in kept if slots}


def _types(unit: Unit) -> dict[str, core.Type]:
    """The types of what a unit names."""
    found = {param.name: param.type for param in unit.params}
    for stmt in statements(unit.body):
        if isinstance(stmt, core.Let):
            found[stmt.name] = stmt.value.type
        elif isinstance(stmt, core.Draw | core.Choose | core.Each):
            found[stmt.name] = stmt.type
    return found


def _items(machine: Machine) -> dict[str, dict[str, core.Type]]:
    """The types of the sources that loops have fixed."""
    found: dict[str, dict[str, core.Type]] = {}
    for step in machine.steps:
        types = _types(machine.units[step.unit])
        for op in step.ops:
            if isinstance(op, Items) and op.name in types:
                found.setdefault(step.unit, {})[op.items] = core.ListType(types[op.name])
    return found


def _told(type: core.Type | None) -> tuple[str, str] | None:
    match type:
        case core.Component(record) | core.Optional(core.Component(record)):
            return record, "one"
        case core.ListType(core.Component(record)):
            return record, "list"
        case core.SetType(core.Component(record)):
            return record, "set"
    return None
