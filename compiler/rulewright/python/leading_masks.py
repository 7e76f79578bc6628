"""Those before the first that fails, on a line of spaces: as masks, where a mask says which spaces fail."""

from __future__ import annotations

from rulewright import core
from rulewright.machine.substitute import Variable
from rulewright.python.layout import bare
from rulewright.python.ranges import Ranges


class LeadingMasks(Ranges):
    """Sets of what leads on lines whose spaces have rising, or falling, numbers."""

    def leading_mask(self, expr: core.Expr) -> str | None:
        """The mask of the members of `leading(...)`, of several one after the other; None where they must be
        gone through."""
        if isinstance(expr, core.Binary) and expr.op == "+":
            left, right = self.leading_mask(expr.left), self.leading_mask(expr.right)
            return None if left is None or right is None else f"{left} | {right}"
        if not isinstance(expr, core.Leading) or not isinstance(expr.binder.source, core.Table):
            return None
        binder, line = expr.binder, expr.binder.source
        if not isinstance(binder.type, core.KindType) or (way := self._way(line)) is None:
            return None
        var = Variable(binder.name, 0, self.game.kinds[binder.type.name].size)
        fails = core.Not(of=expr.condition, type=core.YesNo(), span=expr.span)
        stops = self.vector(fails, var)
        if stops is None:
            return None
        return f"{way}({self.entry(line, 'set')}, {bare(self.mask_text(stops))})"

    def _way(self, line: core.Table) -> str | None:
        """Do the spaces of all lines that are meant have rising numbers, or falling ones?"""
        info = self.game.tables[line.name]
        if not isinstance(line.type, core.ListType) or not info.axes:
            return None
        ways: set[str] = set()
        for number, spaces in enumerate(info.values):
            if not isinstance(spaces, tuple):
                return None
            if len(spaces) > 1 and self._is_meant(line, info, number):
                order = [at for at in spaces if isinstance(at, int)]
                rises, falls = order == sorted(order), order == sorted(order, reverse=True)
                ways.add("rising" if rises else "falling" if falls else "")
        return ways.pop() or None if len(ways) == 1 else None

    def _is_meant(self, line: core.Table, info: core.TableInfo, number: int) -> bool:
        """Can an entry be the one that the indices of a table lead to, as far as these are known?"""
        for index, axis in zip(reversed(line.indices), reversed(info.axes), strict=True):
            number, at = divmod(number, axis.size)
            if isinstance(index, core.Const) and index.value - axis.low != at:
                return False
        return True
