"""What is gathered from members: counts, totals, any and all, the highest."""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.sources import SHORT, Sources
from rulewright.cascades.values import Number


class Gatherer(Sources):
    """Gatherers, where their members are known."""

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
