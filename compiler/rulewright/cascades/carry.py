"""What statements do to pieces and components: how many leave a cell and enter another, or which."""

from __future__ import annotations

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.memories import Rememberer
from rulewright.cascades.values import Number
from rulewright.cascades.world import CannotTell, Cell

FEW = 3  # of so many it is asked where each lies


class Carrier(Rememberer):
    """Moves, deals and shuffles."""

    def _movepieces(self, stmt: core.MovePieces, env: Env) -> None:
        have = self.count(stmt.source, env)
        moved = have
        if stmt.number is not None:
            asked = self.number(stmt.number, env)
            if self.world.is_negative(asked):
                return
            moved = asked if not self.world.is_negative(v.minus(have, asked)) else have
        if moved == 0 or (not isinstance(moved, int) and self.world.is_zero(moved)):
            return
        self._carry(stmt, moved, self.zone_cell(stmt.source, env), self.zone_cell(stmt.to, env), env)

    def _carry(self, stmt: core.Stmt, moved: Number, source: Cell | None, to: Cell | None, env: Env) -> None:
        """So many leave one cell and enter another."""
        assert isinstance(stmt, core.MovePieces | core.MoveAll | core.Deal | core.Move)
        start = getattr(stmt, "source", None)
        here, there = start.zone if start is not None else None, stmt.to.zone
        if source is not None and source == to:
            return
        for cell in (source, to):
            if cell is not None:
                self.number_in(cell, noted=False)  # before anything lies nowhere
        before, cells = dict(self.world.cells), set[Cell]()
        for cell, zone, change in ((source, here, v.times(moved, -1)), (to, there, moved)):
            if zone is None:
                continue
            self.noted(("zone", zone), change)
            if cell is None:
                self.noted((self._sort(zone), zone, "?"), self.world.fresh((-1, 1)))
                self._lost((self._sort(zone), zone))
                continue
            old = self.number_in(cell, noted=False)
            before.setdefault(cell, old)
            self.noted(cell, change)
            self.world.cells[cell] = v.add(old, change)
            cells.add(cell)
        known = source is not None and to is not None
        places = [f"zone:{zone}" for zone in (here, there) if zone is not None]
        self._changed(stmt, places, cells if known else None, before, env)

    def _sort(self, zone: str) -> str:
        return "pool" if self.game.zones[zone].shape == "pool" else "zone"

    def _move(self, stmt: core.Move, env: Env) -> None:
        what = self.number(stmt.what, env)
        to = self.zone_cell(stmt.to, env)
        source = stmt.what.zone if isinstance(stmt.what, core.EndOf) else stmt.source
        if self.world.exact:
            self._move_exactly(stmt, [what], to, env)
            return
        if source is None:
            self._move_from_anywhere(stmt, env)
            return
        here = self.zone_cell(source, env)
        if here is not None:
            self.world.at_least(self.number_in(here), 1)
        moved = core.MoveAll(source=source, to=stmt.to, end=stmt.end, span=stmt.span, per=())
        self._carry(moved, 1, here, to, env)

    def _move_from_anywhere(self, stmt: core.Move, env: Env) -> None:
        """A component moves, nobody knows from where."""
        item = self.game.zones[stmt.to.zone].item
        zones = [zone.name for zone in self.game.zones.values() if zone.item == item]
        for zone in zones:
            self.noted(("zone", zone), self.world.fresh((0, 1) if zone == stmt.to.zone else (-1, 0)))
            self.noted((self._sort(zone), zone, "?"), self.world.fresh((-1, 1)))
            self._lost((self._sort(zone), zone))
        self._changed(stmt, [f"zone:{zone}" for zone in zones], None, {}, {})

    def _moveall(self, stmt: core.MoveAll, env: Env) -> None:
        to = self.zone_cell(stmt.to, env)
        if self.world.exact:
            cells = self.cells(stmt.source, env) or []
            self._move_exactly(stmt, [x for cell in cells for x in self.contents(cell)], to, env)
            return
        have = self.count(stmt.source, env)
        if not self.world.is_zero(have):
            self._carry(stmt, have, self.zone_cell(stmt.source, env), to, env)

    def _deal(self, stmt: core.Deal, env: Env) -> None:
        asked, to = self.number(stmt.number, env), self.zone_cell(stmt.to, env)
        if self.world.exact:
            inside = self.contents(self.zone_cell(stmt.source, env))
            number = self.world.known(asked) or 0
            self._move_exactly(stmt, list(inside[::-1][: max(0, number)]), to, env)
            return
        have = self.count(stmt.source, env)
        dealt = asked if not self.world.is_negative(v.minus(have, asked)) else have
        if not self.world.is_zero(dealt):
            self._carry(stmt, dealt, self.zone_cell(stmt.source, env), to, env)

    def _shuffle(self, stmt: core.Shuffle, env: Env) -> None:
        if self.world.exact and len(self.contents(self.zone_cell(stmt.zone, env))) > 1:
            raise CannotTell(stmt.span)

    def _move_exactly(
        self, stmt: core.Move | core.MoveAll | core.Deal, items: list[Number], to: Cell | None, env: Env
    ) -> None:
        """Components that are known to lie somewhere go to another place."""
        if to is None:
            raise CannotTell(stmt.span)
        if not items:
            return
        before, touched = dict(self.world.cells), {to}
        for item in items:
            here = next((c for c, x in self.world.cells.items() if c[0] == "zone" and item in x), None)
            if here is None:
                raise CannotTell(stmt.span)
            self.world.cells[here] = tuple(x for x in self.world.cells[here] if x != item)
            if to not in self.world.cells:
                self._look_or_not(to)
            inside = self.world.cells[to]
            before.setdefault(to, inside)
            self.world.cells[to] = (item, *inside) if stmt.end == "bottom" else (*inside, item)
            touched.add(here)
        self._changed(stmt, [f"zone:{cell[1]}" for cell in touched], touched, before, env)

    def _look_or_not(self, to: Cell) -> None:
        """What lies in a cell to which something goes: where there are few it is looked at, else it is not
        asked, and is taken to be nothing."""
        if self.most(self.game.zones[to[1]]) <= FEW:
            self.world.start(to, self._made_up(to))
        else:
            self.world.partial = True
            self.world.start(to, ())
