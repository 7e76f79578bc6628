"""A position for a witness: each unknown gets a value, components and pieces no more than there are."""

from __future__ import annotations

from itertools import product
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.values import Bits, Pick, Sum, Unknown
from rulewright.cascades.world import World, is_component


def settled(world: World) -> dict[Unknown, int] | None:
    """A value for each unknown; None when there is no such position."""
    found: dict[Unknown, int] = {}
    for name, domain in world.domains.items():
        if not is_component(name):
            found[name] = 0 if v.holds(domain, 0) else v.lowest(domain)
    components = _components(world)
    if components is None or not _pieces(world, found) or not _all_lie_somewhere(world, found):
        return None
    return found | components


def _components(world: World) -> dict[Unknown, int] | None:
    """Different components for all places of each record (a matching)."""
    records: dict[str, list[Unknown]] = {}
    for cell, inside in world.starts.items():
        if cell[0] == "zone":
            for item in inside:
                records.setdefault(world.game.zones[cell[1]].item, []).append(next(iter(item.terms))[0])
    found: dict[Unknown, int] = {}
    for names in records.values():
        taken: dict[int, Unknown] = {}
        for name in names:
            if not _place(world, name, taken, set()):
                return None
        found |= {name: component for component, name in taken.items()}
    for name, domain in world.domains.items():
        if is_component(name) and name not in found:
            found[name] = v.lowest(domain)
    return found


def _all_lie_somewhere(world: World, found: dict[Unknown, int]) -> bool:
    """Where all places of a record or a piece are known, all there are lie in them."""
    players = world.cells.get(("players",), world.game.low)
    items = dict.fromkeys(zone.item for zone in world.game.zones.values())
    there = {item: len(_there(world.game, item, players)) for item in items}
    lying: dict[str, int] = {}
    for zone in world.game.zones.values():
        seats = range(players) if zone.of_player else [None]
        indices = product(*(range(axis.low, axis.low + axis.size) for axis in zone.axes))
        sort = "pool" if zone.shape == "pool" else "zone"
        for seat, index in product(seats, list(indices)):
            inside = world.starts.get((sort, zone.name, seat, index))
            if inside is None:
                lying[zone.item] = there[zone.item] + 1
            else:
                more = len(inside) if sort == "zone" else worth(inside, found)
                lying[zone.item] = lying.get(zone.item, 0) + more
    return all(number >= there[item] for item, number in lying.items())


def _there(game: core.Game, item: str, players: int) -> range:
    """All components of a record in a game of so many, or all pieces."""
    if item in game.pieces:
        return range(game.pieces[item].number)
    record = game.records[item]
    return range(sum(n for n, least in zip(record.copies, record.players, strict=True) if least <= players))


def _place(world: World, name: Unknown, taken: dict[int, Unknown], seen: set[int]) -> bool:
    """Find a component for a place, moving others aside if need be."""
    for component in sorted(v.listed(world.domains[name])):
        if component in seen:
            continue
        seen.add(component)
        if component not in taken or _place(world, taken[component], taken, seen):
            taken[component] = name
            return True
    return False


def _pieces(world: World, found: dict[Unknown, int]) -> bool:
    """No more pieces than there are; those that are nowhere lie where nobody has looked."""
    totals: dict[str, int] = {}
    for cell, value in world.starts.items():
        if cell[0] == "pool":
            item = world.game.zones[cell[1]].item
            totals[item] = totals.get(item, 0) + worth(value, found)
    return all(total <= world.game.pieces[item].number for item, total in totals.items())


def worth(value: Any, found: dict[Unknown, int]) -> Any:
    """A value of a place, once all unknowns are settled."""
    if isinstance(value, Sum):
        return value.constant + sum(found.get(name, 0) * n for name, n in value.terms)
    if isinstance(value, Bits):
        members = {m: worth(bit, found) for m, bit in value.known}
        if value.origin is not None:
            for name, bit in found.items():
                if isinstance(name, tuple) and name[0] == "in" and name[1] == value.origin:
                    members.setdefault(name[2], bit)
        return frozenset(_member(m, found) for m, bit in members.items() if bit)
    if isinstance(value, Pick):
        return value
    if isinstance(value, tuple):
        return tuple(worth(part, found) for part in value)
    return value


def _member(member: Any, found: dict[Unknown, int]) -> Any:
    return member if isinstance(member, int) else found.get(member, 0)


__all__ = ["core", "settled", "worth"]
