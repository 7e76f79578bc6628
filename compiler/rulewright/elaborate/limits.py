"""Limits of reactions: `, at most 200 times a turn`.

`limit(...)` makes a memory that counts how often a reaction has run; `limited(...)` a body that asks it
first. When the limit has come, the body does nothing but to drop what waits in line.
"""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.facts import reads_state
from rulewright.elaborate.fit import numeric
from rulewright.elaborate.types import as_number
from rulewright.elaborate.work import Scope

ZERO, MOVING = "RW315", "RW234"


def limit(scope: Scope, name: str, node: nodes.SoOften | None) -> core.Limit | None:
    """A reaction's limit, with the memory that counts for it; None without one, or when it has a mistake."""
    if node is None:
        return None
    number = numeric(scope, scope.read(node.number))
    type = None if number is None else as_number(scope.game, number.type)
    if number is None or type is None:
        return None
    if reads_state(number):
        message = "a limit is known before the game starts"
        scope.error(MOVING, message, node.number.span, "write a number, a constant or an option")
        return None
    if type.low < 1:
        message = f"`{name}` could be limited to {type.low} times, and would never run"
        scope.error(ZERO, message, node.number.span, "allow it once at least, or take the reaction out")
        return None
    counter = f"{name}_times"
    while counter in scope.work.names.values or counter in scope.game.memories:
        counter += "_"
    scope.game.memories[counter] = core.Memory(
        name=counter,
        span=node.span,
        text=f"times of {name}",
        of_player=False,
        axis=None,
        type=core.Number(0, type.high),
        lifetime=node.period,
        starts=None,
    )
    return core.Limit(number=number, period=node.period, counter=counter, span=node.span)


def limited(name: str, limit: core.Limit | None, body: core.Block) -> core.Block:
    """A body that runs as often as its limit says, and counts."""
    if limit is None:
        return body
    span, number = limit.span, core.Number(0, 10**9)
    count = core.MemoryValue(name=limit.counter, seat=None, index=None, type=number, span=span)
    one = core.Const(value=1, type=core.Number(1, 1), span=span)
    counted = core.Remember(op="add", target=count, value=one, span=span, per=())
    test = core.Binary(op="<", left=count, right=limit.number, type=core.YesNo(), span=span)
    drop = core.DropLine(of=name, span=span, per=())
    return (core.IfStmt(condition=test, then=(counted, *body), otherwise=(drop,), span=span, per=()),)
