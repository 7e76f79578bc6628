"""Whether all seats are alike in a cascade, so that one of them tells of all."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.cascades.facts import Facts
from rulewright.cascades.graph import reached
from rulewright.cascades.slice import Slice
from rulewright.checks.effects import ME, expressions

TELL_APART = (
    core.SeatsFrom,
    core.NextSeat,
    core.TeamOf,
    core.Holder,
    core.PlayerCount,
    core.ConstantByPlayers,
    core.Winners,
)


def seats_of(
    game: core.Game, facts: Facts, slice: Slice, also: tuple[core.Expr, ...] = ()
) -> tuple[int, ...]:
    """The seats to look at: the first alone, where no rule of these reactions speaks of another, nor a claim
    (`also`)."""
    reads, names = facts.reads, facts.in_order(slice.reactions)
    every = tuple(range(game.high))
    for reaction in map(game.reactions.__getitem__, names):
        if isinstance(reaction, core.AsSoonAs):
            if any(whose != ME for _, whose in reads.of(reaction.condition)):
                return every
        elif any(_is_seat(param.type) for param in reaction.params):
            return every
    seen: set[str] = set()
    for expr in (*also, *_all(game, names, slice)):
        for part in _within(game, expr, seen):
            if isinstance(part, TELL_APART):
                return every
            if _is_seat(part.type) and not isinstance(part, core.Me | core.Local):
                return every
    return (0,)


def _is_seat(type: core.Type) -> bool:
    """Is it a seat, or does it hold seats?"""
    while isinstance(type, core.Optional | core.SetType | core.ListType):
        type = type.of
    return isinstance(type, core.Seat)


def _all(game: core.Game, names: tuple[str, ...], slice: Slice) -> Iterator[core.Expr]:
    for reaction in map(game.reactions.__getitem__, names):
        first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
        if first is not None:
            yield first
        if isinstance(reaction, core.AsSoonAs) and reaction.binder is not None:
            yield reaction.binder.source
        for stmt in reached(game, reaction.body):
            if slice.keeps(stmt):
                yield from expressions(stmt)
                yield from _offered(game, stmt)


def _offered(game: core.Game, stmt: core.Stmt) -> Iterator[core.Expr]:
    for action in stmt.actions if isinstance(stmt, core.Offer) else ():
        for line in game.actions[action].lines:
            if isinstance(line, core.Guard):
                yield line.condition
            else:
                yield from (line.source, *(() if line.where is None else (line.where,)))


def _within(game: core.Game, expr: core.Expr, seen: set[str]) -> Iterator[core.Expr]:
    """An expression with all inside it, and what the defines in it read."""
    for part in core.walk(expr):
        yield part
        if isinstance(part, core.Call):
            define = game.defines[part.define]
            pairs = zip(define.params, part.args, strict=True)
            mine = {param.name: arg for param, arg in pairs if isinstance(arg, core.Me)}
            if (key := f"{part.define}({', '.join(mine)})") not in seen:
                seen.add(key)
                yield from _within(game, core.substituted(define.value, mine), seen)
