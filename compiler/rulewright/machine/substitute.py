"""Expressions with names replaced, and what expressions of one variable are for each of its values.

Both work on the checked tree: a define's body takes the place of its call, a loop over a few known values is
taken apart, a test of a space becomes a set of spaces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from itertools import count
from typing import Any

from rulewright import core
from rulewright.record import record

_fresh = count(1)
Values = tuple[int, ...]
NONE = -1


def substitute(expr: core.Expr, given: Mapping[str, core.Expr]) -> core.Expr:
    """An expression with locals (and `me`, by that name) replaced; binders get names that nobody else has."""
    if isinstance(expr, core.Local):
        return given.get(expr.name, expr)
    if isinstance(expr, core.Me):
        return given.get("me", expr)
    inner = dict(given)
    for name in bound_in(expr):
        inner[name] = core.Local(name=f"{name}~{next(_fresh)}", type=core.YesNo(), span=expr.span)
    changed = {
        field.name: _within(getattr(expr, field.name), inner)
        for field in fields(expr)
        if field.name not in ("type", "span")
    }
    return replace(expr, **changed)


def free_locals(expr: core.Expr) -> list[core.Local]:
    """The locals that an expression reads and does not bind itself."""
    bound = {name for part in core.walk(expr) for name in bound_in(part)}
    return [part for part in core.walk(expr) if isinstance(part, core.Local) and part.name not in bound]


def bound_in(expr: core.Expr) -> list[str]:
    """The names that an expression itself binds for what lies inside it."""
    match expr:
        case core.Aggregate(binders=binders):
            return [binder.name for binder in binders]
        case core.Leading(binder=binder):
            return [binder.name]
        case core.Match(cases=cases):
            return [name for case in cases for name, _ in case.params]
    return []


def _within(value: Any, given: Mapping[str, core.Expr]) -> Any:
    if isinstance(value, core.Local):
        found = given.get(value.name)
        if found is None:
            return value
        # a renamed binder keeps its own type
        return replace(found, type=value.type) if "~" in getattr(found, "name", "") else found
    if isinstance(value, core.Expr):
        return substitute(value, given)
    if isinstance(value, core.Binder):
        renamed = given.get(value.name)
        name = renamed.name if isinstance(renamed, core.Local) else value.name
        return replace(value, name=name, source=_within(value.source, given))
    if isinstance(value, core.MatchCase):
        params = tuple((given[name].name, type) for name, type in value.params)  # type: ignore[attr-defined]
        return replace(value, params=params, value=_within(value.value, given))
    if isinstance(value, tuple):
        return tuple(_within(item, given) for item in value)
    return value


def inlined(game: core.Game, call: core.Call) -> core.Expr:
    """The body of a define with its arguments in place of its parameters."""
    define = game.defines[call.define]
    given = {param.name: arg for param, arg in zip(define.params, call.args, strict=True)}
    return _within(define.value, given)  # type: ignore[no-any-return]


MOST_WRITTEN_OUT = 2000


def is_written_out(game: core.Game, define: str, sizes: dict[str, int], most: int = MOST_WRITTEN_OUT) -> bool:
    """Is a define, with all that it calls in its place, short enough to be looked into? (Where each calls the
    one before twice, it doubles every time.) `sizes` keeps how many parts each has."""
    return _size(game, game.defines[define].value, sizes) <= most


def _size(game: core.Game, expr: core.Expr, sizes: dict[str, int]) -> int:
    size = 0
    for part in core.walk(expr):
        size += 1
        if isinstance(part, core.Call):
            if part.define not in sizes:
                sizes[part.define] = _size(game, game.defines[part.define].value, sizes)
            size += sizes[part.define]
    return size


def mentions(expr: core.Expr, name: str) -> bool:
    """Does an expression read a local?"""
    return any(isinstance(part, core.Local) and part.name == name for part in core.walk(expr))


@record
class Variable:
    """A name that goes through `size` values from `low`."""

    name: str
    low: int
    size: int

    @property
    def values(self) -> range:
        """All its values."""
        return range(self.low, self.low + self.size)


@record
class Family:
    """What an expression of a variable is, for each value (from `low`) of one other expression."""

    of: core.Expr
    low: int
    members: tuple[Values, ...]


MOST_MEMBERS = 32


def values(game: core.Game, expr: core.Expr, var: Variable) -> Values | Family | None:
    """What an expression is for each value of a variable (none is -1), where it depends on nothing else, or
    on one other expression with few values; None where that is not so."""
    match expr:
        case core.Local(name=name) if name == var.name:
            return tuple(var.values)
        case core.Const(value=value):
            return (value,) * var.size
        case core.Table():
            return _entries(game, expr, var)
        case core.Binary(op="+" | "-" | "*" as op, left=left, right=right):
            one, other = values(game, left, var), values(game, right, var)
            if isinstance(one, tuple) and isinstance(other, tuple):
                return tuple(_operate(op, a, b) for a, b in zip(one, other, strict=True))
    return None


def _operate(op: str, a: int, b: int) -> int:
    return a + b if op == "+" else a - b if op == "-" else a * b


def _entries(game: core.Game, expr: core.Table, var: Variable) -> Values | Family | None:
    info = game.tables[expr.name]
    if isinstance(expr.type, core.SetType | core.ListType):
        return None
    known: list[Values | None] = []
    other: tuple[core.Expr, core.AxisInfo] | None = None
    for index, axis in zip(expr.indices, info.axes, strict=True):
        found = values(game, index, var)
        if isinstance(found, tuple):
            if _is_number(index) and not all(0 <= value - axis.low < axis.size for value in found):
                return None
            known.append(found)
        elif found is None and other is None and _picks(game, index, axis, var):
            other = index, axis
            known.append(None)
        else:
            return None
    if other is None:
        return tuple(_entry(info, [v[i] for v in known if v]) for i in range(var.size))
    index, axis = other
    members = tuple(
        tuple(_entry(info, [value if v is None else v[i] for v in known]) for i in range(var.size))
        for value in range(axis.low, axis.low + axis.size)
    )
    return Family(index, axis.low, members)


def _is_number(index: core.Expr) -> bool:
    return isinstance(index.type, core.Number | core.RangeType)


def _picks(game: core.Game, index: core.Expr, axis: core.AxisInfo, var: Variable) -> bool:
    """Is an index one of few, always on its axis, and the same for each value of the variable?"""
    if mentions(index, var.name) or axis.size > MOST_MEMBERS:
        return False
    low, high = core.bounds(game, index.type)
    return axis.low <= low and high < axis.low + axis.size


def _entry(info: core.TableInfo, at: list[int]) -> int:
    """An entry; none where an index is none on an axis without, which no rule reaches."""
    number = 0
    for value, axis in zip(at, info.axes, strict=True):
        optional = isinstance(axis.type, core.Optional)
        index = axis.size - 1 if optional and value == NONE else value - axis.low
        if not 0 <= index < axis.size:
            return NONE
        number = number * axis.size + index
    found = info.values[number]
    assert isinstance(found, int)
    return found
