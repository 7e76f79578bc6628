"""Sums, products and quotients of numbers that need not be known."""

from __future__ import annotations

from math import prod
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.gather import Gatherer
from rulewright.cascades.values import Number, Sum
from rulewright.cascades.world import Stopped

FEW_WAYS = 36


class Arithmetic(Gatherer):
    """`+ - * /`. In an exact world factors are decided; in a proof only where there are few ways, else a
    product is a number between two others."""

    def _binary(self, expr: core.Binary, env: Env) -> Any:
        if expr.op in ("+", "-", "*", "/") and isinstance(expr.type, core.Number):
            left, right = self.number(expr.left, env), self.number(expr.right, env)
            if expr.op == "+":
                return v.add(left, right)
            if expr.op == "-":
                return v.minus(left, right)
            left, right = self.world.resolved(left), self.world.resolved(right)
            return self._product(expr, left, right) if expr.op == "*" else self._quotient(expr, left, right)
        if expr.op == "+":
            left, right = self.members(expr.left, env), self.members(expr.right, env)
            return left + right if isinstance(left, tuple) and isinstance(right, tuple) else self._any(expr)
        return int(self.truth(expr, env))

    def _are_few(self, *numbers: Number) -> bool:
        """May what these are made of be decided? In a proof only if there are few ways."""
        names = {name for number in numbers if isinstance(number, Sum) for name, _ in number.terms}
        return self.world.exact or prod(v.size(self.world.domains[name]) for name in names) <= FEW_WAYS

    def _product(self, expr: core.Binary, left: Number, right: Number) -> Number:
        if isinstance(left, int):
            return v.times(right, left)
        if isinstance(right, int):
            return v.times(left, right)
        if not self._are_few(left, right):
            return self.world.product(left, right)
        other, one = self.world.known(right), self.world.known(left)
        return self._any(expr) if one is None or other is None else one * other

    def _quotient(self, expr: core.Binary, left: Number, right: Number) -> Number:
        if not self._are_few(right):
            return self._any_part(expr, left, right)
        other = self.world.known(right)
        if other == 0:
            raise Stopped
        if other is not None and other > 0 and not self.world.exact:
            return left if other == 1 else self._part_of(left, other)
        one = self.world.known(left)
        return self._any(expr) if one is None or other is None else one // other

    def _any_part(self, expr: core.Binary, left: Number, right: Number) -> Number:
        """A number divided by another, of which it is known what they are between."""
        if self.world.is_zero(right):
            raise Stopped
        (least, most), (low, high) = self.world.span(left), self.world.span(right)
        return self.world.fresh((least // high, most // low)) if least >= 0 and low > 0 else self._any(expr)

    def _part_of(self, number: Number, by: int) -> Number:
        """A number that is not below 0, divided: itself less the rest, which is above 0 if the number is."""
        low, high = self.world.span(number)
        if low < 0:
            return self.world.fresh((low // by, high // by))
        found = v.minus(number, self.world.fresh((low - low // by, high - high // by)))
        self.ends[found] = (low // by, high // by)
        return found
