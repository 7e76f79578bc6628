"""What expressions are worth in a world that is made up as it is read.

`Evaluator(world)` gives numbers (known or not), sets as `Bits`, lists as tuples, and `Some` for sources whose
members are not known. What cannot be followed is any value of its type; in an exact world it is CannotTell.
"""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.arithmetic import Arithmetic
from rulewright.cascades.asker import Env
from rulewright.cascades.values import Bits, Number, Sum

DEEP = 40
METHODS: dict[type[core.Expr], str] = {}  # what each sort of expression is asked by


class Evaluator(Arithmetic):
    """Expressions of one game in one world."""

    # ---- values

    def number(self, expr: core.Expr, env: Env) -> Number:
        """A value that is no set or list."""
        self.asked += 1
        sort = type(expr)
        if sort not in METHODS:
            METHODS[sort] = f"_{sort.__name__.lower()}"
        found = getattr(self, METHODS[sort], self._other)(expr, env)
        if isinstance(found, int | Sum):
            return found
        if isinstance(found, v.Pick):
            value: int = self.picked(found)
            return value
        return self._any(expr)

    def _other(self, expr: core.Expr, env: Env) -> Number:
        return self._any(expr)

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

    def _if(self, expr: core.If, env: Env) -> Any:
        return self.whole(expr.then if self.truth(expr.condition, env) else expr.otherwise, env)

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

    # ---- conditions

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

    def _not(self, expr: core.Not, env: Env) -> int:
        return int(self.truth(expr, env))

    def _isempty(self, expr: core.IsEmpty, env: Env) -> int:
        return int(self.truth(expr, env))

    def _isfull(self, expr: core.IsFull, env: Env) -> int:
        return int(self.truth(expr, env))

    def _in(self, expr: core.In, env: Env) -> int:
        return int(self.truth(expr, env))
