"""Numbers: comparisons, arithmetic on intervals, units; and `+` on lists."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.fit import article, mixed, numeric, same_unit
from rulewright.elaborate.fold import operate
from rulewright.elaborate.types import as_number, join, number
from rulewright.elaborate.work import Scope


def compare(scope: Scope, node: nodes.Binary) -> core.Expr | None:
    left, right = numeric(scope, scope.read(node.left)), numeric(scope, scope.read(node.right))
    if left is None or right is None or not same_unit(scope, left.type, right.type, right):
        return None
    return core.Binary(op=node.op, left=left, right=right, type=core.YesNo(), span=node.span)


def arithmetic(scope: Scope, node: nodes.Binary, expected: core.Type | None) -> core.Expr | None:
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


def negate(scope: Scope, node: nodes.Unary) -> core.Expr | None:
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
