"""Sources of numbers narrowed by what is asked of them: `r in 1..8 where r is next(d) and ...` looks at one
number, `count(r in 1..8 where r > a and r < b)` at none.

Only what can be worked out anywhere may be worked out before the conditions that stand in front of it.
"""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.work import Key
from rulewright.machine.substitute import Variable, inlined, is_written_out, mentions
from rulewright.machine.total import is_total, may_be_none
from rulewright.python.kept_lists import KeptLists
from rulewright.python.layout import bare
from rulewright.python.texts import plus_one

LOOKED_INTO = 200  # how long a define may be in which an equation is looked for
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Ranges(KeptLists):
    """What a binder over known numbers goes through, and the conditions that remain."""

    def narrowed_range(
        self, binder: core.Binder, where: core.Expr | None
    ) -> tuple[str, list[core.Expr]] | None:
        """The numbers that a binder goes through, and the conditions that remain; None where all must be
        looked at."""
        var, parts = self.variable(binder), core.conjuncts(where)
        if var is None or not parts:
            return None
        known = may_be_none(where) if where is not None else frozenset()
        for part in parts:
            one = self._solved(part, var, binder.source, known)
            if one is not None:
                text, bounds = one
                own = isinstance(part, core.Binary) and part.op == "is"
                rest = [other for other in parts if other is not part or not own]
                return text, [*self._inside(binder, var, *bounds), *rest]
        return self._between(var, parts, known)

    def _solved(
        self, expr: core.Expr, var: Variable, source: core.Expr, known: frozenset[Key]
    ) -> tuple[str, tuple[int, int]] | None:
        """The one number for which a condition can hold, as a source, and between which it lies; where that
        depends on something else, all of them or that one."""
        match expr:
            case core.Call(define=define):
                if is_written_out(self.game, define, self.context.sizes, LOOKED_INTO):
                    return self._solved(inlined(self.game, expr), var, source, known)
            case core.Binary(op="and"):
                return self._solved(expr.left, var, source, known) or self._solved(
                    expr.right, var, source, known
                )
            case core.Binary(op="is"):
                value = self._compared_with(expr, var, known)
                if value is not None:
                    return f"({self(value[1])},)", core.bounds(self.game, value[1].type)
            case core.If():
                return self._solved_if(expr, var, source, known)
        return None

    def _solved_if(
        self, expr: core.If, var: Variable, source: core.Expr, known: frozenset[Key]
    ) -> tuple[str, tuple[int, int]] | None:
        if not self._is_fixed(expr.condition, var, known):
            return None
        sides = [self._solved(side, var, source, known) for side in (expr.then, expr.otherwise)]
        if sides == [None, None]:
            return None
        everything = (self.source(source), (var.low, var.low + var.size - 1))
        (then, one), (otherwise, other) = (side or everything for side in sides)
        text = f"({then} if {self.condition(expr.condition)} else {otherwise})"
        return text, (min(one[0], other[0]), max(one[1], other[1]))

    def _between(
        self, var: Variable, parts: list[core.Expr], known: frozenset[Key]
    ) -> tuple[str, list[core.Expr]] | None:
        """The numbers between those that a binder is compared with."""
        lows, ends, rest = [str(var.low)], [str(var.low + var.size)], list[core.Expr]()
        for part in parts:
            found = self._compared_with(part, var, known)
            if found is None:
                rest.append(part)
                continue
            op, value = found
            least, most = core.bounds(self.game, value.type)
            text = bare(self(value))
            if op in (">", ">="):
                covered = least + (op == ">") >= var.low
                lows = [*(lows[1:] if covered else lows), plus_one(text) if op == ">" else text]
            else:
                covered = most + (op == "<=") <= var.low + var.size
                ends = [*(ends[1:] if covered else ends), plus_one(text) if op == "<=" else text]
        if len(rest) == len(parts):
            return None
        low = f"max({', '.join(lows)})" if len(lows) > 1 else lows[0]
        end = f"min({', '.join(ends)})" if len(ends) > 1 else ends[0]
        return f"range({'' if str(low) == '0' else f'{low}, '}{end})", rest

    def _compared_with(
        self, expr: core.Expr, var: Variable, known: frozenset[Key]
    ) -> tuple[str, core.Expr] | None:
        """How a condition compares a variable, and with which number that does not depend on it."""
        if not isinstance(expr, core.Binary) or expr.op not in ("is", *TURNED):
            return None
        for one, other, op in (
            (expr.left, expr.right, expr.op),
            (expr.right, expr.left, TURNED.get(expr.op, expr.op)),
        ):
            own = isinstance(one, core.Local) and one.name == var.name
            number = isinstance(other.type, core.Number | core.RangeType)
            if own and number and self._is_fixed(other, var, known):
                return op, other
        return None

    def _is_fixed(self, expr: core.Expr, var: Variable, known: frozenset[Key]) -> bool:
        """Is an expression the same for each value of a variable, and can it be worked out anywhere?"""
        return not mentions(expr, var.name) and is_total(self.game, expr, known, self.context.total)

    def _inside(self, binder: core.Binder, var: Variable, least: int, most: int) -> list[core.Expr]:
        """The conditions that a number is one of those that a binder goes through."""
        local = core.Local(name=binder.name, type=binder.type, span=binder.span)
        ends = ((">=", var.low, least < var.low), ("<=", var.low + var.size - 1, most >= var.low + var.size))
        return [
            core.Binary(
                op=op,
                left=local,
                right=core.Const(value=end, type=core.Number(end, end), span=binder.span),
                type=core.YesNo(),
                span=binder.span,
            )
            for op, end, beyond in ends
            if beyond
        ]
