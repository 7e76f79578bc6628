"""What is seen of an overlay as masks: where a value is shown, and where nothing lies."""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.overlays import TOP, item_of
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
        """`strip[x].animal is value`: where that is seen. What every card shows a value of is none only where
        no card lies, and a value is seen only where one does."""
        region = self.context.layout.memory.get(f"seen:{expr.overlay}:{expr.field}")
        if region is None or expr.of.index is None or not self._total(expr.of.seat, value):
            return None
        overlay = self.game.overlays[expr.overlay]
        spaces, bare = self.game.kinds[overlay.spaces].size, self._bare(overlay, expr.of.seat)
        of_none = isinstance(value, core.Const) and value.value == NONE
        if of_none and not isinstance(item_of(self.game, overlay.record, expr.field), core.Optional):
            return Asked(bare, expr.of.index, spaces)
        at = self.offset(self.names[f"seen:{expr.overlay}", expr.field], region, expr.of.seat, [])
        read = self._read(value, *([expr.of.seat] if expr.of.seat is not None else []))
        text = self(value)
        place = f"{at} - 1" if text == "-1" else at if text == "0" else f"{at} + {text}"
        lies = isinstance(value.type, core.KindType) and not of_none
        mask = Leaf(f"s.memory[{place}]", "seen", read, bare if lies else None)
        return Asked(mask, expr.of.index, spaces)

    def _lies_bare(self, expr: core.MemoryValue, value: core.Expr) -> Asked | None:
        """`strip[x] is empty`: where no card lies."""
        if not isinstance(value, core.Const) or value.value != NONE or expr.index is None:
            return None
        if not self._total(expr.seat):
            return None
        overlay = self.game.overlays[expr.name.removeprefix(TOP)]
        return Asked(self._bare(overlay, expr.seat), expr.index, self.game.kinds[overlay.spaces].size)

    def _bare(self, overlay: core.Overlay, seat: core.Expr | None) -> Mask:
        """Where no card of an overlay lies."""
        region = self.context.layout.memory[f"bare:{overlay.name}"]
        at = self.offset(self.names["bare", overlay.name], region, seat, [])
        return Leaf(f"s.memory[{at}]", "bare", self._read(*([seat] if seat is not None else [])))
