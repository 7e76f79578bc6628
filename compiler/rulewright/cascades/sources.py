"""Sets, lists and sources in a world: their members, as tuples, `Bits`, or `Some` where not known."""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import MANY, Env
from rulewright.cascades.columns import Columns
from rulewright.cascades.values import Bits, Number, Pick, Some, Sum
from rulewright.cascades.world import Dead, is_component

SHORT = 8


class Sources(Columns):
    """Members of sets, lists, zones and ranges."""

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

    def _nextseat(self, expr: core.NextSeat, env: Env) -> Number:
        seat, players = self.world.known(self.number(expr.seat, env)), self.players()
        assert seat is not None
        order = [(seat + i) % players for i in range(1, players)]
        if expr.among is not None:
            among = self.set(expr.among, env)
            order = [s for s in order if self.has(among, s)]
        return (order or [seat])[-1 if expr.backwards else 0]

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
        if isinstance(found, Some) or isinstance(member, Pick):
            return self._either_way()
        if isinstance(found, Bits):
            return not self.world.is_zero(self.bit(found, member))
        if any(isinstance(other, Pick) for other in found):
            return self._either_way()  # of effects it is not known which they are
        return any(self.world.is_zero(v.minus(member, other)) for other in found)

    def _either_way(self) -> bool:
        """Both answers are followed; that they may not be the truth is noted."""
        self._vague()
        return self.world.decide(2) == 1

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


def is_short(condition: core.Expr) -> bool:
    """Is it cheap to ask? What an unknown member is like otherwise is left open."""
    parts = list(core.walk(condition))
    return len(parts) <= SHORT and not any(isinstance(part, core.Call | core.Aggregate) for part in parts)


def _is_local(expr: core.Expr | None, name: str) -> bool:
    return isinstance(expr, core.Local) and expr.name == name
