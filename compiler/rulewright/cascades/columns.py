"""What tables, kinds and their words say, of components and words that need not be known."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import NO_CASE, Env
from rulewright.cascades.places import Places
from rulewright.cascades.values import Bits, Number
from rulewright.cascades.world import Dead, Groups, Stopped
from rulewright.machine.words import rows


class Columns(Places):
    """Columns of a table, words of a kind; what is not known is told apart by what is asked of it."""

    # ---- columns

    def _column(self, expr: core.Column, env: Env) -> Any:
        of = self.number(expr.of, env)
        record = self.game.records[expr.record]
        field = record.fields[expr.field]
        at = self.rows(record)
        if isinstance(of, int):
            return self._cell_value(expr, field.values[at[of]])
        name = next(iter(of.terms))[0]
        if isinstance(self.world.domains[name], tuple) or of != v.unknown(name):
            return self._any(expr)
        values = field.values
        if isinstance(expr.type, core.ListType):
            lists = [value if isinstance(value, tuple) else () for value in values]
            number = self._grouped(name, lambda k: len(lists[at[k]]), expr.record, expr.field, "of them")
            return tuple(v.Pick(name, expr.record, expr.field, i) for i in range(number))
        return self._cell_value(expr, self._grouped(name, lambda k: values[at[k]], expr.record, expr.field))

    def _column_is(self, column: core.Column, value: int, env: Env) -> bool:
        """Has a component this value? Others are not told apart."""
        of = self.number(column.of, env)
        if (
            isinstance(of, int)
            or isinstance(self.world.domains[next(iter(of.terms))[0]], tuple)
            or len(of.terms) > 1
        ):
            return self.world.is_zero(v.minus(self.number(column, env), value))
        record = self.game.records[column.record]
        values, at = record.fields[column.field].values, self.rows(record)
        return bool(
            self._grouped(
                next(iter(of.terms))[0], lambda k: values[at[k]] == value, column.record, column.field, value
            )
        )

    def _grouped(self, name: Any, sort: Callable[[int], Any], record: str, *about: Hashable) -> Any:
        """Decide of what sort a component is, and leave those of that sort; `about` tells sorts apart."""
        self.world.asked.append((record, name))
        found = self._groups(self.world.domains[name], sort, (record, *about))
        if not found:
            raise Dead
        names = [(*about, sort) for sort, _ in found]
        taken = self.world.decide(len(found), names) if len(found) > 1 else 0
        if len(found) > 1:
            self.world.narrow(name, found[taken][1])
        return found[taken][0]

    def _groups(self, domain: Any, sort: Callable[[int], Any], about: Hashable) -> Groups:
        """Components by their sort; what was asked before is looked up."""
        key = domain, about
        if key not in self.world.groups:
            found: dict[Any, set[int]] = {}
            for component in sorted(v.listed(domain)):
                if component >= 0:
                    found.setdefault(sort(component), set()).add(component)
            sorts = sorted(found, key=lambda sort: (sort == NO_CASE, repr(sort)))
            self.world.groups[key] = [(sort, frozenset(found[sort])) for sort in sorts]
        return self.world.groups[key]

    def picked(self, pick: v.Pick, sort: Callable[[int], Any] = int, about: Hashable = None) -> Any:
        """The value of a pick, or only of what sort it is."""
        record = self.game.records[pick.record]
        values, at = record.fields[pick.field].values, self.rows(record)

        def of(component: int) -> Any:
            return sort(values[at[component]][pick.at])  # type: ignore[index]

        return self._grouped(pick.component, of, pick.record, pick.field, pick.at, about)

    def rows(self, record: core.Record) -> list[int]:
        """The row of each component."""
        if record.name not in self._rows:
            self._rows[record.name] = rows(record)
        return self._rows[record.name]

    def _cell_value(self, expr: core.Column, value: Any) -> Any:
        if not isinstance(expr.type, core.SetType):
            return value
        return Bits(None, frozenset((i, 1) for i in range(64) if isinstance(value, int) and value >> i & 1))

    # ---- kinds

    def _word(self, expr: core.Word, env: Env) -> Number:
        word = next(w for w in self.game.kinds[expr.kind].words if w.name == expr.word)
        at = 0
        for arg, param in zip(expr.args, word.params, strict=True):
            low, high = core.bounds(self.game, param)
            value = self.world.known(self.number(arg, env))
            if value is None:
                return self._any(expr)
            if not low <= value <= high:
                raise Stopped
            at = at * (high - low + 1) + value - low
        return word.base + at

    def _fits(self, expr: core.Fits, env: Env) -> Number:
        one, other = (
            self.world.known(self.number(expr.left, env)),
            self.world.known(self.number(expr.right, env)),
        )
        if one is None or other is None or not isinstance(expr.left.type, core.KindType):
            return self._any(expr)
        jokers = {w.base for w in self.game.kinds[expr.left.type.name].words if w.joker}
        return int(one == other or one in jokers or other in jokers)

    def _lookup(self, expr: core.Lookup, env: Env) -> Any:
        value = self.world.known(self.number(expr.value, env))
        if value is None:
            return self._any(expr)
        if expr.op == "table":
            found = [result for step, result in expr.arrows if step == value]
        else:
            found = [result for step, result in expr.arrows if step <= value] or [expr.arrows[0][1]]
        return self.whole(found[-1], env) if found else self._any(expr)

    def _match(self, expr: core.Match, env: Env) -> Any:
        value = self.world.known(self.number(expr.value, env))
        if value is None:
            return self._any(expr)
        for case in expr.cases:
            names = self.carried(expr.value.type, case.word, case.params, value)
            if names is not None:
                return self.whole(case.value, {**env, **names})
        return self.whole(expr.otherwise, env) if expr.otherwise is not None else self._any(expr)

    def carried(
        self, of: core.Type, word: str, params: tuple[tuple[str, core.Type], ...], value: int
    ) -> Env | None:
        """The values that a word carries, by the names of a case; None for another word."""
        kind = of.of if isinstance(of, core.Optional) else of
        assert isinstance(kind, core.KindType)
        found = next(w for w in self.game.kinds[kind.name].words if w.name == word)
        if not found.base <= value < found.base + found.size:
            return None
        rest, names = value - found.base, dict[str, int]()
        for at in reversed(range(len(found.params))):
            low, high = core.bounds(self.game, found.params[at])
            rest, value = divmod(rest, high - low + 1)
            if at < len(params):
                names[params[at][0]] = low + value
        return names

    def _table(self, expr: core.Table, env: Env) -> Any:
        info, at = self.game.tables[expr.name], 0
        for index, axis in zip(expr.indices, info.axes, strict=True):
            value = self.world.known(self.number(index, env))
            if value is None:
                return self._any(expr)
            at = at * axis.size + (axis.size - 1 if value == -1 else value - axis.low)
        found = info.values[at]
        return found if isinstance(found, int) else self._any(expr)
