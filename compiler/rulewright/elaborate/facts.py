"""What a condition tells: which optionals it shows not to be empty, and whether it can be both true and
false at all."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.elaborate.types import CAP, as_number
from rulewright.elaborate.work import Key, Scope


def key(expr: core.Expr) -> Key | None:
    """What makes two expressions the same value at one moment; None when nothing does.

    >>> from rulewright.report.diagnostics import Span
    >>> key(core.Me(type=core.Seat(), span=Span.whole("a")))
    ('me',)
    """
    match expr:
        case core.Const(value=value):
            return ("const", value)
        case core.Local(name=name):
            return ("local", name)
        case core.Me():
            return ("me",)
        case core.OptionValue(name=name):
            return ("option", name)
        case core.Column(record=record, field=field, of=of):
            return _with(("column", record, field), of)
        case core.MemoryValue(name=name, seat=seat, index=index):
            return _with(("memory", name, seat is None), *(e for e in (seat, index) if e is not None))
        case core.Holder(token=token):
            return ("holder", token)
        case core.ZoneRef(zone=zone, seat=seat, indices=indices):
            return _with(("zone", zone, seat is None), *([] if seat is None else [seat]), *indices)
        case core.EndOf(end=end, zone=place):
            return _with(("end", end), place)
        case core.Table(name=name, indices=indices):
            return _with(("table", name), *indices)
        case core.Shown(field=field, of=of):
            return _with(("shown", field), of)
        case core.Call(define=define, args=args):
            return _with(("call", define), *args)
    return None


def _with(start: Key, *parts: core.Expr) -> Key | None:
    keys = [key(part) for part in parts]
    return None if None in keys else (*start, *keys)


def reads_state(expr: core.Expr) -> bool:
    """Whether an expression's value can change by effects."""
    moving = core.MemoryValue | core.Holder | core.ZoneRef | core.Call
    return any(isinstance(part, moving) for part in core.walk(expr))


def learn(scope: Scope, condition: core.Expr | None, truth: bool = True) -> None:
    """Add to a scope what holds where a condition is true (or false)."""
    if condition is None:
        return
    for expr in _present(condition, truth):
        found = key(expr)
        if found is not None:
            scope.facts[found] = reads_state(expr)


def _present(condition: core.Expr, truth: bool) -> Iterator[core.Expr]:
    match condition:
        case core.Not(of=of):
            yield from _present(of, not truth)
        case core.IsEmpty(of=of) if not truth:
            yield of
        case core.In(value=value) if truth:
            yield value
        case core.Binary(op="and" | "or" as op, left=left, right=right) if (op == "and") == truth:
            yield from _present(left, truth)
            yield from _present(right, truth)
        case core.Binary(op="is" | "is_not" as op, left=left, right=right) if (op == "is") == truth:
            if not isinstance(left.type, core.Optional):
                yield right
            elif not isinstance(right.type, core.Optional):
                yield left


def decided(game: core.Game, condition: core.Expr) -> bool | None:
    """Whether a comparison is true, or false, whatever the game does; None when it can be both."""
    if isinstance(condition, core.Const):
        return condition.value == 1
    if not isinstance(condition, core.Binary):
        return None
    left, right = as_number(game, condition.left.type), as_number(game, condition.right.type)
    if left is None or right is None:
        return None
    apart = _apart(left, right)
    match condition.op:
        case "is" | "is_not":
            return None if apart is None else condition.op == "is_not"
        case "<":
            return _less(left, right)
        case ">":
            return _less(right, left)
        case "<=":
            found = _less(right, left)
            return None if found is None else not found
        case ">=":
            found = _less(left, right)
            return None if found is None else not found
    return None


def _apart(left: core.Number, right: core.Number) -> bool | None:
    return True if left.high < right.low or right.high < left.low else None


def _less(left: core.Number, right: core.Number) -> bool | None:
    if left.high < right.low:
        return True
    return False if left.low >= right.high and abs(right.high) < CAP else None


def warn_if_decided(scope: Scope, condition: core.Expr | None) -> None:
    """Report the comparisons in a guard that are always true or never."""
    if condition is None:
        return
    match condition:
        case core.Binary(op="and" | "or", left=left, right=right):
            warn_if_decided(scope, left)
            warn_if_decided(scope, right)
        case core.Not(of=of):
            warn_if_decided(scope, of)
        case _:
            found = decided(scope.game, condition)
            if found is not None:
                help = (
                    "leave it out, or compare with what it can be" if found else "compare with what it can be"
                )
                scope.error("RW225", f"this is {'always' if found else 'never'} true", condition.span, help)
