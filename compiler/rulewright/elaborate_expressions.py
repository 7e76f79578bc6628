"""Expressions: operators, conditions, tables; names and aggregates have modules of their own."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate_aggregates import aggregate, end_of
from rulewright.elaborate_facts import learn
from rulewright.elaborate_fit import article, as_condition, fit, item_of, mixed, narrowed, numeric, present
from rulewright.elaborate_fold import operate
from rulewright.elaborate_places import is_cell
from rulewright.elaborate_references import reference, wants_type
from rulewright.elaborate_types import alike, as_number, join, known, number, plain, show
from rulewright.elaborate_work import Scope

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
            return _if(scope, node, expected)
        case nodes.Aggregate():
            return aggregate(scope, node, expected)
        case nodes.EndOf():
            return end_of(scope, node)
        case nodes.Lookup():
            return _lookup(scope, node, expected)
    scope.error("RW230", "a sentence is no value", node.span)
    return None


# ---- operators


def _binary(scope: Scope, node: nodes.Binary, expected: core.Type | None) -> core.Expr | None:
    if node.op in ("and", "or"):
        return _connect(scope, node)
    if node.op in ("in", "not_in"):
        return _membership(scope, node)
    if node.op in ("is", "is_not", "fits"):
        return _sameness(scope, node)
    if node.op in COMPARISONS:
        return _compare(scope, node)
    return _arithmetic(scope, node, expected)


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
        scope.error("RW223", f"a {item.name} is only counted, never told apart", source.span)
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
    if not alike(one, other) or not _units(scope, one, other, right):
        if not alike(one, other):
            message = f"{article(left.type)} is never {article(right.type)}"
            scope.error("RW214", message, node.span, "both sides of `is` are of one type")
        return None
    return core.Binary(op=node.op, left=left, right=right, type=core.YesNo(), span=node.span)


def _cell_is(scope: Scope, node: nodes.Binary, cell: core.ZoneRef, right: core.Expr) -> core.Expr | None:
    """`school[2, 2] is G06`: the card lies in the cell; `p.easel is 2`: so many pieces stand there."""
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


def _units(scope: Scope, one: core.Type, other: core.Type, at: core.Expr) -> bool:
    a, b = as_number(scope.game, one), as_number(scope.game, other)
    if a is None or b is None or not a.unit or not b.unit or a.unit == b.unit:
        return True
    mixed(scope, a.unit, b.unit, at.span)
    return False


def _compare(scope: Scope, node: nodes.Binary) -> core.Expr | None:
    left, right = numeric(scope, scope.read(node.left)), numeric(scope, scope.read(node.right))
    if left is None or right is None or not _units(scope, left.type, right.type, right):
        return None
    return core.Binary(op=node.op, left=left, right=right, type=core.YesNo(), span=node.span)


def _arithmetic(scope: Scope, node: nodes.Binary, expected: core.Type | None) -> core.Expr | None:
    chain = [node]
    while isinstance(chain[-1].left, nodes.Binary) and chain[-1].left.op in "+-*/":
        chain.append(chain[-1].left)
    lists = expected if isinstance(expected, core.ListType) else None
    result = scope.read(chain[-1].left, lists)
    for step in reversed(chain):
        right = scope.read(step.right, lists)
        result = None if result is None or right is None else _operate(scope, step, result, right)
    return result


def _operate(scope: Scope, node: nodes.Binary, left: core.Expr, right: core.Expr) -> core.Expr | None:
    if isinstance(left.type, core.ListType) or isinstance(right.type, core.ListType):
        return _append(scope, node, left, right)
    a, b = numeric(scope, left), numeric(scope, right)
    if a is None or b is None:
        return None
    one, other = as_number(scope.game, a.type), as_number(scope.game, b.type)
    assert one is not None
    assert other is not None
    if node.op == "/" and other.low <= 0 <= other.high:
        scope.error("RW229", "this may be a division by zero", b.span, "divide by what is never 0")
        return None
    if not _unit_fits(scope, node, one, other):
        return None
    type = _interval(node.op, one, other)
    if isinstance(a, core.Const) and isinstance(b, core.Const):
        value = operate(node.op, a.value, b.value)
        if value is not None:
            return core.Const(value=value, type=core.Number(value, value, type.unit), span=node.span)
    return core.Binary(op=node.op, left=a, right=b, type=type, span=node.span)


def _append(scope: Scope, node: nodes.Binary, left: core.Expr, right: core.Expr) -> core.Expr | None:
    if node.op != "+":
        scope.error("RW211", "lists are only put together, by `+`", node.span)
        return None
    both = left.type, right.type
    if not isinstance(both[0], core.ListType) or not isinstance(both[1], core.ListType):
        message = f"{article(left.type)} and {article(right.type)} cannot be put together"
        scope.error("RW214", message, node.span, "`+` puts two lists together")
        return None
    item = join(scope.game, both[0].of, both[1].of)
    if item is None:
        message = f"{article(left.type)} and {article(right.type)} cannot be put together"
        scope.error("RW214", message, node.span)
        return None
    one, other = both[0].longest, both[1].longest
    longest = None if one is None or other is None else one + other
    return core.Binary(op="+", left=left, right=right, type=core.ListType(item, longest), span=node.span)


def _unit_fits(scope: Scope, node: nodes.Binary, one: core.Number, other: core.Number) -> bool:
    if node.op in "+-":
        if one.unit and other.unit and one.unit != other.unit:
            mixed(scope, one.unit, other.unit, node.span)
            return False
    elif node.op == "*" and one.unit and other.unit:
        message = f"{one.unit} times {other.unit} is neither"
        scope.error("RW213", message, node.span, "multiply by a plain number")
        return False
    elif node.op == "/" and other.unit and one.unit != other.unit:
        mixed(scope, one.unit or "a plain number", other.unit, node.span)
        return False
    return True


def _interval(op: str, one: core.Number, other: core.Number) -> core.Number:
    unit = one.unit or other.unit
    if op == "+":
        return number(one.low + other.low, one.high + other.high, unit)
    if op == "-":
        return number(one.low - other.high, one.high - other.low, unit)
    ends = [(a, b) for a in (one.low, one.high) for b in (other.low, other.high)]
    if op == "*":
        products = [a * b for a, b in ends]
        return number(min(products), max(products), unit)
    quotients = [a // b for a, b in ends]
    return number(min(quotients), max(quotients), None if one.unit == other.unit else one.unit)


# ---- one operand


def _unary(scope: Scope, node: nodes.Unary) -> core.Expr | None:
    if node.op == "not":
        condition = as_condition(scope, scope.read(node.value))
        return None if condition is None else core.Not(of=condition, type=core.YesNo(), span=node.span)
    if node.op == "-":
        return _negate(scope, node)
    of = scope.read(node.value)
    if of is None:
        return None
    if node.op == "is_full":
        return _is_full(scope, node, of)
    groups = core.Optional | core.Place | core.SetType | core.ListType | core.Multiset
    if not isinstance(of.type, groups):
        message = f"this is never empty: it is {article(of.type)}"
        scope.error("RW218", message, of.span)
        return None
    empty = core.IsEmpty(of=of, type=core.YesNo(), span=node.span)
    return empty if node.op == "is_empty" else core.Not(of=empty, type=core.YesNo(), span=node.span)


def _negate(scope: Scope, node: nodes.Unary) -> core.Expr | None:
    of = numeric(scope, scope.read(node.value))
    if of is None:
        return None
    type = as_number(scope.game, of.type)
    assert type is not None
    if isinstance(of, core.Const):
        folded = core.Number(-of.value, -of.value, type.unit)
        return core.Const(value=-of.value, type=folded, span=node.span)
    zero = core.Const(value=0, type=core.Number(0, 0), span=node.span)
    opposite = core.Number(-type.high, -type.low, type.unit)
    return core.Binary(op="-", left=zero, right=of, type=opposite, span=node.span)


def _is_full(scope: Scope, node: nodes.Unary, of: core.Expr) -> core.Expr | None:
    if not isinstance(of, core.ZoneRef) or scope.game.zones[of.zone].at_most is None:
        message = "only a zone with `at most` can be full"
        scope.error("RW224", message, of.span, "add `at most n` to the zone, or compare a `count`")
        return None
    return core.IsFull(of=of, type=core.YesNo(), span=node.span)


# ---- choices between values


def _if(scope: Scope, node: nodes.IfOtherwise, expected: core.Type | None) -> core.Expr | None:
    condition = as_condition(scope, scope.read(node.condition))
    yes, no = scope.inner(), scope.inner()
    learn(yes, condition, True)
    learn(no, condition, False)
    then, otherwise = both(yes, node.then, no, node.otherwise, expected)
    if condition is None or then is None or otherwise is None:
        return None
    type = common(scope, then, otherwise)
    if type is None:
        return None
    return core.If(condition=condition, then=then, otherwise=otherwise, type=type, span=node.span)


def both(
    yes: Scope, then: nodes.Expr, no: Scope, otherwise: nodes.Expr, expected: core.Type | None
) -> tuple[core.Expr | None, core.Expr | None]:
    """Read two alternatives; a word of a kind in the first gets its type from the second."""
    if expected is None and wants_type(yes, then) and not wants_type(no, otherwise):
        second = no.read(otherwise)
        return yes.read(then, None if second is None else second.type), second
    first = yes.read(then, expected)
    return first, no.read(otherwise, expected if expected or first is None else first.type)


def common(scope: Scope, one: core.Expr, other: core.Expr) -> core.Type | None:
    """The type of two alternatives; reports when they have none."""
    type = join(scope.game, one.type, other.type)
    if type is None:
        message = f"one alternative is {article(one.type)}, the other {article(other.type)}"
        scope.error("RW214", message, other.span, "alternatives are of one type")
    elif not _units(scope, plain(one.type), plain(other.type), other):
        return None
    return type


def _lookup(scope: Scope, node: nodes.Lookup, expected: core.Type | None) -> core.Expr | None:
    value = numeric(scope, scope.read(node.value))
    arrows: list[tuple[int, core.Expr]] = []
    type: core.Type | None = None
    broken = value is None
    for step, target in node.arrows:
        expr = scope.read(target, expected or type)
        if expr is None:
            broken = True
            continue
        type = expr.type if not arrows else common(scope, arrows[0][1], expr)
        if type is not None and arrows:
            type = join(scope.game, type, arrows[-1][1].type) or type
        broken = broken or type is None
        arrows.append((step.value, expr))
    if broken or value is None or type is None or not _steps_cover(scope, node, value):
        return None
    type = _all_of(scope, [expr for _, expr in arrows])
    return core.Lookup(op=node.op, value=value, arrows=tuple(arrows), type=type, span=node.span)


def _all_of(scope: Scope, exprs: list[core.Expr]) -> core.Type:
    type = exprs[0].type
    for expr in exprs[1:]:
        type = join(scope.game, type, expr.type) or type
    return type


def _steps_cover(scope: Scope, node: nodes.Lookup, value: core.Expr) -> bool:
    steps = [step for step, _ in node.arrows]
    for before, after in zip(steps, steps[1:], strict=False):
        if before.value >= after.value:
            message = f"{after.value} does not come after {before.value}"
            scope.error("RW221", message, after.span, "write the steps from low to high, each once")
            return False
    type = as_number(scope.game, value.type)
    assert type is not None
    if not known(type) or type.low < steps[0].value:
        low = str(type.low) if known(type) else "less"
        if node.op == "table" or type.low < steps[0].value:
            scope.error("RW221", f"the value can be {low}, the first step is {steps[0].value}", value.span)
            return False
        return True
    if node.op == "steps":
        return True
    listed = {step.value for step in steps}
    missing = next((n for n in range(type.low, type.high + 1) if n not in listed), None)
    if missing is not None:
        help = f"add `{missing} -> ...`, or write `steps`, which takes the last step reached"
        scope.error("RW221", f"the value can be {missing}, which has no step", value.span, help)
    return missing is None


__all__ = ["both", "common", "expression", "fit", "show"]
