"""Expressions: operators, conditions, tables; names and aggregates have modules of their own."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.aggregates import aggregate, end_of, leading
from rulewright.elaborate.alternatives import if_otherwise, lookup
from rulewright.elaborate.arithmetic import arithmetic, compare, negate
from rulewright.elaborate.facts import learn
from rulewright.elaborate.fit import article, as_condition, item_of, narrowed, numeric, present, same_unit
from rulewright.elaborate.mends import compared
from rulewright.elaborate.places import is_cell
from rulewright.elaborate.references import reference, wants_type
from rulewright.elaborate.types import alike, as_number, number, plain
from rulewright.elaborate.work import Scope

COMPARISONS = ("<", "<=", ">", ">=")


def expression(scope: Scope, node: nodes.Expr, expected: core.Type | None = None) -> core.Expr | None:
    """Take a node and the type its place asks for (only to tell words of kinds apart), give the typed
    expression, or None when it has an error, which is then reported."""
    found = _dispatch(scope, node, expected)
    return None if found is None else narrowed(scope, found)


def _dispatch(scope: Scope, node: nodes.Expr, expected: core.Type | None) -> core.Expr | None:
    match node:
        case nodes.Ref():
            return reference(scope, node, expected)
        case nodes.Int():
            return core.Const(value=node.value, type=core.Number(node.value, node.value), span=node.span)
        case nodes.Binary():
            return _binary(scope, node, expected)
        case nodes.Unary():
            return _unary(scope, node)
        case nodes.IfOtherwise():
            return if_otherwise(scope, node, expected)
        case nodes.Aggregate():
            return aggregate(scope, node, expected)
        case nodes.Leading():
            return leading(scope, node)
        case nodes.EndOf():
            return end_of(scope, node)
        case nodes.Lookup():
            return lookup(scope, node, expected)
        case nodes.Repeated():
            return _repeated(scope, node)
    scope.error("RW230", "a sentence is no value", node.span)
    return None


def _repeated(scope: Scope, node: nodes.Repeated) -> core.Expr | None:
    times = numeric(scope, scope.read(node.times))
    type = None if times is None else as_number(scope.game, times.type)
    if times is None or type is None:
        return None
    if type.low < 2:
        help = "a position that comes twice has been repeated once"
        scope.error("RW215", "each position has come once", times.span, help)
        return None
    for word in node.apart:
        if scope.work.names.value(word.text, "memory") is None:
            help_ = scope.work.suggest(word.text, [e.name for e in scope.work.names.of_sort("memory")])
            scope.error("RW201", f"`{word.text}` is not the name of a memory", word.span, help_)
            return None
        scope.use("memory", word.text, word.span)
    apart = tuple(word.text for word in node.apart)
    return core.Repeated(times=times, apart=apart, type=core.YesNo(), span=node.span)


# ---- operators


def _binary(scope: Scope, node: nodes.Binary, expected: core.Type | None) -> core.Expr | None:
    if node.op in ("and", "or"):
        return _connect(scope, node)
    if node.op in ("in", "not_in"):
        return _membership(scope, node)
    if node.op in ("is", "is_not", "fits"):
        return _sameness(scope, node)
    if node.op in COMPARISONS:
        return compare(scope, node)
    if node.op == "knows":
        return _knows(scope, node)
    return arithmetic(scope, node, expected)


def _connect(scope: Scope, node: nodes.Binary) -> core.Expr | None:
    """`and`, `or`: what the left side tells holds on the right."""
    parts = [node.right]
    left = node.left
    while isinstance(left, nodes.Binary) and left.op == node.op:
        parts.append(left.right)
        left = left.left
    inner = scope.inner()
    result = as_condition(inner, inner.read(left))
    broken = result is None
    for part in reversed(parts):
        learn(inner, result if not broken else None, node.op == "and")
        right = as_condition(inner, inner.read(part))
        if right is None or result is None:
            broken, result = True, right if result is None else result
            continue
        span = result.span.to(right.span)
        result = core.Binary(op=node.op, left=result, right=right, type=core.YesNo(), span=span)
    return None if broken else result


def _membership(scope: Scope, node: nodes.Binary) -> core.Expr | None:
    if wants_type(scope, node.left):
        source = scope.read(node.right)
        item = None if source is None else item_of(scope, source)
        value = scope.read(node.left, item)
    else:
        value = scope.read(node.left)
        source = scope.read(node.right, None if value is None else core.SetType(plain(value.type)))
    if value is None or source is None:
        return None
    item = item_of(scope, source)
    if item is None:
        message = f"only a zone, a set, a list, a group or a type has members, this is {article(source.type)}"
        scope.error("RW222", message, source.span)
        return None
    if isinstance(item, core.PieceType):
        message = f"a {item.name} is only counted, never told apart"
        scope.error("RW223", message, source.span, "ask for their number: `count(x in ...)`")
        return None
    if not alike(plain(value.type), plain(item)):
        message = f"the members are {article(plain(item))} each, this is {article(value.type)}"
        scope.error("RW214", message, value.span)
        return None
    inside = core.In(value=value, source=source, type=core.YesNo(), span=node.span)
    return inside if node.op == "in" else core.Not(of=inside, type=core.YesNo(), span=node.span)


def _sameness(scope: Scope, node: nodes.Binary) -> core.Expr | None:
    if wants_type(scope, node.left) and not wants_type(scope, node.right):
        right = scope.read(node.right)
        left = None if right is None else scope.read(node.left, plain(right.type))
    else:
        left = scope.read(node.left)
        right = None if left is None else scope.read(node.right, _for_word(scope, left))
    if left is None or right is None:
        return None
    if node.op == "fits":
        return _fits(scope, node, left, right)
    if isinstance(left, core.ZoneRef):
        in_cell = _cell_is(scope, node, left, right)
        if in_cell is not None:
            return in_cell
    one, other = plain(left.type), plain(right.type)
    if not alike(one, other) or not same_unit(scope, one, other, right):
        if not alike(one, other):
            message = f"{article(left.type)} is never {article(right.type)}"
            scope.error("RW214", message, node.span, _never_help(scope, left, right))
        return None
    return core.Binary(op=node.op, left=left, right=right, type=core.YesNo(), span=node.span)


def _never_help(scope: Scope, left: core.Expr, right: core.Expr) -> str:
    """What is meant by comparing two things that are never the same."""
    sides = (left, right)
    types = {type(plain(side.type)) for side in sides}
    if core.Number in types and any(isinstance(side, core.ZoneRef) for side in sides):
        return "`count(x in ...)` counts, `is empty` asks whether nothing lies there"
    if core.Seat in types and any(
        isinstance(side, core.MemoryValue) and side.name in scope.game.boards for side in sides
    ):
        return "ask whose it is: `.owner is me`"
    return compared(scope, left, right) or "both sides of `is` are of one type"


def _cell_is(scope: Scope, node: nodes.Binary, cell: core.ZoneRef, right: core.Expr) -> core.Expr | None:
    """`market[2, 2] is G06`: the card lies in the cell; `p.camp is 2`: so many pieces stand there."""
    zone = scope.game.zones[cell.zone]
    yes = core.YesNo()
    if zone.shape == "grid" and right.type == core.Component(zone.item) and is_cell(scope, cell):
        inside = core.In(value=right, source=cell, type=yes, span=node.span)
        return inside if node.op == "is" else core.Not(of=inside, type=yes, span=node.span)
    if zone.shape == "pool" and isinstance(right.type, core.Number | core.RangeType):
        piece = core.PieceType(zone.item)
        name = scope.unit.unique("each_of")
        binder = core.Binder(name=name, type=piece, source=cell, span=cell.span)
        type = number(0, scope.game.pieces[zone.item].number)
        count = core.Aggregate(
            op="count", value=None, binders=(binder,), where=None, type=type, span=cell.span
        )
        return core.Binary(op=node.op, left=count, right=right, type=yes, span=node.span)
    return None


def _for_word(scope: Scope, left: core.Expr) -> core.Type | None:
    """The type that the right side of `is` is read for."""
    return item_of(scope, left) if isinstance(left.type, core.Place) else left.type


def _fits(scope: Scope, node: nodes.Binary, left: core.Expr, right: core.Expr) -> core.Expr | None:
    one, other = present(scope, left), present(scope, right)
    if one is None or other is None:
        return None
    if not isinstance(one.type, core.KindType) or one.type != other.type:
        message = f"`fits` is for two words of a kind, not {article(one.type)} and {article(other.type)}"
        scope.error("RW214", message, node.span)
        return None
    return core.Fits(left=one, right=other, type=core.YesNo(), span=node.span)


def _knows(scope: Scope, node: nodes.Binary) -> core.Expr | None:
    """`yellow knows B06`: rules must not ask, examples and claims may."""
    seat = scope.read(node.left, core.Seat())
    component = scope.read(node.right)
    if seat is None or component is None:
        return None
    if not scope.example and scope.unit.sort != "claim":
        scope.error("RW239", "`knows` is for examples and claims", node.span)
        return None
    if not isinstance(seat.type, core.Seat) or not isinstance(component.type, core.Component):
        given = f"{article(seat.type)} and {article(component.type)}"
        message = f"`knows` is for a player and a card or tile, not {given}"
        scope.error("RW214", message, node.span)
        return None
    return core.Knows(seat=seat, component=component, type=core.YesNo(), span=node.span)


# ---- one operand


def _unary(scope: Scope, node: nodes.Unary) -> core.Expr | None:
    if node.op == "not":
        condition = as_condition(scope, scope.read(node.value))
        return None if condition is None else core.Not(of=condition, type=core.YesNo(), span=node.span)
    if node.op == "-":
        return negate(scope, node)
    of = scope.read(node.value)
    if of is None:
        return None
    if node.op in ("is_full", "is_not_full"):
        full = _is_full(scope, node, of)
        if full is None or node.op == "is_full":
            return full
        return core.Not(of=full, type=core.YesNo(), span=node.span)
    groups = core.Optional | core.Place | core.SetType | core.ListType | core.Multiset
    if not isinstance(of.type, groups):
        message = f"this is never empty: it is {article(of.type)}"
        scope.error("RW218", message, of.span)
        return None
    empty = core.IsEmpty(of=of, type=core.YesNo(), span=node.span)
    return empty if node.op == "is_empty" else core.Not(of=empty, type=core.YesNo(), span=node.span)


def _is_full(scope: Scope, node: nodes.Unary, of: core.Expr) -> core.Expr | None:
    if not isinstance(of, core.ZoneRef) or scope.game.zones[of.zone].at_most is None:
        message = "only a zone with `at most` can be full"
        scope.error("RW224", message, of.span, "add `at most n` to the zone, or compare a `count`")
        return None
    return core.IsFull(of=of, type=core.YesNo(), span=node.span)
