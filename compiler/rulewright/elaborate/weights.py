"""Weights of random draws: never less than nothing, not all zero, and 100 in all if they are percent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from rulewright import core, nodes
from rulewright.elaborate.aggregates import Source
from rulewright.elaborate.fit import numeric
from rulewright.elaborate.fold import evaluate
from rulewright.elaborate.types import as_number
from rulewright.elaborate.work import LocalInfo, Scope


def weighed(
    scope: Scope, node: nodes.ChooseRandom, each: LocalInfo, found: Source | None
) -> core.Expr | None:
    """Take a draw with a weight, which reads each member by the name of what is drawn; give it checked."""
    assert node.weight is not None
    inner = scope.inner()
    inner.locals[node.name.text] = each
    weight = numeric(inner, inner.read(node.weight))
    type = None if weight is None else as_number(scope.game, weight.type)
    if weight is None or type is None or found is None:
        return None
    fault, help = _fault(scope, node, each, found, weight, type)
    if fault is None:
        return weight
    scope.error("RW250", fault, weight.span, help)
    return None


Fault = tuple[str | None, str | None]


def _fault(
    scope: Scope,
    node: nodes.ChooseRandom,
    each: LocalInfo,
    found: Source,
    weight: core.Expr,
    type: core.Number,
) -> Fault:
    game = scope.game
    tables = [list(_known(game, each.name, found, weight, n)) for n in range(game.low, game.high + 1)]
    for table in tables:
        fault = _fault_of(table, node.percent)
        if fault[0] is not None:
            return fault
    if all(table and None not in table for table in tables):
        return None, None
    if node.percent:
        help = "draw from a kind or a range, with numbers that never change; or leave out `percent`"
        return "percent must be known before the game starts", help
    if type.low < 0:
        return f"a weight can be less than nothing here: {type.low}", "0 means that it never comes"
    if type.high == 0:
        return "all weights are 0, so nothing can be drawn", "one must be more"
    return None, None


def _fault_of(table: list[int | None], percent: bool) -> Fault:
    """What is wrong with the weights that are known of one number of players."""
    known = [weight for weight in table if weight is not None]
    if any(weight < 0 for weight in known):
        return f"a weight is less than nothing: {min(known)}", "0 means that it never comes"
    if not known or len(known) < len(table):
        return None, None
    if not any(known):
        return "all weights are 0, so nothing can be drawn", "one must be more"
    if percent and sum(known) != 100:
        return f"these are {sum(known)} percent in all, not 100", "leave out `percent` to take them as parts"
    return None, None


def _known(
    game: core.Game, name: str, found: Source, weight: core.Expr, players: int
) -> Iterator[int | None]:
    """The weight of each member of a kind or range; None where it depends on the game."""
    if isinstance(found.expr, core.Domain) and not isinstance(found.item, core.Seat):
        low, high = core.bounds(game, found.item)
        for member in range(low, high + 1):
            yield evaluate(game, _settled(game, weight, {name: member}, players), players)


def _settled(game: core.Game, node: Any, locals: Mapping[str, int], players: int) -> Any:
    """An expression with local values put in, and defines and matches of them worked out."""
    if isinstance(node, tuple):
        return tuple(_settled(game, item, locals, players) for item in node)
    if not isinstance(node, core.Expr):
        return node
    if isinstance(node, core.Local) and node.name in locals:
        return core.Const(value=locals[node.name], type=node.type, span=node.span)
    if isinstance(node, core.Match):
        return _case(game, node, locals, players)
    changed = {f.name: _settled(game, getattr(node, f.name), locals, players) for f in fields(node)}
    made = replace(node, **changed)
    if isinstance(made, core.Call):
        args = [evaluate(game, arg, players) for arg in made.args]
        define = game.defines[made.define]
        given = {param.name: arg for param, arg in zip(define.params, args, strict=True) if arg is not None}
        return _settled(game, define.value, given, players) if len(given) == len(args) else made
    return made


def _case(game: core.Game, node: core.Match, locals: Mapping[str, int], players: int) -> Any:
    """The value of the case that applies to a plain word."""
    type, at = node.value.type, evaluate(game, _settled(game, node.value, locals, players), players)
    if at is None or not isinstance(type, core.KindType):
        return node
    word = next(w for w in game.kinds[type.name].words if w.base <= at < w.base + w.size)
    cases = [case.value for case in node.cases if case.word == word.name and not case.params]
    value = cases[0] if cases else node.otherwise
    return node if value is None else _settled(game, value, locals, players)
