"""What can be computed before a game starts: the value of an expression for given players and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from rulewright import core

LIMIT = 10_000
"""More combinations of players and options than this are not tried one by one."""


def evaluate(
    game: core.Game, expr: core.Expr, players: int, options: Mapping[str, int] | None = None
) -> int | None:
    """Take an expression, give its value, or None when it needs more than constants, options and players.

    >>> from rulewright.report.diagnostics import Span
    >>> evaluate(None, core.PlayerCount(type=core.Number(2, 4), span=Span.whole("a")), 3)
    3
    """

    def value(e: core.Expr) -> int | None:
        return evaluate(game, e, players, options)

    match expr:
        case core.Const(value=found):
            return found
        case core.PlayerCount():
            return players
        case core.OptionValue(name=name):
            return None if options is None else options.get(name, game.options[name].default)
        case core.ConstantByPlayers(name=name):
            return game.constants[name].values[players - game.low]
        case core.Not(of=of):
            inner = value(of)
            return None if inner is None else 1 - inner
        case core.If(condition=condition, then=then, otherwise=otherwise):
            known = value(condition)
            return None if known is None else value(then if known else otherwise)
        case core.Binary(op=op, left=left, right=right):
            a, b = value(left), value(right)
            return None if a is None or b is None else operate(op, a, b)
        case core.Lookup(op=op, value=of, arrows=arrows):
            return _look_up(op, value(of), arrows, value)
    return None


def operate(op: str, a: int, b: int) -> int | None:
    """One operation on two numbers; None for a division by zero.

    >>> operate("/", 7, 2), operate("<", 1, 2)
    (3, 1)
    """
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a // b if b else None
        case "and":
            return a & b
        case "or":
            return a | b
    table = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "is": a == b, "is_not": a != b}
    return int(table[op]) if op in table else None


def _look_up(
    op: str,
    at: int | None,
    arrows: tuple[tuple[int, core.Expr], ...],
    value: Callable[[core.Expr], int | None],
) -> int | None:
    if at is None:
        return None
    reached = [target for step, target in arrows if (step == at if op == "table" else step <= at)]
    return value(reached[-1]) if reached else None


def options_read(expr: core.Expr) -> list[str]:
    """The options that an expression reads, each once."""
    found = (part.name for part in core.walk(expr) if isinstance(part, core.OptionValue))
    return list(dict.fromkeys(found))


def outcomes(game: core.Game, *exprs: core.Expr) -> list[tuple[int, ...]] | None:
    """The values of some expressions for each number of players and each setting of the options they read;
    None when one of them needs more than that."""
    names = list(dict.fromkeys(name for expr in exprs for name in options_read(expr)))
    domains = [[value for _, value in game.options[name].values] for name in names]
    settings = game.high - game.low + 1
    for domain in domains:
        settings *= len(domain)
    if settings > LIMIT:
        domains = [[min(d), max(d)] for d in domains]
    found: list[tuple[int, ...]] = []
    for players in range(game.low, game.high + 1):
        for chosen in product(*domains):
            options = dict(zip(names, chosen, strict=True))
            row = [evaluate(game, expr, players, options) for expr in exprs]
            if any(v is None for v in row):
                return None
            found.append(tuple(v for v in row if v is not None))
            if len(found) > LIMIT:
                return found
    return found
