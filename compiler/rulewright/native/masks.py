"""Sets of spaces as C: conditions on a space become arithmetic on sets, as in the Python engine.

The reasoning is that of `python.bitboards`, in symbols; here its parts become C text, and the sets get their
widths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.elaborate.overlays import TOP
from rulewright.machine.substitute import NONE
from rulewright.native import sets
from rulewright.native.code import Code
from rulewright.python.images import Images
from rulewright.python.masks import And, Choice, Known, Leaf, Mask, Not, Or, Seen, Shift, inner
from rulewright.python.overlay_masks import Asked
from rulewright.python.places import Context

if TYPE_CHECKING:
    from rulewright.native.values import Values

ALL = -1


class Spaces(Images):
    """Conditions on a variable as sets of its values; texts are C."""

    def __init__(self, context: Context, values: Values) -> None:
        super().__init__(context)
        self._values = values
        self.widths: dict[str, int] = {}

    def __call__(self, expr: core.Expr) -> str:
        return self._values.value(expr)

    def atom(self, expr: core.Expr) -> str:
        """A value."""
        return self._values.value(expr)

    def condition(self, expr: core.Expr) -> str:
        """A condition."""
        return self._values.value(expr)

    def mask_atom(self, source: core.Expr) -> str:
        """A set; how many words it has is kept."""
        text = self._values.set(source)
        self.widths[text] = self._values.set_words(source)
        return text

    def _read(self, *exprs: core.Expr) -> frozenset[str]:
        return frozenset()

    def _looked_up(self, op: str, of: core.Expr, known: tuple[int, ...], value: core.Expr) -> Mask | None:
        return None

    def _man(self, there: core.MemoryValue, man: str, value: core.Expr) -> Mask:
        return self._leaf(f"men:{there.name}", there.seat, man)

    def _seen(self, expr: core.Shown, value: core.Expr) -> Asked | None:
        key = f"seen:{expr.overlay}:{expr.field}"
        if key not in self.context.layout.memory or expr.of.index is None:
            return None
        if not self._total(expr.of.seat, value):
            return None
        mask = self._leaf(key, expr.of.seat, self(value))
        return Asked(mask, expr.of.index, self.game.kinds[self.game.overlays[expr.overlay].spaces].size)

    def _lies_bare(self, expr: core.MemoryValue, value: core.Expr) -> Asked | None:
        if not isinstance(value, core.Const) or value.value != NONE or expr.index is None:
            return None
        if not self._total(expr.seat):
            return None
        overlay = self.game.overlays[expr.name.removeprefix(TOP)]
        mask = self._leaf(f"bare:{overlay.name}", expr.seat, str(NONE))
        return Asked(mask, expr.index, self.game.kinds[overlay.spaces].size)

    def _leaf(self, key: str, seat: core.Expr | None, value: str) -> Leaf:
        """One of the sets of a board or overlay; that of none stands before the others."""
        block, region = self._values.shape.blocks[key], self.context.layout.memory[key]
        terms = [] if seat is None else [f"{region.cells} * {self._values.value(seat)}"]
        terms.append(str(int(value) + 1) if value.lstrip("-").isdecimal() else f"{value} + 1")
        text = f"s->{block.field}[{' + '.join(terms)}]"
        self.widths[text] = block.words
        return Leaf(text, "men", frozenset())

    # ---- the lowest space where something holds

    def _ways(self, spaces: tuple[int, ...]) -> str:
        return self._values.tables.sets("ways", spaces, 1)

    def lowest_of(self, space: core.Table) -> str | None:
        """`Place[c, lowest(r for r in 1..6 where board[c, r] is empty)]`: the lowest space where it holds, by
        the set of those on the way; -1 where it holds on none."""
        known = self.game.spaces.get(space.type.name) if isinstance(space.type, core.KindType) else None
        if known is None or self._values.shape.wide(self.game.kinds[known.name].size) > 1:
            return None
        found, lines = self._values.code.captured(lambda: super(Spaces, self).lowest_space(space))
        if found is None:
            return None
        self._values.code.lines += lines
        inner = next(index for index in space.indices if isinstance(index, core.Aggregate))
        image = self.image(inner.binders[0], inner.where)
        assert image is not None
        return f"within(r, lowest({image[0]}), {len(image[1])})"

    # ---- text

    def c_text(self, mask: Mask, code: Code, size: int) -> str:
        """A mask as C text, a set of so many possible members; what is used twice gets a name."""
        to = self._values.shape.wide(size)
        writer = _Writer(self.widths, self._width(mask, to), code)
        self._values.shape.widths.add(writer.w)
        return sets.resized(writer.written(mask), writer.w, to)

    def _width(self, mask: Mask, least: int) -> int:
        match mask:
            case Known(value):
                return max(least, sets.words(value.bit_length() if value > 0 else 0))
            case Leaf(text):
                return max(least, self.widths[text])
            case Seen(reached=reached) | Shift(reached=int(reached)):
                least = max(least, sets.words(reached.bit_length()))
        return max([least, *(self._width(part, least) for part in inner(mask))])


class _Writer:
    """The text of one mask."""

    def __init__(self, widths: dict[str, int], w: int, code: Code) -> None:
        self.w = w
        self._widths = widths
        self._code = code
        self._named: dict[Mask, str] = {}

    def written(self, mask: Mask) -> str:
        uses: Counter[Mask] = Counter()
        self._count(mask, uses)
        return self._text(mask, uses)

    def _count(self, mask: Mask, uses: Counter[Mask]) -> None:
        uses[mask] += 1
        if uses[mask] == 1:
            for part in inner(mask):
                self._count(part, uses)

    def _text(self, mask: Mask, uses: Counter[Mask]) -> str:
        if mask in self._named:
            return self._named[mask]
        text = self._written(mask, lambda part: self._text(part, uses))
        if uses[mask] > 1 and not isinstance(mask, Known | Leaf):
            name = self._code.fresh("set")
            self._code.add(f"const S{self.w} {name} = {text};")
            self._named[mask] = name
            return name
        return text

    def _written(self, mask: Mask, of: Callable[[Mask], str]) -> str:
        w = self.w
        match mask:
            case Known(value):
                return sets.const(w, value)
            case Leaf(text):
                return sets.resized(text, self._widths[text], w)
            case Not(part, everything):
                if everything == ALL:
                    return sets.outside(w, of(part))
                return sets.differing(w, sets.const(w, everything), of(part))
            case And(parts) | Or(parts):
                join = sets.both if isinstance(mask, And) else sets.either
                text = of(parts[0])
                for part in parts[1:]:
                    text = join(w, text, of(part))
                return text
            case Shift(part, by, reached):
                text = sets.moved(w, of(part), by)
                return text if reached is None else sets.both(w, text, sets.const(w, reached))
            case Seen(goal, through, by, reached):
                return f"seen{w}({of(goal)}, {of(through)}, {by}, {sets.const(w, reached)})"
            case Choice(test, _, then, otherwise):
                if test.startswith("not "):
                    test = f"!({test.removeprefix('not ')})"
                return f"({test} ? {of(then)} : {of(otherwise)})"
        raise TypeError(mask)
