"""Tests of spaces as sets of spaces: `board[s] is empty and step(s, north) ...` for all s at once.

A board keeps beside its spaces a mask for each piece, and one for the free spaces. A condition on one
variable becomes arithmetic on these masks where that can be: what a rule asks of the space one step on is the
mask shifted one step back, what it asks along a ray is a mask filled back along it. What cannot be said so is
left as a condition to be asked space by space.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright import core
from rulewright.elaborate.overlays import TOP
from rulewright.machine.substitute import (
    NONE,
    Family,
    Values,
    Variable,
    inlined,
    is_written_out,
    mentions,
    substitute,
    values,
)
from rulewright.machine.total import may_be_none
from rulewright.python.masks import (
    Choice,
    Known,
    Leaf,
    Mask,
    Seen,
    Shift,
    both,
    either,
    negated,
)
from rulewright.python.overlay_masks import Asked
from rulewright.python.value_masks import ValueMasks

MOST_UNROLLED = 16
MOST_VARIANTS = 4
MOST_VALUES = 4096
ROOM = 240  # letters of a set that is written out where it is narrowed


class Bitboards(ValueMasks):
    """Conditions on a variable as masks over its values."""

    def masked_domain(
        self, binder: core.Binder, where: core.Expr | None
    ) -> tuple[Mask, list[core.Expr]] | None:
        """The values of a binder that meet conditions, as a mask counted from its lowest, and the conditions
        that remain; None where nothing is gained."""
        if not self.game.boards and not self.game.overlays:
            return None
        var, mask = self._all_of(binder)
        if var is None:
            return None
        everything = (1 << var.size) - 1
        rest: list[core.Expr] = []
        for part in core.conjuncts(where):
            found = self.vector(part, var, where)
            if found is None:
                rest.append(part)
            else:
                mask = both(mask, found, everything)
        if mask == Known(everything):
            return None
        return mask, rest

    def _all_of(self, binder: core.Binder) -> tuple[Variable | None, Mask]:
        """The variable of a binder, and the mask of what it goes through."""
        var, source = self.variable(binder), binder.source
        if var is not None:
            return var, Known((1 << var.size) - 1)
        if not isinstance(binder.type, core.KindType) or not self.is_mask(source):
            return None, Known(0)
        var = Variable(binder.name, 0, self.game.kinds[binder.type.name].size)
        room, self.room = self.room, ROOM
        text = self.mask_atom(source)
        self.room = room
        return var, Leaf(text, "those", self._read(source))

    def variable(self, binder: core.Binder) -> Variable | None:
        """A binder that goes through all of a kind, a range or known numbers."""
        source = binder.source
        if isinstance(source, core.Domain) and isinstance(source.of, core.KindType):
            return Variable(binder.name, 0, self.game.kinds[source.of.name].size)
        if isinstance(source, core.Domain) and isinstance(source.of, core.RangeType):
            info = self.game.ranges[source.of.name]
            if isinstance(info.low_expr, core.Const) and isinstance(info.high_expr, core.Const):
                return Variable(binder.name, info.low, info.high - info.low + 1)
        if isinstance(source, core.Interval):
            low, high = source.low, source.high
            if isinstance(low, core.Const) and isinstance(high, core.Const) and low.value <= high.value:
                size = high.value - low.value + 1
                return Variable(binder.name, low.value, size) if size <= MOST_VALUES else None
        return None

    # ---- conditions

    def vector(self, expr: core.Expr, var: Variable, all: core.Expr | None = None) -> Mask | None:
        """The values of a variable for which a condition, a part of `all`, holds, as a mask; None where that
        cannot be said."""
        before, self._optional = self._optional, self._optional | may_be_none(all or expr)
        try:
            return self._vector(expr, var)
        finally:
            self._optional = before

    def _vector(self, expr: core.Expr, var: Variable) -> Mask | None:
        if not mentions(expr, var.name):
            return self._gate(expr, (1 << var.size) - 1)
        method = getattr(self, f"_vector_{type(expr).__name__.lower()}", None)
        found: Mask | None = method(expr, var) if method else None
        return found

    def _gate(self, expr: core.Expr, everything: int) -> Mask | None:
        """A condition that does not depend on the variable."""
        if isinstance(expr, core.Const):
            return Known(everything if expr.value else 0)
        if isinstance(expr, core.Binary) and expr.op in ("is", "is_not"):
            one, other = expr.left, expr.right
            if isinstance(one, core.Const) and isinstance(other, core.Const):
                return Known(everything if (one.value == other.value) == (expr.op == "is") else 0)
            if any(self._never_none(one, other) for one, other in ((one, other), (other, one))):
                return Known(0 if expr.op == "is" else everything)
        if isinstance(expr, core.IsEmpty) and isinstance(expr.of, core.Const):
            return Known(everything if expr.of.value == NONE else 0)
        if not self._total(expr):
            return None
        return self._choice(expr, Known(everything), Known(0))

    def _never_none(self, value: core.Expr, none: core.Expr) -> bool:
        """Is a value compared with none that always is a word or a space?"""
        compared = isinstance(none, core.Const) and none.value == NONE
        return compared and isinstance(value.type, core.KindType) and self._total(value)

    def _choice(self, test: core.Expr, then: Mask, otherwise: Mask) -> Mask:
        if then == otherwise:
            return then
        return Choice(self.condition(test), self._read(test), then, otherwise)

    def _vector_not(self, expr: core.Not, var: Variable) -> Mask | None:
        found = self._vector(expr.of, var)
        return None if found is None else negated(found, (1 << var.size) - 1)

    def _vector_call(self, expr: core.Call, var: Variable) -> Mask | None:
        if not is_written_out(self.game, expr.define, self.context.sizes):
            return None
        return self.vector(inlined(self.game, expr), var)

    def _vector_if(self, expr: core.If, var: Variable) -> Mask | None:
        then, otherwise = self._vector(expr.then, var), self._vector(expr.otherwise, var)
        test = self._vector(expr.condition, var)
        if then is None or otherwise is None or test is None:
            return None
        everything = (1 << var.size) - 1
        if test == Known(everything):
            return then
        if test == Known(0):
            return otherwise
        if not mentions(expr.condition, var.name):
            return self._choice(expr.condition, then, otherwise)
        if Known(everything) in (then, otherwise):
            rest = otherwise if then == Known(everything) else then
            return either(test if rest is otherwise else negated(test, everything), rest, everything)
        no = both(negated(test, everything), otherwise, everything)
        return either(both(test, then, everything), no, everything)

    def _vector_binary(self, expr: core.Binary, var: Variable) -> Mask | None:
        everything = (1 << var.size) - 1
        if expr.op in ("and", "or"):
            one, other = self._vector(expr.left, var), self._vector(expr.right, var)
            if one is None or other is None:
                return None
            return (both if expr.op == "and" else either)(one, other, everything)
        compared = self._compared(expr, var)
        if compared is not None:
            return compared
        if expr.op not in ("is", "is_not"):
            return None
        pushed = self._into_if(expr, var)
        if pushed is not None:
            return pushed
        for side, value in ((expr.left, expr.right), (expr.right, expr.left)):
            if not mentions(value, var.name):
                found = self._stands(side, value)
                mask = None if found is None else self.pulled(found, var)
                if mask is not None:
                    return mask if expr.op == "is" else negated(mask, everything)
        return None

    def _into_if(self, expr: core.Binary, var: Variable) -> Mask | None:
        """`(a if c otherwise b) is v`: one of two comparisons."""
        for side, value in ((expr.left, expr.right), (expr.right, expr.left)):
            given = self._opened(side)
            if isinstance(given, core.If) and not mentions(value, var.name):
                then, otherwise = (
                    core.Binary(op=expr.op, left=one, right=value, type=expr.type, span=expr.span)
                    for one in (given.then, given.otherwise)
                )
                either_way = core.If(
                    condition=given.condition, then=then, otherwise=otherwise, type=expr.type, span=expr.span
                )
                return self._vector(either_way, var)
        return None

    def _opened(self, expr: core.Expr) -> core.Expr:
        """The body of a define in place of its call."""
        if isinstance(expr, core.Call) and is_written_out(self.game, expr.define, self.context.sizes):
            return inlined(self.game, expr)
        return expr

    def _vector_in(self, expr: core.In, var: Variable) -> Mask | None:
        """A value in a set that does not depend on the variable."""
        source = expr.source
        if mentions(source, var.name):
            return None
        if isinstance(source, core.Members):
            members = set(self.game.groups[source.group].members)
            found = values(self.game, expr.value, var)
            if not isinstance(found, tuple):
                return None
            return Known(sum(1 << i for i, value in enumerate(found) if value in members))
        if not self.is_mask(source) or core.bounds(self.game, expr.value.type)[0] or not self._total(source):
            return None
        size = core.bounds(self.game, expr.value.type)[1] + 1
        leaf = Leaf(self.mask_atom(source), "those", self._read(source))
        return self.pulled(Asked(leaf, expr.value, size), var)

    def _vector_isempty(self, expr: core.IsEmpty, var: Variable) -> Mask | None:
        everything = (1 << var.size) - 1
        of = expr.of
        if isinstance(of, core.Call):
            of = inlined(self.game, of)
        if isinstance(of, core.Aggregate) and of.op == "first":
            found = self._reached(of, None, var)
            return None if found is None else negated(found, everything)
        if isinstance(of, core.Leading):
            return self._nothing_leads(of, var)
        if isinstance(of, core.If):
            then, otherwise = (
                core.IsEmpty(of=one, type=expr.type, span=expr.span) for one in (of.then, of.otherwise)
            )
            either_way = core.If(
                condition=of.condition, then=then, otherwise=otherwise, type=expr.type, span=expr.span
            )
            return self._vector(either_way, var)
        if isinstance(of, core.MemoryValue | core.Shown):
            asked = self._stands(of, core.Const(value=NONE, type=of.type, span=of.span))
            return None if asked is None else self.pulled(asked, var)
        known_values = values(self.game, of, var)
        if isinstance(known_values, Family):
            return self._by_member(
                known_values, [Known(mask_of(at == NONE for at in m)) for m in known_values.members]
            )
        if known_values is None:
            return None
        return Known(mask_of(at == NONE for at in known_values))

    def _vector_aggregate(self, expr: core.Aggregate, var: Variable) -> Mask | None:
        """`any` and `all` over a few known values are taken apart; over neighbours, step by step."""
        if expr.op not in ("any", "all") or len(expr.binders) != 1 or expr.value is None:
            return None
        binder, everything = expr.binders[0], (1 << var.size) - 1
        mask: Mask = Known(0 if expr.op == "any" else everything)
        for value in self._unrolled(binder):
            given = {binder.name: value}
            found = self.vector(substitute(expr.value, given), var)
            gate = (
                Known(everything) if expr.where is None else self.vector(substitute(expr.where, given), var)
            )
            if found is None or gate is None:
                return None
            if expr.op == "any":
                mask = either(mask, both(gate, found, everything), everything)
            else:
                mask = both(mask, either(negated(gate, everything), found, everything), everything)
        return mask if self.few(binder) is not None else None

    def few(self, binder: core.Binder) -> list[int] | None:
        """The values of a binder that goes through a few that are known."""
        if isinstance(binder.source, core.Members):
            members = self.game.groups[binder.source.group].members
            return list(members) if len(members) <= MOST_UNROLLED else None
        var = self.variable(binder)
        return list(var.values) if var is not None and var.size <= MOST_UNROLLED else None

    def _unrolled(self, binder: core.Binder) -> Iterator[core.Expr]:
        for value in self.few(binder) or ():
            yield core.Const(value=value, type=binder.type, span=binder.span)

    # ---- what stands on a board

    def _stands(self, expr: core.Expr, value: core.Expr) -> Asked | None:
        """`board[x] is value`: where such a piece stands."""
        if isinstance(expr, core.Call):
            expr = inlined(self.game, expr)
        man = self._owned(expr, value)
        if man is not None:
            return man
        if isinstance(expr, core.Shown):
            return self._seen(expr, value)
        if isinstance(expr, core.MemoryValue) and expr.name.startswith(TOP):
            return self._lies_bare(expr, value)
        if not isinstance(expr, core.MemoryValue) or expr.name not in self.game.boards:
            return None
        assert expr.index is not None
        if not self._total(expr.seat, value):
            return None
        return Asked(self.men(expr, value), expr.index, self._spaces(expr))

    def _vector_shown(self, expr: core.Shown, var: Variable) -> Mask | None:
        """`strip[s].bridge`, a yes_no."""
        asked = self._seen(expr, core.Const(value=1, type=expr.type, span=expr.span))
        return None if asked is None else self.pulled(asked, var)

    def _owned(self, expr: core.Expr, value: core.Expr) -> Asked | None:
        """`board[x].owner is p`, `board[x].piece is King`, where several pieces stand on a board."""
        if not isinstance(expr, core.Table) or not expr.name.startswith(("owner:men:", "piece:men:")):
            return None
        there = expr.indices[0]
        if not isinstance(there, core.MemoryValue) or there.index is None:
            return None
        if not self._total(there.seat, value):
            return None
        info = self.game.tables[expr.name]
        if isinstance(value, core.Const):
            return Asked(self._standing(there, info, value), there.index, self._spaces(there))
        whose = {v for v in info.values[:-1] if isinstance(v, int) and v >= 0}
        if not expr.name.startswith("owner:") or len(whose) != self.game.high:
            return None
        words = [w for w in self.game.kinds[self.game.boards[there.name].men].words if w.params]
        mask: Mask = Known(0)
        for w in words:
            man = f"{w.base} + {self.atom(value)}" if w.base else self(value)
            mask = either(mask, self._man(there, man, value), 0)
        if isinstance(value.type, core.Optional):
            nobody = self._standing(there, info, core.Const(value=NONE, type=value.type, span=value.span))
            mask = Choice(f"{self.atom(value)} < 0", self._read(value), nobody, mask)
        return Asked(mask, there.index, self._spaces(there))

    def _standing(self, there: core.MemoryValue, info: core.TableInfo, value: core.Const) -> Mask:
        """The spaces whose piece, or its absence (the last entry), a table gives a value."""
        mask: Mask = Known(0)
        for man, found in enumerate(info.values):
            if found == value.value:
                text = str(man if man < len(info.values) - 1 else NONE)
                mask = either(mask, self._man(there, text, value), 0)
        return mask

    def _spaces(self, there: core.MemoryValue) -> int:
        return self.game.kinds[self.game.boards[there.name].spaces].size

    def men(self, there: core.MemoryValue, value: core.Expr) -> Mask:
        """The mask of the spaces of a board where a man stands; of none (-1): of the free spaces."""
        return self._man(there, self(value), value)

    def _man(self, there: core.MemoryValue, man: str, value: core.Expr) -> Mask:
        region = self.context.layout.memory[f"men:{there.name}"]
        at = self.offset(self.names["men", there.name], region, there.seat, [])
        read = self._read(value, *([there.seat] if there.seat is not None else []))
        if man == "-1":
            return Leaf(f"s.memory[{at} - 1]", "free", read)
        name = f"men_of_{man}" if man.isidentifier() else f"men_{man}" if man.isdecimal() else "men"
        return Leaf(f"s.memory[{at} + {man}]" if man != "0" else f"s.memory[{at}]", name, read)

    # ---- from the space that is meant to the variable

    def pulled(self, asked: Asked, var: Variable) -> Mask | None:
        """The values of the variable whose space is in a mask."""
        space = asked.space
        if isinstance(space, core.Call):
            space = inlined(self.game, space)
        if isinstance(space, core.Aggregate) and space.op == "first":
            return self._reached(space, asked.mask, var)
        found = values(self.game, space, var)
        if isinstance(found, Family):
            members = [self._shifted(asked.mask, m, asked.spaces) for m in found.members]
            return None if None in members else self._by_member(found, [m for m in members if m])
        return None if found is None else self._shifted(asked.mask, found, asked.spaces)

    def _by_member(self, family: Family, masks: list[Mask]) -> Mask | None:
        """One of several masks, by the value of an expression."""
        if len(set(masks)) == 1:
            return masks[0]
        if isinstance(family.of, core.Const):
            return masks[family.of.value - family.low]
        if len(masks) > MOST_VARIANTS or not self._total(family.of):
            return None
        found, of = masks[-1], self.atom(family.of)
        for number, mask in reversed(list(enumerate(masks[:-1], family.low))):
            test = f"{of} == {number}" if len(masks) > 2 or family.low else f"not {of}"
            found = Choice(test, self._read(family.of), mask, found)
        return found

    def _shifted(self, mask: Mask, to: Values, spaces: int) -> Mask | None:
        """A mask over spaces as a mask over the values that lead there, where all lie as far apart."""
        if isinstance(mask, Known):
            return Known(mask_of(at != NONE and bool(mask.value >> at & 1) for at in to))
        shifts = _shifts(to)
        if len(shifts) > 1:
            return None
        reached = mask_of(at != NONE for at in to)
        if not reached:
            return Known(0)
        shift = shifts.pop()
        if not shift and reached == (1 << spaces) - 1:
            return mask
        whole = shift >= 0 and spaces - shift <= len(to) and reached == (1 << len(to)) - 1
        if not shift:
            return both(mask, Known(reached), -1)
        return Shift(mask, shift, None if whole else reached)

    # ---- along rays

    def _reached(self, first: core.Aggregate, target: Mask | None, var: Variable) -> Mask | None:
        """From where a ray meets a space that stops it, and that space is in `target` (None: any)."""
        binder = first.binders[0]
        steps = self._steps(binder.source, var)
        by_start = first.where is not None and mentions(first.where, var.name)
        if steps is None or by_start:  # what stops a ray is one set for all starts, or none is
            return None
        size = len(steps)
        here = Variable(binder.name, 0, size)
        stops = self.vector(first.where, here) if first.where is not None else Known((1 << size) - 1)
        if stops is None:
            return None
        everything = (1 << size) - 1
        goal = stops if target is None else both(stops, target, everything)
        return self._back_along(steps, goal, negated(stops, everything))

    def _nothing_leads(self, leading: core.Leading, var: Variable) -> Mask | None:
        """From where the first space of a ray does not hold."""
        steps = self._steps(leading.binder.source, var)
        if steps is None or mentions(leading.condition, var.name):
            return None
        size = len(steps)
        holds = self.vector(leading.condition, Variable(leading.binder.name, 0, size))
        found = None if holds is None else self._shifted(holds, steps, size)
        return None if found is None else negated(found, (1 << size) - 1)

    def _steps(self, source: core.Expr, var: Variable) -> Values | None:
        """The steps of a ray from the variable in one known direction; no ray that closes."""
        if isinstance(source, core.Call):
            source = inlined(self.game, source)
        if not isinstance(source, core.Table) or not source.name.startswith("ray:"):
            return None
        info = self.game.tables[source.name]
        where = len(info.axes) - 2
        start = source.indices[where]
        if not isinstance(start, core.Local) or start.name != var.name:
            return None
        rest = [index for at, index in enumerate(source.indices) if at != where]
        if not all(isinstance(index, core.Const) for index in rest):
            return None
        return self._first_steps(info, source, where)

    def _first_steps(self, info: core.TableInfo, source: core.Table, where: int) -> Values | None:
        steps: list[int] = []
        for space in range(info.axes[where].size):
            number = 0
            for at, (axis, index) in enumerate(zip(info.axes, source.indices, strict=True)):
                value = space if at == where else index.value - axis.low  # type: ignore[attr-defined]
                number = number * axis.size + value
            ray = info.values[number]
            assert isinstance(ray, tuple)
            steps.append(ray[0] if ray else NONE)  # type: ignore[arg-type]
        return tuple(steps) if _straight(steps) else None

    def _back_along(self, steps: Values, goal: Mask, through: Mask) -> Mask | None:
        """A mask filled back along steps: the spaces from which the goal is seen through others."""
        shifts = _shifts(steps)
        if not shifts:
            return Known(0)
        if len(shifts) > 1:
            return None
        reached = mask_of(at != NONE for at in steps)
        return Seen(goal, through, shifts.pop(), reached)


def _shifts(to: Values) -> set[int]:
    """How far apart values and the spaces that they lead to lie."""
    return {at - i for i, at in enumerate(to) if at != NONE}


def mask_of(truths: Iterable[bool]) -> int:
    """The places at which something is true, as a mask."""
    return sum(1 << i for i, truth in enumerate(truths) if truth)


def _straight(steps: list[int]) -> bool:
    """Do steps never lead round in a circle?"""
    for start in range(len(steps)):
        here = steps[start]
        for _ in range(len(steps)):
            if here == NONE:
                break
            if here == start:
                return False
            here = steps[here]
    return True
