"""Python of a ruleset's examples: one small function for each expression that they ask about.

`example_functions(context)` gives them; `checks.examples` runs them. They are no part of a built engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.python.expressions import Context, Python
from rulewright.python.functions import Function, function

SIDES = frozenset({"is", "is_not", "<", "<=", ">", ">="})


def example_functions(context: Context) -> list[Function]:
    """All functions: `e{example}_{line}` and, for comparisons, its `_left` and `_right`."""
    found: list[Function] = []
    for i, example in enumerate(context.game.examples):
        for j, line in enumerate(example.lines):
            for name, expr in _asked(line, context.game):
                python = Python(context)
                if isinstance(line, core.GivenHolds) and name.startswith(("lay", "lift")):
                    found.append(_laid(context, python, line, expr, function_name(i, j, name)))
                    continue
                if name == "put":
                    assert isinstance(line, core.GivenIs)
                    assert isinstance(line.target, core.MemoryValue)
                    found.append(
                        function(
                            function_name(i, j, name),
                            "s: State",
                            "None",
                            "",
                            [python.put(line.target, python(expr))],
                        )
                    )
                    continue
                text = (
                    python.place(expr)
                    if name == "place" and isinstance(expr, core.ZoneRef)
                    else _text(python, name, expr)
                )
                found.append(function(function_name(i, j, name), "s: State", "Any", "", [f"return {text}"]))
    return found


def function_name(example: int, line: int, part: str) -> str:
    """The name of the function for one part of a line."""
    return f"e{example}_{line}_{part}"


def _laid(context: Context, python: Python, line: core.GivenHolds, expr: core.Expr, name: str) -> Function:
    """The function that lays a card on an overlay, or lifts one that is handed over."""
    names, zone = context.names, line.zone
    whose = [python(zone.seat)] if zone.seat is not None else []
    if line.at is None:
        call = f"{names['lift', zone.zone]}({', '.join(['s', *whose, 'card'])})"
        return function(name, "s: State, card: int", "None", "", [call])
    card = python(expr)
    move = f"{names['move', context.game.zones[zone.zone].item]}(s, {card}, {python.place(zone)})"
    call = f"{names['lay', zone.zone]}({', '.join(['s', *whose, python(line.at), card])})"
    return function(name, "s: State", "None", "", [move, call])


def _asked(line: core.ExampleLine, game: core.Game) -> Iterator[tuple[str, core.Expr]]:
    boards = game.boards
    match line:
        case core.GivenHolds(zone=zone) if zone.zone in game.overlays:
            yield "place", zone
            if line.at is None:
                yield "lift", zone
            yield from ((f"lay{k}", item) for k, item in enumerate(line.items))
        case core.GivenHolds() | core.GivenBegins():
            yield "place", line.zone
            yield from ((f"item{k}", item) for k, item in enumerate(line.items))
        case core.GivenIs(target=core.MemoryValue(name=name)) if name in boards:
            yield "put", line.value
        case core.GivenDraws():
            yield from ((f"value{k}", value) for k, value in enumerate(line.values))
        case core.GivenIs():
            yield "at", line.target
            yield "value", line.value
        case core.Played() | core.MayPlay():
            yield from ((f"arg{k}", arg) for k, arg in enumerate(line.args))
        case core.Chosen() | core.MayChoose() if line.value is not None:
            yield "value", line.value
        case core.Fact(condition=condition):
            yield "fact", condition
            if isinstance(condition, core.Binary) and condition.op in SIDES:
                yield "left", condition.left
                yield "right", condition.right


def _text(python: Python, name: str, expr: core.Expr) -> str:
    if name != "at":
        return python.mask(expr) if isinstance(expr.type, core.SetType) else python.number(expr)
    match expr:
        case core.ZoneRef():
            return python.zone_offset(expr)
        case core.MemoryValue():
            return python.memory_place(expr)
        case core.Holder():
            return python.names["token", expr.token]
    raise TypeError(f"{expr} is no place")
