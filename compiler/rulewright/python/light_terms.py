"""Rules where it is known who moves: two play, seat by seat, with the default options.

`settled` puts what is known into a rule; `alternatives` takes a condition apart; `truth` says whether a
condition holds, from facts about others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright import core
from rulewright.machine.substitute import bound_in, inlined, is_written_out, substitute

SEATS = 2
Facts = dict[object, bool]


class UnfitError(Exception):
    """A rule cannot be said by sets of spaces alone."""


def settled(game: core.Game, node: Any, seat: int | None = None) -> Any:
    """A tree of rules with the seat that acts, the options and the number of players known."""
    if isinstance(node, core.Me) and seat is not None:
        return core.Const(value=seat, type=node.type, span=node.span)
    if isinstance(node, core.OptionValue):
        return core.Const(value=game.options[node.name].default, type=node.type, span=node.span)
    if isinstance(node, core.PlayerCount):
        return core.Const(value=SEATS, type=node.type, span=node.span)
    if isinstance(node, tuple):
        return tuple(settled(game, item, seat) for item in node)
    if is_dataclass(node) and isinstance(node, PARTS):
        return type(node)(**{f.name: settled(game, getattr(node, f.name), seat) for f in fields(node)})
    return node


PARTS = (core.Expr, core.Stmt, core.Binder, core.MatchCase, core.StmtCase, core.Pick, core.Guard)


def settled_game(game: core.Game) -> core.Game:
    """A game whose defines are settled."""
    defines = {name: replace(d, value=settled(game, d.value)) for name, d in game.defines.items()}
    return replace(game, defines=defines)


def by_seat(expr: core.Expr) -> list[core.Expr] | None:
    """What an `any` or `all` over the seats asks for each of them."""
    if not isinstance(expr, core.Aggregate) or len(expr.binders) != 1 or expr.where is not None:
        return None
    binder = expr.binders[0]
    seats = isinstance(binder.source, core.Domain) and isinstance(binder.source.of, core.Seat)
    if not seats or expr.value is None:
        return None
    seats_ = [core.Const(value=seat, type=core.Seat(), span=expr.span) for seat in range(SEATS)]
    return [substitute(expr.value, {binder.name: seat}) for seat in seats_]


def alternatives(game: core.Game, expr: core.Expr, op: str = "or") -> list[core.Expr]:
    """The parts of a condition, any of which (with `and`: all of which) must hold."""
    over = "any" if op == "or" else "all"
    if isinstance(expr, core.Call) and is_written_out(game, expr.define, {}):
        return alternatives(game, inlined(game, expr), op)
    if isinstance(expr, core.Binary) and expr.op == op:
        return [*alternatives(game, expr.left, op), *alternatives(game, expr.right, op)]
    if isinstance(expr, core.If):
        known = truth(game, expr.condition, {})
        if known is not None:
            return alternatives(game, expr.then if known else expr.otherwise, op)
    if isinstance(expr, core.Aggregate) and expr.op == over:
        parts = by_seat(expr)
        if parts is not None:
            return [found for part in parts for found in alternatives(game, part, op)]
    return [expr]


# ---- what is known


def shape(node: Any, bound: Mapping[str, int] | None = None) -> object:
    """What an expression says, wherever it stands and whatever it calls what it binds."""
    bound = bound or {}
    if isinstance(node, core.Local):
        return "local", bound.get(node.name, node.name)
    if isinstance(node, core.Expr):
        inner = dict(bound)
        for name in bound_in(node):
            inner[name] = len(inner)
        parts = (shape(getattr(node, f.name), inner) for f in fields(node) if f.name not in ("type", "span"))
        return type(node).__name__, *parts
    if isinstance(node, core.Binder):
        return bound.get(node.name), shape(node.source, bound)
    if isinstance(node, tuple):
        return tuple(shape(item, bound) for item in node)
    return node if isinstance(node, int | str | None) else id(node)


def truth(game: core.Game, expr: core.Expr, facts: Facts) -> bool | None:
    """Does a condition hold? None where that is not known."""
    known = facts.get(shape(expr)) if facts else None
    if known is not None:
        return known
    match expr:
        case core.Const(value=value):
            return bool(value)
        case core.Not(of=of):
            inner = truth(game, of, facts)
            return None if inner is None else not inner
        case core.Binary(op="is" | "is_not" as op, left=core.Const(value=one), right=core.Const(value=other)):
            return (one == other) == (op == "is")
        case core.Binary(op="and" | "or" as op, left=left, right=right):
            return _joined(op, [truth(game, left, facts), truth(game, right, facts)])
        case core.If(condition=condition, then=then, otherwise=otherwise):
            chosen = truth(game, condition, facts)
            return None if chosen is None else truth(game, then if chosen else otherwise, facts)
        case core.Call(define=define) if is_written_out(game, define, {}):
            return truth(game, inlined(game, expr), facts)
        case core.Aggregate(op="any" | "all" as op):
            parts = by_seat(expr)
            joined = "or" if op == "any" else "and"
            return None if parts is None else _joined(joined, [truth(game, part, facts) for part in parts])
    return None


def _joined(op: str, parts: list[bool | None]) -> bool | None:
    decides = op == "or"
    if decides in parts:
        return decides
    return None if None in parts else not decides


def amounts(game: core.Game, expr: core.Expr, facts: Facts) -> set[int] | None:
    """All that a number can be, where it is one of few that are known."""
    if isinstance(expr, core.Const):
        return {expr.value}
    if isinstance(expr, core.If):
        known = truth(game, expr.condition, facts)
        sides = (expr.then, expr.otherwise) if known is None else (expr.then if known else expr.otherwise,)
        found = [amounts(game, side, facts) for side in sides]
        return None if None in found else set().union(*(part for part in found if part is not None))
    return None
