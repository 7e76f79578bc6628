"""Python text of counts, totals and their like, with masks where tables can answer a condition."""

from __future__ import annotations

from rulewright import core
from rulewright.python.layout import bare
from rulewright.python.sources import Sources
from rulewright.python.texts import is_atom, minus


class Aggregates(Sources):
    """Expressions with binders: comprehensions, or arithmetic on masks."""

    def _aggregate(self, expr: core.Aggregate) -> str:
        return str(getattr(self, f"_aggregate_{expr.op}")(expr))

    def _aggregate_count(self, expr: core.Aggregate) -> str:
        last = expr.binders[-1].source
        if self._is_pool(last):
            counted = self.count_of(last)
            return (
                counted
                if len(expr.binders) == 1 and expr.where is None
                else f"sum([{counted}{self._nest(expr)}])"
            )
        if len(expr.binders) == 1 and expr.where is None:
            return self.count_of(last)
        if len(expr.binders) == 1 and self.is_mask(last):
            mask, rest = self.masked(expr.binders[0], expr.where)
            if not rest:
                return f"{mask}.bit_count()" if is_atom(mask) else f"({mask}).bit_count()"
        return f"sum([1{self._nest(expr)}])"

    def _aggregate_total(self, expr: core.Aggregate) -> str:
        return f"sum([{self._value(expr)}{self._nest(expr)}])"

    def _aggregate_any(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        if len(expr.binders) == 1 and self.is_mask(expr.binders[0].source):
            where = expr.value if expr.where is None else both(expr.where, expr.value)
            mask, rest = self.masked(expr.binders[0], where)
            if not rest:
                return f"{mask if is_atom(mask) else f'({mask})'} != 0"
        return f"any({self._value(expr)}{self._nest(expr)})"

    def _aggregate_all(self, expr: core.Aggregate) -> str:
        return f"all({self._value(expr)}{self._nest(expr)})"

    def _aggregate_highest(self, expr: core.Aggregate) -> str:
        return f"max([{self._value(expr)}{self._nest(expr)}], default=0)"

    def _aggregate_lowest(self, expr: core.Aggregate) -> str:
        return f"min([{self._value(expr)}{self._nest(expr)}], default=0)"

    def _aggregate_distinct(self, expr: core.Aggregate) -> str:
        values = f"{{{self._value(expr)}{self._nest(expr)}}}"
        optional = expr.value is not None and isinstance(expr.value.type, core.Optional)
        return f"len({values} - {{-1}})" if optional else f"len({values})"

    def _aggregate_most_alike(self, expr: core.Aggregate) -> str:
        type = expr.value.type if expr.value is not None else None
        lowest = f", {type.low}" if isinstance(type, core.Number) and type.low < 0 else ""
        return f"most_alike([{self._value(expr)}{self._nest(expr)}]{lowest})"

    def _aggregate_list(self, expr: core.Aggregate) -> str:
        return f"[{self._value(expr)}{self._nest(expr)}]"

    def _aggregate_first(self, expr: core.Aggregate) -> str:
        name = self.locals[expr.binders[0].name]
        return f"next(({name}{self._nest(expr)}), -1)"

    def _aggregate_those(self, expr: core.Aggregate) -> str:
        binder = expr.binders[0]
        if self.is_mask(binder.source):
            mask, rest = self.masked(binder, expr.where)
            if not rest:
                return mask
            name = self.locals[binder.name]
            low = core.bounds(self.game, binder.type)[0]
            items = f"bits({bare(mask)})" if not low else f"[{name} + {low} for {name} in bits({bare(mask)})]"
            return f"mask_of([{minus(name, low)} for {name} in {items} if {self.conditions(rest)}])"
        low = core.bounds(self.game, binder.type)[0]
        if not low and expr.where is None:
            return f"mask_of({self.source(binder.source)})"
        item = minus(self.locals[binder.name], low)
        return f"mask_of([{item}{self._nest(expr)}])"

    def _value(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        return self.condition(expr.value) if expr.op in ("any", "all") else self(expr.value)

    def _nest(self, expr: core.Aggregate) -> str:
        """` for x in S for y in T if c`; a pool as the last source is counted, not gone through."""
        binders = expr.binders
        if self._is_pool(binders[-1].source):
            binders = binders[:-1]
        parts = [f" for {self.locals[b.name]} in {self.source(b.source)}" for b in binders[:-1]]
        where = expr.where
        if binders:
            last = binders[-1]
            if where is not None and self.is_mask(last.source):
                mask, rest = self.masked(last, where)
                parts.append(f" for {self.locals[last.name]} in {self.bits_of(last.source, mask)}")
                return "".join(parts) + (f" if {self.conditions(rest)}" if rest else "")
            parts.append(f" for {self.locals[last.name]} in {self.source(last.source)}")
        return "".join(parts) + (f" if {self.condition(where)}" if where is not None else "")

    def conditions(self, rest: list[core.Expr]) -> str:
        """Several conditions joined by `and`."""
        return " and ".join(self._side(part, "and") for part in rest)

    def masked(self, binder: core.Binder, where: core.Expr | None) -> tuple[str, list[core.Expr]]:
        """The source's mask narrowed by the conditions that tables and sets can answer, and what remains."""
        masks, gates, rest = [self.mask_atom(binder.source)], [], []
        for part in core.conjuncts(where):
            mask = self._as_mask(binder.name, part)
            if mask is not None:
                masks.append(mask)
            elif not mentions(part, binder.name):
                gates.append(self.condition(part))
            else:
                rest.append(part)
        text = " & ".join(masks)
        if gates:
            text = f"({text} if {' and '.join(f'({gate})' for gate in gates)} else 0)"
        return text, rest

    def _as_mask(self, name: str, part: core.Expr) -> str | None:
        match part:
            case core.Not(of=core.In() as inner):
                mask = self._as_mask(name, inner)
                return f"~{mask}" if mask is not None else None
            case core.In(value=core.Local(name=local), source=source) if local == name and self.is_mask(
                source
            ):
                return self.mask_atom(source) if not mentions(source, name) else None
            case core.Binary(op="is", left=core.Column(of=core.Local(name=local)) as column, right=value):
                if local == name and not mentions(value, name) and self._has_masks(column):
                    return f"{self._mask_table(column)}[{self(value)}]"
        return None

    def parts_table(self, column: core.Column) -> str:
        """The table of a column's words, taken apart: (number of the word, its values), by component."""
        name = self.names.add(
            f"{column.record}_{column.field}_parts".upper(), "parts", column.record, column.field
        )
        self.context.tables.setdefault(name, f"parts:{column.record}:{column.field}")
        return name

    def _has_masks(self, column: core.Column) -> bool:
        type = self.game.records[column.record].fields[column.field].type
        type = type.of if isinstance(type, core.Optional) else type
        return isinstance(type, core.KindType | core.RangeType) and core.bounds(self.game, type)[0] == 0

    def _mask_table(self, column: core.Column) -> str:
        name = self.names.add(
            f"{column.record}_by_{column.field}".upper(), "masks", column.record, column.field
        )
        self.context.tables.setdefault(name, f"masks:{column.record}:{column.field}")
        return name


def both(left: core.Expr, right: core.Expr) -> core.Expr:
    """a and b"""
    return core.Binary(op="and", left=left, right=right, type=core.YesNo(), span=left.span)


def mentions(expr: core.Expr, name: str) -> bool:
    """Does an expression read a local?"""
    return any(isinstance(part, core.Local) and part.name == name for part in core.walk(expr))
