"""One of several values: `a if c otherwise b`, `table`, `steps`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulewright import core, nodes
from rulewright.elaborate.facts import learn
from rulewright.elaborate.fit import article, as_condition, numeric, same_unit
from rulewright.elaborate.references import wants_type
from rulewright.elaborate.types import CAP, as_number, join, plain
from rulewright.elaborate.work import Scope


def if_otherwise(scope: Scope, node: nodes.IfOtherwise, expected: core.Type | None) -> core.Expr | None:
    condition = as_condition(scope, scope.read(node.condition))
    yes, no = scope.inner(), scope.inner()
    learn(yes, condition, True)
    learn(no, condition, False)
    then, otherwise = both(yes, node.then, no, node.otherwise, expected)
    if condition is None or then is None or otherwise is None:
        return None
    type = joined(scope, [then, otherwise])
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


def joined(scope: Scope, exprs: Sequence[core.Expr]) -> core.Type | None:
    """The type of several alternatives; reports the first that does not go with those before it."""
    type = exprs[0].type
    for expr in exprs[1:]:
        both = join(scope.game, type, expr.type)
        if both is None:
            message = f"one alternative is {article(type)}, another {article(expr.type)}"
            scope.error("RW214", message, expr.span, "alternatives are of one type")
            return None
        if not same_unit(scope, plain(type), plain(expr.type), expr):
            return None
        type = both
    return type


def lookup(scope: Scope, node: nodes.Lookup, expected: core.Type | None) -> core.Expr | None:
    """`table(n: 1 -> 2, 2 -> 5)`, `steps(n: 0 -> 0, 3 -> 2)`"""
    value = numeric(scope, scope.read(node.value))
    targets: list[core.Expr] = []
    for _, target in node.arrows:
        found = scope.read(target, expected or (targets[0].type if targets else None))
        if found is not None:
            targets.append(found)
    if value is None or len(targets) != len(node.arrows) or not _steps_cover(scope, node, value):
        return None
    type = joined(scope, targets)
    if type is None:
        return None
    steps = (step.value for step, _ in node.arrows)
    arrows = tuple(zip(steps, targets, strict=True))
    return core.Lookup(op=node.op, value=value, arrows=arrows, type=type, span=node.span)


def _steps_cover(scope: Scope, node: nodes.Lookup, value: core.Expr) -> bool:
    steps = [step for step, _ in node.arrows]
    for before, after in pairwise(steps):
        if before.value >= after.value:
            message = f"{after.value} does not come after {before.value}"
            scope.error("RW221", message, after.span, "write the steps from low to high, each once")
            return False
    type = as_number(scope.game, value.type)
    assert type is not None
    if type.low < steps[0].value:
        low = "less" if type.low <= -CAP else str(type.low)
        message = f"the value can be {low}, the first step is {steps[0].value}"
        help = None if low == "less" else f"begin with `{low} -> ...`"
        scope.error("RW221", message, value.span, help)
        return False
    if node.op == "steps":
        return True
    listed = {step.value for step in steps}
    missing = next((n for n in range(type.low, type.high + 1) if n not in listed), None)
    if missing is not None:
        help = f"add `{missing} -> ...`, or write `steps`, which takes the last step reached"
        scope.error("RW221", f"the value can be {missing}, which has no step", value.span, help)
    return missing is None
