"""Whether a value may stand where another type is asked for."""

from __future__ import annotations

from dataclasses import replace

from rulewright import core
from rulewright.elaborate.mends import columns, in_range, value_of
from rulewright.elaborate.types import alike, as_number, plain, show
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span


def present(scope: Scope, expr: core.Expr | None) -> core.Expr | None:
    """Take an expression that must have a value; an optional that was not checked is an error."""
    if expr is None or not isinstance(expr.type, core.Optional):
        return expr
    message = f"this may be empty: its type is {show(expr.type)}"
    help = "check it first: `... is not empty and ...`, `if ... is not empty:`, or a `where`"
    scope.error("RW212", message, expr.span, help)
    return None


def as_condition(scope: Scope, expr: core.Expr | None) -> core.Expr | None:
    """Take an expression that must be a yes_no."""
    found = present(scope, expr)
    if found is None or isinstance(found.type, core.YesNo):
        return found
    message = f"a condition is a yes_no, this is {article(found.type)}"
    scope.error("RW211", message, found.span, "compare it with something, or say `is empty`")
    return None


def numeric(scope: Scope, expr: core.Expr | None) -> core.Expr | None:
    """Take an expression that must be a number."""
    found = present(scope, expr)
    if found is None or as_number(scope.game, found.type) is not None:
        return found
    help = "`count(x in ...)` counts" if isinstance(found.type, core.Place | core.SetType) else None
    help = help or columns(scope, found.type, core.Number(0, 0))
    scope.error("RW211", f"a number is asked for, this is {article(found.type)}", found.span, help)
    return None


def article(type: core.Type) -> str:
    """A type with `a` or `an` before it where that reads better."""
    name = show(type)
    if isinstance(type, core.Number):
        return "a number" if type.unit is None else f"a number of {type.unit}"
    if isinstance(type, core.Place | core.TextType):
        return name
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def a_shape(zone: core.Zone) -> str:
    """The shape of a zone, with its article."""
    return f"an {zone.shape}" if zone.shape == "overlay" else f"a {zone.shape}"


def fit(scope: Scope, expr: core.Expr | None, target: core.Type, role: str) -> core.Expr | None:
    """Take a value and the type that its place (`role`: "`move`", "the memory `step`") asks for; give the
    value as that type, or None after an error."""
    if expr is None:
        return None
    if isinstance(target, core.SetType) and not isinstance(expr.type, core.SetType):
        return _as_set(scope, expr, target, role)
    if not isinstance(target, core.Optional):
        found = present(scope, expr)
        if found is None:
            return None
        expr = found
    if not _belongs(plain(expr.type), plain(target)):
        wrong(scope, expr.type, target, role, expr.span)
        return None
    return expr if _in_range(scope, expr, plain(target), role) else None


def _belongs(given: core.Type, target: core.Type) -> bool:
    if isinstance(given, core.ListType) and isinstance(target, core.ListType):
        if isinstance(given.of, core.Optional) and not isinstance(target.of, core.Optional):
            return False
        return alike(plain(given.of), plain(target.of))
    return alike(given, target)


def wrong(scope: Scope, given: core.Type, target: core.Type, role: str, span: Span) -> None:
    """Report a value of the wrong type."""
    help = None
    if isinstance(given, core.RangeType) and isinstance(target, core.RangeType):
        help = "a range's members are only numbers of that range: `x + 0` is a plain number"
    help = help or columns(scope, given, target) or value_of(scope, target)
    scope.error("RW211", f"{role} is {article(target)}, this is {article(given)}", span, help)


def _in_range(scope: Scope, expr: core.Expr, target: core.Type, role: str) -> bool:
    want, have = as_number(scope.game, target), as_number(scope.game, plain(expr.type))
    if want is None or have is None or isinstance(target, core.ListType):
        return True
    if want.unit and have.unit and want.unit != have.unit:
        mixed(scope, have.unit, want.unit, expr.span)
        return False
    if have.high < want.low or want.high < have.low:
        this = str(have.low) if have.low == have.high else f"{have.low}..{have.high}"
        message = f"{role} is a number in {want.low}..{want.high}, this is {this}"
        scope.error("RW215", message, expr.span, in_range(role, want.low, want.high))
        return False
    return True


def mixed(scope: Scope, one: str, other: str, span: Span) -> None:
    """Report two units in one sum, comparison or place."""
    scope.error("RW213", f"{one} and {other} do not mix", span, "plain numbers fit any unit")


def same_unit(scope: Scope, one: core.Type, other: core.Type, at: core.Expr) -> bool:
    """Report two numbers of different units; anything else goes together."""
    a, b = as_number(scope.game, one), as_number(scope.game, other)
    if a is None or b is None or not a.unit or not b.unit or a.unit == b.unit:
        return True
    mixed(scope, a.unit, b.unit, at.span)
    return False


def _as_set(scope: Scope, expr: core.Expr, target: core.SetType, role: str) -> core.Expr | None:
    item = item_of(scope, expr)
    single = isinstance(expr, core.Domain | core.SeatsFrom | core.ZoneRef)
    if item is None or not single or not alike(item, target.of):
        wrong(scope, expr.type, target, role, expr.span)
        return None
    binder = core.Binder(name=scope.unit.unique("each_of"), type=item, source=expr, span=expr.span)
    type = core.SetType(item)
    return core.Aggregate(op="those", value=None, binders=(binder,), where=None, type=type, span=expr.span)


def item_of(scope: Scope, expr: core.Expr) -> core.Type | None:
    """The type of the members of a source; None when it is no source."""
    match expr.type:
        case core.ListType(of) | core.SetType(of):
            return of
        case core.Multiset(kind):
            return core.KindType(kind)
        case core.Place(zone):
            item = scope.game.zones[zone].item
            return core.Component(item) if item in scope.game.records else core.PieceType(item)
    return None


def narrowed(scope: Scope, expr: core.Expr) -> core.Expr:
    """An optional that is known not to be empty here, as the value that it then is."""
    from rulewright.elaborate.facts import key

    if not scope.facts or not isinstance(expr.type, core.Optional):
        return expr
    known = key(expr) in scope.facts or (isinstance(expr, core.EndOf) and key(expr.zone) in scope.facts)
    return replace(expr, type=expr.type.of) if known else expr
