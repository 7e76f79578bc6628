"""Conditions that match on a printed column, asked of many components at once.

`those(d in prizes where meets(p, d))`, where `meets` is a `match d.condition`, asks of each word only
what it needs: how many trees there are is counted once, however many prizes want some, and a table says for
which it is enough.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from rulewright import core
from rulewright.machine.substitute import mentions, substitute
from rulewright.machine.words import carried
from rulewright.machine.words import rows as rows_of
from rulewright.python.images import Images
from rulewright.python.layout import Lines, bare
from rulewright.python.places import Helper

FEW = 3  # components for which lines are written out
MOST = 64  # values in a table
COMPARED: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "is": operator.eq,
}
Carried = dict[int, tuple[int, ...]]


class Among(Images):
    """Defines that match on what is printed on a component, for the components of a mask."""

    def among(self, name: str, part: core.Expr, mask: str) -> str | None:
        """Of the components in a mask those for which a define holds, by a function of its own; None where
        the define is no match on what is printed on them."""
        if not isinstance(part, core.Call) or not isinstance(part.type, core.YesNo):
            return None
        own = [i for i, arg in enumerate(part.args) if mentions(arg, name)]
        if len(own) != 1 or not isinstance(part.args[own[0]], core.Local):
            return None
        made = self._asked_of_many(self.game.defines[part.define], own[0])
        if made is None:
            return None
        args = [self(arg) for i, arg in enumerate(part.args) if i != own[0]]
        return f"{made}({', '.join(['s', *args, bare(mask)])})"

    def _asked_of_many(self, define: core.Define, own: int) -> str | None:
        """The name of the function that asks a define of many components."""
        param, match = define.params[own], define.value
        known = next((h for h in self.context.helpers if h.means == f"among {define.name} {own}"), None)
        if known is not None:
            return known.name
        if not isinstance(match, core.Match) or not isinstance(match.value, core.Column):
            return None
        of, printed = match.value.of, self._by_word(match.value)
        if not isinstance(of, core.Local) or of.name != param.name or printed is None:
            return None
        if match.otherwise is None and not printed.keys() <= {case.word for case in match.cases}:
            return None  # what no case is for is refused when it is asked
        body = type(self)(self.context)
        args = [f"{body.locals[p.name]}: int" for p in define.params if p is not param]
        among, found = body.locals.fresh("among"), body.locals.fresh("found")
        lines: Lines = [f"{found} = 0"]
        for case in match.cases:
            members = printed.pop(case.word, {})
            if members:
                lines += body.asked_of_word(define, param, match.value, case, members)
        if printed and match.otherwise is not None:
            rest: Carried = {k: () for members in printed.values() for k in members}
            lines += body.asked_of_each(param, match.value, rest, match.otherwise, ())
        name = self.names.another(f"{define.name}_among")
        lines.append(f"return {found} & {among}")
        doc = f"Of the components in a mask those for which {define.name} holds."
        signature = ", ".join(["s: State", *args, f"{among}: int"])
        self.context.helpers.append(Helper(name, signature, lines, f"among {define.name} {own}", False, doc))
        return name

    def _by_word(self, column: core.Column) -> dict[str, Carried] | None:
        """By word the components that it is printed on, each with what the word carries."""
        record = self.game.records[column.record]
        field = record.fields[column.field]
        if not isinstance(field.type, core.KindType):
            return None
        found: dict[str, Carried] = {}
        for component, row in enumerate(rows_of(record)):
            value = field.values[row]
            assert isinstance(value, int)
            words = self.game.kinds[field.type.name].words
            word = next(word for word in words if word.base <= value < word.base + word.size)
            found.setdefault(word.name, {})[component] = carried(self.game, word, value)
        return found

    def asked_of_word(
        self,
        define: core.Define,
        param: core.Param,
        column: core.Column,
        case: core.MatchCase,
        members: Carried,
    ) -> Lines:
        """The lines that add the components of one word."""
        comment = f"# {case.word}" + (f" ({', '.join(case.per)})" if case.per else "")
        counted = self._enough(define, param, case, members)
        if counted is None:
            lines = self.asked_of_each(param, column, members, case.value, case.params)
            return [comment, *lines]
        among, found = self.locals["among "], self.locals["found "]
        return [comment, f"if {among} & {_mask(members)}:", [f"{found} |= {counted}"]]

    def _enough(
        self, define: core.Define, param: core.Param, case: core.MatchCase, members: Carried
    ) -> str | None:
        """By one number, the components whose word it is enough for: `count(...) >= n`."""
        value, names = case.value, [name for name, _ in case.params]
        if not isinstance(value, core.Binary) or value.op not in COMPARED:
            return None
        if not isinstance(value.right, core.Local) or value.right.name not in names:
            return None
        if any(mentions(value.left, name) for name in [param.name, *names]):
            return None
        if not isinstance(value.left.type, core.Number) or value.left.type.low < 0:
            return None
        at, compared = names.index(value.right.name), COMPARED[value.op]
        wanted = {k: given[at] for k, given in members.items()}
        top = min(value.left.type.high, max(wanted.values()) + (value.op != ">="))
        if not 0 <= top < MOST:
            return None
        masks = [sum(1 << k for k, n in wanted.items() if compared(v, n)) for v in range(top + 1)]
        means = f"cases:{', '.join(map(str, masks))}"
        table = self.names.add(f"{define.name}_by_{case.word}".upper(), "cases", define.name, means)
        self.context.tables.setdefault(table, means)
        text = self(value.left)
        return f"{table}[{text if value.left.type.high <= top else f'min({text}, {top})'}]"

    def asked_of_each(
        self,
        param: core.Param,
        column: core.Column,
        members: Carried,
        value: core.Expr,
        params: tuple[tuple[str, core.Type], ...],
    ) -> Lines:
        """The lines that ask each component: written out for a few, with what their words carry."""
        among, found = self.locals["among "], self.locals["found "]
        if len(members) <= FEW and not mentions(value, param.name):
            lines: Lines = []
            for component, given in members.items():
                known = {
                    name: core.Const(value=number, type=type, span=value.span)
                    for (name, type), number in zip(params, given, strict=False)
                }
                asked = self._side(substitute(value, known), "and")
                bit = _mask([component])
                lines += [f"if {among} & {bit} and {asked}:", [f"{found} |= {bit}"]]
            return lines
        name = self.locals[param.name]
        read = [self.locals[p] if mentions(value, p) else "_" for p, _ in params]
        taken: Lines = []
        if set(read) - {"_"}:
            taken = [f"_, ({', '.join(read)}{',' * (len(read) == 1)}) = {self.parts_table(column)}[{name}]"]
        return [
            f"for {name} in bits({among} & {_mask(members)}):",
            [*taken, f"if {self.condition(value)}:", [f"{found} |= 1 << {name}"]],
        ]

    def parts_table(self, column: core.Column) -> str:
        """The table of a column's words, taken apart: (number of the word, its values), by component."""
        name = self.names.add(
            f"{column.record}_{column.field}_parts".upper(), "parts", column.record, column.field
        )
        self.context.tables.setdefault(name, f"parts:{column.record}:{column.field}")
        return name


def _mask(members: Carried | list[int]) -> str:
    return hex(sum(1 << member for member in members))
