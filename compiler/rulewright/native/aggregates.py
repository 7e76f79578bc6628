"""C text of counts, totals and their like: loops, or arithmetic on sets of spaces."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from rulewright import core
from rulewright.machine.substitute import Variable
from rulewright.native import sets
from rulewright.native.code import Unfit
from rulewright.native.places import Places, Span

STATISTICS = ("distinct", "most_alike")


class Aggregates(Places):
    """Expressions with binders."""

    def _aggregate(self, expr: core.Aggregate) -> str:
        method = getattr(self, f"_aggregate_{expr.op}", None)
        if method is None:
            raise Unfit(f"`{expr.op}` is not known to it here", expr.span)
        return str(method(expr))

    def _masked(self, expr: core.Aggregate, where: core.Expr | None) -> tuple[str, int, int] | None:
        """The members of a single binder that meet a condition as a set, where that says it all: its text,
        how many may be in it, and what it counts from."""
        if len(expr.binders) != 1:
            return None
        binder = expr.binders[0]
        found, lines = self.code.captured(lambda: self.spaces.masked_domain(binder, where))
        if found is None or found[1]:
            return None
        var = self.spaces.variable(binder)
        low = var.low if var is not None else 0
        size = var.size if var is not None else self._size(binder)
        self.code.lines += lines
        return self.spaces.c_text(found[0], self.code, size), size, low

    def _size(self, binder: core.Binder) -> int:
        low, high = core.bounds(self.game, binder.type)
        return high - low + 1

    def _loops(self, expr: core.Aggregate, then: Callable[[], None], where: core.Expr | None) -> None:
        """Loops over the binders, with what is done for those that meet the condition. A pool as the last
        source is not gone through."""
        binders = expr.binders
        if self.is_pool(binders[-1].source):
            binders = binders[:-1]
        with ExitStack() as opened:
            for binder in binders:
                last = binder is binders[-1]
                where = self._open_binder(binder, where if last else None, opened, where)
            for part in core.conjuncts(where):
                opened.enter_context(self.code.block(f"if ({self.value(part)})"))
            then()

    def _open_binder(
        self, binder: core.Binder, asked: core.Expr | None, opened: ExitStack, where: core.Expr | None
    ) -> core.Expr | None:
        """Opens the loop over a binder; gives the condition that remains to be asked."""
        if asked is not None and not isinstance(binder.type, core.ListType):
            found, lines = self.code.captured(lambda: self.spaces.masked_domain(binder, asked))
            if found is not None:
                var = self.spaces.variable(binder)
                low, size = (var.low, var.size) if var is not None else (0, self._size(binder))
                self.code.lines += lines
                text = self.spaces.c_text(found[0], self.code, size)
                self.locals[binder.name] = self.each_of(text, self.shape.wide(size), low, opened)
                return _all_of(found[1])
        self.bind(binder, opened.enter_context(self.each(binder.source)))
        return where

    # ---- sums

    def _aggregate_count(self, expr: core.Aggregate) -> str:
        last = expr.binders[-1].source
        if len(expr.binders) == 1 and expr.where is None:
            return self.count_of(last)
        found = self._masked(expr, expr.where)
        if found is not None:
            return sets.count(self.shape.wide(found[1]), found[0])
        name = self._sum_of(expr, lambda: self.count_of(last) if self.is_pool(last) else "1")
        return name

    def _aggregate_total(self, expr: core.Aggregate) -> str:
        return self._sum_of(expr, lambda: self._valued(expr))

    def _sum_of(self, expr: core.Aggregate, each: Callable[[], str]) -> str:
        name = self.code.fresh("sum")
        self.code.add(f"I {name} = 0;")
        self._loops(expr, lambda: self.code.add(f"{name} += {each()};"), expr.where)
        return name

    def _valued(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        return self.value(expr.value)

    # ---- tests

    def _aggregate_any(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        where = _both(expr.where, expr.value)
        found = self._masked(expr, where)
        if found is not None:
            return sets.some(self.shape.wide(found[1]), found[0])
        return self._whole_line(expr) or self._met(expr, where)

    def _whole_line(self, expr: core.Aggregate) -> str | None:
        """`any(all(test(s) for s in l) for l in lines(Square, 3))`: a set, and each line in it or not."""
        lines, whole = expr.binders[0].source, expr.value
        if (
            len(expr.binders) > 1
            or expr.where is not None
            or not isinstance(lines, core.Table)
            or lines.indices
        ):
            return None
        if not isinstance(whole, core.Aggregate) or whole.op != "all" or whole.where is not None:
            return None
        binder, sort = whole.binders[0], lines.name.split(":")[0]
        over = isinstance(binder.source, core.Local) and binder.source.name == expr.binders[0].name
        if (
            len(whole.binders) > 1
            or not over
            or sort != "lines"
            or not isinstance(binder.type, core.KindType)
        ):
            return None
        size, test = self.game.kinds[binder.type.name].size, whole.value
        assert test is not None
        vector = self.spaces.vector
        found, written = self.code.captured(lambda: vector(test, Variable(binder.name, 0, size)))
        if found is None:
            return None
        self.code.lines += written
        w = self.shape.wide(size)
        masks = [sum(1 << space for space in line) for line in self.game.tables[lines.name].values]  # type: ignore[union-attr, misc, operator]
        mask = self.spaces.c_text(found, self.code, size)
        quick = self.tables.whole_lines(lines.name.removeprefix("lines:"), masks, w)
        if quick:
            return f"({quick}({mask}) != 0)"
        table = self.tables.sets(f"{lines.name}_whole", masks, w)
        return f"on_a_line{w}({mask}, {table}, {len(masks)})"

    def _aggregate_all(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        failing = core.Not(of=expr.value, type=core.YesNo(), span=expr.span)
        where = _both(expr.where, failing)
        found = self._masked(expr, where)
        if found is not None:
            return f"!{sets.some(self.shape.wide(found[1]), found[0])}"
        return f"!{self._met(expr, where)}"

    def _met(self, expr: core.Aggregate, where: core.Expr) -> str:
        """Is a condition met by some members?"""
        name, done = self.code.fresh("met"), self.code.fresh("done")
        self.code.add(f"I {name} = 0;")
        self._loops(expr, lambda: self.code.add(f"{name} = 1;", f"goto {done};"), where)
        self.code.add(f"{done}:;")
        return name

    # ---- ends

    def _aggregate_highest(self, expr: core.Aggregate) -> str:
        return self._extreme(expr, ">")

    def _aggregate_lowest(self, expr: core.Aggregate) -> str:
        return self._extreme(expr, "<")

    def _extreme(self, expr: core.Aggregate, op: str) -> str:
        best, some = self.code.fresh("best"), self.code.fresh("some")
        self.code.add(f"I {best} = 0, {some} = 0;")

        def then() -> None:
            value = self.code.fresh("v")
            self.code.add(f"const I {value} = {self._valued(expr)};")
            self.code.add(f"if (!{some} || {value} {op} {best}) {best} = {value};", f"{some} = 1;")

        self._loops(expr, then, expr.where)
        return best

    def _aggregate_first(self, expr: core.Aggregate) -> str:
        name, done, binder = self.code.fresh("first"), self.code.fresh("done"), expr.binders[0]
        self.code.add(f"I {name} = -1;")

        def then() -> None:
            item = self.locals[binder.name]
            if not isinstance(item, str):
                raise Unfit("the first of a list of lists is asked for", expr.span)
            self.code.add(f"{name} = {item};", f"goto {done};")

        self._loops(expr, then, expr.where)
        self.code.add(f"{done}:;")
        return name

    # ---- sets and lists

    def _aggregate_those(self, expr: core.Aggregate) -> str:
        binder = expr.binders[0]
        low = core.bounds(self.game, binder.type)[0]
        w = self.shape.words(binder.type)
        found = self._masked(expr, expr.where)
        if found is not None and found[2] == low:
            return sets.resized(found[0], self.shape.wide(found[1]), w)
        if expr.where is None and self.is_mask(binder.source):
            return self.set(binder.source)
        name = self.code.fresh("those")
        self.code.add(f"S{w} {name} = {sets.const(w, 0)};")

        def then() -> None:
            item = self.locals[binder.name]
            bit = sets.single(w, f"{item} - {low}" if low else str(item))
            self.code.add(f"{name} = {sets.either(w, name, bit)};")

        self._loops(expr, then, expr.where)
        return name

    def gathered(self, expr: core.Aggregate | core.Leading) -> Span:
        """The values of an aggregate, or the members up to the first that fails, as a list."""
        name = self.new_list()
        if isinstance(expr, core.Aggregate):
            if expr.op == "those":
                return self._gathered_from([expr])
            self._loops(expr, lambda: self.code.add(f"push(r, &{name}, {self._valued(expr)});"), expr.where)
        else:
            done = self.code.fresh("done")
            with ExitStack() as opened:
                item = opened.enter_context(self.each(expr.binder.source))
                self.bind(expr.binder, item)
                with self.code.block(f"if (!{self.value(expr.condition)})"):
                    self.code.add(f"goto {done};")
                self.code.add(f"push(r, &{name}, {item});")
            self.code.add(f"{done}:;")
        return Span(f"{name}.v", f"(I){name}.n")

    def _gathered_from(self, sources: list[core.Expr]) -> Span:
        if len(sources) == 1 and isinstance(sources[0], core.Aggregate) and sources[0].op == "those":
            name = self.new_list()
            low = core.bounds(self.game, sources[0].binders[0].type)[0]
            with ExitStack() as opened:
                text, w = self.value(sources[0]), self.set_words(sources[0])
                item = self.each_of(text, w, low, opened)
                self.code.add(f"push(r, &{name}, {item});")
            return Span(f"{name}.v", f"(I){name}.n")
        return super()._gathered_from(sources)

    def _aggregate_distinct(self, expr: core.Aggregate) -> str:
        span = self.gathered(expr)
        optional = expr.value is not None and isinstance(expr.value.type, core.Optional)
        return f"distinct({span.at}, {span.size}, {int(optional)})"

    def _aggregate_most_alike(self, expr: core.Aggregate) -> str:
        span = self.gathered(expr)
        type = expr.value.type if expr.value is not None else None
        lowest = type.low if isinstance(type, core.Number) and type.low < 0 else 0
        return f"most_alike({span.at}, {span.size}, {lowest})"


def _both(left: core.Expr | None, right: core.Expr) -> core.Expr:
    if left is None:
        return right
    return core.Binary(op="and", left=left, right=right, type=core.YesNo(), span=right.span)


def _all_of(parts: list[core.Expr]) -> core.Expr | None:
    result: core.Expr | None = None
    for part in parts:
        result = _both(result, part)
    return result
