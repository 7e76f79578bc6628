"""What expressions are worth in a world that is made up as it is read.

`Evaluator(world)` gives numbers (known or not), sets as `Bits`, lists as tuples, and `Some` for sources whose
members are not known. What cannot be followed is any value of its type; in an exact world it is CannotTell.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.values import Bits, Number, Some, Sum
from rulewright.cascades.world import CannotTell, Cell, Dead, Stopped, World, is_component
from rulewright.machine.words import rows

Env = dict[str, Any]
MANY = 12
SHORT = 8
NO_CASE = -(10**9)
DEEP = 40


class Evaluator:
    """Expressions of one game in one world; `fixed` are the records of which no component moves."""

    def __init__(self, world: World, fixed: frozenset[str]) -> None:
        self.world, self.fixed = world, fixed
        self.game = world.game
        self.asked = 0
        self._rows: dict[str, list[int]] = {}
        self.ends: dict[Number, tuple[int, int]] = {}
        self._depth = 0

    # ---- values

    def number(self, expr: core.Expr, env: Env) -> Number:
        """A value that is no set or list."""
        self.asked += 1
        found = getattr(self, f"_{type(expr).__name__.lower()}", self._other)(expr, env)
        if isinstance(found, int | Sum):
            return found
        if isinstance(found, v.Pick):
            value: int = self.picked(found)
            return value
        return self._any(expr)

    def _any(self, expr: core.Expr) -> Number:
        """Any value of the type of an expression."""
        self._vague(expr)
        return self.world.fresh(v.domain_of(self.game, expr.type))

    def _vague(self, expr: core.Expr | None = None) -> None:
        """Something is answered that is not read; an exact world has no such answers."""
        if self.world.exact:
            raise CannotTell(self.game.span if expr is None else expr.span)
        self.world.vague += 1

    def _other(self, expr: core.Expr, env: Env) -> Number:
        return self._any(expr)

    def truth(self, expr: core.Expr, env: Env) -> bool:
        """Does a condition hold? Narrows what it reads."""
        match expr:
            case core.Binary(op="and"):
                return self.truth(expr.left, env) and self.truth(expr.right, env)
            case core.Binary(op="or"):
                return self.truth(expr.left, env) or self.truth(expr.right, env)
            case core.Not(of=of):
                return not self.truth(of, env)
            case core.Binary(op="<" | "<=" | ">" | ">=" as op):
                left, right = self.number(expr.left, env), self.number(expr.right, env)
                if op in (">", ">="):
                    left, right = right, left
                return self.world.is_negative(v.add(v.minus(left, right), -1 if op in ("<=", ">=") else 0))
            case core.Binary(op="is" | "is_not" as op):
                return self._same(expr, env) == (op == "is")
            case core.IsEmpty(of=of):
                return self._empty(of, env)
            case core.IsFull(of=of):
                limit = self.game.zones[of.zone].at_most
                assert limit is not None
                least = self.number(limit, {**env, "me": self._seat(of.seat, env)} if of.seat else env)
                return not self.world.is_negative(v.minus(self.count(of, env), least))
            case core.In():
                return self.is_in(expr, env)
            case core.Aggregate(op="any" | "all" as op) if expr.value is not None:
                return self._quantified(expr, op == "any", env)
        return not self.world.is_zero(self.number(expr, env))

    def _same(self, expr: core.Binary, env: Env) -> bool:
        if isinstance(expr.left.type, core.SetType | core.ListType | core.Place):
            return self.world.is_zero(self._any(expr))
        if isinstance(expr.left, core.Column) and isinstance(expr.right, core.Const):
            return self._column_is(expr.left, expr.right.value, env)
        return self.world.is_zero(v.minus(self.number(expr.left, env), self.number(expr.right, env)))

    def _column_is(self, column: core.Column, value: int, env: Env) -> bool:
        """Has a component this value? Others are not told apart."""
        of = self.number(column.of, env)
        if (
            isinstance(of, int)
            or isinstance(self.world.domains[next(iter(of.terms))[0]], tuple)
            or len(of.terms) > 1
        ):
            return self.world.is_zero(v.minus(self.number(column, env), value))
        record = self.game.records[column.record]
        values, at = record.fields[column.field].values, self.rows(record)
        return bool(self._grouped(next(iter(of.terms))[0], lambda k: values[at[k]] == value))

    def _const(self, expr: core.Const, env: Env) -> Any:
        if isinstance(expr.type, core.SetType):
            return Bits(None, frozenset())
        return expr.value

    def _local(self, expr: core.Local, env: Env) -> Any:
        found = env[expr.name]
        return self.world.resolved(found) if isinstance(found, Sum) else found

    def _me(self, expr: core.Me, env: Env) -> Any:
        if env.get("me") is None:
            return self._any(expr)
        return env["me"]

    def _playercount(self, expr: core.PlayerCount, env: Env) -> Number:
        return self.players()

    def players(self) -> int:
        """How many play; decided when it is first asked."""
        cell = ("players",)
        if cell not in self.world.cells:
            least, most = self.game.low, self.game.high
            self.world.start(cell, least + self.world.decide(most - least + 1))
        found: int = self.world.cells[cell]
        return found

    def _optionvalue(self, expr: core.OptionValue, env: Env) -> Number:
        cell = ("option", expr.name)
        if cell not in self.world.cells:
            domain = frozenset(value for _, value in self.game.options[expr.name].values)
            number = self.world.opened((cell, 0), domain)
            known = self.world.known(number) if len(domain) <= v.FEW else None
            self.world.start(cell, number if known is None else known)
        found: Number = self.world.cells[cell]
        return found

    def _constantbyplayers(self, expr: core.ConstantByPlayers, env: Env) -> Number:
        return self.game.constants[expr.name].values[self.players() - self.game.low]

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

    def _seat(self, seat: core.Expr | None, env: Env) -> Any:
        """A seat's number; "?" when it is not known."""
        return None if seat is None else self._few(self.number(seat, env))

    def _few(self, number: Number) -> Any:
        """A value that names a place, if there are few that it can be; else "?"."""
        number = self.world.resolved(number)
        if isinstance(number, int):
            return number
        if self.world.exact or self.world.span(number)[1] - self.world.span(number)[0] <= MANY:
            found = self.world.known(number)
            return "?" if found is None else found
        return "?"

    def _holder(self, expr: core.Holder, env: Env) -> Number:
        return self.world.read(("holder", expr.token), core.Optional(core.Seat()))

    def _column(self, expr: core.Column, env: Env) -> Any:
        of = self.number(expr.of, env)
        record = self.game.records[expr.record]
        field = record.fields[expr.field]
        at = self.rows(record)
        if isinstance(of, int):
            return self._cell_value(expr, field.values[at[of]])
        name = next(iter(of.terms))[0]
        if isinstance(self.world.domains[name], tuple) or of != v.unknown(name):
            return self._any(expr)
        if isinstance(expr.type, core.ListType):
            number = self._grouped(name, lambda k: len(field.values[at[k]]))  # type: ignore[arg-type]
            return tuple(v.Pick(name, expr.record, expr.field, i) for i in range(number))
        return self._cell_value(expr, self._grouped(name, lambda k: field.values[at[k]]))

    def _grouped(self, name: Any, sort: Callable[[int], Any]) -> Any:
        """Decide of what sort a component is, and leave those of that sort."""
        found: dict[Any, set[int]] = {}
        for component in sorted(v.listed(self.world.domains[name])):
            if component >= 0:
                found.setdefault(sort(component), set()).add(component)
        if not found:
            raise Dead
        sorts = sorted(found, key=lambda sort: (sort == NO_CASE, repr(sort)))
        taken = sorts[self.world.decide(len(sorts)) if len(sorts) > 1 else 0]
        if len(sorts) > 1:
            self.world.narrow(name, frozenset(found[taken]))
        return taken

    def picked(self, pick: v.Pick, sort: Callable[[int], Any] = int) -> Any:
        """The value of a pick, or only of what sort it is."""
        record = self.game.records[pick.record]
        values, at = record.fields[pick.field].values, self.rows(record)
        return self._grouped(pick.component, lambda k: sort(values[at[k]][pick.at]))  # type: ignore[index]

    def rows(self, record: core.Record) -> list[int]:
        """The row of each component."""
        if record.name not in self._rows:
            self._rows[record.name] = rows(record)
        return self._rows[record.name]

    def _cell_value(self, expr: core.Column, value: Any) -> Any:
        if not isinstance(expr.type, core.SetType):
            return value
        return Bits(None, frozenset((i, 1) for i in range(64) if isinstance(value, int) and value >> i & 1))

    def _call(self, expr: core.Call, env: Env) -> Any:
        define = self.game.defines[expr.define]
        inner = self.called(expr, env)
        self._depth += 1
        try:
            if self._depth > DEEP:
                return self._any(expr)
            if isinstance(define.value.type, core.YesNo):
                return int(self.truth(define.value, inner))
            return self.whole(define.value, inner)
        finally:
            self._depth -= 1

    def called(self, expr: core.Call, env: Env) -> Env:
        """The arguments of a define by their names."""
        params = self.game.defines[expr.define].params
        return {p.name: self.whole(arg, env) for p, arg in zip(params, expr.args, strict=True)}

    def whole(self, expr: core.Expr, env: Env) -> Any:
        """A value of any type: a number, a set, a list."""
        if isinstance(expr, core.Local):
            return self._local(expr, env)
        if isinstance(expr.type, core.SetType):
            return self.set(expr, env)
        if isinstance(expr.type, core.ListType | core.Place):
            return self.members(expr, env)
        if isinstance(expr.type, core.YesNo) and not isinstance(expr, core.Local | core.Const | core.Column):
            return int(self.truth(expr, env))
        return self.number(expr, env)

    def _word(self, expr: core.Word, env: Env) -> Number:
        word = next(w for w in self.game.kinds[expr.kind].words if w.name == expr.word)
        at = 0
        for arg, param in zip(expr.args, word.params, strict=True):
            low, high = core.bounds(self.game, param)
            value = self.world.known(self.number(arg, env))
            if value is None:
                return self._any(expr)
            if not low <= value <= high:
                raise Stopped
            at = at * (high - low + 1) + value - low
        return word.base + at

    def _binary(self, expr: core.Binary, env: Env) -> Any:
        if expr.op in ("+", "-", "*", "/") and isinstance(expr.type, core.Number):
            left, right = self.number(expr.left, env), self.number(expr.right, env)
            if expr.op == "+":
                return v.add(left, right)
            if expr.op == "-":
                return v.minus(left, right)
            return self._product(expr, self.world.resolved(left), self.world.resolved(right))
        if expr.op == "+":
            left, right = self.members(expr.left, env), self.members(expr.right, env)
            return left + right if isinstance(left, tuple) and isinstance(right, tuple) else self._any(expr)
        return int(self.truth(expr, env))

    def _product(self, expr: core.Binary, left: Number, right: Number) -> Number:
        if expr.op == "*" and isinstance(left, int):
            return v.times(right, left)
        if expr.op == "*" and isinstance(right, int):
            return v.times(left, right)
        other = self.world.known(right)
        halved = expr.op == "/" and other is not None and other > 1 and not self.world.exact
        one = None if halved else self.world.known(left)
        if expr.op == "/" and other == 0:
            raise Stopped
        if other is not None and halved:
            return self._part_of(left, other)
        if one is None or other is None:
            return self._any(expr)
        return one * other if expr.op == "*" else one // other

    def _part_of(self, number: Number, by: int) -> Number:
        """A number that is not below 0, divided: itself less the rest, which is above 0 if the number is."""
        low, high = self.world.span(number)
        if low < 0:
            return self.world.fresh((low // by, high // by))
        found = v.minus(number, self.world.fresh((low - low // by, high - high // by)))
        self.ends[found] = (low // by, high // by)
        return found

    def _not(self, expr: core.Not, env: Env) -> int:
        return int(self.truth(expr, env))

    def _isempty(self, expr: core.IsEmpty, env: Env) -> int:
        return int(self.truth(expr, env))

    def _isfull(self, expr: core.IsFull, env: Env) -> int:
        return int(self.truth(expr, env))

    def _in(self, expr: core.In, env: Env) -> int:
        return int(self.truth(expr, env))

    def _if(self, expr: core.If, env: Env) -> Any:
        return self.whole(expr.then if self.truth(expr.condition, env) else expr.otherwise, env)

    def _fits(self, expr: core.Fits, env: Env) -> Number:
        one, other = (
            self.world.known(self.number(expr.left, env)),
            self.world.known(self.number(expr.right, env)),
        )
        if one is None or other is None or not isinstance(expr.left.type, core.KindType):
            return self._any(expr)
        jokers = {w.base for w in self.game.kinds[expr.left.type.name].words if w.joker}
        return int(one == other or one in jokers or other in jokers)

    def _lookup(self, expr: core.Lookup, env: Env) -> Any:
        value = self.world.known(self.number(expr.value, env))
        if value is None:
            return self._any(expr)
        if expr.op == "table":
            found = [result for step, result in expr.arrows if step == value]
        else:
            found = [result for step, result in expr.arrows if step <= value] or [expr.arrows[0][1]]
        return self.whole(found[-1], env) if found else self._any(expr)

    def _match(self, expr: core.Match, env: Env) -> Any:
        value = self.world.known(self.number(expr.value, env))
        if value is None:
            return self._any(expr)
        for case in expr.cases:
            names = self.carried(expr.value.type, case.word, case.params, value)
            if names is not None:
                return self.whole(case.value, {**env, **names})
        return self.whole(expr.otherwise, env) if expr.otherwise is not None else self._any(expr)

    def carried(
        self, of: core.Type, word: str, params: tuple[tuple[str, core.Type], ...], value: int
    ) -> Env | None:
        """The values that a word carries, by the names of a case; None for another word."""
        kind = of.of if isinstance(of, core.Optional) else of
        assert isinstance(kind, core.KindType)
        found = next(w for w in self.game.kinds[kind.name].words if w.name == word)
        if not found.base <= value < found.base + found.size:
            return None
        rest, names = value - found.base, dict[str, int]()
        for at in reversed(range(len(found.params))):
            low, high = core.bounds(self.game, found.params[at])
            rest, value = divmod(rest, high - low + 1)
            if at < len(params):
                names[params[at][0]] = low + value
        return names

    def _table(self, expr: core.Table, env: Env) -> Any:
        info, at = self.game.tables[expr.name], 0
        for index, axis in zip(expr.indices, info.axes, strict=True):
            value = self.world.known(self.number(index, env))
            if value is None:
                return self._any(expr)
            at = at * axis.size + (axis.size - 1 if value == -1 else value - axis.low)
        found = info.values[at]
        return found if isinstance(found, int) else self._any(expr)

    def _nextseat(self, expr: core.NextSeat, env: Env) -> Number:
        seat, players = self.world.known(self.number(expr.seat, env)), self.players()
        assert seat is not None
        order = [(seat + i) % players for i in range(1, players)]
        if expr.among is not None:
            among = self.set(expr.among, env)
            order = [s for s in order if self.has(among, s)]
        return (order or [seat])[-1 if expr.backwards else 0]

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
        return self.world.read(cell, core.Number(0, self.most(info)), noted)

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
        most = min(1 if zone.shape == "grid" else 2, record.size - used)
        if most < record.size - used:
            self.world.partial = True
        number = self.world.decide(most + 1) if most > 0 else 0
        return tuple(self.world.opened(("component", cell, i), domain) for i in range(number))

    def _alone(self, zone: core.Zone) -> bool:
        """Is there no other place for its components, so that all lie in it?"""
        others = [other for other in self.game.zones.values() if other.item == zone.item]
        one = len(others) == 1 and not zone.of_player and prod(a.size for a in zone.axes) == 1
        return one and zone.fills and max(self.game.records[zone.item].players) <= self.game.low

    # ---- sources

    def members(self, source: core.Expr, env: Env) -> Any:
        """The members of a source: a tuple of values, or `Some` where they are not known."""
        match source:
            case core.ZoneRef():
                return self._inside(source, env)
            case core.Domain(of=core.Seat()):
                return tuple(range(self.players()))
            case core.Domain(of=core.KindType(name)):
                return tuple(range(self.game.kinds[name].size))
            case core.Domain(of=core.RangeType(name)):
                info = self.game.ranges[name]
                ends = [self.world.known(self.number(e, {})) for e in (info.low_expr, info.high_expr)]
                if None in ends:
                    return self._some(source, env)
                return tuple(range(ends[0] or 0, (ends[1] or 0) + 1))
            case core.SeatsFrom():
                return self._seats_from(source, env)
            case core.Interval():
                low, high = (self.world.known(self.number(e, env)) for e in (source.low, source.high))
                if low is None or high is None:
                    return self._some(source, env)
                return tuple(range(low, high + 1))
            case core.Members():
                return tuple(self.game.groups[source.group].members)
            case core.Local(name=name):
                return self._listed(env[name], source, env)
            case core.Call():
                return self.members(self.game.defines[source.define].value, self.called(source, env))
            case core.If():
                return self.members(
                    source.then if self.truth(source.condition, env) else source.otherwise, env
                )
            case core.Aggregate(op="those" | "list"):
                return self._gathered(source, env)
            case core.Column() | core.MemoryValue():
                found = getattr(self, f"_{type(source).__name__.lower()}")(source, env)
                return self._listed(found, source, env)
        return self._some(source, env)

    def _listed(self, found: Any, source: core.Expr, env: Env) -> Any:
        if isinstance(found, tuple) and not isinstance(found, Bits | Sum):
            return found
        if isinstance(found, Bits):
            universe = self._universe(source.type)
            if universe is None:
                return self._some(source, env)
            return tuple(m for m in universe if self.has(found, m))
        return self._some(source, env)

    def _universe(self, type: core.Type) -> list[int] | None:
        of = type.of if isinstance(type, core.SetType | core.ListType) else None
        if isinstance(of, core.Seat):
            return list(range(self.players()))
        if of is None or isinstance(of, core.Component):
            return None
        domain = v.domain_of(self.game, of)
        return v.listed(domain) if v.size(domain) <= (v.FEW if self.world.exact else 6) else None

    def _some(self, source: core.Expr, env: Env) -> Some:
        self._vague(source)
        of = source.type.of if isinstance(source.type, core.ListType | core.SetType) else source.type
        return Some(of, v.domain_of(self.game, of), "", (), {}, None)

    def _inside(self, zone: core.ZoneRef, env: Env) -> Any:
        info = self.game.zones[zone.zone]
        if info.item in self.fixed and self.most(info) <= v.FEW:
            return self._lying(info)
        if self.world.exact and info.shape != "pool":
            return tuple(item for cell in self.cells(zone, env) or () for item in self.contents(cell))
        item: core.Type = core.Component(info.item) if info.item in self.game.records else core.Seat()
        domain = v.domain_of(self.game, item)
        cells = self.cells(zone, env)
        return Some(item, domain, "", (), {}, cells[0] if cells and len(cells) == 1 else ("zone", zone.zone))

    def _seats_from(self, source: core.SeatsFrom, env: Env) -> Any:
        start = self.world.known(self.number(source.start, env))
        assert start is not None
        players = self.players()
        step = -1 if source.backwards else 1
        order = [(start + step * i) % players for i in range(players)]
        if isinstance(source.of, core.Domain):
            return tuple(order)
        among = self.set(source.of, env)
        return tuple(seat for seat in order if self.has(among, seat))

    def _gathered(self, expr: core.Aggregate, env: Env) -> Any:
        """A list or set of what is found; unknown members keep what is asked of them."""
        binder = expr.binders[0]
        found = self.members(binder.source, env)
        if len(expr.binders) > 1:
            ways = self._bound(expr, env)
            if ways is None or expr.value is None:
                return self._some(expr, env)
            return tuple(self.number(expr.value, way) for way in ways)
        if isinstance(found, Some):
            if expr.op == "list" and not _is_local(expr.value, binder.name):
                return self._some(expr, env)
            where = (*found.where, *((expr.where,) if expr.where is not None else ()))
            if found.name and found.name != binder.name:
                return self._some(expr, env)
            return found._replace(name=binder.name, where=where, names={**found.names, **env})
        kept = tuple(
            x for x in found if expr.where is None or self.truth(expr.where, {**env, binder.name: x})
        )
        if expr.op == "list" and expr.value is not None:
            return tuple(self.number(expr.value, {**env, binder.name: x}) for x in kept)
        return kept

    def one_of(self, some: Some, name: str, env: Env, where: core.Expr | None = None) -> Number:
        """One unknown member; Dead where there is none such."""
        self._vague()
        if isinstance(some.type, core.Component):
            found = self._component(some.type.record)
        else:
            found = self.world.fresh(some.domain)
        asked = [(part, {**some.names, some.name: found}) for c in some.where for part in core.conjuncts(c)]
        asked += [(part, {**env, name: found}) for part in core.conjuncts(where)]
        for part, names in asked:
            if is_short(part) and not self.truth(part, names):
                raise Dead
        return found

    # ---- sets

    def set(self, expr: core.Expr, env: Env) -> Any:
        """A set, or a tuple of its members, or `Some`."""
        match expr:
            case core.MemoryValue() | core.Column() | core.Const():
                return getattr(self, f"_{type(expr).__name__.lower()}")(expr, env)
            case core.Local(name=name):
                return env[name]
        return self.members(expr, env)

    def has(self, found: Any, member: Number) -> bool:
        """Is a value in a set?"""
        if isinstance(found, Some):
            self._vague()
            return self.world.decide(2) == 1
        if isinstance(found, Bits):
            return not self.world.is_zero(self.bit(found, member))
        return any(self.world.is_zero(v.minus(member, other)) for other in found)

    def bit(self, found: Bits, member: Number) -> Number:
        """1 or 0 for a member of a set, or an unknown."""
        key = self.key(member)
        beside = any(isinstance(other, int) for other, _ in found.known)
        if key is None or (beside and not isinstance(key, int) and not self.world.exact):
            self._vague()
            return self.world.fresh((0, 1))  # it may be one of those that are known
        bit = found.bit(key)
        if isinstance(bit, int):
            return bit
        for unknown, _ in bit.terms:
            self.world.domains.setdefault(unknown, (0, 1))
        return self.world.resolved(bit)

    def key(self, member: Number) -> Any:
        """What a member of a set goes by: its number, or the unknown that is a component; else None."""
        member = self.world.resolved(member)
        if isinstance(member, int):
            return member
        name = next(iter(member.terms))[0]
        if member == v.unknown(name) and is_component(name):
            return name
        return self.world.known(member)

    def is_in(self, expr: core.In, env: Env) -> bool:
        value = self.number(expr.value, env)
        if isinstance(expr.value.type, core.Optional) and self.world.is_zero(v.add(value, 1)):
            return False
        if isinstance(expr.source, core.ZoneRef) and not self.world.exact:
            if self.game.zones[expr.source.zone].item in self.fixed:
                return self.has(self._lying(self.game.zones[expr.source.zone]), value)
            self._vague()
            return self.world.decide(2) == 1
        return self.has(self.set(expr.source, env), value)

    def _empty(self, of: core.Expr, env: Env) -> bool:
        if isinstance(of, core.ZoneRef):
            return self.world.is_zero(self.count(of, env))
        if isinstance(of.type, core.Optional):
            return self.world.is_zero(v.add(self.number(of, env), 1))
        found = self.set(of, env)
        if isinstance(found, Some):
            self._vague()
            return self.world.decide(2) == 1
        if isinstance(found, Bits):
            universe = self._universe(of.type)
            if universe is None or (not self.world.exact and len(universe) > MANY):
                return self._empty_of_many(found)
            return not any(self.has(found, m) for m in universe)
        return not found

    def _empty_of_many(self, found: Bits) -> bool:
        if any(bit == 1 for _, bit in found.known):
            return False
        self._vague()
        return self.world.decide(2) == 1

    # ---- gathering

    def _bound(self, expr: core.Aggregate, env: Env) -> list[Env] | None:
        """All ways to bind the names for which the condition holds; None when they are not known."""
        ways: list[Env] = [env]
        for binder in expr.binders:
            wider: list[Env] = []
            for way in ways:
                found = self.members(binder.source, way)
                if isinstance(found, Some):
                    return None
                wider += [{**way, binder.name: x} for x in found]
            ways = wider
        return [way for way in ways if expr.where is None or self.truth(expr.where, way)]

    def _quantified(self, expr: core.Aggregate, wanted: bool, env: Env) -> bool:
        ways = self._bound(expr, env)
        if ways is None or (len(ways) > SHORT and not self.world.exact):
            return not self.world.is_zero(self._any(expr))
        assert expr.value is not None
        return any(self.truth(expr.value, way) == wanted for way in ways) == wanted

    def _aggregate(self, expr: core.Aggregate, env: Env) -> Any:
        if expr.op in ("any", "all"):
            return int(self.truth(expr, env))
        if expr.op == "those" or expr.op == "list":
            return self.members(expr, env)
        if expr.op == "count" and expr.where is None and len(expr.binders) == 1:
            source = expr.binders[0].source
            if isinstance(source, core.ZoneRef):
                return self.count(source, env)
        if any(self._is_pool(binder.source) for binder in expr.binders):
            return self._of_pools(expr, env)
        ways = self._bound(expr, env)
        if ways is None:
            return self._any(expr)
        return self._gather(expr, ways)

    def _is_pool(self, source: core.Expr) -> bool:
        return isinstance(source, core.ZoneRef) and self.game.zones[source.zone].shape == "pool"

    def _of_pools(self, expr: core.Aggregate, env: Env) -> Number:
        """A count of pieces, cell by cell."""
        *others, last = expr.binders
        if expr.op != "count" or expr.where is not None or any(self._is_pool(b.source) for b in others):
            return self._any(expr)
        outer = core.Aggregate(
            op="list", value=None, binders=tuple(others), where=None, type=expr.type, span=expr.span
        )
        ways = self._bound(outer, env)
        if ways is None or not isinstance(last.source, core.ZoneRef):
            return self._any(expr)
        total: Number = 0
        for way in ways:
            total = v.add(total, self.count(last.source, way))
        return total

    def _gather(self, expr: core.Aggregate, ways: list[Env]) -> Number:
        if expr.op == "count":
            return len(ways)
        if expr.op == "first":
            found: Number = ways[0][expr.binders[0].name] if ways else -1
            return found
        assert expr.value is not None
        numbers = [self.number(expr.value, way) for way in ways]
        if expr.op == "total":
            total: Number = 0
            for number in numbers:
                total = v.add(total, number)
            return total
        known = [self.world.known(number) for number in numbers]
        values = [x for x in known if x is not None]
        if len(values) < len(known):
            return self._any(expr)
        return _of_values(expr, values)


def _of_values(expr: core.Aggregate, values: list[int]) -> int:
    if expr.op in ("highest", "lowest"):
        return (max if expr.op == "highest" else min)(values, default=0)
    assert expr.value is not None
    present = [x for x in values if not isinstance(expr.value.type, core.Optional) or x != -1]
    if expr.op == "distinct":
        return len(set(present))
    return max((present.count(x) for x in present), default=0)


def is_short(condition: core.Expr) -> bool:
    """Is it cheap to ask? What an unknown member is like otherwise is left open."""
    parts = list(core.walk(condition))
    return len(parts) <= SHORT and not any(isinstance(part, core.Call | core.Aggregate) for part in parts)


def _is_local(expr: core.Expr | None, name: str) -> bool:
    return isinstance(expr, core.Local) and expr.name == name
