"""How long a value takes to be worked out, as far as its Python text tells: in parts of it that are run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping

from rulewright.python.functions import Function

AGAIN = 5  # how often a loop is gone through, for all that is known
CALL = 3
TOOL = 8  # a function of the runtime
BUILTINS = frozenset({"any", "all", "bool", "len", "max", "min", "next", "range", "abs"})


def costs(functions: Mapping[str, Function], helpers: Iterable[Function]) -> dict[str, int]:
    """How long each define takes, by its name; `helpers` are what else it may call."""
    found: dict[str, int] = {}
    called = {f.name: f for f in (*functions.values(), *helpers)}

    def of(function: Function) -> int:
        if function.name not in found:
            found[function.name] = 0  # for one that calls itself
            found[function.name] = _cost(function, lambda name: of(called[name]) if name in called else None)
        return found[function.name]

    return {name: of(function) for name, function in functions.items()}


def _cost(function: Function, of: Callable[[str], int | None]) -> int:
    body = "\n".join(line[4:] for line in function.lines)
    return sum(_parts(node, of) for node in ast.parse(body).body)


def _parts(node: ast.AST, of: Callable[[str], int | None]) -> int:
    inner = sum(_parts(child, of) for child in ast.iter_child_nodes(node))
    match node:
        case ast.Call(func=ast.Name(id=name)):
            known = of(name)
            return inner + (CALL + known if known is not None else CALL if name in BUILTINS else TOOL)
        case ast.Call():
            return inner + CALL
        case ast.ListComp() | ast.GeneratorExp() | ast.For() | ast.Lambda() | ast.SetComp():
            return AGAIN * inner
        case ast.Slice():
            return inner + CALL
        case ast.BinOp() | ast.Compare() | ast.Subscript() | ast.BoolOp() | ast.IfExp() | ast.UnaryOp():
            return inner + 1
    return inner
