"""What is seen of an overlay as masks: where a value is shown, and where nothing lies."""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.overlays import TOP
from rulewright.elaborate.work import Key
from rulewright.machine.substitute import NONE
from rulewright.machine.total import is_total
from rulewright.python.mask_functions import MaskFunctions
from rulewright.python.masks import Leaf, Mask
from rulewright.record import record


@record
class Asked:
    """A test of one space of a board: the mask of the spaces where it holds, and which space is meant."""

    mask: Mask
    space: core.Expr
    spaces: int


class OverlayMasks(MaskFunctions):
    """Tests of what is seen of an overlay."""

    _optional: frozenset[Key] = frozenset()
    """What may be none where the condition at hand is not asked."""

    def _total(self, *exprs: core.Expr | None) -> bool:
        """May expressions be worked out where nothing has asked for them?"""
        return all(
            expr is None or is_total(self.game, expr, self._optional, self.context.total) for expr in exprs
        )

    def _seen(self, expr: core.Shown, value: core.Expr) -> Asked | None:
        """`strip[x].animal is value`: where that is seen."""
        region = self.context.layout.memory.get(f"seen:{expr.overlay}:{expr.field}")
        if region is None or expr.of.index is None or not self._total(expr.of.seat, value):
            return None
        at = self.offset(self.names[f"seen:{expr.overlay}", expr.field], region, expr.of.seat, [])
        read = self._read(value, *([expr.of.seat] if expr.of.seat is not None else []))
        text = self(value)
        place = f"{at} - 1" if text == "-1" else at if text == "0" else f"{at} + {text}"
        mask = Leaf(f"s.memory[{place}]", "seen", read)
        return Asked(mask, expr.of.index, self.game.kinds[self.game.overlays[expr.overlay].spaces].size)

    def _lies_bare(self, expr: core.MemoryValue, value: core.Expr) -> Asked | None:
        """`strip[x] is empty`: where no card lies."""
        if not isinstance(value, core.Const) or value.value != NONE or expr.index is None:
            return None
        if not self._total(expr.seat):
            return None
        overlay = self.game.overlays[expr.name.removeprefix(TOP)]
        region = self.context.layout.memory[f"bare:{overlay.name}"]
        at = self.offset(self.names["bare", overlay.name], region, expr.seat, [])
        read = self._read(*([expr.seat] if expr.seat is not None else []))
        mask = Leaf(f"s.memory[{at}]", "bare", read)
        return Asked(mask, expr.index, self.game.kinds[overlay.spaces].size)
