"""Values that are known for each space, compared with one that is not: masks that are looked up."""

from __future__ import annotations

import operator

from rulewright import core
from rulewright.machine.substitute import NONE, Values, Variable, mentions, values
from rulewright.python.layout import bare
from rulewright.python.masks import Known, Leaf, Mask
from rulewright.python.overlay_masks import OverlayMasks

MOST_MASKS = 32
FEWEST = 8  # of fewer values each is asked as soon
COMPARED = {
    "is": operator.eq,
    "is_not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
WORDS = {"is": "is", "is_not": "is not", "<": "below", "<=": "up to", ">": "above", ">=": "from"}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class ValueMasks(OverlayMasks):
    """`s.number <= n` for all s at once: a table of masks by `n`."""

    def _compared(self, expr: core.Binary, var: Variable) -> Mask | None:
        """Two values, one or both of which are known for each value of the variable."""
        if expr.op not in COMPARED:
            return None
        one, other = values(self.game, expr.left, var), values(self.game, expr.right, var)
        compare = COMPARED[expr.op]
        if isinstance(one, tuple) and isinstance(other, tuple):
            return Known(
                sum(1 << i for i, (a, b) in enumerate(zip(one, other, strict=True)) if compare(a, b))
            )
        if isinstance(one, tuple) and not mentions(expr.right, var.name):
            return self._looked_up(expr.op, expr.left, one, expr.right)
        if isinstance(other, tuple) and not mentions(expr.left, var.name):
            return self._looked_up(TURNED.get(expr.op, expr.op), expr.right, other, expr.left)
        return None

    def _looked_up(self, op: str, of: core.Expr, known: Values, value: core.Expr) -> Mask | None:
        """The mask of the known values that compare with one that is worked out once."""
        low, high = core.bounds(self.game, value.type)
        if isinstance(value.type, core.Optional):
            low = NONE
        top = min(high, max(known) + 1)  # all that is more compares with them as this does
        if len(known) < FEWEST or low < NONE or not 0 <= top < MOST_MASKS or not self._total(value):
            return None
        asked = [*range(top + 1), *([NONE] if low == NONE else [])]
        masks = [
            sum(1 << i for i, each in enumerate(known) if COMPARED[op](each, wanted)) for wanted in asked
        ]
        text = bare(self(value))
        at = text if high <= top else f"min({text}, {top})"
        word = f"{of.name} {WORDS[op]}" if isinstance(of, core.Table) else self.context.title
        return Leaf(f"{self._masks_table(word, masks)}[{at}]", "those", self._read(value))

    def _masks_table(self, wanted: str, masks: list[int]) -> str:
        key = ",".join(map(hex, masks))
        name = self.names.add(f"{wanted} masks".upper(), "masks of", key)
        self.context.tables.setdefault(name, f"masks|{key}")
        return name
