"""Printed: what a rule can come to, by what is printed on the components.

`Printed(game).bounds(expr, known)` gives the lowest and the highest value that an expression can have;
`known` says of some names which component they are, by its row, or which number. All that is not known may be
anything its type allows. A condition whose highest value is 0 never holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright import core
from rulewright.elaborate.fold import operate
from rulewright.machine.substitute import inlined, is_written_out

Bounds = tuple[int, int]
MOST = 400  # parts of a define, with all that it calls, that are looked into
ANY = (-(2**40), 2**40)
BOOL = (0, 1)


class Known:
    """A component by its row, of its record."""

    __slots__ = ("record", "row")

    def __init__(self, record: str, row: int) -> None:
        self.record, self.row = record, row


Names = Mapping[str, Known | Bounds]


class Printed:
    """Bounds of expressions, from the tables of a game."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._sizes: dict[str, int] = {}

    def never(self, expr: core.Expr, known: Names) -> bool:
        """Can a condition never hold?"""
        return self.bounds(expr, known)[1] <= 0

    def bounds(self, expr: core.Expr, known: Names) -> Bounds:
        """The lowest and highest value of an expression."""
        found = self._bounds(expr, known)
        low, high = self.typed(expr)
        return max(found[0], low), min(found[1], high)

    def typed(self, expr: core.Expr) -> Bounds:
        """What the type of an expression allows."""
        type = expr.type
        if isinstance(type, core.YesNo):
            return BOOL
        inner = type.of if isinstance(type, core.Optional) else type
        if not isinstance(inner, core.Number | core.RangeType | core.KindType):
            return ANY
        low, high = core.bounds(self._game, inner)
        return (-1 if isinstance(type, core.Optional) else low), high

    def _bounds(self, expr: core.Expr, known: Names) -> Bounds:
        match expr:
            case core.Const(value=value):
                return value, value
            case core.Local(name=name):
                found = known.get(name)
                return found if isinstance(found, tuple) else ANY
            case core.Column(of=core.Local(name=name)):
                return self._column(expr, known.get(name))
            case core.Not(of=of):
                low, high = self.bounds(of, known)
                return 1 - high, 1 - low
            case core.IsEmpty(of=of):
                return self._is_empty(of, known)
            case core.In(value=value, source=core.Members(group=group)):
                return self._is_member(self.bounds(value, known), self._game.groups[group].members)
            case core.If(condition=condition, then=then, otherwise=otherwise):
                low, high = self.bounds(condition, known)
                ways = [way for way, holds in ((then, high > 0), (otherwise, low <= 0)) if holds]
                return _either([self.bounds(way, known) for way in ways])
            case core.Binary(op=op, left=left, right=right):
                return _operated(op, self.bounds(left, known), self.bounds(right, known))
            case core.Call(define=define) if is_written_out(self._game, define, self._sizes, MOST):
                return self.bounds(inlined(self._game, expr), known)
            case core.Aggregate():
                return self._gathered(expr, known)
        return ANY

    def _column(self, column: core.Column, of: Known | Bounds | None) -> Bounds:
        values = self._game.records[column.record].fields[column.field].values
        if isinstance(of, Known):
            values = (values[of.row],)
        numbers = [value for value in values if isinstance(value, int)]
        return (min(numbers), max(numbers)) if len(numbers) == len(values) and numbers else ANY

    def _is_empty(self, of: core.Expr, known: Names) -> Bounds:
        if not isinstance(of.type, core.Optional):
            return BOOL
        low, high = self.bounds(of, known)
        return int(high < 0), int(low < 0)

    @staticmethod
    def _is_member(value: Bounds, members: tuple[int, ...]) -> Bounds:
        inside = [member for member in members if value[0] <= member <= value[1]]
        return int(value[0] == value[1] and bool(inside)), int(bool(inside))

    # ---- what is counted

    def _gathered(self, expr: core.Aggregate, known: Names) -> Bounds:
        """Of components each can be counted once; the best that all together can come to."""
        if len(expr.binders) != 1 or expr.op not in ("count", "total", "distinct", "most_alike", "highest"):
            return ANY
        binder = expr.binders[0]
        if isinstance(binder.type, core.PieceType):
            return (0, self._game.pieces[binder.type.name].number) if expr.op == "count" else ANY
        once = isinstance(binder.source.type, core.Place | core.SetType)  # a list may have one twice
        if not isinstance(binder.type, core.Component) or not once:
            return ANY
        each = self._each(expr, binder.type.record, known)
        match expr.op:
            case "count":
                return 0, sum(copies for copies, _ in each)
            case "total":
                low = sum(min(0, value[0]) * copies for copies, value in each)
                return low, sum(max(0, value[1]) * copies for copies, value in each)
            case "highest":
                return min([0, *(value[0] for _, value in each)]), max([0, *(value[1] for _, value in each)])
        if any(value[0] != value[1] for _, value in each):
            return 0, sum(copies for copies, _ in each)
        by_value: dict[int, int] = {}
        for copies, value in each:
            if value[0] >= 0:
                by_value[value[0]] = by_value.get(value[0], 0) + copies
        return 0, len(by_value) if expr.op == "distinct" else max(by_value.values(), default=0)

    def _each(self, expr: core.Aggregate, name: str, known: Names) -> list[tuple[int, Bounds]]:
        """For each row that can be counted how many of it there are, and what one comes to."""
        record, binder = self._game.records[name], expr.binders[0]
        found: list[tuple[int, Bounds]] = []
        for row, copies in enumerate(record.copies):
            here = {**known, binder.name: Known(name, row)}
            if expr.where is None or not self.never(expr.where, here):
                value = (1, 1) if expr.value is None else self.bounds(expr.value, here)
                found.append((copies, value))
        return found


def _either(bounds: list[Bounds]) -> Bounds:
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def _operated(op: str, a: Bounds, b: Bounds) -> Bounds:
    """An operation on all that two sides can be."""
    match op:
        case "and":
            return min(a[0], b[0]), min(a[1], b[1])
        case "or":
            return max(a[0], b[0]), max(a[1], b[1])
        case "is" | "is_not":
            apart = a[1] < b[0] or b[1] < a[0]
            same = a[0] == a[1] == b[0] == b[1]
            found = int(same), int(not apart)
            return found if op == "is" else (1 - found[1], 1 - found[0])
        case "<" | "<=" | ">" | ">=":
            corners = [operate(op, x, y) or 0 for x in a for y in b]
            return min(corners), max(corners)
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "*":
            products = [x * y for x in a for y in b]
            return min(products), max(products)
        case "/" if b[0] == b[1] > 0:
            return a[0] // b[0], a[1] // b[0]
    return ANY
