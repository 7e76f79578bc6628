"""What statements do to memory and tokens."""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.starter import Starter
from rulewright.cascades.values import Bits, Number, Some
from rulewright.cascades.world import CannotTell, Cell


class Rememberer(Starter):
    """Numbers, words and sets that are remembered, and who holds a token."""

    def _remember(self, stmt: core.Remember, env: Env) -> None:
        target = stmt.target
        if target.name in self.game.boards:
            self._unfollowed(stmt, f"memory:{target.name}")
            return
        cell = self.memory_cell(target, env)
        if isinstance(target.type, core.SetType):
            self._remember_set(stmt, cell, env)
            return
        value = self.number(stmt.value, env)
        type = self.game.memories[target.name].type
        if cell is None:
            self._remember_somewhere(stmt, value, type)
            return
        before = dict(self.world.cells)
        old = self.world.read(cell, type, noted=False)
        new = value if stmt.op == "set" else v.add(old, value if stmt.op == "add" else v.times(value, -1))
        self._in_range(cell, new, type)
        self.noted(cell, v.minus(new, old))
        self.world.cells[cell] = new
        if new != old:
            before.setdefault(cell, old)
            self._changed(stmt, [f"memory:{target.name}"], {cell}, before, env)

    def _in_range(self, cell: Cell, new: Number, type: core.Type) -> None:
        if isinstance(type, core.Number | core.RangeType):
            low, high = core.bounds(self.game, type)
            least, most = self.ends.get(new) or self.world.span(new)
            if most > high:
                self.out_of_range(cell, True)
            if least < low:
                self.out_of_range(cell, False)

    def _remember_somewhere(self, stmt: core.Remember, value: Number, type: core.Type) -> None:
        """A memory changes, nobody knows for which seat or word."""
        place = stmt.target.name
        old = self.world.fresh(v.domain_of(self.game, type))
        new = value if stmt.op == "set" else v.add(old, value if stmt.op == "add" else v.times(value, -1))
        self._in_range(("memory", place, "?"), new, type)
        self.noted(("memory", place, "?"), v.minus(new, old))
        self._lost(("memory", place))
        self._changed(stmt, [f"memory:{place}"], None, {}, {})

    def _lost(self, start: tuple[str, str]) -> None:
        """What was known of some places is known no more."""
        self.world.epoch += 1
        self.world.cells = {c: x for c, x in self.world.cells.items() if c[:2] != start}

    def _remember_set(self, stmt: core.Remember, cell: Cell | None, env: Env) -> None:
        place = stmt.target.name
        values = self._new_members(stmt.value, env)
        if cell is None or isinstance(values, Some):
            self._set_unknown(stmt, cell, values)
            return
        before, old = dict(self.world.cells), self.read_set(cell, noted=False)
        before.setdefault(cell, old)
        new, grown = self._set_changed(stmt.op, old, values, cell)
        self.noted(cell, grown)
        self.world.cells[cell] = new
        if new != old:
            self._changed(stmt, [f"memory:{place}"], {cell}, before, env)

    def _new_members(self, value: core.Expr, env: Env) -> Any:
        if not isinstance(value.type, core.SetType | core.ListType):
            return (self.number(value, env),)
        return self.members(value, env)

    def _set_changed(self, op: str, old: Bits, values: tuple[Number, ...], cell: Cell) -> tuple[Bits, Number]:
        """The set as it then is, and by how much it has grown."""
        if op == "set":
            new = Bits(None, frozenset((self.key(x), 1) for x in values))
            known = old.origin is None and all(isinstance(bit, int) for _, bit in old.known)
            gone: Number = sum(1 for _, bit in old.known if bit) if known else self.world.fresh((0, v.FEW**2))
            self.noted(("in", *cell, "?"), self.world.fresh((-1, 1)))
            return new, v.minus(len(new.known), gone)
        grown: Number = 0
        to = 1 if op == "add" else 0
        for value in values:
            key = self.key(value)
            bit = self.bit(old, value)
            if not isinstance(bit, int) and not self.world.exact and self.rules.slice.reads(cell):
                bit = 0 if self.world.is_zero(bit) else 1
            change = v.minus(to, bit)
            grown = v.add(grown, change)
            if isinstance(key, int):
                self.noted(("in", *cell, key), change)
            else:
                self.noted(("in", *cell, "?"), self.world.fresh((-1, 1)))
            if key is None or (not isinstance(key, int) and not self.world.exact):
                self.world.epoch += 1
                old = Bits((cell, self.world.epoch), frozenset({(key, to)} if key is not None else ()))
            elif change != 0:
                old = old.with_bit(key, to)
        return old, grown

    def _set_unknown(self, stmt: core.Remember, cell: Cell | None, values: Any) -> None:
        place, many = stmt.target.name, v.FEW**2
        ends = (-many, many) if stmt.op == "set" else (0, many) if stmt.op == "add" else (-many, 0)
        self.noted(cell or ("memory", place, "?"), self.world.fresh(ends))
        if cell is not None:
            self.noted(("in", *cell, "?"), self.world.fresh((-1, 1)))
        self._lost(("memory", place))
        self._changed(stmt, [f"memory:{place}"], None, {}, {})

    def _give(self, stmt: core.Give, env: Env) -> None:
        cell, type = ("holder", stmt.token), core.Optional(core.Seat())
        before, old = dict(self.world.cells), self.world.read(("holder", stmt.token), type, noted=False)
        before.setdefault(cell, old)
        new = self.number(stmt.to, env)
        self.noted(cell, v.minus(new, old))
        self.world.cells[cell] = new
        if new != old:
            self._changed(stmt, [f"token:{stmt.token}"], {cell}, before, env)

    def _moveman(self, stmt: core.MoveMan, env: Env) -> None:
        self._unfollowed(stmt, f"memory:{stmt.source.name}")

    def _unfollowed(self, stmt: core.Stmt, place: str) -> None:
        """A change that is not followed."""
        if self.world.exact:
            raise CannotTell(stmt.span)
        self._changed(stmt, [place], None, {}, {})
