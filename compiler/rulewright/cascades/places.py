"""Places of a world: which memory or zone is meant, and what lies there."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Asker, Env
from rulewright.cascades.values import Bits, Number
from rulewright.cascades.world import CannotTell, Cell, Stopped


class Places(Asker):
    """Memory, zones and tokens, by cells: of a seat, at an index."""

    # ---- memory and tokens

    def _memoryvalue(self, expr: core.MemoryValue, env: Env) -> Any:
        if expr.name in self.game.boards:
            return self._any(expr)
        cell = self.memory_cell(expr, env)
        if cell is None:
            return self._any(expr) if not isinstance(expr.type, core.SetType) else self._any_set(expr)
        if isinstance(expr.type, core.SetType):
            return self.read_set(cell)
        return self.world.read(cell, self.game.memories[expr.name].type)

    def _any_set(self, expr: core.Expr) -> Bits:
        self._vague(expr)
        return Bits(("any", self.world.fresh((0, 1))), frozenset())

    def read_set(self, cell: Cell, noted: bool = True) -> Bits:
        """What a memory that holds a set holds."""
        if noted:
            self.world.reads[cell] = self.world.clock
        if self.world.is_blind(cell):
            return Bits(("any", self.world.fresh((0, 1))), frozenset())
        if cell not in self.world.cells:
            self.world.start(cell, Bits((cell, self.world.epoch), frozenset()))
        found: Bits = self.world.cells[cell]
        return found

    def memory_cell(self, target: core.MemoryValue, env: Env) -> Cell | None:
        """Which memory this is; None when that is not known."""
        seat = self._seat(target.seat, env)
        index = None if target.index is None else self._few(self.number(target.index, env))
        if seat == "?" or index == "?":
            return None
        return ("memory", target.name, seat, index)

    def _holder(self, expr: core.Holder, env: Env) -> Number:
        return self.world.read(("holder", expr.token), core.Optional(core.Seat()))

    # ---- zones

    def zone_cell(self, zone: core.ZoneRef, env: Env) -> Cell | None:
        """Which cell this is; None when that is not known, or when it is more than one."""
        info = self.game.zones[zone.zone]
        seat = self._seat(zone.seat, env)
        if len(zone.indices) != len(info.axes) or seat == "?":
            return None
        at = tuple(self._few(self.number(index, env)) for index in zone.indices)
        for index, axis in zip(at, info.axes, strict=True):
            if index != "?" and not axis.low <= index < axis.low + axis.size:
                raise Stopped
        return None if "?" in at else ("pool" if info.shape == "pool" else "zone", zone.zone, seat, at)

    def count(self, zone: core.ZoneRef, env: Env) -> Number:
        """How many lie in a zone or cell."""
        info, total = self.game.zones[zone.zone], 0
        if info.item in self.fixed:
            return len(self._lying(info))
        cells = self.cells(zone, env)
        if cells is None:
            return self._any(core.IsEmpty(of=zone, type=core.Number(0, self.most(info)), span=zone.span))
        found: Number = total
        for cell in cells:
            found = v.add(found, self.number_in(cell))
        return found

    def _lying(self, zone: core.Zone) -> tuple[int, ...]:
        """What always lies in a zone."""
        return tuple(range(self.most(zone))) if zone.fills and prod(a.size for a in zone.axes) == 1 else ()

    def most(self, zone: core.Zone) -> int:
        """How many of its item there are."""
        if zone.item in self.game.records:
            return self.game.records[zone.item].size
        return self.game.pieces[zone.item].number

    def number_in(self, cell: Cell, noted: bool = True) -> Number:
        """How many lie in one cell."""
        info = self.game.zones[cell[1]]
        if self.world.exact and cell[0] == "zone":
            return len(self.contents(cell))
        new = cell not in self.world.cells
        found = self.world.read(cell, core.Number(0, self.most(info)), noted)
        if new and not self.world.exact:
            self._balance(info.item)
            found = self.world.resolved(found)
        return found

    def _balance(self, item: str) -> None:
        """Where all cells of an item have been looked at, all there are lie in them."""
        cells = self._all_cells(item)
        if cells is None or any(cell not in self.world.cells for cell in cells):
            return
        total: Number = -self.most(self.game.zones[cells[0][1]])
        for cell in cells:
            total = v.add(total, self.world.cells[cell])
        self.world.balance(total)

    def _all_cells(self, item: str) -> list[Cell] | None:
        """All cells in which an item can lie; None where they are many, or it may lie nowhere."""
        zones = [zone for zone in self.game.zones.values() if zone.item == item]
        record = self.game.records.get(item)
        somewhere = item in self.game.pieces or any(zone.fills for zone in zones)
        if not somewhere or (record and max(record.players) > self.game.low):
            return None
        players = self.game.low if self.game.low == self.game.high else self.world.cells.get(("players",))
        if players is None and any(zone.of_player for zone in zones):
            return None
        found: list[Cell] = []
        for zone in zones:
            sort = "pool" if zone.shape == "pool" else "zone"
            axes = [range(axis.low, axis.low + axis.size) for axis in zone.axes]
            if prod(map(len, axes)) > v.FEW:
                return None
            seats = range(players) if zone.of_player and players is not None else [None]
            found += [(sort, zone.name, seat, at) for seat in seats for at in product(*axes)]
        return found

    def cells(self, zone: core.ZoneRef, env: Env) -> list[Cell] | None:
        """All cells that a reference covers; None when they are not known or too many."""
        info = self.game.zones[zone.zone]
        if len(zone.indices) == len(info.axes):
            cell = self.zone_cell(zone, env)
            return None if cell is None else [cell]
        seat = self._seat(zone.seat, env)
        at: list[tuple[Any, ...]] = [tuple(self._few(self.number(index, env)) for index in zone.indices)]
        for axis in info.axes[len(zone.indices) :]:
            at = [(*one, axis.low + i) for one in at for i in range(axis.size)]
        if seat == "?" or len(at) > v.FEW or any("?" in one for one in at):
            return None
        return [("pool" if info.shape == "pool" else "zone", zone.zone, seat, one) for one in at]

    def contents(self, cell: Cell | None) -> tuple[Number, ...]:
        """What lies in a cell, in an exact world: made up when it is read first."""
        if cell is None:
            raise CannotTell(self.game.span)
        self.world.is_blind(cell)
        self.world.reads[cell] = self.world.clock
        if cell not in self.world.cells:
            self.world.start(cell, self._made_up(cell))
        found: tuple[Number, ...] = self.world.cells[cell]
        return found

    def _made_up(self, cell: Cell) -> tuple[Number, ...]:
        zone = self.game.zones[cell[1]]
        record = self.game.records[zone.item]
        if zone.item in self.fixed:
            return self._lying(zone)
        domain = frozenset(range(record.size))
        if self._alone(zone):
            return tuple(self.world.opened(("component", cell, i), domain) for i in range(record.size))
        used = sum(
            len(found)
            for other, found in self.world.starts.items()
            if other[0] == "zone" and self.game.zones[other[1]].item == zone.item
        )
        if self._is_last(cell, zone.item):
            return tuple(self.world.opened(("component", cell, i), domain) for i in range(record.size - used))
        most = min(1 if zone.shape == "grid" else 2, record.size - used)
        if most < record.size - used:
            self.world.partial = True
        number = self.world.script.amount(most + 1) if most > 0 else 0
        return tuple(self.world.opened(("component", cell, i), domain) for i in range(number))

    def _is_last(self, cell: Cell, item: str) -> bool:
        """Is it known what lies in all other cells? Then all that is left lies in this one."""
        cells = self._all_cells(item)
        return cells is not None and all(other in self.world.starts for other in cells if other != cell)

    def _alone(self, zone: core.Zone) -> bool:
        """Is there no other place for its components, so that all lie in it?"""
        others = [other for other in self.game.zones.values() if other.item == zone.item]
        one = len(others) == 1 and not zone.of_player and prod(a.size for a in zone.axes) == 1
        return one and zone.fills and max(self.game.records[zone.item].players) <= self.game.low

    def _endof(self, expr: core.EndOf, env: Env) -> Number:
        if self.world.exact or self.game.zones[expr.zone.zone].item in self.fixed:
            inside = self.contents(self.zone_cell(expr.zone, env))
            return (inside[-1] if expr.end == "top" else inside[0]) if inside else -1
        if self.world.is_zero(self.count(expr.zone, env)):
            return -1
        self._vague()
        return self._component(self.game.zones[expr.zone.zone].item)

    def _component(self, record: str) -> Number:
        return self.world.component(frozenset(range(self.game.records[record].size)))
