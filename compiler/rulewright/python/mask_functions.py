"""Python text of masks: inside an expression where they are short, else by functions of their own."""

from __future__ import annotations

import re

from rulewright import core
from rulewright.machine.substitute import free_locals
from rulewright.python.layout import Lines
from rulewright.python.masks import (
    Leaf,
    Mask,
    free_name,
    is_short,
    laid_out_mask,
    looks_far,
    moved_as_one,
    reads,
    renamed,
    walk,
)
from rulewright.python.masks import Texts as MaskTexts
from rulewright.python.places import Helper
from rulewright.python.sources import Sources


class MaskFunctions(Sources):
    """Masks as text; functions that several expressions share."""

    def mask_text(self, mask: Mask) -> str:
        """A mask inside an expression: as it is where it is short, else by a function of its own."""
        if is_short(mask):
            return MaskTexts()(mask)
        names, mask = sorted(reads(mask)), moved_as_one(mask)
        if looks_far(mask):
            return self._remembered(mask)
        lines = laid_out_mask(mask, {"s", *names, *self.names.taken})
        return self.helper(lines, names)

    def _remembered(self, mask: Mask) -> str:
        """A mask that takes long is worked out once for the same masks that it is made of."""
        given = list(dict.fromkeys(part for part in walk(mask) if isinstance(part, Leaf)))
        named: dict[Mask, Mask] = {}
        taken: set[str] = set(self.names.taken)
        for leaf in given:  # named by what they are, not by whose: so that all seats share the function
            name = free_name(leaf.name.partition("_")[0], taken)
            named[leaf] = Leaf(name, name, frozenset())
        lines = laid_out_mask(renamed(mask, named), taken)
        params = [part.text for part in named.values() if isinstance(part, Leaf)]
        return self.helper(lines, params, [leaf.text for leaf in given])

    def mask_operand(self, mask: Mask) -> str:
        """A mask that may be compared."""
        text = self.mask_text(mask)
        return f"({text})" if " if " in text else text

    def helper(self, lines: Lines, names: list[str], given: list[str] | None = None) -> str:
        """The call of a function that gives a mask; the same lines are the same function. With what is
        `given` for its parameters, it is a function of these alone."""
        params = [f"{name}: int" for name in names]
        args = ", ".join(params if given else ["s: State", *params])
        means = _unnamed(lines, names)
        known = next((helper for helper in self.context.helpers if helper.means == means), None)
        if known is None:
            name = self.names.another(f"where_{self.context.title}")
            known = Helper(name, args, lines, means, given is not None)
            self.context.helpers.append(known)
        return f"{known.name}({', '.join(given or ['s', *names])})"

    def _read(self, *exprs: core.Expr) -> frozenset[str]:
        """The Python locals that expressions read, without those that they bind themselves."""
        found = {self.locals[local.name] for expr in exprs for local in free_locals(expr)}
        acts = any(isinstance(part, core.Me) for expr in exprs for part in core.walk(expr))
        return frozenset(found | {"me"} if acts else found)


def _unnamed(lines: Lines, names: list[str]) -> str:
    """Lines as they are whatever their parameters are called."""
    text = repr(lines)
    for number, name in enumerate(names):
        text = re.sub(rf"\b(men_of_)?{re.escape(name)}\b", lambda m, n=number: f"{m[1] or ''}§{n}", text)  # type: ignore[misc]
    return text
