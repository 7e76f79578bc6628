"""Python text of counts, totals and their like, with masks where tables can answer a condition."""

from __future__ import annotations

from rulewright import core
from rulewright.machine.increments import SMALL
from rulewright.machine.substitute import Variable, substitute
from rulewright.python.layout import bare
from rulewright.python.leading_masks import LeadingMasks
from rulewright.python.masks import Mask
from rulewright.python.texts import is_atom, minus, population

FEW = 6  # values for which a total is written out


class Aggregates(LeadingMasks):
    """Expressions with binders: comprehensions, or arithmetic on masks."""

    def _aggregate(self, expr: core.Aggregate) -> str:
        return str(getattr(self, f"_aggregate_{expr.op}")(expr))

    def _aggregate_count(self, expr: core.Aggregate) -> str:
        last_binder = expr.binders[-1]
        last = last_binder.source
        if self._is_pool(last):
            counted = self.count_of(last)
            return (
                counted
                if len(expr.binders) == 1 and expr.where is None
                else f"sum([{counted}{self._nest(expr)}])"
            )
        if len(expr.binders) == 1 and expr.where is None:
            return self.count_of(last)
        found = self._all_masked(expr, expr.where)
        if found is not None:
            return population(self.mask_text(found))
        image = self.image(last_binder, expr.where) if len(expr.binders) == 1 else None
        if image is not None:
            return population(image[0])
        tally = self.tally(expr, expr.where)
        if tally is not None:
            return tally
        shadow = self.shadow(expr, expr.where)
        if shadow is not None:
            return population(shadow)
        if len(expr.binders) == 1 and self.is_mask(last):
            mask, rest = self.masked(expr.binders[0], expr.where)
            if not rest:
                return population(mask)
        numbers = self.narrowed_range(last_binder, expr.where) if len(expr.binders) == 1 else None
        if numbers is not None and not numbers[1]:
            return f"len({numbers[0]})"
        return f"sum([1{self._nest(expr)}])"

    def _aggregate_total(self, expr: core.Aggregate) -> str:
        return self._added_up(expr) or f"sum([{self._value(expr)}{self._nest(expr)}])"

    def _added_up(self, expr: core.Aggregate) -> str | None:
        """A total of what a define is for each of a few known values, written out."""
        var, value = self.variable(expr.binders[0]), expr.value
        if len(expr.binders) > 1 or expr.where is not None or var is None or not isinstance(value, core.Call):
            return None
        if not 1 < var.size <= FEW or not all(isinstance(a, core.Local | core.Const) for a in value.args):
            return None
        type = expr.binders[0].type
        given = [core.Const(value=v, type=type, span=expr.span) for v in var.values]
        parts = [self.atom(substitute(value, {var.name: const})) for const in given]
        return f"({' + '.join(parts)})" if all("(s, " in part for part in parts) else None

    def _aggregate_any(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        if len(expr.binders) == 1 and self.is_mask(expr.binders[0].source):
            where = expr.value if expr.where is None else both(expr.where, expr.value)
            mask, rest = self.masked(expr.binders[0], where)
            if not rest:
                return f"{mask if is_atom(mask) else f'({mask})'} != 0"
        where = expr.value if expr.where is None else both(expr.where, expr.value)
        tally = self.tally(expr, where)
        if tally is not None:
            return f"{tally} != 0"
        shadow = self.shadow(expr, where)
        if shadow is not None:
            return f"({shadow}) != 0"
        text = self._any_of_spaces(expr) or self._seat_by_seat(expr, "or")
        return text or f"any({self._value(expr)}{self._nest(expr)})"

    def _seat_by_seat(self, expr: core.Aggregate, op: str) -> str | None:
        """A condition on all seats, where two play and no other number."""
        source = expr.binders[0].source
        seats = isinstance(source, core.Domain) and isinstance(source.of, core.Seat)
        if not seats or len(expr.binders) > 1 or not self.game.low == self.game.high == 2:
            return None
        assert expr.value is not None
        parts: list[core.Expr] = []
        for seat in self._two_seats(op, expr):
            given = {expr.binders[0].name: seat}
            value = substitute(expr.value, given)
            if expr.where is not None:
                where = substitute(expr.where, given)
                if op == "and":
                    where = core.Not(of=where, type=core.YesNo(), span=expr.span)
                joined = "and" if op == "or" else "or"
                value = core.Binary(op=joined, left=where, right=value, type=core.YesNo(), span=expr.span)
            parts.append(value)
        both_seats = core.Binary(op=op, left=parts[0], right=parts[1], type=core.YesNo(), span=expr.span)
        return f"({self(both_seats)})"

    def _two_seats(self, op: str, expr: core.Expr) -> list[core.Expr]:
        """Both seats. What must hold for both is likeliest not to for the one to come, who is asked again for
        moves."""
        seats: list[core.Expr] = [
            core.Const(value=seat, type=core.Seat(), span=expr.span) for seat in range(2)
        ]
        if op == "or" or not self.context.by_me:
            return seats
        me = core.Me(type=core.Seat(), span=expr.span)
        other = core.Binary(op="-", left=seats[1], right=me, type=core.Seat(), span=expr.span)
        return [other, me]

    def _any_of_spaces(self, expr: core.Aggregate) -> str | None:
        """`any` over spaces as a test of a mask; over lines that are whole as a test of each line."""
        assert expr.value is not None
        found = self._all_masked(expr, expr.value if expr.where is None else both(expr.where, expr.value))
        if found is not None:
            return f"{self.mask_operand(found)} != 0"
        lines, whole = expr.binders[0].source, expr.value
        if len(expr.binders) > 1 or expr.where is not None or not isinstance(lines, core.Table):
            return None
        if (
            not isinstance(whole, core.Aggregate)
            or whole.op != "all"
            or len(whole.binders) > 1
            or whole.where
        ):
            return None
        binder = whole.binders[0]
        if not isinstance(binder.source, core.Local) or binder.source.name != expr.binders[0].name:
            return None
        if not lines.name.startswith("lines") or not isinstance(binder.type, core.KindType):
            return None
        assert whole.value is not None
        var = Variable(binder.name, 0, self.game.kinds[binder.type.name].size)
        mask = self.vector(whole.value, var)
        if mask is None:
            return None
        if var.size <= SMALL and not lines.indices:
            return f"{self.table_name(lines.name, 'whole')}[{self.mask_text(mask)}]"
        return f"on_a_line({self.mask_text(mask)}, {self.entry(lines, 'set')})"

    def _all_masked(self, expr: core.Aggregate, where: core.Expr | None) -> Mask | None:
        """The members of a single binder that meet a condition, where a mask says it all."""
        if len(expr.binders) != 1:
            return None
        found = self.masked_domain(expr.binders[0], where)
        return found[0] if found is not None and not found[1] else None

    def _aggregate_all(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        failing = core.Not(of=expr.value, type=core.YesNo(), span=expr.span)
        found = self._all_masked(expr, failing if expr.where is None else both(expr.where, failing))
        if found is not None:
            return f"{self.mask_operand(found)} == 0"
        text = self._seat_by_seat(expr, "and")
        return text or f"all({self._value(expr)}{self._nest(expr)})"

    def _aggregate_highest(self, expr: core.Aggregate) -> str:
        return f"max([{self._value(expr)}{self._nest(expr)}], default=0)"

    def _end_of_image(self, expr: core.Aggregate) -> str | None:
        """The first value that leads to a space that meets a test, where values and spaces rise together."""
        value = expr.value
        own = value is None or (isinstance(value, core.Local) and value.name == expr.binders[0].name)
        found = self.image(expr.binders[0], expr.where) if own and len(expr.binders) == 1 else None
        if found is None:
            return None
        spaces, leads = found
        order = [lead for lead in leads if lead >= 0]
        none = "-1" if expr.op == "first" else "0"
        if order != sorted(order):
            return None
        return f"({', '.join(map(str, leads))}, {none})[lowest({spaces})]"

    def _aggregate_lowest(self, expr: core.Aggregate) -> str:
        text = self._end_of_image(expr)
        if text is not None:
            return text
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
        found = self._all_masked(expr, expr.where)
        if found is not None and not core.bounds(self.game, expr.binders[0].type)[0]:
            return f"lowest({self.mask_text(found)})"
        text = self._end_of_image(expr)
        if text is not None:
            return text
        name = self.locals[expr.binders[0].name]
        nest = self._nest(expr)
        source = nest.removeprefix(f" for {name} in ")
        if expr.where is None and len(expr.binders) == 1 and is_atom(source):
            return f"next(iter({source}), -1)"
        return f"next(({name}{nest}), -1)"

    def _aggregate_those(self, expr: core.Aggregate) -> str:
        binder = expr.binders[0]
        found = self._all_masked(expr, expr.where)
        if found is not None:
            return self.mask_text(found)
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
            return self.leading_mask(binder.source) or f"mask_of({self.source(binder.source)})"
        item = minus(self.locals[binder.name], low)
        return f"mask_of([{item}{self._nest(expr)}])"

    def _value(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        return self.condition(expr.value) if expr.op in ("any", "all") else self(expr.value)

    def is_arithmetic(self, expr: core.Aggregate) -> bool:
        """Is an expression said without going through its members one by one?"""
        text = self(expr)
        return not text.startswith(("any(", "all(", "next("))

    def narrowed_binder(self, binder: core.Binder, where: core.Expr | None) -> tuple[str, list[core.Expr]]:
        """What a binder goes through, and the conditions that remain to be asked of each."""
        low = core.bounds(self.game, binder.type)[0] if self._counts(binder) else 0
        spaces = self.masked_domain(binder, where)
        if spaces is not None:
            return self.members(self.mask_text(spaces[0]), low), spaces[1]
        if where is not None and self.is_mask(binder.source):
            mask, rest = self.masked(binder, where)
            return self.bits_of(binder.source, mask), rest
        numbers = self.narrowed_range(binder, where)
        return numbers if numbers is not None else (self.source(binder.source), core.conjuncts(where))

    def _counts(self, binder: core.Binder) -> bool:
        return not isinstance(binder.type, core.ListType | core.SetType | core.PieceType | core.Place)

    def _nest(self, expr: core.Aggregate) -> str:
        """` for x in S for y in T if c`; a pool as the last source is counted, not gone through."""
        binders = expr.binders
        if self._is_pool(binders[-1].source):
            binders = binders[:-1]
        parts = [f" for {self.locals[b.name]} in {self.source(b.source)}" for b in binders[:-1]]
        where = expr.where
        if binders:
            last = binders[-1]
            of_kind = isinstance(last.type, core.KindType)  # spaces, perhaps: more can be said of those
            spaces = self.masked_domain(last, where) if of_kind else None
            if spaces is None and where is not None and self.is_mask(last.source):
                mask, rest = self.masked(last, where)
                parts.append(f" for {self.locals[last.name]} in {self.bits_of(last.source, mask)}")
                return "".join(parts) + (f" if {self.conditions(rest)}" if rest else "")
            spaces = spaces if of_kind else self.masked_domain(last, where)
            if spaces is not None:
                low = core.bounds(self.game, last.type)[0]
                parts.append(
                    f" for {self.locals[last.name]} in {self.members(self.mask_text(spaces[0]), low)}"
                )
                return "".join(parts) + (f" if {self.conditions(spaces[1])}" if spaces[1] else "")
            numbers = self.narrowed_range(last, where)
            if numbers is not None:
                parts.append(f" for {self.locals[last.name]} in {numbers[0]}")
                return "".join(parts) + (f" if {self.conditions(numbers[1])}" if numbers[1] else "")
            parts.append(f" for {self.locals[last.name]} in {self.source(last.source)}")
        return "".join(parts) + (f" if {self.condition(where)}" if where is not None else "")

    def conditions(self, rest: list[core.Expr]) -> str:
        """Several conditions joined by `and`."""
        return " and ".join(self._side(part, "and") for part in rest)


def both(left: core.Expr, right: core.Expr) -> core.Expr:
    """a and b"""
    return core.Binary(op="and", left=left, right=right, type=core.YesNo(), span=left.span)
